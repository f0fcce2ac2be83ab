"""Figures by lantern year follow from the journal, whatever was taken back, done again or edited; and one change for several survivors."""

import json
import random

import pytest
from campaign.desk import CORE, NAMES, Desk, at_home, outcome, year
from lanternboard.base.errors import Refused, Stale
from lanternboard.rules import record
from lanternboard_host.campaign import edits, words, years
from lanternboard_host.campaign.game import Campaign, Memory, begin, replayed
from sizes import SEED, count


def rows(desk):
    return [dict(zip(years.FIGURES, row, strict=True)) for row in years.rows(desk.game.state, CORE)]


def test_a_year_has_the_figures_that_it_ended_with_and_the_present_one_those_of_now():
    desk = Desk()
    assert rows(desk) == [], "the prologue is no lantern year"
    desk = at_home().to("develop")
    assert [row["year"] for row in rows(desk)] == [1]
    desk.edit(births=3).write("Bo", survival=7)
    before = rows(desk)[0]
    assert (before["births"], before["living"], before["survival"]) == (
        3,
        4,
        sum(s["survival"] for s in desk.game.state.survivors.values()),
    )
    year(desk, dead=("Cy",))
    one, two = rows(desk)
    assert (one["year"], two["year"], one["births"]) == (1, 2, 3)
    assert one["deaths"] == 1, "who died on the hunt of a year died in it (P5 comes before P6)"
    desk.edit(population=40)
    assert rows(desk) == [one, {**two, "population": 40}]
    assert years.named(desk.game.state, CORE)[0]["mean"] == round(one["survival"] / one["living"], 2)


def test_a_year_that_is_edited_ends_or_begins_again_and_undo_brings_all_back():
    desk = year(year(at_home().to("develop")))
    was = rows(desk)
    desk.edit(year=9, population=5)
    assert [row["year"] for row in rows(desk)] == [1, 2, 3, 9] and rows(desk)[2] == was[2]
    desk.edit(year=2)
    assert [row["year"] for row in rows(desk)] == [1, 2] and rows(desk)[0] == was[0]
    for _ in range(2):
        desk.game.undo(desk.game.number)
    assert rows(desk) == was


def test_years_that_a_wrong_year_took_away_are_there_again_when_that_is_taken_back():
    desk = year(year(year(at_home().to("develop"))))
    was = rows(desk)
    desk.edit(year=2)
    wrong = desk.game.answers()[-1]
    desk.edit(notes="a word").game.take_back(wrong)
    assert rows(desk) == was
    desk.edit(year=1)
    wrong = desk.game.answers()[-1]
    year(desk)
    played = rows(desk)
    assert [row["year"] for row in played] == [1, 2]
    desk.game.take_back(wrong)
    assert rows(desk) == [played[0], *was[1:3], {**played[1], "year": 5}]
    assert replayed(desk.game.journal, CORE).state.pack() == desk.game.state.pack()


def test_figures_of_a_year_that_begins_again_as_an_entry_is_taken_back_go_with_it():
    desk = year(year(at_home().to("develop")))
    was = rows(desk)
    desk.game.set_fields({"settlement.year": 5, "years.2.deaths": 1, "years.1.deaths": 1})
    number = desk.game.answers()[-1]
    desk.edit(year=4).game.take_back(number)
    assert rows(desk) == [was[0], {**was[2], "year": 2}]


def test_a_later_year_and_those_before_it_are_entered_in_one_edit():
    desk = year(at_home().to("develop"))
    was = rows(desk)
    on_paper = {"population": 9, "deaths": 4, "births": 1, "living": 7, "survival": 12, "limit": 3}
    desk.game.set_fields({"years.4": on_paper, "settlement.year": 6, "years.1.deaths": 3})
    assert rows(desk) == [{**was[0], "deaths": 3}, was[1], {"year": 4, **on_paper}, {**was[1], "year": 6}]
    assert replayed(desk.game.journal, CORE).state.pack() == desk.game.state.pack()


def test_past_years_are_edited_by_name_entered_from_paper_and_taken_back():
    desk = year(year(at_home().to("develop")))
    was = rows(desk)
    desk.game.set_fields({"years.2.population": 31, "years.1": None})
    assert rows(desk) == [{**was[1], "population": 31}, was[2]]
    assert [words.told(event, desk.game.state, CORE) for event in desk.game.events] == [
        f"Year 2, population: {was[1]['population']} -> 31",
        f"Year 1: {', '.join(f'{what} {was[0][what]}' for what in years.FIGURES[1:])} -> nothing",
    ]
    edit = desk.game.answers()[-1]
    desk.edit(births=2)
    desk.game.take_back(edit)
    assert rows(desk) == [was[0], was[1], {**was[2], "births": 2}]
    on_paper = {"population": 9, "deaths": 4, "births": 1, "living": 7, "survival": 12, "limit": 3}
    desk.edit(year=9).game.set_fields({"years.5": on_paper, "years.3.living": 2})
    assert rows(desk)[2:4] == [{**was[2], "births": 2, "living": 2}, {"year": 5, **on_paper}]
    desk.game.take_back(desk.game.answers()[-1])
    assert [row["year"] for row in rows(desk)] == [1, 2, 3, 9]
    assert replayed(desk.game.journal, CORE).state.pack() == desk.game.state.pack()


