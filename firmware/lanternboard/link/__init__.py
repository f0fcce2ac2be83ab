"""Framing and messages of the serial link: both ends use this codec. Knows only base."""
