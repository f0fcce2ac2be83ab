"""Which LED lies under which space: byte for byte what another way of walking the panels gives (chain.py), and what is refused."""

import copy
import random

import pytest
from lanternboard.base.errors import Refused
from lanternboard.settings import table
from lanternboard.settings.layout import UNUSED, layout
from settings.chain import a_layout, wires
from sizes import SEED, count

FORMAT = {"format": table.FORMAT}


def bytes_of(settings: dict, colours: dict) -> list[bytes]:
    """What `layout` makes of a picture, lane by lane."""
    made = layout(settings)
    columns = settings["board"]["columns"]
    lanes, at = [], 0
    for start, leds in zip(made.starts, made.counts):
        out = bytearray()
        for space in made.map[at : at + leds]:
            colour = (0, 0, 0) if space == UNUSED else colours[space % columns, space // columns]
            out += bytes(colour["RGB".index(letter)] for letter in settings["leds"]["order"])
        at += leds
        lanes.append(bytes(out))
        assert start % 4 == 0 and start + len(out) <= made.size
    return lanes


def a_picture(chance, board: dict) -> dict:
    spaces = [(column, row) for column in range(board["columns"]) for row in range(board["rows"])]
    return {space: tuple(chance.randrange(256) for _ in range(3)) for space in spaces}


def test_random_layouts_give_the_bytes_that_a_walk_over_paper_gives():
    chance = random.Random(SEED)
    for _ in range(count(60, 400, 5000)):
        found = a_layout(chance)
        settings = table.check(found)
        picture = a_picture(chance, settings["board"])
        assert bytes_of(settings, picture) == wires(settings, picture), found


@pytest.mark.parametrize("rotation", (0, 90, 180, 270))
@pytest.mark.parametrize("lanes", (1, 2, 3, 4))
def test_without_panels_the_whole_table_is_one_strip_a_lane(rotation, lanes):
    settings = table.check({**FORMAT, "board": {"rotation": rotation}, "leds": {"lanes": [16, 17, 18, 19][:lanes]}})
    wide, high = (22, 16) if rotation % 180 == 0 else (16, 22)
    first = [high * lane // lanes for lane in range(lanes + 1)]
    panels = [{"lane": k, "at": [0, first[k]], "rows": first[k + 1] - first[k], "columns": wide} for k in range(lanes)]
    same = table.check({**FORMAT, "board": {"rotation": rotation}, "leds": {"lanes": [16, 17, 18, 19][:lanes], "panels": panels}})
    picture = a_picture(random.Random(SEED), settings["board"])
    assert bytes_of(settings, picture) == wires(same, picture)
    assert sorted(layout(settings).map) == list(range(352))


def test_a_small_panel_by_hand():
    """Three columns, two rows, turned: what lies where can be read off."""
    panel = {"columns": 3, "rows": 2, "rotation": 90, "gaps": [[1, 0]], "skip": [2], "before": 1}
    made = layout(table.check({**FORMAT, "board": {"columns": 2, "rows": 3}, "leds": {"panels": [panel]}}))
    # unturned  0 . 1      turned  5 0     spaces  0 1
    #           5 4 3              4 .             2 3
    #                              3 1             4 5
    assert list(made.map) == [UNUSED, 1, 5, UNUSED, 4, 2, 0]
    assert (made.counts, made.starts, made.size) == ([7], [0], 24)


def test_more_lanes_than_rows_leave_lanes_empty():
    made = layout(table.check({**FORMAT, "board": {"columns": 5, "rows": 2}, "leds": {"lanes": [9, 10, 11, 12]}}))
    assert sorted(made.counts) == [0, 0, 5, 5] and made.size == 32 and list(made.map) == list(range(10))


SPOILED = (-1, 0, 1, 7, 65, 1025, 10**12, True, None, "", "NW", [], [0], [0, 0], [[0, 0]], [[0, 0], [0, 0]], {}, 1.5, [[]], [{}], "rows")


def test_spoiled_layouts_are_accepted_or_refused_with_a_path():
    chance = random.Random(SEED)
    refusals: dict[str, int] = {}
    for _ in range(count(300, 3000, 30000)):
        found = copy.deepcopy(a_layout(chance))
        for _ in range(chance.randint(1, 2)):
            panels = found["leds"]["panels"]
            where = chance.choice((found["board"], found["leds"], chance.choice(panels or [{}]), chance.choice(panels or [{}])))
            if isinstance(where, dict) and isinstance(panels, list):
                key = chance.choice([*where, "at", "columns", "skip", "gaps", "before"])
                where[key] = chance.choice(SPOILED)
                if not isinstance(found["leds"].get("panels"), list):
                    break
            if chance.random() < 0.3:
                panels.append(copy.deepcopy(chance.choice(panels or [{}])))
        try:
            settings = table.check(found)
        except Refused as refused:
            assert refused.path.split(".")[0] in ("board", "leds") and refused.message and refused.allowed, found
            refusals[refused.message] = refusals.get(refused.message, 0) + 1
            continue
        if settings["leds"]["panels"]:
            picture = a_picture(chance, settings["board"])
            assert bytes_of(settings, picture) == wires(settings, picture), found
    assert len(refusals) > 8, refusals
