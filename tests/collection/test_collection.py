"""Collections: what was played in a position, by whom and with which result, however the position came about."""

from collections import Counter
from concurrent.futures import Future
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

import ludarium
from ludarium import Game, LudariumError
from ludarium.collection import replayed
from ludarium.collection.replayed import MANY, GivenGame, Replayer, batches, worths_of
from ludarium.engine.code import game_code
from ludarium.engine.memory import typecode_of
from ludarium.engine.rule_functions import make_move
from ludarium.play import compiled_game

pytest.importorskip("duckdb", reason="DuckDB is not installed (pip install 'ludarium[database]')")

from ludarium.collection.collection import Collection, extended


def ended(game: Game, winner: str | None) -> Game:
    game.end(winner, "for the test")
    return game


def given(game: Game, name: str, *players: str) -> GivenGame:
    return GivenGame(name, "test", players, game.record())


def collected(file: Path, *games: GivenGame) -> Collection:
    with extended(file) as collection:
        collection.add(Replayer().replay(games))
    return Collection(file)


def line(moves: str, winner: str | None = "red") -> Game:
    game = ludarium.new("ataxx")
    for move in moves.split():
        game.push(move)
    return ended(game, winner)


def test_moves_with_results_and_players(tmp_path: Path) -> None:
    games = [
        given(line("a7-b6 a1-b2", "red"), "1", "Ann", "Bob"),
        given(line("a7-b6 a1-b1", "blue"), "2", "Ann", "Cy"),
        given(line("a7-b6", None), "3", "Bob", "Ann"),
        given(line("g1-f1", "blue"), "4", "Ann", "Bob"),
    ]
    with collected(tmp_path / "c.duckdb", *games) as collection:
        assert collection.count() == (4, 6)
        first, second = collection.look_up(ludarium.new("ataxx"))
        assert (first.move, first.games, first.won, first.drawn, first.lost, first.score) == ("a7-b6", 3, 1, 1, 1, 0.5)
        assert first.players == [("Ann", 2), ("Bob", 1)] and first.last == 3
        assert (second.move, second.games, second.score) == ("g1-f1", 1, 0.0)
        # Scores are those of the player who makes the move
        replies = collection.look_up(line("a7-b6").after(1))
        assert [(each.move, each.score, each.players) for each in replies] == [
            ("a1-b1", 1.0, [("Cy", 1)]), ("a1-b2", 0.0, [("Bob", 1)])
        ]  # fmt: skip
        assert collection.look_up(line("g1-g2").after(1)) == []
        assert ludarium.load(collection.record(4)).moves == line("g1-f1").moves
        with pytest.raises(LudariumError, match="there is no game 9 in "):
            collection.record(9)


@cache
def many_games() -> tuple[Game, ...]:
    """Random games of Gamma on a small board."""
    games, chance = list[Game](), Random(4)
    for _ in range(MANY):
        game = ludarium.new("gamma", width=4, height=3, areas=2)
        while not game.outcome():
            game.push(chance.choice(game.legal_moves))
        games.append(game)
    return tuple(games)


def test_many_games_are_replayed_as_each_of_them() -> None:
    """Many games are replayed by compiled rules where these are there, few by plain ones."""
    games = [given(game, str(number)) for number, game in enumerate(many_games())]
    one = many_games()[0]
    game_code(one.kind, typecode_of(one.row)).native(make_move)
    many, each = Replayer().replay(games), [Replayer().replay([game]) for game in games]
    assert many.games == [alone.games[0] for alone in each] and not many.problems
    for name in ("ply", "key", "move", "mover", "worth"):
        assert list(getattr(many, name)) == [value for alone in each for value in getattr(alone, name)]


class SlowCode:
    """Code of a game that is there once it has been awaited."""

    def __init__(self) -> None:
        self.awaited = 0

    def ready(self, function: Any) -> Any:
        return many_games()[0].kind.rules.play if self.awaited else None

    def coming(self, function: Any) -> "Future[None]":
        self.awaited += 1
        compiled: Future[None] = Future()
        compiled.set_result(None)
        return compiled


def test_after_many_plain_moves_compiled_rules_are_awaited(monkeypatch: pytest.MonkeyPatch) -> None:
    games = [given(game, str(number)) for number, game in enumerate(many_games())]
    moves, code, replayer = sum(len(game.moves) for game in many_games()), SlowCode(), Replayer()
    monkeypatch.setattr(compiled_game, "game_code", lambda kind, typecode: code)
    monkeypatch.setattr(replayed, "MANY_MOVES", moves + 1)
    first = replayer.replay(games)
    assert code.awaited == 0
    assert replayer.replay(games) == first and code.awaited == 1


