"""Modules made one: what becomes of their names; and the same rules, the same cases on a real MicroPython from the joined firmware."""

import ast
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from lanternboard_host.emulator.flash import micropython, unix_port
from lanternboard_host.image import profile
from lanternboard_host.image.build import firmware_source
from lanternboard_host.image.bundle import compiled_modules
from lanternboard_host.image.join import UNITS, Unjoinable, joined

TESTS = Path(__file__).parents[1]
SUITE = ["rules.test_geometry", "rules.test_movement", "rules.test_engine", "explain.test_cases", "explain.test_refusals"]
ON_UNIX = pytest.mark.skipif(not unix_port(), reason="MicroPython's unix port has no wheel for this machine")


def one(**modules: str) -> dict[str, str]:
    """The package with these modules, all but `alone` and `user` joined in one unit."""
    sources = {"lanternboard/__init__.py": "", **{f"lanternboard/{name}.py": text for name, text in modules.items()}}
    out = joined(sources, {"first": " ".join(name for name in modules if name not in ("alone", "user"))})
    return {path[13:-3]: text.strip() for path, text in out.items()}


def ran(**modules: str) -> dict:
    """What the unit's names are after it ran."""
    names: dict = {}
    exec(compile(one(**modules)["first"], "first", "exec"), names)
    return names


A = "def f(x):\n    return x + own()\n\ndef own():\n    return 1\n"


def test_what_one_module_takes_from_another_is_its_own_now():
    b = "from .a import f\nfrom . import a\ny = [f(1), a.own()]\n"
    out = one(a=A, b=b)
    assert "import" not in out["first"] and "[f(1), own()]" in out["first"]
    assert out["a"] == "from .first import f as f\nfrom .first import own as own"
    assert ran(b=b, a=A)["y"] == [2, 1]  # in the order in which importing would run them


@pytest.mark.parametrize(
    "b",
    [
        "from .a import f\ndef own():\n    return 10\ny = [f(1), own()]\n",  # two modules, one name
        "from . import a\ndef g():\n    own = a.own()\n    return own\ny = [a.f(1), g() * 10]\n",  # hidden by a local name
        "from .a import own as mine, f\ny = [f(1), mine() * 10]\n",
        "def g():\n    from .a import f\n    return f(1)\ny = [g(), 10]\n",
        "from . import a\nclass B:\n    f = 5\n    def g(self):\n        return a.f(self.f) - 4\ny = [B().g(), 10]\n",
        "from . import a\nN = [0]\ndef g():\n    global N\n    N = [a.f(1), 10]\ng()\ny = N\n",
        "from .a import f\nimport math as own\ny = [f(int(own.sqrt(1))), 10]\n",
    ],
)
def test_names_keep_apart(b):
    assert ran(a=A, b=b)["y"] == [2, 10]


def test_a_name_that_others_take_for_a_builtin_gives_way():
    names = ran(a="def len(x):\n    return 7\nz = [len('')]\n", b="y = [len('ab')]\n")
    assert (names["z"], names["y"]) == ([7], [2])


def test_a_module_outside_takes_names_from_the_unit():
    user = "from .a import own\nfrom . import b\nx = [own(), b.own()]\n"
    out = one(a=A, b="def own():\n    return 3\n", user=user)
    assert out["user"] == "from .first import own\nfrom . import first as b\nx = [own(), b.b_own()]"


def test_a_module_that_is_handed_about_stays_one():
    out = one(a="from .user import NUMBER\n", b="from . import a\ndef g(x=a):\n    return x.NUMBER\n", user="NUMBER, OTHER = 1, 2\n")
    assert "from . import a" in out["first"] and "import NUMBER" in out["a"] and "NUMBER" in out["user"]


def test_names_of_modules_to_load_or_let_go_are_those_of_the_unit():
    assert "['first']" in one(**{"a": A, "b": "LATER = ['a']\n"})["first"]


def test_what_cannot_be_joined_is_refused():
    with pytest.raises(Unjoinable, match="no missing"):
        one(a=A, b="from . import a\ny = [a.missing()]\n")
    with pytest.raises(Unjoinable, match="sets"):
        one(a=A, b="from . import a\na.f = 1\n")


def firmware() -> dict[str, str]:
    top = firmware_source()
    paths = [path.relative_to(top) for path in sorted(top.rglob("*.py"))]
    sources = {f"lanternboard/{p.as_posix()}": (top / p).read_text("utf-8") for p in paths if p.parts[0] not in ("files", "drivers")}
    return {**sources, "lanternboard/drivers/__init__.py": "", "lanternboard/drivers/board.py": "class Board:\n    pass\n"}


def test_the_firmware_can_be_joined_and_its_units_hold_what_they_are_to_hold():
    out = joined(firmware())
    for unit, roots in UNITS.items():
        for root in roots.split():
            stub = out["lanternboard/" + root.replace(".", "/") + ".py"]
            assert f"from ..{unit} import" in stub, root


def suite(*names: str) -> dict[str, str]:
    """Test modules and the helpers they import."""
    found: dict[str, str] = {}
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        path = TESTS / (name.replace(".", "/") + ".py")
        if path.is_file() and name not in found:
            found[name] = path.read_text("utf-8")
            for node in ast.walk(ast.parse(found[name])):
                if isinstance(node, ast.ImportFrom) and not node.level and node.module:
                    waiting += [node.module, *[f"{node.module}.{alias.name}" for alias in node.names]]
    return {name.replace(".", "/") + ".py": text for name, text in found.items()}


@ON_UNIX
@pytest.mark.parametrize("name", SUITE)
def test_the_suite_passes_on_the_joined_firmware(tmp_path, name):
    """The tests are shrunk together with what they test: they ask for constants that the joined firmware has no names for."""
    out = joined({**firmware(), **suite(name)})
    package = {path: text for path, text in out.items() if path.startswith("lanternboard/")}
    for path, text in out.items():
        if path not in package:
            (tmp_path / path).parent.mkdir(exist_ok=True)
            (tmp_path / path).write_text(text)
    for path, code in compiled_modules(package, profile("emulated")).items():
        (tmp_path / "lanternboard" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "lanternboard" / path).write_bytes(code)
    (tmp_path / "cases").symlink_to(TESTS / "cases")
    shutil.copy(TESTS / "micropython_suite.py", tmp_path)  # its folder comes first on the path
    command = micropython(str(tmp_path / "micropython_suite.py"), name, heap="1wM")  # sources are compiled there
    paths = {**os.environ, "MICROPYPATH": f"{tmp_path}:.frozen"}
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, env=paths, cwd=tmp_path)
    lines = [line for line in done.stdout.splitlines() if line.startswith(("passed", "failed"))]
    assert lines and done.stdout.rstrip().endswith("done"), done.stdout[-2000:] + done.stderr
    assert not [line for line in lines if line.startswith("failed")], done.stdout[-2000:]
