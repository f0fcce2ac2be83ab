"""Sources made smaller: what is put in place of a name, what goes, what stays; and that every module's own source, laid into a
shrunk image, still finds what it imports there."""

import subprocess
import types

import pytest
from lanternboard.base.errors import Refused
from lanternboard_host.emulator.flash import micropython, unix_port
from lanternboard_host.image import image
from lanternboard_host.image.build import firmware_source
from lanternboard_host.image.bundle import for_flash
from lanternboard_host.image.shrink import shrink

STATE = """
'''Doc.'''
DOWN, DEAD = 1, 1 << 1
NORTH, EAST = range(2)
_OWN = DEAD | 4
BIG = 1 << 31
TWICE = 1
TWICE = 2
COUNT = 0

def count():
    global COUNT
    COUNT += 1
    return _OWN
"""


def shrunk(closed: bool = False, **modules: str) -> dict[str, str]:
    sources = {"lanternboard/__init__.py": "", **{f"lanternboard/{name}.py": text for name, text in modules.items()}}
    return {path[13:-3]: text for path, text in shrink(sources, closed)[0].items()}


def user(text: str, closed: bool = False, **more: str) -> str:
    return shrunk(closed, state=STATE, user=text, **more)["user"].strip()


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("from .state import DOWN\nx = [DOWN]", "x = [1]"),
        ("from .state import DOWN as D\ndef f(a=D):\n    return D", "def f(a=1):\n    return 1"),
        ("from . import state\nx = [state.DEAD]", "x = [2]"),
        ("def f():\n    from .state import EAST\n    return -EAST", "def f():\n    return -1"),
        ("from .state import DOWN\nz = [DOWN]\ndef f(DOWN):\n    return DOWN", "z = [1]\n\ndef f(DOWN):\n    return DOWN"),
        (
            "from .state import DOWN\nz = [DOWN]\ndef f():\n    DOWN = 3\n    g(lambda: DOWN)",
            "z = [1]\n\ndef f():\n    DOWN = 3\n    g(lambda: DOWN)",
        ),
        ("from .state import DOWN\nz = [DOWN]\nx = [DOWN for DOWN in 'ab']", "z = [1]\nx = [DOWN for DOWN in 'ab']"),
        ("from .state import DOWN, count\nx = [count(), DOWN]", "from .state import count\nx = [count(), 1]"),
        ("from .state import BIG\nx = [BIG]", "from .state import BIG\nx = [BIG]"),
        ("from .state import TWICE\nx = [TWICE]", "from .state import TWICE\nx = [TWICE]"),
        ("from . import state\nx = [state.COUNT]", "from . import state\nx = [state.COUNT]"),
        ("from .state import DOWN", "from .state import DOWN"),  # imported for others: it may be asked for
        ("from .again import DOWN\nx = [DOWN]", "x = [1]"),
        (
            "class A:\n    '''Doc.'''\n    __slots__ = ('a',)\n    def f(self, a: int) -> 'A':\n        pass",
            "class A:\n\n    def f(self, a):\n        pass",
        ),
        ("import sys\nif sys.implementation.name == 'micropython':\n    x = []\nelse:\n    x = {}", "import sys\nx = []"),
        ("NEGATIVE = -2\nx = [NEGATIVE ** 2]", "x = [(-2) ** 2]"),
        ("_MINE = 5\nx = [_MINE]", "x = [5]"),
    ],
)
def test_an_integer_takes_the_place_of_its_name(text, outcome):
    assert user(text, again="from .state import DOWN\ny = [DOWN]\n") == outcome


def test_a_name_that_a_module_sets_in_another_is_no_constant():
    out = shrunk(state="LEVEL = 1\n", user="from . import state\nstate.LEVEL = 2\n", other="from .state import LEVEL\nx = [LEVEL]\n")
    assert "LEVEL" in out["other"]


