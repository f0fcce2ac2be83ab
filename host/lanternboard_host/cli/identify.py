"""`lanternboard identify`: this is the board you mean. It glows, and says who it is; a label for it is kept here, by its id."""

from __future__ import annotations

import json as text

from . import OK, WRONG, outputs


def identify(port: str | None, label: str | None, svg: str | None, force: bool, stop: bool, json: bool) -> int:
    if svg is not None and not outputs.may_be_written(svg, force):
        return WRONG
    from lanternboard.base.errors import Refused

    from ..link import Client
    from ..link.labels import give, label_of, printable

    with Client(port) as client:
        if label is not None:
            try:
                give(client.id, label)
            except Refused as refused:
                refused.exit_code = WRONG  # type: ignore[attr-defined]
                raise
        client.request("identify", on=not stop)
        name, one = label_of(client.id), client.wire.candidate
        if svg is not None and not outputs.written(svg, printable(client.id, name).encode()):
            return WRONG
        if svg == "-":
            return OK
        if json:
            told = {"id": client.id, "label": name, "name": one.name, "driver": client.hello["driver"], "port": client.port}
            print(text.dumps({**told, "glows": not stop}, ensure_ascii=False))
            return OK
        named = ", ".join(part for part in (name and f'"{name}"', one.name) if part)
        print(f"board {client.id}{', ' + named if named else ''}: {one.what}, driver {client.hello['driver']}, at {client.port}")
        print("It shows its showdown again." if stop else "It glows for ten seconds, or until one of its keys is pressed.")
    return OK
