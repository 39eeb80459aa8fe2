"""tools/ship.py: which code a wheel has. That it is put into a wheel and runs from there is tried in test_wheel.py."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import ludarium
from ludarium.engine.native import cpu
from ludarium.engine.search.preparation import units_of_searcher
from ludarium.engine.warm_up import parts_of
from ludarium.games import kind

from ..support.tools import load_tool

ship = load_tool("ship")
PARTS = {(found.id, typecode): units for found, typecode, units in parts_of(ship.house_games())}


def test_every_game_has_a_file_for_each_level() -> None:
    names = {name for id, typecode in PARTS for name in ship.names_of(kind(id), typecode)}
    rows = {"abatis": "q", "ataxx": "q", "battle-of-the-beetles": "q", "beetle-battle": "q", "gamma": "i"}
    assert names == {f"{id}-{typecode}-{level}.code" for id, typecode in rows.items() for level in ship.LEVELS}
    for machine, levels in cpu.LEVELS.items():
        assert {*ship.LEVELS_OF[machine]} <= {*levels}


def test_games_of_others_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    elsewhere: Any = SimpleNamespace(is_outside=True)
    monkeypatch.setattr(ship, "kinds", lambda: [*map(kind, ludarium.games()), elsewhere])
    assert [found.id for found in ship.house_games()] == [*ludarium.games()]


@pytest.mark.parametrize(
    ("id", "options"),
    [
        *((id, {}) for id in ludarium.games()),
        ("beetle-battle", {"size": 3}),
        ("gamma", {"players": 1}),
        ("gamma", {"players": 3}),
        ("gamma", {"players": 70}),
        ("gamma", {"width": 60, "height": 60}),
    ],
)
def test_a_computer_has_its_code_whatever_the_options_are(id: str, options: dict[str, Any]) -> None:
    game = ludarium.new(id, **options)
    for typecode, unit in units_of_searcher(game.kind, game.constants, game.row):
        assert unit in PARTS[id, typecode]


def test_commands_have_their_code() -> None:
    for (id, _), units in PARTS.items():
        names = {unit.rpartition(".")[2] for unit in units}
        assert names >= {"perft", "playouts", "batch", "rule_functions", "bench"}
        assert ("program" in names) == (kind(id).program is not None)


def test_where_there_are_no_images_there_are_no_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "ataxx-q-armv8-a.code").write_bytes(b"of another time")
    monkeypatch.setattr(ship, "LEVELS", ())
    ship.main(str(tmp_path))
    assert not [*tmp_path.iterdir()] and capsys.readouterr().out == "There is no code for wheels on this system.\n"
