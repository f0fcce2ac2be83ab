"""`python -m lanternboard_host` is the command `lanternboard`."""

from .cli import main

if __name__ == "__main__":
    main()
