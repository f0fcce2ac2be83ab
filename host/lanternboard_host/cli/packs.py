"""`lanternboard pack check|push`: packs looked at as an image's are, and put onto a board. The board checks again what it gets."""

from __future__ import annotations

import json as text
import os
import shlex
from pathlib import Path

from lanternboard.base.errors import Refused

from . import OK, REFUSED, WRONG, inputs, outputs, say

# What a deck's cards are called, where that is not the deck's own name.
ONE = {
    "monsters": "monster",
    "targets": "target list",
    "instincts": "instinct",
    "ai": "AI card",
    "locations": "location",
    "tables": "table",
}
ONE |= {"gear": "piece of gear", "basic": "basic resource", "parts": "part of the monster", "scenarios": "scenario"}
MANY = {"targets": "target lists", "ai": "AI cards", "gear": "pieces of gear", "basic": "basic resources", "parts": "parts of the monster"}


def check(names: list[str], json: bool) -> int:
    """Files, folders of *.json, or - for standard input. 1 where one is refused."""
    files: list[str] = []
    for name in names:
        inside = sorted(str(path) for path in Path(name).glob("*.json")) if name != "-" and os.path.isdir(name) else [name]
        if not inside:
            say(f"{name}: no pack is in this folder (allowed: a folder of *.json, a file, or -)")
            return WRONG
        files += inside
    code = OK
    for file in files:
        content = inputs.content_of(file)
        if content is None:
            return WRONG
        try:
            _told(file, _pack(content), json)
        except Refused as refused:
            code = REFUSED
            outputs.refused(file, refused, json)
    return code


def source_of(pack: str) -> bytes | None:
    """What --pack means: the content of a file with a lanternboard/pack/1, looked at; b"" for the id of an installed one; None: it has
    been said why not. Raises Refused."""
    from ..faces.cards import installed, packs_folder

    if (packs_folder() / f"{pack}.json").is_file():
        return b""
    if pack != "-" and not pack.endswith(".json") and not os.path.isfile(pack):
        try:
            installed(pack)
        except Refused as refused:
            told = Refused("--pack", refused.message, f"{refused.allowed}, or the FILE of a pack, NAME.json")
            told.exit_code = WRONG  # type: ignore[attr-defined]
            raise told from None
    content = inputs.content_of(pack)
    if content is not None:
        try:
            _pack(content)
        except Refused as refused:
            raise Refused(": ".join(filter(None, (pack, refused.path))), refused.message, refused.allowed) from None
    return content


def _pack(content: bytes) -> dict:
    from ..image import read_pack

    if not content.strip():
        raise Refused("", "the file is empty", "a lanternboard/pack/1")
    return read_pack(content)


def _told(file: str, pack: dict, json: bool) -> None:
    from ..image import pack_digest

    counts = {name: len(cards) for name, cards in pack["decks"].items()}
    if json:
        told = {"file": file, "id": pack["id"], "name": pack["name"], "digest": pack_digest(pack), "decks": counts}
        print(text.dumps(told, ensure_ascii=False))
    else:
        print(f"{file}: all right, {pack['id']}, {pack['name']}: {_counts(pack)}")


def _counts(pack: dict) -> str:
    return ", ".join(
        f"{len(cards)} {ONE.get(name, name) if len(cards) == 1 else MANY.get(name, name)}" for name, cards in pack["decks"].items()
    )


def push(file: str, port: str | None) -> int:
    """Compiles it as an image's are and puts it onto a board, which plays it from its next start on where its settings name it."""
    content = inputs.content_of(file)
    if content is None:
        return WRONG
    from ..image import pack_digest, pack_lines, shipped_packs
    from ..link import Client
    from ..link.labels import called
    from ..link.opening import PortProblem

    try:
        pack = _pack(content)
        with Client(port) as client:
            client.put("pack", pack_lines(pack), name=pack["id"])
            playing = client.request("settings", key="pack")["text"]
    except PortProblem:
        raise
    except Refused as refused:
        outputs.refused(file, refused, False)
        return REFUSED
    board = called(client.id, client.port)
    if playing == pack["id"]:
        print(f"{file}: {board} has {pack['id']} {pack_digest(pack)} and plays it from its next start on")
    else:
        print(f'{file}: {board} has {pack["id"]}; it plays {playing} until its table.json says "pack": "{pack["id"]}"')
    for path, shipped in shipped_packs():
        if shipped["id"] == pack["id"] and pack_digest(shipped) != pack_digest(pack):
            was = f"it replaces the {pack['id']} that comes with the firmware ({_counts(shipped)}); a pack of your own has an id of its own"
            say(f"{file}: {was}. Back again: lanternboard pack push {shlex.quote(str(path))}")
    return OK
