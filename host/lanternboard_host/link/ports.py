"""Which ports can be one of our boards. Only these are ever spoken to: USB devices whose numbers are in the table below, the
emulated boards of this user, and a port that a person names. Opens nothing."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, replace

from .labels import labels
from .opening import MISSING, SEVERAL, PortProblem

# USB vendor and product of what Lanternboard runs on. Not a hobbyist's every serial adapter: those are named by hand.
USB = {
    (0x2E8A, 0x0005): "Raspberry Pi Pico with MicroPython",
    (0x303A, 0x4001): "ESP32-S3 with MicroPython",
}
ID = re.compile(r"[0-9a-f]{16}")


@dataclass(frozen=True)
class Candidate:
    """A port that can be opened now. `id` is the board's, where it is known without speaking to it (USB serial number,
    emulator), else "". `name` is an emulated board's name, else "". `asked`: the port or name by which a person wanted it,
    else "": whatever board is there later is meant too. `label`: what people call it (labels.py)."""

    port: str
    what: str
    id: str = ""
    name: str = ""
    asked: str = ""
    label: str = ""

    def called(self, wanted: str) -> bool:
        return wanted in (self.port, self.name, self.id, self.label) or _same(self.port, wanted)


def _same(port: str, wanted: str) -> bool:
    return "://" not in port and os.path.exists(wanted) and os.path.realpath(port) == os.path.realpath(wanted)


def usb_ports() -> list[Candidate]:
    """Boards on USB, by port name."""
    from serial.tools import list_ports

    found = []
    try:
        listed = list(list_ports.comports())
    except (OSError, ImportError, ValueError):  # no such listing on this system
        listed = []
    for port in listed:
        what = USB.get((port.vid, port.pid)) if port.vid is not None and port.pid is not None else None
        if what:
            serial = (port.serial_number or "").lower()
            found.append(Candidate(port.device, what, serial if ID.fullmatch(serial) else ""))
    return sorted(found, key=lambda one: one.port)


def emulated_ports() -> list[Candidate]:
    """This user's emulated boards, by name."""
    from ..emulator.names import boards

    try:
        return [Candidate(one.port, f"emulated board ({one.engine})", one.id, one.name) for one in boards()]
    except OSError:
        return []


def candidates() -> list[Candidate]:
    """Every port that can be one of ours, real boards first."""
    named = labels()
    return [replace(one, label=named.get(one.id, "")) for one in usb_ports() + emulated_ports()]


def choose(wanted: str | None = None) -> Candidate:
    """The board a person means: by port, name, id or label, a beginning of a label too; the only one when they say nothing. A port
    that is named and exists is taken as it is. Raises PortProblem: none there, or several and none named, or a beginning of several."""
    found = candidates()
    if wanted:
        for one in found:
            if one.called(wanted):
                return one if wanted in (one.id, one.label) else replace(one, asked=wanted)
        by_id = [one for one in found if one.id and one.id.startswith(wanted.lower())] if len(wanted) >= 4 else []
        if len(by_id) == 1:
            return by_id[0]
        labelled = _labelled(found, wanted)
        if len(labelled) == 1:
            return labelled[0]
        if labelled:
            raise PortProblem(SEVERAL, wanted, f"{len(labelled)} boards have a label like that", "say which: " + _list(labelled))
        if "://" in wanted or os.path.exists(wanted) or re.fullmatch(r"(?i)COM\d+", wanted):
            return Candidate(wanted, "named port", asked=wanted)
        raise PortProblem(MISSING, wanted, "there is no board of that port, name, id or label", _list(found))
    if len(found) == 1:
        return found[0]
    if not found:
        help = "plug one in, or `lanternboard emulate`; `lanternboard doctor` looks closer"
        raise PortProblem(MISSING, "", "no board is connected", help)
    raise PortProblem(MISSING, "", f"{len(found)} boards are connected", "say which: " + _list(found))


def _labelled(found: list[Candidate], wanted: str) -> list[Candidate]:
    """Those with this label, else those whose label begins so; capital or small letters."""
    folded = wanted.casefold()
    whole = [one for one in found if one.label.casefold() == folded]
    return whole or [one for one in found if one.label.casefold().startswith(folded)]


def _list(found: list[Candidate]) -> str:
    return ", ".join(one.label or one.name or one.port for one in found) or "none is connected; `lanternboard doctor` looks closer"