def test_what_is_taken_back_brings_past_years_back_though_the_year_was_changed_too():
    desk = year(year(at_home().to("develop")))
    was = rows(desk)
    desk.game.set_fields({"settlement.year": 5, "years.1": None})
    desk.edit(births=2).game.take_back(desk.game.answers()[-2])
    assert rows(desk) == [was[0], was[1], {**was[2], "births": 2}]
    desk.game.set_fields({"settlement.year": 8, "years.1.deaths": 9})
    desk.edit(year=6).game.take_back(desk.game.answers()[-2])
    assert [row["year"] for row in rows(desk)] == [1], "what is no longer over is not put right"


@pytest.mark.parametrize(
    ("fields", "path"),
    [
        ({"years.3": None}, "years.3"),
        ({"years.3.deaths": 1}, "years.3.deaths"),
        ({"years.0": None}, "years.0"),
        ({"years.02.deaths": 1}, "years.02.deaths"),
        ({"years.\u0662.deaths": 1}, "years.\u0662.deaths"),
        ({"years." + "9" * 5000: None}, ("years." + "9" * 5000)[:60]),
        ({"years.1.hope": 1}, "years.1.hope"),
        ({"years.1.deaths": "many"}, "years.1.deaths"),
        ({"years.1.deaths": 10000}, "years.1.deaths"),
        ({"years.1": {"population": 2}}, "years.1"),
        ({"years.1": {"population": 2, "deaths": 0, "births": True, "living": 1, "survival": 1, "limit": 1}}, "years.1.births"),
        ({"years.1": None, "years.1.deaths": 4}, "years.1.deaths"),
        ({"settlement.year": 1, "years.2.deaths": 4}, "years.2.deaths"),
        ({"settlement.year": 2, "years.2.deaths": 4}, "years.2.deaths"),
        ({"settlement.year": 5, "years.5": None}, "years.5"),
        ({"settlement.year": "later", "years.4": None}, "years.4"),
        ({"years": []}, "years"),
        ({"years.1.deaths.x": 1}, "years.1.deaths.x"),
    ],
)
def test_a_past_year_that_is_none_is_refused_and_nothing_is_kept(fields, path):
    desk = year(year(at_home().to("develop")))
    before = len(desk.game.journal)
    with pytest.raises(Refused) as refused:
        desk.game.set_fields(fields)
    assert refused.value.path == path and refused.value.allowed and len(desk.game.journal) == before


def played_at_random(rng, game):
    """A year or two of answers, edits, undos and what takes back an older entry."""
    desk = Desk()
    desk.game = game
    for _ in range(rng.randrange(60, 160)):
        what = rng.random()
        try:
            if what < 0.06 and game.can_undo:
                game.undo(game.number)
            elif what < 0.09 and game.can_redo:
                game.redo(game.number)
            elif what < 0.14:
                field = rng.choice(["year", "population", "deaths", "births", "limit"])
                game.set_fields({f"settlement.{field}": rng.randrange(0, 6)})
            elif what < 0.17:
                game.take_back(rng.choice(game.answers() or [0]))
            elif what < 0.22:
                step = rng.choice([["survival", 1], ["insanity", -1], ["box", "head-heavy"], ["retire"], ["die", "so it is"]])
                game.each(game.number, rng.sample(list(game.state.survivors), 2), step)
            else:
                desk.usual()
        except Refused:
            pass


class Watched(Campaign):
    """Keeps what the figures were when it is told that the year is another one, which comes before anything else changes."""

    def tell(self, *event):
        super().tell(*event)
        if event[0] == "year" or event[:2] == ("edited", "settlement.year"):
            self.ended.append(years.present(self.state, CORE)[1:])


FOUND = ("1949026073-179",)  # seeds that failed once


def test_the_figures_are_those_of_a_plain_replay():
    """Only the answers that count, given to a new campaign one after another."""
    for seed in (*FOUND, *(f"{SEED}-{k}" for k in range(count(8, 40, 400)))):
        rng = random.Random(seed)
        made = Memory()
        game = begin(made, CORE, "0123456789abcdef", NAMES)
        played_at_random(rng, game)
        plain = Watched(Memory(made.records[:2]), CORE)
        seen: dict[int, list[int]] = {}
        for choice, adjusts in said(game):
            plain.ended = []
            was = plain.state.settlement["year"]
            if adjusts:
                plain.adjust(plain.number)
            plain.answer(plain.number, choice)
            now = plain.state.settlement["year"]
            if now != was:
                seen = {one: row for one, row in {**seen, was: [was, *plain.ended[0]]}.items() if 0 < one < now}
            if adjusts:
                by_hand(seen, json.loads(choice).get("edit", []))
        if plain.state.settlement["year"]:
            seen[plain.state.settlement["year"]] = years.present(plain.state, CORE)
        assert years.rows(game.state, CORE) == [seen[one] for one in sorted(seen)]
        assert years.rows(replayed(game.journal, CORE).state, CORE) == years.rows(Campaign(game.journal, CORE).state, CORE)
        assert years.rows(game.state, CORE) == years.rows(replayed(game.journal, CORE).state, CORE)


