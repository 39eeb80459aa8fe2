"""Setting up a game by hand: blocks, and moves for everybody."""

import ludarium
from ludarium.play.match.seats import SHOWN
from ludarium.terminal.screen.dialogs.results import EndPanel

from ...support.screens import AlphaBeta, footer, look, moves, open_game, text, touch, until


async def test_blocks_are_set_by_hand() -> None:
    async with open_game(ludarium.new("ataxx", blocks="33")) as (pilot, play):
        play.match.assign(0, AlphaBeta())
        play._run_turns()
        await until(pilot, lambda: play.search.is_running)
        assert "B Blocks" in footer(pilot)
        await pilot.press("b")
        await until(pilot, lambda: "Choose squares to block" in text(play, "#say"))
        await touch(pilot, play, "f6", "e3", "c4")
        assert play.game.options["blocks"] == "gh" and play.board.name_here == "c4"
        assert [look(play, name).ground for name in ("b2", "c4")] == ["block", "field"]
        for name, sentence in ("g1", "no block stands on a piece"), ("d4", "no block stands in the middle"):
            await touch(pilot, play, name)
            assert text(play, "#say") == f"{name} cannot be blocked: {sentence}."
        await pilot.press("u", "t", "h")
        await pilot.pause()
        assert moves(play) == [] and "Choose squares to block" in text(play, "#say")
        await pilot.press("b", "escape")
        await until(pilot, lambda: play._move_input)
        assert len(moves(play)) == 1 and "B Blocks" not in footer(pilot)
        await pilot.press("b")
        assert play._move_input and not play._setup.laying


async def test_blocks_that_leave_no_move_end_the_game_when_they_are_set() -> None:
    async with open_game(ludarium.new("ataxx", blocks="abcdefh123456")) as (pilot, play):
        await pilot.press("b")
        await touch(pilot, play, "f2")
        assert pilot.app.screen is play
        await pilot.press("b")
        await until(pilot, lambda: pilot.app.screen.query(EndPanel))


async def test_moves_are_set_for_everybody() -> None:
    async with open_game(ludarium.new("ataxx"), ("human", "level 1")) as (pilot, play):
        play.match.assign(1, AlphaBeta())
        await pilot.press("m")
        await until(pilot, lambda: "You set moves" in text(play, "#say"))
        await touch(pilot, play, "a7", "b7", "g7", "f7", "a7", "b6")
        assert moves(play) == ["a7-b7", "g7-f7", "a7-b6"] and play._move_input and not play.match.may_lay
        await pilot.press("u")
        await until(pilot, lambda: len(moves(play)) == 2 and play._move_input)
        await touch(pilot, play, "a7", "b6")
        await pilot.press("m")
        await until(pilot, lambda: play.search.is_running)
        await pilot.press("escape")
        await until(pilot, lambda: len(moves(play)) == 4 and play._move_input)
        await pilot.press("m")
        assert not play._setup.moving and "M Moves" not in footer(pilot)


async def test_a_crowd_waits_while_moves_are_set() -> None:
    game = ludarium.new("gamma", width=4, height=4, players=SHOWN + 2)
    async with open_game(game, ("human", *["random"] * SHOWN)) as (pilot, play):
        await pilot.press("m")
        for number in range(SHOWN + 2):
            await touch(pilot, play, f"{number % 4},{number // 4}")
        assert len(moves(play)) == SHOWN + 2
        await touch(pilot, play, "3,3")
        await pilot.press("m")
        await until(pilot, lambda: len(moves(play)) == 2 * (SHOWN + 2) and play._move_input)
