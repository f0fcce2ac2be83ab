"""Alembic's entry: the connection is given to it."""

from alembic import context

context.configure(connection=context.config.attributes["connection"], target_metadata=None, transactional_ddl=True)
with context.begin_transaction():
    context.run_migrations()
