"""A small collection of games."""

from pathlib import Path

import ludarium
from ludarium.collection.replayed import GivenGame, Replayer

LINES = {"Ann": "a7-b6 a1-b2", "Bea": "a7-b6 a1-b1", "Cleo": "g1-f1"}  # by the player who begins, and wins


def collect(file: Path) -> Path:
    """Three games of Ataxx."""
    from ludarium.collection.collection import extended

    games = list[GivenGame]()
    for name, moves in LINES.items():
        game = ludarium.new("ataxx")
        for move in moves.split():
            game.push(move)
        game.end("red", "blue has given up")
        games.append(GivenGame(name, "test", (name, "Zoe"), game.record()))
    with extended(file) as collection:
        collection.add(Replayer().replay(games))
    return file
