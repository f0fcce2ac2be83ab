"""The built wheel, installed in an empty environment outside the checkout: image, emulated board and demo from there."""

import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    out = tmp_path_factory.mktemp("wheel")
    build = "import sys; from hatchling.build import build_wheel; print(build_wheel(sys.argv[1]))"
    subprocess.run([sys.executable, "-c", build, str(out)], cwd=ROOT, check=True, capture_output=True)
    return next(out.glob("*.whl"))


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory) -> Path:
    """An environment with the wheel and nothing of the checkout; its dependencies are those of the tests' own environment."""
    home = tmp_path_factory.mktemp("elsewhere") / "env"
    venv.create(home, with_pip=False)
    site = next(home.glob("lib/python*/site-packages")) if os.name == "posix" else home / "Lib" / "site-packages"
    subprocess.run(
        [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--target", str(site), str(wheel)], check=True, capture_output=True
    )
    others = [path for path in sys.path if "packages" in path and os.path.isdir(path)]
    (site / "dependencies.pth").write_text("\n".join(others))
    return home


def run(home: Path, *arguments: str) -> subprocess.CompletedProcess:
    python = home / ("bin/python" if os.name == "posix" else "Scripts/python.exe")
    env = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "COLUMNS", "LINES", "FORCE_COLOR")}
    return subprocess.run(
        [str(python), *arguments], cwd=home, env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120
    )


def test_the_wheel_holds_both_packages_and_what_a_board_needs(wheel):
    names = set(zipfile.ZipFile(wheel).namelist())
    for path in (ROOT / "firmware" / "lanternboard").rglob("*"):
        if path.is_file() and path.suffix in (".py", ".json"):
            assert path.relative_to(ROOT / "firmware").as_posix() in names
    assert "lanternboard_host/image/profiles/pico.toml" in names
    for path in (ROOT / "host/lanternboard_host/web/static").iterdir():
        assert f"lanternboard_host/web/static/{path.name}" in names
    assert not [name for name in names if name.endswith((".pyc", ".mpy")) or name.startswith(("tests/", "main.py"))]
    metadata = zipfile.ZipFile(wheel).read(next(name for name in names if name.endswith("METADATA"))).decode()
    marker = '(sys_platform == "linux" and platform_machine == "x86_64") or (sys_platform == "darwin" and platform_machine == "arm64")'
    assert marker in metadata.replace("'", '"')
    assert any(name.endswith("licenses/LICENSE") for name in names)


def test_the_demo_plays_its_tour_from_the_installed_wheel(installed):
    where = run(installed, "-c", "import lanternboard, lanternboard_host; print(lanternboard.__file__, lanternboard_host.__file__)")
    assert where.returncode == 0, where.stderr
    assert str(ROOT) not in where.stdout
    done = run(installed, "-c", "import sys; from lanternboard_host.cli import main; sys.argv = ['lanternboard', 'demo']; main()")
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    assert "White Lion" in done.stdout


def test_nothing_called_main_is_installed(installed):
    done = run(installed, "-c", "import main")
    assert done.returncode == 1 and "No module named 'main'" in done.stderr
