"""Boards of these tests have names of their own, away from those of whoever sits at this computer."""

import pytest
from lanternboard_host.emulator import EmulatedBoard


@pytest.fixture(scope="session", autouse=True)
def runtime(tmp_path_factory):
    patch = pytest.MonkeyPatch()
    patch.setenv("LANTERNBOARD_RUNTIME", str(tmp_path_factory.mktemp("runtime")))
    yield
    patch.undo()


@pytest.fixture
def board():
    with EmulatedBoard() as made:
        made.start()
        yield made


@pytest.fixture(autouse=True)
def no_thread_dies(monkeypatch):
    """A traceback in a thread fails the test."""
    import threading

    died = []
    monkeypatch.setattr(threading, "excepthook", died.append)
    yield
    assert not died, died
