"""The commands by name, with their options. Each imports what it needs when it runs, so that the command line starts quickly."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)


class Where(StrEnum):
    """Who computes."""

    host = "host"
    board = "board"


class Engines(StrEnum):
    """What runs an emulated board's firmware."""

    unix = "unix"
    cpython = "cpython"
    pico = "pico"


class Levels(StrEnum):
    """How much of the showdown a board keeps."""

    lights = "lights"
    monster = "monster"
    all = "all"


class Kept(StrEnum):
    """How much of a simulated showdown is kept: of its lights alone nothing can be won."""

    monster = "monster"
    all = "all"


class Players(StrEnum):
    """Who plays a simulated showdown."""

    random = "random"
    sensible = "sensible"


def _given(value: str | None) -> str | None:
    """A name that is given has letters: an empty one is a slip (an unset variable), never a wish for something else."""
    if value is not None and not value.strip():
        raise typer.BadParameter("it is empty (allowed: a name)")
    return value


Json = Annotated[bool, typer.Option("--json", help="One line of JSON for programs.")]
On = Annotated[Where, typer.Option("--on", help="Who computes: this computer, or the board's own MicroPython.")]
ImageDir = Annotated[
    str | None, typer.Option("--image", metavar="DIR", callback=_given, help="With --on board: an emulated board made from this image.")
]
Port = Annotated[str | None, typer.Option("--port", callback=_given, help="A board's port, name, id or label: see `lanternboard ports`.")]


def _one(place: str | None, option: str | None) -> str | None:
    """The board that is meant, by the place or by --port."""
    if place is not None and option is not None and place != option:
        raise typer.BadParameter(f"{place} and --port {option} are two boards (allowed: one of them)")
    return place if option is None else option


HttpPort = Annotated[
    int | None, typer.Option("--http-port", min=0, max=65535, help="Where the page is served; 0 for any port that is free. [2216]")
]
Level = Annotated[
    Levels | None, typer.Option("--level", help="How much of the showdown the board keeps, where its table.json does not say. [all]")
]
Lan = Annotated[bool, typer.Option("--lan", help="Open the page to phones in this network, each with a code of its own.")]
Opens = Annotated[bool, typer.Option("--open/--no-open", help="Open the page in a browser, when there is one.")]


def _version(wanted: bool) -> None:
    if wanted:
        from .tables import version

        version(False)
        raise typer.Exit()


Version = Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="Say which versions are at work.")]


@app.callback(invoke_without_command=True)
def lanternboard(context: typer.Context, version: Version = False) -> None:
    """An unofficial companion for the showdown board: lights, rules and reasons."""
    if context.invoked_subcommand is None:
        print(context.get_help())


@app.command()
def explain(
    file: Annotated[str, typer.Argument(metavar="FILE", callback=_given, help="A scenario, or - for standard input.")],
    json: Json = False,
    lines: Annotated[bool, typer.Option("--lines", help="One scenario a line in, one explanation a line out.")] = False,
    on: On = Where.host,
    image: ImageDir = None,
    port: Port = None,
) -> int:
    """Say what the board shows for a position, and why."""
    from .explain import explain

    return explain(file, json=json, lines=lines, board=on is Where.board, image=image, port=port)


journal = typer.Typer(
    rich_markup_mode=None, no_args_is_help=False, help="Read a showdown's journal; fetch it from a board, or put it onto one."
)
app.add_typer(journal, name="journal")
Journal = Annotated[str, typer.Argument(metavar="FILE", callback=_given, help="A lanternboard/journal/1, or - for standard input.")]


@journal.command()
def show(file: Journal, json: Annotated[bool, typer.Option("--json", help="The records themselves, checked.")] = False) -> int:
    """Say every record in words: what was asked, what was answered, what happened. No board is asked."""
    from .journal import show

    return show(file, json=json)


@journal.command()
def replay(file: Journal, json: Json = False, on: On = Where.host, image: ImageDir = None, port: Port = None) -> int:
    """Play it through, check every record, and show where it stands. It changes nothing."""
    from .journal import replay

    return replay(file, json=json, board=on is Where.board, image=image, port=port)


@journal.command()
def save(
    file: Annotated[str, typer.Argument(metavar="FILE", callback=_given, help="A new file, or - for standard output.")],
    port: Port = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite FILE.")] = False,
) -> int:
    """Fetch the journal of the showdown that a board plays into FILE. It changes nothing on the board."""
    from .journals import save

    return save(file, port, force)


@journal.command()
def put(file: Journal, port: Port = None) -> int:
    """Put FILE onto a board. This changes the showdown that the board plays: it goes on from there; the one before stays on its flash."""
    from .journals import put

    return put(file, port)


