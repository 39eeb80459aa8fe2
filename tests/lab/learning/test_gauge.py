"""Gauges: matches of nets in pairs, kept in a file, counted in order, ended by a test."""

from pathlib import Path

import pytest

from ludarium import BadOption, LudariumError
from ludarium.engine.net.net import encode_net
from ludarium.games import kind
from ludarium.lab.elo import Tally
from ludarium.lab.engine_match import Sprt
from ludarium.lab.learning import gauge as gauge_module
from ludarium.lab.learning.gauge import Contest, Gauge, Pairing, play_pair
from ludarium.lab.learning.self_play import Order, Plan, play_shard
from ludarium.lab.learning.shard import Shard
from ludarium.lab.learning.variants import check
from ludarium.lab.net_player import searcher_with
from ludarium.play.judging.analysis import Limit

from ...support.crews import Here
from ...support.nets import random_net

ATAXX = kind("ataxx")
OPTIONS = check(ATAXX, {})
CONSTANTS = ATAXX.make(ATAXX.choose({}))
NET = encode_net(random_net(ATAXX, CONSTANTS, 4, 1))
TEST = Sprt(0, 20)
CONTEST = Contest(ATAXX.id, OPTIONS, NET, b"", Limit(nodes=4), seed=3)


def test_a_pair_is_played_from_both_seats_and_the_same_again() -> None:
    assert play_pair(Pairing(CONTEST, 1)) == play_pair(Pairing(CONTEST, 1))
    assert len(play_pair(Pairing(CONTEST, 1))) == 2
    # Against itself a net wins once from each opening, whoever begins
    for number in (1, 2):
        assert sum(play_pair(Pairing(CONTEST._replace(b=NET), number))) == 1


def test_a_net_changes_what_is_played() -> None:
    by_hand, by_net = (
        Shard.decode(play_shard(Order(Plan(ATAXX.id, OPTIONS, 20, 1, net=net), 1, games=1))) for net in (b"", NET)
    )
    assert by_hand.rows[: by_hand.header.width] == by_net.rows[: by_net.header.width]  # the opening
    assert by_hand.scores != by_net.scores
    assert (by_hand.header.net, len(by_net.header.net)) == ("hand", 16)


def test_a_net_is_for_its_game() -> None:
    with pytest.raises(LudariumError, match="damaged, or no net of this version"):
        searcher_with(ATAXX, CONSTANTS, b"nonsense")
    other = kind("gamma")
    with pytest.raises(BadOption, match="not searched by alpha-beta, which nets are for"):
        searcher_with(other, other.make(other.choose({"players": 3})), NET)
    with pytest.raises(BadOption, match="a gauge is for two players, and gamma has 3"):
        play_pair(Pairing(Contest(other.id, check(other, {"players": "3"}), b"", b"", Limit(nodes=1)), 1))


@pytest.fixture
def by_number(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pairs whose results depend on their numbers alone: A wins both, but only one of each fifth pair."""
    monkeypatch.setattr(gauge_module, "play_pair", lambda pairing: [1.0, float(pairing.number % 5 > 0)])


@pytest.mark.usefixtures("by_number")
def test_the_test_ends_a_match_at_the_same_game_in_any_order() -> None:
    found = set[tuple[Tally, str]]()
    for at_once in (1, 3, 20):
        gauge = Gauge(CONTEST, None, 400, TEST)
        list(gauge.play(Here(at_once)))
        found.add((gauge.tally, gauge.verdict))
    ((tally, verdict),) = found
    assert verdict == "high" and 10 < tally.games < 100
    # A pair before, it had not decided
    assert tally.games % 10 and not TEST.decide(Tally(tally.won - 2, 0, tally.lost))


@pytest.mark.usefixtures("by_number")
def test_a_match_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    file, crew = tmp_path / "games.txt", Here(1)
    first = Gauge(CONTEST, file, 20, None)
    for tally in first.play(crew):
        if tally.games == 8:
            break
    text = file.read_text()
    assert text.splitlines()[0] == CONTEST.title and text.splitlines()[1:] == ["1 1 1", "2 1 1", "3 1 1", "4 1 1"]
    file.write_text(text + "5 1")  # killed while it wrote
    again = Gauge(CONTEST, file, 20, None)
    assert again.tally == (8, 0, 0)
    list(again.play(crew))
    assert again.is_over and again.tally == (18, 0, 2) and crew.done == 10
    over = Gauge(CONTEST, file, 20, None)
    assert list(over.play(crew)) == [] and over.tally == again.tally


def test_results_of_another_match_are_not_mixed(tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    file.write_text(f"{CONTEST.title}\n1 1 1\n")
    with pytest.raises(LudariumError, match=r"games.txt' has the results of another match; name another file"):
        Gauge(CONTEST._replace(seed=4), file, 20, None)
    file.write_text(f"{CONTEST.title}\nnonsense\n")
    with pytest.raises(LudariumError, match=r"games.txt' is damaged; name another file"):
        Gauge(CONTEST, file, 20, None)
