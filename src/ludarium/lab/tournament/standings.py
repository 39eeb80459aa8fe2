"""Where the players of a tournament stand: points, results, Elo, and each against each."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ..elo import Tally
from .journal import GameLine
from .ratings import Rating, rate


class Standing(NamedTuple):
    """A player's line of the table."""

    place: int
    name: str
    tally: Tally
    rating: Rating
    against: tuple[Tally, ...]  # each player in the order of the table; no games against itself
    forfeits: int  # games that it lost out of turn
    seconds: float  # that it has thought

    @property
    def points(self) -> float:
        return self.tally.won + self.tally.drawn / 2


def standings(names: Sequence[str], games: Iterable[GameLine]) -> list[Standing]:
    """The table of a tournament, the best player first; names break ties in the order of the file."""
    place = {name: number for number, name in enumerate(names)}
    count = len(names)
    tallies = [[[0, 0, 0] for _ in names] for _ in names]
    forfeits, seconds = [0] * count, [0.0] * count
    for game in games:
        who = [place[name] for name in game.players]
        for mine, other in (0, 1), (1, 0):
            worth = game.worths[mine]
            tallies[who[mine]][who[other]][0 if worth == 1 else 2 if worth == 0 else 1] += 1
            seconds[who[mine]] += game.seconds[mine]
            forfeits[who[mine]] += game.why.startswith(f"{game.players[mine]} loses: ") and worth == 0
    between = {(i, j): Tally(*tallies[i][j]) for i in range(count) for j in range(count)}
    points = {pair: tally.won + tally.drawn / 2 for pair, tally in between.items()}
    ratings = rate(count, points, {pair: tally.games for pair, tally in between.items()})
    whole = [Tally(*(sum(part) for part in zip(*tallies[i], strict=True))) for i in range(count)]
    order = sorted(range(count), key=lambda i: (-sum(points[i, j] for j in range(count)), i))
    return [
        Standing(at, names[i], whole[i], ratings[i], tuple(between[i, j] for j in order), forfeits[i], seconds[i])
        for at, i in enumerate(order, 1)
    ]


def faults(games: Iterable[GameLine]) -> dict[str, list[int]]:
    """Why games ended out of turn, and the numbers of those games."""
    found = dict[str, list[int]]()
    for game in games:
        if game.why:
            found.setdefault(game.why, []).append(game.number)
    return found
