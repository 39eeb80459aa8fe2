"""Alembic's scripts, a revision each."""
