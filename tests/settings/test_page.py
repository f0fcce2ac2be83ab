"""docs/settings.md has every key of table.json with what is really allowed there and the real default, and its examples are settings."""

import json
import re
from pathlib import Path

import pytest
from lanternboard.base.errors import Refused
from lanternboard.settings import table
from lanternboard.settings.layout import UNUSED, layout

PAGE = (Path(__file__).parents[2] / "docs/settings.md").read_text("utf-8")
ROWS = {
    key: (allowed, default)
    for key, allowed, default in re.findall(r"^\| `([a-z0-9_.]+)` \|.*\| (.+) \| `(.+)` \|$", PAGE.split("## Where")[0], re.M)
}
FORMAT = {"format": table.FORMAT}


def flat(settings: dict, before: str = "") -> dict:
    """Path -> value, of objects what is in them."""
    out = {}
    for key, value in settings.items():
        out.update(flat(value, before + key + ".") if isinstance(value, dict) else {before + key: value})
    return out


def accepted(path: str, value) -> bool:
    """Whether the settings with just this changed are accepted; a refusal names that path."""
    group, _, key = path.rpartition(".")
    change = {group: {key: value}} if group else {key: value}
    if path == "board.rows":
        change["board"]["columns"] = 1
    if path.startswith("buttons."):  # away from the others' pins
        change["buttons"] = {**{name: 30 + i for i, name in enumerate(table.KEYS)}, key: value}
    try:
        return flat(table.check({**FORMAT, **change}))[path] == value
    except Refused as refused:
        assert refused.path.split("[")[0] == path, refused
        return False


def test_the_page_has_every_key_with_its_default():
    assert {key: json.loads(default) for key, (_, default) in ROWS.items()} == flat(table.defaults())


@pytest.mark.parametrize("path", [path for path, (allowed, _) in ROWS.items() if re.fullmatch(r"\d+-\d+", allowed)])
def test_a_number_is_allowed_from_the_least_to_the_most(path):
    least, most = map(int, ROWS[path][0].split("-"))
    assert accepted(path, least) and accepted(path, most)
    assert not any(accepted(path, wrong) for wrong in (least - 1, most + 1, True, str(least)))


@pytest.mark.parametrize("path", [path for path, (allowed, _) in ROWS.items() if allowed == "`true`, `false`"])
def test_true_and_false_are_allowed_and_nothing_else(path):
    assert [accepted(path, value) for value in (True, False, 1, None, "true")] == [True, True, False, False, False]


CHOICES = {
    path: [int(one) if one.isdigit() else one for one in re.findall(r"\w+", allowed)]
    for path, (allowed, _) in ROWS.items()
    if re.fullmatch(r"`?\w+`?(, `?\w+`?)+", allowed) and "true" not in allowed
}


@pytest.mark.parametrize("path", CHOICES)
def test_one_of_several_is_allowed_and_nothing_else(path):
    assert all(accepted(path, one) for one in CHOICES[path])
    assert not any(accepted(path, wrong) for wrong in (1, "X", True, False, None, [], str(CHOICES[path][0]) + " "))


def test_what_else_is_allowed():
    others = {path: allowed for path, (allowed, _) in ROWS.items() if not re.fullmatch(r"\d+-\d+|`true`, `false`", allowed)}
    others = {path: allowed for path, allowed in others.items() if path not in CHOICES}
    assert set(others) == {"format", "names", "pack", "leds.lanes", "leds.panels", "seats.survivors"}
    assert "1-4 pins, each 0-48" in others["leds.lanes"]
    assert accepted("leds.lanes", [0, 48, 9, 10])
    assert not any(accepted("leds.lanes", wrong) for wrong in ([], [9, 10, 11, 12, 13], [-1], [49], [True], 16))
    assert "0-64 panels" in others["leds.panels"]
    away = {"columns": 1, "rows": 1, "at": [64, 64]}
    for wrong in (5, [5], [away] * 65, [{"lane": 1}], [{"wide": 1}]):
        assert not accepted("leds.panels", wrong)
    assert len(table.check({**FORMAT, "leds": {"panels": [away] * 64}})["leds"]["panels"]) == 64
    assert "1-8 sides" in others["seats.survivors"]
    assert accepted("seats.survivors", ["N"]) and accepted("seats.survivors", ["W"] * 8)
    assert not any(accepted("seats.survivors", wrong) for wrong in ([], ["W"] * 9, ["w"], "NESW", [1]))
    assert not accepted("format", "lanternboard/settings/2")
    assert "0-8 distinct" in others["names"] and "1-32 characters" in others["names"]
    names = [chr(65 + i) for i in range(9)]
    assert accepted("names", []) and accepted("names", names[:8]) and not accepted("names", names)
    assert accepted("names", ["x" * 32]) and not any(accepted("names", [wrong]) for wrong in ("", "x" * 33, "a\nb", 5))
    assert not accepted("names", ["A", "A"])
    assert "1-32 ASCII characters without spaces" in others["pack"]
    assert accepted("pack", "x" * 32) and accepted("pack", "my_pack-2")
    assert not any(accepted("pack", wrong) for wrong in ("", "x" * 33, "a b", "a/b", "a.b", "é", 5))
    with pytest.raises(Refused):
        table.check({**FORMAT, "board": {"columns": 64, "rows": 17}})


def test_the_examples_are_settings():
    examples = [json.loads(text) for text in re.findall(r"^    (\{.*?\})$(?=\n\n)", PAGE, re.M | re.S)]
    assert len(examples) == 6 and table.check(examples[0]) == table.defaults()
    assert table.check(examples[1])["buttons"]["next"] == 11
    for example in examples[2:]:
        assert sorted(at for at in layout(table.check(example)).map if at != UNUSED) == list(range(352)), example


PANEL = dict(re.findall(r"^\| `(?:columns`, `)?([a-z]+)` \|.*\| .+ \| `?(.+?)`? \|$", PAGE[PAGE.index("| key of a panel") :], re.M))


def test_the_page_has_every_key_of_a_panel_with_its_default():
    panel = table.check({**FORMAT, "leds": {"panels": [{}]}})["leds"]["panels"][0]
    assert (panel.pop("columns"), panel.pop("rows")) == (22, 16) and PANEL.pop("rows") == "as large as the table"
    assert {key: json.loads(re.sub("^([a-zN].*)$", r'"\1"', default.replace("true", "1"))) for key, default in PANEL.items()} == panel


def test_the_example_of_a_refusal_is_one():
    with pytest.raises(Refused) as refused:
        table.check({**FORMAT, "buttons": {"left": 2}})
    assert f"`table.json: {refused.value}`" in PAGE
