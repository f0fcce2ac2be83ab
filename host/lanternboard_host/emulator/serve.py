"""`lanternboard emulate`: serves one emulated board to any serial program until it is told to end. Prints where it is and
whenever it starts again; opens nothing itself."""

import signal
import threading
from collections.abc import Callable

from .board import EmulatedBoard


def serve(
    name: str = "lantern",
    engine: str | None = None,
    image: str | None = None,
    flash: str | None = None,
    say: Callable[[str], None] = print,
    until: threading.Event | None = None,
) -> int:
    """Run a board called `name` until Ctrl-C, SIGTERM or `until`. Returns an exit code; raises Refused."""
    ended = until or threading.Event()
    before = {}
    if threading.current_thread() is threading.main_thread():
        for number in (signal.SIGINT, signal.SIGTERM):
            before[number] = signal.signal(number, lambda *_: ended.set())
    try:
        with EmulatedBoard(image_dir=image, flash=flash, engine=engine, name=name) as board:
            port = board.start()
            if board.engine == "cpython" and engine is None:
                say("MicroPython's unix port has no wheel for this machine: the firmware runs on CPython, with a computer's memory.")
            say(f"board {board.id} ({board.engine}) on {port}")
            starts = 1
            while not ended.wait(0.2):
                for cause in board.causes[starts:]:
                    say(f"started again: {cause}; on {board.port or 'no port'}")
                    starts += 1
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    return 0
