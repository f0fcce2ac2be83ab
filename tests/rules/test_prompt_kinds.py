"""docs/prompts.md lists every kind of prompt that the flows make, and no other."""

import ast
import re
import sys

if sys.implementation.name != "micropython":
    from pathlib import Path

    ROOT = Path(__file__).parents[2]

    def made():
        kinds = {"target", "order", "miniature"}  # asked through one_of, which is given the kind
        for path in (ROOT / "firmware/lanternboard/rules").glob("*.py"):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Prompt" and isinstance(node.args[0], ast.Constant):
                    kinds.add(node.args[0].value)
                if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "one_of":
                    for word in node.keywords:
                        if word.arg == "kind" and isinstance(word.value, ast.Constant):
                            assert word.value.value in kinds
        return kinds

    def test_docs_prompts_lists_every_kind():
        listed = set(re.findall(r"^\| `([a-z-]+)` \|", (ROOT / "docs/prompts.md").read_text("utf-8"), re.M))
        assert listed == made()