def test_what_another_module_asks_for_stays_and_in_a_closed_image_goes():
    modules = {"state": STATE, "middle": "from .state import DOWN\ny = [DOWN]\n", "user": "from .middle import DOWN\nx = [DOWN]\n"}
    assert "DOWN" in shrunk(**modules)["middle"]
    closed = shrunk(True, **modules)
    assert closed["middle"].strip() == "y = [1]" and closed["user"].strip() == "x = [1]"
    assert "DOWN" not in closed["state"] and "BIG" in closed["state"]


def test_a_kernel_keeps_its_types_and_needs_no_shim():
    imports = "from .state import DEAD\nfrom .viper import micropython, ptr8\n"
    out = user(imports + "@micropython.viper\ndef f(buf: ptr8) -> int:\n    return buf[DEAD]\n", viper="ptr8 = None\nmicropython = None\n")
    assert out == "@micropython.viper\ndef f(buf: ptr8) -> int:\n    return buf[2]"


def test_a_source_that_does_not_parse_is_refused_with_its_name():
    with pytest.raises(Refused, match=r"lanternboard/broken\.py"):
        shrunk(broken="def f(:\n")


def test_a_source_that_was_laid_in_reads_a_constant_once(tmp_path, monkeypatch):
    """From the file of constants, which takes a board long; what never was one is an attribute that is missing."""
    import lanternboard

    constants = tmp_path / "0.constants"
    constants.write_text("lanternboard.rules.spaces OFF 255\nlanternboard.rules.spaces OFFSET 3\nlanternboard.rules.flow OFF 7\n")
    monkeypatch.setattr(lanternboard, "folder", str(tmp_path / "0"))
    module = types.ModuleType("lanternboard.rules.spaces")
    lanternboard.settle(module.__dict__)
    assert module.OFF == 255
    with pytest.raises(AttributeError, match="NONE"):
        module.NONE  # noqa: B018
    constants.unlink()
    assert module.OFF == 255


@pytest.mark.skipif(not unix_port(), reason="MicroPython's unix port has no wheel for this machine")
def test_every_module_can_be_laid_in_as_its_source(tmp_path):
    """One process imports each module's own source among the shrunk rest, as it lies on flash."""
    flash = tmp_path / "flash"
    made = image("emulated", tmp_path / "image")
    for_flash(made, flash)
    sources = firmware_source()
    names = []
    for path in sorted(sources.rglob("*.py")):
        place = path.relative_to(sources)
        if place.parts[0] not in ("files", "drivers") and (made / "lb" / "0" / "lanternboard" / place).with_suffix(".mpy").exists():
            names.append(place.with_suffix("").as_posix())
            (flash / "lb" / "0" / "lanternboard" / place).parent.mkdir(parents=True, exist_ok=True)
    script = tmp_path / "script.py"
    script.write_text(
        f"import os, sys\nsys.path[:] = [{str(flash / 'lb')!r}, '.frozen']\nfrom start import places\n"
        f"for name in {names!r}:\n"
        f"    laid = {str(flash)!r} + '/lb/0/lanternboard/' + name + '.py'\n"
        f"    with open({str(sources)!r} + '/' + name + '.py') as i, open(laid, 'w') as o:\n"
        "        o.write(i.read())\n"
        f"    found = places({str(flash / 'lb' / '0')!r})\n"
        "    sys.path[0] = next(found)\n"
        "    module = __import__('lanternboard.' + name.replace('/', '.'), None, None, ('',))\n"
        "    assert module.__file__.endswith(name + '.py') or name == '__init__', (name, module.__file__)\n"
        "    next(found)\n"
        "    os.remove(laid)\n"
        "    for other in [key for key in sys.modules if key.startswith('lanternboard')]:\n"
        "        del sys.modules[other]\n"
        "print('all')\n"
    )
    done = subprocess.run(micropython(str(script), heap="2M"), capture_output=True, text=True)
    assert done.stdout.strip() == "all", done.stdout + done.stderr
