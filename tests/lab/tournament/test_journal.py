"""Journals: a line for each game, read again after a process was killed or a file was damaged."""

import re
from pathlib import Path

import pytest

from ludarium import LudariumError
from ludarium.lab.tournament.journal import GameLine, Heading, Journal, read_games

from ...support.tournaments import line, table_line

HEADING = Heading("cup", "ataxx", ("A", "B"), "this one")
GAMES = [line(number, ("A", "B")) for number in (1, 2, 3)]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file with three games."""
    journal, told = Journal(tmp_path / "cup.games", HEADING, print), list[str]()
    for game in GAMES:
        journal.add(game)
    journal.close()
    assert not told
    return journal.file


def reopened(file: Path) -> tuple[list[int], list[str]]:
    """The numbers of the games that are found, and what is said about the file."""
    told = list[str]()
    journal = Journal(file, HEADING, told.append)
    journal.close()
    return sorted(journal.games), told


def test_games_are_found_again(file: Path) -> None:
    assert reopened(file) == ([1, 2, 3], [])
    assert read_games(file, print) == (HEADING, GAMES)
    assert file.read_bytes().count(b"\n") == 4


def test_a_last_line_that_was_being_written_is_dropped_at_every_byte(file: Path) -> None:
    content = file.read_bytes()
    begin = content.rindex(b"\n", 0, -1) + 1
    for end in range(begin, len(content)):
        file.write_bytes(content[:end])
        assert reopened(file) == ([1, 2], []) and file.read_bytes() == content[:begin]
        journal = Journal(file, HEADING, print)
        journal.add(GAMES[2])
        journal.close()
        assert file.read_bytes() == content


def test_a_first_line_that_was_being_written_is_written_again(file: Path) -> None:
    content = file.read_bytes()
    file.write_bytes(content[:10])
    assert reopened(file) == ([], []) and file.read_bytes() == content[: content.index(b"\n") + 1]


def test_a_damaged_line_is_named_and_left_out(file: Path) -> None:
    lines = file.read_bytes().split(b"\n")
    file.write_bytes(b"\n".join([lines[0], lines[1], b"\xff\x00{", lines[3], b'{"number": "x"}', lines[3], b""]))
    numbers, told = reopened(file)
    assert numbers == [1, 3]
    assert told == [f"'{file}', line {number}: this is no game, and it is left out" for number in (3, 5)]


def test_games_of_another_tournament_are_not_mixed(file: Path) -> None:
    with pytest.raises(LudariumError, match=r"cup.games' has the games of another tournament, 'cup'; name"):
        Journal(file, Heading("cup", "ataxx", ("A", "B"), "another"), print)
    file.write_text("something else\n")
    with pytest.raises(LudariumError, match=r"line 1: this is no file of a tournament's games; name another one"):
        Journal(file, HEADING, print)
    with pytest.raises(LudariumError, match=r"line 1: this is no file of a tournament's games"):
        read_games(file, print)
    assert file.read_text() == "something else\n"


def test_one_process_at_a_time_adds_games(file: Path) -> None:
    journal = Journal(file, HEADING, print)
    with pytest.raises(LudariumError, match="another process adds games to"):
        Journal(file, HEADING, print)
    journal.close()
    assert reopened(file)[0] == [1, 2, 3]


def test_a_place_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(LudariumError, match="cannot write "):
        Journal(tmp_path / "file" / "cup.games", HEADING, print)
    with pytest.raises(LudariumError, match="cannot write "):
        Journal(tmp_path, HEADING, print)


def test_games_of_any_number_of_players(tmp_path: Path) -> None:
    games = [
        table_line(1, "ABC", 1, 0.5, 0),
        table_line(2, "A", 1234567),
        table_line(3, "ABCD", 1, 1 / 3, 1 / 3, 1 / 3),
    ]
    journal = Journal(tmp_path / "cup.games", HEADING, print)
    for game in games:
        journal.add(game)
    journal.close()
    assert read_games(journal.file, print) == (HEADING, games)
    assert [game.results for game in games] == [["1", "0.5", "0"], ["1234567"], ["1", "0.333", "0.333", "0.333"]]


@pytest.mark.parametrize("part", [b'"players":["A"]', b'"players":[]', b'"worths":[1.0,0.0,0.5]', b'"seconds":[0.5]'])
def test_a_line_that_lacks_something_of_a_player_is_left_out(file: Path, part: bytes) -> None:
    key = part.partition(b":")[0]
    first, line, *others = file.read_bytes().split(b"\n")
    damaged = re.sub(key + rb":\[[^\]]*\]", part, line)
    assert damaged != line
    file.write_bytes(b"\n".join([first, damaged, *others]))
    assert reopened(file) == ([2, 3], [f"'{file}', line 2: this is no game, and it is left out"])


def test_a_line_of_two_players_is_written_as_ever(file: Path) -> None:
    head = b'{"number":1,"round":1,"players":["A","B"],"worths":[1.0,0.0],"why":"","record":"game: ataxx\\n'
    assert file.read_bytes().split(b"\n")[1].startswith(head)
    assert file.read_bytes().split(b"\n")[1].endswith(b'"seconds":[0.5,0.25]}')


@pytest.mark.parametrize(
    "why, seats", [("B loses: it crashed", [1]), ("broken off; the points decide", []), ("", []), ("BB loses: x", [])]
)
def test_who_is_at_fault(why: str, seats: list[int]) -> None:
    game: GameLine = table_line(1, "ABC", 1, 0, 0.5, why=why)
    assert [seat for seat in range(3) if game.is_at_fault(seat)] == seats
