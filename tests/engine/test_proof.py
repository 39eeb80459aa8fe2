"""Proofs: what is proven is what trying everything finds, and what is not proven is not claimed."""

from functools import cache

import pytest

import ludarium
from ludarium.contract.row import Row
from ludarium.engine.search.exact.proof import DRAW, WIN, Prover
from ludarium.games import kind

# Positions close to the end, with all that can follow looked at by the test itself
LATE = [
    ("ataxx", {}, "ooxxxxo/ooooooo/xxxxooo/oxxxoxx/oxxxoxx/ooxo1oo/ooxoooo x 1 41"),
    ("ataxx", {}, "1ooooox/oooooox/xxooxoo/xxxxxxx/xxxxxoo/oxxxxoo/xxxoooo x 0 40"),
    ("gamma", {"width": 3, "height": 2, "areas": 2}, "1,2,./2,1,. 1 1-2"),
    ("gamma", {"width": 3, "height": 2, "areas": 2}, "1,2,./2,1,. 2 1-2"),
]


@pytest.mark.parametrize(("id", "options", "position"), LATE)
def test_proofs_agree_with_trying_everything(id: str, options: dict[str, int], position: str) -> None:
    game = ludarium.new(id, position, **options)
    rules, constants, plies = game.kind.rules, game.constants, 4

    @cache
    def forces(row: tuple[int, ...], player: int, least: int, left: int) -> bool:
        if rules.outcome(constants, row):  # type: ignore[arg-type]
            return rules.share(constants, list(row), player) >= least
        results = (forces(after(list(row), move), player, least, left - 1) for move in moves(list(row)) if left)
        return bool(left) and (any if rules.turn(constants, list(row)) == player else all)(results)

    def moves(row: Row) -> list[int]:
        return game.kind.legal_moves(constants, row)

    def after(row: Row, move: int) -> tuple[int, ...]:
        rules.play(constants, row, move)
        return tuple(row)

    prover = Prover(game.kind, constants, megabytes=1, natively=False)
    for player in 0, 1:
        for least in DRAW, WIN:
            proof = prover.forces(game.row, player, least, plies=plies, nodes=100_000)
            assert proof.is_whole and proof.worth == forces(tuple(game.row), player, least, plies)
            if proof.worth and rules.turn(constants, game.row) == player:
                # The line begins with a move after which the proof still holds
                assert forces(after(list(game.row), proof.line[0]), player, least, plies - 1)


def test_a_proof_that_is_cut_short_proves_nothing() -> None:
    one = kind("ataxx")
    game = ludarium.new("ataxx")
    proof = Prover(one, game.constants, megabytes=1, natively=False).forces(game.row, 0, DRAW, plies=9, nodes=50)
    assert not proof.worth and not proof.is_whole and not proof.line and proof.nodes <= 51


def test_the_most_points_of_a_few_moves() -> None:
    game = ludarium.new("abatis", seed=3)
    for move in "W4", "E4", "N4":
        if move in game.legal_moves:
            game.push(move)
    best, before = -1, game.row
    for first in game.legal_moves:
        game.push(first)
        for second in game.legal_moves:
            game.push(second)
            best = max(best, game.kind.rules.score(game.constants, game.row, 0))
            game.pop()
        game.pop()
    proof = Prover(game.kind, game.constants, megabytes=1, natively=False).most_points(before, 2, nodes=100_000)
    assert proof.worth == best and proof.is_whole and len(proof.line) == 2
