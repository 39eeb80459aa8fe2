"""Tournaments that are played: each game once, the same games again, faults that lose one game and no other."""

import shlex
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from ludarium import Game, LudariumError, Move, load
from ludarium.engine.search.cancel import CancelToken
from ludarium.lab.tournament import runner as runner_module
from ludarium.lab.tournament.assignment import Assignment
from ludarium.lab.tournament.entrant import Entrant, Supervised
from ludarium.lab.tournament.journal import GameLine
from ludarium.lab.tournament.pgn import write_pgn
from ludarium.lab.tournament.runner import Runner
from ludarium.lab.tournament.standings import faults, standings
from ludarium.play.judging.analysis import Limit
from ludarium.play.opponents.opponent import Forfeit, Opponent

from ...support.crews import Here
from ...support.tournaments import line, make, play, without_time


@pytest.mark.parametrize("format, count", [("round robin", 12), ("gauntlet", 8), ("swiss", 4)])
def test_the_same_games_in_any_order(tmp_path: Path, format: str, count: int) -> None:
    tournament = make(tmp_path, f'format = "{format}"\nrounds = 2\nnodes = 3', ("1", "random", "mcts"))
    first, second = (play(tournament, tmp_path / f"{at_once}.games", at_once) for at_once in (1, 5))
    assert without_time(first) == without_time(second) and len(first) == count
    # Both games of a pair begin alike, and each round in another way
    opening = tournament.openings
    begun = {(game.round, *map(str, load(game.record).moves[:opening])) for game in first}
    assert len(begun) == 2


def test_a_tournament_is_made_longer(tmp_path: Path) -> None:
    file = tmp_path / "cup.games"
    short = play(make(tmp_path, "rounds = 1"), file)
    long = play(make(tmp_path, "rounds = 3"), file)
    assert long[: len(short)] == short and len(long) == 6
    # And looked at as if it were short again
    assert play(make(tmp_path, "rounds = 1"), file) == short


@pytest.fixture
def first_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games that the first player of the file wins, but one of each fifth pair."""

    def play(assignment: Assignment) -> GameLine:
        tournament, fixture = assignment
        names = tournament.names
        a, b = (names[player] for player in fixture.players)
        lost = fixture.number % 10 == 9
        return line(fixture.number, (a, b), float((a == "A") != lost), round=fixture.round)

    monkeypatch.setattr(runner_module, "play_assignment", play)


@pytest.mark.usefixtures("first_wins")
def test_a_test_ends_at_the_same_game_in_any_order(tmp_path: Path) -> None:
    tournament = make(tmp_path, 'format = "test"\ntest = [0, 50]')
    found = set[tuple[int, str]]()
    for at_once in (1, 7, 30):
        with closing(Runner(tournament, tmp_path / f"{at_once}.games", print)) as runner:
            list(runner.play(Here(at_once)))
            found.add((len(runner.games), runner.verdict))
            assert runner.is_decided and not list(runner.play(Here()))
    ((count, verdict),) = found
    assert 4 < count < 200 and verdict.startswith("test of +0 against +50 Elo: rather +50 (")


@pytest.mark.usefixtures("first_wins")
def test_what_is_kept_is_not_played_again(tmp_path: Path) -> None:
    tournament, file, crew = make(tmp_path, "rounds = 9"), tmp_path / "cup.games", Here(1)
    with closing(Runner(tournament, file, print)) as runner:
        games = runner.play(crew)
        assert [next(games).number for _ in range(7)] == [*range(1, 8)]
        games.close()
    with closing(Runner(tournament, file, print)) as runner:
        assert len(runner.games) == 7
        assert [game.number for game in runner.play(crew)] == [*range(8, 19)]
    assert crew.done == 18


# Players at fault

ENGINE = """
import sys
for line in sys.stdin:
    word = line.split()[0]
    if word == "uai": print("id name Faulty\\nuaiok", flush=True)
    if word == "isready": print("readyok", flush=True)
    if word == "go": {go}
