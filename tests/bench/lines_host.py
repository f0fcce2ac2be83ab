"""The lines that need no chip: reach against plain sets on every interpreter here, round trips over a pseudo-terminal, the demo
from a fresh clone. Each function measures one thing and returns its lines."""

import importlib.util
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from lanternboard_host.emulator import EmulatedBoard
from lanternboard_host.emulator.pico import missing
from lanternboard_host.link.client import Client

from .pico_run import on_pico, on_unix, read_lines
from .report import NOT_MEASURED, Line, percentile

ROOT = Path(__file__).parents[2]


def reach(options) -> list[Line]:
    """The ratio on each interpreter, from one run of one file."""
    lines = [_ratio("CPython", _on_cpython()), _ratio("unix MicroPython", on_unix("board_reach.py"))]
    if options.pico:
        lines.append(_ratio("Pico", on_pico("board_reach.py")))
    else:
        lines.append(Line("Reach of the board, Pico", "", note=missing()))
    return lines


def _ratio(where: str, out: list[dict]) -> Line:
    own = median(told["own"] for told in out if "own" in told) / 1000
    plain = median(told["plain"] for told in out if "own" in told) / 1000
    assert out[-1]["agree"], where + ": the two ways disagree"
    note = f"ours {own:.2f} ms, plain sets of tuples {plain:.2f} ms"
    faster = plain >= own
    ratio = plain / own if faster else own / plain
    return Line(f"Reach of the board, {where}", "", ratio, "times faster" if faster else "times slower", note=note, samples=out)


def _on_cpython() -> list[dict]:
    """The same script; MicroPython's clock is laid under it."""
    code = "import time; time.ticks_us = lambda: time.perf_counter_ns() // 1000; time.ticks_diff = lambda a, b: a - b; import board_reach"
    path = os.pathsep.join([str(Path(__file__).parent), str(ROOT / "firmware")])
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, env={**os.environ, "PYTHONPATH": path})
    return read_lines(iter((done.stdout + done.stderr).splitlines(keepends=True)), "board_reach.py")


def simulated(options) -> list[Line]:
    """Whole showdowns by random players in one process, counted as `lanternboard simulate` does; processor time."""
    from lanternboard_host.play.simulate import Setting, many

    def run(showdowns: int) -> tuple[int, float]:
        begin = time.process_time()
        answers = sum(each.answers for each in many(Setting(), showdowns, 1))
        return answers, time.process_time() - begin

    run(2)
    few, many_ = run(options.showdowns // 10), run(options.showdowns)
    rate = many_[0] / many_[1]
    note = f"{options.showdowns} showdowns, {many_[0]:,} answers; {options.showdowns // 10} showdowns: {few[0] / few[1]:,.0f} a second"
    return [Line("Simulated showdowns, answers a second", ">= 10,000", rate, "", 10000, most=False, note=note, samples=[few, many_])]


def round_trips(options) -> list[Line]:
    """Pings through the host's own client to an emulated board on MicroPython's unix port, one after another."""
    if importlib.util.find_spec("micropython_unix") is None:
        return [Line("PTY: round trip, p99", "<= 5 ms", note="MicroPython's unix port is not installed")]
    took = []
    with EmulatedBoard(engine="unix") as board, Client(board.start()) as client:
        before = client.long("counters")
        for _ in range(options.pings):
            begin = time.perf_counter()
            client.request("ping")
            took.append((time.perf_counter() - begin) * 1000)
        after = client.long("counters")
    note = f"{len(took)} round trips; p50 {percentile(took, 0.5):.2f}, worst {max(took):.1f} ms"
    return [
        Line("PTY: round trip, p99", "<= 5 ms", percentile(took, 0.99), "ms", 5, note=note, samples=took),
        Line("PTY: round trips lost", "0", options.pings - len(took), "", 0, samples=[before.decode(), after.decode()]),
    ]


def fresh(options) -> list[Line]:
    """`make demo` from a clone into an empty folder, packages from wherever pip gets them here."""
    with tempfile.TemporaryDirectory() as place:
        clone = Path(place) / "clone"
        subprocess.run(["git", "clone", "-q", str(ROOT), str(clone)], check=True)
        env = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "VIRTUAL_ENV")}
        env["LANTERNBOARD_CACHE"] = str(Path(place) / "cache")
        begin = time.perf_counter()
        done = subprocess.run(["make", "demo"], cwd=clone, env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        took = time.perf_counter() - begin
    if done.returncode:
        return [Line("make demo from a fresh clone", "<= 90 s", note=NOT_MEASURED + ": " + (done.stdout + done.stderr)[-300:])]
    return [Line("make demo from a fresh clone", "<= 90 s", took, "s", 90)]
