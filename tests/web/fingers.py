"""What a person's hands do on the page, found by role and name only: clicks, touches, the page's own buttons."""

DESKTOP, PHONE = (1280, 800), (390, 844)


def button(page, name):
    return page.get_by_role("button", name=name, exact=True)


def board(page):
    return page.get_by_role("application", name="Board")


PLACED = """one => ({
    space: +one.dataset.space, rim: +one.dataset.rim, left: one.querySelector('canvas').offsetLeft
})"""


def tap(page, column, row, turn=0, touch=False, columns=22, rows=16):
    """A click or touch in the middle of a space of the game, wherever it lies on the table."""
    told = board(page).evaluate(PLACED)
    x, y = [(column, row), (rows - 1 - row, column), (columns - 1 - column, rows - 1 - row), (row, columns - 1 - column)][turn & 3]
    at = {"x": told["left"] + told["rim"] + (x + 0.5) * told["space"], "y": told["rim"] + (y + 0.5) * told["space"]}
    if touch:
        board(page).tap(position=at)
    else:
        board(page).click(position=at)
