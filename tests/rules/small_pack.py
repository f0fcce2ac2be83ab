"""A small pack for tests of the showdown, as a board's lines hold it: the cards that the rules' tests are about, on both interpreters."""

STANDARD = ["closest threat, facing, in range", "closest threat, in field of view", "no target: sniff"]
BA = [["basic", 0]]
CHARGE = [["charge"]]

DECKS = {
    "monsters": [{"id": "white-lion", "name": "White Lion", "size": 2, "movement": 6, "blind_spot": [[0, 2], [1, 2]]}],
    "targets": [{"id": "standard", "name": "Standard", "pick": STANDARD}],
    "scenarios": [
        {
            "id": "first",
            "name": "First",
            "monster": 0,
            "level": 1,
            "movement": 6,
            "toughness": 6,
            "ai": [[0, 1, 2, 3, 4], [5, 6, 7], []],
            "ai_of": [5, 3, 0],
            "basic_action": 0,
            "always": [2],
            "trap": 14,
            "basic": [0, 0, 1],
            "parts": [0, 0, 1, 2, 3],
            "opens": "monster",
            "ai_top": [0],
            "locations_top": [0],
            "placement": 6,
            "survivors": 4,
            "limit": 1,
            "survival": 1,
            "gear": [0, 1],
            "victory": [2, 2],
        }
    ],
    "ai": [
        {"id": "claw", "name": "Claw", "rank": "basic", "pick": STANDARD, "attack": [2, 2, 1]},
        {
            "id": "chomp",
            "name": "Chomp",
            "rank": "basic",
            "pick": STANDARD,
            "attack": [1, 2, 1],
            "hits": [["land", "head"]],
            "injury": [[7, [["each", "adjacent", [["insanity", 1]]]]]],
        },
        {
            "id": "size-up",
            "name": "Size Up",
            "rank": "basic",
            "pick": ["random threat, in field of view", "no target: sniff"],
            "before": [["face"], ["roll", [["4-10", [["brain", "level"], ["down"]]]]]],
        },
        {
            "id": "power-swat",
            "name": "Power Swat",
            "rank": "basic",
            "pick": STANDARD,
            "attack": [1, 2, 2],
            "damage": [["knockback", 6]],
        },
        {
            "id": "grasp",
            "name": "Grasp",
            "rank": "basic",
            "pick": ["closest knocked-down survivor, in range", "closest survivor, in range", "no target: sniff"],
            "attack": [1, 2, 1],
            "damage": [["away"], ["grab"]],
        },
        {
            "id": "maul",
            "name": "Maul",
            "rank": "advanced",
            "pick": ["closest survivor, victim of grab", "closest knocked-down survivor, in range", "no target: sniff"],
            "attack": [2, 2, 3],
        },
        {
            "id": "roar",
            "name": "Terrifying Roar",
            "rank": "advanced",
            "pick": ["all survivor, not deaf", "no target: sniff"],
            "before": [["roll", [["beats-courage", [["brain", "level"], ["knockback", 6]]]]]],
            "after": [["pick", ["furthest threat, in range"], [["basic", 0]]]],
        },
        {
            "id": "enraged",
            "name": "Enraged",
            "rank": "advanced",
            "mood": {"damage": 1},
            "ends": ["dismembered", "killed"],
            "after": [["draw"]],
        },
    ],
    "instincts": [
        {
            "id": "basic-action",
            "name": "Basic Action",
            "pick": ["closest survivor, in field of view", "no target: sniff"],
            "attack": [2, 2, 1],
        },
        {"id": "sniff", "name": "Sniff", "after": [["everyone-threat", 2], ["end-turn"]]},
    ],
    "locations": [
        {
            "id": "strange-hand",
            "name": "Strange Hand",
            "failure": BA,
            "critical": [["pay", 1, [["attribute", "strength", 1]]]],
            "injury": "lost-hand",
        },
        {"id": "back", "name": "Back", "failure": CHARGE, "critical": [["monster-token", "accuracy", -1]]},
        {"id": "ear", "name": "Ear", "failure": [["back", 1]], "critical": [["monster-token", "accuracy", -1]]},
        {
            "id": "heel",
            "name": "Heel",
            "critical": [["monster-down"]],
            "injury": "tendon",
            "moves": [["roll", [["1", [["monster-down"]]]]]],
        },
        {"id": "femur", "name": "Femur", "critical": [["monster-token", "movement", -1], ["gain", "parts", "random"]]},
        {"id": "flank", "name": "Flank", "wound": [["priority", "turn"]], "critical": [["monster-down"]]},
        {"id": "tail", "name": "Tail", "reflex": CHARGE, "critical": [["gain", "parts", 2]]},
        {
            "id": "maw",
            "name": "Maw",
            "failure": [["roll", [["4-10", [["brain", "level"], ["down"]]]]]],
            "critical": [["roll", [["5-10", [["courage", 1], ["survival", 1]]]]]],
            "injury": "no-jaw",
        },
        {
            "id": "mane",
            "name": "Mane",
            "impervious": True,
            "failure": BA,
            "critical": [["gain", "parts", 3], ["if", "insane", [["token", "strength", 1]]]],
        },
        {"id": "temple", "name": "Temple", "failure": BA, "injury": "temple", "draws": [["roll", [["1-2", [["discard"], ["end-turn"]]]]]]},
        {"id": "belly", "name": "Belly", "injury": "organs", "turn": [["roll", [["1", [["wound"]]]]]]},
        {
            "id": "paw",
            "name": "Paw",
            "failure": [["basic", 2]],
            "critical": [["monster-token", "movement", -1]],
            "injury": "broken-foot",
            "bars": ["grab"],
        },
        {"id": "gut", "name": "Gut", "failure": BA},
        {"id": "chest", "name": "Chest", "failure": CHARGE, "critical": [["roll", [["10", [["monster-dies"]]]]]]},
        {"id": "trap", "name": "Trap", "trap": True, "reflex": BA},
    ],
    "tables": [
        {
            "id": "head",
            "name": "Head",
            "rows": [
                {"faces": "1-4", "id": "dead", "name": "Dead", "steps": [["dies"]]},
                {"faces": "5", "id": "haemorrhage", "name": "H", "most": 1, "steps": [["mark", "no-survival"], ["bleed", 1]]},
                {
                    "faces": "6-9",
                    "id": "deaf",
                    "name": "Deaf",
                    "most": 1,
                    "steps": [["mark", "deaf"], ["attribute", "evasion", -1], ["bleed", 1]],
                },
                {"faces": "10", "id": "tooth", "name": "Tooth", "steps": [["if", "courage 3", [["insanity", 2]], [["down"]]]]},
            ],
        },
        {
            "id": "arms",
            "name": "Arms",
            "rows": [
                {"faces": "1-2", "id": "dead", "name": "Dead", "steps": [["dies"]]},
                {"faces": "3", "id": "bleed", "name": "Bleed", "steps": [["bleed", 2]]},
                {
                    "faces": "4-5",
                    "id": "arm",
                    "name": "Arm",
                    "most": 2,
                    "steps": [["dismembered"], ["bleed", 1]],
                    "again": [["mark", "no-weapons"], ["bleed", 1]],
                },
                {"faces": "6-10", "id": "down", "name": "Down", "steps": [["down"]]},
            ],
        },
        {
            "id": "body",
            "name": "Body",
            "rows": [
                {"faces": "1-2", "id": "dead", "name": "Dead", "steps": [["dies"]]},
                {"faces": "3-6", "id": "bleed", "name": "Bleed", "steps": [["bleed", 2]]},
                {"faces": "7-10", "id": "down", "name": "Down", "steps": [["down"]]},
            ],
        },
        {
            "id": "waist",
            "name": "Waist",
            "rows": [
                {"faces": "1-2", "id": "dead", "name": "Dead", "steps": [["each", "beside", [["survival", 1]]], ["dies"]]},
                {
                    "faces": "3-6",
                    "id": "hip",
                    "name": "Hip",
                    "most": 1,
                    "steps": [["mark", "no-dodge"], ["attribute", "movement", -1], ["bleed", 1]],
                },
                {"faces": "7-10", "id": "down", "name": "Down", "steps": [["down"]]},
            ],
        },
        {
            "id": "legs",
            "name": "Legs",
            "rows": [
                {"faces": "1", "id": "dead", "name": "Dead", "steps": [["dies"]]},
                {"faces": "2", "id": "bleed", "name": "Bleed", "steps": [["bleed", 2]]},
                {"faces": "3", "id": "bleed-3", "name": "Bleed", "steps": [["bleed", 2]]},
                {
                    "faces": "4-9",
                    "id": "achilles",
                    "name": "Achilles",
                    "most": 1,
                    "steps": [["mark", "falls-when-hurt", "showdown"], ["bleed", 1]],
                },
                {"faces": "10", "id": "down", "name": "Down", "steps": [["down"]]},
            ],
        },
        {
            "id": "brain",
            "name": "Brain",
            "rows": [
                {"faces": "1-2", "id": "dead", "name": "Dead", "steps": [["dies"]]},
                {"faces": "3-4", "id": "flee", "name": "Flee", "steps": [["flee"], ["insanity", "d5"]]},
                {
                    "faces": "5-6",
                    "id": "seizure",
                    "name": "Seizure",
                    "steps": [["damage", 1], ["each", "beside", [["damage", 1]]], ["disorder"], ["insanity", "d5"]],
                },
                {"faces": "7-8", "id": "disorder", "name": "Disorder", "steps": [["disorder"], ["insanity", "d5"]]},
                {"faces": "9-10", "id": "down", "name": "Down", "steps": [["down"], ["insanity", "d10"]]},
            ],
        },
        {"id": "hit-location", "name": "Die", "faces": ["head", "arms", "body", "body", "waist", "legs"]},
    ],
    "gear": [
        {"id": "cloth", "name": "Cloth", "armor": [0, 0, 0, 1, 0]},
        {"id": "founding-stone", "name": "Founding Stone", "weapon": [2, 7, 1, 0, 0], "use": [["archive"], ["strike"]]},
        {"id": "fist-tooth", "name": "Fist & Tooth", "weapon": [2, 8, 0, 1, 0], "always": True},
    ],
    "basic": [
        {"id": "hide", "name": "Hide", "kinds": ["hide"], "copies": 2},
        {"id": "skull", "name": "Skull", "kinds": ["bone"], "copies": 1, "gain": [["one", "all", [["insanity", 1]]]]},
    ],
    "parts": [
        {"id": "fur", "name": "Fur", "kinds": ["hide"], "copies": 2},
        {"id": "hand", "name": "Hand", "kinds": ["hide"], "copies": 1, "gain": [["random", "all", [["insanity", 1]]]]},
        {"id": "tail", "name": "Tail", "kinds": ["hide"], "copies": 1},
        {"id": "mane", "name": "Mane", "kinds": ["hide"], "copies": 1},
    ],
}


class SmallPack:
    """The cards as a pack gives them: count, card, ids."""

    id = "small"
    digest = "small"
    name = "Small"

    def count(self, deck):
        return len(DECKS.get(deck, ()))

    def card(self, deck, n):
        return DECKS[deck][n]

    def ids(self, deck):
        return tuple([card["id"] for card in DECKS.get(deck, ())])
