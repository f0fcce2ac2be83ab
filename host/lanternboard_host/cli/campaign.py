"""`lanternboard campaign ...` and `survivor`: a campaign's records looked at, answered, edited, taken back, copied and made anew. Each
command is one sentence or one line of JSON; every change is on disk when it is told."""

from __future__ import annotations

import getpass
import json as text
import re
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lanternboard.base.errors import Refused

from . import OK, REFUSED, outputs, say

NO_ANSWER = ("not an answer to this prompt", "not JSON")  # refusals that say nothing of what was typed
NUMBER = re.compile(r"[+-]?[0-9]{1,9}")

if TYPE_CHECKING:
    from ..records.campaigns import Records
    from ..records.shelf import Shelf


def shelf() -> Shelf:
    from ..campaign.content import core
    from ..places import data
    from ..records.shelf import Shelf

    return Shelf(data(), core())


def who() -> str:
    """Whom an entry is by."""
    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return ""


def told(found: dict[str, Any] | list[Any], json: bool, said: str) -> int:
    print(text.dumps(found, ensure_ascii=False, separators=(",", ":")) if json else said)
    return OK


def refused(wrong: Refused, json: bool) -> int:
    return outputs.refused("", wrong, json) if json else _sentence(wrong)


def _sentence(wrong: Refused) -> int:
    say(str(wrong))
    return REFUSED


def new(name: str, survivors: list[str], seats: int, json: bool) -> int:
    from ..records.shelf import summary

    names = survivors or ["Allister", "Erza", "Lucy", "Zachary"]
    try:
        with shelf().create(name, who(), names, seats) as records:
            found = summary(records)
    except Refused as wrong:
        return refused(wrong, json)
    return told(found, json, f"{found['name']}: a campaign of {', '.join(names)}; next: `lanternboard campaign play {found['name']}`")


def listed(json: bool) -> int:
    place = shelf()
    found = place.summaries()
    if json:
        return told(found, True, "")
    if not found:
        print("no campaign yet: `lanternboard campaign new NAME`")
        return OK
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for title in ("campaign", "settlement", "year", "phase", "population", "survivors", "deaths"):
        table.add_column(title, justify="right" if title in ("year", "population", "survivors", "deaths") else "left")
    for row in found:
        if "wrong" not in row:
            table.add_row(*(str(row[key]) for key in ("name", "settlement", "year", "phase", "population", "survivors", "deaths")))
    if table.rows:
        Console(soft_wrap=True).print(table)
    for row in found:
        if "wrong" in row:
            print(f"{row['name']}: {row['wrong']}")
    print(f"campaigns in {place.campaigns}")
    return OK


def show(name: str | None, survivor: str | None, history: int | None, by_year: bool, json: bool) -> int:
    from ..campaign import words, years
    from ..records.telling import state_of

    try:
        with shelf().open(name, read_only=True) as records:
            s, content = records.campaign.state, records.content
            if survivor is not None:
                one = survivor_of(records, survivor)
                return told({"id": one, **s.survivors[one]}, json, _sheet(records, one))
            if history is not None:
                rows = records.history(count=history)
                lines = [_entry(row, records) for row in rows]
                return told(rows, json, "\n".join(lines))
            if by_year:
                return told(years.named(s, content), json, _years(years.named(s, content)))
            found = state_of(records)
            if json:
                return told(found, True, "")
            home = s.settlement
            lines = [
                f"{home['name'] or records.path.stem}, lantern year {home['year']}: {home['outcome'] or home['phase']} phase",
                f"  population {home['population']}, death count {home['deaths']}, survival limit {words.limit(s, content)}",
                f"  endeavors {home['endeavors']}",
            ]
            for title, ids in (
                ("locations", home["locations"]),
                ("innovations", home["innovations"]),
                ("principles", list(home["principles"].values())),
                ("quarries", home["quarries"]),
            ):
                if ids:
                    lines.append(f"  {title}: {', '.join(words.name(one, s, content) for one in ids)}")
            for title in ("storage", "gear"):
                if home[title]:
                    lines.append(f"  {title}: " + ", ".join(f"{n} {words.name(one, s, content)}" for one, n in sorted(home[title].items())))
            for one, sheet in s.survivors.items():
                if sheet["state"] != "dead":
                    lines.append(f"  {one}  {_short(sheet)}{'  departs' if one in s.data['party'] else ''}")
            lines += [f"  ! {line}" for line in found["broken"]]
            lines.append("asked: " + found["asked"]["sentence"])
            return told({}, False, "\n".join(lines))
    except Refused as wrong:
        return refused(wrong, json)


