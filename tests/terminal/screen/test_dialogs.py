"""The dialogs of a game: rules, files, high scores, and its end."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from textual.widgets import Input, Select, Static

import ludarium
from ludarium.contract.errors import BadOption
from ludarium.games import kind
from ludarium.play.high_scores import table_of
from ludarium.store.models import Score
from ludarium.terminal.screen.app import Ludarium
from ludarium.terminal.screen.dialogs.dialogs import FactsDialog, InputDialog, MarkdownDialog, MessageDialog, SaveDialog
from ludarium.terminal.screen.dialogs.high_scores import AllScoresDialog, ScoresDialog, values
from ludarium.terminal.screen.dialogs.key_help import KeysDialog
from ludarium.terminal.screen.dialogs.preferences import PreferencesDialog
from ludarium.terminal.screen.dialogs.results import EndDialog, EndPanel
from ludarium.terminal.screen.game.game_screen import GameScreen
from ludarium.terminal.screen.game.program import play_program
from ludarium.terminal.screen.game.replay import ReplayScreen
from ludarium.terminal.screen.game.saved_match import SavedMatch
from ludarium.terminal.screen.home import HomeScreen
from ludarium.terminal.screen.new_game import NewGameScreen

from ...support.cases import played
from ...support.screens import moves, open_game, open_home, shown, text, touch, until

SAMPLE = Path(__file__).parents[2] / "golden" / "sample.csv"

# Windows


@pytest.mark.parametrize(
    ("key", "window"),
    [
        ("r", MarkdownDialog),
        ("question_mark", KeysDialog),
        ("s", SaveDialog),
        ("t", InputDialog),
        ("i", FactsDialog),
        ("a", MessageDialog),
        ("n", NewGameScreen),
        ("e", PreferencesDialog),
        ("ctrl+d", EndDialog),
    ],
)
async def test_every_window_opens_and_closes(key: str, window: type) -> None:
    async with open_game(ludarium.new("abatis", seed=1), ("human",)) as (pilot, play):
        await pilot.press(key)
        await until(pilot, lambda: isinstance(pilot.app.screen, window))
        await pilot.press("escape")
        await until(pilot, lambda: pilot.app.screen is play)
        assert play.board.has_focus and play._move_input


async def test_the_rules_are_one_text_with_headings_and_boards() -> None:
    """A widget for each paragraph took a second and more to open."""
    async with open_game(ludarium.new("abatis", seed=1), ("human",), size=(100, 40)) as (pilot, _):
        await pilot.press("r")
        await until(pilot, lambda: isinstance(pilot.app.screen, MarkdownDialog))
        rules = pilot.app.screen.query_one(".rules", Static)
        await until(pilot, lambda: rules.size.height > 100)
        lines = ["".join(part.text for part in rules.render_line(y)).strip() for y in range(rules.size.height)]
        assert {"The goal", "A  D  .  .  .  .  .  .  .  .  E  B"} <= set(lines)
        assert not any("`" in line or "#" in line for line in lines)
        assert len(pilot.app.screen.query(".text *")) < 5


async def test_the_places_of_abatis_can_be_clicked() -> None:
    async with open_game(ludarium.new("abatis", seed=1), ("human",)) as (pilot, play):
        await pilot.click("#name")
        await until(pilot, lambda: isinstance(pilot.app.screen, MessageDialog))
        await pilot.press("escape")
        await pilot.click("#facts", offset=(1, 0))
        await until(pilot, lambda: isinstance(pilot.app.screen, FactsDialog))
        assert "boards cleared" in shown(pilot)
        await pilot.press("escape")
        await until(pilot, lambda: pilot.app.screen is play)
        play._run_turns(play.game.legal_moves[0])
        await until(pilot, lambda: len(play.game.moves) == 1 and play._move_input)
        await pilot.click("#facts", offset=(1, 3))
        await until(pilot, lambda: not play.game.moves)


def test_without_a_terminal_it_is_a_sentence() -> None:
    watch = ["replay", str(SAMPLE), "--watch"]
    for words in ["play", "ataxx"], ["play", "ataxx", "--host", "me"], ["join", "me@127.0.0.1:1"], watch:
        command = [sys.executable, "-m", "ludarium", *words]
        done = subprocess.run(command, input="", capture_output=True, text=True, check=False)
        sentence = "ludarium: the full screen needs a terminal, and this is none\n"
        assert (done.returncode, done.stdout, done.stderr) == (2, "", sentence)
    small = {"width": 3, "height": 3, "players": 2, "areas": 5}
    assert play_program(kind("gamma"), small).startswith("The full screen needs a terminal")
    with pytest.raises(BadOption):
        play_program(kind("gamma"), {**small, "width": 1 << 31, "height": 1 << 31})


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--seat", "blue=open"], "others find a seat that waits for them by the game's name; --host ID gives it one"),
        (["--host", "me", "--seat", "green=5"], "there is no player 'green'; there are red, blue"),
        (["--host", "me", "--display"], "--host is for the full screen; on the page, a new game asks who plays"),
    ],
)
def test_who_is_waited_for_by_the_command_line(words: list[str], sentence: str) -> None:
    command = [sys.executable, "-m", "ludarium", "play", "ataxx", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"ludarium: {sentence}\n")


async def test_a_new_game_begins_here() -> None:
    async with open_game(ludarium.new("beetle-battle", size=3)) as (pilot, play):
        await touch(pilot, play, "0,0")
        await pilot.press("n")
        await until(pilot, lambda: isinstance(pilot.app.screen, NewGameScreen))
        assert pilot.app.screen.query_one("#option-size", Select).value == "3"
        pilot.app.screen.query_one("#option-size", Select).value = "4"
        await pilot.press("ctrl+s")
        await until(pilot, lambda: pilot.app.screen is play)
        await pilot.pause()
        assert moves(play) == [] and play.board.rows == 4


async def test_saving_writes_a_record(tmp_path: Path) -> None:
    async with open_game(ludarium.new("beetle-battle", size=3)) as (pilot, play):
        await touch(pilot, play, "0,0")
        wrong = {"": "a name", str(tmp_path): "there already", "/nowhere/x": "cannot write", "~nobody-at-all/x": "home"}
        for name, sentence in wrong.items():
            await pilot.press("s")
            pilot.app.screen.query_one(Input).value = name
            await pilot.press("enter")
            assert sentence in shown(pilot)
            await pilot.press("escape")
        file = tmp_path / "game.csv"
        for _ in range(2):
            await pilot.press("s")
            assert pilot.app.screen.query_one(Input).value.startswith("beetle-battle 20")
            pilot.app.screen.query_one(Input).value = str(file)
            await pilot.press("enter")
            await pilot.pause()
            if isinstance(pilot.app.screen, SaveDialog):
                await pilot.press("enter")
            await until(pilot, lambda: pilot.app.screen is play)
        assert ludarium.load(file) == play.game and text(play, "#say") == f"Saved as {file}"


async def test_the_end_of_a_game(tmp_path: Path) -> None:
    game = ludarium.new("beetle-battle", size=3)
    for move in "0,0", "0,1":
        game.push(move)
    async with open_game(game) as (pilot, play):
        await touch(pilot, play, "0,0")
        await until(pilot, lambda: play.query(EndPanel))
        # The result stands beside the board, which can be seen as before
        panel, board = play.query_one(EndPanel), play.board
        assert pilot.app.screen is play and not panel.region.overlaps(board.region) and board.cell_size == (14, 7)
        assert "The winner is red!" in shown(pilot) and "One colour is gone." in shown(pilot)
        assert text(play, "#say") == "The winner is red! One colour is gone.\n\nThe game is over. N begins a new one."
        await pilot.press("down", "down", "enter")
        for name in "", str(tmp_path / "game.csv"):
            await until(pilot, lambda: isinstance(pilot.app.screen, SaveDialog))
            pilot.app.screen.query_one(Input).value = name
            await pilot.press("enter" if name else "escape")
            await until(pilot, lambda: pilot.app.screen is play)
            assert "The winner is red!" in shown(pilot)
            await pilot.press(*[] if name else ["enter"])
        assert ludarium.load(tmp_path / "game.csv") == play.game
        await pilot.press("up", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, ReplayScreen))
        await pilot.press("escape", "escape")
        await until(pilot, lambda: not play.query(EndPanel) and play.board.has_focus)
        await touch(pilot, play, "2,2")
        assert text(play, "#say") == "The game is over. N begins a new one."
        await pilot.press("ctrl+d", "down", "down", "down", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, NewGameScreen))
        await pilot.press("escape", "ctrl+d", "enter")
        await until(pilot, lambda: not play.match.outcome())
        assert moves(play) == [] and play.board.rows == 3


async def test_leaving_a_game_that_was_opened_alone_ends_the_program() -> None:
    async with open_game(ludarium.new("ataxx")) as (pilot, play):
        await pilot.press("escape")
        assert text(play, "#say") == "Q leaves; the game is kept."
        await pilot.press("q")
        await until(pilot, lambda: pilot.app._exit)


# Scores


async def test_a_high_score_is_entered(tmp_path: Path) -> None:
    game = played("abatis", {"colors": "10-10", "seed": 5}, 1, 10_000)
    app = Ludarium(
        lambda: GameScreen(SavedMatch.new(game, ("human",)), alone=True), database=f"sqlite:///{tmp_path}/games.db"
    )
    app.store._preferred["speed"] = "off"
    async with app.run_test() as pilot:
        await until(pilot, app.store._opened.is_set)
        await app.store.prefer("speed", "off")
        await until(pilot, lambda: isinstance(app.screen, InputDialog))
        await pilot.press("enter")
        assert "needs a name" in shown(pilot)
        await pilot.press(*"Ann", "enter")
        await until(pilot, lambda: isinstance(app.screen, ScoresDialog) and "1  Ann" in shown(pilot))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen))
        assert f"Before move 1 of {len(game.moves)}" in shown(pilot)
        await pilot.press("greater_than_sign")
        await until(pilot, lambda: "The game is over." in shown(pilot))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, ScoresDialog))
        await pilot.press("escape")
        await until(pilot, lambda: app.screen.query(EndPanel))
        await pilot.press("escape", "o")
        await until(pilot, lambda: isinstance(app.screen, ScoresDialog) and "1  Ann" in shown(pilot))
        # After an undo, the same game comes to its end again and is not entered again
        await pilot.press("escape", "u")
        play = app.screen
        assert isinstance(play, GameScreen)
        await until(pilot, lambda: play._move_input)
        play._run_turns(play.game.legal_moves[0])
        await until(pilot, lambda: play.query(EndPanel))
        assert len(await app.store.scores(table_of(play.game))) == 1


async def test_the_score_of_a_game_that_is_ended_early_counts(tmp_path: Path) -> None:
    game = played("abatis", {"type": "knockout", "seed": 5}, 1, 6)
    app = Ludarium(
        lambda: GameScreen(SavedMatch.new(game, ("human",)), alone=True), database=f"sqlite:///{tmp_path}/games.db"
    )
    async with app.run_test() as pilot:
        await until(pilot, app.store._opened.is_set)
        await pilot.press("ctrl+d")
        await until(pilot, lambda: isinstance(app.screen, EndDialog))
        await pilot.press("down", "enter")  # a new game
        await until(pilot, lambda: isinstance(app.screen, InputDialog))
        await pilot.press(*"Ann", "enter")
        await until(pilot, lambda: isinstance(app.screen, ScoresDialog) and "1  Ann" in shown(pilot))


@pytest.mark.parametrize(
    ("id", "there", "missing"), [("gamma", "CT", "GBOPUV"), ("abatis", "OT", "GCBLU"), ("ataxx", "BH", "GOCUV")]
)
async def test_the_help_lists_the_keys_of_this_game(id: str, there: str, missing: str) -> None:
    async with open_game(ludarium.new(id), size=(60, 20)) as (pilot, _):
        await pilot.press("question_mark")
        await until(pilot, lambda: isinstance(pilot.app.screen, KeysDialog))
        facts, around = pilot.app.screen.query_one(".facts", Static), pilot.app.screen.query_one(".scroll")
        keys = set(re.findall(r"(?:^|   )(\S+)", str(facts.content), re.MULTILINE))
        assert set(there) <= keys and not set(missing) & keys
        # Nothing is cut, and nothing has to be scrolled
        assert around.region.contains_region(facts.region)
        assert pilot.app.screen.region.contains_region(pilot.app.screen.query_one(".dialog").region)
        assert pilot.app.screen.query_one("#close").region.bottom < 20


async def test_a_score_of_a_computer_is_not_entered() -> None:
    async with open_game(ludarium.new("abatis", colors="10-10", seed=5), ("random",)) as (pilot, play):
        await until(pilot, lambda: play.query(EndPanel))
        assert play.game.helped and not await play.app.store.scores(table_of(play.game))


async def test_the_home_screen_shows_the_scores_of_every_scenario() -> None:
    async with open_home() as pilot:
        app = pilot.app
        assert isinstance(app, Ludarium)
        for type, colors, name in ("classic", "5-8", "Ann"), ("mixed", "4-4", "Bob"):
            game = ludarium.new("abatis", type=type, colors=colors, step=7, seed=1)
            await app.store.enter(table_of(game), Score(name, 12))
        await pilot.press("o")
        await until(pilot, lambda: isinstance(app.screen, AllScoresDialog))
        await pilot.pause()
        assert "Ann" not in shown(pilot)
        app.screen.query_one("#step", Select).value = "7"
        await until(pilot, lambda: "1  Ann" in shown(pilot))
        app.screen.query_one("#type", Select).value = "mixed"
        app.screen.query_one("#colors", Select).value = "4-4"
        await until(pilot, lambda: "1  Bob" in shown(pilot))
        # With one number of colours there is nothing to step to
        app.screen.query_one("#step", Select).value = "3"
        await pilot.pause()
        assert "1  Bob" in shown(pilot)
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))


def test_every_scenario_can_be_chosen() -> None:
    abatis = kind("abatis")
    spans, steps = (values(abatis.options[name]) for name in ("colors", "step"))
    made = {abatis.make(abatis.choose({"colors": span, "step": step})) for span in spans for step in steps}
    assert {abatis.scenario(game) for game in made} == set(abatis.scenarios())
