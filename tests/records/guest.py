"""`lanternboard` with no more rights than a file's mode gives its owner, root's too: each command in a process of its own. Told by lines on
standard input, JSON: [data folder, argument, ...]; each is answered by one: [exit code, what it said]. Not a test.

    python guest.py"""

import ctypes
import json
import os
import sys
import traceback

from lanternboard_host.cli import run as command

PR_CAPBSET_DROP = 24
CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH = 1, 2


def as_others() -> None:
    """Root without what lets it write anything: dropped rights are gone in what is executed next."""
    if os.geteuid() or "others" in sys.argv:
        return
    for right in (CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH):
        if ctypes.CDLL(None, use_errno=True).prctl(PR_CAPBSET_DROP, right, 0, 0, 0):
            raise SystemExit("root may not let go of its rights here")
    os.execv(sys.executable, [sys.executable, *sys.argv, "others"])


def child(told: int, data: str, *args: str) -> None:
    os.environ["LANTERNBOARD_DATA"], os.environ["LANTERNBOARD_RUNTIME"] = data, f"{data}/run"
    sys.stdout = sys.stderr = os.fdopen(told, "w", encoding="utf-8")
    code = command(list(args))
    sys.stdout.flush()
    os._exit(code)


def run(data: str, *args: str) -> list:
    out, told = os.pipe()
    pid = os.fork()
    if not pid:
        try:
            child(told, data, *args)
        except BaseException:
            os.write(told, traceback.format_exc().encode())
        os._exit(99)
    os.close(told)
    with os.fdopen(out, "rb") as file:
        said = file.read()
    return [os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), said.decode()]


if __name__ == "__main__":
    as_others()
    from lanternboard.explain import replay  # noqa: F401  what is needed is loaded
    from lanternboard_host.cli import app, campaign, sync  # noqa: F401
    from lanternboard_host.faces import cards  # noqa: F401
    from lanternboard_host.link import Client, follower  # noqa: F401
    from lanternboard_host.records import shelf  # noqa: F401
    from lanternboard_host.records import sync as work  # noqa: F401

    for line in sys.stdin:
        print(json.dumps(run(*json.loads(line))), flush=True)