def _years(rows: list[dict[str, Any]]) -> str:
    """A line a year, the present one last."""
    from ..campaign import years

    titles = (*years.FIGURES, "mean")
    lines = ["  ".join(titles)]
    for row in rows:
        lines.append("  ".join(("-" if row[one] is None else str(row[one])).rjust(len(one)) for one in titles))
    return "\n".join(lines if rows else ["no lantern year yet: the First Story is not over"])


def _short(sheet: dict[str, Any]) -> str:
    figures = [f"{what} {sheet[what]}" for what in ("movement", "speed", "accuracy", "strength", "evasion", "luck") if sheet[what]]
    more = [sheet["state"]] if sheet["state"] != "alive" else []
    more += ["skips the hunt"] if sheet["skip_hunt"] else []
    return "  ".join([sheet["name"], f"survival {sheet['survival']}", f"insanity {sheet['insanity']}", *figures, *more])


def _sheet(records: Records, one: str) -> str:
    from ..campaign import derived
    from ..campaign.content import LOCATIONS

    sheet = records.campaign.state.survivors[one]
    points = derived.armor(sheet, records.content)
    lines = [f"{one}  {_short(sheet)}"]
    lines.append("  armor " + ", ".join(f"{place} {points[place]}" for place in LOCATIONS))
    for what in ("courage", "understanding", "experience", "bleed"):
        lines.append(f"  {what} {sheet[what]}")
    lines.append(f"  weapon proficiency {sheet['proficiency']['type'] or '-'} {sheet['proficiency']['level']}")
    for what in ("boxes", "arts", "disorders", "abilities", "impairments"):
        if sheet[what]:
            lines.append(f"  {what}: {', '.join(sheet[what])}")
    if sheet["injuries"]:
        lines.append("  injuries: " + ", ".join(" ".join(pair) for pair in sheet["injuries"]))
    lines.append("  gear: " + ", ".join(records.content.name("gear", piece) for piece in sheet["gear"] if piece))
    return "\n".join(lines)


def _entry(row: dict[str, Any], records: Records) -> str:
    from ..campaign import words

    s, content = records.campaign.state, records.content
    what = words.entry(row, s, content)
    return f"{row['number']:>6}  {row['at'][:16].replace('T', ' ')}  {row['who'] or '-':<10} {row['rule'] or '-':<4} {what}"


def survivor_of(records: Records, wanted: str) -> str:
    """A survivor's id, by id or by name. Raises Refused."""
    survivors = records.campaign.state.survivors
    if wanted in survivors:
        return wanted
    found = [one for one, sheet in survivors.items() if sheet["name"].casefold() == wanted.casefold()]
    if len(found) == 1:
        return found[0]
    known = ", ".join(f"{one} {sheet['name']}" for one, sheet in list(survivors.items())[:12])
    raise Refused("survivor", f"{wanted} may be several" if found else f"no survivor {wanted}", ", ".join(found) or known or "none yet")


def survivors(name: str | None, json: bool) -> int:
    try:
        with shelf().open(name, read_only=True) as records:
            found = [{"id": one, **sheet} for one, sheet in records.campaign.state.survivors.items()]
    except Refused as wrong:
        return refused(wrong, json)
    return told(found, json, "\n".join(f"{row['id']}  {_short(row)}" for row in found) or "none yet: `lanternboard survivor add NAME`")


