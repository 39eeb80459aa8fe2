"""Shards: what is written is read, and what is damaged is named and left out."""

from array import array
from pathlib import Path

import pytest

from ludarium import LudariumError
from ludarium.lab.learning.shard import BadShard, Header, Shard, file_of, read_shard, read_shards
from ludarium.lab.whole_file import read_bytes, write_whole

HEADER = Header("ataxx", {"rules": "uai"}, "q", 2, 3, 1, 7, 5, 0, 100, "")
SHARD = Shard(HEADER, array("q", [1, -1, 2, 1 << 62, 3, 0]), array("h", [0, 12, -32000]), array("h", [0, 500, 1000]))


def test_what_is_written_is_read(tmp_path: Path) -> None:
    write_whole(file_of(tmp_path, 7), SHARD.encode())
    assert [each.name for each in tmp_path.iterdir()] == ["000007.shard"]
    assert read_shard(file_of(tmp_path, 7)) == SHARD and list(read_shards([tmp_path])) == [SHARD]


def test_the_header_is_a_line_of_json() -> None:
    assert SHARD.encode().partition(b"\n")[0] == (
        b'{"format": "ludarium shard 1", "game": "ataxx", "games": 1, "generation": 0, "net": "", "nodes": 100, '
        b'"number": 7, "options": {"rules": "uai"}, "positions": 3, "seed": 5, "typecode": "q", "width": 2}'
    )


@pytest.mark.parametrize("typecode", "bhq")
def test_rows_keep_their_type(typecode: str) -> None:
    shard = SHARD._replace(header=HEADER._replace(typecode=typecode), rows=array(typecode, range(6)))
    assert Shard.decode(shard.encode()).rows == array(typecode, range(6))
    assert Shard.decode(shard.encode()).rows.typecode == typecode


def test_a_damaged_shard_is_named_and_left_out(tmp_path: Path) -> None:
    content = SHARD.encode()
    for number, damaged in enumerate((content[:-1], content[:40] + b"?" + content[41:], b"", content + b" "), 1):
        write_whole(file_of(tmp_path, number), damaged)
        with pytest.raises(BadShard, match=f"{number:06}.shard' is left out: its checksum is wrong"):
            read_shard(file_of(tmp_path, number))
    write_whole(file_of(tmp_path, 5), content)
    found = list(read_shards([tmp_path]))
    assert found[4:] == [SHARD] and all(isinstance(each, BadShard) for each in found[:4])


def signed(header: bytes, body: bytes) -> bytes:
    import hashlib
    import zlib

    content = header + b"\n" + zlib.compress(body)
    return content + hashlib.sha256(content).digest()


@pytest.mark.parametrize(
    "old, new, said",
    [
        (b'"positions": 3', b'"positions": 4', "another number of positions"),
        (b'"ludarium shard 1"', b'"ludarium shard 2"', "not of the format 'ludarium shard 1'"),
        (b'"typecode": "q"', b'"typecode": "O"', "header cannot be read"),
        (b'"width": 2', b'"width": -2', "header cannot be read"),
        (b'"seed": 5, ', b"", "header cannot be read"),
        (b"{", b"[", "header cannot be read"),
    ],
)
def test_a_shard_of_another_program_is_refused(old: bytes, new: bytes, said: str) -> None:
    header = SHARD.encode().partition(b"\n")[0]
    assert old in header
    body = SHARD.rows.tobytes() + SHARD.scores.tobytes() + SHARD.results.tobytes()
    assert Shard.decode(signed(header, body)) == SHARD
    with pytest.raises(BadShard, match=said):
        Shard.decode(signed(header.replace(old, new, 1), body))


def test_a_file_is_there_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_whole(tmp_path / "a" / "file", b"old")

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(LudariumError, match=r"cannot write '.*file': No space left on device"):
        write_whole(tmp_path / "a" / "file", b"new")
    assert [(each.name, each.read_bytes()) for each in (tmp_path / "a").iterdir()] == [("file", b"old")]
    with pytest.raises(LudariumError, match=r"cannot read '.*none': No such file"):
        read_bytes(tmp_path / "none")
