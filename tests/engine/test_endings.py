"""Tables of endings: their files, and games without one."""

from array import array
from pathlib import Path

import pytest

import ludarium
from ludarium import LudariumError
from ludarium.engine.native import cpu
from ludarium.engine.packed import read_packed
from ludarium.engine.search.exact.endings import decode_endings, encode_endings, endings_of


def test_a_table_is_read_as_it_was_written() -> None:
    table = array("q", [5, -1, 1 << 62, 0])
    assert decode_endings(encode_endings(table)) == table


def test_what_is_no_table_is_refused_in_a_sentence(tmp_path: Path) -> None:
    content = encode_endings(array("q", range(40)))
    net = (ludarium.new("ataxx").kind.folder / "weights.net").read_bytes()
    for damaged in b"", b"{}\n", b"moves\n", content[:-9], content[:100] + b"?" + content[101:], content[1:], net:
        with pytest.raises(LudariumError, match=r"^the table is damaged, or no table of this version; take another"):
            decode_endings(damaged)
    with pytest.raises(LudariumError, match=r"^the table of endings .*none cannot be read: No such file"):
        read_packed(tmp_path / "none", "table of endings")


def test_there_is_no_table_in_other_games_or_where_nothing_compiles(monkeypatch: pytest.MonkeyPatch) -> None:
    game = ludarium.new("ataxx")
    assert not len(endings_of(game.kind, game.constants))
    beetles = ludarium.new("battle-of-the-beetles")
    assert len(endings_of(beetles.kind, beetles.constants))
    monkeypatch.setattr(cpu, "can_compile", lambda: False)
    assert not len(endings_of(beetles.kind, beetles.constants))
