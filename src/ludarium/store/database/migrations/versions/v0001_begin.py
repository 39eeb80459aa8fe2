"""Saved games, high scores and preferences."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "games",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("record", sa.Text, nullable=False),
        sa.Column("seats", sa.Text, nullable=False),
        sa.Column("title", sa.Text),
        sa.Column("finished", sa.Boolean, nullable=False),
        sa.Column("created", sa.DateTime, nullable=False),
        sa.Column("changed", sa.DateTime, nullable=False),
    )
    op.create_index("games_by_change", "games", ["changed"])
    op.create_table(
        "scores",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), primary_key=True),
        sa.Column("board", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("points", sa.BigInteger, nullable=False),
        sa.Column("extra", sa.Text, nullable=False),
        sa.Column("record", sa.Text),
        sa.Column("entered", sa.DateTime, nullable=False),
    )
    op.create_index("scores_by_board", "scores", ["board", "points"])
    op.create_table(
        "preferences",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
