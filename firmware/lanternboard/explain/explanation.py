"""What the board says about a question (`lanternboard/explanation/1`), written as a stream: never whole in memory, the same
bytes on board and host. It asks the rules and spells their answers; it decides nothing."""

from ..base.jsonwrite import Writer, encoded
from ..rules import geometry, knockback, movement, targets
from ..rules.state import DEAD, SIDES

_STOPS = (b"null", b'"edge"', b'"terrain"')


def write(question, sink, rulings, breathe=None) -> None:
    """Canonical bytes of the explanation, without a line's end, through sink(piece)."""
    out = Writer(sink, breathe)
    s = question.state
    names = [_quoted(name) for name in question.names]
    view = targets.View(s, rulings)
    out.raw(b'{"format":"lanternboard/explanation/1","blind_spot":')
    _spaces(out, s, view.spaces(3))
    out.raw(b',"in_front":')
    _spaces(out, s, view.spaces(0))
    out.raw(b',"field_of_view":')
    _spaces(out, s, view.spaces(2))
    out.raw(b',"in_range":')
    _spaces(out, s, view.spaces(1))
    _survivors(out, s, names, view)
    pick = targets.pick(s, question.entries, rulings, view)
    out.raw(b',"pick":{"entry":')
    out.raw(b"null" if pick.entry < 0 else str(pick.entry).encode())
    out.raw(b',"instinct":')
    if pick.instinct is None:
        out.raw(b"null")
    else:
        out.string(pick.instinct)
    out.raw(b',"candidates":')
    _names(out, names, pick.candidates)
    out.raw(b'},"moves":[')
    first = True
    for i in range(len(names)):
        if pick.candidates >> i & 1:
            if not first:
                out.raw(b",")
            first = False
            _move(out, s, names, i, rulings)
    out.raw(b'],"placement":')
    if question.placement < 0:
        out.raw(b"null")
    else:
        _spaces(out, s, geometry.placement(s, question.placement))
    out.raw(b',"knockback":')
    if question.knock < 0:
        out.raw(b"null")
    else:
        _pushes(out, s, names, knockback.pushes(s, question.knock, question.knock_spaces, rulings))
    out.raw(b"}")
    out.flush()


def _quoted(name: str) -> bytes:
    """A name as JSON; names hold no control characters."""
    return encoded('"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"')


def _spaces(out, s, spaces) -> None:
    out.spaces(spaces.bits, s.columns, s.columns * s.rows)


def _space(out, s, space: int) -> None:
    row, column = divmod(space, s.columns)
    out.raw(("[" + str(column) + "," + str(row) + "]").encode())


def _names(out, names, mask: int) -> None:
    out.raw(b"[")
    first = True
    for i in range(len(names)):
        if mask >> i & 1:
            if not first:
                out.raw(b",")
            first = False
            out.raw(names[i])
    out.raw(b"]")


def _survivors(out, s, names, view) -> None:
    out.raw(b',"survivors":[')
    first = True
    for i in range(len(names)):
        if s.flags[i] & DEAD:
            continue
        out.raw(b'{"name":' if first else b',{"name":')
        first = False
        out.raw(names[i])
        out.raw(b',"distance":')
        out.number(geometry.distance_to(s, s.at[i]))
        out.raw(b',"threat":')
        out.raw(_truth(targets.is_threat(s, i)))
        out.raw(b',"in_front":')
        out.raw(_truth(s.at[i] in view.spaces(0)))
        out.raw(b',"in_field_of_view":')
        out.raw(_truth(s.at[i] in view.spaces(2)))
        out.raw(b',"in_range":')
        out.raw(_truth(s.at[i] in view.spaces(1)))
        out.raw(b"}")
    out.raw(b"]")


def _truth(value: bool) -> bytes:
    return b"true" if value else b"false"


def _sides(out, sides: bytes) -> None:
    text = ""
    for side in sides:
        text += ',"' + SIDES[side] + '"'
    out.raw(("[" + text[1:] + "]").encode())


def _move(out, s, names, i: int, rulings) -> None:
    walk = movement.Walk(s, i)
    out.raw(b'{"target":')
    out.raw(names[i])
    out.raw(b',"steps":')
    out.number(walk.steps)
    out.raw(b',"reaches":')
    out.raw(_truth(walk.reaches))
    out.raw(b',"ends":[')
    for k in range(len(walk)):
        out.raw(b'{"at":' if k == 0 else b',{"at":')
        _space(out, s, walk.place(k))
        out.raw(b',"facing":')
        _sides(out, walk.sides(k, rulings))
        out.raw(b',"run_over":[')
        first = True
        for mask in walk.crossings(k):
            if not first:
                out.raw(b",")
            first = False
            _names(out, names, mask)
        out.raw(b"]}")
    out.raw(b"]}")


def _pushes(out, s, names, pushes) -> None:
    out.raw(b"[")
    for k in range(len(pushes)):
        push = pushes[k]
        out.raw(b'{"direction":"' if k == 0 else b',{"direction":"')
        out.raw(SIDES[push.direction].encode())
        out.raw(b'","at":')
        _space(out, s, push.at)
        out.raw(b',"run_into":')
        _names(out, names, push.into)
        out.raw(b',"stopped_by":')
        out.raw(_STOPS[push.stopped])
        out.raw(b"}")
    out.raw(b"]")
