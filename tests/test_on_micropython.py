"""The rules' and the explanations' tests once more, on MicroPython itself: the same files, each test reported by its name.
The image that they find is the emulated board's with a Pico's short names (image/short.py): what a Pico gets, but for its chip."""

import ast
import dataclasses
import functools
import os
import subprocess
from pathlib import Path

import pytest
from lanternboard_host.emulator.flash import micropython
from lanternboard_host.image import ready_image
from lanternboard_host.image.profile import profile

TESTS = Path(__file__).parent
# Files that import nothing but lanternboard and helpers that do likewise.
SUITE = (
    "rules.test_geometry",
    "rules.test_targets",
    "rules.test_cardcheck",
    "rules.test_movement",
    "rules.test_knockback",
    "rules.test_retreat",
    "rules.test_state",
    "rules.test_engine",
    "rules.test_full_board",
    "rules.test_engine_random",
    "rules.test_what_acts_do",
    "rules.test_setup",
    "rules.test_rulings",
    "rules.test_acts",
    "rules.test_prompt_kinds",
    "rules.test_found_by_simulation",
    "rules.test_journal_text",
    "rules.test_showdown_monster",
    "rules.test_showdown_targets",
    "rules.test_showdown_harm",
    "rules.test_showdown_survival",
    "rules.test_showdown_survivors",
    "rules.test_showdown_attacks",
    "rules.test_showdown_locations",
    "rules.test_showdown_begins_and_ends",
    "rules.test_showdown_moves",
    "rules.test_showdown_down",
    "rules.test_showdown_draws",
    "rules.test_showdown_on_paper",
    "rules.test_showdown_told",
    "rules.test_showdown_overruled",
    "rules.test_showdown_learned",
    "lights.test_board_lights",
    "lights.test_board_scene",
    "controls.test_cursor",
    "lights.test_board_pixels",
    "settings.test_board_layout",
    "screen.onboard",
    "table.test_loop",
    "table.test_fate",
    "table.test_tour",
    "table.test_hunting",
    "table.onface",
    "explain.test_json",
    "explain.test_cases",
    "explain.test_refusals",
    "drivers.test_debounce",
)


# The host's end lies in the same heap there, and so does what the tests themselves take: so much more than a board has.
# A showdown's journal, which a board has in flash, lies there too. Where a heap's pieces come to lie differs from run to run
# (numbers that look like addresses keep things), so each has an eighth more than it once needed.
BOTH_ENDS = {
    "table.test_loop": "240wK",
    "table.test_tour": "288wK",
    "table.test_hunting": "288wK",
    "table.onface": "224wK",
    "rules.test_engine": "224wK",
    "rules.test_journal_text": "224wK",
    "rules.test_prompt_kinds": "240wK",
    "rules.test_acts": "224wK",
    "rules.test_rulings": "224wK",
    "screen.onboard": "384wK",  # its 641st name doubles a table of MicroPython's, 12.8 kB in one piece; a Pico has names in flash
}


def names():
    for module in SUITE:
        source = (TESTS / (module.replace(".", "/") + ".py")).read_text("utf-8")
        for node in ast.parse(source).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield module, node.name


@functools.cache
def image() -> Path:
    return ready_image(dataclasses.replace(profile("emulated"), short=True, also=("debounce", "ssd1306")))


@functools.cache
def told(module: str) -> dict[str, str]:
    """Every test of a module with what MicroPython said about it."""
    command = micropython(str(TESTS / "micropython_suite.py"), module, heap=BOTH_ENDS.get(module, "192wK"))
    paths = ":".join([str(image() / "lb/0"), str(TESTS), ".frozen"])  # what a board runs, not the sources
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, env={**os.environ, "MICROPYPATH": paths})
    results: dict[str, str] = {}
    name = ""
    for line in done.stdout.splitlines():
        words = line.split(" ")
        if words[0] in ("passed", "failed") and len(words) == 3:
            name = words[2]
            results[name] = words[0]
        elif name:
            results[name] += "\n" + line
    if not done.stdout.rstrip().endswith("done"):
        results["import"] = "the interpreter stopped\n" + done.stdout[-2000:] + done.stderr[-2000:]
    return results


@pytest.mark.parametrize(("module", "name"), list(names()), ids=lambda value: value)
def test_on_micropython(module, name):
    results = told(module)
    said = results.get(name) or results.get("import") or "not run"
    assert said.split("\n")[0] == "passed", said
