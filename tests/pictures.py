"""`make pictures`: draws docs/pictures anew (in host/lanternboard_host terminal/pictures.py and faces/legend.py do the drawing, for
the page a Chromium, for the display MicroPython), the printed sheet and guide, and the wiring of hardware/."""

import sys
from collections.abc import Iterator
from pathlib import Path


def main() -> None:
    from lanternboard_host.terminal.pictures import make

    from tests import display_picture, guide, sheet
    from tests.hardware import drawing

    pictures = Path(__file__).parents[1] / "docs" / "pictures"
    printed = [legend(pictures), sheet.make(pictures.parent), guide.make(pictures.parent), display_picture.make(pictures)]
    for path in [*make(pictures), *printed, *page(pictures), *drawing.make()]:
        print(path)


def page(folder: Path) -> Iterator[Path]:
    """The page's pictures, each as it is there."""
    sys.path.append(str(Path(__file__).parent / "web"))
    from tests.web import campaign_pictures, page_pictures

    yield from page_pictures.make(folder)
    yield from campaign_pictures.make(folder)


def legend(folder: Path) -> Path:
    """The lights' legend, written into `folder`."""
    from lanternboard_host.faces.legend import svg

    path = folder / "legend.svg"
    path.write_text(svg(), encoding="utf-8", newline="\n")
    return path


if __name__ == "__main__":
    main()
