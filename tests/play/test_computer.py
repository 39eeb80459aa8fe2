"""The computer's faces: best moves, levels, lines, hints for a record."""

import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import ludarium
from ludarium import BadOption, IllegalMove
from ludarium.play.judging import chances
from ludarium.play.judging.analysis import LevelPlayer, Limit
from ludarium.play.judging.review import review
from ludarium.play.levels import LEVELS
from ludarium.play.opponents.computer import Computer
from ludarium.play.opponents.registry import parse

from ..support.goldens import SAMPLE


def almost_won() -> ludarium.Game:
    return ludarium.new("ataxx", "7/7/7/7/7/4x2/5o1 x 0 1", rules="uai")


@pytest.mark.parametrize("how", [{"depth": 3}, {"nodes": 2000}, {"seconds": 0.05}, {"level": 11}, {"level": 6}])
def test_a_best_move(how: dict[str, Any]) -> None:
    game = almost_won()
    game.push(game.best_move(**how))
    outcome = game.outcome()
    assert outcome is not None and outcome.winner == "red"


@pytest.mark.parametrize("number", range(1, 12))
def test_a_level_with_a_seed_plays_the_same_again(number: int) -> None:
    game = ludarium.new("beetle-battle", size=3)
    again = game.copy()
    for one in game, again:
        computer = Computer(number, seed=5)
        for _ in range(3):
            one.push(computer.choose(one))
    assert game.moves == again.moves


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_low_level_that_has_won_comes_to_the_end(number: int) -> None:
    """Blue can only pass, and red fills 46 cells, whatever random moves its level makes otherwise."""
    for seed in range(3):
        game, red = ludarium.new("ataxx", "x6/7/7/3x3/7/7/6x x 0 1"), Computer(number, seed)
        while not game.outcome():
            game.push(red.choose(game))
        assert len(game.moves) == 2 * 46 - 1


@pytest.mark.parametrize("number", [1, 2, 3])
def test_games_of_low_levels_end(number: int) -> None:
    """Without passing for a hundred moves, as they did where one side could not move any more."""
    for seed in range(4):
        game, players = ludarium.new("ataxx"), [Computer(number, 10 * seed + side) for side in range(2)]
        while not game.outcome():
            game.push(players[game.kind.rules.turn(game.constants, game.row)].choose(game))
        passes = sum(str(move) == "-" for move in game.moves)
        assert passes <= 48 and len(game.moves) < 220


def test_levels_are_one_table_that_rises() -> None:
    assert [level.number for level in LEVELS] == list(range(1, 12))
    assert all(low.nodes < high.nodes for low, high in pairwise(LEVELS))
    # The first level with a net plays so much better that it makes more mistakes
    assert all(low.slip >= high.slip for low, high in pairwise(LEVELS) if low.has_net == high.has_net)
    assert [level.number for level in LEVELS if level.has_net] == list(range(6, 12))


@pytest.mark.parametrize("id", ludarium.games())
def test_each_level_searches_more_than_the_one_below(id: str) -> None:
    game = ludarium.new(id)
    searched = [game.kind.nodes(game.constants, level.number, level.nodes) for level in LEVELS]
    assert all(low < high for low, high in pairwise(searched)) and searched[-1] == LEVELS[-1].nodes


