"""How long the engine thinks when a clock runs."""

from hypothesis import given
from hypothesis import strategies as st

from ludarium.terminal.uai.time_manager import PARTS, RESERVE, Budget, TimeManager, budget


@given(st.floats(0.2, 10_000), st.floats(0, 100), st.integers(1, 200))
def test_a_move_leaves_a_reserve_on_the_clock(left: float, gain: float, moves: int) -> None:
    while moves and left > RESERVE:
        usual, most = budget(left, gain, moves)
        assert 0 < usual <= most and (most <= left - RESERVE or most == 0.001)
        left, moves = left + gain - most, moves - 1


def test_the_last_move_before_the_clock_is_set_may_take_all_of_it() -> None:
    assert budget(10, 0, 1) == Budget(10 - RESERVE, 10 - RESERVE)


def depths(moves: str, scores: list[int] | None = None) -> float:
    """After how many seconds the search ends whose depths each take one, with these best moves; usual are a hundred."""
    manager = TimeManager(Budget(100, 400))
    for seconds, move in enumerate(moves, 1):
        score = scores[seconds - 1] if scores else 0
        if manager.is_enough(ord(move), score, seconds):
            return seconds
    return len(moves)


def test_a_move_that_lasts_is_made_sooner_and_a_new_one_is_searched_longer() -> None:
    steady, changing = depths("a" * 200), depths("ab" * 100)
    assert (steady, changing) == (100 * PARTS[-1], round(100 * PARTS[0]))


def test_a_score_that_drops_takes_more_time() -> None:
    steady = depths("a" * 200)
    assert depths("a" * 200, [-100 * depth for depth in range(200)]) > steady
    assert depths("a" * 200, [100 * depth for depth in range(200)]) == steady
