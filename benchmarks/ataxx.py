"""Ataxx against the package `ataxx` from PyPI and against our own rules uncompiled."""

from collections.abc import Callable
from random import Random
from typing import Any

import ataxx as pypi

import ludarium
from ludarium.engine import perft, playouts, uncompiled

from .measure import rates, show


def pypi_perft(board: Any, depth: int) -> int:
    total = 0
    for move in board.legal_moves():
        board.makemove(move)
        total += pypi_perft(board, depth - 1) if depth > 1 else 1
        board.undo()
    return total


def library_perft(game: ludarium.Game, depth: int) -> int:
    total = 0
    for move in game.legal_moves:
        game.push(move)
        total += library_perft(game, depth - 1) if depth > 1 else 1
        game.pop()
    return total


def pypi_games(random: Random, games: int) -> Callable[[], float]:
    def play() -> float:
        plies = 0
        for _ in range(games):
            board = pypi.Board()
            while not board.gameover():
                board.makemove(random.choice(list(board.legal_moves())))
                plies += 1
        return plies

    return play


def library_games(random: Random, games: int) -> Callable[[], float]:
    def play() -> float:
        plies = 0
        for _ in range(games):
            game = ludarium.new("ataxx", rules="uai")
            while legal := game.legal_moves:
                game.push(random.choice(legal))
                plies += 1
        return plies

    return play


def main() -> None:
    game = ludarium.new("ataxx", rules="uai")
    what = game.kind, game.constants, game.row
    random = Random(1)

    played, counted, plain, theirs = rates(
        lambda: perft.perft(*what, 5, counted=False, threads=1),
        lambda: perft.perft(*what, 6, threads=1),
        lambda: uncompiled.perft(*what, 3),
        lambda: pypi_perft(pypi.Board(), 3),
    )
    show("perft, every leaf played / PyPI ataxx", played, theirs, "lines/s")
    show("perft, every leaf played / our rules uncompiled", played, plain, "lines/s")
    show("perft, leaves counted / every leaf played", counted, played, "lines/s")

    compiled, theirs = rates(lambda: playouts.playouts(*what, 3000).plies, pypi_games(random, 2))
    show("random games, compiled / PyPI ataxx", compiled, theirs, "plies/s")
    games, theirs = rates(lambda: playouts.playouts(*what, 3000).games, lambda: pypi_games(random, 2)() and 2)
    show("random games, compiled / PyPI ataxx", games, theirs, "games/s")

    ours, theirs = rates(lambda: library_perft(game.copy(), 3), lambda: pypi_perft(pypi.Board(), 3))
    show("library: legal_moves, push, pop / PyPI ataxx", ours, theirs, "moves/s")
    ours, theirs = rates(library_games(random, 4), pypi_games(random, 2))
    show("library: random games by legal_moves and push / PyPI ataxx", ours, theirs, "plies/s")
