"""`make soak`: the suite with its long counts, one test file after another, each with a seed of its own that is printed. It can be
interrupted and goes on where it was, as long as the commit is the same. Writes docs/soak.md at the end of a whole run."""

import datetime
import json
import os
import random
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent
STATE = ROOT / "build" / "soak.json"
PAGE = ROOT / "docs" / "soak.md"
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


def run(name: str) -> dict:
    seed = random.SystemRandom().randrange(1, 1 << 31)
    print(f"{name}  seed {seed}", flush=True)
    began = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-n", "2", f"--hypothesis-seed={seed}", name],
        cwd=ROOT,
        env={**os.environ, "LANTERNBOARD_SIZE": "soak", "LANTERNBOARD_SEED": str(seed)},
        stdout=subprocess.PIPE,
        text=True,
    )
    last = done.stdout.strip().splitlines()[-1] if done.stdout.strip() else ""
    print(done.stdout if done.returncode not in (0, 5) else "  " + last, flush=True)
    return {"seed": seed, "code": done.returncode, "seconds": round(time.monotonic() - began), "said": last}


def page(state: dict) -> str:
    lines = [HEAD, f"Commit {state['commit']}, {datetime.date.today().isoformat()}, Python {sys.version.split()[0]}.\n\n"]
    lines.append("| file | result | seed | seconds |\n|---|---|---|---|\n")
    for name, result in sorted(state["done"].items()):
        lines.append(f"| {name} | {result['said'].strip('= ')} | {result['seed']} | {result['seconds']} |\n")
    return "".join(lines)


def main() -> int:
    names = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "tests").rglob("test_*.py"))
    state = load(commit())
    for name in names:
        if state["done"].get(name, {}).get("code") in (0, 5):  # 5: every test of the file is left out here
            print(f"{name}  done before, seed {state['done'][name]['seed']}")
            continue
        state["done"][name] = run(name)
        save(state)
    PAGE.write_text(page(state))
    failed = [name for name in names if state["done"][name]["code"] not in (0, 5)]
    print("failed: " + ", ".join(failed) if failed else f"all of {len(names)} files passed; written to {PAGE.relative_to(ROOT)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
