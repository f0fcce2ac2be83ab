"""Makes docs/rules.md: the rules that are implemented, in our own words, each with where it lives and which tests are named after
it. `python tests/rules_page.py` writes it; tests/rules/test_rules_page.py fails when it is not current."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs/rules.md"
SOURCES = sorted((ROOT / "firmware/lanternboard/rules").glob("*.py"))
TESTS = sorted((ROOT / "tests").rglob("test_*.py"))


def where(rule: str) -> list[str]:
    word = re.compile(r"\b" + rule + r"\b")
    return [path.name for path in SOURCES if word.search(path.read_text("utf-8"))]


def proven(rule: str) -> list[str]:
    named = re.compile(r"def test_(?:[A-Z]\d+a?_)*" + rule + r"_")
    return [path.relative_to(ROOT / "tests").as_posix() for path in TESTS if named.search(path.read_text("utf-8"))]


def rules() -> dict[str, str]:
    """ID -> text, as the page has it."""
    return dict(re.findall(r"^\| ([A-Z]\d+a?) \| (.*?) \|", PAGE.read_text("utf-8"), re.M))


def made() -> str:
    """The page with its last two columns made anew."""
    lines = []
    for line in PAGE.read_text("utf-8").split("\n"):
        row = re.match(r"^\| ([A-Z]\d+a?) \| (.*?) \|", line)
        if row:
            rule, text = row.groups()
            line = f"| {rule} | {text} | {', '.join(where(rule)) or '-'} | {', '.join(proven(rule)) or '-'} |"
        lines.append(line)
    return "\n".join(lines)


if __name__ == "__main__":
    PAGE.write_text(made(), "utf-8")
