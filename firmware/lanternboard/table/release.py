"""From the table to maintenance, or to another start, when a host asks. Loaded for that alone: a reset is what follows."""

from ..lights import paint
from ..lights.meanings import DONE

TURNS = 40  # given to what is still to be said, of 5 ms at most


def release(table, re: int) -> None:
    """Close the journal, confirm request `re`, light the sign of that (docs/lights.md), and start again with MicroPython's own prompt
    on this port. Raises what closing raises; nothing has changed then."""
    board, link, game = table.board, table.link, table.game
    if game.shelf is not None:
        game.engine.journal.close()
    link.ok(re)
    if table.lamp.unsaved:
        table.lamp.save()
    for space in range(len(game.cells)):
        game.cells[space] = 0
    paint.corners(game.engine.state, game.cells, DONE)
    table.lamp.walking = -1
    table.lamp.show(game.cells, game.engine.state.columns, board.ticks_ms())
    table.sender.show(game.cells)
    for _ in range(TURNS):
        told = table.sender.pump(link) if table.commands.frames else True
        if table.say() and told and not table.lamp.busy():
            break
    board.reset("release")


def restart(table) -> None:
    """Close the journal, say what is still to be said, and start again: the showdown goes on where it was. Where the journal cannot be
    closed the table goes on, and `log` tells why."""
    table.leaving = False
    try:
        if table.game.shelf is not None:
            table.game.engine.journal.close()
    except Exception as wrong:
        return table.commands.note("no restart: %r" % wrong)
    if table.lamp.unsaved:
        table.lamp.save()
    table.boot.count()
    for _ in range(TURNS):
        if table.say():
            break
    table.board.reset("reset")
