"""Spoils a text as accidents and bad editors do, by seed: bytes flipped, lost, doubled, pieces moved, numbers and words changed.
Used for scenarios, settings, packs and lines of the link; what comes out may still be legal."""

import json
import random
import re

JUNK = [b"{", b"}", b"[", b"]", b",", b":", b'"', b"\\", b"\\u0000", b"\\ud800", b"-0", b"1e9", b"1.5", b"99999999999"]
JUNK += [b"true", b"null", b"\xff", b"\x00", b"~", b"\n"]


def mutate(text: bytes, seed: int, times: int = 2) -> bytes:
    """`text` with 1 to `times` faults in it; the same for the same seed."""
    dice = random.Random(seed)
    data = bytearray(text)
    for _ in range(dice.randint(1, times)):
        if not data:
            break
        i = dice.randrange(len(data))
        j = min(len(data), i + dice.randint(1, 12))
        kind = dice.randrange(8)
        if kind == 0:
            data[i] ^= 1 << dice.randrange(8)
        elif kind == 1:
            del data[i:j]
        elif kind == 2:
            data[i:i] = data[i:j]
        elif kind == 3:
            data[i:i] = dice.choice(JUNK)
        elif kind == 4:
            del data[i:]
        elif kind == 5:
            numbers = list(re.finditer(rb"-?\d+", data))
            if numbers:
                found = dice.choice(numbers)
                data[found.start() : found.end()] = str(dice.choice([-1, 0, 1, 2, 8, 9, 63, 64, 65, 1024, 10**10])).encode()
        elif kind == 6:
            words = list(re.finditer(rb'"[^"]*"', data))
            if len(words) > 1:
                a, b = dice.sample(words, 2)
                data[a.start() : a.end()] = b.group()
        else:
            data[i:j] = bytes(dice.randrange(256) for _ in range(j - i))
    return bytes(data)


VALUES = [
    None,
    True,
    False,
    -1,
    0,
    1,
    2,
    7,
    10,
    11,
    30,
    31,
    250,
    10**6,
    1.5,
    "",
    "x",
    "level",
    "4-10",
    "11",
    "beats-courage",
    "no target: x",
]
VALUES += ["head", "hit-location", "random", [], {}, [[]], ["down"], [["down"]], [["gain", "parts", "x"]], [["roll", [["1", []]]]]]
VALUES += [[["each", "all", [["draw"]]]], ["claw"], [1, 1, 0], [[0], [], []], {"id": "a"}, "\ud800", "a\u0001", "é" * 50, "x" * 3000]


def fault(value, dice: random.Random) -> None:
    """Changes one place of a JSON value: another value there, one that is elsewhere in it, none, one more, or a key that nobody knows."""
    places: list = []

    def walk(one) -> None:
        for key in list(one) if isinstance(one, dict) else range(len(one)):
            places.append((one, key))
            if isinstance(one[key], list | dict):
                walk(one[key])

    walk(value)
    holder, key = dice.choice(places)
    kind = dice.randrange(6)
    if kind == 0:
        del holder[key]
    elif kind == 1:
        other, where = dice.choice(places)
        holder[key] = json.loads(json.dumps(other[where]))
    elif kind == 2 and isinstance(holder, list):
        holder.insert(key, json.loads(json.dumps(holder[key])))
    elif kind == 3 and isinstance(holder, dict):
        holder[dice.choice(["more", "ask", "attack", "pick", "mood", "injury", "again", "about"])] = dice.choice(VALUES)
    elif isinstance(holder[key], int) and dice.randrange(2):
        holder[key] += dice.choice([-1, 1, 100])
    else:
        holder[key] = json.loads(json.dumps(dice.choice(VALUES)))
