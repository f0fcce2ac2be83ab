"""The loops of the rules that are worth machine code: breadth-first floods, rims, rectangles, sight lines (and families.py). Viper
over bytearrays and integers; on CPython the same lines run as plain Python. It knows no State, raises nothing and, its
scratch apart, allocates nothing: geometry.py and movement.py say what the numbers mean.

A *cell* is a space of the board inside a frame of barred cells, so that no loop asks for edges:
cell = (row + 1) * stride + column, stride = columns + 1. `dist` holds one byte per cell: 0 not reached, 1-252 reached after
(value - 1) steps modulo 252 (neighbours differ by exactly one step), 253 and 254 two layers of routes in turn, 255 barred.

Arguments that do not fit viper's four go through ARGS, an array('i'); every kernel says which it reads."""

from array import array

from ..base import words
from ..base.viper import micropython, ptr8, ptr16, ptr32

ARGS = array("i", [0] * 40)
BARRED = 255

_scratch = [bytearray(0), array("H")]


def cells(columns: int, rows: int) -> int:
    return (rows + 2) * (columns + 1) + 1


def scratch(columns: int, rows: int) -> list:
    """[dist, queue] shared by whoever floods next: one byte and one halfword per cell. Never kept across a yield."""
    need = (rows + 2) * (columns + 1) + 1
    if len(_scratch[0]) < need:
        _scratch[0] = bytearray(need)
        _scratch[1] = array("H", bytes(2 * need))
    return _scratch


def prepare(dist, terrain, args) -> None:
    """Cells where an n x n base fits become 0, all others BARRED. args: 0 columns, 1 rows, 2 n, 3 terrain bit that bars."""
    words.fill(dist, (args[1] + 2) * (args[0] + 1) + 1, 0)
    _frame(dist, args)
    if words.some(terrain, len(terrain)):
        _bar(dist, terrain, args)


@micropython.viper
def _frame(dist: ptr8, args: ptr32):
    columns = int(args[0])
    rows = int(args[1])
    n = int(args[2])
    stride = columns + 1
    k = 0
    while k < stride:
        dist[k] = 255
        k += 1
    last = (rows - n + 2) * stride  # below that no base fits
    if n > columns or n > rows:
        last = stride
    while k < last:
        p = k + columns
        k += stride
        end = k - n - 1
        while p > end:
            dist[p] = 255
            p -= 1
    end = (rows + 2) * stride + 1
    while k < end:
        dist[k] = 255
        k += 1


@micropython.viper
def _bar(dist: ptr8, terrain: ptr8, args: ptr32):
    columns = int(args[0])
    rows = int(args[1])
    n = int(args[2])
    bit = int(args[3])
    stride = columns + 1
    k = 0
    end = rows * columns
    while k < end:
        if int(terrain[k]) & bit:
            # every base that would cover this space is barred
            y = k // columns
            x = k - y * columns
            v = 0
            while v < n and v <= y:
                p = (y - v + 1) * stride + x
                u = 0
                while u < n and u <= x:
                    dist[p - u] = 255
                    u += 1
                v += 1
        k += 1


@micropython.viper
def flood(dist: ptr8, queue: ptr16, args: ptr32) -> int:
    """Breadth first, neighbours in N, E, S, W order, from the sources that stand in `queue` with dist 1. Returns the steps to the
    cell asked for, -1 when it is not reached. args: 0 columns, 4 number of sources, 5 most steps (-1: no limit), 6 cell to
    reach (-1: none); 7 receives the number of cells reached."""
    stride = int(args[0]) + 1
    tail = int(args[4])
    limit = int(args[5])
    goal = int(args[6])
    head = 0
    steps = 0
    layer = tail
    q = -1
    k = 0
    while k < tail:
        if int(queue[k]) == goal:
            args[7] = tail
            return 0
        k += 1
    while head < tail:
        if head == layer:
            steps += 1
            layer = tail
        if steps == limit:
            break
        p = int(queue[head])
        head += 1
        value = int(dist[p]) + 1
        if value == 253:
            value = 1
        # four times the same, in a row: a loop would take half as long again
        q = p - stride
        if int(dist[q]) == 0:
            dist[q] = value
            queue[tail] = q
            tail += 1
            if q == goal:
                break
        q = p + 1
        if int(dist[q]) == 0:
            dist[q] = value
            queue[tail] = q
            tail += 1
            if q == goal:
                break
        q = p + stride
        if int(dist[q]) == 0:
            dist[q] = value
            queue[tail] = q
            tail += 1
            if q == goal:
                break
        q = p - 1
        if int(dist[q]) == 0:
            dist[q] = value
            queue[tail] = q
            tail += 1
            if q == goal:
                break
        q = -1
    args[7] = tail
    if q >= 0 and q == goal:
        return steps + 1
    return -1


