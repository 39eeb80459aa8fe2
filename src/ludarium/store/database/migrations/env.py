"""Alembic's entry point. `store/database/migration.py` passes the connection."""

from alembic import context

from ludarium.store.database.tables import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
