"""What Alembic runs to reach the database: the connection is given by `store/database/migration.py`."""

from alembic import context

from ludarium.store.database.tables import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