"""


@pytest.mark.parametrize(
    "go, why",
    [
        ("sys.exit(1)", "A loses: Faulty has ended in the middle of the game"),
        ("print('bestmove a9a9', flush=True)", "A loses: Faulty made a wrong move: "),
    ],
)
def test_an_engine_at_fault_loses_its_games_and_others_go_on(tmp_path: Path, go: str, why: str) -> None:
    (tmp_path / "engine.py").write_text(ENGINE.format(go=go))
    command = f"uai:{shlex.join([sys.executable, str(tmp_path / 'engine.py')])}"
    games = play(make(tmp_path, "nodes = 1", (command, "random", "1"), "ataxx"), tmp_path / "cup.games")
    table = {standing.name: standing for standing in standings(["A", "B", "C"], games)}
    assert table["A"].tally == (0, 0, 4) and table["A"].forfeits == 4 and table["B"].tally.games == 4
    (told,) = faults(games)
    assert told.startswith(why)
    for game in games:
        if game.why:
            outcome = load(game.record).outcome()
            assert outcome and outcome.reason == game.why and outcome.winner == ("blue" if game.worths[1] else "red")


def test_an_engine_that_cannot_be_started_loses(tmp_path: Path) -> None:
    games = play(make(tmp_path, "nodes = 1", ("uai:/no/engine", "random"), "ataxx"), tmp_path / "cup.games")
    assert {game.why for game in games} == {"A loses: '/no/engine' cannot be started: No such file or directory"}


class Faulty(Opponent):
    """Makes a random move after an error, or after a time that it did not have."""

    def __init__(self, error: Exception | None = None) -> None:
        self._error = error

    def choose(self, game: Game, cancel: CancelToken | None = None) -> Move:
        if self._error:
            raise self._error
        return game.legal_moves[0]


def ticks(*times: float) -> Iterator[float]:
    yield from times


@pytest.mark.parametrize(
    "plays, took, said", [("search", 6.0, "its move took 6.0 s"), ("search", 1.4, ""), ("1", 6.0, "")]
)
def test_who_answers_too_late_loses(plays: str, took: float, said: str) -> None:
    clock = ticks(10, 10 + took)
    player = Supervised(Entrant("A", plays, Limit(seconds=1)), Faulty(), 0.5, lambda: next(clock))
    game = load("game: ataxx\nversion: 1\nmoves: 0\n\nmove_number,player,move\n")
    if not said:
        assert player.choose(game)
        return
    with pytest.raises(Forfeit, match=said):
        player.choose(game)


@pytest.mark.parametrize(
    "error, said",
    [(RuntimeError("no\nway"), "it crashed: RuntimeError: no way"), (KeyError(), "it crashed: KeyError"),
     (LudariumError("this is wrong"), "this is wrong")],
)  # fmt: skip
def test_who_crashes_loses(error: Exception, said: str) -> None:
    player = Supervised(Entrant("A", "search", Limit(nodes=1)), Faulty(error), 0)
    with pytest.raises(Forfeit) as found:
        player.choose(load("game: ataxx\nversion: 1\nmoves: 0\n\nmove_number,player,move\n"))
    assert str(found.value) == said


# The export


def test_all_games_in_the_manner_of_pgn(tmp_path: Path) -> None:
    tournament = make(tmp_path, 'title = "The \\"cup\\""\nnodes = 1', game="ataxx")
    games = play(tournament, tmp_path / "cup.games")
    first, second = write_pgn(tournament, games).split("\n[Event")
    tags, _, moves = first.partition("\n\n")
    assert tags.splitlines()[:3] == ['[Event "The \\"cup\\""]', '[Round "1.1"]', '[White "A"]']
    assert '[Black "A"]' in second and '[Seats "red blue"]' in tags and '[Variant "ataxx"]' in tags
    result = {1.0: "1-0", 0.5: "1/2-1/2", 0.0: "0-1"}[games[0].worths[0]]
    text = moves.split()
    assert text[-1] == result and f'[Result "{result}"]' in tags
    game = load(games[0].record)
    assert [word for word in text[:-1] if not word[0].isdigit()] == [str(move) for move in game.moves]
    assert text[:3] == ["1.", str(game.moves[0]), str(game.moves[1])] and text[3] == "2."


@pytest.mark.parametrize(
    "source, why",
    [
        ("def choose(game):\n    return game.legal_moves[0]\n", ""),
        (
            "def choose(game):\n    return 1 / 0\n",
            "A loses: agent.py has failed: ",
        ),
        ("def choose(game):\n    return 'a1-a1'\n", "A loses: agent.py made a wrong move: "),
        ("import os\ndef choose(game):\n    os._exit(1)\n", "A loses: agent.py has ended in the middle of the game"),
    ],
)
def test_a_python_file_plays_and_loses_by_its_own_fault_alone(tmp_path: Path, source: str, why: str) -> None:
    (tmp_path / "agent.py").write_text(source)
    games = play(make(tmp_path, "nodes = 1", ("python:agent.py", "random"), "ataxx"), tmp_path / "cup.games")
    assert len(games) == 2
    for game in games:
        assert game.why.startswith(why) and bool(game.why) == bool(why)
        assert not why or game.worths[game.players.index("A")] == 0
