"""Who plays whom: round robin, Swiss, gauntlet, and a sequential test of two players.

Fixtures have numbers that do not depend on how many rounds are played, so that a tournament can be made longer. In
every round a group of players, as many as the game has seats, plays one opening from all seats.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, count, cycle, permutations
from typing import NamedTuple

from ..pair_count import PAIR
from .journal import GameLine
from .settings import Tournament


class Fixture(NamedTuple):
    """A game to be played."""

    number: int  # from 1 on
    round: int  # from 1 on; games of a round begin with the same opening
    players: tuple[int, ...]  # by seat, as places among the entrants


Results = Mapping[int, GameLine]


def stages(tournament: Tournament, results: Results) -> Iterator[list[Fixture]]:
    """The games in the order of their numbers; those of a later stage depend on the results of the stages before."""
    return _FORMATS[tournament.format](tournament, results)


def total(tournament: Tournament) -> int:
    """How many games there are, at most."""
    return tournament.seats * tournament.groups * tournament.rounds


def _all_rounds(groups: Sequence[tuple[int, ...]], rounds: int) -> list[Fixture]:
    """Groups of players of the same size; in each round they sit in another order, if there are more than one."""
    orders = cycle(permutations(range(1, len(groups[0]))))
    numbers, fixtures = count(1), list[Fixture]()
    for round, order in zip(range(1, rounds + 1), orders, strict=False):
        for group in groups:
            fixtures += _all_seats(numbers, round, (group[0], *(group[place] for place in order)))
    return fixtures


def _all_seats(numbers: Iterator[int], round: int, group: tuple[int, ...]) -> list[Fixture]:
    """Each player once in each seat, with the same neighbours."""
    return [Fixture(next(numbers), round, group[first:] + group[:first]) for first in range(len(group))]


def _round_robin(tournament: Tournament, results: Results) -> Iterator[list[Fixture]]:
    """Each player plays each other one, in all groups that there are."""
    yield _all_rounds([*combinations(range(len(tournament.entrants)), tournament.seats)], tournament.rounds)


def _gauntlet(tournament: Tournament, results: Results) -> Iterator[list[Fixture]]:
    """The first player plays each other one, in all groups that there are."""
    others = combinations(range(1, len(tournament.entrants)), tournament.seats - 1)
    yield _all_rounds([(0, *group) for group in others], tournament.rounds)


def _test(tournament: Tournament, results: Results) -> Iterator[list[Fixture]]:
    yield _all_rounds([(0, 1)], tournament.rounds)


def _swiss(tournament: Tournament, results: Results) -> Iterator[list[Fixture]]:
    """Players with about the same points play each other, and none twice as long as that is possible."""
    numbers, names = count(1), tournament.names
    points, met, free = [0.0] * len(names), set[frozenset[int]](), set[int]()
    for round in range(1, tournament.rounds + 1):
        order = sorted(range(len(names)), key=lambda player: (-points[player], player))
        if len(order) % 2:
            # The last one that has not been free yet is free, and gets the points of a won pair
            waiting = next((player for player in reversed(order) if player not in free), order[-1])
            free.add(waiting)
            points[waiting] += PAIR
            order.remove(waiting)
        pairs = _pairs(order, met) or _pairs(order, set())
        stage = [fixture for pair in pairs for fixture in _all_seats(numbers, round, pair)]
        yield stage
        for fixture in stage:
            met.add(frozenset(fixture.players))
            for player, worth in zip(fixture.players, results[fixture.number].worths, strict=True):
                points[player] += worth


def _pairs(order: list[int], met: set[frozenset[int]]) -> list[tuple[int, int]]:
    """Pairs of neighbours in the order that have not met; none if there is no such choice."""
    tries = PAIRING_TRIES
    chosen: list[tuple[int, int]] = []

    def choose(left: list[int]) -> bool:
        nonlocal tries
        if not left:
            return True
        tries -= 1
        first, *others = left
        for other in others:
            if frozenset((first, other)) in met or tries < 0:
                continue
            chosen.append((first, other))
            if choose([player for player in others if player != other]):
                return True
            chosen.pop()
        return False

    return chosen if choose(order) else []


PAIRING_TRIES = 10_000  # after which players may meet again
_FORMATS: dict[str, Callable[[Tournament, Results], Iterator[list[Fixture]]]] = {
    "round robin": _round_robin,
    "swiss": _swiss,
    "gauntlet": _gauntlet,
    "test": _test,
}
