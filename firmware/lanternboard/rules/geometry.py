"""Where things are on the board (G1-G10): distances, the monster's front, blind spot, field of view and range, who can walk
where. Functions of a State; none changes it, none asks anybody. The loops live in kernel.py."""

from ..base import words
from ..base.viper import micropython
from . import kernel
from .kernel import ARGS
from .spaces import Spaces
from .state import BARS_SURVIVORS, BLOCKS_MONSTER, DEAD, DX, DY, EAST, HIDES, NORTH, NOWHERE, SOUTH


def allowance(s) -> int:
    """The monster's movement with its tokens, at least 0 (G8)."""
    steps = s.movement + s.tokens
    return steps if steps > 0 else 0


def gaps(s, space: int, x: int, y: int):
    """(columns, rows) from the footprint at (x, y) to a space, negative to the west and north, 0 where they share one (M7, X4)."""
    row = space // s.columns
    column = space - row * s.columns
    dx = column - x
    if dx > 0:
        dx = dx - s.size + 1 if dx >= s.size else 0
    dy = row - y
    if dy > 0:
        dy = dy - s.size + 1 if dy >= s.size else 0
    return dx, dy


def sides_toward(dx: int, dy: int, larger: bool) -> bytes:
    """The sides along the larger of two gaps, both where they are equal, in N, E, S, W order; none where there is no gap. Not
    `larger`: along either gap, whatever its size."""
    out = bytearray()
    for k in range(4):
        far = dx * DX[k] + dy * DY[k]
        if far > 0 and (not larger or 2 * far >= abs(dx) + abs(dy)):
            out.append(k)
    return bytes(out)


def distance_to(s, space: int) -> int:
    """Steps from the nearest space of the footprint (G3); 0 under it."""
    dx, dy = gaps(s, space, s.x, s.y)
    return abs(dx) + abs(dy)


def under(s, space: int) -> bool:
    """Whether the space lies under the monster's base."""
    return s.placed and 0 <= space // s.columns - s.y < s.size and 0 <= space % s.columns - s.x < s.size


def occupant(s, space: int, but: int = -1) -> int:
    """The living survivor who stands there, -1 for none; survivor `but` is not looked at."""
    at = s.at
    for i in range(len(at)):
        if at[i] == space and i != but and not s.flags[i] & DEAD:
            return i
    return -1


def on_board(s, i: int) -> bool:
    """Whether survivor i is alive and on the board."""
    return s.at[i] != NOWHERE and not s.flags[i] & DEAD


def living(s) -> int:
    """The mask of the survivors alive and on the board."""
    mask = 0
    for i in range(len(s.at)):
        if on_board(s, i):
            mask |= 1 << i
    return mask


def free(s, space: int) -> bool:
    """G4: on the board, no survivor, no monster, nothing that bars survivors."""
    if not 0 <= space < s.columns * s.rows or s.terrain[space] & BARS_SURVIVORS:
        return False
    return not under(s, space) and occupant(s, space) < 0


@micropython.native
def empty(s, out=None) -> Spaces:
    """No space of the board: `out`, wiped, where it is given. What is made into the same set again and again asks for no memory."""
    spaces = s.columns * s.rows
    if out is None or out.count_of != spaces:
        return Spaces(spaces)
    words.fill(out.bits, (spaces + 7) >> 3, 0)
    return out


def _board(s, n: int = 0, bit: int = 0) -> None:
    ARGS[0] = s.columns
    ARGS[1] = s.rows
    ARGS[2] = n or s.size
    ARGS[3] = bit
    ARGS[14] = s.x
    ARGS[15] = s.y


def _rectangle(s, spaces, x0: int, y0: int, x1: int, y1: int, on: int) -> None:
    """Sets or clears what the board has of columns x0..x1-1 and rows y0..y1-1."""
    ARGS[0] = s.columns
    ARGS[10] = max(x0, 0)
    ARGS[11] = max(y0, 0)
    ARGS[12] = min(x1, s.columns)
    ARGS[13] = min(y1, s.rows)
    kernel.fill(spaces.bits, ARGS, on)


