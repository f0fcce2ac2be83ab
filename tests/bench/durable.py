"""How long an answer takes to be on flash: 1,000 answers and 250 positions of 130 bytes, appended without a pause to a journal with a
tail, on the emulated Pico with a real chip's flash times. `python -m tests.bench.durable [ANSWERS]`; prints milliseconds, and the erases
between the first and the last."""

import os
import sys

from .pico_run import read_lines, scripted

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
    with scripted(SOURCE.replace("ANSWERS", answers), flash_timing=True) as (board, port):
        counts = []

        def lines():
            for line in iter(port.readline, b""):
                if b'"ready"' in line or b'"times"' in line:
                    counts.append(board.flash_writes())
                yield line

        found = read_lines(lines(), "durable")
    for told in found:
        times = sorted(told.pop("times", []))
        if times:
            n = len(times)
            print(f"{n} answers: mean {sum(times) / n / 1000:.2f} ms, p99 {times[n * 99 // 100] / 1000:.2f}, worst {times[-1] / 1000:.2f}")
        if "n" not in told:
            print(told)
    print(f"erases and programs between the first and the last: {[b - a for a, b in zip(*counts, strict=True)]}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
