"""Bringing a database to the newest revision."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from ..errors import StoreError

SCRIPTS = Path(__file__).parent / "migrations"


def config() -> Config:
    """What Alembic would otherwise read from a file."""
    made = Config()
    made.set_main_option("script_location", str(SCRIPTS).replace("%", "%%"))
    return made


def upgrade(connection: Connection, revision: str | None, to: str = "head") -> None:
    """Make every change since the revision that the database is at, within the connection's transaction."""
    check(revision)
    settings = config()
    settings.attributes["connection"] = connection
    command.upgrade(settings, to)


def check(revision: str | None) -> None:
    """Refuse a revision that is not known here."""
    known = {script.revision for script in ScriptDirectory.from_config(config()).walk_revisions()}
    if revision is not None and revision not in known:
        raise StoreError(
            f"what is kept is from a newer Ludarium (revision {revision!r:.40}); install that one, "
            "or let LUDARIUM_HOME name another folder, or LUDARIUM_DATABASE another database"
        )
