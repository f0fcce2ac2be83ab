"""Journals that were played once and are kept for ever: today's rules must lead to the same positions, or `engine.RULES` must be
raised (then these files are moved to a folder of their version, frozen/1, and new ones are made by `python tests/rules/test_frozen.py`).
Journals of versions before are not played again; they go on from their last position."""

import sys
from pathlib import Path

HERE = Path(__file__).parent / "frozen"
if __name__ == "__main__":
    sys.path[:0] = [str(HERE.parents[2] / "firmware"), str(HERE.parent), str(HERE.parents[1])]

from lanternboard.base.jsonvalue import Bytes  # noqa: E402
from lanternboard.explain import replay  # noqa: E402
from lanternboard.rules import engine, journaltext, state  # noqa: E402

try:
    from players import Cards, Journal, play
    from showdowns import played
    from small_pack import SmallPack
except ImportError:
    from rules.players import Cards, Journal, play
    from rules.showdowns import played
    from rules.small_pack import SmallPack

# Files whose games keep more than lights: level, answers at most, seed.
SHOWDOWNS = (("8", state.ALL, 250, 9130), ("9", state.MONSTER, 120, 9141), ("10", state.ALL, 400, 9144))


def cards_of(file):
    return SmallPack() if file.stem in [each[0] for each in SHOWDOWNS] else Cards()


def test_journals_of_this_version_lead_where_they_always_led():
    files = sorted(HERE.glob("*.jsonl"))
    assert len(files) >= 8
    for file in files:
        game, _ = replay.load(Bytes(file.read_bytes()), Journal(), cards_of(file))
        assert replay.summary(game).decode() == file.with_suffix(".ends").read_text("utf-8").strip(), file.name


def test_they_are_of_this_version():
    for file in HERE.glob("*.jsonl"):
        assert '"rules":%d,' % engine.RULES in file.read_text("utf-8").split("\n", 1)[0]


def test_journals_of_versions_before_go_on_from_their_last_position():
    files = sorted(HERE.glob("*/*.jsonl"))
    assert {file.parent.name for file in files} == {str(n) for n in range(1, engine.RULES)}
    for file in files:
        text = file.read_bytes()
        game, lines = replay.load(Bytes(text), Journal(), cards_of(file))
        # the record's first byte is its version, state/1 in the first ones; the rest of what they can hold is the same
        assert b'%s"}' % game.journal.read(len(game.journal) - 1)[1:].hex().encode() in text and not game.can_undo
        if not game.state.level:  # above, the act that goes on from there has begun
            assert b'%s"}' % game.state.pack().hex()[2:].encode() in text and game.prompt.kind == "act"
        assert lines == text.count(b"\n") and len(game.journal) == lines + 2


def keep(name, game):
    lines = [journaltext.line(n, game.journal.read(n)) for n in range(len(game.journal))]
    (HERE / f"{name}.jsonl").write_text("\n".join(lines) + "\n", "utf-8")
    (HERE / f"{name}.ends").write_text(replay.summary(game).decode() + "\n", "utf-8")


def freeze():
    for seed, size in enumerate(((22, 16), (22, 16), (9, 7), (64, 16), (5, 5), (6, 13), (22, 16), (16, 16))):
        keep(seed, play(9000 + seed, 90, *size))
    for name, level, most, seed in SHOWDOWNS:
        keep(name, played(seed, SmallPack(), level, most, None, None, 4))


if __name__ == "__main__":
    freeze()
