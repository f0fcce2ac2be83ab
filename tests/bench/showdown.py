"""A showdown on the emulated Pico with a real chip's flash times, as people play it at the table, with 800 answers in its journal: the
start, taking back and repeating, then 200 more: answer to the next prompt's last LED, the first sign that it was taken, what the flash
took, the heap; and the start with all of them.

    python -m tests.bench showdown [--answers 200] [--before 800]      about an hour of wall time

Every sample is in build/showdown.jsonl as soon as it is there. Emulated time, to 1 ms."""

import bisect
import json
import os
import shutil
import sys
import tempfile
from pathlib import Path

import serial
from lanternboard.rules import engine, record
from lanternboard.rules.prompt import CHANCE
from lanternboard.rules.state import ALL, State
from lanternboard.settings import table as settings
from lanternboard.store.packs import Pack
from lanternboard.table.builtin import RamJournal
from lanternboard.table.game import Game
from lanternboard.table.shelf import Shelf
from lanternboard_host.emulator.pico import PicoBoard
from lanternboard_host.image import ready_image

from .board_player import Numbers, choose
from .pico_run import compiled
from .report import Line, percentile

OUT = Path("build/showdown.jsonl")
LATCH_US = 300
WHOLE = 24 * 352  # bits of a frame that was not ended
MOVES = ("controller", "target", "route", "card")  # the monster's turn begins, or goes on, after these
PATIENCE = 1200


def seed_of(answers: int) -> int:
    """The first seed whose showdown of four lasts that long."""
    pack = Pack(str(ready_image("cpython") / "packs/first-story.lbp"))
    for seed in range(1, 5000):
        state = State(22, 16, 0)
        state.level = ALL
        game = engine.create(RamJournal(), pack, ("A", "B", "C", "D"), 22, 16, state=state)
        numbers = Numbers(seed)
        while game.prompt.kind != "over":
            if game.depth >= answers + 40:
                return seed
            game.answer(game.number, choose(game.prompt, numbers))
    raise SystemExit(f"no showdown lasts {answers} answers")


def played_before(folder: Path, before: int, answers: int) -> None:
    """A journal with at least so many answers, to one of people's, and with what the board needs to go on."""
    root = str(folder) + "/"
    pack = Pack(root + "packs/first-story.lbp")
    game = Game(Shelf(root), pack, settings.read(root + "table.json"))
    numbers = Numbers(seed_of(before + answers))
    while game.engine.depth < before or game.fated:
        game.engine.answer(game.engine.number, choose(game.engine.prompt, numbers))
        game.fated = game.engine.prompt.who == CHANCE
    game.engine.journal.close()
    pack.close()
    (folder / "showdown").write_text(f"{answers} {numbers.now} {record.ANSWER} {record.CLOSING} {record.UNDO}")


def run(answers: int, before: int) -> tuple[list[dict], list[float]]:
    """What the board told, and the time (us since reset) of the last edge of every whole frame."""
    told: list[dict] = []
    edges: list[float] = []
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "image"
        shutil.copytree(ready_image("pico"), folder)
        for name in ("board_common.py", "board_hook.py", "board_player.py", "board_showdown.py"):
            (folder / (name[:-3] + ".mpy")).write_bytes(compiled(name, "armv6m"))
        (folder / "table.json").write_text(json.dumps({**json.loads((folder / "table.json").read_text()), "play": {"level": "all"}}))
        played_before(folder, before, answers)
        main = (folder / "main.py").read_text()
        call = "        boot.run(ROOT)"
        assert call in main
        hook = "        import board_hook\n        import board_showdown\n        board_hook.install(boot, board_showdown.watch)\n"
        (folder / "main.py").write_text(main.replace(call, hook + call))
        with PicoBoard(folder, flash_timing=True, idle_speed=0) as board, OUT.open("w") as out:
            board.start()
            for start in range(2):
                with serial.Serial(board.port, timeout=PATIENCE) as port:
                    seen = board.latches
                    while True:
                        line = port.readline()
                        assert line, "no line in time"
                        if os.environ.get("LANTERNBOARD_BENCH_LOUD"):
                            print(line, file=sys.stderr, flush=True)
                        at = line.find(b'{"')
                        if at < 0:
                            continue
                        try:
                            found = json.loads(line[at:])
                        except ValueError:  # a frame of the link's came between
                            continue
                        if found.get("end"):
                            break
                        told.append({**found, "start": start})
                        print(json.dumps(found), file=out, flush=True)
                        if not start:
                            frames = board.latched_frames(seen)
                            seen += len(frames)
                            edges += [frame.last / 1000 for frame in frames if frame.bits == WHOLE]
                if not start:
                    board.reset()
    return told, edges


