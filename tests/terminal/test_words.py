"""Every question, answer and event of the lights level has words: found in the sources, and met while playing at random."""

import random
import re
from pathlib import Path

import lanternboard.rules
import pytest
from lanternboard.lights import meanings
from lanternboard.lights.digits import KINDS as KINDS_BY_NUMBER
from lanternboard.rules import adjust, asking, engine, play
from lanternboard.screen import words
from lanternboard.screen.english import ENGLISH
from lanternboard.table.builtin import BuiltinCards, RamJournal

RULES = [path.read_text("utf-8") for path in Path(lanternboard.rules.__file__).parent.glob("*.py")]
KINDS = sorted({kind for text in RULES for kind in re.findall(r'Prompt\(\s*"([a-z-]+)", ', text)} | {"miniature", "target", "order"})
AT_LIGHTS = {*KINDS_BY_NUMBER[:24], "level"}
EVENTS = sorted({event for text in RULES for event in re.findall(r'\btell\("([a-z-]+)"', text)} | {"undone", "redone", "stood", "fell"})
RULE_IDS = sorted(
    {rule for text in RULES for rule in re.findall(r'(?:Prompt\(\s*"[a-z-]+", |one_of\()"([A-Z]\d+a?)"', text)} | {"X2a", "X7"}
)
# What the table does without any rule.
OWN = {("act", "V1"), ("light", "V1"), ("miniature", "V1"), ("to", "V1"), ("adjust", "V1a"), ("level", "V1a")}
NAMES = ("Allister", "Erza", "Lucy", "Zachary")


def test_the_sources_were_read():
    assert {"act", "end", "place-survivor", "everyone"} <= set(KINDS) and {"placed", "pushed"} <= set(EVENTS) and "M7" in RULE_IDS


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_has_a_question(kind):
    assert any(key == "ask." + kind or key.startswith("ask." + kind + ".") for key in ENGLISH)


@pytest.mark.parametrize("rule", RULE_IDS)
def test_every_rule_that_asks_has_a_reason(rule):
    assert any(re.fullmatch(rf"(?:why|own)\.(?:[a-z-]+\.)?{rule}", key) for key in ENGLISH)


@pytest.mark.parametrize("event", EVENTS)
def test_every_event_has_a_sentence(event):
    assert event == "lit" or any(key == "event." + event or key.startswith("event." + event + ".") for key in ENGLISH)


@pytest.mark.parametrize(
    "key",
    ["id.act." + name for name in play.ACTS]
    + ["id.light." + name for name in asking.LIGHTS]
    + ["lit." + name for name in asking.LIGHTS]
    + ["id.adjust." + name for name in adjust.ADJUSTMENTS]
    + ["id.terrain." + name for name in adjust.TERRAIN]
    + ["id." + name for name in asking.SIDE_IDS]
    + ["light." + meanings.name(m) for m in range(1, meanings.COUNT) if meanings.survivor_of(m) < 0],
)
def test_every_id_has_a_name(key):
    assert key in ENGLISH


def test_sentences_are_short_and_calm():
    for key, text in ENGLISH.items():
        assert len(text) <= 75, key
        assert "!" not in text, key


def check(game):
    prompt, state, cards = game.prompt, game.state, game.cards
    sentence, why = words.prompt_text(prompt, state, game.names, cards)
    assert sentence.endswith("?") and "{" not in sentence and sentence[0].isupper()
    own = (prompt.kind, prompt.rule) in OWN and not sentence.startswith("Whose reach")
    assert why.startswith(prompt.rule + ": ") != own and "{" not in why
    options = list(prompt.options)
    called = [words.option_text(prompt, choice, state, game.names, cards) for choice in options]
    assert all(called) and len(set(called)) == len(called)
    if isinstance(prompt.options, tuple) and prompt.kind != "monster":
        # An id that reads like its name ("move", "terrain") is fine, one that the table does not know is not.
        for choice in options:
            known = choice in asking.SURVIVOR_IDS or choice == "monster" or prompt.kind == "crossing"
            assert known or "id." + prompt.kind + "." + choice in ENGLISH or "id." + choice in ENGLISH, (prompt.kind, choice)
    for event in game.events:
        text = words.event_text(event, state, game.names, cards)
        assert "{" not in text and text != event[0], event
    assert "{" not in words.lit_text(state, game.names, cards)
    return prompt.kind


