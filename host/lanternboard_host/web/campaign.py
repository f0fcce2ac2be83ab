"""A campaign's page: one campaign is shown, answered and edited. Its state is got by HTTP, which writes nothing; what people do, and the
news that something has changed, goes over one WebSocket, as on the board's page. The records are the judge of everything: here it is only
checked that a message is one, and who may. `with CampaignServer(records) as page: page.address`."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

from lanternboard.base.errors import Refused, Stale
from lanternboard.rules.party import BOXES

from .. import __version__
from ..campaign import derived, edits, effects, hunt, words
from ..campaign.asking import Entry, Text
from ..campaign.content import ATTRIBUTES, LISTS, LOCATIONS
from ..campaign.state import DEAD
from ..phones import KEEP, PLAY, allows
from ..phones import VERBS as VERBS_OF_PHONES
from ..records.campaigns import Records
from ..records.telling import meant, rolled, state_of
from .boards import Boards
from .callers import Lan
from .pages import Pages, Viewer
from .serving import SHARED, Serving, fixed, served
from .words import CAMPAIGN, PHONES, RULES

PORT = 2217
LOOKS = 1.0  # seconds between two looks at what other programs have added
LONGEST = 65536  # bytes of a message: an edit of a whole timeline, before and after
GREETING = 2048  # and of one that comes without the key
PAGE = 100  # entries of the history at once, at most
SCRIPTS = ("campaign.js", "fields.js", "drawn.js", "charts.js", "several.js", "still.js", "table.js", "sync.js")
FILES = ("campaign.html", "look.css", "campaign.css", "sync.css", "icon.svg", *SCRIPTS)
VERBS: dict[str, dict[str, Any]] = {
    "hello": {"token": str, "calm": bool},
    "answer": {"number": int, "choice": (int, str)},
    "roll": {"number": int},
    "undo": {"number": int},
    "redo": {"number": int},
    "edit": {"edit": list, "why": str},
    "each": {"number": int, "survivors": list, "step": list, "why": str},
    "take-back": {"entry": int},
    "sync": {},
    "take": {"journal": str},
    **VERBS_OF_PHONES,
}
KINDS = {int: "an integer", str: "a string", bool: "true or false", list: "a list"}


def read(text: str, longest: int = LONGEST) -> dict[str, Any]:
    """What a page says: one object, each field of its kind. Raises Refused with what was wrong and what is allowed."""
    if len(text.encode("utf-8", "replace")) > longest:
        raise Refused("", "a message that is too long", f"at most {longest} bytes")
    try:
        said = json.loads(text)
    except (ValueError, RecursionError):
        raise Refused("", "no JSON", "one object") from None
    verb = said.get("do") if isinstance(said, dict) else None
    if not isinstance(verb, str) or verb not in VERBS:
        raise Refused("do", "nothing that a page may ask", ", ".join(VERBS))
    if set(said) != {"do", *VERBS[verb]}:
        raise Refused("", "other fields than it has", ", ".join(["do", *VERBS[verb]]))
    for name, kind in VERBS[verb].items():
        if not isinstance(said[name], kind) or (isinstance(said[name], bool) and kind is not bool):
            raise Refused(name, "of the wrong kind", " or ".join(KINDS[one] for one in (kind if isinstance(kind, tuple) else (kind,))))
        if isinstance(said[name], int) and not -(1 << 31) < said[name] < 1 << 31:
            raise Refused(name, "too large", "a number of 32 bits")
    return said


def shown(records: Records) -> dict[str, Any]:
    """All that the page draws; of the dead only what their list needs: after many years they are nearly all of a campaign."""
    game, content = records.campaign, records.content
    s = game.state
    found = state_of(records)
    options = game.prompt.options
    asked = found["asked"]
    asked["why"] = RULES.get(asked["rule"], "")
    asked["text"] = [options.least, options.most] if isinstance(options, Text) else None
    asked["entry"] = isinstance(options, Entry)
    asked["subject"] = list(game.prompt.subject)
    last = records.history(count=1)
    on = hunt.state_of(s)
    if on is not None:
        on["events"] = [hunt.event_of(game, space) for space in range(content.raw["hunt"]["spaces"])]
        on["name"] = content.name("monsters", s.data["show"]["monster"])
    return {
        **found,
        "records": {**s.data, "survivors": {one: _brief(sheet) for one, sheet in s.survivors.items()}},
        "title": s.settlement["name"] or records.path.stem,
        "undo": game.can_undo,
        "redo": game.can_redo,
        "told": [said for row in last for said in words.happened(row["told"], s, content)],
        "armor": {one: derived.armor(sheet, content) for one, sheet in s.survivors.items() if sheet["state"] != "dead"},
        "hunt": on,
    }


BRIEF = ("name", "state", "died", "cause")


def _brief(sheet: dict[str, Any]) -> dict[str, Any]:
    return {key: sheet[key] for key in BRIEF} if sheet["state"] == DEAD else sheet


def told_of(records: Records, before: int | None, count: int) -> list[dict[str, Any]]:
    """The history in words, the newest first."""
    s, content = records.campaign.state, records.content
    out = []
    for row in records.history(before, count):
        entry = words.entry(row, s, content)
        said = words.happened(row.pop("told"), s, content)
        choice = row.pop("choice")
        out.append({**row, "told": said, "entry": entry, "choice": "" if choice is None else words.option(choice, s, content)[:200]})
    return out


def vocabulary(records: Records) -> dict[str, Any]:
    """What does not change while the page is served: the content's names, and what fields and steps can be."""
    content = records.content
    return {
        "version": __version__,
        "lists": {name: [[entry["id"], entry["name"]] for entry in content.all(name)] for name in LISTS},
        "principles": {
            entry["id"]: [[one["id"], one.get("name", one["id"])] for one in entry.get("options", [])]
            for entry in content.all("principles")
        },
        "attributes": ATTRIBUTES,
        "locations": LOCATIONS,
        "boxes": BOXES,
        "hunt": content.raw["hunt"],
        "steps": {"settlement": effects.SETTLEMENT, "survivor": effects.SURVIVOR, "hunt": effects.HUNT},
        "words": effects.WORDS,
    }


