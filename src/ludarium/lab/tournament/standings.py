"""Where the players of a tournament stand: points, results, Elo, and each against each.

Where more than two have played the same, in one game or alone in one deal, each is compared with each other one, as if
these two had played a game.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations
from typing import NamedTuple

from ..elo import Tally
from .journal import GameLine
from .ratings import Rating, rate


class Standing(NamedTuple):
    """A player's line of the table."""

    place: int
    name: str
    games: int
    tally: Tally  # against each other one that has played the same
    firsts: float  # games that it was the first of; those that it shared count in part
    score: float  # what a game was worth to it on average; alone, the points
    rating: Rating
    against: tuple[Tally, ...]  # each player in the order of the table; no games against itself
    forfeits: int  # games that it lost out of turn
    seconds: float  # that it has thought

    @property
    def points(self) -> float:
        return self.tally.won + self.tally.drawn / 2


class Entry(NamedTuple):
    """What a player has achieved, compared with what others have in the same contest."""

    player: int
    merit: tuple[bool, float]  # a fault is less than any result


class Totals:
    """What is added up for a player."""

    def __init__(self, players: int) -> None:
        self.games, self.forfeits = 0, 0
        self.firsts, self.worth, self.seconds = 0.0, 0.0, 0.0
        self.results = [[0, 0, 0] for _ in range(players)]  # against each other one: won, drawn, lost
        self.weights = [0.0] * players  # of the comparisons with each other one, in games of two
        self.scores = [0.0] * players  # the points of these

    def add(self, game: GameLine, seat: int) -> None:
        """It has played a game."""
        self.games += 1
        self.worth += game.worths[seat]
        self.seconds += game.seconds[seat]
        self.forfeits += game.is_at_fault(seat)

    def compare(self, mine: Entry, other: Entry, weight: float) -> None:
        """It has played the same as another one."""
        result = 0 if mine.merit > other.merit else 1 if mine.merit == other.merit else 2
        self.results[other.player][result] += 1
        self.weights[other.player] += weight
        self.scores[other.player] += weight * (1, 0.5, 0)[result]


def standings(names: Sequence[str], games: Iterable[GameLine]) -> list[Standing]:
    """The table of a tournament, the best player first; names break ties in the order of the file."""
    place, lines = {name: number for number, name in enumerate(names)}, [*games]
    totals = [Totals(len(names)) for _ in names]
    for game in lines:
        for seat, name in enumerate(game.players):
            totals[place[name]].add(game, seat)
    for entries in _contests(lines, place):
        _count(totals, entries)
    return _table(names, totals)


def _contests(games: Sequence[GameLine], place: dict[str, int]) -> Iterator[list[Entry]]:
    """Players who have played the same: those of a game, or all who were alone in the same deal."""
    deals = dict[int, list[Entry]]()
    for game in games:
        entries = [
            Entry(place[name], (not game.is_at_fault(seat), worth))
            for seat, (name, worth) in enumerate(zip(game.players, game.worths, strict=True))
        ]
        if len(entries) > 1:
            yield entries
        else:
            deals.setdefault(game.round, []).extend(entries)
    yield from deals.values()


def _count(totals: Sequence[Totals], entries: Sequence[Entry]) -> None:
    # Comparisons within a ranking depend on each other: the places of equal players spread (n + 1) / 3 times as much
    # as the points of as many games of two (Friedman's test), so each tells so much less
    weight = 3 / (len(entries) + 1)
    for mine, other in permutations(entries, 2):
        totals[mine.player].compare(mine, other, weight)
    best = max(entry.merit for entry in entries)
    first = [entry.player for entry in entries if entry.merit == best]
    for player in first:
        totals[player].firsts += 1 / len(first)


def _table(names: Sequence[str], totals: Sequence[Totals]) -> list[Standing]:
    count = range(len(names))
    points = {(i, j): totals[i].scores[j] for i in count for j in count}
    ratings = rate(len(names), points, {(i, j): totals[i].weights[j] for i in count for j in count})
    tallies = [[Tally(*results) for results in each.results] for each in totals]
    wholes = [Tally(*(sum(part) for part in zip(*each, strict=True))) for each in tallies]
    order = sorted(count, key=lambda i: (-wholes[i].won - wholes[i].drawn / 2, i))
    return [
        Standing(
            at,
            names[i],
            totals[i].games,
            wholes[i],
            totals[i].firsts,
            totals[i].worth / max(totals[i].games, 1),
            ratings[i],
            tuple(tallies[i][j] for j in order),
            totals[i].forfeits,
            totals[i].seconds,
        )
        for at, i in enumerate(order, 1)
    ]


def faults(games: Iterable[GameLine]) -> dict[str, list[int]]:
    """Why games ended out of turn, and the numbers of those games."""
    found = dict[str, list[int]]()
    for game in games:
        if game.why:
            found.setdefault(game.why, []).append(game.number)
    return found
