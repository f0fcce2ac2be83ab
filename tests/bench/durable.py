"""How long an answer takes to be on flash: 1,000 answers and 250 positions of 130 bytes, appended to a journal with a tail, on the emulated
Pico with a real chip's flash times. After every PAUSE answers people think, and the board prepares what it does then (a tail has room
for some 240 pages); 0: never. `python -m tests.bench.durable [ANSWERS [PAUSE]]`; prints milliseconds, and how many waited for an erase,
which takes 45 ms."""

import os
import sys

from .pico_run import read_lines, scripted

ERASE_US = 45_000
SOURCE = """
import os
from rp2 import Flash
from lanternboard.rules.record import Links
from lanternboard.store.journal import FileJournal

try:
    os.mkdir("/journals")
except OSError:
    pass
journal = FileJournal("/journals/0001", create=True, links=Links, flash=Flash())
journal.append(b"\\0" + b"h" * 180)
journal.append(b"\\5" + b"s" * 130)
began = us()
steps = 0
while journal.tend():
    steps += 1
say(made_ms=since(us(), began) // 1000, steps=steps, tail=journal.tail is not None, heap=free())
journal.tend()
position = b"\\5" + b"s" * 130
times = []
say(ready=True)
for n in range(ANSWERS):
    if PAUSE and n and n % PAUSE == 0:
        while journal.tend():
            pass
    if n % 20 == 0:
        settle()
    began = us()
    journal.append(b"\\1\\1ans%03d" % (n % 1000))
    took = since(us(), began)
    if n % 4 == 3:
        began = us()
        journal.append(position)
        took += since(us(), began)
    if n % 25 == 0:
        say(n=n)
    times.append(took)
say(times=times, used=journal.tail.used)
journal.close()
settle()
began = us()
journal = FileJournal("/journals/0001", links=Links, flash=Flash())
say(opened_us=since(us(), began), records=len(journal))
end()
"""


def main() -> int:
    if "LANTERNBOARD_UF2" not in os.environ:
        print("LANTERNBOARD_UF2 names no firmware of MicroPython for the Pico")
        return 1
    answers = sys.argv[1] if len(sys.argv) > 1 else "1000"
    pause = sys.argv[2] if len(sys.argv) > 2 else "50"
    with scripted(SOURCE.replace("ANSWERS", answers).replace("PAUSE", pause), flash_timing=True) as (_, port):
        found = read_lines(iter(port.readline, b""), "durable")
    for told in found:
        times = sorted(told.pop("times", []))
        if times:
            n = len(times)
            print(f"{n} answers: mean {sum(times) / n / 1000:.2f} ms, p99 {times[n * 99 // 100] / 1000:.2f}, worst {times[-1] / 1000:.2f}")
            print(f"that waited for an erase: {sum(took >= ERASE_US for took in times)}")
        if "n" not in told:
            print(told)
    return 0


if __name__ == "__main__":
    sys.exit(main())
