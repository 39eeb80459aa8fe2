"""Files that are there whole or not at all, also after a power cut or `kill -9`."""

import contextlib
import os
from pathlib import Path

from ..contract.errors import LudariumError
from ..contract.quotation import quoted


def write_whole(file: Path, content: bytes) -> None:
    """Write a file under another name and rename it; LudariumError if that is not possible."""
    spare = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        try:
            with spare.open("wb") as out:
                out.write(content)
                out.flush()
                os.fsync(out.fileno())
            spare.replace(file)
        except BaseException:
            with contextlib.suppress(OSError):
                spare.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise LudariumError(f"cannot write {quoted(str(file), 300)}: {error.strerror}") from None


def read_bytes(file: Path) -> bytes:
    """The content of a file; LudariumError if it cannot be read."""
    try:
        return file.read_bytes()
    except OSError as error:
        raise LudariumError(f"cannot read {quoted(str(file), 300)}: {error.strerror}") from None
