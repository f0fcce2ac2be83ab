"""Showdowns played by chance are never without words: every question with its reason, every answer and every event, in full and as the
display has it, with no key missing and room for them all."""

import re

import pytest
from lanternboard.lights.digits import KINDS
from lanternboard.rules import figures, harm, learn, overrule, state, steps
from lanternboard.rules.prompt import ANYONE, CHANCE, CONTROLLER, Prompt
from lanternboard.rules.rulings import Rulings
from lanternboard.screen import showdown, words
from lanternboard.screen.brief import WORDS
from lanternboard.screen.english import ENGLISH
from lanternboard.screen.layout import WIDE, fold, told, wrap
from lanternboard_host.faces.cards import installed
from rules.showdowns import RarePack, begun, played
from sizes import count

TABLES = (ENGLISH, WORDS)
RULINGS = Rulings()
RULINGS.dash = RULINGS.surge = RULINGS.encourage = True


def whole(text, of):
    assert text and "{" not in text and "}" not in text and "  " not in text, (of, text)
    assert not re.search(r"\b(None|True|False|learned-|-?\d+-tokens)\b", text), (of, text)
    return text


def options_of(prompt):
    return list(prompt.options) if len(prompt.options) < 40 else [prompt.options[0], prompt.options[-1]]


def check(game):
    prompt, s, names, cards = game.prompt, game.state, game.names, game.cards
    sentence, why = words.prompt_text(prompt, s, names, cards)
    assert whole(sentence, prompt.kind).endswith("?") and sentence[0].isupper()
    assert whole(why, prompt.kind) != prompt.rule, (prompt.kind, prompt.rule, "has no reason")
    for table in TABLES:
        question = whole(words.question(prompt, s, names, cards, table), prompt.kind)
        if not prompt.is_spaces():
            called = [whole(words.option_text(prompt, choice, s, names, cards, table), prompt.kind) for choice in options_of(prompt)]
            assert len(set(called)) == len(called), (prompt.kind, called)
            if isinstance(prompt.options, tuple) and prompt.kind not in ("crossing", "monster"):
                for choice, text in zip(prompt.options, called):
                    assert text != choice or "id." + choice in table or known(prompt, choice, table), (prompt.kind, choice)
        events = [whole(words.event_text(event, s, names, cards, table), event) for event in game.events]
        assert not [event for event, text in zip(game.events, events) if text == event[0]]
        whole(words.asked(prompt, s, names, table)[0], prompt.who)
    assert len(wrap(told(question), 9)) <= 3, question
    if isinstance(prompt.options, tuple):
        cut = [fold(text)[: WIDE - 2] for text in called]
        assert prompt.kind == "field" or len(set(cut)) == len(cut), (prompt.kind, cut)
    for text in events:
        assert len(wrap(told(text), 9)) <= 4, text
    return prompt.kind


def known(prompt, choice, table):
    return any(part + choice in table for part in ("id." + prompt.kind + ".", "word.", "step.")) or choice[0].isdigit()


def test_a_showdown_played_by_chance_is_never_without_words():
    met = set()
    packs = [installed("first-story"), installed("white-lion"), RarePack()]
    for seed in range(count(12, 60, 600)):
        level = state.MONSTER if seed % 4 == 3 else state.ALL
        played(40 + seed, packs[seed % 3], level, 220, lambda game: met.add(check(game)), RULINGS, 6)
    assert len(met & set(KINDS[24:])) > 22, met


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (("Allister", "Erza", "Lucy", "Zachary"), ["nobody", "Lucy", "Erza, Lucy", "Alli,Erza,Zach", "1,2,3,4", "Lucy,6", "1,2,3,4,5,6"]),
        (("Lucy", "Lucius", "Lucinda", "Zachary"), ["nobody", "Lucinda", "Lucius,Lucind", "1,2,4", "1,2,3,4", "Lucind,6", "1,2,3,4,5,6"]),
    ],
)
def test_sets_of_survivors_are_told_apart_on_the_display(names, told):
    sets = (0, 4, 6, 11, 15, 36, 63)
    prompt = Prompt("crossing", "M5", tuple(str(k) for k in range(len(sets))), None, -2, ("s0", *sets))
    s = state.State(22, 16, 6)
    called = [words.option_text(prompt, choice, s, names, None, WORDS) for choice in prompt.options]
    assert called == told and all(len(text) <= WIDE - 2 for text in called)