def answer(name: str | None, choice: str | None, number: int | None, json: bool) -> int:
    """None: what chance is asked is rolled or drawn here."""
    from ..campaign import words
    from ..records.telling import asked

    try:
        with shelf().open(name) as records:
            game = records.campaign
            wanted = game.number if number is None else number
            if choice is None:
                _rolls(records, wanted)
            else:
                records.change(partial(_answer, wanted, choice), who(), "answer")
            s, content = game.state, records.content
            lines = words.happened(records.campaign.events, s, content)
            found = {"told": records.campaign.events, "asked": asked(records)}
            return told(found, json, "\n".join([*lines, "asked: " + asked(records)["sentence"]]))
    except Refused as wrong:
        return refused(wrong, json)


def _answer(number: int, choice: str, game: Any) -> bool:
    from ..records.telling import meant

    return game.answer(number, meant(game, choice))


def _rolls(records: Records, number: int) -> None:
    from ..records.telling import rolled

    records.change(lambda game: game.answer(number, rolled(game, number)), who(), "the app rolls")


def edit(name: str | None, changes: list[str], why: str, json: bool) -> int:
    """`changes`: FIELD=VALUE, the value as JSON, or a text."""
    try:
        with shelf().open(name) as records:
            values = []
            for change in changes:
                path, equals, value = change.partition("=")
                if not equals:
                    raise Refused(change, "not a change", "FIELD=VALUE as settlement.population=12 or survivors.s1.luck=-1")
                values.append((_path(records, path), _value(value)))
            broken = records.change(lambda game: game.set_fields(values, why), who(), "edit")
            changed = [event[1:] for event in records.campaign.events if event[0] == "edited"]
    except Refused as wrong:
        return refused(wrong, json)
    lines = [_changed(records, *row) for row in changed]
    lines += [f"! {line}" for line in broken]
    return told({"changed": changed, "broken": broken}, json, "\n".join(lines or ["nothing changed"]))


def each(name: str | None, step: str, whom: list[str], group: str | None, why: str, json: bool) -> int:
    """One change, in plain words or as JSON, for these survivors or all of a group."""
    from ..campaign import effects, words

    try:
        with shelf().open(name) as records:
            if bool(whom) == bool(group):
                raise Refused("survivor", "whom it is for must be said once", "names, or --all living, departing or returning")
            ids = (
                list(effects.group(records.campaign.state, group))
                if group
                else list(dict.fromkeys(survivor_of(records, one) for one in whom))
            )
            if not ids:
                raise Refused("--all", f"nobody is {group} now", "living, departing, returning, or names")
            number = records.campaign.number
            try:
                made = text.loads(_step(records, step))
            except (ValueError, RecursionError):
                raise Refused("change", f"{step} is none", ", ".join(effects.SURVIVOR)) from None
            broken = records.change(lambda game: game.each(number, ids, made, why), who(), "edit")
            events, s = records.campaign.events, records.campaign.state
            lines = [*words.happened(events, s, records.content), *(f"! {line}" for line in broken)]
    except Refused as wrong:
        return refused(wrong, json)
    return told({"told": events, "broken": broken}, json, "\n".join(lines or ["nothing changed"]))


def _changed(records: Records, path: str, was: Any, now: Any) -> str:
    if path == "settlement.timeline":  # as it is, or was, nobody finds what is another one
        from ..campaign import words

        return words.told(["edited", path, was, now], records.campaign.state, records.content)
    return f"{path}: {text.dumps(was, ensure_ascii=False)} -> {text.dumps(now, ensure_ascii=False)}"


def _path(records: Records, path: str) -> str:
    """A survivor may be named in the place of its id; a name may have dots in it."""
    first, _, rest = path.partition(".")
    if first != "survivors" or rest == "+":
        return path
    from ..campaign.edits import SURVIVOR

    for key in sorted(SURVIVOR, key=len, reverse=True):
        if rest.endswith("." + key):
            return f"survivors.{survivor_of(records, rest[: -len(key) - 1])}.{key}"
    return path


