"""Simulated players: whole showdowns with every invariant after every answer, everything of the pack occurs, the same seed is the same."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from lanternboard_host.cli import run
from lanternboard_host.play import report
from lanternboard_host.play.players import PLAYERS, nth, numbers
from lanternboard_host.play.simulate import Setting, Tally, begin, chosen, many, one, play, seed_of
from rules.invariants import Invariants, refuses, round_trip, there_and_back
from sizes import SEED, count


def watched(setting, seed, everything):
    """Plays one showdown with the invariants after every answer; the dearer ones after each where `everything`, else after some."""
    held = Invariants()
    below = numbers(seed + 1)

    def look(game, prompt, choice):
        held.check(game)
        if everything or not below(16):
            round_trip(game)
        if not below(4 if everything else 40):
            there_and_back(game)
            held.check(game)
        if not below(8):
            refuses(game, below)

    return play(setting, seed, look, 3000)


@pytest.mark.parametrize("players", ["random", "sensible"])
def test_every_invariant_holds_after_every_answer(players):
    for k in range(count(8, 24, 5000)):
        setting = Setting(players=players, survivors=(0, 4, 1, 2, 3, 5, 6)[k % 7])
        seed = seed_of(SEED, k)
        try:
            watched(setting, seed, k < 2)
        except AssertionError as wrong:
            raise AssertionError(f"{players}, {setting.survivors} survivors, seed {seed}: {wrong}") from wrong


def tallied(setting, seeds):
    out = Tally()
    for each in many(setting, seeds, SEED):
        out.add(each)
    return out


def test_the_same_seed_gives_the_same_journals_in_every_process_and_another_one_others():
    here = [one(Setting(), seed_of(7, k)).journals for k in range(2)]
    code = "from lanternboard_host.play.simulate import *; print(one(Setting(), seed_of(7, 0)).journals)"
    for hashes in ("1", "2"):
        out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env={"PYTHONHASHSEED": hashes, **path()})
        assert out.stdout.strip() == here[0], out.stderr
    assert here[0] != here[1]


def test_a_party_of_ones_own_plays(tmp_path, capsys):
    party = {
        "format": "lanternboard/party/1",
        "survivors": [{"name": "Ada", "gear": [{"name": "Axe", "speed": 3, "accuracy": 5, "strength": 4}]}, {"name": "Bo"}],
    }
    file = tmp_path / "two.json"
    file.write_text(json.dumps(party))
    assert run(["simulate", "2", "--party", str(file), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["party"] == ["Ada", "Bo"] and told["won"] + told["lost"] == 2
    for more, words in ((["--survivors", "3"], "one of them"), (["--pack", "no-such"], "no-such")):
        assert run(["simulate", "2", "--party", str(file), *more]) != 0
        assert words in "".join(capsys.readouterr())
    for bad, words in ((b"{", "JSON"), (b'{"format": "lanternboard/party/1", "survivors": []}', "1-6 survivors")):
        file.write_bytes(bad)
        assert run(["simulate", "2", "--party", str(file)]) != 0
        told = "".join(capsys.readouterr())
        assert words in told and "Traceback" not in told
    party["survivors"][1]["gear"] = ["lost-sock"]
    file.write_text(json.dumps(party))
    assert run(["simulate", "2", "--party", str(file)]) != 0
    assert 'survivors[1].gear[0]: the pack first-story has no such gear: "lost-sock"' in capsys.readouterr().err


def path():
    return {"PYTHONPATH": ":".join(each for each in sys.path if each)}


def test_a_pack_of_ones_own_plays_from_its_file(tmp_path, capsys):
    boar = Path(__file__).parents[2] / "docs/examples/stone-boar.json"
    reports = []
    for jobs in ("1", "2"):
        assert run(["simulate", "2", "--pack", str(boar), "--players", "sensible", "--json", "--jobs", jobs]) == 0
        reports.append(capsys.readouterr().out)
    told = json.loads(reports[0])
    assert reports[0] == reports[1] and told["pack"] == "stone-boar" and told["won"] + told["lost"] == 2 and told["cards"]
    whole = json.loads(boar.read_bytes())
    for change, where in (({"monsters": 3}, "decks.monsters"), ({"scenarios": []}, "decks.scenarios")):
        wrong = tmp_path / "wrong.json"
        wrong.write_text(json.dumps({**whole, "decks": {**whole["decks"], **change}}))
        assert run(["simulate", "2", "--pack", str(wrong)]) == 1
        assert f"{wrong}: {where}: " in capsys.readouterr().err
    assert run(["simulate", "2", "--pack", str(tmp_path / "none.json")]) == 2


def test_the_numbers_are_those_that_every_python_gives():
    below = numbers(seed_of(1, 2))
    assert [below(n) for n in (10, 10, 6, 352, 2, 1, 1000000)] == [0, 1, 0, 184, 1, 0, 177297]


def test_percentiles_are_values_that_occur():
    assert report.percentile({}, 50) == 0
    assert [report.percentile({1: 5, 2: 4, 9: 1}, percent) for percent in (1, 50, 51, 90, 91, 100)] == [1, 1, 2, 2, 9, 9]


def test_the_digest_of_many_is_of_each_in_its_place():
    def digest(*each):
        tally = Tally()
        for journals in each:
            tally.add(Tally(showdowns=1, journals=journals))
        return tally.journals

    assert len({digest("a"), digest("b"), digest("a", "b"), digest("b", "a"), digest("a", "b", "b")}) == 5


def test_nth_is_the_place_in_the_order_of_iteration():
    from lanternboard.rules.spaces import Spaces

    spaces = Spaces(40)
    for space in (0, 3, 8, 9, 39):
        spaces.add(space)
    assert [nth(spaces, k) for k in range(5)] == list(spaces) == [0, 3, 8, 9, 39]
    with pytest.raises(IndexError):
        nth(spaces, 5)


def test_the_report_is_the_same_bytes_whoever_counts_and_differs_for_another_seed(capsys):
    def said(*more):
        assert run(["simulate", "3", "--json", *more]) == 0
        return capsys.readouterr().out

    first = said("--seed", "1")
    assert first == said("--seed", "1", "--jobs", "2")
    assert first != said("--seed", "2")
    told = json.loads(first)
    assert told["format"] == report.FORMAT and told["showdowns"] == 3 == told["won"] + told["lost"] + told["unfinished"]
    assert sum(told["prompts"].values()) == told["answers"]


def test_the_table_and_the_chart(tmp_path, capsys):
    chart = tmp_path / "chart.svg"
    assert run(["simulate", "1", "--presses", "--chart", str(chart)]) == 0
    out = capsys.readouterr().out
    lines = out.splitlines()
    assert lines[0].startswith("1 showdown, ") and lines[0].endswith(" unfinished") and "Presses a round" in out
    assert (
        "Strange Hand" in out
        and "strange-hand" not in out
        and "who acts next?" in out
        and re.search(r"^(head|arms|body|waist|legs|brain): [A-Z]", out, re.M)
    )
    assert not any(re.search(r"  0$", line) for line in lines) and re.search(r"^\d+ of 23 locations did not occur\.$", out, re.M)
    assert chart.read_text().startswith("<svg") and "strange-hand" in chart.read_text()
    assert run(["simulate", "1", "--chart", str(chart)]) == 2  # it is there
    assert run(["simulate", "1", "--pack", "none-such"]) == 2
    assert run(["simulate", "1", "--level", "lights"]) == 2


def test_several_answers_taken_back_at_once_are_the_same_as_one_by_one():
    """Back to a question of people's: the same records, the same position; also at the beginning, where chance alone has answered
    since the last snapshot, and where the table has overruled. Once people have answered it takes one replay."""
    from lanternboard.rules.prompt import CHANCE

    below = numbers(SEED)
    several = overruled = again = 0
    for k in range(count(6, 12, 60)):
        at_once, one_by_one = begin(Setting()), begin(Setting())
        at_once.rolls = lambda kind: True
        replays = []
        restore = at_once._restore
        at_once._restore = lambda top, replays=replays, restore=restore: (replays.append(top), restore(top))
        undone = False
        known = False  # whether the last record is a person's answer, or chance's behind one
        player = PLAYERS["random"](numbers(seed_of(SEED, k)))
        for _ in range(count(150, 300, 1000)):
            prompt = at_once.prompt
            if prompt.kind == "over":
                break
            if at_once.can_undo and not below(2 if undone else 5):
                n = prompt.number
                replays.clear()
                assert at_once.undo(n) and one_by_one.undo(n)
                while one_by_one.prompt.who == CHANCE and one_by_one.can_undo:
                    one_by_one.undo(one_by_one.number)
                several += at_once.number - n > 2
                assert len(replays) == 1 or not known
                again += not known and len(replays) == 1 and at_once.number - n > 2  # what a replay has passed is known too
                known, undone = False, True
                assert list(at_once.journal) == list(one_by_one.journal)
            elif at_once.can_redo and not below(3):
                assert at_once.redo(prompt.number) and one_by_one.redo(prompt.number)
                known = undone = False
            elif not below(40) and not at_once.adjusting:
                assert at_once.adjust(prompt.number) and one_by_one.adjust(prompt.number)
                overruled += 1
                known = False
            else:
                undone = False
                known = not at_once.adjusting and (known or prompt.who != CHANCE)
                choice = chosen(prompt, at_once, Setting(), player, below)
                for game in (at_once, one_by_one):
                    game.answer(prompt.number, choice)
            assert at_once.state.pack() == one_by_one.state.pack()
            assert (at_once.prompt.kind, at_once.number) == (one_by_one.prompt.kind, one_by_one.number)
    assert several > 5 and overruled and again
