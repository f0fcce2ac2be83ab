"""The pictures in docs/pictures are what `make pictures` makes of these sources."""

from pathlib import Path

from lanternboard_host.terminal.pictures import make
from pictures import legend

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"


def test_the_pictures_in_docs_are_current(tmp_path):
    made = [*make(tmp_path), legend(tmp_path)]
    assert sorted(path.name for path in made) == sorted(path.name for path in PICTURES.glob("*.svg"))
    for path in made:
        assert path.read_bytes() == (PICTURES / path.name).read_bytes(), f"{path.name}: run `make pictures`"
        assert b"http" not in path.read_bytes().replace(b"http://www.w3.org/", b"").replace(b"https://www.textualize.io", b"")
