"""The rules of the examples are those that are published, compiled and plain, and their texts round-trip."""

import re
from random import Random
from typing import Any

import pytest

import ludarium
from ludarium.engine import perft, uncompiled
from ludarium.games import kind
from ludarium.play.introduction import introduction_of, poster

from ..support.cases import random_moves
from ..support.example_games import FOLDER, IDS, every_example
from ..support.naive import breakthrough, hex

# Lines of play by depth, as other programs count them
PUBLISHED = {
    "connect-four": [7, 49, 343, 2401, 16807, 117649, 823536],
    "othello": [4, 12, 56, 244, 1396, 8200, 55092],
}
NAIVE: list[tuple[str, Any, dict[str, Any]]] = [
    ("breakthrough", breakthrough.Naive, {"size": 8}),
    ("breakthrough", breakthrough.Naive, {"size": 5}),
    ("hex", hex.Naive, {"size": 11, "swap": True}),
    ("hex", hex.Naive, {"size": 4, "swap": False}),
]
SMALL: dict[str, dict[str, Any]] = {
    "breakthrough": {"size": 5},
    "connect-four": {"columns": 9, "rows": 4},
    "hex": {"size": 4, "swap": False},
    "othello": {"size": 6},
}


def test_they_are_beside_the_games_of_the_house() -> None:
    assert set(IDS) <= set(ludarium.games()) and all(kind(id).folder.parent == FOLDER for id in IDS)


@pytest.mark.parametrize("id", PUBLISHED)
def test_as_many_lines_of_play_as_published(id: str) -> None:
    game, counts = ludarium.new(id), PUBLISHED[id]
    assert [perft.perft(game.kind, game.constants, game.row, depth) for depth in range(1, 8)] == counts
    assert uncompiled.perft(game.kind, game.constants, game.row, 4) == counts[3]


@pytest.mark.parametrize(("id", "naive", "options"), NAIVE)
def test_random_games_agree_with_a_naive_game(id: str, naive: Any, options: dict[str, Any]) -> None:
    random = Random(id)
    for _ in range(8):
        game, other = ludarium.new(id, **options), naive(**options)
        while True:
            assert str(game) == other.picture()
            over, outcome = other.over(), game.outcome()
            assert over == (outcome and (outcome.winner, outcome.scores))
            assert {str(move) for move in game.legal_moves} == other.legal()
            if over:
                break
            assert game.turn == other.turn
            # The words among the moves are rare, and the most interesting
            legal = [move for move in game.legal_moves if str(move).isalpha()] or game.legal_moves
            move = random.choice(legal if random.random() < 0.5 else game.legal_moves)
            game.push(move)
            other.push(str(move))


@every_example
@pytest.mark.parametrize("usual", [True, False])
def test_texts_say_all_of_a_position(id: str, usual: bool) -> None:
    options = {} if usual else SMALL[id]
    game = ludarium.new(id, **options)
    for move in random_moves(game, Random(3), 200):
        again = ludarium.new(id, game.position, **options)
        assert again == game and list(again.row) == list(game.row)
        assert game.kind.rules.key(game.constants, game.row) == game.kind.rules.key(again.constants, again.row)
        # The last line of a board that leans has the names of the columns
        text = str(game).rpartition("\n")[0] if game.kind.has_outlines else str(game)
        assert game.parse(str(move)) == move and len(game.scene().cells) == len(re.findall(r"[A-Za-z.]", text))
        assert len(game.legal_moves) <= game.kind.rules.most_moves(game.constants)
        game.push(move)
    outcome = game.outcome()
    assert outcome and outcome.reason and ludarium.load(game.record()).outcome() == outcome
    assert ludarium.load(game.record()) == game


@every_example
@pytest.mark.parametrize("text", ["", "zz", "a0", "z9", "a99", "a2-z9", "x" * 500, "1,1", "٣٣", "a²"])
def test_wrong_moves_are_refused_in_a_sentence(id: str, text: str) -> None:
    with pytest.raises(ludarium.BadNotation, match=r"is no move; a move is|board, which goes from a1 to"):
        ludarium.new(id).parse(text)


@every_example
def test_wrong_positions_are_refused_in_a_sentence(id: str) -> None:
    game = ludarium.new(id)
    board, side = game.position.split()
    for wrong in "", side, board, f"{board} green", f"{board[1:]} {side}", f"{'?' * len(board)} {side}":
        with pytest.raises(ludarium.BadNotation):
            ludarium.new(id, wrong)


OBJECTIONS = [
    ("breakthrough", {}, [], "a3-a4", "a3 has no white piece"),
    ("breakthrough", {}, [], "a1-a2", "a2 has a white piece"),
    ("breakthrough", {}, [], "a2-a4", "too far"),
    ("breakthrough", {"size": 5}, ["a2-a3"], "a4-a3", "captures diagonally"),
    ("connect-four", {}, ["a"] * 6, "a", "column a is full"),
    ("hex", {}, ["d4"], "d4", "d4 has a red stone"),
    ("hex", {}, [], "swap", "only the second player may swap"),
    ("othello", {}, [], "d4", "d4 has a white disc"),
    ("othello", {}, [], "a1", "a disc on a1 would turn no other"),
    ("othello", {}, [], "pass", "black can still move"),
]


@pytest.mark.parametrize(("id", "options", "before", "move", "why"), OBJECTIONS)
def test_illegal_moves_are_refused_with_a_reason(
    id: str, options: dict[str, Any], before: list[str], move: str, why: str
) -> None:
    game = ludarium.new(id, **options)
    for text in before:
        game.push(text)
    with pytest.raises(ludarium.IllegalMove, match=why):
        game.push(move)


@every_example
def test_help_and_introduction_show_positions_of_the_game(id: str) -> None:
    found = kind(id)
    assert found.title and found.about and introduction_of(found).steps and poster(found).legal_moves
    assert "```" not in found.help


def test_a_pass_is_a_move_of_othello() -> None:
    game = ludarium.new("othello", "bbbb/bbbb/bbbb/bww. white", size=4)
    assert list(map(str, game.legal_moves)) == ["pass"] and game.scene().words == ("pass",)
    game.push("pass")
    game.push("d4")
    assert game.outcome() == ludarium.Outcome("black", (16, 0), "no player can move")
