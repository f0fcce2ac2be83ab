"""The host's end of a board's USB cable: a pseudo-terminal, or a TCP port where there is none. A cable is plugged in for one
start of a board; closing it is what an unplugged cable or a reset looks like to the host. Never interprets a byte."""

import os
import socket

CHUNK = 4096


class Pty:
    """A pseudo-terminal; `device` is the host's side. Nothing is lost while nobody has it open: the kernel keeps what fits."""

    def __init__(self) -> None:
        import tty

        self.listener = None
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)  # before anybody opens it: no echo of what the board says
        os.set_blocking(self._master, False)
        self.device = os.ttyname(self._slave)
        self.stream: int | socket.socket | None = self._master

    def read(self) -> bytes:
        try:
            return os.read(self._master, CHUNK)
        except OSError:
            return b""

    def write(self, data: memoryview) -> int:
        try:
            return os.write(self._master, data)
        except OSError:
            return 0

    def close(self) -> None:
        os.close(self._master)
        os.close(self._slave)


class Tcp:
    """A port on this machine for one host at a time; a second one is turned away at once, as a serial port would be."""

    def __init__(self) -> None:
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.listener.setblocking(False)
        self.device = f"socket://127.0.0.1:{self.listener.getsockname()[1]}"
        self.stream: int | socket.socket | None = None

    def accept(self) -> None:
        try:
            client, _ = self.listener.accept()
        except OSError:
            return
        if self.stream is not None:
            client.close()
            return
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        client.setblocking(False)
        self.stream = client

    def read(self) -> bytes | None:
        """None: the host has gone."""
        assert isinstance(self.stream, socket.socket)
        try:
            return self.stream.recv(CHUNK) or None
        except BlockingIOError:
            return b""
        except OSError:
            return None

    def write(self, data: memoryview) -> int:
        assert isinstance(self.stream, socket.socket)
        try:
            return self.stream.send(data)
        except OSError:
            return 0

    def hang_up(self) -> None:
        if isinstance(self.stream, socket.socket):
            self.stream.close()
            self.stream = None

    def close(self) -> None:
        self.hang_up()
        self.listener.close()
