"""docs/rules.md explains every rule that a prompt or an explanation cites, and says truly where it lives and what proves it."""

import ast
import re
import sys

# Rulings of the showdown whose tests (tests/rules/test_showdown*.py) are still being written.
NOT_PLAYED_YET = ["dash", "encourage", "surge"]

if sys.implementation.name != "micropython":
    from rules_page import ROOT, SOURCES, made, rules

    def test_the_page_is_current():
        assert (ROOT / "docs/rules.md").read_text("utf-8") == made()

    def test_every_rule_that_a_prompt_names_is_on_the_page():
        cited = set()
        for path in SOURCES:
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.Constant) and isinstance(node.value, str) and re.fullmatch(r"[A-Z]\d+a?", node.value):
                    cited.add(node.value)
        assert len(cited) > 10 and cited <= set(rules())

    def test_the_page_of_rulings_has_each_with_its_rule_and_default_and_a_test_of_that_rule():
        import json

        from lanternboard.rules.rulings import DEFAULT, MOST, NAMES

        rows = re.findall(
            r"^\| `([a-z_0-9]+)` \| ([A-Z]\d+a?)(?:, [A-Z]\d+a?)* \| `(\w+)` \| .+? \| (.+) \|$",
            (ROOT / "docs/rulings.md").read_text("utf-8"),
            re.M,
        )
        assert [row[0] for row in rows] == list(NAMES)
        source = (ROOT / "firmware/lanternboard/rules/rulings.py").read_text("utf-8")
        places = [ROOT / "tests/rules/test_rulings.py", *sorted((ROOT / "tests/rules").glob("test_showdown*.py"))]
        tests = "".join(path.read_text("utf-8") for path in places)
        for name, rule, default, otherwise in rows:
            usual = getattr(DEFAULT, name)
            assert json.loads(default) is usual or (json.loads(default) == usual and name in MOST)
            other = "`false`: " if usual else "`true`: "
            assert ("-%d" % MOST[name] in otherwise) if name in MOST else otherwise.startswith(other), name
            assert re.search(rf"^    {name} = \w+  # {rule}\b", source, re.M), name
            assert rule in rules(), rule
            if name not in NOT_PLAYED_YET:
                assert f'other("{name}"' in tests and re.search(rf"def test_{rule}_", tests), name
