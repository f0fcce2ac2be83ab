"""`make soak`: the suite with its long counts, one test file after another, each with a seed of its own that is printed. It can be
interrupted and goes on where it was, as long as the commit is the same. docs/soak.md is written anew after every file and says how many
of them it holds. `python tests/soak.py FILE ...` runs those files only, into the same record. A file that has not ended after two hours
(LIMIT) is stopped, and has failed: one test without an end does not hold up those that follow.

Exit status: 0 if all that were to be run passed, 1 if one failed, 2 if a name is no test file, 130 if interrupted."""

import datetime
import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent
STATE = ROOT / "build" / "soak.json"
PAGE = ROOT / "docs" / "soak.md"
PASSED = (0, 5)  # 5: every test of the file is left out here
LIMIT = 7200  # seconds a file may take; the longest, every write of a showdown cut, takes more than half of it
HEAD = """# The last soak

`make soak` runs every test with its long counts (`tests/sizes.py`), every file with a seed of its own. To repeat one:
`LANTERNBOARD_SIZE=soak LANTERNBOARD_SEED=seed .venv/bin/python -m pytest --hypothesis-seed=seed file`.

"""


def git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True).stdout.strip()


def commit() -> str:
    changed = git("status", "--porcelain", "--", "firmware", "host", "tests", "pyproject.toml")
    return git("rev-parse", "--short=12", "HEAD") + (" with changes" if changed else "")


def load(now: str) -> dict:
    try:
        state = json.loads(STATE.read_text())
        if state["commit"] == now:
            return state
    except (OSError, ValueError, KeyError):
        pass
    return {"commit": now, "done": {}}


def save(state: dict) -> None:
    STATE.parent.mkdir(exist_ok=True)
    new = STATE.with_suffix(".new")
    new.write_text(json.dumps(state, indent=1))
    os.replace(new, STATE)


def run(name: str, limit: float = LIMIT) -> dict:
    """Runs one file of tests in a session of its own, so that at its limit all that it has started ends with it."""
    seed = random.SystemRandom().randrange(1, 1 << 31)
    print(f"{name}  seed {seed}", flush=True)
    began = time.monotonic()
    tests = subprocess.Popen(
        [sys.executable, "-m", "pytest", "-q", "-n", "2", f"--hypothesis-seed={seed}", name],
        cwd=ROOT,
        env={**os.environ, "LANTERNBOARD_SIZE": "soak", "LANTERNBOARD_SEED": str(seed)},
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        said, _ = tests.communicate(timeout=limit)
        last = said.strip().splitlines()[-1] if said.strip() else ""
    except subprocess.TimeoutExpired:
        said = last = f"stopped: not at its end after {limit:g} seconds"
    finally:
        try:
            os.killpg(tests.pid, signal.SIGKILL)  # at its limit, or what a test left running
        except ProcessLookupError:
            pass
        tests.wait()
    print("  " + last if tests.returncode in PASSED else said, flush=True)
    return {"seed": seed, "code": tests.returncode, "seconds": round(time.monotonic() - began), "said": last}


def page(state: dict, names: list[str]) -> str:
    done = state["done"]
    left = [name for name in names if name not in done]
    failed = [name for name in names if name in done and done[name]["code"] not in PASSED]
    lines = [HEAD, f"Commit {state['commit']}, {datetime.date.today().isoformat()}, Python {sys.version.split()[0]}: "]
    lines.append(f"{len(names) - len(left)} of {len(names)} files run, {len(failed)} failed.\n\n")
    lines.append("| file | result | seed | seconds |\n|---|---|---|---|\n")
    for name in names:
        if name in done:
            lines.append(f"| {name} | {done[name]['said'].strip('= ')} | {done[name]['seed']} | {done[name]['seconds']} |\n")
    if left:
        lines.append("\nNot run at this commit: " + ", ".join(left) + ".\n")
    return "".join(lines)


def main(asked: list[str]) -> int:
    names = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "tests").rglob("test_*.py"))
    for name in asked:
        if name not in names:
            print(f"{name}: no test file of this project; wanted is a path as tests/link/test_lines.py", file=sys.stderr)
            return 2
    state = load(commit())
    todo = asked or names
    try:
        for name in todo:
            if state["done"].get(name, {}).get("code") in PASSED:
                print(f"{name}  done before, seed {state['done'][name]['seed']}")
                continue
            state["done"][name] = run(name)
            save(state)
            PAGE.write_text(page(state, names))
    except KeyboardInterrupt:
        print("interrupted; the same command goes on from here", file=sys.stderr)
        return 130
    failed = [name for name in todo if state["done"][name]["code"] not in PASSED]
    print("failed: " + ", ".join(failed) if failed else f"all of {len(todo)} files passed; written to {PAGE.relative_to(ROOT)}")
    return 1 if failed else 0


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # to be killed is to be interrupted: what it has started ends too
    sys.exit(main(sys.argv[1:]))
