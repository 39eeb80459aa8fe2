"""Shards: files of positions with what a search and the rest of the game said of them. docs/learning.md has the format.

    header line (JSON, ends with a newline) | zlib(rows | scores | results) | SHA-256 of all before it

All numbers are little-endian. Nothing here needs more than Python itself, so that processes that play start quickly.
"""

import hashlib
import json
import sys
import zlib
from array import array
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from ...contract.errors import LudariumError
from ...contract.quotation import quoted
from ..whole_file import read_bytes

FORMAT = "ludarium shard 1"
ENDING = ".shard"
CHECK = hashlib.sha256().digest_size
HIGHEST = 32_000  # a score is cut off there, so that it fits into 16 bits
TYPECODES = "bBhHiIqQ"


class BadShard(LudariumError):
    """A shard that cannot be read; the message says why."""


class Header(NamedTuple):
    """What a shard holds, and how it was made."""

    game: str
    options: dict[str, str]
    typecode: str  # of the numbers of a row, as `array` names them
    width: int  # numbers of a row that are kept
    positions: int
    games: int
    number: int  # of the shard, from 1
    seed: int
    generation: int
    nodes: int
    net: str  # what judged positions: the first 16 digits of the SHA-256 of its weights; `hand` for none


class Shard(NamedTuple):
    """Positions one after the other, with scores (hundredths of a point) and results (thousandths of the win).

    Scores and results are those of the player to move.
    """

    header: Header
    rows: "array[int]"
    scores: "array[int]"
    results: "array[int]"

    def encode(self) -> bytes:
        """The content of its file."""
        head = json.dumps({"format": FORMAT, **self.header._asdict()}, sort_keys=True).encode() + b"\n"
        body = b"".join(map(_little, (self.rows, self.scores, self.results)))
        content = head + zlib.compress(body)
        return content + hashlib.sha256(content).digest()

    @classmethod
    def decode(cls, content: bytes) -> "Shard":
        """From the content of a file, or BadShard."""
        if hashlib.sha256(content[:-CHECK]).digest() != content[-CHECK:]:
            raise BadShard("its checksum is wrong")
        head, _, body = content[:-CHECK].partition(b"\n")
        header = _header(head)
        try:
            numbers = zlib.decompress(body)
        except zlib.error:
            raise BadShard("its numbers cannot be unpacked") from None
        rows, scores, results = array(header.typecode), array("h"), array("h")
        edge = header.positions * header.width * rows.itemsize
        if len(numbers) != edge + 2 * header.positions * scores.itemsize:
            raise BadShard("its header promises another number of positions")
        middle = edge + header.positions * scores.itemsize
        for part, found in (numbers[:edge], rows), (numbers[edge:middle], scores), (numbers[middle:], results):
            found.frombytes(part)
            if sys.byteorder == "big":
                found.byteswap()
        return cls(header, rows, scores, results)


def _little(numbers: "array[int]") -> bytes:
    if sys.byteorder == "big":
        numbers = numbers[:]
        numbers.byteswap()
    return numbers.tobytes()


def _header(line: bytes) -> Header:
    try:
        found: dict[str, Any] = json.loads(line)
        if found.pop("format") != FORMAT:
            raise BadShard(f"it is not of the format {quoted(FORMAT)}")
        header = Header(**found)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        if isinstance(error, BadShard):
            raise
        raise BadShard("its header cannot be read") from None
    whole = header.width, header.positions
    if header.typecode not in TYPECODES or not all(isinstance(each, int) and each >= 0 for each in whole):
        raise BadShard("its header cannot be read")
    return header


def file_of(folder: Path, number: int) -> Path:
    """The file of a shard with this number."""
    return folder / f"{number:06}{ENDING}"


def read_shard(file: Path) -> Shard:
    """The shard in a file; BadShard names the file and says what is wrong."""
    try:
        return Shard.decode(read_bytes(file))
    except BadShard as error:
        raise BadShard(f"the shard {quoted(str(file), 300)} is left out: {error}") from None


def read_shards(folders: Iterable[Path]) -> Iterator[Shard | BadShard]:
    """All shards of some folders in the order of their names; in the place of a damaged one, what is wrong with it."""
    for folder in folders:
        for file in sorted(folder.glob(f"*{ENDING}")):
            try:
                yield read_shard(file)
            except BadShard as error:
                yield error
