"""How a campaign's database came from one version to the next; alembic runs them, each once, after a backup (records/database.py)."""
