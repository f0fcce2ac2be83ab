"""Lanternboard's board firmware: one importable package; importing it touches no hardware."""
