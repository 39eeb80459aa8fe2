"""Seats: people, computer opponents and how they are stopped, levels, very many players."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from textual.widgets import OptionList

import ludarium
from ludarium.contract.errors import BadOption
from ludarium.games import kind
from ludarium.play.match.events import Seated
from ludarium.play.match.seats import SHOWN, read_seats
from ludarium.terminal.screen import key_queue
from ludarium.terminal.screen.dialogs.characters import player_at
from ludarium.terminal.screen.dialogs.dialogs import InputDialog
from ludarium.terminal.screen.dialogs.pickers import PickDialog
from ludarium.terminal.screen.dialogs.results import EndPanel
from ludarium.terminal.screen.game.saved_match import SavedMatch

from ...support.patience import PATIENCE
from ...support.screens import TWO, AlphaBeta, Quitter, moves, open_game, open_home, shown, text, touch, until


@pytest.mark.parametrize("id", ludarium.games())
async def test_a_whole_game_between_others(id: str) -> None:
    small: dict[str, dict[str, Any]] = {
        "gamma": {"width": 4, "height": 4},
        "beetle-battle": {"size": 3},
        "abatis": {"seed": 1, "colors": "10-10"},
    }
    game = ludarium.new(id, **small.get(id, {}))
    async with open_game(game, ("random", "random")) as (pilot, play):
        await until(pilot, lambda: isinstance(pilot.app.screen, InputDialog) or pilot.app.screen.query(EndPanel))
        assert play.match.outcome()


async def test_those_who_watch_can_pause_and_go_back() -> None:
    async with open_game(ludarium.new("ataxx"), ("random", "random"), speed="fast") as (pilot, play):
        await until(pilot, lambda: len(play.game.moves) > 2)
        await pilot.press("p")
        await until(pilot, lambda: "Paused" in text(play, "#say"))
        made = len(play.game.moves)
        await touch(pilot, play, "a7")
        assert text(play, "#say") == "Paused. P goes on." and len(play.game.moves) == made
        await pilot.press("u")
        await until(pilot, lambda: len(play.game.moves) == made - 1)
        await pilot.press("p")
        await until(pilot, lambda: len(play.game.moves) > made)


async def test_thinking_can_be_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(key_queue, "REACTION", -PATIENCE)  # every key is that of a person who has seen the position
    async with open_game(ludarium.new("ataxx")) as (pilot, play):
        play.match.assign(1, AlphaBeta())
        await touch(pilot, play, "a7", "b7")
        await until(pilot, lambda: play.search.is_running)
        await touch(pilot, play, "g7")
        assert text(play, "#say") == "It is not your turn."
        await pilot.press("escape")
        await until(pilot, lambda: play._move_input)
        assert len(moves(play)) == 2
        await touch(pilot, play, "b7", "b6")
        await until(pilot, lambda: play.search.is_running)
        await pilot.press("u")
        await until(pilot, lambda: play._move_input)
        assert len(moves(play)) == 2


async def test_an_opponent_that_cannot_go_on_has_lost() -> None:
    async with open_game(ludarium.new("ataxx")) as (pilot, play):
        play.match.assign(1, Quitter())
        await touch(pilot, play, "a7", "b7")
        await until(pilot, lambda: pilot.app.screen.query(EndPanel))
        assert "The winner is red!" in shown(pilot) and "The engine has gone" in shown(pilot)


async def test_opponents_leave_with_the_game() -> None:
    left: list[str] = []

    class Leaver(Quitter):
        def close(self) -> None:
            left.append(self.name)

    async with open_game(ludarium.new("ataxx")) as (pilot, play):
        play.match.assign(1, Leaver())
        play.start(SavedMatch.new(ludarium.new("ataxx"), TWO))
        await pilot.pause()
        assert left == ["quitter"]
        play.match.assign(1, Leaver())
        await pilot.press("m")
        await pilot.pause()
    assert left == ["quitter"] * 2


async def test_a_computer_opponent_plays() -> None:
    """The one test here that compiles."""
    async with open_game(ludarium.new("beetle-battle", size=3), ("human", "level 1")) as (pilot, play):
        await touch(pilot, play, "0,0")
        async with asyncio.timeout(PATIENCE):
            while not play._move_input:
                await pilot.pause(0.05)
        assert len(moves(play)) == 2 and "Pip" in text(play, "#players")


async def test_another_character_plays_on(monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_game(ludarium.new("ataxx"), ("human", "level 1")) as (pilot, play):
        play.match.assign(1, AlphaBeta())
        await touch(pilot, play, "a7", "b7")
        await until(pilot, lambda: play.search.is_running)
        await pilot.press("l")
        await until(pilot, lambda: isinstance(pilot.app.screen, PickDialog))
        assert "Who plays blue?" in shown(pilot)
        await pilot.press("escape", "L")
        await until(pilot, lambda: isinstance(pilot.app.screen, PickDialog))
        monkeypatch.setattr(play.match, "choose", lambda cancel: play.game.legal_moves[0])
        await pilot.press(*["down"] * 4, "enter")
        await until(pilot, lambda: play._move_input)
        assert "Weevil" in text(play, "#players") and len(moves(play)) == 2
        assert play.match.seats.texts == ("human", "level 5")
        await pilot.click("#players", offset=(6, 0))
        await until(pilot, lambda: isinstance(pilot.app.screen, PickDialog))
        assert pilot.app.screen.query_one(OptionList).highlighted == 4


@pytest.mark.parametrize("size", [(46, 16), (80, 24)])
async def test_the_character_that_plays_is_seen_in_the_list_of_all(size: tuple[int, int]) -> None:
    async with open_game(ludarium.new("ataxx"), ("human", "level 11"), size=size) as (pilot, _):
        await pilot.press("l")
        await until(pilot, lambda: isinstance(pilot.app.screen, PickDialog))
        await until(pilot, lambda: "Scarab" in pilot.app.export_screenshot())
        drawn = pilot.app.export_screenshot()
        assert "blue?" in drawn and "closes." in drawn


async def test_one_of_many_is_given_another_level() -> None:
    game = ludarium.new("gamma", width=4, height=4, players=3)
    async with open_game(game, ("human", "random", "random")) as (pilot, play):
        await pilot.press("l")
        await until(pilot, lambda: isinstance(pilot.app.screen, PickDialog))
        assert "Whose level?" in shown(pilot)
        await pilot.press("down", "enter")
        await until(pilot, lambda: "Who plays player 3?" in shown(pilot))
        await pilot.press("enter")
        await until(pilot, lambda: pilot.app.screen is play)
        await until(pilot, lambda: play.match.seats.texts == ("human", "random", "level 1"))
    async with open_game(ludarium.new("ataxx")) as (pilot, play):
        await pilot.press("l")
        await until(pilot, lambda: text(play, "#say") == "Only people play here: there is no level to change.")


async def test_a_new_level_is_kept(tmp_path: Path) -> None:
    async with open_home(f"sqlite:///{tmp_path}/games.db") as pilot:
        store, saved = pilot.app.store, SavedMatch.new(ludarium.new("ataxx"), ("human", "level 1"))  # type: ignore[attr-defined]
        saved.match.play("a7-b7")
        await saved.save(store)
        saved.match.apply(Seated(1, "level 6"))
        await saved.save(store)
        (saved,) = await store.unfinished()
        assert (saved.seats, saved.title) == (("human", "level 6"), "you against Mantis, 1 move")


def test_the_lines_of_players_are_told_apart() -> None:
    assert [player_at("▸ ●R  you\n      blue 1\n      yellow 2\n  ■B  Pip", line) for line in range(4)] == [0, 0, 0, 1]


def test_seats_are_read() -> None:
    gamma = kind("gamma")
    constants = gamma.make(gamma.choose({"players": 3}))
    assert read_seats([], gamma, constants) == ("human", "level 3", "level 3")
    assert read_seats(["3=human", "2=random"], gamma, constants) == ("human", "random", "human")
    assert read_seats(["1=11"], gamma, constants)[0] == "level 11"
    assert read_seats(["1=Scarab", "2=level:moth"], gamma, constants)[:2] == ("level 11", "level 2")
    for wrong in "4=human", "1", "2=nobody", "2=12", "2=01":
        with pytest.raises(BadOption):
            read_seats([wrong], gamma, constants)


async def test_a_crowd_is_seated_when_it_is_needed() -> None:
    game = ludarium.new("gamma", width=4, height=3, players=4294967295, areas=1)
    seats = ("human", *["random"] * SHOWN)
    async with open_game(game, seats) as (pilot, play):
        await touch(pilot, play, "0,0")
        await until(pilot, lambda: len(play.game.moves) > SHOWN + 2)
        await pilot.press("ctrl+d")
        await until(pilot, lambda: pilot.app.screen.query(EndPanel))
        assert "others" in shown(pilot) and play.match.seats.players > SHOWN
