"""The board's menu by the seven buttons: whatever is pressed, one of its pages is open or it is left, and the game's prompt is answered by
nobody."""

from hypothesis import given, settings
from hypothesis import strategies as st
from lanternboard.controls import keys as k
from lanternboard.controls.menu import ABOUT, BRIGHTNESS, ENTRIES, EVENTS, LIST, LOCKED, POWER, STEPS, TEST, USUAL, Menu, step
from lanternboard.controls.view import View
from lanternboard.rules.prompt import Prompt
from sizes import count

COLUMNS = 22
OWN = {"dim", "test", "redo", "overrule", "menu", "moved", "refused", "where", "again"}


def opened(brightness=46, night=False, lock=False):
    prompt = Prompt("act", "V1", ("light", "move", "turn"), "move")
    prompt.number = 5
    controls = k.Controls(View())
    controls.see(prompt)
    controls.menu = Menu(controls.view, brightness, night, lock)
    return controls, prompt


def press(controls, prompt, *keys, ms=0):
    out = []
    for key in keys:
        out += controls.edge(key, True, ms, prompt, COLUMNS) + controls.edge(key, False, ms + 50, prompt, COLUMNS)
        ms += 100
    return out


def at(controls, prompt, name):
    return press(controls, prompt, *[k.DOWN] * ENTRIES.index(name), k.CHOOSE)


def test_entries_are_stepped_through_and_back_leaves():
    controls, prompt = opened()
    assert press(controls, prompt, k.UP) == [("moved",)] and controls.view.entry == len(ENTRIES) - 1
    assert press(controls, prompt, k.NEXT) == [("moved",)] and controls.view.entry == 0
    assert press(controls, prompt, k.BACK) == [("menu",)]
    assert controls.edge(k.BACK, True, 1000, prompt, COLUMNS) == []
    assert controls.tick(1000 + k.HOLD_MS, prompt, COLUMNS) == [("menu",)], "held as well"


def test_brightness_is_live_and_goes_in_steps_to_both_ends():
    controls, prompt = opened(0, True)
    at(controls, prompt, "brightness")
    assert (controls.view.page, controls.view.entry) == (BRIGHTNESS, 0)
    assert press(controls, prompt, k.DOWN) == [("refused",)] and controls.view.refused
    lit = press(controls, prompt, *[k.UP] * (len(STEPS) - 1))
    assert lit == [("dim", brightness, False) for brightness in STEPS[1:]] and not controls.view.refused
    assert press(controls, prompt, k.RIGHT) == [("refused",)]
    assert press(controls, prompt, k.NEXT) == [("dim", STEPS[USUAL], False)]
    press(controls, prompt, k.CHOOSE)
    assert (controls.view.page, controls.view.entry) == (LIST, ENTRIES.index("brightness"))


def test_steps_look_alike_to_the_eye_and_end_at_the_ends():
    assert STEPS[0] == 0 and STEPS[-1] == 100 and sorted(set(STEPS)) == list(STEPS)
    seen = [(light / 100) ** (1 / 2.2) for light in STEPS]
    assert all(abs(seen[i] - i / 10) < 0.04 for i in range(len(STEPS)))
    assert [step(brightness) for brightness in (0, 50, 100, 44)] == [0, 7, 10, 7]


def test_night_redo_and_overrule_are_done_where_they_stand():
    controls, prompt = opened(33)
    assert at(controls, prompt, "night")[-1] == ("dim", 33, True) and press(controls, prompt, k.CHOOSE) == [("dim", 33, False)]
    for name in ("redo", "overrule"):
        controls, prompt = opened()
        assert at(controls, prompt, name)[-1] == (name,) and controls.view.page == LIST


def test_a_page_is_left_by_any_key_and_the_test_pattern_ends_with_it():
    for name, page in (("test", TEST), ("power", POWER)):
        for key in range(7):
            controls, prompt = opened()
            opening = at(controls, prompt, name)
            assert controls.view.page == page and (("test", True) in opening) == (name == "test")
            left = press(controls, prompt, key)
            assert (controls.view.page, controls.view.entry) == (LIST, ENTRIES.index(name))
            assert (("test", False) in left) == (name == "test")
    for name, page in (("about", ABOUT), ("events", EVENTS)):
        controls, prompt = opened()
        at(controls, prompt, name)
        press(controls, prompt, k.DOWN, k.DOWN, k.UP)
        assert (controls.view.page, controls.view.entry) == (page, 1), "it can be scrolled"
        press(controls, prompt, k.LEFT)
        assert (controls.view.page, controls.view.entry) == (LIST, ENTRIES.index(name))


def test_what_is_locked_is_none_of_the_entries():
    controls, prompt = opened(lock=True)
    seen = [ENTRIES[controls.view.entry]]
    for _ in ENTRIES:
        press(controls, prompt, k.DOWN)
        seen.append(ENTRIES[controls.view.entry])
    left = [name for name in ENTRIES if name not in LOCKED]
    assert seen == (left * 2)[: len(seen)] and set(LOCKED) == {"brightness", "night", "overrule"} and "events" in left
    assert press(controls, prompt, k.UP) == [("moved",)] and ENTRIES[controls.view.entry] == seen[-2]


def test_a_new_prompt_closes_no_menu():
    controls, prompt = opened()
    press(controls, prompt, k.DOWN)
    other = Prompt("facing", "G5", ("N", "E"), "E")
    other.number = 6
    assert controls.see(other) and (controls.view.page, controls.view.entry, controls.view.option) == (LIST, 1, 1)
    assert press(controls, other, k.DOWN) == [("moved",)] and controls.view.option == 1


@settings(max_examples=count(100, 1000, 10000), deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 6), st.booleans(), st.integers(1, 500)), max_size=60),
    st.integers(0, 100),
    st.booleans(),
    st.booleans(),
)
def test_whatever_is_pressed_the_menu_stays_a_menu_and_nothing_is_answered(edges, brightness, night, lock):
    controls, prompt = opened(brightness, night, lock)
    option = controls.view.option
    ms = 0
    testing = False
    for key, down, wait in edges:
        ms += wait
        for happens in (lambda: controls.tick(ms, prompt, COLUMNS), lambda: controls.edge(key, down, ms, prompt, COLUMNS)):  # noqa: B023
            for intent in happens():
                assert intent[0] in OWN, intent
                if intent[0] == "test":
                    assert intent[1] != testing
                    testing = intent[1]
                if lock:
                    assert intent[0] not in ("dim", "overrule")
                if intent[0] == "dim":
                    assert 0 <= intent[1] <= 100 and intent[1:] == (controls.menu.brightness, controls.menu.night)
        view = controls.view
        assert view.page in (LIST, BRIGHTNESS, TEST, POWER, ABOUT, EVENTS) and testing == (view.page == TEST)
        assert 0 <= view.entry < {LIST: len(ENTRIES), BRIGHTNESS: len(STEPS), ABOUT: 41, EVENTS: 41}.get(view.page, 1)
    assert controls.view.option == option