def free_spaces(s) -> Spaces:
    """Every free space (G4): where a survivor may go by choice (X3)."""
    out = Spaces(s.columns * s.rows)
    _rectangle(s, out, 0, 0, s.columns, s.rows, 1)
    if s.placed:
        _rectangle(s, out, s.x, s.y, s.x + s.size, s.y + s.size, 0)
    for i in range(len(s.at)):
        if on_board(s, i):
            out.discard(s.at[i])
    if words.some(s.terrain, len(s.terrain)):
        for space in range(len(s.terrain)):
            if s.terrain[space] & BARS_SURVIVORS:
                out.discard(space)
    return out


def footprint_at(s, x: int, y: int) -> Spaces:
    out = Spaces(s.columns * s.rows)
    _rectangle(s, out, x, y, x + s.size, y + s.size, 1)
    return out


def footprint(s) -> Spaces:
    """The spaces under the monster's base (G4)."""
    return footprint_at(s, s.x, s.y)


def in_front(s, rulings, out=None) -> Spaces:
    """Every space beyond the line of the front edge (G5)."""
    out = empty(s, out)
    x0 = y0 = 0
    x1 = s.columns
    y1 = s.rows
    # With the other ruling the spaces level with the base belong to the front as well.
    level = 0 if rulings.front_excludes_base_line else s.size
    if s.facing == NORTH:
        y1 = s.y + level
    elif s.facing == EAST:
        x0 = s.x + s.size - level
    elif s.facing == SOUTH:
        y0 = s.y + s.size - level
    else:
        x1 = s.x + level
    _rectangle(s, out, x0, y0, x1, y1, 1)
    if level:
        _rectangle(s, out, s.x, s.y, s.x + s.size, s.y + s.size, 0)
    return out


def blind_spot(s, out=None) -> Spaces:
    """The monster's own spaces behind it, turned with its facing (G6); none off the board or under the base."""
    out = empty(s, out)
    _blind(s, out, True)
    return out


def _blind(s, out, on: bool) -> None:
    last = s.size - 1
    for k in range(0, len(s.blind), 2):
        x = east = s.blind[k] - 64
        y = south = s.blind[k + 1] - 64
        if s.facing == EAST:
            x = last - south
            y = east
        elif s.facing == SOUTH:
            x = last - east
            y = last - south
        elif s.facing != NORTH:
            x = south
            y = last - east
        if 0 <= x <= last and 0 <= y <= last:
            continue
        x += s.x
        y += s.y
        if 0 <= x < s.columns and 0 <= y < s.rows:
            if on:
                out.add(y * s.columns + x)
            else:
                out.discard(y * s.columns + x)


def is_in_front(s, space: int, rulings) -> bool:
    """Whether `in_front` holds that space."""
    row = space // s.columns
    far = (s.y - row, space % s.columns - s.x - s.size + 1, row - s.y - s.size + 1, s.x - space % s.columns)[s.facing]
    return far > 0 or (not rulings.front_excludes_base_line and far > -s.size and not under(s, space))


def is_in_range(s, space: int) -> bool:
    """Whether `in_range` holds that space, where no terrain is on the board: every step on the way to it is open."""
    return 0 < distance_to(s, space) <= allowance(s) + 1


def field_of_view(s, rulings, out=None) -> Spaces:
    """Every space outside the blind spot that no terrain hides (G7); with the other ruling terrain hides none."""
    out = empty(s, out)
    _board(s, 0, HIDES)
    _rectangle(s, out, 0, 0, s.columns, s.rows, 1)
    _rectangle(s, out, s.x, s.y, s.x + s.size, s.y + s.size, 0)
    _blind(s, out, False)
    if rulings.terrain_hides and words.some(s.terrain, len(s.terrain)):
        kernel.hide(out.bits, s.terrain, ARGS)
    return out


def cell(s, x: int, y: int) -> int:
    """The place (x, y) in kernel.py's framed numbering."""
    return (y + 1) * (s.columns + 1) + x


def place_of(s, k: int) -> int:
    """A cell's north-west space."""
    row, column = divmod(k, s.columns + 1)
    return (row - 1) * s.columns + column