class CampaignServer(Serving, Pages):
    """`records`: the campaign, which nobody else uses in this program meanwhile. `who`: whom the entries are by. `boards`: what syncs it
    with boards, begun and ended here. The rest as PageServer."""

    needs = {**Pages.needs, "answer": PLAY, "roll": PLAY, "undo": PLAY, "redo": PLAY, "sync": PLAY}

    def __init__(
        self,
        records: Records,
        host: str = "127.0.0.1",
        port: int = PORT,
        token: str | None = None,
        who: str = "",
        lan: Lan | None = None,
        boards: Boards | None = None,
    ) -> None:
        Serving.__init__(self, host, port, token, LONGEST, lan, who)
        Pages.__init__(self, self.callers)
        self.records = records
        self.boards = boards
        self._news = ""
        self._shown: tuple[Any, int, bytes] = (None, -1, b"")
        self._vocabulary = _json(vocabulary(records))
        self._hands = ThreadPoolExecutor(1, "campaign")  # whoever wants something of the records waits for the one before
        records.changed.append(self._wake)
        self._start()
        if boards is not None:
            boards.start(lambda do: self._hands.submit(do).result(), self._wake)

    def __enter__(self) -> CampaignServer:
        return self

    @property
    def open_pages(self) -> int:
        return len(self.all)

    @property
    def pages(self) -> Pages:
        return self

    def close(self) -> None:
        if self.boards is not None:
            self.boards.close()
        super().close()
        self._hands.shutdown()
        if self._wake in self.records.changed:
            self.records.changed.remove(self._wake)

    async def _with_records(self, do: Callable[[], Any]) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._hands, do)

    # What is served

    def routes(self) -> list[Any]:
        from starlette.responses import Response
        from starlette.routing import Route, WebSocketRoute

        def told(path: str, get: Callable[[Any], bytes]) -> Route:
            async def serve(request):
                try:
                    body = await self._with_records(lambda: get(request.query_params))
                except Refused as wrong:
                    return Response(f"{wrong}\n", 400, media_type="text/plain; charset=utf-8")
                return Response(body, media_type="application/json", headers={"cache-control": "no-store"})

            return Route(path, serve, methods=["GET"])

        return [
            *fixed(served(FILES + SHARED)),
            told("/campaign.json", lambda _: self._state()),
            told("/content.json", lambda _: self._vocabulary),
            told("/history.json", self._history),
            told("/survivor.json", self._survivor),
            WebSocketRoute("/table", self.serve),
        ]

    def _state(self) -> bytes:
        game = self.records.campaign
        entries = len(game.journal)
        if self._shown[0] is not game or self._shown[1] != entries:
            self._shown = game, entries, _json(shown(self.records))
        return self._shown[2]

    def _history(self, wanted: Any) -> bytes:
        if not set(wanted) <= {"before", "count"}:
            raise Refused("", "no such page of the history", "before, count")
        before = _number(wanted, "before", 0, (1 << 31) - 1)
        count = _number(wanted, "count", 1, PAGE)
        return _json({"entries": told_of(self.records, before, count or PAGE)})

    def _survivor(self, wanted: Any) -> bytes:
        """The whole sheet of one, as the page has it of the living."""
        found = self.records.campaign.state.survivors
        if set(wanted) != {"id"} or wanted["id"] not in found:
            raise Refused("id", "no survivor has it", "the id of one")
        sheet = found[wanted["id"]]
        return _json({"sheet": sheet, "armor": derived.armor(sheet, self.records.content)})

    # What changes

    async def pump(self) -> None:
        assert self._changed is not None
        while True:
            news = await self._with_records(self._look)
            if news != self._news:
                self._news = news
                for viewer in self.seeing:
                    viewer.state = news
                    viewer.due.set()
            try:
                await asyncio.wait_for(self._changed.wait(), LOOKS)
            except TimeoutError:
                pass
            self._changed.clear()

    def _look(self) -> str:
        """The news: how long the journal is now, what number is asked, and what keeps it from being read."""
        problem = ""
        try:
            self.records.refresh()
        except Refused as wrong:
            problem = CAMPAIGN["lost"].format(what=wrong)
        game = self.records.campaign
        boards = self.boards.status if self.boards is not None else None
        return _json({"is": "changed", "entries": len(game.journal), "number": game.number, "problem": problem, "boards": boards}).decode()

    # Pages

    def read(self, text: str, viewer: Viewer) -> dict[str, Any]:
        return read(text, LONGEST if viewer.may else GREETING)

    def show(self, viewer: Viewer) -> None:
        viewer.state = self._news or None
        viewer.due.set()

    async def do(self, viewer: Viewer, said: dict[str, Any]) -> None:
        if said["do"] in ("sync", "take"):
            await asyncio.to_thread(self._with_boards, viewer, said)
        else:
            await self._with_records(partial(self._do, viewer, said))
        viewer.due.set()

    def _do(self, viewer: Viewer, said: dict[str, Any]) -> None:
        """What a page asks for; it is told that it is done, or why not."""
        verb = said["do"]
        try:
            entries = len(self.records.campaign.journal)
            broken = self._change(viewer, said)
        except Stale:
            _refuse(viewer, verb, self._stale(), stale=True)
        except Refused as wrong:
            _refuse(viewer, verb, self._kindly(verb, wrong), **self._now(wrong.path))
        except Exception as wrong:  # the records have taken everything back
            _refuse(viewer, verb, CAMPAIGN["mistake"].format(what=repr(wrong)))
        else:
            s, content = self.records.campaign.state, self.records.content
            events = self.records.campaign.events
            happened = words.happened(events, s, content)
            spared = [words.told(event, s, content) for event in events if event[0] == "spared"]
            if verb == "edit" and len(self.records.campaign.journal) == entries:
                happened = [CAMPAIGN["nothing"]]
            _tell(viewer, {"is": "done", "do": verb, "told": happened, "spared": spared, "broken": broken})

    def _with_boards(self, viewer: Viewer, said: dict[str, Any]) -> None:
        """A sync that a page asks for, or one of those that wait is taken. Not on the records' thread, which it needs."""
        told: list[str] = []
        try:
            if self.boards is None:
                raise Refused("", CAMPAIGN["no boards"])
            if said["do"] == "take":
                told = self.boards.take(said["journal"])
            else:
                self.boards.ask()
        except Refused as wrong:
            news = {"is": "refused", "do": said["do"], "why": str(wrong)}
        except Exception as wrong:
            news = {"is": "refused", "do": said["do"], "why": CAMPAIGN["mistake"].format(what=repr(wrong))}
        else:
            news = {"is": "done", "do": said["do"], "told": told, "broken": []}
        if self._loop is not None:
            self._loop.call_soon_threadsafe(_tell, viewer, news)

    def _change(self, viewer: Viewer, said: dict[str, Any]) -> list[str]:
        """Which rules the records break now and did not before."""
        change, verb, who = self.records.change, said["do"], viewer.who
        if not allows(viewer.right, need := self.needs.get(verb, KEEP)):
            raise Refused("", self._lacks(viewer, need))  # since it asked
        if verb == "edit":
            return change(lambda game: game.edit(said["edit"], said["why"]), who, "edit")
        if verb == "each":
            return change(lambda game: game.each(said["number"], said["survivors"], said["step"], said["why"]), who, "edit")
        if verb == "take-back":
            return change(lambda game: game.take_back(said["entry"]), who, f"takes back entry {said['entry']}")
        number = said["number"]
        if verb in ("undo", "redo"):
            change(lambda game: _turn(game, verb, number, viewer), who, verb)
        elif verb == "roll":
            change(lambda game: game.answer(number, rolled(game, number)), who, "the app rolls")
        else:
            choice = said["choice"]
            change(lambda game: game.answer(number, choice if isinstance(choice, int) else meant(game, choice)), who, "answer")
        return []

    def _stale(self) -> str:
        """Told what came since, the last of it."""
        for row in told_of(self.records, None, 5):
            if row["told"] or row["choice"]:
                return CAMPAIGN["stale"].format(what=(row["told"] or [row["choice"]])[0])
        return CAMPAIGN["stale.nothing"]

    def _kindly(self, verb: str, wrong: Refused) -> str:
        """A refusal, for people."""
        asked = self.records.campaign.prompt
        if verb == "answer" and isinstance(asked.options, Text):
            return f"This is asked: {asked.options.allowed()}."
        return str(wrong)

    def _now(self, path: str) -> dict[str, Any]:
        """What a field that was refused is now; {} where it is no field."""
        try:
            store, key, _ = edits.field(self.records.campaign.state, path)
        except Refused:
            return {}
        return {"path": path, "now": store[key]}


