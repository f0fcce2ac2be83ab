"""The drivers on the emulated Pico, seen from outside: every edge on the lanes' pins decoded, keys whose contacts chatter, the display's
memory. One board, one script, everything in its own time."""

import itertools
import json
import random

import pytest
from sizes import SEED

pytestmark = [pytest.mark.pico, pytest.mark.slow]

LEDS = 352
LANES = (16, 17, 18, 19)
NEWER = {"0 high": (220, 380), "0 low": (580, 1000), "1 high": (580, 1000), "1 low": (220, 420)}  # ns, WS2812B-V5
OLDER = {"0 high": (250, 550), "0 low": (700, 1000), "1 high": (650, 950), "1 low": (300, 600)}  # WS2812B, 2013
# ns: the emulator moves a pin when the processor's instruction ends, or its entry into an interrupt (15 cycles), not in the midst of it.
# The waveform itself is held to a nanosecond by tests/drivers/test_pio.py.
STEP = 160

FRAMES = """
import gc, time
from array import array
from lanternboard.drivers.rp2_leds import Strip

PICTURES = [bytes([(i * 7 + k * 31) & 255 for i in range(1056)]) for k in range(6)]

def fill(buffer, k):
    buffer[:] = PICTURES[k]

def wait(strip):
    while strip.busy():
        time.sleep_us(100)

def send(strip, cut, k):
    fill(strip.buffer, k)
    began = us()
    did = strip.send(cut)
    return did, since(us(), began)

def run(lanes):
    per = 352 // lanes
    starts = [k * 3 * per for k in range(lanes)]
    strip = Strip(starts, [per] * lanes, 1056, (16, 17, 18, 19)[:lanes])
    took = send(strip, False, 1)[1]
    busy = not strip.send(False)
    began = us()
    wait(strip)
    gc.collect()
    before = gc.mem_alloc()
    fill(strip.buffer, 2)
    strip.send(False)
    strip.send(False)
    strip.busy()
    strip.send(True)
    grown = gc.mem_alloc() - before
    wait(strip)
    send(strip, False, 3)
    time.sleep_us(500)  # a little of it is on the wire
    fill(strip.buffer, 4)
    began = us()
    strip.send(True)
    cut = since(us(), began)
    wait(strip)
    send(strip, False, 5)
    time.sleep_us({1: 10580, 2: 5340, 4: 2720}[lanes])  # all of it is, and the latch time runs
    began = us()
    strip.send(True)
    late = since(us(), began)
    wait(strip)
    send(strip, False, 1)
    time.sleep_us(500)
    began = us()
    strip.stop()
    stopped = since(us(), began)
    latching = strip.busy()
    time.sleep_us(310)  # in which the next frame is made
    free = not strip.busy()
    soon = send(strip, True, 2)[1]
    wait(strip)
    say(lanes=lanes, send=took, busy=busy, grown=grown, cut=cut, late=late, stopped=stopped, latching=latching, free=free, soon=soon)
    del strip
    gc.collect()
for lanes in (1, 2, 4):
    run(lanes)
"""

KEYS = """
import machine, time
from lanternboard.drivers.rp2 import Board
from lanternboard.settings import table
settings = table.defaults()
board = Board()
say(held=board.held(settings))
board.begin(settings)
say(ready=True, stuck=board.stuck)
told = []
def handler(key, down, ms):
    told.append([key, down, ms])
while len(told) < 6:
    board.idle(1000)
    board.buttons(handler)
say(told=told, stuck=board.stuck)
told.clear()
say(deaf=True)
time.sleep_ms(5)  # that it is said
off = machine.disable_irq()
began = us()
while since(us(), began) < 60000:
    pass
machine.enable_irq(off)
while len(told) < 2:
    board.idle(1000)
    board.buttons(handler)
say(told=told)
told.clear()
say(idles=True)
time.sleep_ms(5)
board.idle(3000)
woke = us()
board.buttons(handler)
say(woke=woke, key=told[0][0])
display = board.display(settings)
say(display=display is not None)
picture = bytes([k * 5 & 255 for k in range(128)])
worst = 0
for page in range(8):
    display.page(page, bytes([b ^ page for b in picture]))
while True:
    began = us()
    done = display.pump()
    worst = max(worst, since(us(), began))
    if done:
        break
say(pumped=worst)
say(none=board.display({"display": dict(settings["display"], address=61)}) is None)
end()
"""


