"""The pictures in docs/pictures are what `make pictures` makes of these sources."""

from pathlib import Path

from lanternboard_host.terminal.pictures import make
from pictures import legend

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"


def test_the_pictures_in_docs_are_current(tmp_path):
    made = [*make(tmp_path), legend(tmp_path)]
    elsewhere = {"display.svg"}  # MicroPython draws it: tests/screen
    assert {path.name for path in made} == {path.name for path in PICTURES.glob("*.svg")} - elsewhere
    for path in made:
        assert path.read_bytes() == (PICTURES / path.name).read_bytes(), f"{path.name}: run `make pictures`"
        assert b"http" not in path.read_bytes().replace(b"http://www.w3.org/", b"").replace(b"https://www.textualize.io", b"")


def test_the_legend_has_every_light_by_name_and_letter():
    from html import escape

    from lanternboard.lights import meanings as m

    text = (PICTURES / "legend.svg").read_text("utf-8")
    for meaning in range(1, m.COUNT):
        name = m.name(meaning)
        assert text.count(f">{name[0].upper()}{name[1:]}<") == 1 and f">{escape(m.letter(meaning))}<" in text, name