def _value(value: str) -> Any:
    try:
        return text.loads(value)
    except (ValueError, RecursionError):
        return value


def undo(name: str | None, entry: int | None, redo: bool, json: bool) -> int:
    from ..records.telling import asked

    try:
        with shelf().open(name) as records:
            if entry is not None:
                records.change(lambda game: game.take_back(entry), who(), f"takes back entry {entry}")
            elif redo:
                records.change(lambda game: game.redo(game.number), who(), "redo")
            else:
                records.change(lambda game: game.undo(game.number), who(), "undo")
            found: dict[str, Any] = {
                "asked": asked(records),
                "changed": [event for event in records.campaign.events if event[0] == "edited"],
            }
    except Refused as wrong:
        return refused(wrong, json)
    return told(found, json, "asked: " + found["asked"]["sentence"])


def backup(name: str | None, json: bool) -> int:
    try:
        with shelf().open(name, read_only=True) as records:
            found = records.backup()
    except Refused as wrong:
        return refused(wrong, json)
    return told({"file": str(found)}, json, str(found))


def restore(name: str, file: str | None, newest: bool, force: bool, json: bool) -> int:
    """Without a FILE, which `newest` picks too: tells which copies there are, and restores none."""
    try:
        place = shelf()
        try:
            path = place.find(name)
        except Refused:
            from ..records.shelf import SUFFIX, slug_of

            path = place.campaigns / f"{slug_of(name)}{SUFFIX}"
        if file is None and not newest:
            copies = [str(copy) for copy in place.copies(path)]
            if json:
                told({"copies": copies, "restored": False}, True, "")
            else:
                print("".join(f"{copy}\n" for copy in copies), end="")
                wanted = "--newest, or one of these files" if copies else "no backup yet: `lanternboard campaign backup`; or a file"
                say(f"{path.stem}: nothing was restored (allowed: {wanted})")
            return REFUSED
        copy = place.newest(path) if file is None else Path(file)
        kept = place.restore(path, copy, force)
    except Refused as wrong:
        return refused(wrong, json)
    return told(
        {"file": str(path), "before": str(kept or "")}, json, f"{path.stem} is as in {copy}" + (f"; before: {kept}" if kept else "")
    )


def rebuild(name: str | None, json: bool) -> int:
    from rich.console import Console
    from rich.progress import Progress

    try:
        with (
            shelf().open(name) as records,
            Progress(console=Console(stderr=True), transient=True, disable=json or not sys.stderr.isatty()) as bar,
        ):
            task = bar.add_task("playing it again", total=len(records.campaign.journal))
            same = records.rebuild(lambda done, total: bar.update(task, completed=done, total=total))
            found = {"same": same, "entries": len(records.campaign.journal)}
    except Refused as wrong:
        return refused(wrong, json)
    return told(
        found,
        json,
        f"{found['entries']} entries played again: " + ("identical rows" if same else "the rows were other ones, and are made anew"),
    )


