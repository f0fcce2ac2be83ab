"""Legal scenarios by chance, and texts that were legal before somebody's hand slipped."""

from __future__ import annotations

import json

HEADS = ["closest ", "furthest ", "random ", "all ", "", ""]
WORDS = ["threat", "survivor", "knocked-down threat", "knocked-down survivor"]
CONDITIONS = ["facing", "in range", "in field of view", "in blind spot"]
NAMES = ["Allister", "Erza", "Lucy", "Zachary", "Ä", 'quo"te', "back\\slash", "灯火", "😀", " ", "a b", "x" * 32, "\u2028", "/"]
BLOCKS = ["survivor", "monster", "sight"]


def entry(rng) -> str:
    conditions = rng.sample(CONDITIONS, rng.choice([0, 0, 1, 1, 2, 3]))
    return ", ".join([rng.choice(HEADS) + rng.choice(WORDS), *conditions])


def board(rng):
    kind = rng.randrange(8)
    if kind < 4:
        return 22, 16
    if kind == 4:
        return rng.randint(1, 6), rng.randint(1, 6)
    if kind == 5:
        columns = rng.randint(1, 64)
        return columns, rng.randint(1, min(64, 1024 // columns))
    return rng.randint(6, 16), rng.randint(6, 16)


def maze(rng, columns, rows, share):
    """Terrain as walls: rows or columns with gaps, or spaces strewn about."""
    out = []
    if rng.random() < 0.4:
        gap = 2 if rng.random() < 0.5 else 3
        for r in range(gap, rows, gap + 1):
            hole = rng.randrange(columns)
            width = rng.choice([0, 1, 2, 3])
            out += [(c, r) for c in range(columns) if not hole <= c < hole + width]
    else:
        out = [(c, r) for r in range(rows) for c in range(columns) if rng.random() < share]
    rng.shuffle(out)
    return out[: rng.choice([5, 30, 250])]


def scenario(rng) -> dict:
    columns, rows = board(rng)
    size = min(rng.choice([1, 2, 2, 2, 3, 4, rng.randint(1, 8)]), columns, rows)
    x, y = rng.randint(0, columns - size), rng.randint(0, rows - size)
    if rng.random() < 0.3:
        x = rng.choice([0, columns - size])
    if rng.random() < 0.3:
        y = rng.choice([0, rows - size])
    base = {(x + dx, y + dy) for dx in range(size) for dy in range(size)}
    terrain = []
    if rng.random() < 0.6:
        for at in maze(rng, columns, rows, rng.choice([0.02, 0.1, 0.3])):
            blocks = rng.choice([BLOCKS, ["monster"], ["sight"], ["survivor", "monster"], rng.sample(BLOCKS, rng.randint(0, 3))])
            if at in base:
                blocks = [word for word in blocks if word != "monster"]
            terrain.append({"at": list(at), "blocks": rng.sample(blocks, len(blocks))})
    if terrain and rng.random() < 0.2:
        terrain.append({"at": terrain[0]["at"], "blocks": [w for w in rng.sample(BLOCKS, 1) if w != "monster"]})
    barred = {tuple(item["at"]) for item in terrain if "survivor" in item["blocks"]}
    survivors = []
    taken = set(barred)
    knocked = None
    names = rng.sample(NAMES, len(NAMES))
    for _ in range(rng.choice([0, 1, 2, 4, 4, 6, 8])):
        dead = rng.random() < 0.08
        near = rng.random() < 0.6
        for _ in range(30):
            if near:
                at = (x + rng.randint(-5, size + 4), y + rng.randint(-5, size + 4))
            else:
                at = (rng.randrange(columns), rng.randrange(rows))
            if not (0 <= at[0] < columns and 0 <= at[1] < rows):
                continue
            if dead or (at not in taken and at not in base):
                break
            if at not in taken and knocked is None and rng.random() < 0.5:
                break
        else:
            continue
        if not dead and (not (0 <= at[0] < columns and 0 <= at[1] < rows) or at in taken):
            continue
        name = names.pop()
        if not dead:
            taken.add(at)
            if at in base:
                knocked = name
        survivor = {"name": name, "at": list(at)}
        if dead or rng.random() < 0.3:
            survivor["dead"] = dead
        if rng.random() < 0.6:
            survivor["knocked_down"] = rng.random() < 0.4
        survivors.append(survivor)
    monster = {"at": [x, y], "size": [size, size], "facing": rng.choice("NESW"), "movement": rng.choice([0, 1, 2, 3, 5, 6, 6, 8, 12, 30])}
    if size == 2 and rng.random() < 0.3:
        del monster["size"]
    if rng.random() < 0.2:
        del monster["facing"]
    if rng.random() < 0.2:
        del monster["movement"]
    if rng.random() < 0.3:
        monster["movement_tokens"] = rng.choice([-30, -3, -1, 0, 1, 2, 30])
    if rng.random() < 0.3:
        far = rng.choice([2, 5, 64])
        monster["blind_spot"] = [[rng.randint(-far, far), rng.randint(-far, far)] for _ in range(rng.choice([0, 1, 5, 20]))]
    if rng.random() < 0.3:
        monster["name"] = rng.choice(NAMES)
    out = {"format": "lanternboard/scenario/1", "monster": monster, "survivors": survivors}
    if (columns, rows) != (22, 16) or terrain or rng.random() < 0.3:
        out["board"] = {"columns": columns, "rows": rows, "terrain": terrain}
        if columns == 22 and rng.random() < 0.5:
            del out["board"]["columns"]
        if rows == 16 and rng.random() < 0.5:
            del out["board"]["rows"]
        if not terrain and rng.random() < 0.5:
            del out["board"]["terrain"]
    if rng.random() < 0.3:
        out["everyone_is_threat"] = rng.random() < 0.6
    if rng.random() < 0.3:
        out["priority_target"] = rng.choice([None] + [s["name"] for s in survivors])
    if rng.random() < 0.6:
        out["pick_target"] = [text for text in (entry(rng) for _ in range(rng.randint(1, 5))) if len(text) <= 80]
        if rng.random() < 0.5 or not out["pick_target"]:
            out["pick_target"].append("no target: " + rng.choice(["sniff", " ", "ü, x", "x" * 69]))
    if rng.random() < 0.5:
        out["placement"] = rng.choice([None, 1, 2, 6, 60, rng.randint(1, 60)])
    living = [s["name"] for s in survivors if not s.get("dead")]
    if knocked is not None or (living and rng.random() < 0.6):
        out["knockback"] = {"name": knocked or rng.choice(living), "spaces": rng.choice([0, 1, 2, 3, 5, 6, 30])}
    elif rng.random() < 0.1:
        out["knockback"] = None
    return shuffled(rng, out) if rng.random() < 0.3 else out


def shuffled(rng, value):
    """The same value with its keys in another order."""
    if isinstance(value, dict):
        keys = list(value)
        rng.shuffle(keys)
        return {key: shuffled(rng, value[key]) for key in keys}
    if isinstance(value, list):
        return [shuffled(rng, part) for part in value]
    return value


def text_of(rng, value) -> bytes:
    """JSON text with chance in what does not matter: blanks and escapes."""
    kind = rng.randrange(4)
    if kind == 0:
        return json.dumps(value).encode()
    if kind == 1:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
    if kind == 2:
        return json.dumps(value, ensure_ascii=False, indent=rng.randint(0, 2)).replace("\n", rng.choice(["\t", "\r", "  ", " "])).encode()
    text = json.dumps(value, ensure_ascii=False)
    return "".join(
        "\\u%04x" % ord(c) if c.isalpha() and ord(c) < 0x10000 and inside and rng.random() < 0.2 else c for c, inside in within(text)
    ).encode()


def within(text: str):
    """Each character with whether it stands in a string and is no part of an escape."""
    inside = escaped = False
    for c in text:
        if escaped:
            escaped = False
            yield c, False
        elif c == "\\":
            escaped = True
            yield c, False
        elif c == '"':
            inside = not inside
            yield c, False
        else:
            yield c, inside


JUNK = [bytes([c]) for c in b'"[]{},:-019e.\\ \n\x00\xff'] + [
    b"\\u",
    b"\\ud800",
    b"null",
    b"true",
    b"\xed\xa0\x80",
    b"\xef\xbb\xbf",
    b"\xc2\x85",
    b"64",
    b"-1",
    b"1e3",
    b"1.0",
    b"-0",
    b'"at"',
    b'"name"',
    b"[]",
    b"{}",
    b'""',
]


def mutated(rng, text: bytes) -> bytes:
    for _ in range(rng.choice([1, 1, 1, 2, 3, 8])):
        at = rng.randint(0, len(text))
        kind = rng.randrange(5)
        if kind == 0:
            text = text[:at] + rng.choice(JUNK) + text[at:]
        elif kind == 1:
            text = text[:at] + text[at + rng.randint(1, 6) :]
        elif kind == 2:
            text = text[:at] + rng.choice(JUNK) + text[at + rng.randint(1, 6) :]
        elif kind == 3:
            to = rng.randint(0, len(text))
            text = text[:to] + text[at : at + rng.randint(1, 40)] + text[to:]
        else:
            text = text[:at] + bytes([rng.randrange(256)]) + text[at + 1 :]
    return text
