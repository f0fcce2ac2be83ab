"""`--lan`: which address of this computer phones come to, and what is told at the start: a first code, or which phones there are."""

from __future__ import annotations

import ipaddress
import os
import socket
import struct
import sys

from lanternboard.base.errors import Refused

from ..phones import PLAY, Phones

FIRST = "Phone 1"  # what the phone is called that comes by the first code
ELSEWHERE = ((socket.AF_INET, "198.51.100.1"), (socket.AF_INET6, "2001:db8::1"))  # addresses of nobody; nothing is sent there


def opened(lan: bool, host: str | None):
    """Where the page is opened to phones, or None. Raises Refused."""
    if not lan:
        return None
    from ..web.callers import Lan

    found = addresses()
    if host is not None:
        return Lan(_meant(host, found), Phones())
    if not found:
        raise Refused("--lan", "this computer is in no network", "join one, or --host with an address that it has")
    return Lan(found[0], Phones())


def _meant(host: str, found: list[str]) -> str:
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        address = None
    if address is None or address.is_unspecified or address.is_link_local or host in ("127.0.0.1", "::1"):
        raise Refused("--host", f"{host} is no address that phones could come to", ", ".join(found) or "one that this computer has")
    return str(address)


def addresses() -> list[str]:
    """This computer's addresses beyond itself, the one that leads out first, IPv4 before IPv6. Nothing is sent to find them."""
    found = [address for family, there in ELSEWHERE if (address := _way(family, there))]
    fours = [one for one in found if ":" not in one] + [one for one in _interfaces() if one not in found]
    good = [one for one in fours + [one for one in found if ":" in one] if not _near(one)]
    return list(dict.fromkeys(good))


def _near(address: str) -> bool:
    """Whether nobody else can come to it by that alone."""
    there = ipaddress.ip_address(address.partition("%")[0])
    return there.is_loopback or there.is_link_local or there.is_unspecified


def _way(family: int, there: str) -> str:
    """The address that something sent there would come from; "" where there is no way."""
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as line:
            line.connect((there, 9))
            return str(line.getsockname()[0])
    except OSError:
        return ""


def _interfaces() -> list[str]:
    """The IPv4 address of each interface that has one, where the system tells."""
    if sys.platform != "linux":
        return []
    import fcntl

    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        for _, name in socket.if_nameindex():
            try:
                told = fcntl.ioctl(line.fileno(), 0x8915, struct.pack("256s", name.encode()[:15]))  # SIOCGIFADDR
            except OSError:
                continue
            found.append(socket.inet_ntoa(told[20:24]))
    return found


def tell(page, picked: bool = False) -> None:
    """What people need to come in. `picked`: they chose the address themselves. Raises Refused."""
    lan = page.callers.lan
    if lan is None:
        return
    others = [] if picked else [one for one in addresses() if one != lan.host]
    if others:
        print(f"Phones come to {lan.host}. Another address of this computer: --host {' or '.join(others)}")
    phones = lan.phones
    known = [one for one in phones.all if one.name != FIRST or one.came]
    if known:
        names = ", ".join(f"{one.name} ({one.right})" for one in known)
        print(f"For phones: {page.away}   let in: {names}. One more: Phones on the page, or lanternboard phones add NAME", flush=True)
        return
    if phones.all:
        phones.revoke(FIRST)  # its code was never scanned, and is kept nowhere
    show(f"{page.away}#{phones.add(FIRST, PLAY)}", "For a phone, which may play then: {address}   More: Phones on the page.")


def show(address: str, said: str) -> None:
    """An address with its code, where this terminal can show one."""
    from ..web.codes import code, lines

    rows = code(address)
    if _room() >= len(rows) + 8:
        print("\n".join(lines(rows)))
    print(said.replace("{address}", address), flush=True)


def _room() -> int:
    """The columns that a code may have here; 0 where none can be shown."""
    out = sys.stdout
    try:
        "█▀▄".encode(out.encoding or "ascii")
    except (UnicodeError, LookupError):
        return 0
    if not out.isatty() or os.environ.get("TERM") == "dumb" or "NO_COLOR" in os.environ:
        return 0
    try:
        return os.get_terminal_size(out.fileno()).columns
    except (OSError, ValueError):
        return 0
