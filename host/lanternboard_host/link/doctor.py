"""What is wrong between this computer and a board, and what to do. Gathering (`gather`) and judging (`judge_*`, functions of plain
values) are apart, so that every bad day can be tried without having it. It changes nothing on either side."""

from __future__ import annotations

import json
import os
import platform
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lanternboard.base.errors import Refused
from lanternboard.link import messages
from lanternboard.rules.engine import RULES

from .. import __version__
from .client import Client
from .labels import label_of
from .opening import SEVERAL, UNANSWERED, PortProblem, owner_of, permission_help
from .ports import Candidate, candidates, choose

FINE, NOTE, WRONG = "fine", "note", "wrong"

RASPBERRY, BOOTLOADERS = "2e8a", {"0003": "RP2040", "000f": "RP2350"}
FEW = 0.02  # more bad lines than this share of all is no accident any more
DAMAGE = ("bad_line", "too_long", "cut", "gap", "overrun")


@dataclass(frozen=True)
class Finding:
    """`level` FINE, NOTE or WRONG; `about` one or two words; `text` what was found; `todo` what to do, "" nothing."""

    level: str
    about: str
    text: str
    todo: str = ""


def gather(wanted: str | None = None, wait: float = 8.0) -> list[Finding]:
    """Everything that can be found out, for the board that is meant or for all. Never raises for what is wrong out there."""
    found = [judge_versions()]
    listed = candidates()
    if wanted:
        try:
            listed = [choose(wanted)]
        except PortProblem as problem:
            if problem.kind == SEVERAL:
                return [*found, Finding(WRONG, wanted, problem.message, problem.allowed)]
            if listed:
                return [*found, judge_unknown(wanted, listed)]
            return [*found, Finding(WRONG, wanted, problem.message), *judge_no_port(usb_devices(), other_ports(), sys.platform)]
    if not listed:
        return [*found, *judge_no_port(usb_devices(), other_ports(), sys.platform)]
    for one in listed:
        found += _ask(one, wait)
    return found


def _ask(one: Candidate, wait: float) -> list[Finding]:
    found = [judge_port(one, owner_of(one.port), _may(one.port))]
    if found[0].level == WRONG:
        return found
    try:
        with Client(one, wait) as board:
            boots: dict[str, Any] = {}
            counters: dict[str, Any] = {}
            log = ""
            try:
                counters = json.loads(board.long("counters"))
                boots = json.loads(board.get("boots"))
                log = board.long("log").decode("utf-8", "replace")
            except (Refused, ValueError) as wrong:
                found.append(Finding(WRONG, "answers", f"the board does not tell all about itself: {wrong}", "update the board"))
            why = str(boots.get("why") or "")
            found += judge_board(board.hello, board.table, why, label_of(board.id))
            found += judge_boots({**boots, "why": ""} if board.table.get("safe") else boots)  # it is told already
            found += judge_counters(counters, board.wire.link.named())
            found += judge_power(_power(board))
            found += judge_log("\n".join(line for line in log.splitlines() if line != why), bytes(board.wire.log))
    except PortProblem as problem:
        found.append(judge_problem(problem, one, described(one.port)))
    return found


def _power(board: Client) -> dict:
    """What the board says of its LEDs' current; nothing where it has none, or is older than that."""
    try:
        return json.loads(board.get("power"))
    except (Refused, ValueError):
        return {}


def _may(port: str) -> bool:
    return "://" in port or not os.path.exists(port) or os.access(port, os.R_OK | os.W_OK)


def usb_devices(root: str = "/sys/bus/usb/devices") -> list[tuple[str, str]]:
    """(vendor, product) of what is on USB, four hex digits each; empty where the system does not say."""
    found = []
    for device in sorted(Path(root).glob("*/idVendor")):
        try:
            found.append((device.read_text().strip(), device.with_name("idProduct").read_text().strip()))
        except OSError:
            continue
    return found


def described(port: str) -> str:
    """What the system says of a serial port: "FT232R USB UART (0403:6001)"; "" where it says nothing."""
    try:
        from serial.tools import list_ports

        for one in list_ports.comports():
            if one.device == port and one.vid is not None:
                return f"{one.description} ({one.vid:04x}:{one.pid:04x})"
    except (OSError, ImportError, ValueError):
        pass
    return ""


def other_ports() -> list[str]:
    """Serial ports that are there and not ours to speak to."""
    try:
        from serial.tools import list_ports

        ours = {one.port for one in candidates()}
        return sorted(port.device for port in list_ports.comports() if port.device not in ours)
    except (OSError, ImportError, ValueError):
        return []


# Judging


def judge_versions() -> Finding:
    import serial

    return Finding(
        FINE,
        "this computer",
        f"lanternboard {__version__}, rules {RULES}, protocol {messages.PROTOCOL} ({messages.digest()}), "
        f"Python {platform.python_version()}, pyserial {serial.VERSION}, {platform.system()}",
    )


