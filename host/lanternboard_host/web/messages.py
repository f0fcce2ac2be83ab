"""What a page may say, checked before anything is done: one flat JSON object, small, each field of its kind."""

from __future__ import annotations

import json
import time
from typing import Any

from lanternboard.base.errors import Refused

from ..phones import VERBS as PHONES

LONGEST = 1024  # bytes of one message
BURST = 60  # messages at once
PER_SECOND = 30.0  # and from then on

_VERBS: dict[str, dict[str, Any]] = {
    "hello": {"token": str, "calm": bool},
    "calm": {"on": bool},
    "press": {"key": int, "down": bool},
    "answer": {"journal": str, "number": int, "choice": (int, str, list)},
    "undo": {"journal": str, "number": int},
    "redo": {"journal": str, "number": int},
    **PHONES,
}


def read(text: str) -> dict[str, Any]:
    """The message. Raises Refused with what was wrong and what is allowed."""
    if len(text.encode("utf-8", "replace")) > LONGEST:
        raise Refused("", "a message that is too long", f"at most {LONGEST} bytes")
    try:
        said = json.loads(text)
    except (ValueError, RecursionError):
        raise Refused("", "no JSON", "one flat object") from None
    if not isinstance(said, dict):
        raise Refused("", "no JSON object", "one flat object")
    fields = _VERBS.get(said.get("do") if isinstance(said.get("do"), str) else "")  # type: ignore[arg-type]
    if fields is None:
        raise Refused("do", "nothing that a page may ask", ", ".join(_VERBS))
    if set(said) != {"do", *fields}:
        raise Refused("", "other fields than it has", ", ".join(["do", *fields]))
    for name, kind in fields.items():
        if not isinstance(said[name], kind) or (isinstance(said[name], bool) and kind is not bool):
            raise Refused(name, "of the wrong kind", _kind(kind))
        if isinstance(said[name], str) and len(said[name]) > 128:
            raise Refused(name, "too long", "at most 128 characters")
        if isinstance(said[name], int) and abs(said[name]) >= 1 << 31:
            raise Refused(name, "too large", "a number of 32 bits")
    if said["do"] == "press" and not 0 <= said["key"] <= 6:
        raise Refused("key", "no key of the board", "0 to 6")
    choice = said.get("choice")
    if isinstance(choice, list) and (len(choice) != 2 or not all(type(one) is int and 0 <= one < 64 for one in choice)):
        raise Refused("choice", "no space", "[column, row]")
    return said


def _kind(kind: Any) -> str:
    names = {int: "an integer", str: "a string", bool: "true or false", list: "[column, row]"}
    return " or ".join(names[one] for one in (kind if isinstance(kind, tuple) else (kind,)))


class Pace:
    """So many messages at once, and so many a second: `spend` is False for one too many."""

    def __init__(self, clock=time.monotonic) -> None:
        self._clock = clock
        self._left = float(BURST)
        self._at = clock()

    def spend(self) -> bool:
        now = self._clock()
        self._left = min(float(BURST), self._left + (now - self._at) * PER_SECOND)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True
