"""The tables of the database. A change here needs a revision in `migrations/versions`, and its name below."""

from datetime import UTC, datetime

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    DateTime,
    Dialect,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    TypeDecorator,
)

NEWEST = "0001"  # the revision that these tables are at


class Utc(TypeDecorator[datetime]):
    """A time in UTC, kept without saying so: not every database knows time zones."""

    impl = DateTime
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return value and value.astimezone(UTC).replace(tzinfo=None)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return value and value.replace(tzinfo=UTC)


metadata = MetaData()

games = Table(
    "games",
    metadata,
    Column("id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("record", Text, nullable=False),
    Column("seats", Text, nullable=False),  # a line a seat
    Column("title", Text),
    Column("finished", Boolean, nullable=False),
    Column("created", Utc, nullable=False),
    Column("changed", Utc, nullable=False),
    Index("games_by_change", "changed"),
)

scores = Table(
    "scores",
    metadata,
    Column("id", Integer, primary_key=True),  # grows, so that of equal scores the earlier one is known
    Column("board", Text, nullable=False),  # which high-score table it belongs to
    Column("name", Text, nullable=False),
    Column("points", BigInteger, nullable=False),
    Column("extra", Text, nullable=False),  # JSON
    Column("record", Text),
    Column("entered", Utc, nullable=False),
    Index("scores_by_board", "board", "points"),
)

preferences = Table(
    "preferences",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),  # JSON
)
