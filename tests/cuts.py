"""The power goes in the middle of every write to flash of a showdown, and the whole image starts again after each:
`python -m tests.cuts [--seed N] [--answers N] [--level lights|monster|all] [--every N] [--real N]` prints each cut and the answer found.

A showdown is played once, over the link, on MicroPython's unix port, whose flash keeps a list of what was written (boot_unix.py). The
flash as it was in the middle of any write is made of that: what came before, and a torn piece. `--real`: so many times the process kills
itself in the middle of a write instead (kill -9)."""

import argparse
import io
import json
import os
import random
import struct
import sys
import tempfile
import time
from bisect import bisect_right
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from lanternboard.base.errors import Refused
from lanternboard.explain.replay import load
from lanternboard.settings import table
from lanternboard.store.journal import FileJournal
from lanternboard.store.packs import open_pack
from lanternboard.table.game import Game
from lanternboard.table.shelf import Shelf
from lanternboard_host.emulator import EmulatedBoard
from lanternboard_host.emulator.flash import BLOCK, new_flash
from lanternboard_host.image import at_level, ready_image
from lanternboard_host.link import Client

QUIET = 0.7  # seconds without a write, after which nothing more is prepared
AWAY = 3  # seconds after a start, for which flash is left alone as after a press
CHANCE = -3