def filled(k, size):
    return bytes((i * 7 + k * 31) & 255 for i in range(size))


@pytest.fixture(scope="module")
def frames():
    """What the script of FRAMES told, and the frames that latched, by the number of lanes."""
    from bench.pico_run import read_lines, scripted

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RP2040PY_CLOCK_TICK_BATCH", "16")
        settings = json.dumps({"format": "lanternboard/settings/1", "leds": {"lanes": list(LANES)}}).encode()
        with scripted(FRAMES + "end()\n", {"table.json": settings}) as (board, port):
            told = read_lines(iter(port.readline, b""), "frames")
            board.pass_time(2e6)
            yield told, board.latched_frames(), board.leds, board.wire


def of_lanes(frames, lanes):
    """The frames of one part of the script, by lane."""
    told, latched, _, _ = frames
    n = 0
    for one in told:
        each = {k: [] for k in range(one["lanes"])}
        while n < len(latched) and sum(len(v) for v in each.values()) < 9 * one["lanes"]:
            each[latched[n].lane].append(latched[n])
            n += 1
        if one["lanes"] == lanes:
            return one, each
    raise AssertionError(lanes)


@pytest.mark.parametrize("lanes", [1, 2, 4])
def test_frames_decode_right_on_every_lane_whatever_was_cut(frames, lanes):
    one, each = of_lanes(frames, lanes)
    size = 3 * LEDS // lanes
    for lane, mine in each.items():
        assert len(mine) == 9
        want = [filled(k, 3 * LEDS)[lane * size : lane * size + size] for k in (1, 2, 1, 3, 4, 5, 4, 1, 2)]
        for k, frame in enumerate(mine):
            cut = frame.bits < 8 * size
            assert cut == (k in (1, 3, 7)), "only what was cut off is short"
            whole = len(frame.data) - cut  # the very bit in which it was cut off may be either
            assert frame.data[:whole] == want[k][:whole]
            for what, (least, most) in frame.times.items():
                for part in (OLDER, NEWER):
                    low, high = part[what]
                    assert high + STEP >= most or (cut and "high" in what)
                    assert low - STEP <= least or cut
            if not cut:
                assert abs(frame.last - frame.first - 8 * size * 1240) < 20_000
        for frame, after in itertools.pairwise(mine):
            assert after.first - frame.last >= 280_000
    assert one["busy"] and one["grown"] == 0
    assert one["send"] <= 300 and one["cut"] <= 1200 and one["late"] <= 400
    assert one["latching"] and one["free"] and one["stopped"] <= 500 and one["soon"] <= 300


def test_the_leds_and_the_wire_are_those_of_the_last_frames(frames):
    _, _, leds, wire = frames
    last = filled(2, 3 * LEDS)
    assert wire == last
    size = 3 * LEDS // 4
    for lane in range(4):
        mine = last[lane * size : lane * size + size]
        assert leds[lane][: len(mine) : 3] == mine[1::3] and leds[lane][1 : len(mine) : 3] == mine[0::3]


SOFT = """
import json, machine, rp2
from lanternboard.drivers.rp2_leds import Strip
try:
    n = int(open("/n").read())
except OSError:
    n = 0
strip = Strip([0], [64], 192, [16])
strip.buffer[:] = bytes([n + 1] * 192)
assert strip.send(False)
one = rp2.DMA()
say(n=n, channel=one.channel)
one.close()
if n < 20:
    with open("/n", "w") as f:
        f.write(str(n + 1))
    strip.buffer[:] = bytes([0x55] * 192)
    strip.send(True)
    machine.soft_reset()  # in the midst of a frame
while strip.busy():
    pass
end()
"""


def test_report_11_twenty_soft_resets_one_driver_right_frame(monkeypatch):
    from bench.pico_run import read_lines, scripted

    monkeypatch.setenv("RP2040PY_CLOCK_TICK_BATCH", "16")
    with scripted(SOFT) as (board, port):
        told = [one for one in read_lines(iter(port.readline, b""), "soft") if "n" in one]
        assert [one["n"] for one in told] == list(range(21)) and {one["channel"] for one in told} == {1}
        board.pass_time(2e6)
        assert board.leds == [bytes([21] * 192)]


