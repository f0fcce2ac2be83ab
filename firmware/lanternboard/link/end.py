"""One end of the link: bytes in and out, messages in and out, in order, each once. A state machine without clock, I/O or
knowledge of what a message means; the board and the host run this same file. It never blocks, never sends more than the
other side's buffers hold, and needs no help when lines are lost, damaged, doubled or cut.

Promises:
 - What was said is delivered once and in order, or the session ends and both sides know.
 - Bytes on their way to a reader who does not read never exceed `limit`: it is the size of this side's output buffer.
 - Text that is no line is kept, up to `text` bytes, and never taken for a message.

Go back and repeat: a line out of order is not kept but asked for again, since a board has no room for it. The ground for
each number is in docs/protocol.md."""

from . import lines
from .lines import ACK, DATA, FRAME, MARK, NACK, NONE, OPEN, PROBE, RESET, YES

CLOSED, OPENING, OPENED, LOST = 0, 1, 2, 3

# Places in `counters`; NAMES are the same in words.
NAMES = (
    "lines_in",
    "lines_out",
    "bad_line",  # damaged: form or CRC
    "too_long",
    "cut",  # a new mark before the newline
    "gap",  # a line after a lost one
    "duplicate",
    "stray",  # of another session
    "repeated",  # sent again
    "timeouts",
    "asked_again",  # the other side said: I miss a line
    "resets",
    "text_bytes",
    "text_dropped",
    "refused",  # a whole line whose message was refused
    "overrun",  # more came than was allowed to be on its way
)
(
    LINES_IN,
    LINES_OUT,
    BAD,
    TOO_LONG,
    CUT,
    GAP,
    DUPLICATE,
    STRAY,
    REPEATED,
    TIMEOUTS,
    ASKED,
    RESETS,
    TEXT,
    TEXT_DROPPED,
    REFUSED,
    OVERRUN,
) = range(16)

_REPEAT = 200  # ms until a line is sent again; doubles with every time
_REPEAT_MOST = 1600
_DELAY = 10  # ms an acknowledgement waits for a message to ride on
_QUIET = 30  # ms in which a second "I miss a line" is taken for the same one
_MOST = 31  # lines on their way: less than half of the 64 numbers


def elapsed(ms: int, since: int) -> int:
    """Milliseconds from `since` to `ms`; both may have wrapped at 2**30 as MicroPython's ticks do."""
    return (ms - since) & 0x3FFFFFFF


