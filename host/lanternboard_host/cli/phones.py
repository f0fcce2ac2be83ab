"""`lanternboard phones`: which phones may come in where a page was opened with --lan."""

from __future__ import annotations

import json as text
import socket

from lanternboard.base.errors import Refused

from ..phones import Phones
from . import OK
from .outputs import refused

PORTS = (2217, 2216)  # where a campaign's page is, and a board's, where these are free
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


def add(name: str, right: str, host: str | None, http_port: int | None, json: bool) -> int:
    def do() -> int:
        from ..web.doors import bracketed
        from .lan import opened, show

        lan = opened(True, host)
        token = lan.phones.add(name, right)
        port, there = _where(lan.host, http_port)
        address = f"http://{bracketed(lan.host)}:{port}/#{token}"
        if json:
            made = {"format": "lanternboard/phone/1", "name": name.strip(), "right": right, "address": address, "page": there}
            print(text.dumps(made, ensure_ascii=False, separators=(",", ":")))
        else:
            show(address, f"{name.strip()} {MAY[right]}: {{address}}   The code is shown this once.")
            if not there:
                print(f"Nothing answers at port {port} now. Where the page's address has another, write that; --http-port names it")
        return OK

    return _told(do, json)


def _where(host: str, port: int | None) -> tuple[int, bool]:
    """At which port a page is, and whether something answers there: the one that is named, else the first of the usual ones that does."""
    ports = PORTS if port is None else (port,)
    found = next((one for one in ports if _answers(host, one)), None)
    return (ports[0], False) if found is None else (found, True)


def _answers(host: str, port: int) -> bool:
    try:
        socket.create_connection((host, port), timeout=1.0).close()
    except OSError:
        return False
    return True


def give(name: str, right: str, json: bool) -> int:
    def do() -> int:
        Phones().give(name, right)
        made = {"format": "lanternboard/phone/1", "name": name, "right": right}
        print(text.dumps(made, ensure_ascii=False, separators=(",", ":")) if json else f"{name} {MAY[right]} from now on")
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
