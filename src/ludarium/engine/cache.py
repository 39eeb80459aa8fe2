"""Where compiled code and solved games are kept between runs."""

import contextlib
import hashlib
import os
import threading
import time
from functools import cache
from pathlib import Path

from .. import contract
from ..contract.kind import Kind
from ..contract.quotation import quoted

STALE = 30 * 24 * 3600  # seconds after which what was not used is deleted
DAY = 24 * 3600


@cache
def digest(kind: Kind) -> str:
    """A hash of every source that a game's compiled code is made of: when one of them changes, so does the code."""
    found = hashlib.sha256()
    for folder in (*contract.__path__, str(Path(__file__).parent), str(kind.folder)):
        for source in sorted(Path(folder).rglob("*.py")):
            found.update(source.name.encode() + b"\0" + source.read_bytes() + b"\0")
    return found.hexdigest()


def folder() -> Path:
    """The folder for files that can be made again; it need not be there."""
    named = os.environ.get("LUDARIUM_CACHE")
    if named:
        return Path(named)
    from platformdirs import user_cache_path

    return user_cache_path("ludarium")


def read(file: Path) -> bytes | None:
    """The content of a file that was kept, if it is there; a file that is used is not deleted."""
    try:
        content = file.read_bytes()
    except OSError:
        return None
    with contextlib.suppress(OSError):
        if time.time() - file.stat().st_mtime > DAY:
            os.utime(file)
    return content


def keep(file: Path, content: bytes) -> None:
    """Keep a file, if that is possible. A process that reads it meanwhile finds it whole or not at all."""
    spare = file.with_name(f"{file.name}.{os.getpid()}.{threading.get_ident()}")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        sweep(file.parent)
        spare.write_bytes(content)
        spare.replace(file)
    except OSError:  # no room, perhaps, or not our folder: then it is made again next time
        with contextlib.suppress(OSError):
            spare.unlink(missing_ok=True)


def trouble() -> str:
    """Why nothing can be kept, or an empty text."""
    try:
        place = folder()
        place.mkdir(parents=True, exist_ok=True)
        spare = place / f"trial.{os.getpid()}"
        spare.write_bytes(b"")
        spare.unlink()
    except OSError as error:
        return f"the folder {quoted(str(folder()), 300)} cannot be used: {error.strerror}"
    return ""


def sweep(place: Path) -> None:
    """Delete what was not used for a month."""
    for old in place.iterdir():
        if old.is_file() and time.time() - old.stat().st_mtime > STALE:
            old.unlink(missing_ok=True)
