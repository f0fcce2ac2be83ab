"""Makes a campaign again and again, each time in a process of its own that kills itself at another event that Python's audit tells of
files or databases. Prints for each event its number and whether the process was killed. Not a test.

    python maker.py FOLDER SEED COUNT      each in FOLDER/number/campaigns/hearth.lantern"""

import os
import random
import signal
import sys
from pathlib import Path

from records.keeper import made

TOLD = ("open", "os.", "sqlite3.")


def child(path: Path, at: int) -> None:
    looks = 0

    def look(event: str, _) -> None:
        nonlocal looks
        if event.startswith(TOLD):
            looks += 1
            if looks == at:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(look)
    made(path).close()
    path.with_name("looks").write_text(str(looks))


def run(folder: Path, at: int) -> int:
    path = folder / str(at) / "campaigns" / "hearth.lantern"
    pid = os.fork()
    if not pid:
        try:
            child(path, at)
        finally:
            os._exit(0)
    return os.waitpid(pid, 0)[1]


def main(folder: Path, seed: int, count: int) -> None:
    run(folder, 0)
    looks = int((folder / "0" / "campaigns" / "looks").read_text()) - 4  # of that file itself
    some = random.Random(seed).sample(range(1, looks + 1), min(looks, count))
    for at in sorted({1, looks - 1, looks, *some}):
        print(at, os.WIFSIGNALED(run(folder, at)), flush=True)


if __name__ == "__main__":
    made(Path(sys.argv[1]) / "first.lantern").close()  # all that is imported late
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
