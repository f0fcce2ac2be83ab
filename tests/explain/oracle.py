"""A second, slow reading of scenario.md and the rules it names, with sets of tuples and fractions: it shares no line and no idea with
the firmware's kernels. `explain(scenario)` takes a legal scenario as Python values and gives the explanation likewise."""

from __future__ import annotations

from fractions import Fraction

SIDES = "NESW"
STEP = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
PICK = ["closest threat, facing, in range", "closest threat, in field of view", "no target: sniff"]


class Table:
    def __init__(self, scenario: dict) -> None:
        board = scenario.get("board", {})
        self.columns, self.rows = board.get("columns", 22), board.get("rows", 16)
        self.barred, self.blocked, self.hiding = set(), set(), set()
        for item in board.get("terrain", []):
            for word, spaces in (("survivor", self.barred), ("monster", self.blocked), ("sight", self.hiding)):
                if word in item["blocks"]:
                    spaces.add(tuple(item["at"]))
        monster = scenario["monster"]
        self.at = tuple(monster["at"])
        self.n = monster.get("size", [2, 2])[0]
        self.facing = monster.get("facing", "N")
        self.movement = max(0, monster.get("movement", 6) + monster.get("movement_tokens", 0))
        self.blind = [tuple(pair) for pair in monster.get("blind_spot", [[x, self.n] for x in range(self.n)])]
        self.survivors = [
            (s["name"], tuple(s["at"]), s.get("knocked_down", False)) for s in scenario["survivors"] if not s.get("dead", False)
        ]
        self.everyone = scenario.get("everyone_is_threat", False)
        self.spaces = [(c, r) for r in range(self.rows) for c in range(self.columns)]

    def base(self, at):
        return {(at[0] + x, at[1] + y) for x in range(self.n) for y in range(self.n)}

    def on_board(self, space):
        return 0 <= space[0] < self.columns and 0 <= space[1] < self.rows

    def distance(self, at, space):
        return min(abs(x - space[0]) + abs(y - space[1]) for x, y in self.base(at))

    def possible(self, at):
        return all(self.on_board(space) and space not in self.blocked for space in self.base(at))

    def around(self, at):
        return [(at[0] + dx, at[1] + dy) for dx, dy in STEP.values()]


def blind_spot(t: Table):
    last = t.n - 1
    out = set()
    for x, y in t.blind:
        for _ in range(SIDES.index(t.facing)):
            x, y = last - y, x  # a quarter turn clockwise of the base
        space = (t.at[0] + x, t.at[1] + y)
        if t.on_board(space) and space not in t.base(t.at):
            out.add(space)
    return out


def in_front(t: Table):
    base = t.base(t.at)
    dx, dy = STEP[t.facing]
    edge = max(x * dx + y * dy for x, y in base)
    return {(x, y) for x, y in t.spaces if x * dx + y * dy > edge}


def hidden(t: Table, space):
    ax, ay = t.at[0] + Fraction(t.n, 2), t.at[1] + Fraction(t.n, 2)
    bx, by = space[0] + Fraction(1, 2), space[1] + Fraction(1, 2)
    for c, r in t.hiding:
        if (c, r) == space or (c, r) in t.base(t.at):
            continue
        low, high = Fraction(0), Fraction(1)
        for start, end, near, far in ((ax, bx, c, c + 1), (ay, by, r, r + 1)):
            if start == end:
                if not near <= start <= far:
                    low, high = Fraction(1), Fraction(0)
            else:
                first, second = sorted(((near - start) / (end - start), (far - start) / (end - start)))
                low, high = max(low, first), min(high, second)
        if low <= high:
            return True
    return False


def field_of_view(t: Table):
    blind = blind_spot(t) | t.base(t.at)
    return {space for space in t.spaces if space not in blind and not hidden(t, space)}


def walk(t: Table, steps=None):
    """Steps to each place the monster can get to."""
    reached = {t.at: 0}
    edge = [t.at]
    while edge:
        new = []
        for at in edge:
            for to in t.around(at):
                if to not in reached and t.possible(to) and (steps is None or reached[at] < steps):
                    reached[to] = reached[at] + 1
                    new.append(to)
        edge = new
    return reached


def in_range(t: Table):
    places = walk(t, t.movement)
    beside = {space for at in places for own in t.base(at) for space in t.around(own) if t.on_board(space) and space not in t.base(at)}
    return beside - t.base(t.at)


def gaps(t: Table, at, space):
    dx = max(at[0] - space[0], 0, space[0] - at[0] - t.n + 1)
    dy = max(at[1] - space[1], 0, space[1] - at[1] - t.n + 1)
    return dx, dy


def away(t: Table, at, space):
    """The sides straight off from a base at `at` towards `space`, by the larger gap."""
    dx, dy = gaps(t, at, space)
    out = set()
    if dx and dx >= dy:
        out.add("E" if space[0] > at[0] else "W")
    if dy and dy >= dx:
        out.add("S" if space[1] > at[1] else "N")
    return [side for side in SIDES if side in out]