def test_a_game_played_at_random_is_never_without_words():
    met = set()
    for seed in range(10):
        rng = random.Random(seed)
        game = engine.create(RamJournal(), BuiltinCards(), NAMES[: seed % 4 + 1], 9, 8)
        for _ in range(220):
            met.add(check(game))
            n = game.prompt.number
            roll = rng.random()
            if roll < 0.06 and not game.adjusting:
                game.adjust(n)
            elif roll < 0.09 and game.can_undo:
                game.undo(n)
            else:
                choice = game.prompt.usual if game.prompt.kind == "level" else rng.choice(list(game.prompt.options))
                game.answer(n, choice)
    assert AT_LIGHTS - met <= {"list"}, "kinds never met"  # a pack with one list does not ask for it


def played(*choices):
    game = engine.create(RamJournal(), BuiltinCards(), NAMES[:2], 9, 8)
    for choice in ("white-lion", 2, "usual", "N", None, None, *choices):
        if choice == "adjust":
            game.adjust(game.number)
            continue
        if choice == "usual":
            choice = game.prompt.usual
        game.answer(game.number, next(iter(game.prompt.options)) if choice is None else choice)
    return game


def happened(game):
    return " ".join(words.event_text(event, game.state, game.names, game.cards) for event in game.events)


def test_who_lies_does_not_stand_where_it_is_put():
    assert happened(played("fall", "s1", "move", "s1", 2)) == "Erza lies on (2, 0)."
    assert happened(played("move", "s1", 2)) == "Erza stands on (2, 0)."
    assert happened(played("fall", "monster", "move", "monster", 54)) == "The White Lion lies on (0, 6)."
    assert happened(played("move", "monster", 54)) == "The White Lion stands on (0, 6)."


def test_numbers_that_the_table_sets_are_told_and_what_differs_from_the_pack_is_listed():
    game = played("adjust", "movement", 8)
    assert happened(game) == "The movement of the White Lion is 8."
    assert words.differences(game.state, game.cards) == ["movement 8, not 6"]
    game = played("adjust", "movement", 6, "adjust", "tokens", 2)
    assert happened(game) == "Movement tokens on the White Lion: +2."
    assert words.differences(game.state, game.cards) == ["movement tokens +2"]
    assert happened(played("adjust", "tokens", -1)) == "Movement tokens on the White Lion: -1."
    game = played("adjust", "everyone", "yes")
    assert happened(game) == "Every survivor is a threat."
    assert words.differences(game.state, game.cards) == ["everyone is a threat"]
    assert words.differences(played().state, game.cards) == []


def why(game):
    return words.prompt_text(game.prompt, game.state, game.names, game.cards)


def test_what_the_table_decides_by_no_rule_names_none():
    assert why(played("light")) == ("What shall the board show?", "The table's own choice: only what is asked for is lit")
    assert why(played("move"))[1] == "The table's own choice: any miniature can be put elsewhere"
    assert why(played("move", "s0"))[1] == "The table's own choice: any free space"
    assert why(played())[1] == "The board keeps up with the table"
    assert why(played("adjust"))[1].startswith("The table has the last word")


def test_V4_a_survivors_reach_is_asked_for_with_its_own_reason():
    assert why(played("light", "reach")) == (
        "Whose reach shall be lit?",
        "V4: its movement, in straight steps through free spaces",
    )


def test_names_beyond_the_party_and_unknown_things_are_still_told():
    assert words.survivor(5, NAMES) == "survivor 6"
    assert words.survivor(-1, NAMES) == "nobody"
    assert words.event_text(("something-new", 3), engine.create(RamJournal(), BuiltinCards()).state, (), None) == "something-new"


def test_a_translation_is_a_table_with_the_same_keys():
    game = engine.create(RamJournal(), BuiltinCards(), NAMES)
    table = {key: text.upper().replace("{WHO}", "{who}").replace("{MONSTER}", "{monster}") for key, text in ENGLISH.items()}
    table["why"] = ENGLISH["why"]
    sentence, why = words.prompt_text(game.prompt, game.state, game.names, game.cards, table)
    assert sentence == sentence.upper() and why == why.upper()
