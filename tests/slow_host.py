"""The host's link in the time of an emulated Pico, which runs busy code some fifty times slower than a board: its clock is slowed
as much, so that "no answer within seconds" means the board's seconds. For bench and tests; it changes no figure of the board."""

import time
from contextlib import contextmanager

from lanternboard_host.link import wire

SLOWER = 50


class _Time:
    sleep = staticmethod(time.sleep)

    @staticmethod
    def monotonic() -> float:
        return time.monotonic() / SLOWER

    @staticmethod
    def monotonic_ns() -> int:
        return time.monotonic_ns() // SLOWER


@contextmanager
def slow_host():
    """While it lasts, every wire made or running keeps the slow time."""
    before = wire.time
    wire.time = _Time
    try:
        yield
    finally:
        wire.time = before
