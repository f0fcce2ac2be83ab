"""What the firmware's docstrings show at the prompt is what happens."""

import doctest
import importlib
from pathlib import Path

import pytest

FIRMWARE = Path(__file__).parent.parent / "firmware"
SHOWN = [path for path in sorted(FIRMWARE.rglob("*.py")) if ">>>" in path.read_text("utf-8")]


def name(path: Path) -> str:
    return ".".join(path.relative_to(FIRMWARE).with_suffix("").parts)


def test_the_engine_shows_a_session():
    assert "lanternboard.rules.engine" in [name(path) for path in SHOWN]


@pytest.mark.parametrize("module", [name(path) for path in SHOWN])
def test_doctests(module):
    failed, tried = doctest.testmod(importlib.import_module(module))
    assert tried and not failed
