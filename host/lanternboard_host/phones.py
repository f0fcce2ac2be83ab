"""The phones that may come in: each has a name, a right and a token, of which only a hash is kept, in a file in the user's own folder for
settings. Several programs may change it: each change is made to what the file holds then, and running pages look at it."""

from __future__ import annotations

import hashlib
import json
import secrets
import time
from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from lanternboard.base.errors import Refused

from .durable import write_whole

READ, PLAY, KEEP = "read", "play", "keep"
RIGHTS = (READ, PLAY, KEEP)  # each may what those before it may
FORMAT = "lanternboard/phones/1"
MOST = 64  # phones
LONGEST = 32  # characters of a name
# What pages say about phones: a message's fields.
VERBS: dict[str, dict[str, Any]] = {
    "phone-add": {"name": str, "right": str},
    "phone-right": {"name": str, "right": str},
    "phone-revoke": {"name": str},
}
WAITS = 5.0  # seconds for another program that is changing the file


def allows(right: str, need: str) -> bool:
    """Whether who has that right ("" none) may do what needs this one."""
    return right in RIGHTS and RIGHTS.index(right) >= RIGHTS.index(need)


@dataclass(frozen=True)
class Phone:
    """`hash`: SHA-256 of its token, in hexadecimal. `came`: whether it has ever come in."""

    name: str
    right: str
    hash: str
    came: bool = False


def place() -> Path:
    """The file, beside the boards' labels; LANTERNBOARD_CONFIG names another folder."""
    from .link import labels

    return labels.place().with_name("phones.json")


class Phones:
    """What the file holds. Raises Refused, with its path and what to do, where it is damaged or cannot be read."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = place() if path is None else path
        self.problem = ""  # why the file could not be read lately; what was known stays
        self._stamp: Any = None
        self.all: tuple[Phone, ...] = ()
        self._take()

    def look(self) -> None:
        """Takes in what other programs have changed."""
        try:
            if self._stamp != self._stamped():
                self._take()
        except Refused as wrong:
            self.problem = str(wrong)

    def find(self, token: str) -> Phone | None:
        """The phone whose token that is. Takes as long for a wrong one as for a right one."""
        given = _hash(token)
        found = None
        for phone in self.all:
            if secrets.compare_digest(phone.hash, given):
                found = phone
        return found

    def same(self, phone: Phone) -> Phone | None:
        """That phone as it is now; None when it was revoked."""
        return next((one for one in self.all if one.hash == phone.hash), None)

    def add(self, name: str, right: str) -> str:
        """A new phone's token, which is kept nowhere. Raises Refused."""
        name = _named(name)
        _right(right)
        token = secrets.token_urlsafe(16)

        def added(all: tuple[Phone, ...]) -> tuple[Phone, ...]:
            if any(one.name == name for one in all):
                raise Refused("name", f"there is a phone called {name}", "another name, or revoke it first")
            if len(all) >= MOST:
                raise Refused("name", f"there are {MOST} phones", "revoke one first")
            return (*all, Phone(name, right, _hash(token)))

        self._change(added)
        return token

    def give(self, name: str, right: str) -> None:
        """Another right. Raises Refused."""
        _right(right)
        self._change(lambda all: tuple(replace(one, right=right) if one.name == name else one for one in self._having(all, name)))

    def revoke(self, name: str) -> None:
        """It may nothing any more. Raises Refused."""
        self._change(lambda all: tuple(one for one in self._having(all, name) if one.name != name))

    def came(self, phone: Phone) -> None:
        """It has come in for the first time."""
        self._change(lambda all: tuple(replace(one, came=True) if one.hash == phone.hash else one for one in all))

    def _having(self, all: tuple[Phone, ...], name: str) -> tuple[Phone, ...]:
        if not any(one.name == name for one in all):
            names = ", ".join(one.name for one in all)
            raise Refused("name", f"there is no phone called {name}", names or "none yet: lanternboard phones add NAME")
        return all

    # The file

    def _stamped(self) -> Any:
        try:
            found = self.path.stat()
        except FileNotFoundError:
            return None
        except OSError as wrong:
            raise self._refused(f"cannot be read: {wrong.strerror}", "a file of your own") from None
        return found.st_mtime_ns, found.st_size, found.st_ino

    def _take(self) -> None:
        stamp = self._stamped()
        self.all = () if stamp is None else self._read()
        self._stamp, self.problem = stamp, ""

    def _read(self) -> tuple[Phone, ...]:
        try:
            found = json.loads(self.path.read_text("utf-8"))
        except FileNotFoundError:
            return ()
        except OSError as wrong:
            raise self._refused(f"cannot be read: {wrong.strerror}", "a file of your own") from None
        except (ValueError, RecursionError):
            raise self._damaged("is no JSON") from None
        if not isinstance(found, dict) or found.get("format") != FORMAT or not isinstance(found.get("phones"), list):
            raise self._damaged(f"is no {FORMAT}")
        phones = []
        for k, row in enumerate(found["phones"]):
            try:
                phone = Phone(**row)
                good = _named(phone.name) == phone.name and phone.right in RIGHTS and type(phone.came) is bool
                good = good and len(phone.hash) == 64 and set(phone.hash) <= set("0123456789abcdef")
            except (TypeError, Refused):
                good = False
            if not good:
                raise self._damaged(f"holds something else than a phone (phones[{k}])")
            phones.append(phone)
        if len({one.name for one in phones}) < len(phones) or len({one.hash for one in phones}) < len(phones):
            raise self._damaged("holds a phone twice")
        return tuple(phones)

    def _damaged(self, what: str) -> Refused:
        return self._refused(what, "a copy of it, or delete it and add your phones anew")

    def _refused(self, what: str, allowed: str) -> Refused:
        return Refused(str(self.path), f"the file with the phones {what}", allowed)

    def _change(self, do: Callable[[tuple[Phone, ...]], tuple[Phone, ...]]) -> None:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self._alone():
                now = do(self._read())
                text = json.dumps({"format": FORMAT, "phones": [asdict(one) for one in now]}, ensure_ascii=False, indent=1) + "\n"
                write_whole(self.path, text.encode(), private=True)
                self._take()
        except OSError as wrong:
            raise self._refused(f"cannot be written: {wrong.strerror}", "a folder of your own, with room") from None

    @contextmanager
    def _alone(self):
        """While no other program or thread changes it."""
        from .emulator.names import held

        lock = self.path.with_name(".phones.lock")
        until = time.monotonic() + WAITS
        while (file := held(lock)) is None:
            if time.monotonic() > until:
                raise self._refused("is being changed by another program", "try again")
            time.sleep(0.01)
        try:
            yield
        finally:
            file.close()


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def _named(name: str) -> str:
    if not isinstance(name, str) or not name.strip() or len(name.strip()) > LONGEST or not name.strip().isprintable():
        raise Refused("name", f"{name!r} is no name", f"1 to {LONGEST} characters on one line")
    return name.strip()


def _right(right: str) -> None:
    if right not in RIGHTS:
        raise Refused("right", f"{right!r} is no right", ", ".join(RIGHTS))
