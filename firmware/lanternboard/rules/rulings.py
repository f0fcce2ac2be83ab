"""The rulings marked (r) in the rules that the geometry needs, each a named setting with the project's default (docs/rulings.md).

A group decides otherwise in table.json. Nothing else in the code repeats a ruling. A journal's context says by which it is
played: in it they are one integer, 0 for the defaults."""

from ..base.errors import Refused


class Rulings:
    """Names say what is decided; the rule ID says where. Plain values: true or false, or an integer. The defaults are the
    class's, so that a table that decides nothing keeps nothing."""

    front_excludes_base_line = True  # G5: spaces level with the base are not in front
    blind_spot_rows = 1  # G6: where a monster's card names no blind spot: so many rows behind the base, as wide as the base
    terrain_hides = True  # G7: what hides takes spaces behind it out of the field of view
    several_by_sum = True  # M4: away from several the sum of the distances counts, else the nearest of them
    spare_before_bends = True  # M5: what is proposed runs over the fewest, then has the fewest bends; else the other way round
    turn_by_larger_gap = True  # M7: a diagonal target is faced on the side of the larger gap, else on either side
    full_move_ends_at_edge = True  # M9: a full move straight forward that begins at an edge it would cross stays, else it slides
    collisions_first = True  # X2: all fall before the first is pushed, else each falls when its push is due
    knockback_order_asked = True  # X2: the controller picks who is pushed next, else they go in the party's order
    collision_knockback = 5  # X2
    pushed_under_edge_last = True  # X2a: no side where the edge leaves the survivor under the base
    push_by_larger_gap = True  # X4: a diagonal push goes along the axis of the larger gap, else along either
    aside_beside = True  # X6: who cannot stop on another's space goes beside it, else back along its way
    slide_along_edge = True  # X7: a push, or the monster's movement, on the edge slides along it
    terrain_floors = True  # X8: who is pushed into terrain is knocked down
    always_one_step = True  # V4: movement is at least 1
    start_facing = 0  # F4: 0 as the players like, 1-4 it starts facing N, E, S or W
    lone_player_gains = True  # V1a: a lone player, always the controller, gains T7's insanity too
    always_one_die = True  # A2, W1: an attack has at least one die
    faces_decide_first = True  # A3: a natural 1 fails and a natural 10 succeeds whatever the modifiers
    damage_needs_effect = True  # A8: effects after damage come only if a hit took armor, a box or a roll
    card_goes_on_without_target = True  # M8: with its target gone the rest of a card happens
    fallen_monster_drops_card = True  # M10: a monster that falls during its own card leaves out the rest of it
    held_injury_bleeds = True  # D6: an injury that is held as often as it can be is a bleeding token instead
    no_dodge_in_own_attack = True  # S2a
    killing_critical_counts = True  # W5a: the critical effect of the wound that kills still happens
    impervious_counts_as_failed = True  # W6a: for reactions an attempt on an impervious location has failed
    trap_on_empty_deck = True  # W8: a deck that runs out in the middle of a draw springs the trap
    dash = False  # S5
    encourage = False  # S5
    surge = False  # S5
    legs_dead_to = 1  # D6: the highest face of the legs' table that kills
    reactions_give_nothing = True  # T7: nor do instincts; else a target of theirs gains the controller's insanity too
    priority_turns = 1  # T7a: following turns of the monster that the priority target token lasts for; 0: until something ends it
    floored_takes_the_rest = True  # A6a: a target that one hit knocks down still takes the others
    location_rolled = True  # A7: damage that names no location has one rolled, else the controller picks it
    injury_is_all = True  # A9: what a card says of an injury in play is all that it does, else the card follows
    sling_springs_trap = True  # F6: a trap that a slung stone finds springs, else it goes back and another location is drawn
    collisions_before_attack = True  # X1: else who was only crossed falls when the attack is over
    grab_reaches_further = True  # M9, grab: with the front edge taken, the nearest free space in front; else it falls where it stands


DEFAULT = Rulings()

# Of those that are integers.
MOST = {"blind_spot_rows": 8, "collision_knockback": 30, "start_facing": 4, "legs_dead_to": 3, "priority_turns": 30}

# In the order of their bits for ever: new ones go to the end. An integer takes five.
NAMES = (
    "front_excludes_base_line",
    "blind_spot_rows",
    "terrain_hides",
    "several_by_sum",
    "spare_before_bends",
    "turn_by_larger_gap",
    "full_move_ends_at_edge",
    "collisions_first",
    "knockback_order_asked",
    "collision_knockback",
    "pushed_under_edge_last",
    "push_by_larger_gap",
    "aside_beside",
    "slide_along_edge",
    "terrain_floors",
    "always_one_step",
    "start_facing",
    "lone_player_gains",
    "always_one_die",
    "faces_decide_first",
    "damage_needs_effect",
    "card_goes_on_without_target",
    "fallen_monster_drops_card",
    "held_injury_bleeds",
    "no_dodge_in_own_attack",
    "killing_critical_counts",
    "impervious_counts_as_failed",
    "trap_on_empty_deck",
    "dash",
    "encourage",
    "surge",
    "legs_dead_to",
    "reactions_give_nothing",
    "priority_turns",
    "floored_takes_the_rest",
    "location_rolled",
    "injury_is_all",
    "sling_springs_trap",
    "grab_reaches_further",
    "collisions_before_attack",
)


def word(rulings) -> str:
    """What a journal's context says of them: nothing for the defaults, else "-" and hexadecimal digits: the bits that differ."""
    bits = shift = 0
    for name in NAMES:
        bits |= (int(getattr(rulings, name)) ^ int(getattr(DEFAULT, name))) << shift
        shift += 5 if name in MOST else 1
    return "-%x" % bits if bits else ""


def of(context: str) -> Rulings:
    """The rulings that a journal's context names; the defaults where it names none. Raises Refused for any this version lacks."""
    found = Rulings()
    at = context.find("-")
    try:
        bits = int(context[at + 1 :], 16) if at >= 0 else 0
    except ValueError:
        bits = -1
    for name in NAMES:
        wide = name in MOST
        usual = int(getattr(DEFAULT, name))
        value = usual ^ (bits & (31 if wide else 1))
        bits >>= 5 if wide else 1
        if wide and value > MOST[name]:
            bits = -1
        if value != usual:
            setattr(found, name, value if wide else value == 1)
    if bits:
        raise Refused("context", "rulings that are not known here", "see docs/rulings.md")
    return found
