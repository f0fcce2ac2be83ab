"""table.json: what is allowed, what is refused and where, and that a bad file is named."""

import json

import pytest
from lanternboard.base.errors import Refused
from lanternboard.settings import table

FORMAT = {"format": "lanternboard/settings/1"}


def test_nothing_but_the_format_gives_the_defaults():
    assert table.check(dict(FORMAT)) == table.defaults()


def test_one_key_changes_one_thing():
    found = table.check({**FORMAT, "board": {"columns": 30}, "rulings": {"slide_along_edge": False}})
    assert found["board"] == {"columns": 30, "rows": 16, "rotation": 0, "mirror": False}
    assert found["rulings"]["slide_along_edge"] is False and found["rulings"]["collision_knockback"] == 5


@pytest.mark.parametrize(
    ("path", "change"),
    [
        ("format", {"format": "lanternboard/settings/2"}),
        ("colour", {"colour": 1}),
        ("colour", {"names": 5, "weather": 1, "colour": 1}),  # the same of several, whatever order an interpreter keeps
        ("board.breadth", {"board": {"width": 1, "rows": 0, "breadth": 1}}),
        ("rulings.collision_knockback", {"rulings": {"slide_along_edge": 1, "collision_knockback": 31}}),
        ("buttons.choose", {"buttons": {"left": 99, "choose": 99}}),
        ("board.columns", {"board": {"columns": 65}}),
        ("board.rows", {"board": {"rows": True}}),
        ("board.depth", {"board": {"depth": 1}}),
        ("board", {"board": {"columns": 64, "rows": 64}}),
        ("board", {"board": 5}),
        ("names", {"names": "Allister"}),
        ("names[1]", {"names": ["A", ""]}),
        ("names[1]", {"names": ["A", "A"]}),
        ("names[0]", {"names": ["a\x07"]}),
        ("pack", {"pack": "../x"}),
        ("rulings.slide_along_edge", {"rulings": {"slide_along_edge": 1}}),
        ("rulings.collision_knockback", {"rulings": {"collision_knockback": 31}}),
        ("buttons.left", {"buttons": {"left": 2}}),
        ("watchdog_ms", {"watchdog_ms": 9000}),
        ("board.rotation", {"board": {"rotation": 45}}),
        ("board.rotation", {"board": {"rotation": 90.0}}),
        ("board.rotation", {"board": {"rotation": False}}),
        ("leds.panels[0].rotation", {"leds": {"panels": [{"rotation": 0.0}]}}),
        ("board.mirror", {"board": {"mirror": 1}}),
        ("leds", {"leds": []}),
        ("leds.colour", {"leds": {"colour": "GRB"}}),
        ("leds.order", {"leds": {"order": "RGG"}}),
        ("leds.lanes", {"leds": {"lanes": [9, 10, 11, 12, 13]}}),
        ("leds.lanes[1]", {"leds": {"lanes": [9, 49]}}),
        ("leds.lanes[1]", {"leds": {"lanes": [9, 9]}}),  # a pin used twice
        ("leds.lanes[0]", {"leds": {"lanes": [2]}}),
        ("buttons.next", {"buttons": {"next": 16}}),  # the lane is the later one, but not in the file
        ("leds.lanes[0]", {"buttons": {"next": 16}, "leds": {"lanes": [16]}}),
        ("buttons.up", {"buttons": {"up": 3}}),
        ("leds.lanes[0]", {"leds": {"lanes": [20]}}),
        ("buttons.back", {"buttons": {"back": 20}, "display": {"address": 61}}),
        ("display.sda", {"buttons": {"back": 22}, "display": {"sda": 22}}),
        ("display.scl", {"display": {"scl": 2}}),
        ("display.scl", {"display": {"sda": 19, "scl": 19}}),
        ("display.kind", {"display": {"kind": "lcd"}}),
        ("display.address", {"display": {"address": 120}}),
        ("power.supply_ma", {"power": {"supply_ma": 0}}),
        ("power.volts", {"power": {"volts": 5}}),
        ("brightness", {"brightness": 101}),
        ("night", {"night": "yes"}),
        ("seats.survivors[1]", {"seats": {"survivors": ["N", "NE"]}}),
        ("seats.table", {"seats": {"table": "north"}}),
        ("leds.panels", {"leds": {"panels": {}}}),
        ("leds.panels[1]", {"leds": {"panels": [{}, 5]}}),
        ("leds.panels[1]", {"leds": {"panels": [{}, {}]}}),  # two LEDs on a space
        ("leds.panels[0].width", {"leds": {"panels": [{"width": 22}]}}),
        ("leds.panels[0].lane", {"leds": {"panels": [{"lane": 1}]}}),
        ("leds.panels[0].at", {"leds": {"panels": [{"at": 0}]}}),
        ("leds.panels[0].at[1]", {"leds": {"panels": [{"at": [0, 65]}]}}),
        ("leds.panels[0].rotation", {"leds": {"panels": [{"rotation": 1}]}}),
        ("leds.panels[0].start", {"leds": {"panels": [{"start": "N"}]}}),
        ("leds.panels[0].by", {"leds": {"panels": [{"by": "row"}]}}),
        ("leds.panels[0].before", {"leds": {"panels": [{"before": -1}]}}),
        ("leds.panels[0]", {"leds": {"panels": [{"before": 673}]}}),  # a lane too long
        (
            "leds.panels[2]",
            {"leds": {"lanes": [9, 10, 11, 12], "panels": [{"before": 672, "lane": k, "at": [0, 16 * k]} for k in range(3)]}},
        ),
        ("leds.panels[0].skip", {"leds": {"panels": [{"skip": 7}]}}),
        ("leds.panels[0].skip[1]", {"leds": {"panels": [{"skip": [7, 7]}]}}),
        ("leds.panels[0].skip[0]", {"leds": {"panels": [{"skip": [353]}]}}),
        ("leds.panels[0].gaps[0]", {"leds": {"panels": [{"gaps": [7]}]}}),
        ("leds.panels[0].gaps[0][0]", {"leds": {"panels": [{"gaps": [[22, 0]]}]}}),
        ("leds.panels[0].gaps[1]", {"leds": {"panels": [{"gaps": [[2, 0], [2, 0]]}]}}),
    ],
)
def test_what_is_wrong_is_named_with_its_path(path, change):
    with pytest.raises(Refused) as refused:
        table.check({**FORMAT, **change})
    assert refused.value.path == path and refused.value.message