class LinkEnd:
    """One end. Sizes in bytes:

    line_in    longest line taken;   window_in   what may be on its way to us (our input buffer)
    line_out   longest line sent;    window_out  messages on their way to the other side
    limit      bytes of any kind sent since the other side was last heard (our output buffer)
    queue      payloads kept for sending (said but not yet acknowledged)
    alive      ms of silence after which the other side is asked for a sign of life; 0 never
    text       how much foreign text is kept
    host       True for the end that opens sessions; the other one is opened
    tell       bytes after which an acknowledgement does not wait for a message to ride on
    """

    def __init__(
        self,
        line_in: int = 320,
        window_in: int = 400,
        line_out: int = 220,
        window_out: int = 220,
        limit: int = 252,
        queue: int = 600,
        alive: int = 0,
        text: int = 0,
        host: bool = False,
        tell: int = 200,
    ) -> None:
        self.host = host
        self._tell_at = tell
        self.line_in = line_in
        self.window_in = window_in
        self._own_line_out = self.line_out = line_out
        self._own_window_out = self.window_out = window_out
        self.limit = limit
        self.queue = queue
        self.alive = alive
        self.counters = [0] * len(NAMES)
        self.state = CLOSED
        self.session = NONE
        self.heard_at = 0
        self.opened = 0  # how many sessions there were: a change tells a long transfer that its reader has gone
        self._line = bytearray(line_in)  # what came after the mark
        self._view = memoryview(self._line)
        self._n = -1  # bytes in it; -1 outside a line, -2 in one that is too long
        self._out = bytearray(line_out)
        self._out_view = memoryview(self._out)
        self._out_n = self._out_at = 0
        self._text = bytearray()
        self._text_most = text
        self._stray = NONE  # a session to be answered with a reset
        self._reset_due = True  # a board that starts says so
        self._yes_due = False
        self._open_at = -1
        self._open_payload = b""
        self._probed_at = 0
        self._clear()

    def _clear(self) -> None:
        self._queue = []
        self._queued = 0
        self._base = 0  # number of queue[0]
        self._sent = 0  # how many of the queue are on their way
        self._high = 0  # how many were ever sent: _sent goes back when lines are repeated
        self._flying = 0  # bytes of those on their way
        self._sent_at = 0
        self._repeat = _REPEAT
        self._slow = False
        self._back_at = -1
        self._flight = 0
        self._inbox = []
        self._wanted = 0
        self._taken = 0
        self._untold = 0  # payload bytes taken and not yet acknowledged
        self._ack = 0  # kind of the line that is due, 0 none
        self._ack_at = -1  # since when; -1 now
        self._heard_ms = 0  # when the last message came

    # --- sessions

    def open(self, session: bytes, ms: int) -> None:
        """Host: starts a session; `session` is two characters "0" to "o", new ones each time, not "00"."""
        self._clear()
        self._drop_out()
        self.session = session
        self.state = OPENING
        self._open_at = -1
        self._reset_due = False
        self.heard_at = ms

    def close(self) -> None:
        """Forgets session and messages, as after an unplugged cable. What was half received is forgotten too."""
        self._clear()
        self._drop_out()
        self._n = -1
        self.state = CLOSED
        self.session = NONE

    def _drop_out(self) -> None:
        # The rest of a line half written is dropped: the mark of the next one ends it for the reader.
        self._out_n = self._out_at = 0

    def _limits(self, payload) -> None:
        # The other side's longest line and the room it has. Anything that is not two numbers leaves our own.
        cut = payload.find(b",")
        if cut > 0 and payload[:cut].isdigit() and payload[cut + 1 :].isdigit() and len(payload) < 16:
            self.line_out = max(64, min(self._own_line_out, int(payload[:cut])))
            self.window_out = max(64, min(self._own_window_out, int(payload[cut + 1 :])))

    def _hello(self) -> bytes:
        return b"%d,%d" % (self.line_in, self.window_in)

    # --- in

    def feed(self, buf, n: int, ms: int) -> None:
        """Takes buf[:n] as it came from the port. Take the messages before more is read: the other side is
        acknowledged what was taken, and so sends no more than its window."""
        i = 0
        while i < n:
            j = lines.stop(buf, i, n)
            if j > i:
                self._more(buf, i, j)
            if j < n:
                if buf[j] == MARK:
                    if self._n != -1:
                        self.counters[CUT] += 1
                        self._missed()
                    self._n = 0
                elif self._n == -1:
                    self._more(buf, j, j + 1)
                else:
                    k = self._n
                    self._n = -1
                    if k == -2:
                        self.counters[TOO_LONG] += 1
                        self._missed()
                    else:
                        self._finish(k, ms)
            i = j + 1

    def _more(self, buf, i: int, j: int) -> None:
        at = self._n
        if at >= 0:
            if at + j - i > self.line_in:
                self._n = -2
            else:
                self._line[at : at + j - i] = buf[i:j]
                self._n = at + j - i
        elif at == -1:
            room = self._text_most - len(self._text)
            self.counters[TEXT] += j - i
            if j - i > room:
                self.counters[TEXT_DROPPED] += j - i - room
                j = i + room
            if j > i:
                self._text.extend(buf[i:j])

    def _missed(self) -> None:
        # Something was damaged: very likely a line of the session. Say at once what is wanted.
        if self.state == OPENED:
            self._ack, self._ack_at = NACK, -1

    def _finish(self, n: int, ms: int) -> None:
        line = self._view
        if n and line[n - 1] == 13:  # some terminals add it
            n -= 1
        if not lines.check(line, n):
            self.counters[BAD] += 1
            self._missed()
            return
        self.counters[LINES_IN] += 1
        kind = line[0]
        ours = line[1] == self.session[0] and line[2] == self.session[1] and self.state != CLOSED
        if kind == OPEN:
            self._on_open(ours, n, ms)
        elif kind == YES:
            if ours and self.state == OPENING:
                if line[3] == line[4] == 48:
                    self._limits(bytes(line[5 : n - 8]))
                    self._enter(ms)
                else:  # by chance the name of a session that is still open there: take another
                    self.state = LOST
        elif kind == RESET:
            if self.state == OPENED and self.host and (ours or line[1] == line[2] == 48):
                self.counters[RESETS] += 1
                self.state = LOST
        elif ours and self.state == OPENED:
            self.heard_at = ms
            self._flight = 0
            self._on_wanted(kind, line[4] - 48, ms)
            if kind == DATA:
                self._on_data(line[3] - 48, n, ms)
            elif kind == PROBE:
                self._tell()
        else:
            self.counters[STRAY] += 1
            if not self.host and (kind == DATA or kind == PROBE) and not ours:
                self._stray = bytes(line[1:3])

    def _on_open(self, ours: bool, n: int, ms: int) -> None:
        if self.host:  # a host opens, it is not opened: two hosts on one wire, or an echo
            self.counters[STRAY] += 1
            return
        if not ours:  # the same line again only means that our answer is late
            if self.state == OPENED:
                self.counters[RESETS] += 1
            self._clear()
            self._drop_out()
            self.session = bytes(self._view[1:3])
            self._enter(ms)
        self._limits(bytes(self._view[5 : n - 8]))
        self._flight = 0
        self._yes_due = True
        self._reset_due = False

    def _enter(self, ms: int) -> None:
        self.state = OPENED
        self.opened += 1
        self.heard_at = self._probed_at = ms

    def _on_wanted(self, kind: int, wanted: int, ms: int) -> None:
        gone = (wanted - self._base) & 63
        if 0 < gone <= self._high:
            for _ in range(gone):
                self._queued -= len(self._queue.pop(0))
            self._base = wanted
            self._high -= gone
            self._sent = max(0, self._sent - gone)
            self._flying = 0
            for i in range(self._sent):
                self._flying += len(self._queue[i]) + FRAME
            self._sent_at = ms
            self._repeat = _REPEAT
            self._slow = False
            self._back_at = -1
            gone = 0
        if kind == NACK and gone == 0 and self._sent:
            if self._back_at == -1 or elapsed(ms, self._back_at) >= _QUIET:
                self.counters[ASKED] += 1
                self._back_at = ms
                self._sent = self._flying = 0

    def _on_data(self, number: int, n: int, ms: int) -> None:
        behind = (self._wanted - number) & 63
        if behind == 0:
            if len(self._inbox) >= _MOST:
                self.counters[OVERRUN] += 1
                return
            self._wanted = (self._wanted + 1) & 63
            self._inbox.append(bytes(self._view[5 : n - 8]))
            self._heard_ms = ms
        elif behind <= 32:
            self.counters[DUPLICATE] += 1
            self._tell()
        else:
            self.counters[GAP] += 1
            self._ack, self._ack_at = NACK, -1

    def _tell(self) -> None:
        if self._ack != NACK:
            self._ack = ACK
        self._ack_at = -1

    def take(self):
        """The next message's bytes, or None. Empty ones are passed over."""
        while self._inbox:
            payload = self._inbox.pop(0)
            self._taken = (self._taken + 1) & 63
            self._untold += len(payload) + FRAME
            if not self._ack:
                self._ack, self._ack_at = ACK, self._heard_ms
            if payload:
                return payload
        return None

    def texts(self) -> bytes:
        """What came outside of lines since the last call: the other side's log or a traceback."""
        out = bytes(self._text)
        self._text = bytearray()
        return out

    # --- out

    def room(self) -> int:
        """The longest payload `send` would take now, 0 for none."""
        if self.state != OPENED or len(self._queue) >= _MOST:
            return 0
        return max(0, min(self.line_out - FRAME, self.queue - self._queued))

    def send(self, payload: bytes) -> bool:
        """Queues a message's bytes (printable ASCII without `~`). False: no session, too long, or no room now."""
        if len(payload) > self.room():
            return False
        self._queue.append(payload)
        self._queued += len(payload)
        return True

    def idle(self) -> bool:
        """Whether all that was said has been acknowledged."""
        return not self._queue

    def out(self, ms: int):
        """Bytes to write now (a memoryview, valid until the next call), or None. Tell `sent` how many were taken."""
        if self._out_at >= self._out_n and not self._make(ms):
            return None
        return self._out_view[self._out_at : self._out_n]

    def sent(self, n: int) -> None:
        """The port took n bytes of what `out` gave."""
        self._out_at += n

    def _put(self, kind: int, session: bytes, number: int, payload) -> bool:
        size = len(payload) + FRAME
        if self._flight + size > self.limit:
            return False
        self._out_at = 0
        self._out_n = lines.compose(self._out_view, kind, session, number, self._taken, payload)
        self._flight += size
        self.counters[LINES_OUT] += 1
        return True

    def _make(self, ms: int) -> bool:
        if self._yes_due:
            self._yes_due = False
            return self._put(YES, self.session, self._base, self._hello())
        if self._stray != NONE:
            session, self._stray = self._stray, NONE
            return self._put(RESET, session, 0, b"")
        if self.state == OPENING:
            if self._open_at != -1 and elapsed(ms, self._open_at) < _REPEAT:
                return False
            self._open_at = ms
            return self._put(OPEN, self.session, 0, self._hello())
        if self.state != OPENED:
            due, self._reset_due = self._reset_due and not self.host, False
            return due and self._put(RESET, NONE, 0, b"")
        if self._sent and elapsed(ms, self._sent_at) >= self._repeat:
            self.counters[TIMEOUTS] += 1
            self._repeat = min(2 * self._repeat, _REPEAT_MOST)
            self._sent_at = ms
            self._sent = self._flying = 0
            self._slow = True  # one line at a time until one is acknowledged
        return self._data(ms) or self._told(ms) or self._probe(ms)

    def _data(self, ms: int) -> bool:
        k = self._sent
        if k >= len(self._queue):
            return False
        payload = self._queue[k]
        size = len(payload) + FRAME
        if k and (self._slow or self._flying + size > self.window_out):
            return False
        if not self._put(DATA, self.session, (self._base + k) & 63, payload):
            return False
        if k < self._high:
            self.counters[REPEATED] += 1
        else:
            self._high = k + 1
        if not k:
            self._sent_at = ms
        self._sent = k + 1
        self._flying += size
        if self._ack != NACK:  # the line carries what is wanted; that something is missing it cannot say
            self._ack = 0
            self._untold = 0
        return True

    def _told(self, ms: int) -> bool:
        if not self._ack:
            return False
        due = self._ack_at == -1 or self._untold >= self._tell_at or elapsed(ms, self._ack_at) >= _DELAY
        if not due or not self._put(self._ack, self.session, 0, b""):
            return False
        self._ack = 0
        self._untold = 0
        return True

    def _probe(self, ms: int) -> bool:
        if not self.alive or elapsed(ms, self.heard_at) < self.alive or elapsed(ms, self._probed_at) < self.alive:
            return False
        self._probed_at = ms
        return self._put(PROBE, self.session, 0, b"")

    def due(self, ms: int) -> int:
        """Milliseconds until `out` may have something although nothing happens; at most 1000."""
        wait = 1000
        if self.state == OPENING:
            return max(0, _REPEAT - elapsed(ms, self._open_at)) if self._open_at != -1 else 0
        if self._sent:
            wait = min(wait, max(0, self._repeat - elapsed(ms, self._sent_at)))
        if self._ack:
            wait = min(wait, _DELAY)
        if self.alive:
            wait = min(wait, max(0, self.alive - min(elapsed(ms, self.heard_at), elapsed(ms, self._probed_at))))
        return wait
