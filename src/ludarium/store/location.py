"""Where things are kept if nobody says otherwise: a file in the platform's folder for data."""

import os
from pathlib import Path

from platformdirs import user_data_path

FILE = "ludarium.db"


def data_folder() -> Path:
    """The folder that LUDARIUM_HOME names, or the platform's."""
    return Path(os.environ.get("LUDARIUM_HOME") or user_data_path("ludarium"))


def database_file() -> Path:
    """The database of somebody who names no other."""
    return data_folder() / FILE


def configured_url() -> str | None:
    """The database that LUDARIUM_DATABASE names by its URL."""
    return os.environ.get("LUDARIUM_DATABASE") or None