def told(settings) -> str:
    with pytest.raises(Refused) as refused:
        table.check(settings)
    return str(refused.value)


def test_a_pin_used_twice_is_told_by_the_key_that_the_file_has():
    assert told({**FORMAT, "buttons": {"back": 16}}) == "buttons.back: the pin of leds.lanes[0] (allowed: a pin of its own)"
    assert told({**FORMAT, "buttons": {"left": 2}}) == "buttons.left: the pin of buttons.up (allowed: a pin of its own)"


def test_a_format_that_is_missing_is_told_as_missing():
    assert told({"names": []}) == "format: the key is missing (allowed: lanternboard/settings/1)"
    assert told({"format": 1}) == "format: not settings (allowed: lanternboard/settings/1)"


def test_a_second_led_is_told_with_its_space():
    with pytest.raises(Refused) as refused:
        table.check({**FORMAT, "leds": {"panels": [{"columns": 8}, {"columns": 8, "at": [7, 3]}]}})
    assert str(refused.value) == "leds.panels[1]: a second LED on the space 7,3 (allowed: one LED a space)"


def test_pins_of_a_display_that_is_not_there_are_free():
    pins = {"kind": "none", "sda": 2, "scl": 2}
    assert table.check({**FORMAT, "display": pins, "leds": {"lanes": [20]}})["display"]["sda"] == 2


def test_the_file_is_read_strictly(tmp_path):
    file = tmp_path / "table.json"
    with pytest.raises(Refused):
        table.read(str(file))
    file.write_text('{"format":"lanternboard/settings/1","watchdog_ms":2000,"watchdog_ms":3000}')
    with pytest.raises(Refused) as refused:
        table.read(str(file))
    assert refused.value.path == "watchdog_ms"
    file.write_text('{"format":"lanternboard/settings/1",}')
    with pytest.raises(Refused) as refused:
        table.read(str(file))
    assert refused.value.path == ""
    file.write_text("[" * 50_000)
    for strictly in (True, False):
        with pytest.raises(Refused):
            table.read(str(file), strictly)
    file.write_text(json.dumps({**FORMAT, "watchdog_ms": 2000}))
    assert table.read(str(file))["watchdog_ms"] == 2000


def test_the_digest_differs_when_anything_differs():
    one, other = table.defaults(), table.defaults()
    assert table.digest(one) == table.digest(other)
    other["rulings"]["slide_along_edge"] = False
    assert table.digest(one) != table.digest(other)


def test_every_ruling_of_the_core_is_a_setting_with_the_same_default():
    from lanternboard.rules.rulings import DEFAULT, MOST, NAMES

    assert table.defaults()["rulings"] == {name: getattr(DEFAULT, name) for name in NAMES} and table.MOST == MOST
    for name in NAMES:
        most = MOST.get(name, 1)
        assert isinstance(getattr(DEFAULT, name), bool) == (most == 1) and most < 32
        for value in (False, True) if most == 1 else range(most + 1):
            assert table.check({**FORMAT, "rulings": {name: value}})["rulings"] == {**table.defaults()["rulings"], name: value}
        for value in (0, 1, None, "true", 1.0) if most == 1 else (-1, most + 1, True, None, "1", 1.0):
            with pytest.raises(Refused) as refused:
                table.check({**FORMAT, "rulings": {name: value}})
            assert refused.value.path == "rulings." + name
            assert refused.value.allowed == ("true, false" if most == 1 else f"0-{most}")


def test_a_ruling_that_there_is_not_is_named_with_those_that_there_are():
    from lanternboard.rules.rulings import NAMES

    with pytest.raises(Refused) as refused:
        table.check({**FORMAT, "rulings": {"slide_along_edges": True}})
    assert refused.value.path == "rulings.slide_along_edges"
    assert refused.value.allowed == ", ".join(sorted(NAMES))
