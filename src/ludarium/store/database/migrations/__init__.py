"""How the tables came to be what they are, revision by revision (Alembic)."""
