"""Emulated boards with a loop of the test's own laid into the image: what a test of boot, cable and watchdog needs instead of
hooks in the firmware."""

from pathlib import Path

from lanternboard_host.emulator import EmulatedBoard
from lanternboard_host.image import image

HEAD = """
class Table:
    def __init__(self, board, boot):
        self.board, self.boot = board, boot
        self.keys = []

    def say(self, text):
        data, at = text.encode(), 0
        while at < len(data):
            at += self.board.port.write(data[at:], len(data) - at)

    def key(self, key, down, ms):
        self.keys.append((key, down))

    def run(self):
        board, boot = self.board, self.boot
"""

ECHO = """
        buffer = bytearray(64)
        board.show(("%s %s %d" % (boot.cause, boot.safe, boot.boots)).encode())
        while True:
            board.idle(20)
            n = board.port.read_into(buffer)
            if n:
                self.say(bytes(buffer[:n]).decode())
            board.buttons(self.key)
            if self.keys:
                board.show(repr(self.keys).encode())
                self.keys = []
            boot.worked()
"""

HANG = """
        board.show(("%s %s %d" % (boot.cause, boot.safe, boot.boots)).encode())
        boot.worked()
        while True:
            pass
"""


def laid_in(folder: Path, body: str, profile: str = "emulated") -> Path:
    """An image whose loop is `body`, the rest of `Table.run`."""
    out = image(profile, folder)
    (out / "lb" / "0" / "lanternboard" / "table" / "loop.py").write_text(HEAD + body)
    return out


def shown(board: EmulatedBoard) -> str:
    return board.cells.decode()