def test_transpositions_count_together(tmp_path: Path) -> None:
    one, other = line("a7-b6 a1-b2 g1-f2 g7-f6 b6-c5"), line("g1-f2 g7-f6 a7-b6 a1-b2 f2-e3")
    with collected(tmp_path / "c.duckdb", given(one, "1"), given(other, "2")) as collection:
        found = collection.look_up(one.after(4))
        assert (
            {each.move for each in found}
            == {"b6-c5", "f2-e3"}
            == {each.move for each in collection.look_up(other.after(4))}
        )


def test_a_position_belongs_to_its_options(tmp_path: Path) -> None:
    small, large = (ended(ludarium.new("beetle-battle", size=size), "red") for size in (3, 5))
    moved = [ludarium.new("beetle-battle", size=size) for size in (3, 5)]
    for game in moved:
        game.push(game.legal_moves[0])
        game.end("red", "for the test")
    with collected(tmp_path / "c.duckdb", given(moved[0], "1"), given(moved[1], "2"), given(small, "3")) as collection:
        assert collection.count() == (3, 2)
        assert [each.games for each in collection.look_up(moved[0].after(0))] == [1]
        assert [each.games for each in collection.look_up(large)] == [1]


@pytest.mark.parametrize("id", ludarium.games())
def test_every_game_can_be_collected(tmp_path: Path, id: str) -> None:
    """Counts agree with those of a walk through the games."""
    chance, games, wanted = Random(1), list[Game](), Counter[tuple[str, str]]()
    for number in range(3):
        game = ludarium.new(id, seed=1) if "seed" in ludarium.new(id).options else ludarium.new(id)
        while not game.outcome() and len(game.moves) < 12:
            game.push(chance.choice(game.legal_moves))
        games.append(game if game.outcome() else ended(game, game.kind.board.player(game.constants, number % 2)))
        for ply, move in enumerate(game.moves):
            wanted[game.after(ply).position, str(move)] += 1
    with collected(tmp_path / "c.duckdb", *(given(game, str(i)) for i, game in enumerate(games))) as collection:
        for game in games:
            for ply in range(len(game.moves)):
                before = game.after(ply)
                found = {each.move: each.games for each in collection.look_up(before)}
                assert found.items() >= {(str(game.moves[ply]), wanted[before.position, str(game.moves[ply])])}


def test_games_are_collected_once(tmp_path: Path) -> None:
    file, game = tmp_path / "c.duckdb", given(line("a7-b6"), "1")
    collected(file, game).close()
    with extended(file) as collection:
        assert collection.missing(["1", "2"]) == {"2"}
        collection.add(Replayer().replay([given(line("a7-b6 a1-b2"), "2")]))
    with Collection(file) as collection:
        assert collection.count() == (2, 3)


def test_games_that_are_damaged_or_not_over_are_left_out(tmp_path: Path) -> None:
    going_on = ludarium.new("ataxx")
    found = Replayer().replay(
        [given(going_on, "1"), GivenGame("2", "test", (), "nonsense\n\n"), given(line("a7-b6"), "3")]
    )
    assert [each[0].origin for each in found.games] == ["3"] and len(found.key) == 1
    first, second = found.problems
    assert first == "1 is left out: the game is not over" and second.startswith("2 is left out: line 1: ")


def test_a_collection_is_replaced_when_it_is_whole(tmp_path: Path) -> None:
    file = tmp_path / "c.duckdb"
    collected(file, given(line("a7-b6"), "1")).close()
    content = file.read_bytes()
    reading = Collection(file)
    with pytest.raises(RuntimeError), extended(file) as collection:
        collection.add(Replayer().replay([given(line("g1-f1"), "2")]))
        raise RuntimeError
    assert file.read_bytes() == content and [each.name for each in tmp_path.iterdir()] == [file.name]
    collected(file, given(line("g1-f1"), "2")).close()  # while another one reads it
    assert reading.count() == (1, 1)
    reading.close()


def test_other_files_are_refused_in_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "c.duckdb"
    file.write_text("something else\n" * 1000)
    with pytest.raises(LudariumError, match=r"c.duckdb' cannot be used as a collection: ") as error:
        Collection(file)
    assert "\n" not in str(error.value)
    with pytest.raises(LudariumError, match="cannot be used as a collection"), extended(file):
        pass
    assert file.read_text().startswith("something else")


def test_what_a_game_is_worth() -> None:
    assert worths_of(line("a7-b6", "blue")) == [0, 1] and worths_of(line("a7-b6", None)) == [0.5, 0.5]
    game = ludarium.new("ataxx", rules="uai", position="x5x/7/7/7/7/7/7 o 0 2")
    assert game.outcome() and sum(worths_of(game)) == 1
    assert [len(batch) for batch in batches((given(line("a7-b6"), str(i)) for i in range(5)), 2)] == [2, 2, 1]
