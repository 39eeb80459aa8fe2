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
MARK = "\ufdd0"  # by Unicode no character at all
Serial = BigInteger().with_variant(Integer, "sqlite")  # where an Integer is as long, and the only one that counts


class Utc(TypeDecorator[datetime]):
    """A time in UTC, kept without saying so: not every database knows time zones."""

    impl = DateTime
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return value and value.astimezone(UTC).replace(tzinfo=None)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return value and value.replace(tzinfo=UTC)


class Words(TypeDecorator[str]):
    """A text to the byte. PostgreSQL holds no NUL: a character that no text has use for stands before a digit there."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        if value is None or dialect.name != "postgresql" or ("\0" not in value and MARK not in value):
            return value
        return value.replace(MARK, f"{MARK}1").replace("\0", f"{MARK}0")

    def process_result_value(self, value: str | None, dialect: Dialect) -> str | None:
        if value is None or dialect.name != "postgresql" or MARK not in value:
            return value
        return value.replace(f"{MARK}0", "\0").replace(f"{MARK}1", MARK)


metadata = MetaData()

games = Table(
    "games",
    metadata,
    Column("id", Words, primary_key=True),
    Column("game", Words, nullable=False),
    Column("record", Words, nullable=False),
    Column("seats", Words, nullable=False),  # a line a seat
    Column("title", Words),
    Column("finished", Boolean, nullable=False),
    Column("created", Utc, nullable=False),
    Column("changed", Utc, nullable=False),
    Index("games_by_change", "changed"),
)

scores = Table(
    "scores",
    metadata,
    Column("id", Serial, primary_key=True),  # grows, so that of equal scores the earlier one is known
    Column("board", Words, nullable=False),  # which high-score table it belongs to
    Column("name", Words, nullable=False),
    Column("points", BigInteger, nullable=False),
    Column("extra", Words, nullable=False),  # JSON
    Column("record", Words),
    Column("entered", Utc, nullable=False),
    Index("scores_by_board", "board", "points"),
)

preferences = Table(
    "preferences",
    metadata,
    Column("name", Words, primary_key=True),
    Column("value", Words, nullable=False),  # JSON
)
