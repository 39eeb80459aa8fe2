"""Where compiled code is kept between runs."""

import hashlib
import os
import shutil
import time
from collections.abc import Iterable
from pathlib import Path

from platformdirs import user_cache_path

from .. import contract
from ..games import folders as games_folders

STALE = 30 * 24 * 3600  # seconds after which the code of other sources is deleted


def _sources() -> Iterable[Path]:
    """Every file that compiled code is made of."""
    for folder in (*contract.__path__, str(Path(__file__).parent), *games_folders()):
        yield from sorted(Path(folder).rglob("*.py"))


def folder() -> Path | None:
    """The folder for code compiled from the sources as they are now; None where nothing can be kept.

    numba by itself watches only the file in which a cached function stands, so that a function compiled with a game's
    old rules would stay in use: the folder's name is a hash of all our sources.
    """
    digest = hashlib.sha256()
    for source in _sources():
        digest.update(source.name.encode() + b"\0" + source.read_bytes() + b"\0")
    home = Path(os.environ.get("LUDARIUM_CACHE") or user_cache_path("ludarium"))
    place = home / digest.hexdigest()[:16]
    try:
        place.mkdir(parents=True, exist_ok=True)
        os.utime(place)
    except OSError:
        return None
    _sweep(home)
    return place if os.access(place, os.W_OK) else None


def _sweep(home: Path) -> None:
    """Delete what was compiled from sources that were not used for a month."""
    for old in home.iterdir():
        if old.is_dir() and time.time() - old.stat().st_mtime > STALE:
            shutil.rmtree(old, ignore_errors=True)
