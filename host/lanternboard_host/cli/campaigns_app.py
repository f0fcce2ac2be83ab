"""The commands of campaigns and survivors by name, with their options (as app.py, which adds them)."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from .app import Json, Lan, Opens, Port, _given, app


class Paper(StrEnum):
    """What is printed on."""

    a4 = "a4"
    letter = "letter"


class Dice(StrEnum):
    """Who rolls and draws."""

    board = "board"
    table = "table"


Wanted = Annotated[
    str | None,
    typer.Argument(metavar="[CAMPAIGN]", callback=_given, help="Its name, or the beginning of it; not needed where there is one only."),
]
Of = Annotated[str | None, typer.Option("--campaign", metavar="NAME", callback=_given, help="Of which campaign, where there are several.")]

Before = Annotated[
    list[str],
    typer.Argument(
        default_factory=list,
        metavar="CAMPAIGN",
        show_default=False,
        help="Its name, or the beginning of it; not needed where there is one only.",
    ),
]
Force = Annotated[bool, typer.Option("--force", help="Overwrite FILE.")]

campaign = typer.Typer(
    rich_markup_mode=None, no_args_is_help=False, help="A campaign's records: begin, play, look, edit, take back, copy, make anew."
)
app.add_typer(campaign, name="campaign")
survivor = typer.Typer(
    rich_markup_mode=None, no_args_is_help=False, help="The survivors of a campaign: list, show, add, edit, change several."
)
app.add_typer(survivor, name="survivor")


@campaign.command()
def new(
    name: Annotated[str, typer.Argument(metavar="NAME", callback=_given, help="What its file is called.")],
    survivors: Annotated[
        list[str] | None, typer.Option("--survivor", metavar="NAME", help="One of the First Story's, again for each. [Allister, Erza, ...]")
    ] = None,
    size: Annotated[int, typer.Option("--party-size", metavar="N", min=0, max=6, help="How many depart; 0: as the game says.")] = 0,
    json: Json = False,
) -> int:
    """Begin a campaign, before its First Story."""
    from .campaign import new

    return new(name, survivors or [], size, json)


@campaign.command(name="list")
def list_(json: Json = False) -> int:
    """Tell which campaigns there are, and where each stands."""
    from .campaign import listed

    return listed(json)


@campaign.command()
def show(
    name: Wanted = None,
    survivor: Annotated[str | None, typer.Option("--survivor", metavar="NAME", callback=_given, help="This survivor's sheet.")] = None,
    history: Annotated[int | None, typer.Option("--history", metavar="N", min=1, max=100000, help="The last N entries.")] = None,
    years: Annotated[bool, typer.Option("--years", help="Population, deaths, births and survival by lantern year.")] = False,
    json: Json = False,
) -> int:
    """Show the settlement, its survivors, which rules the records break, and what is asked."""
    from .campaign import show

    return show(name, survivor, history, years, json)


@campaign.command()
def play(
    name: Wanted = None,
    dice: Annotated[Dice, typer.Option("--dice", help="Who rolls and draws: this program, or the table, which is asked.")] = Dice.table,
) -> int:
    """Ask and answer, line by line, until `q`; nothing is the usual answer, `u` takes back."""
    from .campaign import play

    return play(name, dice.value)


@campaign.command()
def answer(
    choice: Annotated[
        str | None, typer.Argument(metavar="[CHOICE]", help="One of the options, as `show --json` has them, or a text.")
    ] = None,
    name: Of = None,
    roll: Annotated[bool, typer.Option("--roll", help="The app rolls or draws, where chance is asked.")] = False,
    number: Annotated[int | None, typer.Option("--number", metavar="N", min=0, help="Only where this question is still the one.")] = None,
    json: Json = False,
) -> int:
    """Answer what is asked, once: with CHOICE, or --roll."""
    from .campaign import answer

    if (choice is not None) == roll:
        raise typer.BadParameter(f"{'CHOICE and' if roll else 'neither CHOICE nor'} --roll (allowed: one of them)")

    return answer(name, choice, number, json)


@campaign.command()
def edit(
    changes: Annotated[list[str], typer.Argument(metavar="FIELD=VALUE...", help="As settlement.population=12 or survivors.Erza.luck=-1.")],
    name: Of = None,
    why: Annotated[str, typer.Option("--why", metavar="TEXT", help="The reason, for the history.")] = "",
    json: Json = False,
) -> int:
    """Edit fields by hand; a rule that is broken by it is told, and not forbidden."""
    from .campaign import edit

    return edit(name, changes, why, json)


@campaign.command()
def undo(
    name: Wanted = None,
    entry: Annotated[
        int | None, typer.Option("--entry", metavar="N", min=0, help="An older entry, by an edit that makes up for it.")
    ] = None,
    json: Json = False,
) -> int:
    """Take the last answer back, or make up for an older one."""
    from .campaign import undo

    return undo(name, entry, False, json)


@campaign.command()
def redo(name: Wanted = None, json: Json = False) -> int:
    """Give again what was taken back last."""
    from .campaign import undo

    return undo(name, None, True, json)


@campaign.command()
def backup(name: Wanted = None, json: Json = False) -> int:
    """Copy a campaign, also while it is in use."""
    from .campaign import backup

    return backup(name, json)


@campaign.command()
def restore(
    name: Annotated[str, typer.Argument(metavar="CAMPAIGN", callback=_given, help="Its name.")],
    file: Annotated[str | None, typer.Argument(metavar="[FILE]", callback=_given, help="A copy; without one they are listed.")] = None,
    newest: Annotated[bool, typer.Option("--newest", help="The newest copy of it.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Also where FILE is a copy of another campaign.")] = False,
    json: Json = False,
) -> int:
    """Put a copy in a campaign's place; what was there is kept as a copy too. Without FILE or --newest: list the copies, and end with 1."""
    from .campaign import restore

    if newest and file is not None:
        raise typer.BadParameter(f"--newest and {file} (allowed: one of them)")
    return restore(name, file, newest, force, json)


