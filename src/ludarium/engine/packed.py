"""Numbers that games bring with them in files: weights of nets, tables of endings.

A file is a line of JSON, which says the format, what is in it, and a checksum; and the compressed numbers.
"""

import hashlib
import json
import lzma
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..contract.errors import LudariumError


def pack(format: str, facts: Mapping[str, Any], numbers: bytes) -> bytes:
    """The content of a file."""
    header = {"format": format, **facts, "sha256": hashlib.sha256(numbers).hexdigest()}
    return json.dumps(header).encode() + b"\n" + lzma.compress(numbers, preset=9 | lzma.PRESET_EXTREME)


def unpack(format: str, content: bytes) -> tuple[Mapping[str, Any], bytes]:
    """The facts and the numbers in a file. ValueError if it is damaged, or of another format."""
    line, _, packed = content.partition(b"\n")
    try:
        header = json.loads(line)
        numbers = lzma.decompress(packed)
        if header["format"] != format or header["sha256"] != hashlib.sha256(numbers).hexdigest():
            raise ValueError
    except (KeyError, TypeError, lzma.LZMAError):
        raise ValueError from None
    return header, numbers


def write_packed(file: Path, content: bytes) -> None:
    """Write a file, which is whole or not there."""
    new = file.with_name(file.name + ".new")
    new.write_bytes(content)
    new.replace(file)


def read_packed(file: Path, what: str) -> bytes:
    """The content of a file; LudariumError if it cannot be read."""
    try:
        return file.read_bytes()
    except OSError as error:
        raise LudariumError(f"the {what} {file} cannot be read: {error.strerror}") from None
