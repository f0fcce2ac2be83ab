"""What the board's menu tells in its list and on its pages for power and about, for faces. It is asked while one is open, on a thread
of its own: nobody who watches the table waits for it."""

from __future__ import annotations

import json
import threading
import time

from lanternboard.base.errors import Refused
from lanternboard.controls import menu
from lanternboard.screen.english import ENGLISH

from ..link.client import Client
from ..link.opening import PortProblem

EVERY = 1.0  # seconds between two looks at what the board draws, as on its display
PATIENCE = 5.0  # seconds that it may take to tell

Told = tuple[tuple[str, str], ...]


class Facts:
    """`told`: (name, value) of the page that is open, () until the board has answered and on every other page. `changes` grows with
    it. `look` is for the thread that watches the table."""

    def __init__(self, client: Client, clock=time.monotonic) -> None:
        self.told: Told = ()
        self.changes = 0
        self._client = client
        self._clock = clock
        self._page = 0
        self._asked = float("-inf")
        self._asking: threading.Thread | None = None
        self._answer: tuple[int, Told] = (0, ())

    def look(self, page: int) -> None:
        """`page`: of the board's menu, 0 while that is closed."""
        if page != self._page:
            self._page, self._asked, self._answer = page, float("-inf"), (0, ())
            self._tell(())
        of, told = self._answer
        if told and of == page:
            self._tell(told)
        if page not in ASKED or (page == menu.ABOUT and self.told):
            return
        busy = self._asking is not None and self._asking.is_alive()
        if not busy and self._client.online and self._clock() >= self._asked + EVERY:
            self._asked = self._clock()
            self._asking = threading.Thread(target=self._ask, args=(page,), name="facts", daemon=True)
            self._asking.start()

    def _tell(self, told: Told) -> None:
        if told != self.told:
            self.told = told
            self.changes += 1

    def _ask(self, page: int) -> None:
        try:
            self._answer = page, ASKED[page](self._client)
        except (Refused, PortProblem, ValueError, KeyError):
            return  # it is asked again


def lights(client: Client) -> Told:
    """How bright they are. Raises Refused, PortProblem, ValueError, KeyError."""
    report = json.loads(client.get("power", timeout=PATIENCE))
    night = ENGLISH["menu.on" if report["night"] else "menu.off"]
    return (ENGLISH["menu.brightness"], str(report["brightness"])), (ENGLISH["menu.night"], night)


def power(client: Client) -> Told:
    """Milliamperes; - where the board has no LEDs to reckon with. Raises Refused, PortProblem, ValueError, KeyError."""
    report = json.loads(client.get("power", timeout=PATIENCE))
    told = []
    for key in ("asked", "given", "estimated"):
        told.append((ENGLISH["menu.power." + key], f"{report[key + '_ma']} mA" if report["leds"] else "-"))
    return (*told, (ENGLISH["menu.power.limited"], ENGLISH["id.yes" if report["limited"] else "id.no"]))


def about(client: Client) -> Told:
    """The board, what runs there, what it plays by and what it has to say about its start. Raises Refused, PortProblem, KeyError."""
    notes = client.long("log", timeout=PATIENCE).decode("utf-8", "replace").splitlines()
    hello, table = client.hello, client.table
    told = [("board", hello["id"]), ("version", hello["version"]), ("rules", str(hello["rules"])), ("driver", hello["driver"])]
    told += [("pack", table["pack"]), ("table.json", table["settings"])]
    return (*told, *[("start", note) for note in notes if note])


ASKED = {menu.LIST: lights, menu.POWER: power, menu.ABOUT: about}
