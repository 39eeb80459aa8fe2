"""The tables of the database. A change here needs a revision in `migrations/versions`, and its name below."""

from datetime import UTC, datetime

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    DateTime,
    Dialect,
    Double,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    TypeDecorator,
    false,
)

LATEST_REVISION = "0002"  # the revision that these tables are at
MARK = "\ufdd0"  # by Unicode no character at all
Serial = BigInteger().with_variant(Integer, "sqlite")  # where an Integer is as long, and the only one that counts


class UtcDateTime(TypeDecorator[datetime]):
    """A time in UTC, kept without saying so: not every database knows time zones."""

    impl = DateTime
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return value and value.astimezone(UTC).replace(tzinfo=None)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return value and value.replace(tzinfo=UTC)


class ExactText(TypeDecorator[str]):
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


EXACT_TEXT = ExactText()  # for statements that are written by hand

metadata = MetaData()

games = Table(
    "games",
    metadata,
    Column("id", ExactText, primary_key=True),
    Column("game", ExactText, nullable=False),
    Column("record", ExactText, nullable=False),
    Column("seats", ExactText, nullable=False),  # a line a seat
    Column("title", ExactText),
    Column("finished", Boolean, nullable=False),
    Column("created", UtcDateTime, nullable=False),
    Column("changed", UtcDateTime, nullable=False),
    Column("version", BigInteger, nullable=False, server_default="0"),  # the number of its last entry
    Column("base", BigInteger, nullable=False, server_default="0"),  # the version that the record and the notes tell of
    Column("notes", ExactText, nullable=False, server_default=""),  # JSON: what is to be known beside the record
    Column("terms", ExactText, nullable=False, server_default=""),  # JSON: what was agreed on before it began
    Column("owner", ExactText),  # who has set it up; nobody where one plays at home
    Column("listed", Boolean, nullable=False, server_default=false()),  # whether everybody may find it
    Column("vacant", Integer, nullable=False, server_default="0"),  # seats that wait for somebody
    Column("alias", ExactText),  # by which others can join while there is a seat
    Index("games_by_change", "changed"),
    Index("games_by_owner", "owner", "changed"),
    Index("games_by_list", "listed", "finished", "changed"),
    Index("games_by_alias", "alias", unique=True),
)

entries = Table(  # what has happened in a game since its record was written, one after the other
    "entries",
    metadata,
    Column("game", ExactText, primary_key=True),
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),  # milliseconds since 1970
    Column("body", ExactText, nullable=False),  # JSON
)

places = Table(  # where people from elsewhere sit
    "places",
    metadata,
    Column("game", ExactText, primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("person", ExactText, nullable=False),
    Index("places_by_person", "person"),
)

people = Table(
    "people",
    metadata,
    Column("id", ExactText, primary_key=True),
    Column("name", ExactText, nullable=False),
    Column("login", ExactText, unique=True),  # of an account: the name in small letters; a guest has none
    Column("password", ExactText),  # as Argon2 writes it
    Column("banned", Boolean, nullable=False, server_default=false()),
    Column("created", UtcDateTime, nullable=False),
    Column("seen", UtcDateTime, nullable=False),
)

tokens = Table(  # what people and programs show to be known again; of each its hash alone
    "tokens",
    metadata,
    Column("hash", ExactText, primary_key=True),
    Column("id", ExactText, nullable=False, unique=True),  # by which it is spoken of
    Column("person", ExactText, nullable=False),
    Column("sort", ExactText, nullable=False),  # session or program
    Column("label", ExactText, nullable=False),
    Column("created", UtcDateTime, nullable=False),
    Column("expires", UtcDateTime, nullable=False),
    Index("tokens_by_person", "person"),
)

ratings = Table(
    "ratings",
    metadata,
    Column("person", ExactText, primary_key=True),
    Column("kind", ExactText, primary_key=True),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("games", Integer, nullable=False),
    Index("ratings_by_kind", "kind", "mu"),
)

rated = Table(  # games that have been counted, each of them once
    "rated",
    metadata,
    Column("game", ExactText, primary_key=True),
    Column("at", UtcDateTime, nullable=False),
)

scores = Table(
    "scores",
    metadata,
    Column("id", Serial, primary_key=True),  # grows, so that of equal scores the earlier one is known
    Column("board", ExactText, nullable=False),  # which high-score table it belongs to
    Column("name", ExactText, nullable=False),
    Column("points", BigInteger, nullable=False),
    Column("extra", ExactText, nullable=False),  # JSON
    Column("record", ExactText),
    Column("entered", UtcDateTime, nullable=False),
    Index("scores_by_board", "board", "points"),
)

preferences = Table(
    "preferences",
    metadata,
    Column("name", ExactText, primary_key=True),
    Column("value", ExactText, nullable=False),  # JSON
)
