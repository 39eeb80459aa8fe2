"""One game with an opponent in each seat: how it ends, and what it is worth to each."""

from typing import Any

import pytest

import ludarium
from ludarium import Game, Move
from ludarium.engine.search.cancel import CancelToken
from ludarium.lab.seated_game import LONGEST, SeatedGame
from ludarium.play.opponents.engine_player import RandomPlayer
from ludarium.play.opponents.opponent import Forfeit, Opponent

GAMMA: dict[str, Any] = {"width": 4, "height": 3, "players": 3, "areas": 2}


class Scripted(Opponent):
    """Makes moves from a list, then always the same one, or gives up."""

    def __init__(self, moves: str, then: str = "") -> None:
        self._moves, self._then, self.begun = moves.split(), then, 0

    def begin(self, game: Game) -> None:
        self.begun += 1

    def choose(self, game: Game, cancel: CancelToken | None = None) -> Move:
        text = self._moves.pop(0) if self._moves else self._then
        if not text:
            raise Forfeit("it gives up")
        return game.parse(text)


def played(*opponents: Opponent, longest: int = LONGEST) -> SeatedGame:
    seated = SeatedGame(ludarium.new("gamma", **GAMMA), opponents, "ABC", longest)
    seated.play()
    return seated


@pytest.mark.parametrize(
    "seed, points, shares, worths",
    [
        (0, [4, 2, 6], [0, 0, 1], [0.5, 0, 1]),
        (6, [2, 5, 5], [0, 0.5, 0.5], [0, 0.75, 0.75]),
        (27, [6, 3, 3], [1, 0, 0], [1, 0.25, 0.25]),
        (33, [4, 4, 4], [0.333, 0.333, 0.333], [0.5, 0.5, 0.5]),
    ],
)
def test_places_of_a_game_that_is_over(seed: int, points: list[int], shares: list[float], worths: list[float]) -> None:
    """Among those who win nothing the points decide."""
    seated = played(*(RandomPlayer(seed + seat) for seat in range(3)))
    assert seated.game.outcome() and not seated.why and sum(seated.moves) == len(seated.game.moves)
    assert (seated.points, seated.shares, seated.worths) == (points, shares, worths)


def test_a_draw_by_the_rules_is_one_whatever_the_points_are() -> None:
    begun = ludarium.new("ataxx", position="xx4o/7/7/7/7/7/o5x x 99 1", rules="uai")
    seated = SeatedGame(begun, [Scripted("g1-e1"), Scripted("")], "AB", LONGEST)
    seated.play()
    assert seated.game.outcome() and seated.points == [3, 2] and seated.worths == [0.5, 0.5]


def test_who_is_at_fault_comes_last_and_points_decide_among_the_others() -> None:
    seated = played(Scripted("0,0 1,0 2,0"), Scripted("0,2", "skip"), Scripted("3,2 2,2", "skip"))
    assert seated.why == "A loses: it gives up" and seated.at_fault == 0
    assert seated.points == [3, 1, 2] and seated.worths == [0, 0.5, 1]


def test_a_game_in_which_all_wait_is_broken_off() -> None:
    seated = played(Scripted("0,0", "skip"), Scripted("", "skip"), Scripted("", "skip"))
    assert seated.why == "broken off; the points decide" and seated.at_fault is None
    assert seated.shares == [1, 0, 0] and seated.worths == [1, 0.25, 0.25]


def test_a_game_in_which_all_wait_who_can_move_is_broken_off() -> None:
    begun = ludarium.new("gamma", width=3, height=2, players=3, areas=1)
    opponents = Scripted("0,1 g1,1", "skip"), Scripted("1,1 g0,1"), Scripted("0,0", "skip")
    seated = SeatedGame(begun, opponents, "ABC", longest=100)
    seated.play()
    # The second player has no move any more, so the others wait by turns
    assert seated.why == "broken off; the points decide" and seated.moves[1] == 2
    assert len(begun.moves) == 5 + 8


def test_a_game_that_is_too_long_is_broken_off() -> None:
    seated = played(Scripted("0,0 1,0"), Scripted("0,2 1,2"), Scripted("3,0 3,1"), longest=6)
    assert seated.why == "broken off; the points decide" and seated.worths == [0.5, 0.5, 0.5]
    assert seated.shares == pytest.approx([1 / 3] * 3) and seated.moves == [2, 2, 2]


def test_alone_the_points_count() -> None:
    seated = SeatedGame(ludarium.new("abatis", seed=5), [Scripted("N3")], "A", LONGEST)
    seated.play()
    assert seated.why == "A loses: it gives up" and seated.worths == [seated.points[0]]


def test_an_opponent_with_several_seats_begins_once() -> None:
    both = Scripted("0,2 3,2")
    played(Scripted("0,0"), both, both)
    assert both.begun == 1
