"""An image: machine code that runs at any address, with the places of its functions. A file holds one."""

import hashlib
import json
from typing import NamedTuple

MAGIC = b"Ludarium machine code 1\n"
CHECK = 32  # bytes of the checksum

_TABLES = "entries", "slots", "pointers"


class Image(NamedTuple):
    """Machine code and its constants in one piece."""

    memory: bytes
    entries: dict[str, int]  # where the functions begin
    slots: dict[str, int]  # where the addresses of functions of the C library are to be written
    pointers: list[int]  # where places of the image stand that are to become addresses

    def has(self, unit: str) -> bool:
        """Whether the functions of a unit are in it."""
        return any(name.rpartition(".")[0] == unit for name in self.entries)

    def to_bytes(self, key: str) -> bytes:
        """The content of a file, which says for what sources, game and processor the code was made."""
        header = json.dumps({"key": key, **{name: getattr(self, name) for name in _TABLES}}).encode() + b"\n"
        return MAGIC + hashlib.sha256(header + self.memory).digest() + header + self.memory

    @classmethod
    def from_bytes(cls, content: bytes, key: str) -> "Image | None":
        """The image in a file; None if it is damaged or was made for something else."""
        begin = len(MAGIC) + CHECK
        if content[: len(MAGIC)] != MAGIC or hashlib.sha256(content[begin:]).digest() != content[len(MAGIC) : begin]:
            return None
        header, _, memory = content[begin:].partition(b"\n")
        found = json.loads(header)
        return cls(memory, *(found[name] for name in _TABLES)) if found["key"] == key else None
