"""The tables of the database. A change here needs a revision in `migrations/versions`, named in LATEST_REVISION."""

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

LATEST_REVISION = "0005"  # of these tables
ESCAPE = "\ufdd0"  # a Unicode noncharacter
Serial = BigInteger().with_variant(Integer, "sqlite")  # SQLite numbers rows only by an INTEGER, which has 64 bits


class UtcDateTime(TypeDecorator[datetime]):
    """A time in UTC, stored without a time zone: SQLite has none."""

    impl = DateTime
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return value and value.astimezone(UTC).replace(tzinfo=None)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return value and value.replace(tzinfo=UTC)


class ExactText(TypeDecorator[str]):
    """A text that comes back unchanged. PostgreSQL stores no NUL, so there it is escaped by a noncharacter."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        if value is None or dialect.name != "postgresql" or ("\0" not in value and ESCAPE not in value):
            return value
        return value.replace(ESCAPE, f"{ESCAPE}1").replace("\0", f"{ESCAPE}0")

    def process_result_value(self, value: str | None, dialect: Dialect) -> str | None:
        if value is None or dialect.name != "postgresql" or ESCAPE not in value:
            return value
        return value.replace(f"{ESCAPE}0", "\0").replace(f"{ESCAPE}1", ESCAPE)


EXACT_TEXT = ExactText()  # for statements in plain SQL

metadata = MetaData()

games = Table(
    "games",
    metadata,
    Column("id", ExactText, primary_key=True),
    Column("game", ExactText, nullable=False),
    Column("record", ExactText, nullable=False),
    Column("seats", ExactText, nullable=False),  # one a line
    Column("title", ExactText),
    Column("finished", Boolean, nullable=False),
    Column("created", UtcDateTime, nullable=False),
    Column("changed", UtcDateTime, nullable=False),
    Column("version", BigInteger, nullable=False, server_default="0"),  # the number of its last event
    Column("base", BigInteger, nullable=False, server_default="0"),  # the version that record and notes describe
    Column("notes", ExactText, nullable=False, server_default=""),  # JSON: state that the record does not hold
    Column("terms", ExactText, nullable=False, server_default=""),  # JSON: what the players agreed on before it began
    Column("owner", ExactText),  # the person who set it up; NULL for a game played on this machine
    Column("listed", Boolean, nullable=False, server_default=false()),  # whether it appears in the public list
    Column("vacant", Integer, nullable=False, server_default="0"),  # seats that wait for a player
    Column("alias", ExactText),  # a short name to join by
    Index("games_by_change", "changed"),
    Index("games_by_owner", "owner", "changed"),
    Index("games_by_list", "listed", "finished", "changed"),
    Index("games_by_alias", "alias", unique=True),
)

entries = Table(  # the event log: the events of a game since its record was written
    "entries",
    metadata,
    Column("game", ExactText, primary_key=True),
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),  # milliseconds since 1970
    Column("body", ExactText, nullable=False),  # JSON
)

places = Table(  # the seats of people who play over the network
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
    Column("login", ExactText, unique=True),  # of an account: the folded name; NULL for a guest
    Column("password", ExactText),  # an Argon2 hash
    Column("banned", Boolean, nullable=False, server_default=false()),
    Column("created", UtcDateTime, nullable=False),
    Column("seen", UtcDateTime, nullable=False),
    Column("skeleton", ExactText),  # of an account: equal for names that look alike
    Column("guesses", Double, nullable=False, server_default="0"),  # wrong passwords that are not forgiven yet
    Column("guessed", UtcDateTime),  # when they were counted
    Index("people_by_skeleton", "skeleton"),
)

tokens = Table(  # of sessions, programs, devices and reset links; only the hash of a token is stored
    "tokens",
    metadata,
    Column("hash", ExactText, primary_key=True),
    Column("id", ExactText, nullable=False, unique=True),  # public, to list and revoke it by
    Column("person", ExactText, nullable=False),
    Column("sort", ExactText, nullable=False),  # session, program, device or reset
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

rated = Table(  # games that already count for ratings
    "rated",
    metadata,
    Column("game", ExactText, primary_key=True),
    Column("at", UtcDateTime, nullable=False),
)

solvers = Table(  # how well people solve the puzzles of a kind of game
    "solvers",
    metadata,
    Column("person", ExactText, primary_key=True),
    Column("kind", ExactText, primary_key=True),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("streak", Integer, nullable=False),  # puzzles solved in a row
)

attempts = Table(  # the first tries of people at puzzles
    "attempts",
    metadata,
    Column("person", ExactText, primary_key=True),
    Column("kind", ExactText, primary_key=True),
    Column("puzzle", ExactText, primary_key=True),
    Column("solved", Boolean, nullable=False),
    Column("at", UtcDateTime, nullable=False),
)

puzzles = Table(  # how hard puzzles are
    "puzzles",
    metadata,
    Column("kind", ExactText, primary_key=True),
    Column("puzzle", ExactText, primary_key=True),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("tries", Integer, nullable=False),
)

scores = Table(
    "scores",
    metadata,
    Column("id", Serial, primary_key=True),  # increasing, so that it orders equal scores by age
    Column("board", ExactText, nullable=False),  # the high-score table it belongs to
    Column("name", ExactText, nullable=False),
    Column("points", BigInteger, nullable=False),
    Column("extra", ExactText, nullable=False),  # JSON
    Column("record", ExactText),
    Column("entered", UtcDateTime, nullable=False),
    Index("scores_by_board", "board", "points"),
)

deals = Table(  # the games that are dealt to everyone on a day
    "deals",
    metadata,
    Column("kind", ExactText, primary_key=True),
    Column("day", ExactText, primary_key=True),  # as 2026-11-17, in UTC
    Column("seed", BigInteger, nullable=False),
)

tries = Table(  # at the deal of a day: one of a person
    "tries",
    metadata,
    Column("id", Serial, primary_key=True),  # increasing, so that it orders those that ended at the same moment
    Column("kind", ExactText, nullable=False),
    Column("day", ExactText, nullable=False),
    Column("person", ExactText, nullable=False),
    Column("name", ExactText, nullable=False),  # for when the person is gone
    Column("game", ExactText, nullable=False),
    Column("points", BigInteger),  # NULL until the result is entered, and so is the time
    Column("extra", ExactText, nullable=False),  # JSON
    Column("ended", UtcDateTime),
    Index("tries_by_person", "kind", "day", "person", unique=True),
    Index("tries_by_points", "kind", "day", "points"),
    Index("tries_by_game", "game"),
    Index("tries_of_person", "person"),
)

preferences = Table(
    "preferences",
    metadata,
    Column("name", ExactText, primary_key=True),
    Column("value", ExactText, nullable=False),  # JSON
)
