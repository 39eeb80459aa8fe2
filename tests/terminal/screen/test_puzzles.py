"""Puzzles on the full screen: chosen, tried by keys and mouse, answered in words, rated, and the way on."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList, Static

import ludarium
from ludarium.games import kind
from ludarium.play.puzzles import puzzle_of_the_day, puzzles_of
from ludarium.terminal.screen import key_queue
from ludarium.terminal.screen.app import Ludarium
from ludarium.terminal.screen.board.film import SPEEDS
from ludarium.terminal.screen.dialogs.pickers import PickDialog
from ludarium.terminal.screen.exercises.puzzle_screen import PuzzleScreen
from ludarium.terminal.screen.home import HomeScreen
from ludarium.terminal.screen.new_game import NewGameScreen

from ...support.patience import PATIENCE
from ...support.screens import footer, open_home, point, until


@asynccontextmanager
async def asked(
    id: str, *, speed: str = "off", daily: bool = True
) -> AsyncIterator["tuple[Pilot[None], PuzzleScreen]"]:
    """A puzzle of a game, asked as from the command line."""
    screens: list[PuzzleScreen] = []

    def enter() -> PuzzleScreen:
        screens.append(PuzzleScreen(kind(id), daily=True, alone=True))
        return screens[0]

    app = Ludarium(enter, database="sqlite://")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: read(screens[0], "lesson"))
        app.store._preferred["speed"] = speed
        yield pilot, screens[0]


def read(screen: PuzzleScreen, place: str) -> str:
    return str(screen.query_one(f"#{place}", Static).content)


async def answered(pilot: "Pilot[None]", screen: PuzzleScreen, *texts: str) -> None:
    await until(pilot, lambda: all(text in read(screen, "answer") for text in texts))


def path_of(screen: PuzzleScreen, move: str) -> tuple[str, ...]:
    game = screen.puzzle.game()
    return tuple(screen.kind.paths(game.constants, game.row, game.parse(move).number)[0])


def wrong_move(screen: PuzzleScreen) -> str:
    """A move that is not the solution."""
    game = screen.puzzle.game()
    solution = game.parse(screen.puzzle.solution).number
    return next(str(move) for move in game.legal_moves if move.number != solution)


async def attempt(pilot: "Pilot[None]", screen: PuzzleScreen, move: str) -> None:
    """Try a move by arrows, the space key, and the key of a word."""
    words = screen._input.words
    word, *cells = path_of(screen, move)
    if word in words and not cells:
        await pilot.press("c")
    for name in cells if word in words else (word, *cells):
        await point(pilot, screen, name)
        await pilot.press("g" if word in words else "space")
        await pilot.pause()


@pytest.mark.parametrize("id", ludarium.games())
async def test_a_puzzle_is_tried_wrongly_again_and_rightly(id: str) -> None:
    async with asked(id) as (pilot, screen):
        first = screen.puzzle
        assert first is puzzle_of_the_day(kind(id), await screen.app.store.today())
        assert read(screen, "turn") == f"Puzzle of the day, rated {first.rating}"
        assert read(screen, "lesson").startswith(first.task)
        await answered(pilot, screen, "Your first try at a puzzle is rated.")
        await pilot.press("h")
        assert read(screen, "answer") == " ".join(first.hint.split())
        wrong = wrong_move(screen)
        await attempt(pilot, screen, wrong)
        told = " ".join(first.answer(wrong).text.split())
        await answered(pilot, screen, told, " now.", "Space tries again, S shows the solution")
        assert told.startswith("Wrong: ") and str(screen.game.moves[0]) == wrong
        facts = [f"{panel.value}" for panel in screen.game.scene().panels]
        assert all(fact in read(screen, "lesson") for fact in facts)  # those of the position that is shown
        await pilot.press("space")
        assert not screen.game.moves and not screen._is_done
        await attempt(pilot, screen, first.solution)
        await answered(pilot, screen, "Right: ", "Your rating stays ", "Space goes on to the next one.")
        await pilot.press("space")
        await until(pilot, lambda: screen.puzzle is not first and read(screen, "turn").startswith("Puzzle, rated "))
        await answered(pilot, screen, "Your rating is ")
        assert screen.puzzle.id in puzzles_of(kind(id)) and not screen._is_done


async def test_a_solved_puzzle_raises_the_rating_and_lowers_the_puzzles() -> None:
    async with asked("ataxx") as (pilot, screen):
        first = screen.puzzle
        await attempt(pilot, screen, first.solution)
        await answered(pilot, screen, "Right: ", "Your rating is ")
        people = await screen.app.store.ratings()
        solver = await people.solver("", "ataxx")
        assert solver.tries == solver.streak == 1 and f"Your rating is {solver.rating} now." in read(screen, "answer")
        rated = await people.puzzle_rating("ataxx", first.id)
        assert rated is not None and rated < first.rating
        await pilot.press("d")
        await answered(pilot, screen, f"Only the first try at a puzzle counts: your rating stays {solver.rating}.")
        assert read(screen, "turn") == f"Puzzle of the day, rated {rated}"
        await pilot.press("n")
        await until(pilot, lambda: screen.puzzle is not first)
        second = screen.puzzle
        await attempt(pilot, screen, second.solution)
        await answered(pilot, screen, "; you have solved 2 in a row.")


async def test_the_solution_is_shown_and_counts_as_a_wrong_try() -> None:
    async with asked("battle-of-the-beetles") as (pilot, screen):
        assert "S Solution" in footer(pilot) and "A Again" not in footer(pilot)
        await pilot.press("s")
        await answered(pilot, screen, f"The solution is {screen.puzzle.solution}.", " now.", "Space goes on")
        assert [*map(str, screen.game.moves)] == [*screen.puzzle.line[:12]]
        assert (await (await screen.app.store.ratings()).solver("", screen.kind.id)).streak == 0
        assert "S Solution" not in footer(pilot) and "A Again" in footer(pilot)
        await pilot.press("a")
        assert not screen.game.moves
        await pilot.press("t", *screen.puzzle.solution, "enter")
        await answered(pilot, screen, "Right: ", "Your rating stays ")


async def test_a_wrong_try_leads_to_the_solution_by_one_key() -> None:
    async with asked("ataxx") as (pilot, screen):
        await attempt(pilot, screen, wrong_move(screen))
        await answered(pilot, screen, "Wrong: ", "S shows the solution")
        await pilot.press("s")
        await answered(pilot, screen, f"The solution is {screen.puzzle.solution}.")


async def test_a_click_tries_a_move_and_another_one_ends_its_film_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SPEEDS, "slow", PATIENCE)  # the film lasts until it is ended
    async with asked("ataxx", speed="slow") as (pilot, screen):
        first = screen.puzzle

        async def click(name: str) -> None:
            board = screen.board
            [at] = [
                (x, y)
                for y in range(board.size.height)
                for x in range(board.size.width)
                if (found := board.at(x, y)) and (cell := board._cell(*found)) and cell.name == name
            ][:1]
            await pilot.click(board, offset=at)
            await pilot.pause()

        for name in path_of(screen, first.solution):
            await click(name)
        await until(pilot, lambda: screen._film)
        await click(path_of(screen, first.solution)[0])
        await answered(pilot, screen, "Right: ", "Space goes on")
        assert screen.puzzle is first and [*map(str, screen.game.moves)] == [*first.line[:12]]


async def test_a_key_during_a_film_asks_the_next_puzzle_and_the_film_does_not_go_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(SPEEDS, "slow", PATIENCE)
    monkeypatch.setattr(key_queue, "REACTION", -PATIENCE)  # every key is that of a person who has seen the film
    async with asked("beetle-battle", speed="slow") as (pilot, screen):
        first = screen.puzzle
        await pilot.press("s")
        await until(pilot, lambda: screen._film)
        await pilot.press("n")
        await until(pilot, lambda: screen.puzzle is not first)
        await answered(pilot, screen, "Your rating is ")
        assert not screen._film and not screen.game.moves and screen.board.position == screen.puzzle.game().row


async def test_the_home_screen_leads_to_puzzles_and_back() -> None:
    async with open_home() as pilot:
        await pilot.press("down", "z")
        await until(pilot, lambda: isinstance(pilot.app.screen, PuzzleScreen))
        screen = pilot.app.screen
        assert isinstance(screen, PuzzleScreen) and screen.kind.id == "ataxx"
        await until(pilot, lambda: read(screen, "lesson"))
        await pilot.press("p")
        await until(pilot, lambda: isinstance(pilot.app.screen, NewGameScreen))
        await pilot.press("escape")
        await until(pilot, lambda: pilot.app.screen is screen)
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, HomeScreen))
        choices = pilot.app.screen.query_one(OptionList)
        choices.highlighted = choices.get_option_index("puzzles")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, PickDialog))
        await pilot.press("down", "down", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, PuzzleScreen))


async def test_puzzles_are_asked_where_nothing_can_be_kept() -> None:
    app = Ludarium(lambda: PuzzleScreen(kind("gamma"), alone=True), database="sqlite:////proc/no/such/folder/x.db")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, PuzzleScreen) and read(app.screen, "lesson"))
        screen = app.screen
        assert isinstance(screen, PuzzleScreen)
        await pilot.press("s")
        await answered(pilot, screen, f"The solution is {screen.puzzle.solution}.", "Your rating stays 1000.")
