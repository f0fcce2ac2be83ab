"""`lanternboard journal show|replay`: a showdown as text, read by people and by programs."""

import io
import json
import sys

import pytest
from lanternboard.rules import engine, journaltext
from lanternboard.screen import words
from lanternboard_host.cli import run
from lanternboard_host.faces.local import LocalTable
from lanternboard_host.faces.picture import option_text
from lanternboard_host.play.players import PLAYERS, numbers
from lanternboard_host.play.simulate import Setting, begin, chosen, seed_of
from sizes import SEED, count


def played():
    """A short showdown's journal as text."""
    table = LocalTable(clock=lambda: 0)
    for choice in ("white-lion", 4, "usual", "N", [10, 1], [13, 3], [7, 4], [11, 14], "attack", "s0"):
        table.answer(choice)
    table.undo()
    table.redo()
    journal = table.game.journal
    return "".join(journaltext.line(n, journal.read(n)) + "\n" for n in range(len(journal))), table.game


@pytest.fixture
def journal(capsysbinary, monkeypatch, tmp_path):
    def journal(*args, text=None):
        if text is not None:
            monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        code = run(["journal", *map(str, args)])
        out, err = capsysbinary.readouterr()
        return code, out.decode(), err.decode()

    return journal


def test_show_tells_every_record_in_words(journal):
    text, game = played()
    code, out, err = journal("show", "-", text=text)
    assert (code, err) == (0, "")
    snapshots = text.count('"snapshot"')
    assert len(out.splitlines()) == len(game.journal) - snapshots + 1
    for part in (
        "a showdown begins",
        "Which monster is on the table? White Lion",
        "Which way does the White Lion face? north",
        "What happens next? move & attack",
        "Who is the target? Allister",
        f"The whole position was kept {snapshots} times.",
        "Allister stands on (10, 1).",
        "taken back",
        "done again",
    ):
        assert part in out, part


def simulated(setting, seed, most=1500):
    """A showdown played by chance, some answers of it taken back, and what was said of each answer before it was given."""
    below = numbers(seed)
    player = PLAYERS[setting.players](below)
    game = begin(setting)
    said = []
    for _ in range(most):
        prompt = game.prompt
        if prompt.kind == "over":
            break
        if game.depth and not below(50):
            game.undo(prompt.number)
            said.append("taken back")
            continue
        choice = chosen(prompt, game, setting, player, below)
        asked = words.prompt_text(prompt, game.state, game.names, game.cards)[0]
        said.append(f"{asked} {option_text(prompt, choice, game.state, game.names, game.cards)}")
        game.answer(prompt.number, choice)
    journal = game.journal
    return "".join(journaltext.line(n, journal.read(n)) + "\n" for n in range(len(journal))), said


def test_show_calls_each_answer_what_it_was_called_when_it_was_given(journal):
    """Over whole showdowns: an answer may take away what it was called by, as does whoever slings the Founding Stone."""
    slung = 0
    for k in range(count(6, 20, 200)):
        setting = Setting(players=("random", "sensible")[k % 2], survivors=(4, 1, 6)[k % 3], level=2 - (k % 4 == 3))
        text, said = simulated(setting, seed_of(SEED, k))
        code, out, err = journal("show", "-", text=text)
        assert (code, err) == (0, ""), (k, err)
        lines = [line[6:] for line in out.splitlines()[1:]]
        assert len(lines) >= len(said), k
        for line, called in zip(lines, said):
            assert line == called or line.startswith(called + "  "), k
        slung += sum(called.endswith("use: Founding Stone") for called in said)
    assert slung


def test_show_tells_which_rulings_are_not_the_usual_ones(journal):
    text, _ = played()
    lines = text.splitlines()
    lines[0] = lines[0][:-1] + ',"context":"0123abcd-202000"}'
    lines[1:] = [lines[1], '{"n":2,"rules":%d,"context":"0123abcd-40"}' % engine.RULES, lines[1].replace('"n":1', '"n":3')]
    code, out, err = journal("show", "-", text="\n".join(lines) + "\n")
    assert (code, err) == (0, "")
    assert "a showdown begins; collision_knockback is 4; slide_along_edge is false\n" in out
    assert f"from here on by rules {engine.RULES}; terrain_hides is false\n" in out


