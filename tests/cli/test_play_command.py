"""`lanternboard play`: a showdown without a board, kept in the user's own folder."""

import json
import os
import time
from pathlib import Path

import pytest
from lanternboard_host import cli
from lanternboard_host.cli import play as command
from lanternboard_host.terminal import loop

BOAR = Path(__file__).parents[2] / "docs/examples/stone-boar.json"


@pytest.fixture
def played(tmp_path, monkeypatch, capsys):
    """Plays with these options and gives `answers`; exit code, what was seen at last, what was told."""
    monkeypatch.setenv("LANTERNBOARD_DATA", str(tmp_path))
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    seen = []

    def run(*options, answers=(), terminal=True, plays=None):
        def answering(watch, console, greeting=""):
            for choice in answers:
                now = watch.seen
                watch.ask("answer", now.journal, now.number, choice=choice)
                end = time.monotonic() + 20
                while watch.seen.number <= now.number:
                    assert time.monotonic() < end
                    watch.turn(0.01)
            seen.append(watch.seen)

        monkeypatch.setattr(loop, "play", plays or answering)
        monkeypatch.setattr("sys.stdout.isatty", lambda: terminal, raising=False)
        code = cli.run(["play", *options])
        told = capsys.readouterr()
        return code, seen[-1] if seen else None, told.out + told.err

    return run


def files(tmp_path):
    return sorted(tmp_path.glob("showdowns/*.jsonl"))


def test_it_goes_on_where_it_was_and_new_keeps_the_old_file(played, tmp_path):
    code, first, told = played(answers=("white-lion",))
    assert code == 0 and "0001" in told and first.picture.state.level == 2
    [path] = files(tmp_path)
    kept = path.read_bytes()
    assert [json.loads(line) for line in kept.splitlines()][-1]["n"] >= 2
    _, again, _ = played()
    assert (again.journal, again.number, again.picture.sentence) == (first.journal, first.number, first.picture.sentence)
    code, other, _ = played("--new", "--level", "lights")
    assert code == 0 and other.journal != first.journal and other.picture.state.level == 0 and other.picture.party is None
    assert len(files(tmp_path)) == 2 and path.read_bytes() == kept


def test_another_showdown_gets_a_file_of_its_own_at_the_same_level(played, tmp_path, monkeypatch):
    def begins_another(watch, console, greeting=""):
        watch._table.anew()

    assert played("--level", "monster")[0] == 0
    monkeypatch.setattr(loop, "play", begins_another)
    assert cli.run(["play"]) == 0
    assert [path.name[:4] for path in files(tmp_path)] == ["0001", "0002"]
    _, seen, told = played()
    assert seen.picture.state.level == 1 and "0002" in told


def test_control_c_says_where_it_stays_like_q(played, tmp_path):
    def interrupted(watch, console, greeting=""):
        raise KeyboardInterrupt

    quitting = played()[2]
    assert quitting.startswith("Goodbye. Your showdown stays in ") and str(files(tmp_path)[0]) in quitting
    code, _, told = played(plays=interrupted)
    assert (code, told) == (130, quitting)


def test_what_is_wrong_is_told_and_nothing_is_written(played, tmp_path):
    assert played(terminal=False)[0] == 2
    assert not files(tmp_path)
    assert "needs a terminal" in played(terminal=False)[2]
    code, _, err = played("--pack", "nothing")
    assert code == 2 and "not installed" in err and not files(tmp_path)
    played()
    code, _, told = played("--level", "all")
    assert code == 2 and "--new" in told
    [path] = files(tmp_path)
    path.write_bytes(path.read_bytes() + b"{}\n")
    code, _, told = played()
    assert code == 1 and "line 3" in told and "--new" in told and path.read_bytes().endswith(b"{}\n")


def test_a_file_that_cannot_be_gone_on_with_is_left_as_it_is_and_new_is_the_way_on(played, tmp_path):
    played(answers=("white-lion",))
    [path] = files(tmp_path)
    head, *rest = path.read_bytes().splitlines(keepends=True)
    wrong = (
        b"".join([head, *rest]).replace(b"\n", b"\r"),
        head + rest[0] + b'{"n":2,"answer":"nobody"}\n',
        head.replace(b"first-story", b"no-such-pack") + b"".join(rest),
    )
    for data in wrong:
        path.write_bytes(data)
        code, _, told = played()
        assert code == 1 and told.startswith(f"lanternboard: {path}") and "--new begins another" in told and path.read_bytes() == data
    assert played("--new")[0] == 0 and path.read_bytes() == data and len(files(tmp_path)) == 2


def test_an_empty_file_and_files_of_other_names_are_passed_over(played, tmp_path):
    _, first, _ = played()
    [path] = files(tmp_path)
    for name in ("0001b", "0001_old", "0003"):
        (tmp_path / "showdowns" / f"{name}.journal.jsonl").write_text("")
    code, seen, told = played()
    assert code == 0 and seen.journal == first.journal and "0003.journal.jsonl: nothing was kept in it; 0001.journal.jsonl goes on" in told
    path.write_text("")
    code, seen, told = played()
    assert code == 0 and seen.journal != first.journal and "another begins" in told
    assert (tmp_path / "showdowns" / "0004.journal.jsonl").stat().st_size


