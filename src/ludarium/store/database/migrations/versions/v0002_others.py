"""Playing with others: events of games, people, their tokens, and ratings."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    _widen_games()
    op.create_table(
        "entries",
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )
    op.create_table(
        "places",
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("person", sa.Text, nullable=False),
    )
    op.create_index("places_by_person", "places", ["person"])
    _make_people()


def _widen_games() -> None:
    for column in (
        sa.Column("version", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("base", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("notes", sa.Text, nullable=False, server_default=""),
        sa.Column("terms", sa.Text, nullable=False, server_default=""),
        sa.Column("owner", sa.Text),
        sa.Column("listed", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("vacant", sa.Integer, nullable=False, server_default="0"),
        sa.Column("alias", sa.Text),
    ):
        op.add_column("games", column)
    op.create_index("games_by_owner", "games", ["owner", "changed"])
    op.create_index("games_by_list", "games", ["listed", "finished", "changed"])
    op.create_index("games_by_alias", "games", ["alias"], unique=True)


def _make_people() -> None:
    op.create_table(
        "people",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("login", sa.Text, unique=True),
        sa.Column("password", sa.Text),
        sa.Column("banned", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("created", sa.DateTime, nullable=False),
        sa.Column("seen", sa.DateTime, nullable=False),
    )
    op.create_table(
        "tokens",
        sa.Column("hash", sa.Text, primary_key=True),
        sa.Column("id", sa.Text, nullable=False, unique=True),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("sort", sa.Text, nullable=False),
        sa.Column("label", sa.Text, nullable=False),
        sa.Column("created", sa.DateTime, nullable=False),
        sa.Column("expires", sa.DateTime, nullable=False),
    )
    op.create_index("tokens_by_person", "tokens", ["person"])
    op.create_table(
        "ratings",
        sa.Column("person", sa.Text, primary_key=True),
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("mu", sa.Double, nullable=False),
        sa.Column("sigma", sa.Double, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
    )
    op.create_index("ratings_by_kind", "ratings", ["kind", "mu"])
    op.create_table(
        "rated",
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("at", sa.DateTime, nullable=False),
    )
