"""`make pictures`: the wiring of a build in hardware/ as an SVG, and the tables of its README, from its parts.toml and wiring.toml. Nets
that join two parts at one height are lines with their name on them; of all others each end has a flag with the net's name. So no line
crosses another, and nothing has to be told by its colour."""

import tomllib
from html import escape
from pathlib import Path

BUILDS = Path(__file__).parents[2] / "hardware"
WIDE, HIGH = 1500, 920
INK, FAINT, PAPER, BOX = "#2b2620", "#6f665a", "#fdfbf7", "#f4eee3"
FLAG = 26  # from a part to its flag
HEAD, FOOT = 34, 16  # from the first row up to the box's top, from the last down to its end
FONT = "font-family=\"Helvetica, Arial, 'DejaVu Sans', sans-serif\""


def build(folder: Path) -> tuple[list[dict], dict]:
    """(parts, wiring) of a build's folder."""
    return tomllib.loads((folder / "parts.toml").read_text("utf-8"))["part"], tomllib.loads((folder / "wiring.toml").read_text("utf-8"))


def by_ref(parts: list[dict]) -> dict[str, dict]:
    return {ref: part for part in parts for ref in part["refs"]}


def svg(parts: list[dict], wiring: dict) -> str:
    """The drawing."""
    places, boxes = _boxes(wiring["drawing"], by_ref(parts))
    lines = [line for net in wiring["net"] for line in _net(net, places)]
    legend = _legend(wiring["net"], by_ref(parts))
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" role="img" {FONT}>',
            "  <title>Wiring of a Raspberry Pi Pico under 22 x 16 LEDs</title>",
            f'  <rect width="{WIDE}" height="{HIGH}" fill="{PAPER}"/>',
            _text(60, 54, "Lanternboard: wiring of the default build", 26, weight=600),
            _text(60, 80, "All ends with the same name are joined. Numbers in brackets are a part's own pins.", 15, FAINT),
            *lines,
            *boxes,
            *legend,
            "</svg>\n",
        ]
    )


