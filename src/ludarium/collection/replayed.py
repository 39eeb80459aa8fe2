"""Games replayed into columns: for each move the position before it, by its key, and what the game was worth."""

from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ..contract.errors import LudariumError
from ..play.compiled_game import CompiledGame
from ..play.game import Game
from ..play.record import parse
from ..play.record_writer import result_of

MANY = 50  # games that are worth the seconds that it takes to compile their rules
# Moves that a process makes by plain rules before it waits for compiled ones: they take about as long as the compiler,
# so that games of which there are no more take at most twice as long as they would without it
MANY_MOVES = 100_000


class GivenGame(NamedTuple):
    """A game to be collected, which travels to the process that replays it."""

    origin: str  # what tells it from all others, so that it is collected once
    source: str  # where it comes from, as people read it
    players: tuple[str, ...]  # by seat
    record: str


class ReplayedGame(NamedTuple):
    """A game, and what came of it."""

    given: GivenGame
    kind: str
    variant: str
    worths: list[float]  # of the game to each player, from 0 to 1
    result: str
    plies: int


class Replayed(NamedTuple):
    """Games by rows and moves by columns; a move names its game by its place among the rows."""

    games: list[ReplayedGame]
    game: "array[int]"
    ply: "array[int]"
    key: "array[int]"
    move: "array[int]"
    mover: "array[int]"
    worth: "array[float]"  # of the game, to the player who made the move
    problems: list[str]  # games that are left out, and why


class Replayer:
    """Replays games in one process, portion by portion."""

    def __init__(self) -> None:
        self._plain_moves = Counter[str]()  # made by plain rules while code was compiled, by the ids of the games

    def replay(self, games: Sequence[GivenGame]) -> Replayed:
        """Replay games; those that are damaged or not over are left out."""
        found = Replayed([], array("i"), array("i"), array("q"), array("q"), array("h"), array("f"), [])
        made = CompiledGame if len(games) >= MANY else Game
        for given in games:
            try:
                game = parse(given.record, made=made)
                if not game.outcome():
                    raise LudariumError("the game is not over")
            except LudariumError as error:
                found.problems.append(f"{given.origin} is left out: {error}")
                continue
            _add(found, given, game)
            if isinstance(game, CompiledGame) and game.is_plain:
                self._await_code(game)
        return found

    def _await_code(self, game: CompiledGame) -> None:
        """After many plain moves, let the compiler have the processor: it takes less than the moves still to come."""
        self._plain_moves[game.kind.id] += len(game.moves)
        if self._plain_moves[game.kind.id] >= MANY_MOVES:
            game.await_code()


def _add(found: Replayed, given: GivenGame, game: Game) -> None:
    worths, number, rules = worths_of(game), len(found.games), game.kind.rules
    constants, count = game.constants, len(game.moves)
    row = ReplayedGame(given, game.kind.id, variant_of(game), worths, result_of(game.outcome()), count)
    found.games.append(row)
    found.game.extend([number] * count)
    found.ply.extend(range(count))
    found.move.extend([move.number for move in game.moves])
    for ply in range(count):
        before = game.row_after(ply)
        mover = rules.turn(constants, before)
        found.key.append(rules.key(constants, before))
        found.mover.append(mover)
        found.worth.append(worths[mover])


def worths_of(game: Game) -> list[float]:
    """What a game that is over is worth to each player, from 0 to 1."""
    rules, constants = game.kind.rules, game.constants
    players = range(min(rules.players(constants), len(game.row)))
    if game.early_end:
        winner = game.early_end.winner
        names = [game.kind.board.player(constants, player) for player in players]
        return [float(name == winner) if winner is not None else 1 / len(names) for name in names]
    return [rules.share(constants, game.row, player) / 1000 for player in players]


def variant_of(game: Game) -> str:
    """What a position needs besides its key to be the same: the options of its game, but not what chance dealt."""
    options = sorted(game.option_texts.items())
    return " ".join(f"{name}={text}" for name, text in options if name != "seed" and text)


def batches(games: Iterable[GivenGame], count: int) -> Iterable[list[GivenGame]]:
    """Games in portions that are worth a trip to another process."""
    batch = list[GivenGame]()
    for game in games:
        batch.append(game)
        if len(batch) == count:
            yield batch
            batch = []
    if batch:
        yield batch
