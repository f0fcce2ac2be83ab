"""How much the tests do: LANTERNBOARD_SIZE is small (make test), medium (.ci/run) or soak (make soak).
A test asks for its count here and never looks at the environment itself."""

import os

SIZE = os.environ.get("LANTERNBOARD_SIZE", "small")
if SIZE not in ("small", "medium", "soak"):
    raise SystemExit("LANTERNBOARD_SIZE is small, medium or soak, not " + SIZE)


def count(small: int, medium: int, soak: int) -> int:
    """The count for this run's size."""
    return {"small": small, "medium": medium, "soak": soak}[SIZE]


SEED = int(os.environ.get("LANTERNBOARD_SEED", "1"))  # of a test's own random numbers; `make soak` draws and prints new ones
