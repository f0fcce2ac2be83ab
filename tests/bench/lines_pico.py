"""The lines that only the chip can tell, on the emulated Pico: real firmware, the real image, emulated time, real heap. Each
function measures one thing and returns its lines; none knows of the others."""

import json
import random
import shutil
import sys
import tempfile
from binascii import crc32
from pathlib import Path
from statistics import median

from lanternboard.controls.keys import LEFT, RIGHT
from lanternboard.rules import engine as engine_of
from lanternboard.rules.record import Links
from lanternboard.settings import table as settings
from lanternboard.store.journal import FileJournal
from lanternboard.store.packs import Pack
from lanternboard.table.builtin import BuiltinCards
from lanternboard.table.game import Game
from lanternboard.table.shelf import Shelf
from lanternboard_host.emulator.pico import PicoBoard
from lanternboard_host.image import ready_image
from lanternboard_host.link.client import Client

from ..slow_host import slow_host
from .pico_run import compiled, on_pico
from .report import Line, percentile

CASES = Path(__file__).parents[1] / "cases" / "explain.jsonl"
KB = 1000
LATCH_NS = 300_000  # of low after the last edge, and the LEDs show it
WAIT = 600  # seconds of wall time for an answer that takes the board milliseconds
HEAP_PAGE = Path(__file__).parents[2] / "docs" / "heap.md"
BUDGET = {
    "base": 6,
    "controls": 5,
    "explain": 26,
    "lights": 13,
    "link": 10,
    "rules": 50,
    "screen": 10,
    "settings": 6,
    "store": 11,
    "table": 16,
}
HEAP_HEAD = """# What a Pico's heap holds

`python -m tests.bench imports` made this table: every module of the image imported one after another on the emulated Pico, and what each
took of the heap (kB; with whatever it was the first to import; code and names are not in it, which lie in flash) and of time. A room's
budget is what all of it may take at once. A showdown needs less: explain, pack checks, menus and tour are loaded when used. Modules of
0.3 kB and less are in the sums alone.

| module | heap, kB | budget, kB | ms to load |
|---|---|---|---|
"""
WORST = 3  # cases by their size on which the heap is watched, piece by piece: a collection each


def boot(options) -> list[Line]:
    """The image as installed, nothing added: from reset to the board's first byte, the mark of a link that was just opened, sent
    at the end of the table's first turn; the lights were shown before."""
    took = []
    with PicoBoard() as board:
        board.start()
        took.append(board.wait_for("spoke")["after"] / 1e6)
        for _ in range(options.boots - 1):  # the first start also makes the journal; later ones open it
            board.pass_time(50e6)
            n = len(board.events)
            board.reset()
            took.append(board.wait_for("spoke", n)["after"] / 1e6)
    note = "first start, then with a journal: " + ", ".join(f"{ms:.0f}" for ms in took)
    return [Line("Pico: reset to the link's first byte", "", max(took), "ms", note=note, samples=took)]


def dark(options) -> list[Line]:
    """The image as installed: from reset to the first frame that the LEDs take in, which is black, and to the first that is not."""
    black, lit, wrong = [], [], 0
    with tempfile.TemporaryDirectory() as place, PicoBoard(_placing(Path(place) / "image"), idle_speed=0) as board:
        board.start()
        for k in range(2):
            began, n = 0.0, 0
            if k:
                n, began = board.latches, board.nanos
                board.reset()
            shown = n
            while True:
                shown += 1
                board.wait_for_frames(shown)
                frames = board.latched_frames(n)
                if any(any(frame.data) for frame in frames):
                    break
            wrong += any(frames[0].data)
            black.append((frames[0].last - began) / 1e6)
            lit.append((next(frame for frame in frames if any(frame.data)).last - began) / 1e6)
    return [
        Line("Pico: reset to the first black frame", "<= 100 ms", max(black), "ms", 100, samples=black),
        Line("Pico: reset to the first scene on the LEDs", "<= 600 ms", max(lit), "ms", 600, samples=lit),
        Line("Pico: first frames that were not black", "0", wrong, "", 0),
    ]


