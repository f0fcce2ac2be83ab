"""Links against two plain stacks, which is what undo and redo mean."""

import random

import pytest
from lanternboard.rules.record import ADJUST, ANSWER, CLOSES, CLOSING, PLACE, REDO, SNAPSHOT, STARTS, UNDO, VERSION, Links
from sizes import SEED, count


class Stacks:
    """live, redone: lists of (record, kind)."""

    def __init__(self):
        self.live, self.redone, self.base = [], [], 1

    def can_redo(self):
        looked = self.live and self.live[-1][1] == ADJUST
        return bool(self.redone) and (not looked or self.redone[-1][0] > self.live[-1][0])

    def take(self, n, kind):
        if kind in (ANSWER, CLOSING, ADJUST):
            if kind != ADJUST:
                self.redone.clear()
            self.live.append((n, kind))
        elif kind == UNDO:
            entry = self.live.pop()
            if entry[1] == ADJUST:
                self.redone = [one for one in self.redone if one[0] < entry[0]]
                return
            self.redone.append(entry)
            if entry[1] == CLOSING:
                while self.redone[-1][1] != ADJUST:
                    self.redone.append(self.live.pop())
        elif kind == REDO:
            self.live.append(self.redone.pop())
            if self.live[-1][1] == ADJUST:
                while self.live[-1][1] != CLOSING:
                    self.live.append(self.redone.pop())

    def in_chain(self):
        for _, kind in reversed(self.live):
            if kind != ANSWER:
                return kind == ADJUST
        return False

    def possible(self):
        kinds = [ANSWER] * 3
        kinds += [CLOSING] if self.in_chain() else [ADJUST]
        kinds += [UNDO] * 3 if self.live else []
        kinds += [REDO] * 3 if self.can_redo() else []
        return kinds


class Kept(Links):
    """Links with their integers in a list."""

    def __init__(self):
        self.words = [0, 0]
        super().__init__(self.words.__getitem__)

    def add(self, kind):
        after = self.after(len(self.words), kind)
        self.words.append(after[0])
        self.take(after)

    def way(self):
        at, way = self.top, []
        while at:
            way.append(at)
            at = self.words[at] & PLACE
        return way[::-1]


@pytest.mark.parametrize("seed", range(count(60, 400, 4000)))
def test_any_way_of_answers_undos_redos_and_adjustments_is_that_of_two_stacks(seed):
    rng = random.Random(SEED + seed)
    links, stacks = Kept(), Stacks()
    for _ in range(200):
        kind = rng.choice(stacks.possible())
        stacks.take(len(links.words), kind)
        links.add(kind)
        if rng.random() < 0.2:
            links.add(SNAPSHOT)  # changes nothing
        assert links.way() == [n for n, _ in stacks.live]
        assert bool(links.tip) == bool(stacks.redone)
        assert max(links.words) < 1 << 30  # small integers on a board
    while stacks.can_redo():
        stacks.take(len(links.words), REDO)
        links.add(REDO)
        assert links.way() == [n for n, _ in stacks.live]


def test_a_version_mark_moves_the_base_only_with_its_snapshot():
    links = Kept()
    for kind in (ANSWER, SNAPSHOT, VERSION):
        links.add(kind)
    assert links.way() == [2] and links.base & STARTS and links.base & PLACE == 1
    links.add(SNAPSHOT)
    assert (links.top, links.tip, links.base) == (0, 0, 5)
    links.add(ANSWER)
    links.add(UNDO)
    links.add(UNDO)  # nothing to undo: as if it were not there
    assert (links.top, links.tip, links.base) == (0, 6, 5) and links.words[6] & (STARTS | CLOSES) == 0


def test_no_course_of_kinds_whatever_it_is_leads_astray():
    """Journals that nobody played: of other rules, or made up."""
    for seed in range(count(100, 1000, 20000)):
        rng = random.Random(SEED + seed)
        links = Kept()
        for _ in range(60):
            links.add(rng.choice((ANSWER, CLOSING, ADJUST, UNDO, UNDO, REDO, SNAPSHOT, VERSION, 0, 9)))
            assert len(links.way()) < len(links.words) and links.tip < len(links.words)


def test_an_answer_that_closes_nothing_is_taken_back_to_the_beginning():
    links = Kept()
    for kind in (ANSWER, CLOSING, UNDO):
        links.add(kind)
    assert links.way() == []