@micropython.viper
def gather(dist: ptr8, bits: ptr8, args: ptr32):
    """Sets the bit of every space whose cell has 8 <= value <= 9. args: 0 columns, 1 rows, 8 lowest, 9 highest value."""
    columns = int(args[0])
    rows = int(args[1])
    low = int(args[8])
    high = int(args[9])
    space = 0
    k = columns + 1
    y = 0
    while y < rows:
        x = 0
        while x < columns:
            value = int(dist[k])
            if value >= low and value <= high:
                bits[space >> 3] = int(bits[space >> 3]) | (1 << (space & 7))
            space += 1
            k += 1
            x += 1
        k += 1
        y += 1


@micropython.viper
def reached(queue: ptr16, bits: ptr8, args: ptr32):
    """Sets the bit of every space whose cell stands in `queue`. args: 0 columns, 7 cells in `queue`."""
    stride = int(args[0]) + 1
    count = int(args[7])
    over = (1 << 20) // stride + 1  # times that instead of a division: right for every board's cells
    i = 0
    while i < count:
        p = int(queue[i])
        space = p - stride - ((p * over) >> 20) + 1
        bits[space >> 3] = int(bits[space >> 3]) | (1 << (space & 7))
        i += 1


@micropython.viper
def rim(queue: ptr16, bits: ptr8, args: ptr32):
    """Sets the bit of every space that shares an edge with an n x n base on one of the reached cells.
    args: 0 columns, 1 rows, 2 n, 7 cells in `queue`."""
    columns = int(args[0])
    rows = int(args[1])
    n = int(args[2])
    stride = columns + 1
    count = int(args[7])
    i = 0
    while i < count:
        p = int(queue[i])
        y = p // stride - 1
        x = p - (y + 1) * stride
        space = y * columns + x
        k = 0
        while k < n:
            if y > 0:
                q = space - columns + k
                bits[q >> 3] = int(bits[q >> 3]) | (1 << (q & 7))
            if y + n < rows:
                q = space + n * columns + k
                bits[q >> 3] = int(bits[q >> 3]) | (1 << (q & 7))
            if x > 0:
                q = space + k * columns - 1
                bits[q >> 3] = int(bits[q >> 3]) | (1 << (q & 7))
            if x + n < columns:
                q = space + k * columns + n
                bits[q >> 3] = int(bits[q >> 3]) | (1 << (q & 7))
            k += 1
        i += 1


@micropython.viper
def fill(bits: ptr8, args: ptr32, on: int):
    """Sets (on = 1) or clears a rectangle. args: 0 columns, 10 first column, 11 first row, 12 end column, 13 end row (ends excluded)."""
    columns = int(args[0])
    x0 = int(args[10])
    x1 = int(args[12])
    y = int(args[11])
    y1 = int(args[13])
    while y < y1:
        space = y * columns + x0
        end = y * columns + x1
        while space < end:
            bit = 1 << (space & 7)
            if on:
                bits[space >> 3] = int(bits[space >> 3]) | bit
            else:
                bits[space >> 3] = int(bits[space >> 3]) & (255 - bit)
            space += 1
        y += 1


@micropython.viper
def ring(bits: ptr8, terrain: ptr8, args: ptr32):
    """Sets the bit of every space exactly 16 steps from the base whose terrain lacks bit 3.
    args: 0 columns, 1 rows, 2 n, 3 terrain bit, 14 x, 15 y of the base, 16 distance."""
    columns = int(args[0])
    rows = int(args[1])
    n = int(args[2])
    bit = int(args[3])
    left = int(args[14])
    top = int(args[15])
    want = int(args[16])
    space = 0
    y = 0
    while y < rows:
        dy = 0
        if y < top:
            dy = top - y
        elif y >= top + n:
            dy = y - top - n + 1
        x = 0
        while x < columns:
            d = dy
            if x < left:
                d += left - x
            elif x >= left + n:
                d += x - left - n + 1
            if d == want and (int(terrain[space]) & bit) == 0:
                bits[space >> 3] = int(bits[space >> 3]) | (1 << (space & 7))
            space += 1
            x += 1
        y += 1


