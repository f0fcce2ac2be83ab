"""The first version."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

TEXT, NUMBER, BYTES = sa.String, sa.Integer, sa.LargeBinary
SURVIVOR_WORDS = ("name", "sex", "state", "cause", "notes")
SURVIVOR_FIGURES: tuple[str, ...] = ("survival", "insanity", "movement", "speed", "accuracy", "strength", "evasion", "luck")
SURVIVOR_FIGURES = (*SURVIVOR_FIGURES, "courage", "understanding", "experience", "bleed", "born", "died")
SURVIVOR_LISTS = ("boxes", "arts", "disorders", "abilities", "impairments", "injuries", "milestones", "tokens")
PLACES = ("head", "arms", "body", "waist", "legs")


def column(name, kind, key=False):
    return sa.Column(name, kind, primary_key=key, nullable=False, autoincrement=False)


def upgrade() -> None:
    op.create_table("meta", column("key", TEXT, True), column("value", TEXT))
    op.create_table(
        "entry",
        column("number", NUMBER, True),
        *(column(key, TEXT) for key in ("at", "who", "cause")),
        column("record", BYTES),
        column("sum", NUMBER),
        *(column(key, TEXT) for key in ("kind", "rule", "told")),
    )
    op.create_table(
        "showdown",
        column("journal", TEXT, True),
        *(column(key, TEXT) for key in ("digest", "board", "at", "state")),
        column("entry", NUMBER),
        column("checked", NUMBER),
        column("text", BYTES),
    )
    op.create_table("board", column("id", TEXT, True), column("name", TEXT), column("at", TEXT))
    op.create_table(
        "survivor",
        column("id", TEXT, True),
        column("place", NUMBER),
        *(column(key, TEXT) for key in SURVIVOR_WORDS),
        *(column(key, NUMBER) for key in SURVIVOR_FIGURES),
        *(column(f"armor_{place}", NUMBER) for place in PLACES),
        column("skip_hunt", NUMBER),
        column("proficiency", TEXT),
        column("proficiency_level", NUMBER),
        *(column(key, TEXT) for key in SURVIVOR_LISTS),
        column("sheet", TEXT),
    )
    op.create_table("gear_grid", column("survivor", TEXT, True), column("slot", NUMBER, True), column("gear", TEXT))
    op.create_table("settlement", column("key", TEXT, True), column("value", TEXT))
    op.create_table("listed", column("list", TEXT, True), column("place", NUMBER, True), column("word", TEXT))
    op.create_table("storage", column("kind", TEXT, True), column("id", TEXT, True), column("count", NUMBER))
    op.create_table(
        "timeline",
        column("place", NUMBER, True),
        column("year", NUMBER),
        *(column(key, TEXT) for key in ("kind", "what")),
        column("level", NUMBER),
        column("done", TEXT),
    )