def test_every_kind_of_the_showdown_has_a_question_in_full_and_in_short():
    for kind in KINDS:
        assert any(key == "ask." + kind or key.startswith("ask." + kind + ".") for key in ENGLISH), kind


STEPS = {verb for verb, _ in learn.EFFECTS} | set(steps.ON_SUBJECT) | set(steps.ON_PAPER)
STEPS |= set(re.findall(r" ([a-z-]+):", __import__("lanternboard.rules.cardcheck", fromlist=["_STEPS"])._STEPS))


@pytest.mark.parametrize("verb", sorted(STEPS - {"each", "one", "random", "may"}))  # those are told by what they hold
def test_every_step_has_a_few_words(verb):
    for table in TABLES:
        assert len(table["step." + verb]) <= (26 if table is ENGLISH else WIDE), verb


@pytest.mark.parametrize("field", [*overrule.FIELDS, *overrule.BEAST_FIELDS, *overrule.BEAST_TOKENS, "wounds", "gear", "player", "cards"])
def test_every_figure_of_a_record_has_a_name_that_differs(field):
    for table in TABLES:
        names = [showdown.field(one, table) for one in overrule.FIELDS]
        assert len(set(names)) == len(names)
        whole(showdown.field(field, table), field)
        assert showdown.field(field, table) != field or "word." + field in table or "mark." + field in table


def test_every_mark_is_told():
    for name in figures.MARKS_BY_ID:
        assert "mark." + name in ENGLISH


def game():
    made = begun(installed("first-story"))
    made.state.level = state.ALL
    return made


def option_of(prompt, choice, table=ENGLISH):
    made = game()
    return words.option_text(prompt, choice, made.state, made.names, made.cards, table)


def test_W4_a_wound_roll_says_what_its_faces_do():
    faces = ("1-5", "6-9", "10")
    prompt = Prompt("roll", "W4", faces, None, CHANCE, ("wound", "beasts-maw", 6, 10))
    assert [option_of(prompt, choice) for choice in faces] == ["1-5: fails", "6-9: wounds", "10: critical"]
    made = game()
    sentence, why = words.prompt_text(prompt, made.state, made.names, made.cards)
    assert sentence == "The wound roll on Beast's Maw: what does the die show?"
    assert why == "W4: 6 or more wounds, 10 or more critically"


def test_D4_a_severe_injurys_faces_have_their_rows_names():
    rows = installed("first-story").card("tables", harm.HEAD)["rows"]
    faces = tuple(row["faces"] for row in rows)
    prompt = Prompt("roll", "D4", faces, None, CHANCE, ("severe", "s0", "head"))
    assert [option_of(prompt, choice) for choice in faces] == [f"{row['faces']}: {row['name']}" for row in rows]
    made = game()
    assert words.prompt_text(prompt, made.state, made.names, made.cards)[0] == "Allister's severe injury, head: what does the die show?"


def test_A1_a_cards_faces_say_what_comes_first():
    prompt = Prompt("roll", "A1", ("1-3", "4-10"), None, CHANCE, ("effect", "s1", "", "brain"))
    assert [option_of(prompt, choice) for choice in prompt.options] == ["1-3: nothing", "4-10: brain damage"]


def test_A3_hits_are_counted_of_dice_and_a_face():
    made = game()
    prompt = Prompt("hits", "A3", range(3), None, CHANCE, (2, 2))
    assert words.prompt_text(prompt, made.state, made.names, made.cards) == (
        "How many of 2 dice show 2 or more?",
        "A3: accuracy and the target's evasion make it 2 or more",
    )
    assert option_of(prompt, 2) == "2"


