"""All games of a tournament as text in the manner of PGN, which programs that compute ratings read.

White is the player who has the first seat, whatever its colour is called; where there are not two, players are numbered
by their seats. Moves are in the notation of the game.
"""

from collections.abc import Iterable
from textwrap import fill

from ...play.game import Game
from ...play.record import load
from ..pair_count import PAIR
from .journal import GameLine
from .settings import Tournament

RESULTS = {1.0: "1-0", 0.0: "0-1"}  # by what the game is worth to the first; any other is a draw
WIDTH = 80


def write_pgn(tournament: Tournament, games: Iterable[GameLine]) -> str:
    """All games, one below the other."""
    return "\n".join(_written(tournament, line) for line in games)


def _written(tournament: Tournament, line: GameLine) -> str:
    game = load(line.record)
    result = _result(line)
    tags = {
        "Event": tournament.title,
        "Round": f"{line.round}.{line.number}",
        **_players(line),
        "Result": result,
        **_points(line, game),
        "Variant": game.kind.id,
        "Options": " ".join(f"{name}={text}" for name, text in game.option_texts.items()),
        "Seats": " ".join(game.kind.board.player(game.constants, seat) for seat in range(len(line.players))),
        "PlyCount": str(len(game.moves)),
        "Termination": _termination(game),
    }
    head = "\n".join(f'[{name} "{_escaped(text)}"]' for name, text in tags.items())
    moves = fill(" ".join([*_numbered(game), result]), WIDTH, break_long_words=False, break_on_hyphens=False)
    return f"{head}\n\n{moves}\n"


def _players(line: GameLine) -> dict[str, str]:
    if len(line.players) == PAIR:
        return {"White": line.players[0], "Black": line.players[1]}
    return {f"Player{number}": name for number, name in enumerate(line.players, 1)}


def _points(line: GameLine, game: Game) -> dict[str, str]:
    """By seat, where places do not say enough."""
    outcome = game.outcome()
    return {"Points": " ".join(map(str, outcome.scores))} if outcome and len(line.players) > PAIR else {}


def _result(line: GameLine) -> str:
    """Of two players as in PGN; of others what the game was worth to each, or the points of one alone."""
    return RESULTS.get(line.worths[0], "1/2-1/2") if len(line.worths) == PAIR else "-".join(line.results)


def _termination(game: Game) -> str:
    outcome = game.outcome()
    return outcome.reason if outcome else "unterminated"


def _numbered(game: Game) -> Iterable[str]:
    """The moves, with a number wherever the first seat begins a new turn."""
    number, last = 0, -1
    for mover, move in zip(game.movers, game.moves, strict=True):
        if mover <= last or not number:
            number += 1
            yield f"{number}{'...' if mover else '.'}"
        last = mover
        yield str(move).replace(" ", "_")


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')
