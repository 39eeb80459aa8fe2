"""Where the database is by default: a file in the platform's data folder."""

import os
from pathlib import Path

from platformdirs import user_data_path

FILE = "ludarium.db"


def data_folder() -> Path:
    """The folder that LUDARIUM_HOME names, or the platform's data folder."""
    return Path(os.environ.get("LUDARIUM_HOME") or user_data_path("ludarium"))


def database_file() -> Path:
    """The default database."""
    return data_folder() / FILE


def configured_url() -> str | None:
    """The URL of the database in LUDARIUM_DATABASE."""
    return os.environ.get("LUDARIUM_DATABASE") or None
