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
    assert found["board"] == {"columns": 30, "rows": 16}
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
    ],
)
def test_what_is_wrong_is_named_with_its_path(path, change):
    with pytest.raises(Refused) as refused:
        table.check({**FORMAT, **change})
    assert refused.value.path == path and refused.value.message


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