def judge_no_port(usb: list[tuple[str, str]], others: list[str], system: str) -> list[Finding]:
    """No board at all: why, as far as USB and system tell."""
    found = []
    boot = [BOOTLOADERS[product] for vendor, product in usb if vendor == RASPBERRY and product in BOOTLOADERS]
    silent = [product for vendor, product in usb if vendor == RASPBERRY and product not in BOOTLOADERS]
    if boot:
        todo = "copy MicroPython's .uf2 onto its drive, then install Lanternboard; or just press reset if that was done"
        found.append(
            Finding(WRONG, "no board", f"an {boot[0]} is there in its bootloader: nothing is installed, or BOOTSEL was held", todo)
        )
    elif silent:
        todo = (
            "lsmod | grep cdc_acm; sudo modprobe cdc_acm"
            if system.startswith("linux")
            else "look for its driver in the system's device list"
        )
        found.append(
            Finding(WRONG, "no board", f"a Raspberry Pi device (2e8a:{silent[0]}) is on USB, but has no serial port that we know", todo)
        )
    else:
        todo = "use a USB cable that carries data, not only power; try another socket, without a hub; the board's own light should be on"
        if system.startswith("linux"):
            todo += "; `dmesg | tail` shows whether the computer sees anything"
        elif system == "win32":
            todo += "; the Device Manager lists it under Ports"
        todo += "; without a board at hand: `lanternboard emulate`"
        found.append(Finding(WRONG, "no board", "no board is connected, and no emulated one runs", todo))
    if others:
        text = "not spoken to, since they do not say that they are ours: " + ", ".join(others[:6]) + (", ..." if len(others) > 6 else "")
        found.append(Finding(NOTE, "other ports", text, "if one is a board behind an adapter, name it: `lanternboard doctor PORT`"))
    return found


def judge_port(one: Candidate, owner: str, may: bool) -> Finding:
    about = one.label or one.name or one.port
    if not may:
        return Finding(WRONG, about, "this user may not open the port", permission_help(one.port))
    if owner:
        return Finding(WRONG, about, f"{one.port} is in use by {owner}", "close that program, then try again")
    return Finding(FINE, about, f"{one.what} at {one.port}" + (f", board {one.id}" if one.id else ""))


def judge_problem(problem: PortProblem, one: Candidate, described: str = "") -> Finding:
    """`described`: what the system says of the port."""
    todo = silent_help(one, described) if problem.kind == UNANSWERED else problem.allowed
    return Finding(WRONG, problem.path or "board", problem.message, todo)


def silent_help(one: Candidate, described: str) -> str:
    """What to do about a port at which nobody answers, by what the port is."""
    if one.name:
        return f"end `lanternboard emulate` of {one.name} and start it again"
    todo = "close every other program that may have this port open (a serial monitor, Thonny, mpremote); "
    todo += "press the board's reset button, or unplug it and plug it in, and try again after ten seconds"
    if one.what == "named port":
        is_it = f"the port is: {described}" if described else "the system does not say what this port is"
        return f"{todo}; is it a Lanternboard at all? {is_it}; `lanternboard ports` lists those that say so"
    return f"{todo}; if it stays silent: is Lanternboard installed on it? `lanternboard image` makes what belongs there"


def judge_unknown(wanted: str, listed: list[Candidate]) -> Finding:
    """A board is meant that is not there, while others are."""
    there = ", ".join(one.label or one.name or one.port for one in listed)
    return Finding(WRONG, "board", f"no board is called {wanted}; there {'is' if len(listed) == 1 else 'are'}: {there}")


def judge_board(hello: dict, table: dict, why: str = "", label: str = "") -> list[Finding]:
    """From the greeting. `why`: what the board says of its built-in settings: a bad table.json, or failures. `label`: what people call
    this board."""
    found = []
    said = f"board {hello['id']}" + (f" ({label})" if label else "")
    said += f", version {hello['version']}, rules {hello['rules']}, protocol {hello['protocol']}, {hello['driver']}"
    if hello["protocol"] != messages.PROTOCOL or hello["digest"] != messages.digest():
        text = f"board and computer define the protocol differently ({hello['digest']} and {messages.digest()})"
        found.append(Finding(WRONG, "protocol", text, "install the same version on both"))
    if hello["rules"] != RULES:
        text = f"the board plays by rules {hello['rules']}, this computer knows {RULES}: lights are shown, nothing is explained"
        found.append(Finding(NOTE, "rules", text, "install the same version on both"))
    elif hello["version"] != __version__:
        found.append(Finding(NOTE, "version", f"board {hello['version']}, computer {__version__}; they understand each other"))
    found.append(Finding(FINE, "board", said))
    if table:
        text = f"{table['columns']}x{table['rows']}, pack {table['pack']}, journal {table['journal']} of {table['n']} records"
        found.append(Finding(FINE, "table", text))
        if table["safe"]:
            found.append(judge_safe(table["cause"], why))
    return found


