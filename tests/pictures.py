"""`make pictures`: draws docs/pictures anew (host/lanternboard_host/terminal/pictures.py does the drawing)."""

from pathlib import Path


def main() -> None:
    from lanternboard_host.terminal.pictures import make

    for path in make(Path(__file__).parents[1] / "docs" / "pictures"):
        print(path)


if __name__ == "__main__":
    main()