def test_a_journal_of_other_rules_is_told_as_far_as_it_goes_and_stands_at_its_last_position(journal):
    text, game = played()
    text = text.replace('"rules":%d' % engine.RULES, '"rules":999', 1)
    code, out, err = journal("show", "-", text=text)
    assert (code, err) == (0, "")
    assert "a showdown begins, by rules 999, which are not played here\n" in out
    assert '   2  answered: "white-lion"\n' in out and "taken back" in out and "answered: [10, 1]" in out
    code, out, err = journal("replay", "-", "--json", text=text)
    assert code == 0 and json.loads(out)["undo"] == 0 and json.loads(out)["state"] == game.state.pack().hex()


def test_replay_checks_it_and_says_where_it_stands(journal, tmp_path):
    text, game = played()
    file = tmp_path / "j.jsonl"
    file.write_text(text)
    code, out, err = journal("replay", file)
    assert (code, err) == (0, "")
    assert f"{len(game.journal)} records, all in order." in out and "What happens next?" in out
    assert "Where it stands" in out and "A Allister" in out and ("▲" in out or "^" in out)
    assert not any(line.endswith(" ") for line in out.splitlines())
    code, out, err = journal("replay", file, "--json")
    told = json.loads(out)
    assert code == 0 and out.count("\n") == 1
    assert told["records"] == len(game.journal) and told["state"] == game.state.pack().hex()
    assert told["prompt"] == {"n": game.number, "kind": "act", "rule": "V1"}


def test_a_record_that_does_not_fit_is_told_with_its_line(journal):
    text, _ = played()
    lines = text.splitlines()
    at = next(i for i, line in enumerate(lines) if '"answer":[13,3]' in line)
    lines[at] = lines[at].replace("[13,3]", "[0,0]")
    broken = "\n".join(lines)
    code, out, err = journal("replay", "-", text=broken)
    assert code == 1 and f"line {at + 1}" in err and err.count("\n") == 1
    code, out, err = journal("replay", "-", "--json", text=broken)
    told = json.loads(out)
    assert code == 1 and (told["line"], told["format"]) == (at + 1, "lanternboard/error/1")
    code, out, err = journal("show", "-", text=broken)
    assert code == 1 and f"line {at + 1}" in err


@pytest.mark.parametrize(
    "text", ["", "nonsense\n", "{}\n", "[1]\n", '{"n":0,"format":"lanternboard/journal/1"}\n', '{"n":0,"pack":"no-such"}\n']
)
def test_what_is_no_journal_is_refused_in_one_sentence(journal, text):
    for what in ("show", "replay"):
        code, out, err = journal(what, "-", text=text)
        assert code == 1 and out == "" and err.count("\n") == 1 and "mistake" not in err


def test_another_file_of_ours_is_told_by_its_format_and_what_is_no_JSON_by_its_column(journal):
    party = json.dumps({"format": "lanternboard/party/1", "survivors": [{"name": "A"}]}, indent=1)
    for verb in ("show", "replay"):
        code, out, err = journal(verb, "-", text=party)
        assert (code, out) == (
            1,
            "",
        ) and "-: this is a lanternboard/party/1, no showdown's journal (allowed: a lanternboard/journal/1)" in err
    text, _ = played()
    lines = text.splitlines()
    err = journal("replay", "-", text="\n".join([*lines[:3], '{"n":3,!', *lines[4:]]))[2]
    assert "-, line 4, column 8: this is no JSON: it goes wrong here" in err


def test_the_command_itself_wrong_is_2(journal):
    text, _ = played()
    assert journal("show", "no-such-file")[0] == 2
    assert journal("sing", "-", text=text)[0] == 2
    assert journal("show", "-", "--on", "board", text=text)[0] == 2
    assert journal("replay", "-", "--port", "x", text=text)[0] == 2


@pytest.mark.parametrize("what", ["show", "replay"])
@pytest.mark.parametrize("begins", ["[", '{"a":'])
def test_a_first_line_nested_without_end_is_refused_like_any_other_that_is_none(what, begins, journal):
    code, out, err = journal(what, "-", text=begins * 100000)
    assert (code, out) == (1, "") and "-, line 1" in err and err.count("\n") == 1
