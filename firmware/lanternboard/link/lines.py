"""One line of the link: `~`, a head, a payload, a CRC-32 in hex, a newline. This file makes a line in a buffer and checks one.
It keeps nothing, knows no session and never allocates a payload: that is `end.py`.

    ~ K SS N A payload CCCCCCCC \\n      K kind, SS session, N number of this line, A number of the next line wanted
    0 1 23 4 5 6                        a figure 0-63 is written as one character "0" (48) to "o" (111)

The mark `~` and the newline occur nowhere else in a line, so that whatever happened to a line, the next one is understood.
docs/protocol.md says the same for other people's hosts."""

from binascii import crc32, hexlify

from ..base.viper import micropython, ptr8

MARK = 0x7E
HEAD = 6  # mark, kind, session, number, wanted
TAIL = 9  # CRC and newline
FRAME = HEAD + TAIL

OPEN = 0x4F  # "O" host: let this be the session
YES = 0x59  # "Y" board: it is; payload: my limits
DATA = 0x44  # "D" a numbered message; empty payload: a message that says nothing
ACK = 0x41  # "A" only the number wanted
NACK = 0x4E  # "N" the same, and: lines after it have come, or a damaged one
PROBE = 0x50  # "P" say where you are
RESET = 0x52  # "R" I do not know this session

NONE = b"00"  # no session


@micropython.viper
def stop(buf: ptr8, i: int, n: int) -> int:
    """The first place from i where buf holds a mark or a newline; n when there is none before n."""
    while i < n:
        c = buf[i]
        if c == 0x7E or c == 0x0A:
            return i
        i += 1
    return n


@micropython.viper
def printable(buf: ptr8, i: int, n: int) -> int:
    """1 when all of buf[i:n] are printable ASCII without the mark, else 0."""
    while i < n:
        c = buf[i]
        if c < 0x20 or c > 0x7D:
            return 0
        i += 1
    return 1


def compose(buf, kind: int, session: bytes, number: int, wanted: int, payload) -> int:
    """Writes the line into buf (a memoryview long enough) and returns its length in bytes, newline included."""
    n = HEAD + len(payload)
    buf[0] = MARK
    buf[1] = kind
    buf[2] = session[0]
    buf[3] = session[1]
    buf[4] = 48 + number
    buf[5] = 48 + wanted
    buf[6:n] = payload
    buf[n : n + 8] = hexlify(crc32(buf[1:n]).to_bytes(4, "big"))
    buf[n + 8] = 0x0A
    return n + TAIL


def check(line, n: int) -> bool:
    """Whether line[:n], what lay between mark and newline, is undamaged: its form, its characters, its CRC."""
    if n < FRAME - 2 or not printable(line, 0, n):
        return False
    if not (48 <= line[3] < 112 and 48 <= line[4] < 112):
        return False
    return hexlify(crc32(line[: n - 8]).to_bytes(4, "big")) == bytes(line[n - 8 : n])
