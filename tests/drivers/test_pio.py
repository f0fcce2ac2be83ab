"""The PIO program in the driver's source, assembled and stepped: right bits, and every high and low time within both generations of the
WS2812B (docs/drivers.md has the sources)."""

import random
import re
from collections import deque
from pathlib import Path

import adafruit_pioasm
import pioemu
from drivers.pio import driver
from sizes import SEED, count

# ns, least and most: WorldSemi WS2812B (2013), and WS2812B-V5 (2018 and later)
OLDER = {(0, 1): (250, 550), (0, 0): (700, 1000), (1, 1): (650, 950), (1, 0): (300, 600)}
NEWER = {(0, 1): (220, 380), (0, 0): (580, 1000), (1, 1): (580, 1000), (1, 0): (220, 420)}
MARGIN = 50  # ns that a chain of inverters, drivers and wires may take


def stepped(leds, data: bytes):
    """[(level, cycles), ...] of the pin while the program sends the bytes, its first low and its last left out."""
    program = leds.bits
    assert program.options["autopull"] and program.options["pull_thresh"] == 32 and program.options["out_shiftdir"] == 0
    words = [int.from_bytes(data[k : k + 4], "big") for k in range(0, len(data), 4)]
    levels = []
    sent = 8 * len(data)

    def enough(_, state):
        return len(levels) > 2 * sent + 2 or state.clock > sent * 40 + 100

    began = pioemu.State(transmit_fifo=deque(words), output_shift_register=pioemu.ShiftRegister(0, 32))
    last = None
    for before, after in pioemu.emulate(
        program.words,
        stop_when=enough,
        initial_state=began,
        auto_pull=True,
        pull_threshold=32,
        shift_osr_right=False,
        side_set_base=0,
        side_set_count=1,
        wrap_target=program.target,
        wrap_top=program.top,
    ):
        level = after.pin_values & 1
        if level != last:
            levels.append((level, before.clock))
            last = level
    edges = [(level, clock, levels[k + 1][1]) for k, (level, clock) in enumerate(levels[:-1])]
    return [(level, end - begin) for level, begin, end in edges if level or begin]


def test_the_words_are_those_of_another_assembler():
    program = driver().bits
    assert program.words == list(adafruit_pioasm.assemble(program.text))


def test_random_bytes_decode_and_every_time_is_within_both_generations():
    leds = driver()
    cycle = 1e9 / leds.HERTZ
    rng = random.Random(SEED)
    for _ in range(count(3, 20, 200)):
        data = bytes(rng.choice((0, 255, rng.randrange(256))) for _ in range(4 * rng.randint(1, 6)))
        times = stepped(leds, data)
        highs = [took * cycle for level, took in times if level]
        lows = [took * cycle for level, took in times if not level]
        bits = [data[k // 8] >> 7 - k % 8 & 1 for k in range(8 * len(data))]
        assert [high > 600 for high in highs] == [bit == 1 for bit in bits]
        for bit, high, low in zip(bits, highs, [*lows, None]):
            for limits in (OLDER, NEWER):
                least, most = limits[bit, 1]
                assert least + MARGIN <= high <= most - MARGIN
                if low is not None:
                    least, most = limits[bit, 0]
                    assert least + MARGIN <= low <= most - MARGIN
            assert low is None or round(high + low) == leds.BIT


def test_what_is_run_to_cut_a_frame_is_what_its_comment_says():
    leds = driver()
    source = (Path(__file__).parents[2] / "firmware/lanternboard/drivers/rp2_leds.py").read_text("utf-8")
    said = re.findall(r"\[54 \+ 6 \* lanes\] = (0x[0-9A-F]+)  # (?:SM_INSTR: )?(nop\(\)|out\(null, 32\))\.side\(0\)", source)
    assert len(said) == 2
    for number, what in said:
        text = what.replace("()", "").replace("(", " ").replace(")", "")
        assert adafruit_pioasm.assemble(f".program p\n.side_set 1\n{text} side 0\n")[0] == int(number, 16)
    assert leds.LATCH >= 280