@micropython.viper
def hide(bits: ptr8, terrain: ptr8, args: ptr32):
    """Clears the bit of every space hidden from the base's centre (G7). Exact: everything is doubled, the centre is (cx, cy), a
    space's centre (2c+1, 2r+1), a blocker the closed box (2b..2b+2, 2q..2q+2). A line meets a box when their bounding
    boxes meet and the box's corners do not all lie strictly on one side of the line.
    args: 0 columns, 1 rows, 2 n, 3 terrain bit that hides, 14 x, 15 y of the base."""
    columns = int(args[0])
    rows = int(args[1])
    n = int(args[2])
    bit = int(args[3])
    left = int(args[14])
    top = int(args[15])
    cx = 2 * left + n
    cy = 2 * top + n
    at = 0
    q = 0
    while q < rows:
        b = 0
        while b < columns:
            if int(terrain[at]) & bit and (b < left or b >= left + n or q < top or q >= top + n):
                # only spaces on the far side of the blocker, seen from the centre, can be hidden by it
                x0 = 0
                x1 = columns
                y0 = 0
                y1 = rows
                if 2 * b > cx:
                    x0 = b
                elif 2 * b + 2 < cx:
                    x1 = b + 1
                if 2 * q > cy:
                    y0 = q
                elif 2 * q + 2 < cy:
                    y1 = q + 1
                # the box's corners relative to the centre
                near = 2 * b - cx
                far = near + 2
                t = 2 * q - cy
                u = t + 2
                y = y0
                while y < y1:
                    dy = 2 * y + 1 - cy
                    space = y * columns + x0
                    x = x0
                    while x < x1:
                        if int(bits[space >> 3]) & (1 << (space & 7)) and space != at:
                            dx = 2 * x + 1 - cx
                            # bounding boxes: the segment spans 0..dx and 0..dy
                            meets = 1
                            if dx >= 0:
                                if far < 0 or near > dx:
                                    meets = 0
                            elif near > 0 or far < dx:
                                meets = 0
                            if dy >= 0:
                                if u < 0 or t > dy:
                                    meets = 0
                            elif t > 0 or u < dy:
                                meets = 0
                            if meets:
                                s0 = dx * t - dy * near
                                s1 = dx * t - dy * far
                                s2 = dx * u - dy * near
                                s3 = dx * u - dy * far
                                if s0 > 0 and s1 > 0 and s2 > 0 and s3 > 0:
                                    meets = 0
                                elif s0 < 0 and s1 < 0 and s2 < 0 and s3 < 0:
                                    meets = 0
                            if meets:
                                bits[space >> 3] = int(bits[space >> 3]) & (255 - (1 << (space & 7)))
                        space += 1
                        x += 1
                    y += 1
            at += 1
            b += 1
        q += 1


@micropython.viper
def beside(dist: ptr8, queue: ptr16, args: ptr32) -> int:
    """Puts every unbarred cell whose n x n base is edge to edge with space (17, 18) into `queue` with dist 1; returns how many.
    args: 0 columns, 1 rows, 2 n, 17 column, 18 row."""
    columns = int(args[0])
    n = int(args[2])
    c = int(args[17])
    r = int(args[18])
    stride = columns + 1
    lastx = columns - n
    lasty = int(args[1]) - n
    count = 0
    k = 0
    while k < 4 * n:
        side = k & 3
        x = c - (k >> 2)
        y = r - (k >> 2)
        if side == 0:
            y = r - n
        elif side == 1:
            y = r + 1
        elif side == 2:
            x = c - n
        else:
            x = c + 1
        if x >= 0 and x <= lastx and y >= 0 and y <= lasty:
            p = (y + 1) * stride + x
            if int(dist[p]) == 0:
                dist[p] = 1
                queue[count] = p
                count += 1
        k += 1
    return count


@micropython.viper
def nearest(dist: ptr8, queue: ptr16, args: ptr32) -> int:
    """Of the reached cells in `queue` keeps those whose base is nearest to space (17, 18) and, of these, those with the fewest
    steps: they become the first of `queue`; returns how many. At most 251 steps were taken, so `dist` tells them.
    args: 0 columns, 2 n, 7 cells in `queue`, 17 column, 18 row."""
    stride = int(args[0]) + 1
    n = int(args[2])
    total = int(args[7])
    c = int(args[17])
    r = int(args[18])
    best = 32767
    value = 0
    count = 0
    i = 0
    while i < total:
        p = int(queue[i])
        y = p // stride - 1
        x = p - (y + 1) * stride
        d = 0
        if c < x:
            d = x - c
        elif c >= x + n:
            d = c - x - n + 1
        if r < y:
            d += y - r
        elif r >= y + n:
            d += r - y - n + 1
        if d < best:
            best = d
            value = int(dist[p])
            count = 0
        if d == best and int(dist[p]) == value:
            queue[count] = p
            count += 1
        i += 1
    return count
