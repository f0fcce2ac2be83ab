"""Lanternboard's board firmware: one importable package; importing it touches no hardware."""


def settle(names):
    """Each compiled module's last statement calls this with its names (image/build.py); a board's start puts more in its place."""
