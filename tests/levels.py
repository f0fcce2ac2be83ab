"""The level of play of boards that tests make: most play the lights level, whose questions are few. Emulated boards have it from
LANTERNBOARD_LEVEL (conftest.py); an image that a test starts in another way is given it here."""

import json
from pathlib import Path

LIGHTS = {"play": {"level": "lights"}}


def at_lights(image: Path) -> Path:
    """The image, whose table.json says so now."""
    path = image / "table.json"
    path.write_text(json.dumps({**json.loads(path.read_text("utf-8")), **LIGHTS}))
    return image
