"""Debouncing by its contract: bounce of any length and shape, interrupts that come late, keys stuck at the start. Runs on MicroPython
too (tests/test_on_micropython.py)."""

import random

from lanternboard.drivers.debounce import BOUNCE, EACH, TICKS, Keys

PRESSED, RELEASED = 1, 2
RUNS = 100


def nothing(_=None):
    return None


class Contacts:
    """Keys whose contacts a test moves, at a time of its own. `deaf`: interrupts are off, what happens is told when they are on again."""

    def __init__(self, ms=0):
        self.keys = Keys()
        self.ms = ms
        self.down = [False] * 7
        self.deaf = False
        self.unheard = [0] * 7
        self.told = []

    def move(self, key, down):
        if self.down[key] == down:
            return
        self.down[key] = down
        direction = PRESSED if down else RELEASED
        if self.deaf:
            self.unheard[key] |= direction
        else:
            self.keys.edge(key, direction, down, self.ms & TICKS)

    def hear(self):
        self.deaf = False
        for key in range(7):
            if self.unheard[key]:
                self.keys.edge(key, self.unheard[key], self.down[key], self.ms & TICKS)
                self.unheard[key] = 0

    def chatter(self, key, ms):
        """Any edges at all within so much time."""
        end = self.ms + ms
        while self.ms < end:
            for _ in range(random.randint(0, 6)):
                self.move(key, not self.down[key])
            self.ms += random.choice((0, 1, 1, 2, 5, BOUNCE - 1, BOUNCE, 30))

    def look(self):
        self.keys.settle(self.ms & TICKS, nothing, nothing)
        self.keys.take(lambda key, down, ms: self.told.append((key, down, ms)))
        told, self.told = self.told, []
        return told

    def rest(self, ms=BOUNCE):
        self.ms += ms
        return self.look()


def test_the_first_edge_counts_at_once_and_chatter_never():
    contacts = Contacts()
    contacts.ms = 100
    contacts.move(4, True)
    assert contacts.look() == [(4, True, 100)]
    for _ in range(50):
        contacts.ms += BOUNCE - 1
        contacts.move(4, not contacts.down[4])
        assert contacts.look() == []  # each edge starts the time anew
    assert contacts.down[4] and contacts.rest() == []
    contacts.move(4, False)
    assert contacts.look() == [(4, False, contacts.ms)]


def test_any_bounce_and_then_a_clean_press():
    for run in range(RUNS):
        random.seed(run)
        contacts = Contacts(random.choice((0, TICKS - 20, TICKS // 2)))
        for _ in range(random.randint(1, 5)):
            key = random.randint(0, 6)
            contacts.chatter(key, random.randint(0, 60))
            if random.randint(0, 1):
                contacts.look()
            contacts.rest(random.randint(BOUNCE, 3 * BOUNCE))
            contacts.move(key, False)
            contacts.rest()
            assert not contacts.keys.down[key]
            began = contacts.ms & TICKS
            contacts.move(key, True)
            assert contacts.look() == [(key, True, began)]  # at once, once, with its own time
            contacts.chatter(key, random.randint(0, BOUNCE - 1))
            contacts.move(key, True)
            contacts.rest()
            assert contacts.look() == [] and contacts.keys.down[key]
            contacts.move(key, False)
            contacts.rest()


def test_what_is_told_alternates_and_ends_with_the_level():
    for run in range(RUNS):
        random.seed(run)
        contacts = Contacts()
        told = []
        for _ in range(random.randint(1, 12)):
            choice = random.randint(0, 3)
            if choice == 0:
                contacts.deaf = True
            elif choice == 1:
                contacts.hear()
            contacts.chatter(random.randint(0, 6), random.randint(0, 40))
            if choice == 2:
                told += contacts.look()
        contacts.hear()
        told += contacts.rest(BOUNCE)
        told += contacts.rest(BOUNCE)
        for key in range(7):
            mine = [down for k, down, _ in told if k == key]
            assert all([mine[k] != mine[k - 1] for k in range(1, len(mine))]) and mine[:1] != [False]
            assert (mine[-1] if mine else False) == contacts.down[key]


def test_a_press_while_interrupts_were_off_is_a_press_and_a_release():
    contacts = Contacts(5000)
    contacts.deaf = True
    contacts.move(2, True)
    contacts.ms += 100
    contacts.move(2, False)
    contacts.ms += 300
    contacts.hear()
    assert contacts.look() == [(2, True, 5400)]
    assert contacts.rest() == [(2, False, 5400 + BOUNCE)]


def test_a_press_and_a_release_while_the_loop_was_busy_keep_their_times():
    contacts = Contacts(1000)
    contacts.move(1, True)
    contacts.ms += 2
    contacts.move(1, False)  # still chatter: its level counts BOUNCE later, asked or not
    contacts.ms += 200
    contacts.move(3, True)
    contacts.move(1, True)
    assert contacts.look() == [(1, True, 1000), (3, True, 1202), (1, False, 1002 + BOUNCE), (1, True, 1202)]


def test_a_key_that_chatters_takes_nothing_from_another():
    contacts = Contacts()
    for k in range(2000):
        contacts.ms += (1, BOUNCE + 1)[k & 1]
        contacts.move(0, not contacts.down[0])
        if k == 1500:
            contacts.move(5, True)
    told = contacts.look()
    assert len([key for key, _, _ in told if key == 0]) <= EACH
    assert [down for key, down, _ in told if key == 5] == [True]
    contacts.move(0, False)
    contacts.rest()
    contacts.rest()
    assert not contacts.keys.down[0]  # what had no room then is right in the end


def test_a_key_that_was_down_at_the_start_says_nothing_until_it_is_let_go_of():
    contacts = Contacts(50)
    contacts.keys.begin(6, True)
    contacts.down[6] = True
    assert contacts.keys.stuck == 1 << 6 and contacts.rest(1000) == []
    contacts.move(5, True)  # the other of back and next works as ever
    assert contacts.look() == [(5, True, contacts.ms)]
    contacts.move(6, False)
    contacts.move(6, True)
    contacts.move(6, False)
    assert contacts.rest() == [] and contacts.keys.stuck == 0
    contacts.move(6, True)
    assert contacts.look() == [(6, True, contacts.ms)]


def test_keys_that_are_let_go_of_while_the_loop_is_busy_keep_their_order():
    for first, other in ((6, 0), (0, 6), (3, 2)):
        c = Contacts(TICKS - 20)  # the clock wraps on the way
        for key in (first, other):
            c.move(key, True)
            c.rest()
        for key in (first, other):
            c.move(key, False)
            c.ms += 1
        c.ms += 100
        assert [(key, down) for key, down, _ in c.look()] == [(first, False), (other, False)]