@campaign.command()
def page(
    name: Wanted = None,
    http_port: Annotated[
        int | None,
        typer.Option("--http-port", min=0, max=65535, help="Where it is served; 0 for any free port. [2217, else any]"),
    ] = None,
    opens: Opens = True,
    port: Annotated[str | None, typer.Option("--port", metavar="PORT", help="Sync with this board only: port, name, id or label.")] = None,
    alone: Annotated[bool, typer.Option("--no-board", help="Look for no board.")] = False,
    lan: Lan = False,
    host: Annotated[
        str | None, typer.Option("--host", callback=_given, help="With --lan: the address of this computer that phones come to.")
    ] = None,
) -> int:
    """Show a campaign in a browser, to look at, answer and edit, until Ctrl-C; boards that appear are synced."""
    from .campaign_page import page

    if host is not None and not lan:
        raise typer.BadParameter("--host without --lan means nothing here (allowed: both, or neither)")
    return page(name, http_port, opens, port, not alone, lan, host)


@campaign.command()
def rebuild(name: Wanted = None, json: Json = False) -> int:
    """Play the whole journal again and make every table anew from it."""
    from .campaign import rebuild

    return rebuild(name, json)


@campaign.command()
def export(
    name: Before,
    file: Annotated[str, typer.Argument(metavar="FILE", callback=_given, help="A new file, or - for standard output.")],
    force: Force = False,
    json: Json = False,
) -> int:
    """Write all of a campaign into one file, which `import` reads."""
    from .campaign_files import export

    return export(name, file, force, json)


@campaign.command(name="import")
def import_(
    file: Annotated[str, typer.Argument(metavar="FILE", callback=_given, help="Of `export`, or of ncalteen/kdm; - for standard input.")],
    name: Annotated[str | None, typer.Option("--name", metavar="NAME", callback=_given, help="What its file is called here.")] = None,
    json: Json = False,
) -> int:
    """Make a new campaign of a file, or several where it has several settlements."""
    from .campaign_files import import_

    return import_(file, name, json)


