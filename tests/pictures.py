"""`make pictures`: draws docs/pictures anew (host/lanternboard_host/terminal/pictures.py does the drawing), and the wiring of hardware/."""

from pathlib import Path


def main() -> None:
    from lanternboard_host.terminal.pictures import make

    from tests.hardware import drawing

    for path in [*make(Path(__file__).parents[1] / "docs" / "pictures"), *drawing.make()]:
        print(path)


if __name__ == "__main__":
    main()
