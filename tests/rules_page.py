"""Makes docs/rules.md: the rules, in our own words, each with where it lives and which tests are named after it.
`python tests/rules_page.py` writes it; tests/rules/test_rules_page.py fails when it is not current. A rule that nothing names yet
has `not yet` there; one with tests needs a mutant too (tests/mutants.toml)."""

import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs/rules.md"
CAMPAIGN = ROOT / "host/lanternboard_host/campaign"
SOURCES = sorted((ROOT / "firmware/lanternboard/rules").glob("*.py")) + sorted(CAMPAIGN.glob("*.py"))
TESTS = sorted((ROOT / "tests").rglob("test_*.py"))
NONE = "not yet"


@cache
def words(path: Path) -> set[str]:
    """The rules that a file of the core names."""
    return set(re.findall(r"\b[A-Z]\d+a?\b", path.read_text("utf-8")))


@cache
def named() -> list[tuple[str, str, list[str]]]:
    """(file relative to tests/, test, the rules whose IDs it carries) of every test that carries one: K1_T7a_... is of K1 and T7a."""
    found = []
    for path in TESTS:
        for test, ids in re.findall(r"^[ \t]*def (test_((?:[A-Z]\d+a?_)+)\w+)\(", path.read_text("utf-8"), re.M):
            found.append((path.relative_to(ROOT / "tests").as_posix(), test, ids.split("_")[:-1]))
    return found


def where(rule: str) -> list[str]:
    return [f"campaign/{path.name}" if path.parent == CAMPAIGN else path.name for path in SOURCES if rule in words(path)]


def proven(rule: str) -> dict[str, list[str]]:
    """File, relative to tests/, -> its tests that are named after the rule."""
    found: dict[str, list[str]] = {}
    for name, test, ids in named():
        if rule in ids:
            found.setdefault(name, []).append(test)
    return found


def rules() -> dict[str, str]:
    """ID -> text, as the page has it."""
    return dict(re.findall(r"^\| ([A-Z]\d+a?) \| (.*?) \|", PAGE.read_text("utf-8"), re.M))


def made() -> str:
    """The page with its last two columns made anew."""
    lines = []
    for line in PAGE.read_text("utf-8").split("\n"):
        row = re.match(r"^\| ([A-Z]\d+a?) \| (.*?) \|", line)
        if row:
            rule, says = row.groups()
            line = f"| {rule} | {says} | {', '.join(where(rule)) or NONE} | {', '.join(proven(rule)) or NONE} |"
        lines.append(line)
    return "\n".join(lines)


if __name__ == "__main__":
    PAGE.write_text(made(), "utf-8")
