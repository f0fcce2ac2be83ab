"""What a board shows, made anew: a survivor's reach lit and a question over it, a cursor that moves over the board, a question
about every free space. Times and heap bytes. Then the same picture as anybody would write it first, in sets and tuples. The
same file runs on the unix port and the Pico."""

import gc

from board_common import end, say, since, us
from lanternboard.controls import cursor
from lanternboard.controls.view import View
from lanternboard.lights import compose as lights
from lanternboard.lights.pixels import Pixels
from lanternboard.rules import geometry
from lanternboard.rules.prompt import Prompt
from lanternboard.rules.rulings import DEFAULT
from lanternboard.rules.state import State
from lanternboard.settings.layout import layout
from lanternboard.settings.table import defaults

COLUMNS, ROWS = 22, 16
LIT_REACH, ROUTE = 7, 17  # the image's modules define no constants
REPEAT = 5
SEATS = {"survivors": ["S", "E", "N", "W"], "controller": "S", "table": "S"}


def timed(name, work, repeat=REPEAT):
    work()
    gc.collect()
    best = 1 << 30
    for _ in range(repeat):
        before = gc.mem_alloc()
        begin = us()
        work()
        took = since(us(), begin)
        heap = gc.mem_alloc() - before
        best = min(best, took)
    say(what=name, us=best, heap=heap)


def position():
    s = State(COLUMNS, ROWS, 4)
    s.size, s.x, s.y, s.placed, s.monster = 2, 10, 7, True, 0
    for i in range(4):
        s.at[i] = (3 * i + 2) * COLUMNS + 5 + i
    s.lit, s.lit_of = LIT_REACH, 1
    return s


s = position()
cells = bytearray(COLUMNS * ROWS)
view = View()
scene = lights.Scene(DEFAULT, None, SEATS)
act = Prompt("act", "V1", ("light", "move", "turn"), "move", 0)
act.number = 1
to = Prompt("to", "V1", geometry.free_spaces(s), None, 0, ("s0",))
to.number = 2
out = geometry.reach(s, 1, 6, DEFAULT)


def anew():
    scene.forget()
    scene.show(s, prompt, view, cells)


def move():
    view.cursor = cursor.step(to.options, view.cursor, 1 if view.cursor & 1 else 3, COLUMNS)
    scene.show(s, prompt, view, cells)


def mapped():
    """The wire's bytes of what is shown, where this firmware has LEDs."""
    pixels.frame(cells, 12345, wire)


def anew_and_mapped():
    anew()
    mapped()


def move_and_mapped():
    move()
    mapped()


def plain():
    """Reach as sets of tuples, a list of colours from four layers, and the bytes of a serpentine of LEDs."""
    barred = set()
    for i in range(4):
        barred.add((s.at[i] % COLUMNS, s.at[i] // COLUMNS))
    for y in range(s.y, s.y + 2):
        for x in range(s.x, s.x + 2):
            barred.add((x, y))
    start = (s.at[1] % COLUMNS, s.at[1] // COLUMNS)
    seen = {start}
    edge = [start]
    for _ in range(5):
        following = []
        for x, y in edge:
            for step in ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)):
                if 0 <= step[0] < COLUMNS and 0 <= step[1] < ROWS and step not in barred and step not in seen:
                    seen.add(step)
                    following.append(step)
        edge = following
    pixels = []
    for y in range(ROWS):
        for x in range(COLUMNS):
            colour = (0, 0, 0)
            if (x, y) in seen:
                colour = (215, 140, 0)
            if (x, y) in barred:
                colour = (117, 134, 255)
            pixels.append((colour[0] * 50 // 100, colour[1] * 50 // 100, colour[2] * 50 // 100))
    wire = bytearray(3 * COLUMNS * ROWS)
    for i in range(len(pixels)):
        x, y = i % COLUMNS, i // COLUMNS
        at = y * COLUMNS + (COLUMNS - 1 - x if y & 1 else x)
        red, green, blue = pixels[i]
        wire[3 * at], wire[3 * at + 1], wire[3 * at + 2] = green, red, blue
    return wire


prompt = act
view.see(act)
settings = defaults()
table = layout(settings)
pixels = Pixels(table, settings["leds"]["order"], settings["power"], COLUMNS * ROWS)
pixels.dim(50, False)
wire = bytearray(table.size)
timed("scene computed and mapped", anew_and_mapped)
timed("mapped", mapped)
timed("reach", lambda: geometry.reach(s, 1, 6, DEFAULT, out))
timed("scene, reach lit", anew)
prompt = to
view.see(to)
timed("scene, reach lit, every free space an answer", anew)
view.cursor = 100
timed("cursor moves", move)
timed("cursor moves, mapped", move_and_mapped)
view.where = True
timed("where all stands", anew)
view.where = False
s.lit = 0
timed("scene, every free space an answer", anew)
for lit in (1, 3, 4):
    s.lit = lit
    timed("scene, light %d" % lit, anew)
timed("step", lambda: cursor.step(to.options, 180, 0, COLUMNS))
timed("around", lambda: cursor.around(to.options, 180, COLUMNS))
timed("plain", plain, 1)
end()
