"""Upgrading a database to the latest revision, with Alembic."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from ...contract.quotation import quoted
from ..errors import StoreError

SCRIPTS = Path(__file__).parent / "migrations"


def config() -> Config:
    """Alembic's configuration, which it would otherwise read from a file."""
    made = Config()
    made.set_main_option("script_location", str(SCRIPTS).replace("%", "%%"))
    return made


def upgrade(connection: Connection, revision: str | None, to: str = "head") -> None:
    """Apply every revision after this one, within the connection's transaction."""
    check(revision)
    settings = config()
    settings.attributes["connection"] = connection
    command.upgrade(settings, to)


def check(revision: str | None) -> None:
    """Raise StoreError for a revision that this version does not know."""
    known = {script.revision for script in ScriptDirectory.from_config(config()).walk_revisions()}
    if revision is not None and revision not in known:
        raise StoreError(
            f"the data is from a newer Ludarium (revision {quoted(revision, 40)}); install that version, "
            "or set LUDARIUM_HOME to another folder, or LUDARIUM_DATABASE to another database"
        )
