"""Lanternboard on a computer: the host app."""

__version__ = "0.1.0"