def press(options) -> list[Line]:
    """Presses at random phases while the lights breathe, each moving the cursor between two spaces where a survivor may stand: from the
    key's edge to the last edge of the frame that shows it there. Which LEDs tell the two apart is found in the frames themselves."""
    with tempfile.TemporaryDirectory() as place, PicoBoard(_placing(Path(place) / "image"), idle_speed=0) as board:
        board.start()
        board.wait_for("spoke")
        board.pass_time(2e9)  # everything is loaded
        rng = random.Random(1)
        at, presses = board.nanos + 50e6, []
        for k in range(options.presses):
            at += rng.uniform(120e6, 200e6)
            presses.append((at, (RIGHT, LEFT)[k % 2]))
        first = board.latches
        board.edges_at([edge for at, key in presses for edge in ((at, key, True), (at + 40e6, key, False))])
        frames = []
        while board.nanos < presses[-1][0] + 100e6:
            board.pass_time(2e9)
            frames += board.latched_frames(first + len(frames))
    took = answered([at for at, _ in presses], frames)
    note = f"{len(took)} of {len(presses)} presses, {len(frames)} frames"
    return [
        Line("Pico: press to last LED latched, p50", "", percentile(took, 0.5), "ms", note=note, samples=took),
        Line("Pico: press to last LED latched, p99", "<= 16 ms", percentile(took, 0.99), "ms", 16),
        Line("Pico: press to last LED latched, worst", "<= 16 ms", max(took), "ms", 16),
    ]


def answered(presses: list[float], frames) -> list[float]:
    """ms from each press to the end of the first frame that shows what it did. The picture alternates between two: the last frame
    before each press shows one of them, and the LEDs that never look the same in both tell them apart."""
    whole = [frame for frame in frames if frame.bits % 24 == 0]
    before: list[list[bytes]] = [[], []]
    for k, at in enumerate(presses):
        seen = [frame.data for frame in whole if frame.last < at]
        if seen:
            before[k % 2].append(seen[-1])
    leds = range(0, min(len(data) for data in before[0] + before[1]), 3)
    looks = [[{data[led : led + 3] for data in side} for led in leds] for side in before]
    telling = [k for k in range(len(leds)) if not looks[0][k] & looks[1][k]]
    assert telling, "no LED tells the two pictures apart"
    took = []
    for k, at in enumerate(presses):
        side = 1 - k % 2
        until = presses[k + 1] if k + 1 < len(presses) else float("inf")
        for frame in whole:
            if at < frame.last < until and all(_like(frame.data[3 * n : 3 * n + 3], looks[side][n], looks[1 - side][n]) for n in telling):
                took.append((frame.last + LATCH_NS - at) / 1e6)
                break
    return took


def _like(one: bytes, these, those) -> bool:
    """Whether a colour is nearer to one of these than to any of those."""

    def far(colours):
        return min(sum(abs(a - b) for a, b in zip(one, colour)) for colour in colours)

    return far(these) < far(those)


def _placing(folder: Path) -> Path:
    """An image with a journal whose prompt is where a survivor begins."""
    shutil.copytree(ready_image("pico"), folder)
    root = str(folder) + "/"
    found = settings.read(root + "table.json")
    pack = Pack(root + "packs/first-story.lbp")
    game = Game(Shelf(root), pack, found)
    for choice in ("white-lion", 4, 7 * 22 + 10, "N"):
        game.answer(game.engine.prompt.number, choice)
    game.engine.journal.close()
    pack.close()
    return folder


