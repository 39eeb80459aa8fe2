"""The rules agree with a second, naive implementation of every game, over thousands of random games."""

from itertools import count
from random import Random
from typing import Any, Protocol

import pytest

import ludarium
from ludarium.games.abatis.dealing import peek
from ludarium.games.abatis.lanes import BLOCKS, RETURNED, SCORE

from ..support.cases import CASES
from ..support.naive import abatis, ataxx, battle_of_the_beetles, beetle_battle, gamma

# Games a variant, by how long a game of the naive kind takes; a film costs as much again.
GAMES = {"abatis": 30, "ataxx": 40, "battle-of-the-beetles": 250, "beetle-battle": 120, "gamma": 200}
LONGEST = {"abatis": 60, "gamma": 60, "beetle-battle": 80}
FILM_EVERY = 7


NAIVE: dict[str, Any] = {
    "ataxx": ataxx.Naive,
    "battle-of-the-beetles": battle_of_the_beetles.Naive,
    "beetle-battle": beetle_battle.Naive,
    "gamma": gamma.Naive,
}


class Naive(Protocol):
    turn: str

    def legal(self) -> set[str]: ...
    def push(self, text: str) -> None: ...
    def over(self) -> tuple[str | None, tuple[int, ...]] | None: ...
    def picture(self) -> str: ...
    def film(self, text: str) -> list[str]: ...


def snapshot(game: ludarium.Game) -> Naive:
    """The naive game of Abatis from what is to be seen of the real one and the stack, with colours from 0."""
    cells = {cell.name: cell for cell in game.scene().cells}
    board = {
        (cell.y - 2, cell.x - 2): (cell.piece.colour - 1, cell.piece.arrow)
        for cell in cells.values()
        if cell.ground == "field" and cell.piece
    }
    lanes = [f"{side}{lane}" for side in "NSWE" for lane in range(1, 9)]
    inner = {lane: cells[lane].piece.colour - 1 for lane in lanes}  # type: ignore[union-attr]
    outer = {lane: cells[f"{lane}!"].piece.colour - 1 for lane in lanes}  # type: ignore[union-attr]
    row, constants = game.row, game.constants
    returned = row[RETURNED]
    stack = [peek(constants, row, i) - 1 for i in reversed(range(returned))]
    supply = (peek(constants, row, returned + i) - 1 for i in count())
    return abatis.Naive(game.options["type"], board, inner, outer, stack, supply, row[SCORE], row[BLOCKS])


def opening(game: ludarium.Game) -> Naive:
    if game.kind.id == "abatis":
        return snapshot(game.copy())
    made: Naive = NAIVE[game.kind.id](**game.options)
    return made


def films_agree(game: ludarium.Game, other: Naive, move: ludarium.Move) -> None:
    """Frame by frame; the deal of a new level is a frame that only the real game can show."""
    real = [
        game.kind.board.picture(game.constants, row)
        for row in game.kind.frames(game.constants, game.row[:], move.number)
    ]
    expected = other.film(str(move))
    assert real[: len(expected)] == expected
    if len(real) != len(expected):
        after = game.copy()
        after.push(move)
        assert len(real) == len(expected) + 1
        assert game.kind.chapter(game.constants, after.row) != game.kind.chapter(game.constants, game.row)


def play_both(game: ludarium.Game, random: Random, longest: int) -> None:
    other = opening(game)
    for ply in range(longest):
        assert str(game) == other.picture()
        over, outcome = other.over(), game.outcome()
        assert over == (outcome and (outcome.winner, outcome.scores))
        assert {str(move) for move in game.legal_moves} == other.legal()
        if over:
            return
        assert game.turn == other.turn
        move = random.choice(game.legal_moves)
        if ply % FILM_EVERY == 0:
            films_agree(game, other, move)
        game.push(move)
        other.push(str(move))
        if getattr(other, "level_done", False):
            other = opening(game)


# The naive game counts the fields of every player, which four billion of them are too many for
COUNTABLE = [case for case in CASES if case.values[1].get("players", 1) < 1000]


@pytest.mark.parametrize(("id", "options"), COUNTABLE)
def test_random_games_agree(id: str, options: dict[str, Any]) -> None:
    random = Random(id)
    # The naive game of Gamma tries every golden move by walking over the whole board
    large = options.get("width", 1) * options.get("height", 1) >= 100
    for i in range(6 if large else GAMES[id]):
        dealt = {**options, "seed": i} if "seed" in options else options
        play_both(ludarium.new(id, **dealt), random, LONGEST.get(id, 1000))
