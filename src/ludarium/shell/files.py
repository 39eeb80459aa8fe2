"""Files of line mode: scripts of commands, and records of games."""

import os
import re
import tempfile
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from ..contract.errors import BadRecord, LudariumError
from ..contract.kind import Kind
from ..contract.quotation import quoted
from ..play.game import Game
from ..play.record import parse

LARGEST = 1 << 24  # bytes of a file


def find(name: str) -> Path:
    """The path of a name; `~` is the home folder."""
    try:
        return Path(name).expanduser()
    except RuntimeError:
        raise LudariumError(f"no user is known whose home {quoted(name, 300)} could be in") from None


def read(name: str) -> bytes:
    """The content of a file. Only regular files are read: others may never end."""
    file = find(name)
    try:
        if file.exists() and not file.is_file():
            raise LudariumError(f"{quoted(name, 300)} is no file of commands and no record")
        if file.stat().st_size > LARGEST:
            raise LudariumError(f"{quoted(name, 300)} is larger than {LARGEST >> 20} MiB, and no file of commands is")
        return file.read_bytes()
    except OSError as error:
        raise LudariumError(f"cannot read {quoted(name, 300)}: {error.strerror}") from None


def is_record(data: bytes) -> bool:
    """Whether a file is a record and no script: it begins with a line like `game: ataxx`, and no command does."""
    return re.match(rb"(\xef\xbb\xbf)?[a-z_]+:", data) is not None


def check_script(name: str, data: bytes) -> None:
    """Refuse a file that has no commands: one sentence is better than an error for each of its lines."""
    if not data.strip():
        raise LudariumError(f"{quoted(name, 300)} is empty")
    try:
        is_text = b"\0" not in data and data.split(b"\n", 1)[0].decode("utf-8-sig") is not None
    except UnicodeDecodeError:
        is_text = False
    if not is_text:
        raise LudariumError(f"{quoted(name, 300)} is no text, and so no file of commands and no record")


def read_record(name: str, data: bytes, kind: Kind | None = None) -> Game:
    """The game of a record, which must be of this kind, if one is given."""
    try:
        game = parse(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise LudariumError(f"{name}, line {line}: this is not text in UTF-8") from None
    except BadRecord as error:
        where = f"{name}, line {error.line}" if error.line else name
        raise LudariumError(f"{where}: {error.reason}") from None
    if kind and game.kind is not kind:
        raise LudariumError(f"{quoted(name, 300)} is a record of {game.kind.id}, and this is {kind.id}")
    return game


def write(name: str, game: Game) -> str:
    """Write the record of a game to a file, by default with an unused name; returns the name."""
    if not name:
        name = free_name(f"{game.kind.id} {datetime.now():%Y-%m-%d-%H-%M}", lambda name: Path(name).exists())
    file = find(name)
    try:
        if file.exists() and not (file.is_file() and is_record(file.read_bytes()[:100])):
            raise LudariumError(f"{quoted(name, 300)} is there already and is no record; choose another name")
        _write_atomically(file, game.record())
    except OSError as error:
        raise LudariumError(f"cannot write {quoted(name, 300)}: {error.strerror}") from None
    return name


def free_name(stem: str, taken: Callable[[str], bool]) -> str:
    """The first of `stem.csv`, `stem (2).csv`, ... that is not taken."""
    name, count = f"{stem}.csv", 2
    while taken(name):
        name, count = f"{stem} ({count}).csv", count + 1
    return name


def _write_atomically(file: Path, text: str) -> None:
    """Replace a file atomically: it is never incomplete."""
    # Write to the target of a symbolic link
    file = Path(os.path.realpath(file))
    handle, part = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name[:100]}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        mask = os.umask(0)
        os.umask(mask)
        Path(part).chmod(file.stat().st_mode & 0o777 if file.exists() else 0o666 & ~mask)
        Path(part).replace(file)
    except BaseException:
        Path(part).unlink(missing_ok=True)
        raise
