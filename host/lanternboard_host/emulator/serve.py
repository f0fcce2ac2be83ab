"""`lanternboard emulate`: serves one emulated board to any serial program until it is told to end. Prints where it is and
whenever it starts again; opens nothing itself."""

import os
import signal
import threading
from collections.abc import Callable

from .board import EmulatedBoard

ENDS = ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT")


def serve(
    name: str = "lantern",
    engine: str | None = None,
    image: str | None = None,
    flash: str | None = None,
    say: Callable[[str], None] = print,
    until: threading.Event | None = None,
    level: str | None = None,
) -> int:
    """Run a board called `name` until Ctrl-C, SIGTERM, SIGHUP, SIGQUIT or `until`; a signal that is ignored stays so. Returns an exit
    code; raises Refused, also when an image's firmware does not start."""
    ended = until or threading.Event()
    before = {}
    if threading.current_thread() is threading.main_thread():
        for number in (getattr(signal, name) for name in ENDS if hasattr(signal, name)):
            if signal.getsignal(number) != signal.SIG_IGN:  # nohup; a job in the background
                before[number] = signal.signal(number, lambda *_: ended.set())
    mendable = bool(flash) and os.path.lexists(flash or "")  # its own prompt is what a flash of one's own is mended with
    try:
        with EmulatedBoard(image_dir=image, flash=flash, engine=engine, name=name, level=level) as board:
            fault = board.settings_fault()
            port = board.start()
            if board.engine == "cpython" and engine is None:
                say("MicroPython's unix port has no wheel for this machine: the firmware runs on CPython, with a computer's memory.")
            say(f"board {board.id} ({board.engine}) on {port}")
            if fault:
                say(fault)
            starts = 1
            told = False
            while not ended.wait(0.2):
                if not mendable:
                    board.check_started()
                for cause in board.causes[starts:]:
                    say(f"started again: {cause}; on {board.port or 'no port'}")
                    starts += 1
                    told = False
                if board.at_prompt and not told:
                    told = True
                    say(f"no firmware runs on it; MicroPython's own prompt is on {board.port or 'no port'}{_why(board)}")
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    return 0


def _why(board: EmulatedBoard) -> str:
    lines = board.log().strip().splitlines()
    return f" ({lines[-1]})" if lines else ", and says why"
