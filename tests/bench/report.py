"""What a line of the bench is: a goal, a figure, a verdict, and the raw samples behind it. Prints the table, writes
build/bench.json. Measures nothing."""

import json
import math
import platform
import sys
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path

OUT = Path("build/bench.json")
NOT_MEASURED = "not measured"


@dataclass
class Line:
    """One goal. `figure` None: not measured, `note` says why. `most`: the figure may be at most the limit, else at least it."""

    name: str
    goal: str
    figure: float | None = None
    unit: str = ""
    limit: float | None = None
    most: bool = True
    note: str = ""
    samples: object = field(default_factory=list)

    @property
    def verdict(self) -> str:
        if self.figure is None:
            return NOT_MEASURED
        if self.limit is None:
            return "told"
        return "met" if (self.figure <= self.limit if self.most else self.figure >= self.limit) else "MISSED"


def percentile(values, part: float):
    """The smallest value that so large a part of all values does not exceed."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(part * len(ordered)) - 1)]


def table(lines: list[Line]) -> str:
    rows = [("what", "goal", "figure", "verdict", "")]
    for line in lines:
        figure = "" if line.figure is None else f"{line.figure:,.{0 if abs(line.figure) >= 100 else 1}f} {line.unit}".strip()
        rows.append((line.name, line.goal, figure, line.verdict, line.note))
    widths = [max(len(row[k]) for row in rows) for k in range(4)]
    return "\n".join("  ".join([*(row[k].ljust(widths[k]) for k in range(4)), row[4]]).rstrip() for row in rows)


def write(lines: list[Line], path: Path = OUT) -> None:
    """Adds to what an earlier run measured: a line measured now replaces the one of the same name."""
    kept = {}
    if path.is_file():
        kept = {entry["name"]: entry for entry in json.loads(path.read_text())["lines"]}
    now = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    for line in lines:
        if line.figure is not None or line.name not in kept:
            kept[line.name] = {**asdict(line), "verdict": line.verdict, "when": now}
    machine = {"python": sys.version.split()[0], "machine": platform.platform()}
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"format": "lanternboard/bench/1", "on": machine, "lines": list(kept.values())}, indent=1) + "\n")