def play(name: str | None, dice: str) -> int:
    """Asks and answers, line by line, until the end of input or `q`; `u` takes back. Chance: rolled here, or asked
    ("table"), where `roll` rolls here."""
    from rich.console import Console

    from ..records.telling import asked

    out = Console(highlight=False, soft_wrap=True)
    try:
        with shelf().open(name) as records:
            while True:
                found = asked(records)
                if found["chance"] and dice == "board":
                    _fate(out, records, found)
                    continue
                about = "  ".join(filter(None, (found["rule"], found["chanced"])))
                out.print(f"[bold]{_safe(found['sentence'])}[/bold]  [dim]{_safe(about)}[/dim]")
                numbers = bool(found["options"]) and isinstance(found["options"][0], int)
                numbered = [] if numbers else list(zip(found["options"], found["words"], strict=True))
                if numbers:
                    usual = "" if found["usual"] is None else f"  [dim]usual {found['usual']}[/dim]"
                    usual += "  [dim]`roll`: the app does[/dim]" if found["chance"] else ""
                    out.print(f"  {found['options'][0]} to {found['options'][-1]}{usual}")
                for k, (one, said) in enumerate(numbered, 1):
                    out.print(f"  {k:>2}  {_safe(said)}" + ("  [dim]usual[/dim]" if one == found["usual"] else ""))
                if not numbers and (found["allowed"] or found["chance"]):
                    out.print(f"  [dim]{_safe(_allowed(found, numbered))}[/dim]")
                line = _line()
                if line is None or line == "q":
                    return OK
                try:
                    if line == "u":
                        records.change(lambda game: game.undo(game.number), who(), "undo")
                    elif line == "roll" and found["chance"]:
                        _fate(out, records, found)
                    else:
                        choice, number = _picked(line, found, numbered), found["number"]
                        if found["kind"] == "effect":
                            choice = _step(records, choice)
                        records.change(partial(_answer, number, choice), who(), "answer")
                        _tell(out, records)
                except Refused as wrong:
                    said = str(wrong)
                    if wrong.message in NO_ANSWER:
                        said = f"{line or 'nothing'}: no answer here (allowed: {_allowed(found, numbered)})"
                    out.print(f"[yellow]{_safe(said)}[/yellow]")
    except Refused as wrong:
        return _sentence(wrong)


def _picked(line: str, found: dict[str, Any], numbered: list[tuple[Any, str]]) -> str:
    """What a line means: nothing is the usual answer, a number the option beside it."""
    if line == "" and found["usual"] is not None:
        return str(found["usual"])
    if line.isascii() and line.isdigit() and len(line) < 4 and 0 < int(line) <= len(numbered):
        return str(numbered[int(line) - 1][0])
    return line


def _allowed(found: dict[str, Any], numbered: list[tuple[Any, str]]) -> str:
    """What may be typed at a question, with an example."""
    if found["kind"] == "effect":
        return 'what the card did, step by step, as `population 1`, `survivor s1 courage 1` or ["gain","skull",1]; `done`: no more'
    options = found["options"]
    ways = [f"{options[0]} to {options[-1]}, as {options[0]}" if options and not numbered else ""]
    ways += [f"a number from 1 to {len(numbered)}, as 1" if numbered else ""]
    ways += [found["allowed"], "`roll`: the app does" if found["chance"] else ""]
    ways += ["nothing: the usual one" if found["usual"] is not None else ""]
    return "; ".join(way for way in ways if way)


def _step(records: Records, line: str) -> str:
    """A step that is typed in plain words, as JSON; what is none is left as it is."""
    import shlex

    from ..campaign.effects import HUNT, NESTED, SETTLEMENT, SURVIVOR

    try:
        words: list[Any] = [int(word) if NUMBER.fullmatch(word) else word for word in shlex.split(line)]
    except ValueError:  # a quotation mark that is not closed
        return line
    if not words or words[0] not in {**SETTLEMENT, **SURVIVOR, **HUNT, **NESTED}:
        return line
    if words[0] in NESTED:
        at = len(NESTED[words[0]])
        if words[0] == "survivor" and len(words) > 1:
            words[1] = survivor_of(records, str(words[1]))
        words[at:] = [[words[at:]]]
    return text.dumps(words)


def _fate(out: Any, records: Records, found: dict[str, Any]) -> None:
    """The app rolls or draws, and tells it."""
    _rolls(records, found["number"])
    out.print("[dim]  " + _safe(f"{found['sentence']}: {records.history(count=1)[0]['choice']}") + "[/dim]")
    _tell(out, records)


def _tell(out: Any, records: Records) -> None:
    from ..campaign import words

    for said in words.happened(records.campaign.events, records.campaign.state, records.content):
        out.print("  " + _safe(said))


def _safe(said: str) -> str:
    from rich.markup import escape

    return escape(said)


def _line() -> str | None:
    try:
        return input("> ").strip()
    except EOFError:
        return None
