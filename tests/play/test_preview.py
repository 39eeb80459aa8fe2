"""What a move would do, why it cannot be made, and the moves that a player would have at turn."""

import pytest

import ludarium
from ludarium.play.match.match import Match
from ludarium.play.match.preview import premoves, preview


def match(id: str, position: str | None = None, **options: object) -> Match:
    game = ludarium.new(id, position, **options)
    return Match(game, ["human"] * game.kind.rules.players(game.constants))


@pytest.mark.parametrize("id", ["ataxx", "beetle-battle", "battle-of-the-beetles", "gamma"])
def test_a_preview_ends_as_the_move_does(id: str) -> None:
    table = match(id)
    for path, move in list(table.game.paths().items())[:8]:
        cells = {cell.name: cell for cell in table.game.scene().cells}
        told = preview(table, path)
        cells |= {cell.name: cell for frame in told.frames for cell in frame}
        after = table.game.copy()
        after.push(move)
        assert cells == {cell.name: cell for cell in after.scene().cells} and not told.objection


def test_what_is_hidden_stays_hidden() -> None:
    table = match("abatis", seed=3)
    for _ in range(12):
        table.game.push(table.game.legal_moves[0])
    game = table.game
    told = {path: preview(table, path) for path in game.paths()}
    row = game.row[:]
    game.kind.determinize(game.constants, row, 99)
    other = match("abatis", game.kind.write_position(game.constants, row), seed=3)
    assert told == {path: preview(other, path) for path in other.game.paths()}
    assert all(told[path].frames for path in told)


@pytest.mark.parametrize(
    ("id", "path", "why"),
    [
        ("ataxx", ("a7", "a4"), "too far; a piece goes one or two squares"),
        ("ataxx", ("d4",), "red has no piece beside d4"),
        ("ataxx", ("nowhere",), ""),
        ("battle-of-the-beetles", ("d1", "c4"), "d1 has a green egg"),
        ("gamma", ("g", "1,1"), "1,1 is free"),
    ],
)
def test_an_illegal_move_has_an_objection(id: str, path: tuple[str, ...], why: str) -> None:
    told = preview(match(id), path)
    assert told.objection == why and not told.frames


def test_areas_that_are_joined_and_parted() -> None:
    table = match("gamma", width=5, height=5, players=2, areas=3)
    for move in "1,1", "3,3", "1,2", "3,2", "4,4", "3,1":
        table.game.push(move)
    assert {frozenset(area) for area in preview(table, ("2,1",)).areas} == {frozenset({"2,1", "1,1", "1,2"})}
    parted = {frozenset(area) for area in preview(table, ("g", "3,2")).areas}
    assert {frozenset({"3,3"}), frozenset({"3,1"})} <= parted


def test_the_moves_at_turn_are_those_of_the_player() -> None:
    table = match("ataxx")
    red, blue = (premoves(table, player, 1) for player in (0, 1))
    assert red.paths and blue.paths and set(red.paths) == set(table.game.paths())
    assert {path[0] for path in blue.paths} == {"g7", "a1"}
    assert premoves(match("abatis", seed=1), 0, 1).paths == ()
    assert premoves(match("gamma", width=40, height=40), 1, 1).paths is None
