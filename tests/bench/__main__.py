"""`make bench`: measures, prints goal, figure and verdict, and writes the raw samples to build/bench.json (docs/bench.md).
Without a firmware file for the emulated Pico its lines say "not measured". Ends with 0 whatever the figures are, unless
--strict; changes nothing but that file."""

import argparse
import os
import sys
import traceback

# Alarms of the emulator are looked at every 16 instructions: half the wall time, the same emulated time.
os.environ.setdefault("RP2040PY_CLOCK_TICK_BATCH", "16")

from lanternboard_host.emulator.pico import missing

from . import campaign, lines_host, lines_page, lines_pico, pico_sync, showdown
from .report import Line, table, write

HOST = {"reach": lines_host.reach, "pty": lines_host.round_trips, "page": lines_page.page, "simulate": lines_host.simulated}
PICO = {
    "dark": lines_pico.dark,
    "press": lines_pico.press,
    "boot": lines_pico.boot,
    "heap": lines_pico.heap,
    "engine": lines_pico.engine,
    "scene": lines_pico.scene,
    "explain": lines_pico.explain,
}
ASKED = {"imports": lines_pico.imports, "fresh": lines_host.fresh, "opening": lines_pico.opening, "showdown": showdown.showdown}
ASKED["campaign"] = campaign.campaign
ASKED["picosync"] = pico_sync.picosync
NAMES = {
    "dark": ("Pico: reset to the first black frame", "Pico: reset to the first scene on the LEDs"),
    "press": ("Pico: press to last LED latched, p99",),
    "heap": ("Pico: reset to first prompt lit", "Pico: free heap, table, link and explain loaded", "Pico: largest free block then"),
    "engine": ("Pico: answer to next prompt, p99", "Pico: opening a pack, heap", "Pico: a card, heap"),
    "scene": ("Pico: scene computed and mapped", "Pico: cursor moved, the same"),
    "explain": ("Pico: explain, typical", "Pico: explain, worst", "Pico: explain, extra heap"),
    "imports": ("Pico: every module loaded, heap",),
    "opening": ("Pico: opening a journal of 1,000 records",),
    "showdown": ("Pico: answer to next prompt's last LED, p99", "Pico: least free heap in a showdown"),
    "picosync": (pico_sync.NAME,),
}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument(
        "only", nargs="*", help="what to measure: " + ", ".join([*HOST, *PICO, *ASKED]) + "; all but the last six by default"
    )
    parser.add_argument("--fresh", action="store_true", help="also `make demo` from a fresh clone")
    parser.add_argument("--imports", action="store_true", help="also what each module costs on the Pico")
    parser.add_argument("--cases", type=int, default=0, help="so many of explain.jsonl on the Pico instead of all 84")
    parser.add_argument("--boots", type=int, default=2)
    parser.add_argument("--presses", type=int, default=200)
    parser.add_argument("--acts", type=int, default=200)
    parser.add_argument("--answers", type=int, default=200, help="showdown: so many answers are timed")
    parser.add_argument("--before", type=int, default=800, help="showdown: so many are in its journal before")
    parser.add_argument("--pings", type=int, default=10000)
    parser.add_argument("--entries", type=int, default=50000, help="campaign: so many answers")
    parser.add_argument("--showdowns", type=int, default=200, help="so many simulated ones")
    parser.add_argument("--strict", action="store_true", help="end with 1 when a goal is missed")
    options = parser.parse_args()
    chosen = options.only or [*HOST, *PICO, *(name for name in ASKED if getattr(options, name, False))]
    why = missing()
    options.pico = not why
    lines: list[Line] = []
    for name in chosen:
        if name not in {**HOST, **PICO, **ASKED}:
            parser.error("nothing is called " + name)
        print("measuring", name, "...", file=sys.stderr, flush=True)
        if why and name in NAMES:
            lines += [Line(line, "", note=why) for line in NAMES[name]]
            continue
        try:
            lines += {**HOST, **PICO, **ASKED}[name](options)
        except Exception as wrong:  # one line that cannot be measured does not take the others with it
            traceback.print_exc()
            lines.append(Line(name, "", note=f"{type(wrong).__name__}: {wrong}".splitlines()[0][:200]))
    write(lines)
    print(table(lines))
    return 1 if options.strict and any(line.verdict != "met" and line.goal for line in lines) else 0


if __name__ == "__main__":
    sys.exit(main())