SHORTEST = '{"format":"lanternboard/settings/1"}'


def judge_safe(cause: str, why: str) -> Finding:
    """Built-in settings: because table.json is bad, which no reset mends, or because of failures, which one may end."""
    if why.startswith("table.json"):
        todo = "put a mended table.json on the board: `lanternboard settings pull FILE`, mend it (docs/settings.md), "
        todo += f"`lanternboard settings push FILE --restart`; the shortest is {SHORTEST}"
        return Finding(WRONG, "settings", f"the board plays by its built-in settings: {why}", todo)
    text = f"the board is in safe mode ({why or cause}): built-in settings, and its journal is not even opened"
    return Finding(WRONG, "safe mode", text, "see its log below; reset it to try again")


def judge_boots(boots: dict) -> list[Finding]:
    """From `get boots`: {"boots", "cause", "why", "note", "last": [[count, cause, why], ...]}."""
    if not boots:
        return []
    last = [one for one in boots.get("last", []) if isinstance(one, list) and len(one) >= 2]
    starts = boots.get("boots")
    text = "started once" if starts == 1 else f"started {starts} times, the last time"
    text += f" because of: {boots.get('cause')}"
    found = [Finding(FINE, "starts", text)]
    bad = [one for one in last if one[1] not in ("power", "reset", "release", "maintenance")]
    if bad:
        named = "; ".join(f"start {one[0]}: {one[1]}" + (f" ({one[2]})" if len(one) > 2 and one[2] else "") for one in bad[-5:])
        found.append(Finding(NOTE, "starts", "not everything was a power switch: " + named, "if it comes again, send us this and the log"))
    for key in ("why", "note"):
        if boots.get(key):
            found.append(Finding(NOTE, "board says", str(boots[key])))
    return found


def judge_counters(board: dict, host: dict) -> list[Finding]:
    """From `counters` and from our own end."""
    found = []
    for about, counters, other in (("link, board's end", board, "computer"), ("link, our end", host, "board")):
        if not counters:
            continue
        lines = counters.get("lines_in", 0)
        bad = sum(counters.get(key, 0) for key in DAMAGE)
        named = ", ".join(f"{key.replace('_', ' ')} {counters[key]}" for key in DAMAGE if counters.get(key))
        if bad and bad > FEW * max(lines, 50):
            todo = "another cable, a shorter one, no hub; keep it away from the lights' supply"
            found.append(Finding(WRONG, about, f"{bad} of {lines + bad} lines from the {other} were damaged ({named})", todo))
        else:
            text = f"{lines} lines in, {counters.get('lines_out', 0)} out, {bad} damaged, {counters.get('repeated', 0)} repeated"
            found.append(Finding(FINE, about, text))
        if counters.get("refused"):
            found.append(Finding(NOTE, about, f"{counters['refused']} messages were refused: another host or another version speaks"))
    if board.get("heap_free") is not None:
        free, used = board["heap_free"], board.get("heap_used", 0)
        level = WRONG if free < 20_000 else FINE
        text = f"{free // 1000} kB free, {used // 1000} kB used"
        found.append(Finding(level, "memory", text, "reset the board; if it comes again, send us this" if level == WRONG else ""))
    return found


def judge_power(power: dict) -> list[Finding]:
    """From `get power`: what the picture asks for, what the supply may give, what flows by estimate, and whether that is limited."""
    if not power.get("leds"):
        return []
    dimmed = ", by night" if power.get("night") else ""
    text = f"{power['leds']} LEDs at brightness {power['brightness']}{dimmed}: asked {power['asked_ma']} mA, "
    text += f"given {power['given_ma']} mA, drawn now about {power['estimated_ma']} mA"
    if not power.get("limited"):
        return [Finding(FINE, "power", text)]
    if power["estimated_ma"] > power["given_ma"]:
        todo = "a stronger supply and fuse first, then power.supply_ma in table.json; or fewer LEDs there (docs/settings.md)"
        return [Finding(WRONG, "power", text + "; idle LEDs and controller take more than that, so no LED can be lit", todo)]
    todo = "nothing, if that is bright enough; else a stronger supply and fuse first, then power.supply_ma in table.json (docs/settings.md)"
    return [Finding(NOTE, "power", text + "; dimmed so that the supply holds", todo)]


def judge_log(log: str, outside: bytes) -> list[Finding]:
    found = []
    if log.strip():
        found.append(Finding(NOTE, "board's log", log.strip()[-2000:]))
    text = outside.decode("utf-8", "replace").strip()
    if text:
        level = WRONG if "Traceback" in text else NOTE
        found.append(Finding(level, "outside of messages", text[-2000:], "send us this" if level == WRONG else ""))
    return found