def _turn(game: Any, verb: str, number: int, viewer: Viewer) -> None:
    """Takes back, or does again. Who may only play does that with answers, not with what was edited by hand. Raises Refused; the records
    then take back what was done here."""
    by_hand = verb == "undo" and game.number == number and game.edited
    (game.undo if verb == "undo" else game.redo)(number)
    if (by_hand or (verb == "redo" and game.edited)) and not allows(viewer.right, KEEP):
        raise Refused("", PHONES["by hand"].format(who=viewer.who))


def _json(found: Any) -> bytes:
    return json.dumps(found, separators=(",", ":")).encode()


def _tell(viewer: Viewer, what: dict[str, Any]) -> None:
    viewer.told.append(_json(what).decode())
    viewer.due.set()


def _refuse(viewer: Viewer, verb: str, why: str, **more: Any) -> None:
    _tell(viewer, {"is": "refused", "do": verb, "why": why, **more})


def _number(wanted: Any, name: str, low: int, high: int) -> int | None:
    """A number of an address; None where it is not there. Raises Refused."""
    given = wanted.getlist(name)
    if not given:
        return None
    if len(given) > 1 or not given[0].isascii() or not given[0].isdigit() or len(given[0]) > 10 or not low <= int(given[0]) <= high:
        raise Refused(name, "no such number", f"{low} to {high}")
    return int(given[0])