settings = typer.Typer(rich_markup_mode=None, no_args_is_help=False, help="A board's table.json: fetch it, check it, put it back.")
app.add_typer(settings, name="settings")
Settings = Annotated[str, typer.Argument(metavar="FILE", callback=_given, help="A table.json, or - for standard input.")]


@settings.command()
def pull(
    file: Annotated[str, typer.Argument(metavar="FILE", callback=_given, help="A new file, or - for standard output.")],
    port: Port = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite FILE.")] = False,
) -> int:
    """Fetch a board's table.json into FILE, byte for byte. It changes nothing on the board."""
    from .settings import pull

    return pull(file, port, force)


@settings.command("check")
def check_settings(
    file: Settings,
    profile: Annotated[
        str | None, typer.Option("--profile", callback=_given, help="The kind of board whose pins they must be, as for `image`. [pico]")
    ] = None,
    json: Json = False,
) -> int:
    """Say whether a board would play by FILE, and if not, what is wrong where. No board is asked."""
    from .settings import check

    return check(file, profile, json)


@settings.command("push")
def push_settings(
    file: Settings,
    port: Port = None,
    restart: Annotated[bool, typer.Option("--restart", help="Start the board again, as soon as nobody presses a key.")] = False,
) -> int:
    """Check FILE and put it onto a board, which plays by it from its next start on. Its showdown goes on where it is."""
    from .settings import push

    return push(file, port, restart)


party = typer.Typer(
    rich_markup_mode=None, no_args_is_help=False, help="Survivors that are carried in: write them down, check them, give them to a board."
)
app.add_typer(party, name="party")
Party = Annotated[str, typer.Argument(metavar="FILE", callback=_given, help="A lanternboard/party/1, or - for standard input.")]


@party.command("new")
def new_party(
    file: Annotated[str, typer.Argument(metavar="FILE", callback=_given, help="A new file, or - for standard output.")],
    force: Annotated[bool, typer.Option("--force", help="Overwrite FILE.")] = False,
) -> int:
    """Write a party into FILE to begin from: the First Story's four survivors. No board is asked."""
    from .party import new

    return new(file, force)


@party.command("check")
def check_party(
    file: Party,
    json: Json = False,
    pack: Annotated[
        str,
        typer.Option("--pack", metavar="ID|FILE", callback=_given, help="The pack that must have its gear: an installed one, or your own."),
    ] = "first-story",
) -> int:
    """Say whether a board would take FILE, and if not, what is wrong where. No board is asked."""
    from .party import check

    return check(file, json, pack)


@party.command("push")
def push_party(file: Party, port: Port = None) -> int:
    """Check FILE and put it onto a board: its new showdowns begin with that party. The one that it plays goes on as it is."""
    from .party import push

    return push(file, port)


@party.command("drop")
def drop_party(port: Port = None) -> int:
    """Take the party off a board: its new showdowns ask again how many survivors there are."""
    from .party import drop

    return drop(port)


pack = typer.Typer(rich_markup_mode=None, no_args_is_help=False, help="Packs of cards: check them, put one onto a board.")
app.add_typer(pack, name="pack")


@pack.command("check")
def check_packs(
    files: Annotated[list[str], typer.Argument(metavar="FILE|DIR", help="Packs, folders of them, or - for standard input.")],
    json: Json = False,
) -> int:
    """Say whether packs are right, and if not, what is wrong where. No board is asked."""
    from .packs import check

    return check(files, json)


@pack.command("push")
def push_pack(
    file: Annotated[str, typer.Argument(metavar="FILE", callback=_given, help="A pack, or - for standard input.")], port: Port = None
) -> int:
    """Check FILE and put it onto a board, as `image` would. A showdown that is played goes on."""
    from .packs import push

    return push(file, port)


@app.command()
def demo(
    engine: Annotated[Engines | None, typer.Option("--engine", help="What runs the board's firmware.")] = None,
    page: Annotated[bool, typer.Option("--page", help="Only the page, until Ctrl-C.")] = False,
    opens: Opens = True,
    http_port: HttpPort = None,
    level: Level = None,
) -> int:
    """Play on an emulated board, in this terminal and in a browser."""
    from .demo import demo

    return demo(engine.value if engine else None, page, opens, http_port, level.value if level else None)


class Hands(StrEnum):
    """Who rolls, or draws."""

    board = "board"
    table = "table"


