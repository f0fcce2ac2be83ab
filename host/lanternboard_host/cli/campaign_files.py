"""`lanternboard campaign export|import|sheets`: a campaign as one file, campaigns of files, and record sheets on paper."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Any

from lanternboard.base.errors import Refused

from . import OK, WRONG, inputs, outputs, say
from .campaign import refused, shelf, survivor_of, told, who


def export(names: list[str], file: str, force: bool, json: bool) -> int:
    """What is written has been read back before."""
    from ..records import files

    if not _right(names, file, force, json):
        return WRONG
    try:
        with shelf().open(names[0] if names else None, read_only=True) as records:
            data = files.export(records)
            read = files.read(data, records.content)
            name = records.path.stem
    except Refused as wrong:
        return refused(wrong, json)
    said = f"{file}: all of {name}, {len(read.entries)} entries; back again: `lanternboard campaign import`"
    return _wrote(file, data, {"name": name, "id": read.id, "entries": len(read.entries)}, said, json)


def _right(names: list[str], file: str, force: bool, json: bool) -> bool:
    """Whether the command can be carried out. False: it has been said why not."""
    if len(names) > 1:
        say(f"{' '.join(names)}: several campaigns (allowed: one, and then FILE)")
    elif json and file == "-":
        say("--json and - both take standard output (allowed: one of them)")
    else:
        return outputs.may_be_written(file, force)
    return False


def _wrote(file: str, data: bytes, found: dict[str, Any], said: str, json: bool) -> int:
    if not outputs.written(file, data):
        return WRONG
    return OK if file == "-" else told({"file": file, "bytes": len(data), **found}, json, said)


def import_(file: str, name: str | None, json: bool) -> int:
    from ..records import files

    try:
        data = inputs.content_of(file)
    except Refused as wrong:
        return outputs.refused("", wrong, json)
    if data is None:
        return WRONG
    try:
        made = _own(data, name) if files.is_one(data) else _others(data, name, Path(file).stem)
    except Refused as wrong:
        return outputs.refused(file, wrong, json, data)
    lines = []
    for one in made:
        lines.append(f"{one['name']}: {one['settlement'] or 'a settlement without a name'}, lantern year {one['year']}, ")
        lines[-1] += f"survivors: {one['survivors']}; next: `lanternboard campaign play {one['name']}`"
        lines += [f"  {note}" for note in one["notes"]]
    return told({"campaigns": made}, json, "\n".join(lines))


def _own(data: bytes, name: str | None) -> list[dict[str, Any]]:
    """The campaign of a file that `export` wrote."""
    from ..records import files
    from ..records.shelf import summary

    place = shelf()
    there = place.summaries()
    found = files.read(data, place.content)
    with files.laid(place, _free(place.place(name or found.name)), found) as records:
        row = summary(records)
        notes = [records.campaign.note.capitalize() + "."] if records.campaign.note else []
    notes += [f"{one['name']} is the same campaign: what a board brings fits both." for one in there if one.get("id") == row["id"]]
    return [{**row, "notes": notes}]


def _free(path: Path) -> Path:
    if path.exists():
        raise Refused("name", f"there is a campaign {path.stem} already", "another one: --name NAME")
    return path


def _others(data: bytes, name: str | None, file: str) -> list[dict[str, Any]]:
    """The campaigns of an ncalteen/kdm file: all of them, or none."""
    from ..records import database, ncalteen
    from ..records.files import FORMAT
    from ..records.shelf import slug_of, summary

    place = shelf()
    try:
        found = ncalteen.read(data, place.content, secrets.token_hex(8))
    except Refused as wrong:
        raise Refused(wrong.path, wrong.message, f"{wrong.allowed}, or a {FORMAT}") from None
    paths: list[Path] = []
    for one in found:
        called = [name] if name else [one.state.settlement["name"], file]
        base = next((slug for slug in map(slug_of, called) if slug), "campaign" if not name else "")
        first = place.place(base or name or "")
        path, n = first, 1
        while path in paths:
            n += 1
            path = first.with_stem(f"{first.stem}-{n}")
        paths.append(_free(path))
    made: list[dict[str, Any]] = []
    try:
        for path, one in zip(paths, found, strict=True):
            with place.create(path.stem, who(), state=one.state, cause="import") as records:
                made.append({**summary(records), "notes": one.notes})
    except BaseException:
        for row in made:
            database.remove(Path(row["file"]))
        raise
    return made


def sheets(names: list[str], file: str, survivors: list[str], settlement: bool, blank: bool, paper: str, force: bool, json: bool) -> int:
    from ..records import sheets

    if blank and (survivors or names):
        say(f"--blank and {' '.join([*names, *survivors])}: a blank sheet is nobody's (allowed: one of them)")
        return WRONG
    if not _right(names, file, force, json):
        return WRONG
    try:
        if blank:
            data = sheets.blank(shelf().content, "settlement" if settlement else "both", paper)
        else:
            with shelf().open(names[0] if names else None, read_only=True) as records:
                s, content = records.campaign.state, records.content
                ids = [survivor_of(records, one) for one in survivors]
                if settlement and not ids:
                    data = sheets.settlement(s, content, paper)
                elif ids and not settlement:
                    data = sheets.survivors(s, content, paper, ids)
                else:
                    data = sheets.everything(s, content, paper, ids or None)
    except Refused as wrong:
        return refused(wrong, json)
    return _wrote(file, data, {}, f"{file}: {len(data) // 1000} kB", json)