def test_keys_and_display(monkeypatch):
    from bench.pico_run import scripted

    monkeypatch.setenv("RP2040PY_CLOCK_TICK_BATCH", "16")
    rng = random.Random(SEED)

    def read(port, key):
        while True:
            line = port.readline()
            assert line, "no line in time"
            if line.startswith(b"{") and key in (told := json.loads(line)):
                return told

    with scripted(KEYS) as (board, port):
        board.edge(5, True)  # before the drivers come
        assert read(port, "held")["held"] == 1 << 5
        assert read(port, "ready")["stuck"] == 1 << 5
        at = board.nanos + 30e6
        edges = []
        for k, key in enumerate((4, 6, 4)):  # each press and release chatters
            for down, t in ((True, at + 60e6 * k), (False, at + 60e6 * k + 30e6)):
                edges.append((t, key, down))
                for _ in range(3):
                    t += rng.randint(50_000, 900_000)
                    edges.append((t, key, not down))
                    t += rng.randint(50_000, 900_000)
                    edges.append((t, key, down))
        edges.append((at + 100e6, 5, False))  # the stuck one is let go of
        board.edges_at(edges)
        told = read(port, "told")
        assert [event[:2] for event in told["told"]] == [[4, True], [4, False], [6, True], [6, False], [4, True], [4, False]]
        times = [event[2] for event in told["told"]]
        assert [times[k] - times[0] for k in range(6)] == pytest.approx([0, 30, 60, 90, 120, 150], abs=1)
        assert told["stuck"] == 0
        read(port, "deaf")
        now = board.nanos
        board.edges_at([(now + 5e6, 3, True), (now + 25e6, 3, False)])
        assert [event[:2] for event in read(port, "told")["told"]] == [[3, True], [3, False]]
        read(port, "idles")
        edge = board.nanos + 200e6
        board.press_at(2, edge)
        woke = read(port, "woke")
        assert woke["key"] == 2
        assert 0 <= woke["woke"] * 1000 - edge <= 500_000, "ns from the edge to the end of the wait; the chip's timer counts from power-up"
        assert read(port, "display")["display"]
        assert read(port, "pumped")["pumped"] <= 1500  # us a piece, all that is around it too
        picture = bytes(k * 5 & 255 for k in range(128))
        assert board.display == b"".join(bytes(b ^ page for b in picture) for page in range(8)) and board.display_on
        assert read(port, "none")["none"]


INTERRUPTS = """
import machine, time
from array import array
from lanternboard.drivers.rp2_leds import Strip
when = array("i", bytes(4 * 201))  # how many, then when
def edge(pin):
    n = when[0] + 1
    when[n] = us()
    when[0] = n
pin = machine.Pin(2, machine.Pin.IN, machine.Pin.PULL_UP)
pin.irq(edge, machine.Pin.IRQ_FALLING | machine.Pin.IRQ_RISING, hard=True)
strip = Strip([0], [352], 1056, (16,))
sends = 0
say(ready=True)
while when[0] < 200:
    strip.send(True)
    sends += 1
    time.sleep_us(700)  # then it is cut
say(when=list(when[1:]), sends=sends)
end()
"""


def test_interrupts_are_off_for_no_more_than_a_tenth_of_a_millisecond_while_frames_go_out(monkeypatch):
    """200 edges of a pin at random moments while frames are sent, stopped, cut and sent anew: how late each one's interrupt comes."""
    from bench.pico_run import read_lines, scripted

    monkeypatch.setenv("RP2040PY_CLOCK_TICK_BATCH", "16")
    rng = random.Random(SEED)
    with scripted(INTERRUPTS) as (board, port):
        while not (line := port.readline()).startswith(b"{"):
            assert line, "no line in time"
        at, edges = board.nanos + 50e6, []
        for k in range(200):
            at += rng.uniform(1.0e6, 3.0e6)
            edges.append((at, 0, k % 2 == 0))
        board.edges_at(edges)
        told = read_lines(iter(port.readline, b""), "interrupts")[-1]
        assert told["sends"] > 100
        late = [us - edge[0] / 1000 for us, edge in zip(told["when"], edges)]
        assert max(late) - min(late) <= 100