def test_S2_a_hit_is_taken_or_dodged_and_the_reason_counts_survival():
    made = game()
    made.state.resize(2)
    figures.gain_survival(made.state, 1, 1)
    prompt = Prompt("hit", "S2", ("head", "dodge-head"), "head", 1, ("s1", 1))
    assert [option_of(prompt, choice) for choice in prompt.options] == ["take head", "dodge head"]
    assert words.prompt_text(prompt, made.state, made.names, made.cards)[1] == "S2: a dodge is 1 survival, once a round; Erza has 1"


def test_V3_a_survivors_deeds_are_called_by_its_gear():
    made = game()
    while not made.state.gear:
        made.answer(made.prompt.number, made.prompt.usual)
    s = made.state
    prompt = Prompt("do", "V3", ("a0", "fist", "g0", "move", "done"), "a0", 0, ("s0",))
    called = [words.option_text(prompt, choice, s, made.names, made.cards) for choice in prompt.options]
    assert called == ["attack: Founding Stone", "Fist & Tooth", "use: Founding Stone", "move", "done"]


def test_V1_on_paper_a_survivor_who_is_an_answer_moves():
    prompt = Prompt("told", "V1", ("s1", "end", "wound"), "s1")
    assert [option_of(prompt, choice) for choice in prompt.options] == ["Erza moves", "end the turn", "a wound"]


def test_F5_a_card_is_called_by_its_name_or_another_one():
    prompt = Prompt("card", "F5", ("claw", "learned-0", "other"), "claw", CHANCE, ("ai",))
    assert [option_of(prompt, choice) for choice in prompt.options] == ["Claw", "own card 1", "another card"]


def test_V1a_whom_a_question_is_put_to():
    made = game()
    s = made.state
    s.resize(4)
    s.players, s.controller = 2, 1
    for i in range(4):
        s.body[i * state.WIDTH + state.PLAYER] = i % 2

    def asked(kind, who):
        return words.asked(Prompt(kind, "V1", ("x",), None, who), s, made.names)

    assert asked("front", CONTROLLER) == ("controller", "Erza and Zachary")
    assert asked("roll", CHANCE) == ("dice", "Erza and Zachary") and asked("card", CHANCE)[0] == asked("resource", CHANCE)[0] == "deck"
    assert asked("do", 2) == ("survivor", "Lucy") and asked("told", ANYONE) == ("table", "")
    s.level = state.LIGHTS
    assert asked("front", CONTROLLER) == ("controller", "")


def test_what_is_noted_on_paper_is_told_whole():
    made = begun(installed("first-story"), state.MONSTER)
    s = made.state

    def noted(*event):
        return words.event_text(("paper", 0, *event), s, made.names, made.cards)

    assert noted("damage", 2, "head") == "On paper: Allister: +2 damage, head."
    assert noted("token", "accuracy", -1) == "On paper: Allister: -1 accuracy token."
    assert (
        noted("brain", "level") == "On paper: Allister: +1 brain damage." and noted("insanity", "d5") == "On paper: Allister: 1d5 insanity."
    )
    assert noted("mark", "deaf") == "On paper: Allister: deaf." and noted("disorder", 0) == "On paper: Allister: a disorder."


def test_a_card_that_is_no_longer_in_the_pack_is_still_told():
    made = game()
    text = words.event_text(("drew", 200), made.state, made.names, made.cards)
    assert text.startswith("The monster draws own card")


def test_a_player_of_many_survivors_is_called_by_the_first_of_them():
    s = state.State(22, 16, 6)
    s.players = 2
    for i in range(6):
        s.body[i * state.WIDTH + state.PLAYER] = 0 if i else 1
    called = [showdown.players(s, 0, ("Allister", "Erza", "Lucy", "Zachary"), table) for table in TABLES]
    assert called == ["Erza, Lucy, Zachary and 2 more", "Erza, Lucy +3"]
