"""What is hidden from a player at a terminal: on the full screen, in line mode, and while the device is passed on."""

import subprocess
import sys
from collections.abc import Iterator

import pytest

import ludarium
from ludarium.play.match.match import Match

from ..support.example_games import furnished
from ..support.screens import moves, open_game, text, until

DIES = "123456"


@pytest.fixture(autouse=True)
def examples() -> Iterator[None]:
    with furnished():
        yield


def line_mode(*lines: str) -> tuple[str, str]:
    command = [sys.executable, "-m", "ludarium", "liars-dice"]
    done = subprocess.run(command, input="\n".join(lines) + "\n", capture_output=True, text=True, check=False)
    return done.stdout, done.stderr


def boards(out: str) -> list[str]:
    return [part for part in out.split("===\n")[1::2] if part.strip()]


def test_line_mode_shows_what_the_player_sees() -> None:
    out, wrong = line_mode("seed 5", "dump", "start", "dump", "save x.csv", "undo", "1*2", "dump", "hint")
    game = ludarium.new("liars-dice", seed=5)
    own = game.kind.picture(game.constants, game.kind.seen(game.constants, game.row, 0)).splitlines()
    for board in boards(out):
        lines = board.splitlines()
        assert lines[0].strip() == own[0].strip() and lines[-2].split() == ["south", "?", "?", "?", ".", "."]
    assert "line 5: players see different things in this game" in wrong and "what was seen stays seen" in wrong


def test_two_people_at_one_line_mode() -> None:
    out, _ = line_mode("seed 5", "manual south", "start", "1*2", "dump", "1*3", "dump")
    assert "Pass the device to south; dump shows what south sees." in out
    south, north = boards(out)
    assert south.splitlines()[0].split() == ["north", "?", "?", "?", ".", "."] and "?" not in south.splitlines()[-2]
    assert north.splitlines()[-2].split() == ["south", "?", "?", "?", ".", "."] and "?" not in north.splitlines()[0]


def test_everything_is_shown_in_line_mode_when_the_game_is_over() -> None:
    out, _ = line_mode("seed 5", "dice 1", "manual south", "start", "2*6", "liar", "dump")
    assert "wins." in out and "?" not in boards(out)[-1]


async def test_the_full_screen_waits_for_the_person_who_gets_the_device() -> None:
    game = ludarium.new("liars-dice", seed=5)
    async with open_game(game) as (pilot, screen):
        board = screen.board

        def said() -> str:
            return " ".join(text(screen, "#say").split())

        def shown() -> dict[str, str]:
            cells = (board._cell(x, y) for y in (0, board.rows - 1) for x in range(3))
            return {cell.name: cell.piece.kind for cell in cells if cell and cell.piece}

        await until(pilot, lambda: "Pass the device to north" in said())
        assert set(shown().values()) == {"hidden"}
        await pilot.press("enter")
        await until(pilot, lambda: "hidden" not in (shown()["north1"], shown()["north3"]))
        assert shown()["south1"] == shown()["south2"] == "hidden"
        board.point_at(2, 1)
        await pilot.press("enter")
        await until(
            pilot,
            lambda: len(moves(screen)) == 1 and "Pass the device to south" in said(),
        )
        assert set(shown().values()) == {"hidden"}
        await pilot.press("s")
        await until(pilot, lambda: "Players see different things" in said())
        await pilot.press("enter")
        await until(pilot, lambda: shown()["south1"] != "hidden")
        assert shown()["north1"] == "hidden"


def test_a_match_takes_nothing_back_that_was_seen() -> None:
    match = Match(ludarium.new("liars-dice", seed=5), ["human", "human"])
    match.play("1*2")
    with pytest.raises(ludarium.IllegalMove, match="what was seen stays seen"):
        match.undo()