def _boxes(drawing: dict, parts: dict) -> tuple[dict, list[str]]:
    """Where each end is, (x, y, direction), and the boxes with their pins."""
    places: dict[str, tuple[int, int, int]] = {}
    out = []
    for ref, one in drawing.items():
        x, width = one["box"]
        rows = one.get("left", []) + one.get("right", [])
        small = len(rows) == 2 and rows[0][0] == rows[1][0]
        top, bottom = min(y for y, _ in rows) - (20 if small else HEAD), max(y for y, _ in rows) + (20 if small else FOOT)
        out.append(
            f'  <rect x="{x}" y="{top}" width="{width}" height="{bottom - top}" rx="6" fill="{BOX}" stroke="{INK}" stroke-width="1.5"/>'
        )
        title = one["title"] if ref in one["title"] else f"{ref}  {one['title']}"
        inside = ref[0] == "S"  # a button is small enough for its name to be in it
        out.append(_text(x + width // 2, top + 26 if inside else top - 8, title, 15, INK, "middle", 600))
        for side, at, direction in (("left", x, -1), ("right", x + width, 1)):
            for y, pins in one.get(side, []):
                for pin in pins:
                    places[f"{ref}.{pin}"] = at, y, direction
                if not inside:
                    anchor = "start" if direction < 0 else "end"
                    out.append(_text(at - 8 * direction, y + 5, _pins(parts[ref], pins), 13, INK, anchor))
                out.append(f'  <circle cx="{at}" cy="{y}" r="3" fill="{INK}"/>')
    return places, out


def _pins(part: dict, names: list[str]) -> str:
    numbers = [str(part["pins"][name]) for name in names]
    own = [number for number, name in zip(numbers, names) if number != name and number.isdigit()]
    return " ".join(names) + (f" ({', '.join(own)})" if own else "")


def _net(net: dict, places: dict) -> list[str]:
    """Lines between neighbours at one height that look at each other; flags at all other ends."""
    out, left = [], []
    for end in net["ends"]:
        if places[end] not in left:
            left.append(places[end])
    while left:
        x, y, direction = left.pop(0)
        facing = [other for other in left if other[1] == y and other[2] == -direction and (other[0] - x) * direction > 0]
        colour = net["colour"]
        if facing:
            other = min(facing, key=lambda one: abs(one[0] - x))
            left.remove(other)
            out.append(f'  <line x1="{x}" y1="{y}" x2="{other[0]}" y2="{y}" stroke="{colour}" stroke-width="2.5"/>')
            out.append(_text((x + other[0]) // 2, y - 7, net["name"], 14, colour, "middle"))
            if len(net["ends"]) == 2:
                continue
        else:
            out += _flag(x, y, direction, net["name"], colour)
    return out


def _flag(x: int, y: int, direction: int, name: str, colour: str) -> list[str]:
    end = x + FLAG * direction
    out = [f'  <line x1="{x}" y1="{y}" x2="{end}" y2="{y}" stroke="{colour}" stroke-width="2.5"/>']
    if name == "GND":  # the usual sign, and its name
        for k, half in enumerate((9, 6, 3)):
            at = end + 4 * k * direction
            out.append(f'  <line x1="{at}" y1="{y - half}" x2="{at}" y2="{y + half}" stroke="{colour}" stroke-width="2.5"/>')
        end += 8 * direction
    else:
        out.append(f'  <circle cx="{end}" cy="{y}" r="5" fill="{PAPER}" stroke="{colour}" stroke-width="2.5"/>')
    out.append(_text(end + 10 * direction, y + 5, name, 14, colour, "end" if direction < 0 else "start"))
    return out


def _legend(nets: list[dict], parts: dict) -> list[str]:
    """A row for each kind of wire: its parts and what it carries."""
    out = [_text(60, 724, "Wires", 17, INK, weight=600)]
    kinds: list[tuple[str, str, list[str]]] = []
    for net in nets:
        for wire, colour, names in kinds:
            if (wire, colour) == (net["wire"], net["colour"]):
                names.append(net["name"])
                break
        else:
            kinds.append((net["wire"], net["colour"], [net["name"]]))
    for k, (wire, colour, names) in enumerate(kinds):
        y = 752 + 24 * k
        out.append(f'  <line x1="60" y1="{y - 5}" x2="110" y2="{y - 5}" stroke="{colour}" stroke-width="2.5"/>')
        out.append(_text(124, y, f"{wire}: {parts[wire]['name'].partition(',')[0].removeprefix('Wire ')}", 14))
        out.append(_text(330, y, ", ".join(names), 14, colour))
    return out


def _text(x: int, y: int, text: str, size: int, colour: str = INK, anchor: str = "start", weight: int = 400) -> str:
    return f'  <text x="{x}" y="{y}" font-size="{size}" fill="{colour}" text-anchor="{anchor}" font-weight="{weight}">{escape(text)}</text>'


def tables(parts: list[dict], wiring: dict) -> dict[str, str]:
    """Of the README: what to buy, and what is joined with what."""
    rows = [f"| {', '.join(_refs(part))} | {_count(part)} | {part['name']} | {part['look_for']} |" for part in parts]
    nets = [f"| {net['name']} | {net['about']} | {', '.join(net['ends'])} | {net['wire']} |" for net in wiring["net"]]
    return {
        "parts": "\n".join(["| part | how many | what | what to look for |", "|---|---|---|---|", *rows]),
        "wiring": "\n".join(["| net | what it is | its ends | wire |", "|---|---|---|---|", *nets]),
    }


def _refs(part: dict) -> list[str]:
    refs = part["refs"]
    return refs if len(refs) < 3 else [f"{refs[0]} to {refs[-1]}"]


def _count(part: dict) -> str:
    return f"{part['quantity']} {part['unit']}" if "unit" in part else str(part["quantity"])


def filled(page: str, made: dict[str, str]) -> str:
    """A page with its tables renewed: each between two marks."""
    for name, table in made.items():
        before, mark, rest = page.partition(f"<!-- {name} -->\n")
        page = before + mark + table + "\n" + rest[rest.index("<!-- end -->") :]
    return page


def make() -> list[Path]:
    """Draws every build anew. Returns what was written."""
    made = []
    for folder in sorted(path.parent for path in BUILDS.glob("*/wiring.toml")):
        parts, wiring = build(folder)
        (folder / "wiring.svg").write_text(svg(parts, wiring), "utf-8")
        page = folder / "README.md"
        page.write_text(filled(page.read_text("utf-8"), tables(parts, wiring)), "utf-8")
        made += [folder / "wiring.svg", page]
    return made
