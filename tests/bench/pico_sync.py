"""A showdown of 1,000 answers taken off an emulated Pico with a real chip's flash times: by a sync, and the same bytes by
`mpremote cp`, one after the other in one run. Emulated time.

    python -m tests.bench picosync      some ten minutes of wall time"""

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from campaign.desk import CORE, NAMES
from lanternboard_host.cli.sync import fetched as fetched_alone
from lanternboard_host.cli.sync import played
from lanternboard_host.emulator.pico import PicoBoard
from lanternboard_host.image import ready_image
from lanternboard_host.link import Client
from lanternboard_host.records.board import read
from lanternboard_host.records.campaigns import Records
from lanternboard_host.records.sync import Sync

from ..slow_host import slow_host
from .long_showdown import as_text, long_showdown, on_flash
from .report import Line

NAME = "Pico: a showdown of 1,000 answers synced, to mpremote cp of the same bytes"
WAIT = 1200  # seconds of wall time for one request


class Patient(Client):
    """A host that waits as long as this emulator needs."""

    def _ask(self, verb, args, data, timeout, again):
        return super()._ask(verb, args, data, WAIT, again)


def picosync(options) -> list[Line]:
    with tempfile.TemporaryDirectory() as place:
        root = Path(place)
        with Records.create(root / "campaigns" / "x.lantern", CORE, "me", NAMES) as records:
            made, answers = long_showdown(records)
            text = as_text(made)
            ours = root / "ours"
            shutil.copytree(ready_image("pico"), ours)
            on_flash(ours, made)
            with PicoBoard(ours, flash_timing=True) as board:
                board.start()
                board.wait_for("spoke")
                with slow_host(), Patient(board.port, wait=WAIT) as client:
                    listed = [json.loads(line)["id"] for line in client.get("journals").splitlines()]
                    assert listed[0] == read(text).id
                    began = board.nanos
                    assert fetched_alone(client, "0001") == text
                    fetched = board.nanos - began
                    began = board.nanos
                    report = Sync(records, root / "journals", played, fetch=fetched_alone).run(client)
                    synced = board.nanos - began
            print(f"fetched in {fetched / 1e9:.2f} s, synced in {synced / 1e9:.2f} s", file=sys.stderr, flush=True)
            assert report.taken == [read(text).id] and report.receipts == 1
        bare = root / "bare"
        shutil.copytree(ready_image("pico"), bare)
        (bare / "main.py").write_text("")  # MicroPython's prompt
        (bare / "journal.jsonl").write_bytes(text)
        with PicoBoard(bare, flash_timing=True) as board:
            board.start()
            board.wait_for("up")
            began = board.nanos
            command = [sys.executable, "-m", "mpremote", "connect", board.port, "resume", "cp", ":journal.jsonl", str(root / "copy")]
            subprocess.run(command, check=True, timeout=WAIT, stdout=subprocess.DEVNULL)
            copied = board.nanos - began
        assert (root / "copy").read_bytes() == text
    note = f"{answers} answers, {len(text)} bytes; mpremote {copied / 1e9:.2f} s"
    return [
        Line(
            "Pico: a showdown of 1,000 answers synced, to mpremote cp of the same bytes",
            ">= 5 times",
            copied / synced,
            "times",
            5,
            most=False,
            note=note,
        ),
        Line("Pico: that sync, with its receipt", "", synced / 1e9, "s"),
        Line("Pico: its journal alone", "", fetched / 1e9, "s"),
    ]