@app.command()
def play(
    level: Annotated[Levels | None, typer.Option("--level", help="How much of the showdown is kept, of a new one. [all]")] = None,
    dice: Annotated[Hands, typer.Option("--dice", help="Who rolls: this computer, or you at the table.")] = Hands.board,
    decks: Annotated[Hands, typer.Option("--decks", help="Who draws cards: this computer, or you at the table.")] = Hands.board,
    seed: Annotated[int | None, typer.Option("--seed", metavar="S", help="What is rolled and drawn follows from this number.")] = None,
    new: Annotated[bool, typer.Option("--new", help="Begin another showdown; the one before stays in its file.")] = False,
    pack: Annotated[
        str | None,
        typer.Option(
            "--pack",
            callback=_given,
            metavar="ID|FILE",
            help="The pack of a new showdown: an installed one, or your own NAME.json. [first-story]",
        ),
    ] = None,
    party: Annotated[
        str | None, typer.Option("--party", metavar="FILE", callback=_given, help="Survivors of a new showdown, a lanternboard/party/1.")
    ] = None,
    page: Annotated[bool, typer.Option("--page", help="Only the page, until Ctrl-C.")] = False,
    opens: Opens = True,
    http_port: HttpPort = None,
) -> int:
    """Play without a board, in this terminal. It is kept, and goes on at the next `play`."""
    from .play import play

    return play(level.value if level else None, dice.value, decks.value, seed, new, pack, page, opens, http_port, party)


@app.command()
def serve(
    board: Annotated[
        str | None, typer.Argument(metavar="[PORT]", callback=_given, help="A board's port, name, id or label; the only one when left out.")
    ] = None,
    host: Annotated[
        str | None,
        typer.Option(
            "--host",
            callback=_given,
            help="The address to listen on; 0.0.0.0 for everybody in this network. With --lan: the one that phones come to. [127.0.0.1]",
        ),
    ] = None,
    http_port: HttpPort = None,
    opens: Opens = True,
    port: Port = None,
    lan: Lan = False,
) -> int:
    """Show a board on a page for browsers, until Ctrl-C."""
    from .serving import serve

    return serve(_one(board, port), host, http_port, opens, lan)


phones = typer.Typer(
    rich_markup_mode=None,
    no_args_is_help=False,
    help="The phones that may come in where a page was opened with --lan: list, add, give, revoke.",
)
app.add_typer(phones, name="phones")
Phone = Annotated[str, typer.Argument(metavar="NAME", callback=_given, help="What the phone is called: who uses it.")]


class Rights(StrEnum):
    """What a phone may: look; answer and roll too; edit by hand and let phones in too."""

    read = "read"
    play = "play"
    keep = "keep"


@phones.command("list")
def list_phones(json: Json = False) -> int:
    """Tell which phones may come in, and what each may do."""
    from .phones import listed

    return listed(json)


@phones.command("add")
def add_phone(
    name: Phone,
    right: Annotated[
        Rights, typer.Option("--right", help="read: looks only; play: answers too; keep: edits and phones too.")
    ] = Rights.play,
    host: Annotated[str | None, typer.Option("--host", callback=_given, help="The address of this computer that it comes to.")] = None,
    http_port: Annotated[
        int | None,
        typer.Option("--http-port", min=1, max=65535, help="The page's port. [2217, a campaign's, or 2216, a board's: whichever answers]"),
    ] = None,
    json: Json = False,
) -> int:
    """Let a phone in: its address is told once, as a QR code too, for a page that was opened with --lan."""
    from .phones import add

    return add(name, right.value, host, http_port, json)


@phones.command("give")
def give_phone(
    name: Phone,
    right: Annotated[Rights, typer.Option("--right", help="read: looks only; play: answers too; keep: edits and phones too.")],
    json: Json = False,
) -> int:
    """Give a phone that may come in another right, from now on."""
    from .phones import give

    return give(name, right.value, json)


@phones.command("revoke")
def revoke_phone(name: Phone, json: Json = False) -> int:
    """Let a phone in no more; pages that it has open see nothing from now on."""
    from .phones import revoke

    return revoke(name, json)