@dataclass
class Write:
    at: int
    data: bytes  # none: a block is erased
    end: int  # where it ends in the list of writes

    def onto(self, flash: bytearray, rng: random.Random | None = None) -> None:
        """What it makes of the flash; with `rng`: of it torn."""
        n = len(self.data) or BLOCK
        old = flash[self.at : self.at + n]
        new = bytes(a & b for a, b in zip(old, self.data)) if self.data else b"\xff" * n
        if rng is not None:
            far = rng.choice((0, n // 2, n, rng.randrange(n)))
            weak = rng.choice((0, 255, rng.randrange(256)))  # of the bits that change, those that did
            new = bytes((a & ~weak | b & weak) if i < far else a for i, (a, b) in enumerate(zip(old, new)))
        flash[self.at : self.at + n] = new


@dataclass
class Played:
    """What was seen of a showdown: `confirmed`: how many bytes had been written when a number was known to be asked for;
    `questions`: the prompt by its number; `lines`: the journal's."""

    before: bytes = b""
    writes: list[Write] = field(default_factory=list)
    confirmed: list[tuple[int, int]] = field(default_factory=list)
    questions: dict[int, dict] = field(default_factory=dict)
    lines: list[bytes] = field(default_factory=list)

    def kept(self, written: int) -> int:
        """The number that must be asked for, at least, when so many bytes were written."""
        k = bisect_right(self.confirmed, (written, 1 << 30))
        return self.confirmed[k - 1][1] if k else 0


@contextmanager
def environment(**given: object) -> Iterator[None]:
    """Of the boards that are started meanwhile."""
    names = ["LANTERNBOARD_" + name for name in given]
    os.environ.update(zip(names, map(str, given.values())))
    try:
        yield
    finally:
        for name in names:
            del os.environ[name]


def question(client: Client) -> dict:
    """The prompt that people are asked, when chance has had its turn."""
    while True:
        asked = json.loads(client.long("prompt"))
        if asked["who"] != CHANCE:
            return asked


def answer(client: Client, asked: dict, rng: random.Random) -> None:
    """Any legal answer; now and then the last is taken back, and always the one that ended the showdown."""
    if asked["can_undo"] and (asked["kind"] == "over" or rng.random() < 0.06):
        client.request("undo", n=asked["n"])
        return
    if asked["can_redo"] and asked["kind"] != "over" and rng.random() < 0.3:
        client.request("redo", n=asked["n"])
        return
    usual = asked["usual"] is not None and rng.random() < 0.5
    client.request("answer", n=asked["n"], choice=asked["usual"] if usual else rng.choice(asked["options"]))


def rest(writes: Path) -> None:
    """Until nothing more is prepared."""
    size, since = -1, time.monotonic()
    while time.monotonic() - since < QUIET:
        now = writes.stat().st_size
        if now != size:
            size, since = now, time.monotonic()
        time.sleep(0.05)


def play(image: Path, place: Path, answers: int, rng: random.Random, pause: int = 150) -> Played:
    """So many answers, with a pause after the start and after every `pause`."""
    flash, writes = place / "flash", place / "writes"
    new_flash(image, flash, True)
    played = Played(flash.read_bytes())
    with environment(WRITES=writes), EmulatedBoard(flash=flash) as board, Client(board.start(), 30) as client:
        played.confirmed.append((writes.stat().st_size, client.table["n"]))
        time.sleep(AWAY)
        for n in range(answers + 1):
            asked = question(client)
            played.questions[asked["n"]] = asked
            played.confirmed.append((writes.stat().st_size, asked["n"]))
            if n % pause == 0 or n == answers:
                rest(writes)
            if n < answers:
                try:
                    answer(client, asked, rng)
                except Refused as refused:  # then nothing has changed
                    print("refused:", refused, file=sys.stderr)
        played.lines = client.get("journal").splitlines()
    played.writes = listed(writes)
    return played


def listed(writes: Path) -> list[Write]:
    """What was written to a flash."""
    out: list[Write] = []
    data, at = writes.read_bytes(), 0
    while at + 6 <= len(data):
        where, n = struct.unpack_from(">IH", data, at)
        at += 6 + n
        out.append(Write(where, data[at - n : at], at))
    return out


def lights(image: Path, journal: bytes) -> bytes:
    """What the first lights after a start with this journal must be: made here, by CPython."""
    with tempfile.TemporaryDirectory() as place:
        cards = open_pack(str(image / "packs" / (settings_of(image)["pack"] + ".lbp")))
        os.mkdir(place + "/journals")
        kept = FileJournal(place + "/journals/0001", create=True)
        load(io.BytesIO(journal), kept, cards)
        kept.close()
        game = Game(Shelf(place + "/"), cards, settings_of(image))
        assert not game.note, game.note
        game.dirty = True
        game.light()
        game.engine.journal.close()
        return bytes(game.cells)


def settings_of(image: Path) -> dict:
    return table.read(str(image / "table.json"), strictly=False)


@dataclass
class Found:
    wrong: str  # "" where all is as it was
    number: int
    kept: int


def start(image: Path, flash: Path, played: Played, kept: int) -> Found:
    """Starts the whole image on this flash and looks whether everything confirmed is there, and plays on."""
    with EmulatedBoard(flash=flash) as board:
        try:
            with Client(board.start(), 20) as client:
                number = client.table["n"]
                first = board.frames[0]
                journal = client.get("journal")
                lines = journal.splitlines()
                notes = json.loads(client.get("boots"))
                if len(lines) < kept or number < kept:
                    return Found(f"only {len(lines)} records: {notes['note']}", number, kept)
                same = lines == played.lines[: len(lines)]
                if lines[:kept] != played.lines[:kept]:
                    return Found("other records", number, kept)
                if notes["note"] or notes["why"]:
                    return Found(f"it says {notes['note'] or notes['why']}", number, kept)
                asked = json.loads(client.long("prompt"))
                wanted = min((n for n in played.questions if n >= len(lines)), default=-1)
                if same and asked["n"] == len(lines) and wanted - len(lines) in (0, 1) and asked["who"] != CHANCE:
                    for key in ("kind", "who", "subject", "options"):
                        if asked[key] != played.questions[wanted][key]:
                            return Found(f"another question: {asked['kind']}, not {played.questions[wanted]['kind']}", number, kept)
                    # Since that picture chance may have been answered: it is that of one of these records.
                    if not any(first == lights(image, b"\n".join(lines[:n]) + b"\n") for n in range(len(lines), max(kept, 2) - 1, -1)):
                        return Found("other lights", number, kept)
                asked = question(client)
                if asked["options"]:
                    client.request("answer", n=asked["n"], choice=asked["options"][0])
                return Found("", number, kept)
        except (Refused, TimeoutError, OSError, ValueError) as wrong:
            return Found(f"it does not come up: {wrong!r}", -1, kept)


def cuts(image: Path, place: Path, played: Played, chosen: list[int], rng: random.Random) -> Iterator[tuple[int, Found]]:
    """In the middle of each of the chosen writes, in order."""
    flash, done = bytearray(played.before), 0
    for k in sorted(chosen):
        while done < k:
            played.writes[done].onto(flash)
            done += 1
        torn = bytearray(flash)
        played.writes[k].onto(torn, rng)
        path = place / "torn"
        path.write_bytes(torn)
        yield k, start(image, path, played, played.kept(played.writes[k - 1].end if k else 0))


SOON = 40  # writes that come without waiting


def real(image: Path, place: Path, cut: int, rng: random.Random) -> Found:
    """Plays until the board kills itself in the middle of that write, and starts it again."""
    flash = place / "killed"
    flash.unlink(missing_ok=True)
    new_flash(image, flash, True)
    played, asked = Played(), {"n": 0}
    with EmulatedBoard(flash=flash) as board:
        with environment(CUT=cut):
            port = board.start()
        try:
            with Client(port, 20) as client:
                until = time.monotonic() + AWAY + QUIET
                while cut > SOON and len(board.causes) == 1 and time.monotonic() < until:
                    time.sleep(0.05)  # there is a tail then
                while len(board.causes) == 1:
                    asked = question(client)
                    played.lines = client.get("journal").splitlines()
                    answer(client, asked, rng)
        except (Refused, OSError):
            pass
        board.wait(lambda b: len(b.causes) > 1, 20)
    return start(image, flash, played, len(played.lines))


@contextmanager
def the_image(level: str = "") -> Iterator[Path]:
    with at_level(ready_image("emulated"), level) as image:
        yield image


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.cuts")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--answers", type=int, default=200)
    parser.add_argument("--level", default="")
    parser.add_argument("--every", type=int, default=1, help="of so many writes one is cut")
    parser.add_argument("--real", type=int, default=0, help="so many times the process kills itself")
    given = parser.parse_args()
    rng = random.Random(given.seed)
    wrong = 0
    with the_image(given.level) as image, tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        for _ in range(given.real):
            cut = rng.choice((rng.randrange(1, SOON), rng.randrange(SOON, 360)))
            found = real(image, place, cut, rng)
            wrong += bool(found.wrong)
            print(f"killed in write {cut}: {found.kept} kept, {found.number} found {found.wrong}", flush=True)
        played = play(image, place, given.answers, rng)
        print(f"{given.answers} answers, {len(played.lines)} records, {len(played.writes)} writes", flush=True)
        for k, found in cuts(image, place, played, list(range(rng.randrange(given.every), len(played.writes), given.every)), rng):
            write = played.writes[k]
            what = f"page {write.at:#x}" if write.data else f"erase {write.at:#x}"
            wrong += bool(found.wrong)
            print(f"write {k}, {what}: {found.kept} confirmed, {found.number} found {found.wrong}", flush=True)
    print(f"{wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
