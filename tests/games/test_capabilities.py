"""The optional functions of the games: their signatures, and the defaults of a game that has none of them."""

import inspect
from types import ModuleType, SimpleNamespace

import pytest

from ludarium.contract.capabilities import OF_BOARD, OF_RULES, OF_STRATEGY, Capabilities
from ludarium.contract.errors import BadOption
from ludarium.games import ids, kind


@pytest.mark.parametrize("id", ids())
def test_own_functions_take_what_the_defaults_take(id: str) -> None:
    found = kind(id)
    for module, names in (found.rules, OF_RULES), (found.board, OF_BOARD), (found.strategy, OF_STRATEGY):
        for name in names:
            own = vars(module).get(name) if isinstance(module, ModuleType) else None
            default = inspect.signature(inspect.getattr_static(Capabilities, name).__get__(found))
            assert own is None or list(inspect.signature(own).parameters) == list(default.parameters), name


def test_a_game_with_nothing_optional_gets_the_defaults() -> None:
    real = kind("gamma")
    required = {name: value for name, value in vars(real.rules).items() if name not in OF_RULES}
    shown = {name: value for name, value in vars(real.board).items() if name not in OF_BOARD}
    bare = Capabilities("bare", SimpleNamespace(**required), SimpleNamespace(**shown), None)
    game = real.make(real.choose({"width": 3, "height": 2}))
    row = real.start(game, {})
    assert bare.legal(game, row, 4) and not bare.legal(game, row, 99)
    assert bare.paths(game, row, 4) == [("1,1",)]
    assert not bare.words(game, row) and not bare.panels(game, row) and not bare.statistics(game, row)
    assert list(bare.read_position(game, bare.write_position(game, row))) == list(row)
    after = row[:]
    bare.begin(game, after, 4)
    assert not bare.step(game, after) and list(bare.changes(game, row, after)) == [(1, 0)]
    assert bare.count_moves(game, row, [0] * 20, 0) == len(real.legal_moves(game, row))
    with pytest.raises(BadOption, match="nothing can be laid on the cells of bare"):
        bare.lay({}, "1,1")
    assert not any((bare.unfolds, bare.checks_quickly, bare.has_chapters, bare.has_scores, bare.can_lay))
