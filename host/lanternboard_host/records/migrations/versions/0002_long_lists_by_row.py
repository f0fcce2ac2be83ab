"""What grows with a campaign's years lies in rows of its own, so that an answer need not write all of it: the timeline (which was there
already), the showdowns that were taken in, the figures of each year."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    rows = op.get_bind()
    found = rows.execute(sa.text("select value from settlement where key = 'data'")).scalar()
    if found is None:  # a database that is just being made
        return
    data = json.loads(found)
    for journal in sorted(data["taken"]):
        values = {"key": f"taken {journal}", "value": data["taken"][journal]}
        rows.execute(sa.text("insert into settlement (key, value) values (:key, :value)"), values)
    for place, row in enumerate(data.get("years", [])):
        word = json.dumps(row, separators=(",", ":"))
        rows.execute(sa.text("insert into listed (list, place, word) values ('years', :place, :word)"), {"place": place, "word": word})
    rows.execute(sa.text("delete from listed where list = 'taken'"))
    data["settlement"]["timeline"], data["taken"] = [], {}
    if "years" in data:
        data["years"] = []
    short = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    rows.execute(sa.text("update settlement set value = :value where key = 'data'"), {"value": short})