def by_hand(seen, edit):
    """Past years whose figures an edit sets, as taking one back does that took years away."""
    for path, _, after in edit:
        parts = path.split(".")
        if parts[0] != "years":
            continue
        year = int(parts[1])
        if len(parts) == 3:
            seen[year][years.FIGURES.index(parts[2])] = after
        elif after is None:
            del seen[year]
        else:
            seen[year] = [year, *(after[what] for what in years.FIGURES[1:])]


def said(game):
    """(choice, whether it is an edit) of the answers that count."""
    for n in game.answers():
        made = game.journal.read(n)
        yield record.choice(made, 1), made[0] == record.CLOSING


# One change for several


def test_a_change_for_several_obeys_each_ones_bans_and_tells_who_was_spared():
    desk = at_home().to("develop")
    desk.write("Ada", impairments=["no-survival"]).write("Bo", survival=9).write("Cy", state="dead").write("Di", survival=0)
    before = len(desk.game.answers())
    broken = desk.game.each(desk.game.number, ["s1", "s2", "s3", "s4"], ["survival", 1], "a feast")
    assert broken == [] and len(desk.game.answers()) == before + 1, "one entry"
    assert [event for event in desk.game.events if event[0] == "spared"] == [
        ("spared", "s1", "survival", "gains no survival"),
        ("spared", "s2", "survival", "the limit"),
        ("spared", "s3", "survival", "dead"),
    ]
    assert [desk.sheet(name)["survival"] for name in ("Ada", "Bo", "Cy", "Di")][1:] == [9, desk.sheet("Cy")["survival"], 1]
    kind, number = desk.kind, desk.game.answers()[-1]
    desk.edit(notes="later")
    desk.game.take_back(number)
    assert desk.sheet("Di")["survival"] == 0 and desk.kind == kind


def test_what_one_has_already_is_told_and_a_death_is_a_death():
    desk = at_home().to("develop").write("Ada", boxes=["head-heavy"])
    desk.game.each(desk.game.number, ["s1", "s2"], ["box", "head-heavy"])
    assert ("spared", "s1", "box", "it is so already") in desk.game.events and desk.sheet("Bo")["boxes"] == ["head-heavy"]
    population, deaths = desk.home["population"], desk.home["deaths"]
    desk.game.each(desk.game.number, ["s1", "s2"], ["die", "a rockfall"])
    assert (desk.home["population"], desk.home["deaths"]) == (population - 2, deaths + 2) and desk.sheet("Ada")["cause"] == "a rockfall"


@pytest.mark.parametrize(
    ("ids", "step", "path"),
    [
        ([], ["survival", 1], "each"),
        (["s1", "s1"], ["survival", 1], "each"),
        (["s9"], ["survival", 1], "each[0]"),
        ([["s1"]], ["survival", 1], "each[0]"),
        (["s1"], ["population", 1], "step[0]"),
        (["s1"], ["each", "living", [["survival", 1]]], "step[0]"),
        (["s1"], ["survival", "answer"], "step[1]"),
        (["s1"], "survival", "step"),
    ],
)
def test_a_change_for_several_that_is_none_is_refused_and_nothing_is_kept(ids, step, path):
    desk = at_home()
    before = len(desk.game.journal)
    with pytest.raises(Refused) as refused:
        desk.game.each(desk.game.number, ids, step)
    assert refused.value.path == path and len(desk.game.journal) == before
    with pytest.raises(Stale):
        desk.game.each(desk.game.number - 1, ["s1"], ["survival", 1])
    assert len(desk.game.journal) == before


# The timeline


@pytest.mark.parametrize("gone", [False, True])
def test_Q8_the_special_showdown_that_is_due_is_still_its_entry_when_the_timeline_is_edited(gone):
    desk = at_home().to("develop").edit(timeline=[[1, "showdown", "butcher", 1, ""], [4, "event", "endless-screams", ""]]).say("done")
    desk.to("showdown")
    assert desk.game.state.data["show"]["at"] == 0
    desk.edit(timeline=[[0, "event", "watched", ""]] + ([] if gone else [[1, "showdown", "butcher", 2, ""]]))
    desk.say(outcome(desk.game)).to("develop")
    assert desk.home["timeline"] == [[0, "event", "watched", ""]] + ([] if gone else [[1, "showdown", "butcher", 2, "done"]])
    assert edits.leaves(desk.game.state)["settlement.timeline"] == desk.home["timeline"]