@campaign.command()
def sheets(
    name: Before,
    file: Annotated[str, typer.Argument(metavar="FILE", callback=_given, help="A new PDF, or - for standard output.")],
    survivor: Annotated[list[str] | None, typer.Option("--survivor", metavar="NAME", help="Only this one's, again for each.")] = None,
    settlement: Annotated[bool, typer.Option("--settlement", help="Only the settlement's, or with --survivor that too.")] = False,
    blank: Annotated[bool, typer.Option("--blank", help="With nothing on them, for a pencil; needs no campaign.")] = False,
    paper: Annotated[Paper, typer.Option("--paper", help="What is printed on.")] = Paper.a4,
    force: Force = False,
    json: Json = False,
) -> int:
    """Print the record sheets of the settlement and of all who live as PDF."""
    from .campaign_files import sheets

    return sheets(name, file, survivor or [], settlement, blank, paper.value, force, json)


@survivor.command(name="list")
def survivors(name: Of = None, json: Json = False) -> int:
    """List the survivors of a campaign, the dead too."""
    from .campaign import survivors

    return survivors(name, json)


@survivor.command(name="show")
def sheet(
    who: Annotated[str, typer.Argument(metavar="SURVIVOR", callback=_given, help="A name, or an id.")], name: Of = None, json: Json = False
) -> int:
    """Show a survivor's sheet."""
    from .campaign import show

    return show(name, who, None, False, json)


@survivor.command()
def add(
    who: Annotated[str, typer.Argument(metavar="NAME", callback=_given, help="What the survivor is called.")],
    name: Of = None,
    why: Annotated[str, typer.Option("--why", metavar="TEXT", help="The reason, for the history.")] = "",
    json: Json = False,
) -> int:
    """Add a survivor's record sheet, by hand."""
    from .campaign import edit

    return edit(name, [f"survivors.+={who}"], why, json)


@survivor.command(name="edit")
def change(
    who: Annotated[str, typer.Argument(metavar="SURVIVOR", callback=_given, help="A name, or an id.")],
    changes: Annotated[list[str], typer.Argument(metavar="FIELD=VALUE...", help='As luck=-1 or arts=["Leap"].')],
    name: Of = None,
    why: Annotated[str, typer.Option("--why", metavar="TEXT", help="The reason, for the history.")] = "",
    json: Json = False,
) -> int:
    """Edit a survivor's fields by hand."""
    from .campaign import edit

    return edit(name, [f"survivors.{who}.{change}" for change in changes], why, json)


class Group(StrEnum):
    """Of whom there may be many."""

    living = "living"
    departing = "departing"
    returning = "returning"


@survivor.command()
def each(
    step: Annotated[str, typer.Argument(metavar="CHANGE", callback=_given, help="As 'survival 1', 'insanity -2' or 'ability leader'.")],
    whom: Annotated[list[str] | None, typer.Argument(metavar="[SURVIVOR...]", help="Names, or ids.")] = None,
    group: Annotated[Group | None, typer.Option("--all", help="All of them, in the place of names.")] = None,
    name: Of = None,
    why: Annotated[str, typer.Option("--why", metavar="TEXT", help="The reason, for the history.")] = "",
    json: Json = False,
) -> int:
    """Make one change for several survivors, as one entry; whoever may not gain it is spared and told."""
    from .campaign import each

    return each(name, step, whom or [], group and group.value, why, json)


@app.command()
def sync(
    name: Wanted = None,
    port: Port = None,
    take: Annotated[
        str, typer.Option("--take", metavar="JOURNAL", help="Take this one of those that wait, by its id or the beginning of it.")
    ] = "",
    alone: Annotated[bool, typer.Option("--no-board", help="Ask no board: look at what is known already.")] = False,
    watch: Annotated[bool, typer.Option("--watch", help="Stay, and sync whenever a board appears or has played, until Ctrl-C.")] = False,
    json: Json = False,
) -> int:
    """Send a campaign's party to a board, and take its finished showdown back, once."""
    from .sync import sync
    from .sync import watch as watching

    if watch:
        return watching(name, port, take, not alone, json)
    return sync(name, port, take, alone, json)