def lines(told: list[dict], edges: list[float]) -> list[Line]:
    def last_led(us: float) -> float:
        k = bisect.bisect(edges, us)
        return edges[k] + LATCH_US if k < len(edges) else float("nan")

    first = [line for line in told if not line["start"]]
    answered = [line for line in first if line.get("did") == "answer"]
    for line in first:
        if "did" in line:
            begun = line["at"] - line["lit"]
            line["led_ms"] = (last_led(line["at"]) - begun) / 1000
            line["sign_ms"] = (last_led(begun + line["sign"]) - begun) / 1000
    turns = [line for line in answered if line["kind"] in MOVES or line["next"] in MOVES or line["answers"] > 1]
    plain = [line for line in answered if line not in turns]
    undone = [line["led_ms"] for line in first if line.get("did") == "undo"]
    depth = min((line["depth"] for line in first if line.get("did") == "undo"), default=0)
    records = [line["record"] / 1000 / line["answers"] for line in answered if line["answers"]]
    heaps = [line for line in first if "free" in line]
    starts = [line for line in told if "cost" in line]

    def led(chosen):
        return [line["led_ms"] for line in chosen]

    out = []
    for name, chosen, goal in (
        ("answer to next prompt's last LED", plain, 60),
        ("the same, chance and the monster's moves in it", turns, 150),
    ):
        if chosen:
            note = f"{len(chosen)} answers, p50 {percentile(led(chosen), 0.5):.1f}, worst {max(led(chosen)):.1f}"
            out.append(
                Line(f"Pico: {name}, p99", f"<= {goal} ms", percentile(led(chosen), 0.99), "ms", goal, note=note, samples=led(chosen))
            )
    signs = [line["sign_ms"] for line in turns if line["sign_ms"] < line["led_ms"]]  # not where the answer's own picture cut it short
    if signs:
        name = "Pico: answer to its first sign, where the monster moves, p99"
        out.append(Line(name, "<= 16 ms", percentile(signs, 0.99), "ms", 16, note=f"worst {max(signs):.1f}", samples=signs))
    out.append(Line("Pico: an answer on flash, mean", "<= 3 ms", sum(records) / len(records), "ms", 3, samples=records))
    out.append(Line("Pico: an answer on flash, p99", "<= 10 ms", percentile(records, 0.99), "ms", 10))
    worst = max(line.get("worst", 0) for line in heaps) / 1000
    out.append(Line("Pico: the longest write between an answer and its lights", "< 45 ms, an erase", worst, "ms", 45))
    if undone:
        out.append(Line(f"Pico: undo at depth {depth} and more, p99", "<= 300 ms", percentile(undone, 0.99), "ms", 300, samples=undone))
    free = min(line["free"] for line in heaps) / 1000
    largest = min(line["largest"] for line in heaps) / 1000
    out.append(Line("Pico: least free heap in a showdown", ">= 80 kB", free, "kB", 80, False, f"{len(heaps)} looks"))
    out.append(Line("Pico: least largest block then", ">= 16 kB", largest, "kB", 16, False))
    stack = min((line["stack"] for line in first if "stack" in line), default=0)
    out.append(Line("Pico: call stack that was never used in a showdown, of 8,192", ">= 1,000 bytes", stack, "bytes", 1000, False))
    for line in starts:
        out.append(Line(f"Pico: reset to resumed lights, {line['depth']} answers", "<= 1000 ms", line["lit"] / 1000, "ms", 1000))
    return out


def showdown(options) -> list[Line]:
    OUT.parent.mkdir(exist_ok=True)
    return lines(*run(options.answers, options.before))
