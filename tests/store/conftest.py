"""What tests of the store share."""

import pytest
from lanternboard.store import journal as store


class Counting:
    """A file that counts how often it was sought and how many bytes were read."""

    def __init__(self, file):
        self.file, self.seeks, self.bytes = file, 0, 0

    def __getattr__(self, name):
        return getattr(self.file, name)

    def __enter__(self):
        return self.file

    def __exit__(self, *_):
        self.file.close()

    def seek(self, *where):
        self.seeks += 1
        return self.file.seek(*where)

    def readinto(self, buffer):
        n = self.file.readinto(buffer)
        self.bytes += n
        return n


@pytest.fixture
def counted(monkeypatch):
    """The files that the journal opens, as they are opened."""
    opened = []

    def counting(*how):
        opened.append(Counting(open(*how)))
        return opened[-1]

    monkeypatch.setattr(store, "open", counting, raising=False)
    return opened
