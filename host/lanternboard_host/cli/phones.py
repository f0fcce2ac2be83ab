"""`lanternboard phones`: which phones may come in where a page was opened with --lan."""

from __future__ import annotations

import json as text

from lanternboard.base.errors import Refused

from ..phones import Phones
from . import OK
from .outputs import refused

MAY = {"read": "may look", "play": "may play", "keep": "may keep"}


def listed(json: bool) -> int:
    def do() -> int:
        phones = Phones()
        if json:
            rows = [{"name": one.name, "right": one.right, "came": one.came} for one in phones.all]
            print(text.dumps({"format": "lanternboard/phones-list/1", "phones": rows}, ensure_ascii=False, separators=(",", ":")))
            return OK
        for one in phones.all:
            print(f"{one.name} {MAY[one.right]}" + ("" if one.came else "; its code was not scanned yet"))
        if not phones.all:
            print("no phone so far: lanternboard phones add NAME")
        return OK

    return _told(do, json)


def add(name: str, right: str, host: str | None, http_port: int, json: bool) -> int:
    def do() -> int:
        from ..web.doors import bracketed
        from .lan import opened, show

        lan = opened(True, host)
        token = lan.phones.add(name, right)
        address = f"http://{bracketed(lan.host)}:{http_port}/#{token}"
        if json:
            made = {"format": "lanternboard/phone/1", "name": name.strip(), "right": right, "address": address}
            print(text.dumps(made, ensure_ascii=False, separators=(",", ":")))
        else:
            show(address, f"{name.strip()} {MAY[right]}: {{address}}   The code is shown this once.")
        return OK

    return _told(do, json)


def revoke(name: str, json: bool) -> int:
    def do() -> int:
        Phones().revoke(name)
        made = {"format": "lanternboard/phone/1", "name": name, "right": None}
        print(text.dumps(made, ensure_ascii=False, separators=(",", ":")) if json else f"{name} comes in no more, and sees nothing now")
        return OK

    return _told(do, json)


def _told(do, json: bool) -> int:
    try:
        return do()
    except Refused as wrong:
        return refused("", wrong, json)
