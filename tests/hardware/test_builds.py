"""The builds of hardware/: parts and wiring fit each other, the firmware's settings, the pins of the chip, and the currents that flow;
drawing and page are those of the data."""

import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from hardware.drawing import BUILDS, build, by_ref, filled, svg, tables
from lanternboard.settings import table
from lanternboard.settings.layout import layout
from lanternboard_host.image import profile
from lanternboard_host.image.settings import numbers, pins

FOLDERS = sorted(path.parent for path in BUILDS.glob("*/wiring.toml"))
SETTINGS = table.check({"format": table.FORMAT})

# Of the Pico's data sheet: the pin of each GPIO at its edge, and of what else is used.
PICO = dict(zip(range(16), (1, 2, 4, 5, 6, 7, 9, 10, 11, 12, 14, 15, 16, 17, 19, 20)))
PICO |= dict(zip((16, 17, 18, 19, 20, 21, 22, 26, 27, 28), (21, 22, 24, 25, 26, 27, 29, 31, 32, 34)))
PICO_OTHERS = {"3V3": {36}, "VSYS": {39}, "VBUS": {40}, "GND": {3, 8, 13, 18, 23, 28, 38}}
# RP2040 data sheet, 1.4.3: the block of I2C and the line that a GPIO can be.
I2C = {gpio: (gpio // 2 % 2, ("sda", "scl")[gpio % 2]) for gpio in range(30)}

THROUGH = {"U2.1A": "U2.1Y", "R1.1": "R1.2", "F1.1": "F1.2", "D1.A": "D1.K"}  # what goes in there comes out here


@pytest.fixture(params=FOLDERS, ids=lambda folder: folder.name)
def folder(request) -> Path:
    return request.param


def nets(wiring: dict) -> dict[str, set[str]]:
    return {net["name"]: set(net["ends"]) for net in wiring["net"]}


def joined(wiring: dict, end: str) -> set[str]:
    """All ends that this one is joined with."""
    return next(ends for ends in nets(wiring).values() if end in ends)


def test_every_part_is_there_once_and_used_and_every_end_is_a_parts(folder):
    parts, wiring = build(folder)
    refs = [ref for part in parts for ref in part["refs"]]
    assert len(refs) == len(set(refs)) and all(part["name"] and part["look_for"] and part["quantity"] > 0 for part in parts)
    ends = [end for net in wiring["net"] for end in net["ends"]]
    assert len(ends) == len(set(ends)), "no pin twice, in one net or in two"
    names = by_ref(parts)
    for end in ends:
        ref, _, pin = end.partition(".")
        assert pin in names[ref]["pins"], end
    assert all(len(net["ends"]) >= 2 for net in wiring["net"])
    assert len({net["name"] for net in wiring["net"]}) == len(wiring["net"])
    used = {end.partition(".")[0] for end in ends} | {net["wire"] for net in wiring["net"]}
    assert used == set(refs)
    for ref, part in names.items():
        unused = {f"{ref}.{pin}" for pin in part.get("pins", ())} - set(ends)
        assert not unused, "an end that goes nowhere"
    for part in parts:
        assert len(part["refs"]) in (1, part["quantity"])


def test_the_board_has_the_pins_that_the_settings_name(folder):
    parts, wiring = build(folder)
    one = by_ref(parts)["U1"]
    board = profile(one["profile"])
    meant = dict(pins(SETTINGS))
    named = {name for name in one["pins"] if name.startswith("GP")}
    assert named == {f"GP{pin}" for pin in meant.values()}, "no GPIO more, none less, none twice"
    assert len(set(meant.values())) == len(meant)
    for name, number in one["pins"].items():
        if name.startswith("GP"):
            assert PICO[int(name[2:])] == number and int(name[2:]) in numbers(board.gpios)
        else:
            assert number in PICO_OTHERS[name]
    for k, key in enumerate(table.KEYS):
        assert joined(wiring, f"U1.GP{SETTINGS['buttons'][key]}") == {f"U1.GP{SETTINGS['buttons'][key]}", f"S{k + 1}.1"}
        assert wiring["drawing"][f"S{k + 1}"]["title"] == f"S{k + 1} {key}"
        assert f"S{k + 1}.2" in nets(wiring)["GND"]


def test_the_display_is_on_a_bus_that_these_pins_have(folder):
    _, wiring = build(folder)
    display = SETTINGS["display"]
    for line in ("sda", "scl"):
        assert I2C[display[line]] == (display["i2c"], line)
        assert f"DS1.{line.upper()}" in joined(wiring, f"U1.GP{display[line]}")
    assert joined(wiring, "DS1.VCC") == {"DS1.VCC", "U1.3V3"} and "DS1.GND" in nets(wiring)["GND"]


def test_the_data_runs_from_the_lanes_pin_through_shifter_and_resistor_to_the_first_LED(folder):
    parts, wiring = build(folder)
    (lane,) = SETTINGS["leds"]["lanes"]
    at, way = f"U1.GP{lane}", []
    while at != "L1.DIN":
        (at,) = joined(wiring, at) - {at}
        way.append(at)
        at = THROUGH.get(at, at)
    assert way == ["U2.1A", "R1.1", "L1.DIN"]
    names = by_ref(parts)
    assert 330 <= names["R1"]["ohm"] <= 470 and names["U2"]["volts"] == names["PS1"]["volts"] == 5
    ground, five = nets(wiring)["GND"], nets(wiring)["5 V"]
    assert {"U2.1OE", "U2.GND"} <= ground and "U2.VCC" in five, "the gate that is used is open"
    for gate in "234":
        assert f"U2.{gate}OE" in five and f"U2.{gate}A" in ground, "the others are shut, and no input floats"
    assert names["L1"]["quantity"] == names["L1"]["leds"] == layout(SETTINGS).counts[0] == 352


def test_grounds_are_one_and_capacitors_lie_between_plus_and_ground(folder):
    parts, wiring = build(folder)
    ground = nets(wiring)["GND"]
    for ref, part in by_ref(parts).items():
        for pin in part.get("pins", ()):
            if pin.startswith("GND") or (ref, pin) == ("PS1", "-"):
                assert f"{ref}.{pin}" in ground
    assert "C1.+" in nets(wiring)["5 V"] and "C1.-" in ground and {"C2.1", "C2.2"} & nets(wiring)["5 V"] and {"C2.1", "C2.2"} & ground
    names = by_ref(parts)
    assert names["C1"]["uf"] >= 1000 and names["C1"]["volts"] >= 2 * names["PS1"]["volts"]
    assert sum(end.startswith("L1.5V") for end in nets(wiring)["5 V"]) == sum(end.startswith("L1.GND") for end in ground) == 3


def test_what_flows_is_less_than_what_gives_way_first(folder):
    """The limiter below the fuse, the fuse below the supply and below every wire that it guards."""
    parts, wiring = build(folder)
    names, power = by_ref(parts), SETTINGS["power"]
    idle = power["controller_ma"] + names["L1"]["leds"] * power["idle_ua"] / 1000
    assert idle < power["supply_ma"] < names["F1"]["ma"] < names["PS1"]["ma"]
    assert names["PS1"]["ma"] >= 2 * power["supply_ma"]
    full = power["controller_ma"] + names["L1"]["leds"] * 3 * power["channel_ma"]
    assert full > names["F1"]["ma"], "and the fuse is there for that"
    for net in wiring["net"]:
        assert net["most_ma"] <= names[net["wire"]]["ma"], net["name"]
        if net["name"] in ("GND", "5 V in", "5 V"):
            assert names["F1"]["ma"] <= net["most_ma"]
    metre = 0.0178 * 1.0 / names["W1"]["mm2"]  # ohm of a metre of copper
    assert 2 * metre * power["supply_ma"] / 1000 < 0.25, "volts lost on a metre there and back"
    assert nets(wiring)["5 V in"] == {"PS1.+", "F1.1"}, "nothing before the fuse"
    assert joined(wiring, "U1.VSYS") == {"U1.VSYS", "D1.K"} and "D1.A" in nets(wiring)["5 V"] and names["D1"]["ma"] >= 500


def test_drawing_and_page_are_those_of_the_data(folder):
    parts, wiring = build(folder)
    drawn = (folder / "wiring.svg").read_text("utf-8")
    assert drawn == svg(parts, wiring), "make pictures"
    page = (folder / "README.md").read_text("utf-8")
    assert page == filled(page, tables(parts, wiring)), "make pictures"
    texts = {text.text for text in ElementTree.fromstring(drawn).iter("{http://www.w3.org/2000/svg}text")}
    said = " ".join(text or "" for text in texts)
    assert all(net["name"] in texts for net in wiring["net"]), "every net by its name: colour only helps"
    shown = {ref for ref, part in by_ref(parts).items() if not ref.startswith("W")}
    assert shown == set(wiring["drawing"]) and all(ref in said for ref in shown)
    for ref, one in wiring["drawing"].items():
        rows = [pin for _, names in one.get("left", []) + one.get("right", []) for pin in names]
        assert sorted(rows) == sorted(by_ref(parts)[ref]["pins"]), "every pin is drawn, once"


def test_the_default_build_is_there():
    assert [folder.name for folder in FOLDERS] == ["pico-22x16"]
