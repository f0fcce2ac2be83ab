"""Applies each wrong change of mutants.toml to a copy of the tree and runs the tests named after its rule: they must fail.

`make mutants`, or `python tests/mutants.py [--jobs N] [RULE ...]`. A line for each rule: `killed`, by which test; `SURVIVED`: the
tests pass, they prove too little; `does not apply`: the old text is not there exactly once; `no test`, none is named after the rule;
`breaks`: the file cannot even be imported, so that any test would fail; `fails already`: without the change too. Exit status 1 unless
all are killed."""

import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue

from rules_page import proven

ROOT = Path(__file__).parents[1]
LIST = ROOT / "tests/mutants.toml"
RULES = Path("firmware/lanternboard/rules")
HOST = Path("host/lanternboard_host")  # of files whose name has a room before it
PATIENCE = 120  # seconds for one rule's tests, which need a few: whoever takes longer has lost its way, and that is noticed too
NEEDED = ("firmware", "host", "tests", "docs/examples", "pyproject.toml")

KILLED, SURVIVED, ASTRAY, NO_TEST, BREAKS, RED = "killed", "SURVIVED", "does not apply", "no test", "breaks", "fails already"


def mutants() -> dict[str, list[dict[str, str]]]:
    """Rule -> its parts, each {file, old, new}, in the list's order. Raises ValueError for a part with other keys."""
    found = {}
    for rule, parts in tomllib.loads(LIST.read_text("utf-8")).items():
        found[rule] = [parts] if isinstance(parts, dict) else parts
        for part in found[rule]:
            if set(part) != {"file", "old", "new"} or part["old"] == part["new"]:
                raise ValueError(f"{rule}: each part has file, old and new, and new is another text")
    return found


def changed(parts: list[dict[str, str]], top: Path = ROOT) -> dict[Path, str] | None:
    """File -> its text with the parts applied one after another; None unless each old text occurs exactly once."""
    texts: dict[Path, str] = {}
    for part in parts:
        path = top / (HOST if "/" in part["file"] else RULES) / part["file"]
        if path not in texts and not path.is_file():
            return None
        text = texts.get(path) or path.read_text("utf-8")
        if text.count(part["old"]) != 1:
            return None
        texts[path] = text.replace(part["old"], part["new"])
    return texts


def tests_of(rule: str) -> list[str]:
    return [f"tests/{name}::{test}" for name, tests in proven(rule).items() for test in tests]


def copy(to: Path) -> Path:
    """The part of the tree that tests need."""
    for name in NEEDED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, to / name, ignore=shutil.ignore_patterns("__pycache__", "build"))
        else:
            shutil.copy2(ROOT / name, to / name)
    return to


def run(top: Path, tests: list[str]) -> tuple[int, list[str]]:
    """(pytest's exit status, the tests that failed) of these tests in the copy at `top`; 124 when they came to no end."""
    command = [sys.executable, "-B", "-m", "pytest", "-q", "--tb=no", "-rfE", "-p", "no:cacheprovider", *tests]
    env = {**os.environ, "LANTERNBOARD_SIZE": "small", "PYTHONPATH": os.pathsep.join((str(top / "firmware"), str(top / "host")))}
    env["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # no rule's test needs one, and they take three seconds to load
    with subprocess.Popen(command, cwd=top, env=env, text=True, stdout=-1, stderr=-2, stdin=-3, start_new_session=True) as process:
        try:
            said, _ = process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            return 124, []
    return process.returncode, re.findall(r"^(?:FAILED|ERROR) (\S+)", said, re.M)


def judge(top: Path, rule: str, parts: list[dict[str, str]], red: frozenset[str] = frozenset()) -> tuple[str, str]:
    """(verdict, what there is to say) on one mutant, by the tests in the copy at `top`, which is whole again afterwards.
    `red`: tests that fail without any change."""
    texts = changed(parts, top)
    if texts is None:
        return ASTRAY, ", ".join(sorted({part["file"] for part in parts}))
    tests = tests_of(rule)
    if not tests:
        return NO_TEST, ""
    if red & set(tests):
        return RED, ", ".join(sorted(red & set(tests)))
    whole = {path: path.read_text("utf-8") for path in texts}
    try:
        for path, text in texts.items():
            path.write_text(text, "utf-8")
        status, failed = run(top, tests)
    finally:
        for path, text in whole.items():
            path.write_text(text, "utf-8")
    if status == 0:
        return SURVIVED, f"{len(tests)} tests pass"
    if status == 124:
        return KILLED, "they come to no end"
    if status == 1 and any("::" in test for test in failed):
        return KILLED, f"{len(failed)} of {len(tests)}: {failed[0].split('::')[-1]}"
    return BREAKS, f"pytest's status is {status}"


def red(top: Path, tests: list[str]) -> frozenset[str]:
    """Those of the tests that fail without any change."""
    if not tests:
        return frozenset()
    status, failed = run(top, tests)
    if status not in (0, 1):
        raise SystemExit(f"the tests do not run without any change either: pytest's status is {status} ({', '.join(failed)})")
    return frozenset(test.split("[")[0] for test in failed)


def main(arguments: list[str] | None = None, known: dict[str, list[dict[str, str]]] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Applies wrong changes to a copy of the tree; the tests of each rule must notice theirs.")
    parser.add_argument("rules", nargs="*", metavar="RULE", help="only these (default: all)")
    parser.add_argument("--jobs", type=int, default=1, help="so many at a time (default 1)")
    given = parser.parse_args(arguments)
    known = known or mutants()
    rules = given.rules or list(known)
    for rule in rules:
        if rule not in known:
            parser.error(f"tests/mutants.toml has no {rule}")
    with tempfile.TemporaryDirectory(prefix="lanternboard-mutants-") as folder:
        copies: SimpleQueue[Path] = SimpleQueue()
        for k in range(max(1, min(given.jobs, len(rules)))):
            (Path(folder) / str(k)).mkdir()
            copies.put(copy(Path(folder) / str(k)))
        top = copies.get()
        print("the tests without any change ...", flush=True)
        failing = red(top, sorted({test for rule in rules if changed(known[rule]) for test in tests_of(rule)}))
        copies.put(top)

        def one(rule: str) -> tuple[str, str]:
            top = copies.get()
            try:
                return judge(top, rule, known[rule], failing)
            finally:
                copies.put(top)

        bad = []
        with ThreadPoolExecutor(copies.qsize()) as pool:
            for k, (rule, (verdict, said)) in enumerate(zip(rules, pool.map(one, rules)), 1):
                print(f"{k:3}/{len(rules)}  {rule:4} {verdict}{'  ' + said if said else ''}", flush=True)
                if verdict != KILLED:
                    bad.append(rule)
    print(f"{len(rules) - len(bad)} of {len(rules)} killed" + (", not so: " + ", ".join(bad) if bad else ""))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