@pytest.mark.parametrize("number", [4, 7])
def test_a_game_says_how_many_positions_a_level_searches(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    game = ludarium.new("beetle-battle")
    usual, above = (limit_of(each, game, monkeypatch) for each in (number, number + 1))
    monkeypatch.setattr(game.kind, "nodes", lambda constants, level, usual: 3 * usual if level == number else usual)
    assert limit_of(number, game, monkeypatch) // usual == 3
    assert limit_of(number + 1, game, monkeypatch) == above


def limit_of(number: int, game: ludarium.Game, monkeypatch: pytest.MonkeyPatch) -> int:
    """The positions to which a level limits a search."""
    player, limits = LevelPlayer(number, seed=1), dict[str, Any]()
    player.begin(game)
    searcher = player._searcher
    assert searcher
    search = searcher.search
    monkeypatch.setattr(searcher, "search", lambda row, **given: limits.update(given) or search(row, **given))
    player.choose(game, errs=False)
    return int(limits["nodes"])


@pytest.mark.parametrize("number", [0, 12, -1, True])
def test_there_are_no_other_levels(number: int) -> None:
    with pytest.raises(BadOption, match="a level is a whole number from 1 to 11, not "):
        ludarium.new("ataxx").best_move(level=number)


def test_limits_must_make_sense() -> None:
    game = ludarium.new("ataxx")
    for how in {"seconds": 0}, {"nodes": -1}, {"depth": 0}:
        with pytest.raises(BadOption, match="must be above 0, not "):
            game.best_move(**how)
    over = ludarium.new("ataxx", "xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/ooooooo x 0 1")
    for ask in over.best_move, over.analyse:
        with pytest.raises(IllegalMove, match="the game is over; there is no move to look for"):
            ask(nodes=10)


def test_lines() -> None:
    lines = almost_won().analyse(lines=3, nodes=3000)
    assert len(lines) == 3 and len({str(line.move) for line in lines}) == 3
    assert lines[0].wins_in == 1 and lines[0].score >= lines[1].score >= lines[2].score
    assert lines[0].moves[0] == lines[0].move and lines[0].nodes <= 3001
    one = ludarium.new("ataxx", "7/7/7/7/ooooooo/ooooooo/xxxxxxx x 0 1")
    assert [str(line.move) for line in one.analyse(lines=5, nodes=100)] == ["-"]


def test_opponents_by_name() -> None:
    kind = ludarium.new("ataxx").kind
    assert parse("3", kind, Limit(nodes=10)).name == parse("level:3", kind, Limit(nodes=10)).name == "level 3"
    assert parse("11", kind, Limit(nodes=10)).name == parse("level:11", kind, Limit(nodes=10)).name == "level 11"
    for text in "scarab", "Scarab", "level scarab", "level:SCARAB":
        assert parse(text, kind, Limit(nodes=10)).name == "level 11"
    for text in "level", "level:", "nobody", "random:1", " 3", "scarab ":
        with pytest.raises(BadOption, match="is no opponent; there are random, search, mcts, level:1-11, "):
            parse(text, kind, Limit(nodes=10))
    for text in "0", "12", "01", "level:0", "level:12", "level:01", "level:x", "level:1\n", "level: 1", "level:1\uff11":
        with pytest.raises(BadOption, match="a level is a whole number from 1 to 11 or a name such as Scarab, not "):
            parse(text, kind, Limit(nodes=10))


def test_a_review_tells_what_was_given_away() -> None:
    game = almost_won()
    game.push("e2-e4")
    (judged,) = review(game, nodes=2000)
    assert judged.mark == "??" and judged.player == "red" and judged.number == 1
    assert judged.loss > 0 and str(judged.better[0].move) != "e2-e4" and judged.better[0].wins_in == 1


def test_a_review_is_the_same_again_and_wherever_it_begins() -> None:
    game = ludarium.new("ataxx")
    for _ in range(6):
        game.push(game.legal_moves[-1])
    once, again = list(review(game, nodes=6000)), list(review(game, nodes=6000))
    assert once == again
    assert [next(review(game, since=since, nodes=6000)) for since in range(6)] == once


def test_better_moves_are_others_than_the_one_that_was_played() -> None:
    """Red gives a certain win away, which is found only when the move that keeps it is searched in its turn."""
    game = ludarium.new("battle-of-the-beetles", shells=False)
    for move in ["d3xe4", "e1xg3", "d7xc4", "e5xe3", "a3xc1", "e7xc5", "g5xe3", "c7xa5"]:
        game.push(move)
    judged = list(review(game, nodes=20_000))
    assert all(line.moves[0] != each.move for each in judged for line in each.better)
    last = judged[-1]
    assert last.mark == "??" and (last.better[0].wins_in or 0) < 0  # red's, told as the first player's
    assert last.loss == pytest.approx(last.chance - chances.chance_of_points(last.better[0].score))


def test_a_decided_game_has_no_blunders() -> None:
    """Red cannot lose any more, and takes its time; blue has lost whatever it does."""
    game = ludarium.new("ataxx", "xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/x6/7/6o x 0 1")
    for move in "a3-c3", "g1-e1", "c3-a3", "e1-g1", "a3-b3", "g1-f1":
        game.push(move)
    judged = list(review(game, nodes=4000))
    assert [each.mark for each in judged] == [""] * 6 and all(each.accuracy > 75 for each in judged)
    assert all(each.chance > 0.9 for each in judged)


def test_scores_of_a_review_are_the_first_players() -> None:
    """Red has two pieces fewer at once, no matter who has moved, and the lines say so too."""
    game = ludarium.new("ataxx", "ooooooo/ooooooo/ooooooo/7/7/7/x6 o 0 1", rules="uai")
    for move in "a5-a4", "a1-b1", "b5-b4":
        game.push(move)
    for each in review(game, nodes=3000):
        assert each.score < 0 and each.chance < 0.5
        assert all(line.score < 0 and (line.wins_in or -1) < 0 for line in each.better)


def test_points_judge_the_moves_of_one_who_plays_alone() -> None:
    game = ludarium.new("abatis", seed=3)
    for _ in range(3):
        game.push(game.legal_moves[0])
    judged = list(review(game, nodes=2000))
    assert judged == list(review(game, nodes=2000)) and len(judged) == 3
    assert all((each.mark == "??") == (each.loss >= chances.BLUNDER) for each in judged)


def test_analyse_on_the_command_line(tmp_path: Path) -> None:
    record, graph = tmp_path / "game.csv", tmp_path / "game.svg"
    record.write_text(SAMPLE, encoding="utf-8")
    command = [sys.executable, "-m", "ludarium", "analyse", str(record), "--nodes", "300", "--plot", str(graph)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    lines = done.stdout.splitlines()
    assert (done.returncode, done.stderr) == (0, "") and lines[1].split()[:3] == ["1", "red", "0,0"]
    told = "Scores are those of red: above 0 red is ahead. Losses are of the mover's chance to win."
    assert lines[0] == told and lines[-1].endswith(" %") and ", accuracy " in lines[-1]
    assert lines[-1].startswith("blue: 7 moves, ") and graph.read_text(encoding="utf-8").startswith("<svg ")


def test_analyse_says_what_is_wrong(tmp_path: Path) -> None:
    empty = tmp_path / "empty.csv"
    empty.write_text(ludarium.new("ataxx").record(), encoding="utf-8")
    for words, sentence in (
        ([str(empty)], f"ludarium: '{empty}' has no moves to look at\n"),
        (["/nowhere.csv"], "ludarium: cannot read '/nowhere.csv': No such file or directory\n"),
    ):
        command = [sys.executable, "-m", "ludarium", "analyse", *words]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (2, sentence)


def test_without_mistakes_a_level_makes_the_move_that_it_finds() -> None:
    game = ludarium.new("ataxx")
    found = set[str]()
    for seed in range(6):
        computer = Computer(1, seed)
        computer.errs = False
        found.add(str(computer.choose(game)))
    assert len(found) == 1
