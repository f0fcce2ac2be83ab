"""Whatever lies where table.json belongs, reading it gives whole settings or a refusal with its reason, on CPython and on MicroPython: a
board that starts never ends there."""

import json
import os
import subprocess
from pathlib import Path

import pytest
from lanternboard.base.errors import Refused
from lanternboard.settings import table
from lanternboard_host.emulator.flash import micropython, unix_port
from mutate import mutate
from sizes import SEED, count

FORMAT = '{"format":"lanternboard/settings/1"'
# What people, editors and a power cut leave there.
KINDS = {
    "empty": b"",
    "not JSON": b"names = Allister, Erza",
    "another file": b"\x89PNG\r\n\x1a\n" + bytes(range(256)),
    "cut off": FORMAT.encode() + b',"names":["Allis',
    "blank flash": b"\xff" * 300,
    "zeros": bytes(300),
    "unknown key": (FORMAT + ',"colour":1}').encode(),
    "wrong type": (FORMAT + ',"board":{"columns":"22"}}').encode(),
    "a pin twice": (FORMAT + ',"buttons":{"left":2}}').encode(),
    "a pin of the lights": (FORMAT + ',"buttons":{"left":16}}').encode(),
    "two LEDs on a space": (FORMAT + ',"leds":{"panels":[{"columns":22,"rows":16},{"columns":1,"rows":1}]}}').encode(),
    "a lane too long": (FORMAT + ',"leds":{"panels":[{"before":1000}]}}').encode(),
    "a list as a key": (FORMAT + ",[1]:2}").encode(),
    "a number as a key": (FORMAT + ",5:2}").encode(),
    "a list": b"[]",
    "a number": b"5",
    "nested without end": b"[" * 20000,
    "nested in a key": (FORMAT + ',"board":' + '{"a":' * 3000).encode(),
    "half a character": (FORMAT + ',"names":["').encode() + b'\xc3"]}',
    "a number without end": (FORMAT + ',"watchdog_ms":' + "9" * 5000 + "}").encode(),
    "no number": (FORMAT + ',"watchdog_ms":1e999}').encode(),
}
RIGHT = json.dumps(table.defaults()).encode()

PROGRAM = """
import os, sys
from lanternboard.base.errors import Refused
from lanternboard.settings import table
folder = sys.argv[1]
for name, *_ in os.ilistdir(folder):
    try:
        found = table.read(folder + "/" + name, strictly=False)
        print(name, "right" if sorted(found) == sorted(table.defaults()) else "not whole")
    except Refused as wrong:
        print(name, "refused", repr(wrong.message))
    except Exception as wrong:
        print(name, "raised", repr(wrong))
"""


def read(path: Path) -> str:
    try:
        found = table.read(str(path), strictly=False)
        return "right" if sorted(found) == sorted(table.defaults()) else "not whole"
    except Refused as wrong:
        return f"refused {wrong}"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Each kind, whole, and some spoilt by chance, as files."""
    top = tmp_path_factory.mktemp("damaged")
    for name, content in KINDS.items():
        (top / name.replace(" ", "-")).write_bytes(content)
    for seed in range(count(60, 1000, 20000)):
        (top / f"spoilt-{seed}").write_bytes(mutate(RIGHT, SEED + seed, 3))
    (top / "a-folder").mkdir()
    return top


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_is_refused_with_what_is_allowed(folder, kind):
    with pytest.raises(Refused) as refused:
        table.read(str(folder / kind.replace(" ", "-")), strictly=False)
    assert refused.value.message and refused.value.allowed


def test_what_is_spoilt_by_chance_is_read_or_refused(folder):
    told = {path.name: read(path) for path in folder.iterdir()}
    assert {said.split(" ")[0] for said in told.values()} == {"right", "refused"}
    assert told["a-folder"].startswith("refused it cannot be read")
    with pytest.raises(Refused, match=r"no table.json"):
        table.read(str(folder / "not-there"))


@pytest.mark.skipif(not unix_port(), reason="no MicroPython for this machine")
def test_MicroPython_reads_or_refuses_each_of_them_too(folder, tmp_path):
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    firmware = Path(table.__file__).parents[2]
    command = micropython(str(program), str(folder))
    done = subprocess.run(command, capture_output=True, timeout=300, env={**os.environ, "MICROPYPATH": f"{firmware}:.frozen"})
    told = dict(line.split(" ", 1) for line in done.stdout.decode(errors="replace").splitlines())
    assert set(told) == set(os.listdir(folder)), done.stdout[-500:] + done.stderr[-500:]
    assert not [f"{name} {said}" for name, said in told.items() if said.split(" ")[0] not in ("right", "refused")]
    assert told["a-folder"].startswith("refused") and told["a-list-as-a-key"].startswith("refused")