def heap(options) -> list[Line]:
    """The image with a hook beside it: reset to the first prompt lit, and the heap when a host follows, frames go out and explain
    is loaded."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "image"
        shutil.copytree(ready_image("pico"), folder)
        for name in ("board_common.py", "board_hook.py"):
            (folder / (name[:-3] + ".mpy")).write_bytes(compiled(name, "armv6m"))
        main = (folder / "main.py").read_text()
        call = "        boot.run(ROOT)"
        assert call in main
        (folder / "main.py").write_text(main.replace(call, "        import board_hook\n        board_hook.install(boot)\n" + call))
        with PicoBoard(folder) as board:
            port = board.start()
            board.wait_for("spoke")
            with slow_host(), Client(port, wait=WAIT) as client:
                client.request("follow", timeout=WAIT, journal="", n=0)
                client.request("frames", timeout=WAIT, on=True)
                figures = None
                while figures is None:
                    log = client.long("log", timeout=WAIT).decode()
                    print("the board's log:", log, file=sys.stderr)
                    found = [line for line in log.splitlines() if '"lit_us"' in line]
                    figures = json.loads(found[0][found[0].index("{") :]) if found else None
    note = f"before explain {figures['table'] / KB:.1f} kB; the bench's hook takes about {figures['hook'] / KB:.1f} kB, added here"
    free = (figures["free"] + figures["hook"]) / KB
    lit = f"ticks_us when the lights are shown first, without the hook's {figures['hook_us'] / 1000:.0f} ms"
    return [
        Line("Pico: reset to first prompt lit", "<= 600 ms", figures["lit_us"] / 1000, "ms", 600, note=lit, samples=figures),
        Line("Pico: free heap, table, link, display and explain loaded", ">= 125 kB", free, "kB", 125, False, note, figures),
        Line("Pico: largest free block then", ">= 24 kB", figures["largest"] / KB, "kB", 24, False),
    ]


def explain(options) -> list[Line]:
    """Each case once for time and bytes; the largest ones again for what lives while they are answered."""
    cases = [json.loads(line) for line in CASES.read_text("utf-8").splitlines()]
    if options.cases:  # spread over the file
        chosen = [k * len(cases) // options.cases for k in range(min(options.cases, len(cases)))]
    else:
        chosen = list(range(len(cases)))
    text = {k: _compact(cases[k]["scenario"]) for k in chosen}
    expected = {k: _compact(cases[k]["explanation"]) + b"\n" for k in chosen}
    largest = sorted(chosen, key=lambda k: -len(expected[k]))[:WORST]
    sent = [(k, 0) for k in chosen] + [(k, 1) for k in largest]
    out = on_pico("board_explain.py", {"cases": b"".join(b"%d %d %s\n" % (k, watch, text[k]) for k, watch in sent)})
    took = {told["case"]: told["us"] / 1000 for told in out if "us" in told}
    heap = [told["heap"] for told in out if "heap" in told]
    wrong = [told["case"] for told in out if "crc" in told and told["crc"] != crc32(expected[told["case"]])]
    which = f"{len(took)} of {len(cases)} cases"
    slowest = max(took, key=lambda k: took[k])
    return [
        Line("Pico: explain, typical", "<= 300 ms", median(took.values()), "ms", 300, note="median of " + which, samples=took),
        Line("Pico: explain, worst", "<= 600 ms", took[slowest], "ms", 600, note=f"line {slowest + 1} of {which}", samples=out),
        Line("Pico: explain, extra heap", "<= 8 kB", max(heap) / KB, "kB", 8, note=f"the {len(heap)} longest answers", samples=heap),
        Line("Pico: explain, wrong answers", "0", len(wrong), "", 0, note=which, samples=wrong),
    ]


def engine(options) -> list[Line]:
    """A set-up and acts on the engine alone: journal in RAM, no lights. A kind's figure is for the prompt that was answered."""
    out = on_pico("board_engine.py", {"acts": str(options.acts).encode()})
    kinds: dict[str, list[float]] = {}
    for told in out:
        if "kind" in told:
            kinds.setdefault(told["kind"], []).append(told["us"] / 1000)
    looks = [told["look"] / 1000 for told in out if "look" in told]
    every = [took for values in kinds.values() for took in values]
    pack, card = next(told for told in out if "pack" in told).values()
    collection = next(told["collection"] for told in out if "collection" in told) / 1000
    lines = [
        Line("Pico: answer to next prompt, p50", "", percentile(every, 0.5), "ms", note=f"{len(every)} answers", samples=kinds),
        Line("Pico: answer to next prompt, p99", "<= 15 ms", percentile(every, 0.99), "ms", 15),
        Line("Pico: answer to next prompt, worst", "<= 15 ms", max(every), "ms", 15),
        Line("Pico: a collection of garbage, while nobody waits", "", collection, "ms"),
        Line("Pico: a prompt's options, p99", "", percentile(looks, 0.99), "ms", note=f"made when first looked at; worst {max(looks):.1f}"),
        Line("Pico: opening a pack, heap", "<= 6 kB", pack / KB, "kB", 6),
        Line("Pico: a card, heap", "<= 2 kB", card / KB, "kB", 2),
    ]
    for kind, values in sorted(kinds.items()):
        p99 = f"p99 {percentile(values, 0.99):.1f}, worst {max(values):.1f}, n {len(values)}"
        lines.append(Line(f"Pico:   answering {kind}, p50", "", percentile(values, 0.5), "ms", note=p99, samples=values))
    return lines


