"""A folder that one process at a time works in."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ..contract.errors import LudariumError
from ..contract.quotation import quoted


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Lock a folder; LudariumError if another process has. The lock ends with the process, however that ends."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        file = (folder / ".lock").open("ab")
    except OSError as error:
        raise LudariumError(f"cannot write to {quoted(str(folder), 300)}: {error.strerror}") from None
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise LudariumError(f"another process works in {quoted(str(folder), 300)}; name another folder") from None
        yield
