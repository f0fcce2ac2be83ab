"""An emulated board whose dice and decks come up the same every time: its image with another table/fate.py laid in (docs/image.md)."""

import shutil

from lanternboard_host.image import ready_image

FATE = """import lanternboard
from ..rules.chance import pick

def choice(prompt):
    return pick(prompt, below)

def below(n):
    lanternboard.drawn = (getattr(lanternboard, "drawn", {seed}) * 1103515245 + 12345) & 0x7FFFFFFF  # stays when this is let go of
    return (lanternboard.drawn >> 8) % n
"""


def seeded(folder, seed: int):
    """The image, in `folder`."""
    shutil.copytree(ready_image("emulated"), folder)
    (folder / "lb/0/lanternboard/table/fate.py").write_text(FATE.format(seed=seed))
    return folder
