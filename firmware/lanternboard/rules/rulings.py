"""The rulings marked (r) in the rules that the geometry needs, each a named setting with the project's default.

A group decides otherwise by a `Rulings` of its own (later: table.json). Nothing else in the code repeats a ruling."""


class Rulings:
    """Names say what is decided; the rule ID says where. All attributes are plain values."""

    def __init__(self) -> None:
        self.front_excludes_base_line = True  # G5: spaces level with the base are not in front
        self.several_by_sum = True  # M4: away from several the sum of the distances counts, else the nearest of them
        self.slide_along_edge = True  # X7: a push, or the monster's movement, on the edge slides along it
        self.pushed_under_edge_last = True  # X2a: no side where the edge leaves the survivor under the base
        self.collision_knockback = 5  # X2


DEFAULT = Rulings()
