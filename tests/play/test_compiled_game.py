"""Games whose moves are made by compiled rules: the same games as by plain ones."""

import re
from typing import Any

import pytest

from ludarium.contract.errors import BadRecord
from ludarium.engine.code import game_code
from ludarium.engine.memory import typecode_of
from ludarium.engine.rule_functions import make_move
from ludarium.play.compiled_game import CompiledGame
from ludarium.play.game import Game
from ludarium.play.record import parse

from ..support.cases import played


@pytest.mark.parametrize(
    ("id", "options"),
    [
        ("gamma", {"width": 5, "height": 4, "areas": 2}),
        ("gamma", {"width": 40, "height": 40}),  # a position whose changes are logged
        ("ataxx", {}),  # a position that is a list
    ],
    ids=["array", "log", "list"],
)
def test_compiled_and_plain_moves_lead_to_the_same_positions(id: str, options: dict[str, Any]) -> None:
    plain = played(id, options, seed=3, plies=25)
    game_code(plain.kind, typecode_of(plain.row)).native(make_move)  # there from now on
    game = parse(plain.record(), made=CompiledGame)
    assert isinstance(game, CompiledGame) and game.moves == plain.moves
    assert [list(game.row_after(ply)) for ply in range(26)] == [list(plain.row_after(ply)) for ply in range(26)]
    game.pop()
    assert game == plain.after(24) and type(game.copy()) is Game


def test_compiled_rules_make_the_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = played("gamma", {"width": 5, "height": 4}, seed=1, plies=6)
    game_code(plain.kind, typecode_of(plain.row)).native(make_move)
    record = plain.record()
    monkeypatch.setattr(plain.kind.rules, "play", None)
    assert parse(record, made=CompiledGame).moves == plain.moves


def test_a_damaged_record_is_refused_as_by_plain_rules() -> None:
    record = played("gamma", {"width": 5, "height": 4}, seed=1, plies=6).record()
    damaged = re.sub(r'6,2,".*"', '6,2,"9,9"', record)
    assert damaged != record
    sentences = []
    for made in Game, CompiledGame:
        with pytest.raises(BadRecord) as caught:
            parse(damaged, made=made)
        sentences.append(str(caught.value))
    assert sentences[0] == sentences[1]
