"""The examples in line mode, on the full screen, on a server, and beside a computer."""

import re
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from textual.widgets import OptionList

import ludarium
from ludarium.games import kind

from ..support.cases import played
from ..support.example_games import IDS, every_example
from ..support.screens import look, moves, open_game, open_home, touch, until
from ..support.server import serving
from ..support.server_and_library import play

# Games that end soon, and the paths of one of their first moves
SOON: dict[str, dict[str, Any]] = {
    "breakthrough": {"size": 5},
    "connect-four": {"columns": 4, "rows": 4},
    "hex": {"size": 4},
    "othello": {"size": 4},
}
FIRST = {"breakthrough": ["b2", "b3"], "connect-four": ["d4"], "hex": ["b2"], "othello": ["c4"]}
LANDED = {"breakthrough": "b3", "connect-four": "d1", "hex": "b2", "othello": "c4"}


@every_example
def test_line_mode(id: str) -> None:
    game = played(id, SOON[id], 5, 200)
    setting = [f"{name} {value}" for name, value in SOON[id].items()]
    script = "\n".join([*setting, *map(str, game.moves), "start", "dump", "e9"]) + "\n"
    command = [sys.executable, "-m", "ludarium", id]
    done = subprocess.run(command, input=script, capture_output=True, text=True, check=False)
    outcome = game.outcome()
    assert outcome
    result = f"{outcome.winner.capitalize()} wins." if outcome.winner else "It is a draw."
    rows = "".join(f"  {line}\n" for line in str(game).splitlines())
    assert done.stdout.endswith(f"{result}\n===\n{rows}===\n"), done.stdout
    assert done.stderr.endswith("the game is over; clear begins a new one\n")


@every_example
async def test_full_screen(id: str) -> None:
    game = ludarium.new(id, **SOON[id])
    before = len(game.moves)
    async with open_game(game) as (pilot, screen):
        await touch(pilot, screen, *FIRST[id])
        await until(pilot, lambda: len(moves(screen)) == before + 1)
        piece = look(screen, LANDED[id]).piece
        assert piece and piece.owner == 0
        legal = screen.game.legal_moves
        await pilot.press("u")
        await until(pilot, lambda: len(moves(screen)) == before)
        assert len(legal) and len(screen.game.legal_moves)


async def test_home_screen_lists_them() -> None:
    async with open_home() as pilot:
        listed = pilot.app.screen.query_one(OptionList)
        assert all(listed.get_option(id).prompt == kind(id).title for id in IDS)


@every_example
async def test_server(id: str, tmp_path: Path) -> None:
    game = ludarium.new(id, **SOON[id])
    async with serving(tmp_path) as server:
        options: dict[str, Any] = {name: str(value) for name, value in SOON[id].items()}
        table = await server.new(id, **options)
        async with server.page(table) as page:
            await play(page, await page.told(), game, Random(2), 200)
        assert (await server.client.get(f"/api/games/{table}/record")).text == game.record()
        record = (await server.post("games/import", {"text": game.record()})).json()
        assert (await server.get(f"games/{record['id']}"))["view"]["ending"]


@pytest.mark.parametrize("level", [1, 4])
@every_example
def test_computers(id: str, level: int) -> None:
    game = ludarium.new(id, **SOON[id])
    game.push(game.best_move(level=level))
    assert len(game.moves) == 1


@every_example
def test_reviews_tell_chances(id: str, tmp_path: Path) -> None:
    game = played(id, SOON[id], 5, 3)
    (tmp_path / "game.csv").write_text(game.record(), encoding="utf-8")
    command = [sys.executable, "-m", "ludarium", "analyse", str(tmp_path / "game.csv"), "--nodes", "2000"]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert "the part of the win" in told
    assert len(re.findall(r"^ +[123] \w+ +\S+ +(?:\d+ %|\w+ wins in \d+)", told, re.M)) == 3, told