@app.command()
def new(
    board: Annotated[
        str | None,
        typer.Argument(metavar="[BOARD]", callback=_given, help="A board's port, name, id or label; the only one when left out."),
    ] = None,
    survivors: Annotated[
        int | None, typer.Option("--survivors", metavar="N", min=0, max=8, help="Only the first N of the names in its table.json.")
    ] = None,
    level: Annotated[
        Levels | None, typer.Option("--level", help="How much of the showdown the board keeps, instead of what its table.json says.")
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask first.")] = False,
    port: Port = None,
) -> int:
    """Begin a new showdown on a board, by its settings; the one before stays on its flash."""
    from .showdowns import new

    return new(_one(board, port), survivors, yes, level.value if level else None)


@app.command()
def connect(
    board: Annotated[
        str | None, typer.Argument(metavar="[PORT]", callback=_given, help="A board's port, name, id or label; the only one when left out.")
    ] = None,
    port: Port = None,
) -> int:
    """Show a board in this terminal and play on it."""
    from .tables import connect

    return connect(_one(board, port))


@app.command()
def ports(json: Json = False) -> int:
    """List the boards that can be reached."""
    from .tables import ports

    return ports(json)


@app.command()
def doctor(
    board: Annotated[str | None, typer.Argument(metavar="[PORT]", callback=_given, help="A board's port, name, id or label.")] = None,
    json: Json = False,
    port: Port = None,
) -> int:
    """Look for what is wrong with a board, and say what to do."""
    from .tables import doctor

    return doctor(_one(board, port), json)


@app.command()
def identify(
    board: Annotated[str | None, typer.Argument(metavar="[PORT]", callback=_given, help="A board's port, name, id or label.")] = None,
    label: Annotated[str | None, typer.Option("--label", metavar="TEXT", help="Call it so from now on, on this computer.")] = None,
    svg: Annotated[
        str | None, typer.Option("--svg", metavar="FILE", callback=_given, help="A printable label, or - for standard output.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite FILE.")] = False,
    stop: Annotated[bool, typer.Option("--stop", help="Let it glow no longer.")] = False,
    json: Json = False,
    port: Port = None,
) -> int:
    """Have a board glow, so that you see which one it is, and say who it is. Its showdown goes on as it was."""
    from .identify import identify

    return identify(_one(board, port), label, svg, force, stop, json)


@app.command()
def simulate(
    count: Annotated[int, typer.Argument(metavar="N", min=1, max=1000000, help="How many showdowns.")],
    seed: Annotated[int, typer.Option("--seed", metavar="S", min=0, max=(1 << 32) - 1, help="The same seed gives the same showdowns.")] = 1,
    pack: Annotated[
        str,
        typer.Option(
            "--pack", metavar="ID|FILE", callback=_given, help="The pack that is played: an installed one, or your own NAME.json."
        ),
    ] = "first-story",
    players: Annotated[Players, typer.Option("--players", help="Who plays.")] = Players.random,
    survivors: Annotated[int, typer.Option("--survivors", metavar="N", min=0, max=6, help="How many; 0: as the scenario says.")] = 0,
    party: Annotated[
        str | None, typer.Option("--party", metavar="FILE", callback=_given, help="The survivors, a lanternboard/party/1.")
    ] = None,
    level: Annotated[Kept, typer.Option("--level", help="How much of the showdown is kept.")] = Kept.all,
    presses: Annotated[bool, typer.Option("--presses", help="Count the presses that the answers cost at a board (slower).")] = False,
    json: Json = False,
    chart: Annotated[
        str | None, typer.Option("--chart", metavar="FILE", callback=_given, help="Draw the counts as an SVG, - for standard output.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite FILE.")] = False,
    jobs: Annotated[int, typer.Option("--jobs", metavar="N", min=1, max=64, help="Processes that play at the same time.")] = 1,
) -> int:
    """Have simulated players play showdowns, and count what happened."""
    from .simulate import simulate

    return simulate(count, seed, pack, players.value, survivors, level.value, presses, json, chart, force, jobs, party)


@app.command()
def emulate(
    name: Annotated[str, typer.Option("--name", help="The stable name under which it is found.")] = "lantern",
    engine: Annotated[Engines | None, typer.Option("--engine", help="What runs the firmware.")] = None,
    image: Annotated[str | None, typer.Option("--image", metavar="DIR", callback=_given, help="An image of your own.")] = None,
    flash: Annotated[
        str | None, typer.Option("--flash", metavar="FILE", callback=_given, help="Where its flash is kept; a temporary one without.")
    ] = None,
    level: Level = None,
) -> int:
    """Serve an emulated board to any serial program, until Ctrl-C."""
    from .boards import emulate

    return emulate(name, engine.value if engine else None, image, flash, level.value if level else None)


@app.command()
def image(
    folder: Annotated[
        str,
        typer.Argument(
            metavar="DIR", callback=_given, help="A new or empty folder, or an earlier image; its table.json and packs of your own stay."
        ),
    ],
    profile: Annotated[str, typer.Option("--profile", help="The kind of board: pico, esp32-s3, raspberry-pi, emulated, cpython.")] = "pico",
) -> int:
    """Build the image that goes onto a board."""
    from .boards import image

    return image(folder, profile)


@app.command()
def version(json: Json = False) -> int:
    """Say which versions are at work."""
    from .tables import version

    return version(json)


from . import campaigns_app  # noqa: E402, F401 - adds its commands; it needs what is above