def scene(options) -> list[Line]:
    """What the board shows, from state and prompt to the wire's bytes, with a survivor's reach lit."""
    out = {told["what"]: told for told in on_pico("board_scene.py")}
    plain = out["plain"]["us"]
    lines = []
    for name, what in (("scene computed and mapped", "scene computed and mapped"), ("cursor moved, the same", "cursor moves, mapped")):
        ms = out[what]["us"] / 1000
        note = f"plain Python {plain / 1000:.0f} ms, {plain / out[what]['us']:.0f} times as long"
        lines.append(Line("Pico: " + name, "<= 2 ms", ms, "ms", 2, note=note, samples=out))
        lines.append(Line("Pico:   heap it leaves behind", "0 B", out[what]["heap"], "B", 0))
    return lines


def opening(options) -> list[Line]:
    """Journals of acts that turn the monster, an undo now and then: opened, to the prompt. Only when asked for: minutes."""
    files: dict[str, bytes] = {}
    with tempfile.TemporaryDirectory() as place:
        for records in (1000, 5000):
            path = Path(place) / f"j{records}"
            _turned(str(path), records)
            for one in (path, path.with_name(path.name + ".at")):
                files[one.name] = one.read_bytes()
    out = on_pico("board_open.py", files)
    lines = []
    for told in out:
        name = f"Pico: opening a journal of {told['records']:,} records" + ("" if told["beside"] else ", nothing beside it")
        lines.append(Line(name, "", told["us"] / 1000, "ms", note=f"heap {told['heap'] / KB:.1f} kB", samples=told))
    return lines


def _turned(path: str, records: int) -> None:
    journal = FileJournal(path, create=True, links=Links)
    game = engine_of.create(journal, BuiltinCards(), ["A", "B", "C", "D"], extra={"id": f"{records:016x}"})
    for choice in ("white-lion", 4, 7 * 22 + 10, "N"):
        game.answer(game.number, choice)
    while game.prompt.kind != "act":
        game.answer(game.number, next(iter(game.prompt.options)))
    for k in range(records):
        if len(journal) >= records:
            break
        if game.prompt.kind == "act":
            game.answer(game.number, "turn")
        game.answer(game.number, "NESW"[k % 4])
        if k % 7 == 6:
            game.undo(game.number)
    journal.close()


def imports(options) -> list[Line]:
    """What each module of the image costs on the chip, one after another; only with --imports: it takes minutes."""
    top = ready_image("pico") / "lb" / "0"
    names = [path.relative_to(top).with_suffix("").as_posix() for path in sorted(top.rglob("*.mpy"))]
    modules = [name.replace("/", ".").removesuffix(".__init__") for name in names if "drivers/" not in name]
    out = on_pico("board_imports.py", {"modules": "\n".join(modules).encode()})
    heap = sum(told.get("heap", 0) for told in out) / KB
    rooms: dict[str, list[dict]] = {}
    for told in out:
        if "heap" in told and told["module"].count("."):
            rooms.setdefault(told["module"].split(".")[1], []).append(told)
    write_page(rooms)
    took = sum(told.get("us", 0) for told in out) / 1000
    return [
        Line("Pico: every module loaded, heap", "", heap, "kB", samples=out),
        Line("Pico: every module loaded, time", "", took, "ms", note=f"{len(modules)} modules"),
        *(
            Line(f"Pico: heap of {room}/", f"<= {BUDGET[room]} kB", sum(told["heap"] for told in rooms[room]) / KB, "kB", BUDGET[room])
            for room in sorted(rooms)
            if room in BUDGET
        ),
    ]


def write_page(rooms: dict[str, list[dict]]) -> None:
    """docs/heap.md: what each module takes of a Pico's heap, by rooms, against the room's budget."""
    lines = [HEAP_HEAD]
    for room in sorted(room for room in rooms if room in BUDGET):
        taken = sum(told["heap"] for told in rooms[room]) / KB
        lines.append(f"| **{room}/** | **{taken:.1f}** | **{BUDGET[room]}** | |\n")
        for told in sorted(rooms[room], key=lambda told: -told["heap"]):
            if told["heap"] > 300:
                name = told["module"].removeprefix("lanternboard.").replace(".", "/")
                lines.append(f"| {name} | {told['heap'] / KB:.1f} | | {told['us'] / 1000:.0f} |\n")
    HEAP_PAGE.write_text("".join(lines))


def _compact(value) -> bytes:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()
