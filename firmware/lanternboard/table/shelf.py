"""The journals on this board's flash: /journals/0001 and so on, the highest number is the one being played. Earlier ones stay
until a host has them; none is ever written to again. Opens, creates and lists; it knows no rule and no record, only that
what rules/record.py says of each is to be kept beside it."""

import os

from ..base.errors import Refused
from ..base.letgo import let_go
from ..rules.record import Links
from ..store.journal import FileJournal

FOLDER = "journals"
ROOM = 96 * 1024  # bytes that must be free before another journal is begun
MOST = 9999
SET_ASIDE = ".bad"  # behind the number of a journal that was damaged (store/journal.py)
BEGUN = "begun"  # the name of a journal until it is whole enough to be played


class Shelf:
    """`root`: where the file system begins. `breathe`: told at fixed steps while a journal is looked through or played again. `flash`: see
    docs/drivers.md; None where single pages cannot be programmed.
    `note`: what happened at the last `open`, `settle` or `tend`, in plain words, "" for nothing."""

    def __init__(self, root: str, breathe=None, flash=None) -> None:
        self.root = root
        self.folder = root + FOLDER
        self._flash = flash
        self._untidy = True
        self._gone = ""  # which showdowns made room for the one that begins
        self.breathe = breathe
        self.note = ""
        try:
            os.mkdir(self.folder)
        except OSError:
            pass  # it is there

    def numbers(self, ending: str = "") -> list:
        """The journals' numbers, oldest first; with SET_ASIDE those of journals that were."""
        out = []
        try:
            for name in os.listdir(self.folder):
                if name[4:8] == ending and len(name) >= 4 and name[:4].isdigit():
                    out.append(int(name[:4]))
        except (OSError, ValueError):  # no folder, or a name that no board gave
            pass
        out.sort()
        return out

    def path(self, number: int) -> str:
        return self.folder + "/%04d" % number

    def open(self):
        """The journal being played, None where there is none that can be opened; `note` tells why. Never raises."""
        self.note = ""
        numbers = self.numbers()
        aside = self.numbers(SET_ASIDE)
        if aside and (not numbers or aside[-1] > numbers[-1]):  # at an earlier start, which could not begin another one
            self.note = "the journal %04d was damaged and is set aside; none before it goes on" % aside[-1]
            return None
        if not numbers:
            return None
        try:
            journal = FileJournal(self.path(numbers[-1]), links=Links, breathe=self.breathe, flash=self._flash)
        except Exception as wrong:  # a damaged one was set aside by the store; others lie there as they are
            self.note = str(wrong) if isinstance(wrong, Refused) else "the journal %04d cannot be opened: %r" % (numbers[-1], wrong)
            return None
        self.note = journal.note
        return journal

    def begin(self):
        """An empty journal that is not played yet: nothing of it counts before `settle`. Where flash has no room, the oldest showdowns that
        no campaign waits for make it; Refused where all of them would not, and then all of them stay."""
        self._make_room()
        path = self.folder + "/" + BEGUN
        for left in (path, path + ".new"):  # a power cut came in between
            try:
                os.remove(left)
            except OSError:
                pass
        return FileJournal(path, create=True, links=Links, breathe=self.breathe, flash=self._flash)

    def settle(self, journal, before=None) -> None:
        """From now on it is the one being played, and no longer `before`, all of which lies in its file then; where it cannot, its file and
        its tail stay as they lie."""
        self.note = ""
        if hasattr(before, "fold_all"):
            try:
                before.fold_all()
            except (OSError, Refused) as wrong:
                self.note = "the showdown before is kept as it lies: " + str(wrong)
        numbers = self.numbers()
        number = numbers[-1] + 1 if numbers else 1
        if number > MOST:
            raise Refused("journals", "all numbers are used", "0001-9999")
        journal.move(self.path(number))
        if self._gone:
            self.note = self._gone + ("; " + self.note if self.note else "")
            self._gone = ""
        if hasattr(before, "retire"):
            try:
                before.retire()
            except (OSError, Refused):  # its tail stays until the next start
                pass

    def tend(self, journal) -> bool:
        """A piece of what is due while nobody waits, for the journal that is played. False: nothing is."""
        self.note = ""
        if hasattr(journal, "tend"):
            journal.note = ""
            if journal.tend():
                return True
            self.note = journal.note
            if self._untidy:
                self._untidy = False
                self._tidy(journal)
        return False

    def _tidy(self, journal) -> None:
        from ..store.extent import sweep, tidy

        try:
            sweep(self.root)
            tidy(self.folder, journal.path, lambda path: FileJournal(path, links=Links, breathe=self.breathe))
        except Refused as wrong:  # one was set aside
            self.note = str(wrong)
        except (OSError, MemoryError):  # they lie there as they are
            pass
        del sweep, tidy
        let_go("store.extent")

    def drop(self, journal) -> None:
        """Takes away a journal that was begun and never played."""
        journal.close()
        os.remove(journal.path)

    def _make_room(self) -> None:
        if self.missing():
            from .receipts import make_room

            for gone in make_room(self):
                self._gone = (self._gone + ", " if self._gone else "no room on flash: the oldest showdown went, ") + gone
            let_go("table.receipts")
        self.check_room()

    def check_room(self) -> None:
        missing = self.missing()
        if missing:
            raise Refused("journals", "no room on flash for another showdown", "%d kB free; %d are" % (ROOM >> 10, (ROOM - missing) >> 10))

    def missing(self) -> int:
        """Bytes that are not free and must be before another journal is begun."""
        if not hasattr(os, "statvfs"):
            return 0
        block, _, total, free = os.statvfs(self.folder)[:4]
        if free > total:  # littlefs counts a block twice when it is full, and less than nothing is left
            free = 0
        return max(0, ROOM - block * free)