def ground(s, terrain=None):
    """[dist, queue] with every place open where the base fits clear of what blocks the monster in `terrain`, usually the state's."""
    _board(s, 0, BLOCKS_MONSTER)
    made = kernel.scratch(s.columns, s.rows)
    kernel.prepare(made[0], terrain or s.terrain, ARGS)
    return made


def flood_from(s, dist, queue, k: int, steps: int) -> None:
    """Breadth first from cell k, at most `steps` far (-1: everywhere). ARGS[7] says how many cells were reached."""
    dist[k] = 1
    queue[0] = k
    ARGS[4] = 1
    ARGS[5] = steps
    ARGS[6] = -1
    kernel.flood(dist, queue, ARGS)


def in_range(s, out=None) -> Spaces:
    """Spaces where a survivor would be in range: adjacent, edge to edge (G2), to a place the monster can move to (G8)."""
    out = empty(s, out)
    dist, queue = ground(s)
    flood_from(s, dist, queue, cell(s, s.x, s.y), allowance(s))
    kernel.rim(queue, out.bits, ARGS)
    _rectangle(s, out, s.x, s.y, s.x + s.size, s.y + s.size, 0)
    return out


def monster_places(s) -> Spaces:
    """North-west spaces where the base is on the board and clear of terrain that blocks it."""
    dist, _ = ground(s)
    out = Spaces(s.columns * s.rows)
    ARGS[8] = ARGS[9] = 0
    kernel.gather(dist, out.bits, ARGS)
    return out


@micropython.native
def reach(s, i: int, movement: int, rulings, out=None) -> Spaces:
    """V4: the free spaces survivor i can end on with `movement` steps through free spaces, at least one; its own is not among
    them. With the other ruling no movement is no step."""
    steps = movement if movement > 0 else 1 if rulings.always_one_step else 0
    out = empty(s, out)
    columns = ARGS[0] = s.columns
    ARGS[1] = s.rows
    ARGS[2] = 1
    ARGS[3] = BARS_SURVIVORS
    dist, queue = kernel.scratch(columns, s.rows)
    kernel.prepare(dist, s.terrain, ARGS)
    at = s.at
    flags = s.flags
    for j in range(len(at)):
        space = at[j]
        if j != i and space != NOWHERE and not flags[j] & DEAD:
            dist[space + space // columns + columns + 1] = kernel.BARRED
    if s.placed:
        size = s.size
        first = (s.y + 1) * (columns + 1) + s.x
        for _ in range(size):
            for k in range(first, first + size):
                dist[k] = kernel.BARRED
            first += columns + 1
    start = at[i] + at[i] // columns + columns + 1
    dist[start] = 1
    queue[0] = start
    ARGS[4] = 1
    ARGS[5] = steps
    ARGS[6] = -1
    kernel.flood(dist, queue, ARGS)
    kernel.reached(queue, out.bits, ARGS)
    out.discard(at[i])
    return out


def can_step(s, i: int, movement: int, rulings) -> bool:
    """V4: whether `reach` holds any space: one next to survivor i is free."""
    if movement <= 0 and not rulings.always_one_step:
        return False
    at = s.at[i]
    columns = s.columns
    column = at % columns
    return free(s, at - columns) or (column < columns - 1 and free(s, at + 1)) or free(s, at + columns) or (column > 0 and free(s, at - 1))


def approach(s, spaces):
    """Of the spaces the one to attack from: next to the monster in its blind spot, next to it, else the nearest; of several the first.
    None of none."""
    behind = blind_spot(s)
    best = None
    least = 1 << 16
    for space in spaces:
        far = distance_to(s, space)
        if far == 1 and space in behind:
            return space
        if 0 < far < least:
            least = far
            best = space
    return best


def placement(s, n: int) -> Spaces:
    """Spaces exactly n from the base whose terrain does not bar survivors (F4); who stands there is not asked."""
    out = Spaces(s.columns * s.rows)
    _board(s, 0, BARS_SURVIVORS)
    ARGS[16] = n
    kernel.ring(out.bits, s.terrain, ARGS)
    return out
