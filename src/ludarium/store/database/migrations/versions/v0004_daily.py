"""Deals of days, and the tries at them."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "deals",
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("day", sa.Text, primary_key=True),
        sa.Column("seed", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "tries",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("day", sa.Text, nullable=False),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("points", sa.BigInteger),
        sa.Column("extra", sa.Text, nullable=False),
        sa.Column("ended", sa.DateTime),
    )
    op.create_index("tries_by_person", "tries", ["kind", "day", "person"], unique=True)
    op.create_index("tries_by_points", "tries", ["kind", "day", "points"])
    op.create_index("tries_by_game", "tries", ["game"])
    op.create_index("tries_of_person", "tries", ["person"])
