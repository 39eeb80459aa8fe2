"""Tournaments of games that are not for two: groups that play from all seats, and players alone in the same deals."""

from pathlib import Path

import pytest

from ludarium import load
from ludarium.lab.tournament.journal import GameLine
from ludarium.lab.tournament.pgn import write_pgn
from ludarium.lab.tournament.standings import faults, standings

from ...support.tournaments import GAMMA_FOR_THREE, SHORT_ABATIS, make, play, without_time

FAULTY = "def choose(game):\n    return {answer}\n"


def gamma(folder: Path, head: str = "", plays: tuple[str, ...] = ("1", "random", "mcts", "2")) -> list[GameLine]:
    tournament = make(folder, f"{GAMMA_FOR_THREE}\nnodes = 3\n{head}", plays, "gamma")
    first, second = (play(tournament, folder / f"{at_once}.games", at_once) for at_once in (1, 5))
    assert without_time(first) == without_time(second)
    return first


def abatis(folder: Path, head: str = "", plays: tuple[str, ...] = ("1", "random", "random")) -> list[GameLine]:
    tournament = make(folder, f"{SHORT_ABATIS}\n{head}", plays, "abatis")
    return play(tournament, folder / "cup.games")


def test_games_of_three_are_ranked_by_their_places(tmp_path: Path) -> None:
    games = gamma(tmp_path, "rounds = 2")
    assert len(games) == 24 and not faults(games)
    for game in games:
        outcome = load(game.record).outcome()
        assert outcome
        points = outcome.scores
        assert [
            sum(mine > other for other in points) / 2 + (points.count(mine) - 1) / 4 for mine in points
        ] == [*game.worths]  # fmt: skip
    # All games of a round begin alike, and each round in another way
    assert len({(game.round, *map(str, load(game.record).moves[:2])) for game in games}) == 2


def test_in_a_gauntlet_of_three_the_others_do_not_meet_without_the_first(tmp_path: Path) -> None:
    games = gamma(tmp_path, 'format = "gauntlet"')
    assert len(games) == 9 and all("A" in game.players for game in games)
    table = {each.name: each for each in standings([*"ABCD"], games)}
    assert table["A"].games == 9 and table["A"].tally.games == 18 and table["B"].games == 6


@pytest.mark.parametrize(
    "answer, said", [("1 / 0", "agent.py has failed: "), ("'9,9'", "agent.py made a wrong move: ")]
)
def test_who_is_at_fault_comes_last_and_the_others_by_their_points(tmp_path: Path, answer: str, said: str) -> None:
    (tmp_path / "agent.py").write_text(FAULTY.format(answer=answer))
    tournament = make(
        tmp_path, f"{GAMMA_FOR_THREE}\nnodes = 1\nopenings = 1", ("python:agent.py", "random", "1"), "gamma"
    )
    games = play(tournament, tmp_path / "cup.games")
    assert len(games) == 3 and {game.why.count("\n") for game in games} == {0}
    for game in games:
        assert game.why.startswith(f"A loses: {said}") and game.why.endswith("; among the others the points decide")
        assert game.worths[game.players.index("A")] == 0
    # The opening gives a field to the first seat; the others had each taken one when A failed, but in the last game
    assert [game.worths for game in games] == [(0, 0.75, 0.75), (0.75, 0.75, 0), (1, 0, 0.5)]
    reached = [load(game.record).outcome() for game in games]
    assert [outcome and outcome.winner for outcome in reached] == [None, None, "1"]
    assert [outcome and outcome.reason for outcome in reached] == [game.why for game in games]
    assert {each.name: each.forfeits for each in standings([*"ABC"], games)} == {"A": 3, "B": 0, "C": 0}


def test_alone_all_play_the_same_deals(tmp_path: Path) -> None:
    games = abatis(tmp_path, "rounds = 3\nopenings = 5")
    assert [(game.round, game.players) for game in games] == [(i, (name,)) for i in (1, 2, 3) for name in "ABC"]
    deals = [(game.round, load(game.record).options["seed"]) for game in games]
    assert len({*deals}) == 3 and len({seed for _, seed in deals}) == 3
    for game in games:
        outcome = load(game.record).outcome()
        assert outcome and game.worths == (float(outcome.scores[0]),) and not game.why
    # Two who play at random do not make the same moves
    assert games[1].record != games[2].record
    assert [each.tally.games for each in standings([*"ABC"], games)] == [6, 6, 6]


def test_a_deal_that_the_file_names_is_that_of_all_rounds(tmp_path: Path) -> None:
    tournament = make(tmp_path, 'options = { shots = "par", seed = 7 }\nrounds = 2', game="abatis")
    games = play(tournament, tmp_path / "cup.games")
    assert {load(game.record).options["seed"] for game in games} == {7}


def test_alone_a_fault_loses_the_deal_and_keeps_its_points(tmp_path: Path) -> None:
    (tmp_path / "agent.py").write_text(FAULTY.format(answer="game.legal_moves[0] if len(game.moves) < 30 else 1 / 0"))
    games = abatis(tmp_path, "rounds = 2", ("python:agent.py", "random"))
    assert [game.why.startswith("A loses: agent.py has failed: ") for game in games] == [True, False] * 2
    first, second = standings([*"AB"], games)
    assert first.name == "B" and first.tally == (2, 0, 0) and second.forfeits == 2
    assert [len(load(game.record).moves) for game in games] == [30, 60, 30, 60]


def test_the_export_numbers_players_by_their_seats(tmp_path: Path) -> None:
    games = gamma(tmp_path, plays=("1", "random", "2"))
    tournament = make(tmp_path, GAMMA_FOR_THREE, ("1", "random", "2"), "gamma")
    tags, moves = write_pgn(tournament, games[1:2]).split("\n\n")
    game, result = load(games[1].record), "-".join(games[1].results)
    assert tags.splitlines()[2:6] == [
        '[Player1 "B"]', '[Player2 "C"]', '[Player3 "A"]', f'[Result "{result}"]'
    ]  # fmt: skip
    outcome = game.outcome()
    assert outcome and f'[Points "{" ".join(map(str, outcome.scores))}"]' in tags and '[Seats "1 2 3"]' in tags
    words = [word for word in moves.split() if not word.endswith(".")]
    assert words == [*(str(move).replace(" ", "_") for move in game.moves), result]


def test_the_export_of_games_alone_has_their_points(tmp_path: Path) -> None:
    games = abatis(tmp_path)
    tournament = make(tmp_path, SHORT_ABATIS, game="abatis")
    tags, moves = write_pgn(tournament, games[:1]).split("\n\n")
    points = f"{games[0].worths[0]:g}"
    assert '[Player1 "A"]' in tags and f'[Result "{points}"]' in tags and "Player2" not in tags
    assert moves.split()[:1] == ["1."] and moves.split()[-1] == points and "60." in moves.split()
