"""The first monster's turn of the book, kept as a journal: Claw on top, two hits, one of them dodged. What each answer leads to is
worked out from the rules; a board plays the same file in tests/cli/test_board_commands.py."""

import json
import sys

if sys.implementation.name != "micropython":
    from pathlib import Path

    from lanternboard.base.errors import Refused
    from lanternboard.base.jsonvalue import Bytes
    from lanternboard.explain import replay
    from lanternboard.table.builtin import RamJournal
    from lanternboard_host.faces.cards import installed
    from rules.monster_table import asks, beast, hurt, lies, pile, spot, value

    JOURNAL = Path(__file__).parents[1] / "cases/first-turn.jsonl"

    def until(answer):
        """The game as it stands after the record with this answer."""
        lines = JOURNAL.read_text("utf-8").splitlines(True)
        ends = [k for k, line in enumerate(lines) if json.loads(line).get("answer") == answer]
        assert len(ends) == 1
        return replay.load(Bytes("".join(lines[: ends[0] + 1]).encode()), RamJournal(), installed())[0]

    def test_F1_F4_F5_claw_is_drawn_once_the_last_survivor_stands():
        g = until([11, 14])
        assert [spot(g, i) for i in range(4)] == [(10, 1), (13, 3), (7, 4), (11, 14)] and beast(g) == (10, 7, "N")
        assert [value(g, i, "survival") for i in range(4)] == [1, 1, 1, 1]
        assert pile(g, "open") == "claw" and (g.state.round, g.state.side, g.state.controller) == (1, 0, 1)
        asks(g, "target", "s0 s1 s2", -2)  # all six spaces off and in front; the fourth stands behind it

    def test_T7_M1_X1_the_controllers_own_is_picked_and_gains_then_it_is_reached_in_five_steps():
        g = until("s1")
        assert [value(g, i, "insanity") for i in range(4)] == [0, 1, 0, 0]
        asks(g, "end", "11,3 12,4", -2)
        g = until([12, 4])
        assert beast(g) == (12, 4, "N") and [lies(g, i) for i in range(4)] == [False] * 4
        asks(g, "hits", "0 1 2", -3)
        assert g.prompt.subject == (2, 2, "s1")

    def test_A6_S2_both_locations_lie_before_its_player_dodges_one():
        g = until("head")
        assert hurt(g, 1) == ""
        asks(g, "hit", "head arms dodge-head dodge-arms", 1)

    def test_S2_A10_V1_the_other_hit_is_dealt_and_the_turn_is_over():
        g = until("dodge-head")
        assert hurt(g, 1) == "arms" and not lies(g, 1) and value(g, 1, "survival") == 0
        assert [hurt(g, i) for i in (0, 2, 3)] == ["", "", ""]
        assert pile(g, "discard") == "claw" and pile(g, "open") == "" and (g.state.side, g.state.wounds) == (1, 0)
        asks(g, "hunter", "s0 s1 s2 s3 end", -1)

    def test_a_header_of_another_board_is_refused_with_its_line():
        text = JOURNAL.read_text("utf-8").replace('"board":[22,16]', '"board":[16,22]', 1)
        try:
            replay.load(Bytes(text.encode()), RamJournal(), installed())
        except Refused as refused:
            assert (refused.line, refused.path, refused.allowed) == (2, "snapshot", "16 by 22 spaces")
        else:
            raise AssertionError("it was played")
