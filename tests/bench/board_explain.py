"""Explains scenarios on the board, one line of /cases each: time for the whole answer, what it holds while it works, and with
/check the bytes' digest, so that the host can compare them with its own."""

import gc
from binascii import crc32

from board_common import end, free, say, settle, since, us
from lanternboard.explain import lines


class Source:
    def __init__(self, text):
        self.text, self.at = text, 0

    def read(self, n):
        piece = self.text[self.at : self.at + n]
        self.at += len(piece)
        return piece


class Sink:
    """Counts and checks what is written, keeps nothing. With `watch`, the most that lives at any piece."""

    def __init__(self, watch):
        self.n, self.crc, self.most, self.watch = 0, 0, 0, watch

    def write(self, piece):
        self.n += len(piece)
        self.crc = crc32(piece, self.crc)
        self.look()

    def look(self):
        if self.watch:
            gc.collect()
            self.most = max(self.most, gc.mem_alloc())


def explain(number, text, watch):
    sink = Sink(watch)
    source = Source(text)
    settle()
    before = gc.mem_alloc()
    begin = us()
    lines.answer(source, sink.write, "", 1, sink.look if watch else None)
    took = since(us(), begin)
    if watch:
        say(case=number, heap=max(0, sink.most - before))
    else:
        say(case=number, us=took, used=gc.mem_alloc() - before, bytes=sink.n, crc=sink.crc)


say(free=free())
with open("/cases", "rb") as f:
    while True:
        line = f.readline()
        if not line:
            break
        number, watch, text = line.split(b" ", 2)
        explain(int(number), text, watch == b"1")
end()
