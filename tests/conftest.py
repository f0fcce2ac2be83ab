"""What every test shares: which tests run where, and that nothing is left out in silence.

Tests marked `pico` run when LANTERNBOARD_UF2 names a firmware file, tests marked `chromium` when LANTERNBOARD_CHROMIUM names a
browser or the size is not the small one; otherwise they are deselected and the summary names them. With LANTERNBOARD_NO_SKIP
(continuous integration) a skipped test fails the run."""

import atexit
import gc
import os
import shutil
import signal
import tempfile
from pathlib import Path

import pytest

# Tests find no boards but their own, and leave nothing in the user's cache.
os.environ.setdefault("LANTERNBOARD_CACHE", str(Path(__file__).parent.parent / "build" / "cache"))
# Emulated boards are at the lights level where a test says no other.
os.environ["LANTERNBOARD_LEVEL"] = "lights"
os.environ["LANTERNBOARD_CONFIG"] = os.environ["LANTERNBOARD_RUNTIME"] = tempfile.mkdtemp(prefix="lanternboard-tests-")
atexit.register(shutil.rmtree, os.environ["LANTERNBOARD_RUNTIME"], ignore_errors=True)

# A shell that starts the tests in the background has them ignore these, and every program they start inherits it.
for name, handler in (("SIGINT", signal.default_int_handler), ("SIGQUIT", signal.SIG_DFL), ("SIGHUP", signal.SIG_DFL)):
    if hasattr(signal, name) and signal.getsignal(getattr(signal, name)) == signal.SIG_IGN:
        signal.signal(getattr(signal, name), handler)

UF2 = os.environ.get("LANTERNBOARD_UF2")
# marker -> whether its tests run, and why not
RUNS = {
    "pico": (bool(UF2), "LANTERNBOARD_UF2 names no firmware for the emulated Pico"),
    "chromium": (
        bool(os.environ.get("LANTERNBOARD_CHROMIUM") or os.environ.get("LANTERNBOARD_NO_SKIP"))
        or os.environ.get("LANTERNBOARD_SIZE", "small") != "small",
        "LANTERNBOARD_CHROMIUM names no browser",
    ),
}
LEFT_OUT = pytest.StashKey[list]()


def pytest_collection_modifyitems(config, items):
    told = []
    for marker, (runs, why) in RUNS.items():
        marked = [] if runs else [item for item in items if item.get_closest_marker(marker)]
        if marked:
            items[:] = [item for item in items if item not in marked]
            config.hook.pytest_deselected(items=marked)
            told.append(f"not run, {why}: " + ", ".join(item.nodeid for item in marked))
    config.stash[LEFT_OUT] = told


def pytest_collection_finish(session):
    """What is there before the first test stays, and is no garbage: the table's own collections, of which it makes many, go past it."""
    gc.collect()
    gc.freeze()


def pytest_sessionfinish(session, exitstatus):
    config = session.config
    if hasattr(config, "workeroutput"):  # a worker of xdist: the controller prints the summary
        config.workeroutput["left_out"] = config.stash.get(LEFT_OUT, [])
        return
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    if os.environ.get("LANTERNBOARD_NO_SKIP") and reporter and reporter.stats.get("skipped") and exitstatus == 0:
        session.exitstatus = 1


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node, error):
    output = getattr(node, "workeroutput", None) or {}
    node.config.stash[LEFT_OUT] = output.get("left_out", [])


def pytest_terminal_summary(terminalreporter, exitstatus, config):
    for told in config.stash.get(LEFT_OUT, []):
        terminalreporter.write_line(told)
    skipped = terminalreporter.stats.get("skipped", [])
    if os.environ.get("LANTERNBOARD_NO_SKIP") and skipped:
        terminalreporter.write_line("skipped, and here nothing may be: " + ", ".join(sorted({report.nodeid for report in skipped})))
