"""tests/mutants.toml has one wrong change for every rule that has tests, and the tests notice it. All of them: `make mutants`."""

import ast
import random
import re
import sys

if sys.implementation.name != "micropython":
    import mutants
    from rules_page import proven, rules
    from sizes import SEED, count

    def test_every_rule_that_has_tests_has_a_mutant_and_each_applies_as_it_stands():
        known = mutants.mutants()
        assert set(known) <= set(rules()), "rules that docs/rules.md does not list"
        assert [rule for rule in rules() if proven(rule) and rule not in known] == [], "these need an entry in tests/mutants.toml"
        for rule, parts in known.items():
            texts = mutants.changed(parts)
            assert texts, f"{rule}: the old text is not there exactly once"
            for text in texts.values():
                ast.parse(text)

    def test_a_rules_tests_are_those_that_carry_its_id_as_a_word():
        for rule in rules():
            for test in mutants.tests_of(rule):
                assert rule in re.findall(r"[A-Z]\d+a?", test.split("::")[1])
        assert mutants.tests_of("X2") and not set(mutants.tests_of("X2")) & set(mutants.tests_of("X2a"))

    def test_a_mutant_survives_or_is_killed_or_is_told_as_useless(tmp_path, capsys):
        line = "    return not s.flags[i] & DEAD and (s.everyone or not s.flags[i] & DOWN)\n"

        def mutant(new, old=line, file="targets.py"):
            return [{"file": file, "old": old, "new": new}]

        top = mutants.copy(tmp_path)
        before = (top / mutants.RULES / "targets.py").read_text("utf-8")
        assert mutants.judge(top, "T3", mutant(line + "    # changes nothing\n"))[0] == mutants.SURVIVED
        assert mutants.judge(top, "T3", mutants.mutants()["T3"]) == (mutants.KILLED, "1 of 1: test_T3_who_lies_is_no_threat")
        assert mutants.judge(top, "T3", mutant("    nothing = = of that\n"))[0] == mutants.BREAKS
        assert mutants.judge(top, "T3", mutant("", "    return "))[0] == mutants.ASTRAY, "it occurs more than once"
        assert mutants.judge(top, "T3", mutant("", file="none.py"))[0] == mutants.ASTRAY
        assert mutants.judge(top, "T0", mutant(""))[0] == mutants.NO_TEST
        assert mutants.judge(top, "T3", mutant(""), frozenset(mutants.tests_of("T3")))[0] == mutants.RED
        assert (top / mutants.RULES / "targets.py").read_text("utf-8") == before
        assert mutants.main(["T3"], {"T3": mutant("", "not there")}) == 1
        assert "T3   does not apply  targets.py" in capsys.readouterr().out

    def test_a_sample_of_the_mutants_is_killed():
        known = mutants.mutants()
        some = random.Random(SEED).sample(sorted(known), count(1, 12, len(known)))
        assert mutants.main(some) == 0