def move(t: Table, target: int, alive):
    space = alive[target][1]
    reached = walk(t)
    beside = [at for at in reached if t.distance(at, space) == 1]
    if beside:
        fewest = min(reached[at] for at in beside)
        goals = [at for at in beside if reached[at] == fewest]
        steps, reaches = min(fewest, t.movement), fewest <= t.movement
    else:
        near = walk(t, t.movement)
        nearest = min(t.distance(at, space) for at in near)
        goals = [at for at in near if t.distance(at, space) == nearest]
        steps = min(near[at] for at in goals)
        goals = [at for at in goals if near[at] == steps]
        reaches = False
    # back from the goals along every shortest route
    useful = set(goals)
    for at in sorted(reached, key=lambda at: -reached[at]):
        if at not in useful and any(to in useful and reached[to] == reached[at] + 1 for to in t.around(at) if to in reached):
            useful.add(at)
    sets = {t.at: {frozenset()}}
    for step in range(1, steps + 1):
        new = {}
        for at in useful:
            if reached[at] == step:
                under = {k for k, (_, where, _) in enumerate(alive) if where in t.base(at)}
                new[at] = {old | under for before in t.around(at) if before in sets for old in sets[before]}
        sets = new
    ends = []
    for at in sorted(sets, key=lambda at: (at[1], at[0])):
        families = sorted(sorted(members) for members in sets[at])
        families.sort(key=len)
        ends.append(
            {
                "at": list(at),
                "facing": away(t, at, space),
                "run_over": [[alive[k][0] for k in members] for members in families],
            }
        )
    return {"target": alive[target][0], "steps": steps, "reaches": reaches, "ends": ends}


def push(t: Table, who: int, side: str, spaces: int, alive):
    x, y = alive[who][1]
    into, stopped = [], None
    for _ in range(spaces):
        to = (x + STEP[side][0], y + STEP[side][1])
        if not t.on_board(to):
            stopped = "edge"
            break
        if to in t.barred:
            stopped = "terrain"
            break
        x, y = to
        into += [k for k, (_, where, _) in enumerate(alive) if where == to and k != who]
    return {"direction": side, "at": [x, y], "run_into": [alive[k][0] for k in sorted(into)], "stopped_by": stopped}


def knockback(t: Table, name: str, spaces: int, alive):
    who = [k for k, (other, _, _) in enumerate(alive) if other == name][0]
    x, y = alive[who][1]
    base = t.base(t.at)
    if (x, y) in base:

        def steps(side):
            n, at = 0, (x, y)
            while at in base:
                n, at = n + 1, (at[0] + STEP[side][0], at[1] + STEP[side][1])
            return n, t.on_board(at)

        sides = [side for side in SIDES if steps(side)[1]] or list(SIDES)
        fewest = min(steps(side)[0] for side in sides)
        sides = [side for side in sides if steps(side)[0] == fewest]
    else:
        sides = away(t, t.at, (x, y))
    travelled = set()
    for side in sides:
        along = []
        if spaces and not t.on_board((x + STEP[side][0], y + STEP[side][1])):
            across = "EW" if side in "NS" else "NS"
            along = [k for k in across if t.on_board((x + STEP[k][0], y + STEP[k][1]))]
        travelled |= set(along or [side])
    return [push(t, who, side, spaces, alive) for side in SIDES if side in travelled]


def pick(t: Table, scenario: dict, alive, views):
    candidates = [k for k in range(len(alive)) if alive[k][1] not in t.base(t.at)]
    priority = [k for k in candidates if alive[k][0] == scenario.get("priority_target")]
    for index, entry in enumerate(scenario.get("pick_target", PICK)):
        if entry.startswith("no target: "):
            return index, entry[11:], []
        head, *conditions = entry.split(", ")
        words = head.split(" ")
        if priority and words[0] != "all":
            return index, None, priority
        who = candidates
        if "threat" in words:
            who = [k for k in who if t.everyone or not alive[k][2]]
        if "knocked-down" in words:
            who = [k for k in who if alive[k][2]]
        for condition in conditions:
            who = [k for k in who if alive[k][1] in views[condition]]
        if who and words[0] in ("closest", "furthest"):
            best = (min if words[0] == "closest" else max)(t.distance(t.at, alive[k][1]) for k in who)
            who = [k for k in who if t.distance(t.at, alive[k][1]) == best]
        if who:
            return index, None, who
    return None, None, []


def explain(scenario: dict) -> dict:
    t = Table(scenario)
    alive = t.survivors
    base = t.base(t.at)
    views = {
        "facing": in_front(t),
        "in range": in_range(t),
        "in field of view": field_of_view(t),
        "in blind spot": blind_spot(t),
    }

    def listed(spaces):
        return [list(space) for space in t.spaces if space in spaces]

    entry, instinct, chosen = pick(t, scenario, alive, views)
    placement = scenario.get("placement")
    push = scenario.get("knockback")
    return {
        "format": "lanternboard/explanation/1",
        "blind_spot": listed(views["in blind spot"]),
        "in_front": listed(views["facing"]),
        "field_of_view": listed(views["in field of view"]),
        "in_range": listed(views["in range"]),
        "survivors": [
            {
                "name": name,
                "distance": t.distance(t.at, at),
                "threat": t.everyone or not down,
                "in_front": at in views["facing"] and at not in base,
                "in_field_of_view": at in views["in field of view"],
                "in_range": at in views["in range"],
            }
            for name, at, down in alive
        ],
        "pick": {"entry": entry, "instinct": instinct, "candidates": [alive[k][0] for k in chosen]},
        "moves": [move(t, k, alive) for k in chosen],
        "placement": placement and listed({s for s in t.spaces if t.distance(t.at, s) == placement and s not in t.barred}),
        "knockback": push and knockback(t, push["name"], push["spaces"], alive),
    }