def test_blank_lines_are_skipped_by_play_as_by_replay(played, tmp_path, capsys):
    _, first, _ = played("--pack", "white-lion", "--level", "lights")
    [path] = files(tmp_path)
    path.write_bytes(b"\n" + path.read_bytes().replace(b"\n", b"\n\n"))
    kept = path.read_bytes()
    assert cli.run(["journal", "replay", str(path)]) == 0
    code, again, _ = played()
    assert code == 0 and (again.journal, again.number) == (first.journal, first.number) and path.read_bytes() == kept


def test_a_party_begins_a_new_showdown_and_nothing_is_written_where_it_cannot(played, tmp_path):
    axe = {"name": "Bone Axe", "speed": 2, "accuracy": 6}
    party = {"format": "lanternboard/party/1", "limit": 2, "survivors": [{"name": "Ayla", "survival": 2, "gear": [axe]}, {"name": "Bran"}]}
    file = tmp_path / "party.json"
    for wrong in ({}, {**party, "limit": -1}, {**party, "survivors": [{"name": "A", "gear": ["lantern-halberd"]}]}):
        file.write_text(json.dumps(wrong))
        code, _, told = played("--party", str(file))
        assert code == 1 and told.count("\n") == 1 and not files(tmp_path), told
    file.write_text(json.dumps(party))
    assert played("--party", str(file), "--level", "lights")[0] == 2 and played("--party", str(tmp_path / "none"))[0] == 2
    code, first, _ = played("--party", str(file), answers=("white-lion",))
    assert code == 0 and first.picture.names == ("Ayla", "Bran")
    assert [one.name for one in first.picture.party.survivors[0].weapons] == ["Bone Axe"] and first.picture.state.limit == 2
    _, again, _ = played()
    assert again.picture.names == ("Ayla", "Bran") and again.number == first.number
    code, _, told = played("--party", str(file))
    assert code == 2 and "--new" in told and len(files(tmp_path)) == 1


def test_a_pack_of_ones_own_is_played_gone_on_with_and_replayed_when_its_file_has_changed(played, tmp_path, capsys):
    own = tmp_path / "boar.json"
    own.write_bytes(BOAR.read_bytes())
    assert cli.run(["pack", "check", str(own), "--json"]) == 0
    digest = json.loads(capsys.readouterr().out)["digest"]
    code, first, _ = played("--pack", str(own), answers=("stone-boar",))
    assert code == 0 and first.picture.state.level == 2
    [path] = files(tmp_path)
    assert json.loads(path.read_bytes().splitlines()[0])["pack_digest"] == digest
    assert (tmp_path / "packs" / f"{digest}.json").read_bytes() == BOAR.read_bytes()
    own.write_text("{}")
    assert (again := played())[0] == 0 and again[1].number == first.number
    for verb in ("show", "replay"):
        assert cli.run(["journal", verb, str(path)]) == 0
    capsys.readouterr()
    code, _, told = played("--new", "--pack", str(own))
    assert code == 1 and f"{own}: format: missing" in told and len(files(tmp_path)) == 1
    code, _, told = played("--new", "--pack", "stone-boar")
    assert code == 2 and "first-story, white-lion, or the FILE of a pack" in told
    assert played("--new", "--pack", str(tmp_path / "none.json"))[0] == 2 and len(files(tmp_path)) == 1


def test_another_showdown_after_one_with_a_pack_of_ones_own_has_that_pack(played, tmp_path, monkeypatch):
    assert played("--pack", str(BOAR))[0] == 0
    monkeypatch.setattr(loop, "play", lambda watch, console, greeting="": watch._table.anew())
    assert cli.run(["play"]) == 0
    heads = [json.loads(path.read_bytes().splitlines()[0]) for path in files(tmp_path)]
    assert [head["pack"] for head in heads] == ["stone-boar"] * 2 and heads[0]["pack_digest"] == heads[1]["pack_digest"]


def test_a_pack_without_a_scenario_is_played_at_the_level_lights(played, tmp_path):
    whole = json.loads(BOAR.read_bytes())
    less = tmp_path / "less.json"
    less.write_text(json.dumps({**whole, "decks": {deck: whole["decks"][deck] for deck in ("monsters", "targets", "instincts")}}))
    assert played("--pack", str(less))[1].picture.state.level == 0


def test_only_one_plays_at_a_time(played, tmp_path):
    from contextlib import ExitStack

    with ExitStack() as held:
        command._own(tmp_path / "showdowns", held)
        if os.name == "posix":
            code, _, told = played()
            assert code == 1 and "another window" in told
    assert played()[0] == 0
