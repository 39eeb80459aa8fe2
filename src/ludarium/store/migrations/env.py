"""What Alembic runs to reach the database: the connection is given by `store/upgrade.py`."""

from alembic import context

from ludarium.store.tables import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
