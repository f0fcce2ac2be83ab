"""The picture of the display in docs/ is what the code draws now."""

from pathlib import Path

import display_picture
import pytest
from lanternboard_host.emulator.flash import unix_port
from screen.reading import read


@pytest.mark.skipif(not unix_port(), reason="MicroPython's unix port has no wheel for this machine")
def test_the_picture_in_docs_is_the_one_that_is_made():
    shown = display_picture.screens()
    for (_, rows), picture in zip(shown, display_picture.drawn([rows for _, rows in shown])):
        texts = [text.rstrip() for text, mark in rows if mark != 3]
        seen = [text.removeprefix("[").removesuffix("]").rstrip() for text, (_, mark) in zip(read(picture), rows) if mark != 3]
        assert [text.replace("[", "").replace("]", "") for text in seen] == [text.replace("[", "").replace("]", "") for text in texts]
    made = (Path(__file__).parents[2] / "docs/pictures/display.svg").read_text("utf-8")
    assert made == display_picture.svg()
