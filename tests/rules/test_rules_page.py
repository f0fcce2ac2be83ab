"""docs/rules.md explains every rule that a prompt or an explanation cites, and says truly where it lives and what proves it."""

import ast
import re
import sys

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
