"""Syncs a campaign with a board, in a process that kills itself at the N-th thing that it does with a file or a database: before each
statement, after each one, at each file operation that Python's audit tells. N 0: to its end. Told by lines on standard input; each is
answered by one: whether the process was killed, and how many things it did. Not a test.

    python syncer.py     then lines: PORT DATA N"""

import os
import signal
import sys
from pathlib import Path

from campaign.desk import CORE
from lanternboard_host.cli.sync import fetched, played
from lanternboard_host.link import Client
from lanternboard_host.records.shelf import Shelf
from lanternboard_host.records.sync import Sync
from sqlalchemy import Engine, event

TOLD = ("open", "os.", "sqlite3.", "shutil.")


def child(port: str, data: Path, at: int, told: int) -> None:
    looks = 0

    def look() -> None:
        nonlocal looks
        looks += 1
        if looks == at:
            os.kill(os.getpid(), signal.SIGKILL)

    place = Shelf(data, CORE)
    with place.open() as records, Client(port, 20) as client:
        client.get("journals")  # the board is there, and what is needed is loaded
        sys.addaudithook(lambda what, _: look() if what.startswith(TOLD) else None)
        event.listen(Engine, "before_cursor_execute", lambda *_: look())
        event.listen(Engine, "after_cursor_execute", lambda *_: look())
        Sync(records, place.journals, played, "me", fetch=fetched).run(client)
        done, at = looks, -1
        os.write(told, str(done).encode())


def run(port: str, data: Path, at: int) -> str:
    out, told = os.pipe()
    pid = os.fork()
    if not pid:
        code = 1
        try:
            child(port, data, at, told)
            code = 0
        finally:
            sys.stderr.flush()
            os._exit(code)
    os.close(told)
    said = b""
    while piece := os.read(out, 100):
        said += piece
    os.close(out)
    status = os.waitpid(pid, 0)[1]
    return f"{'killed' if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)} {said.decode() or 0}"


if __name__ == "__main__":
    for line in sys.stdin:
        port, data, at = line.split()
        print(run(port, Path(data), int(at)), flush=True)
