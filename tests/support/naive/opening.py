"""The naive game that stands as a game of the house does."""

import importlib
from itertools import count
from typing import Any, Protocol

import ludarium
from ludarium.games.abatis.dealing import peek
from ludarium.games.abatis.lanes import BLOCKS, RETURNED, SCORE

from . import abatis


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
    twin: Any = importlib.import_module(f".{game.kind.folder.name}", __package__)
    made: Naive = twin.Naive(**game.options)
    return made
