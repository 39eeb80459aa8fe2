"""The full screen, driven as people drive it: keys, clicks, windows, resizing."""

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, OptionList, Select, Static
from textual.widgets._footer import FooterKey

import ludarium
from ludarium.contract.errors import BadOption
from ludarium.contract.scene import Cell
from ludarium.engine.halt import Halt
from ludarium.games import kind
from ludarium.play.game import Game
from ludarium.play.move import Move
from ludarium.play.opponents import Forfeit, Opponent
from ludarium.store.kept import Score
from ludarium.terminal.highscores import table_of
from ludarium.terminal.screen.app import Ludarium
from ludarium.terminal.screen.board import BoardView
from ludarium.terminal.screen.characters import player_at
from ludarium.terminal.screen.dialogs import Facts, Page, Question, SaveFile, Sentence
from ludarium.terminal.screen.form import NewGame
from ludarium.terminal.screen.gamma import GammaScreen, play_gamma, report
from ludarium.terminal.screen.hand import Feeler, Hand, hand
from ludarium.terminal.screen.house import House
from ludarium.terminal.screen.labels import Labels
from ludarium.terminal.screen.lists import Pick, SavedGames
from ludarium.terminal.screen.play import Play
from ludarium.terminal.screen.preferences import Preferences
from ludarium.terminal.screen.scores import AllScores, ScoreTable, values
from ludarium.terminal.screen.seats import SHOWN, read_seats, usual
from ludarium.terminal.screen.sitting import Sitting
from ludarium.terminal.screen.themes import LOOKS

from .cases import CASES, played

TWO = "human", "human"
PATIENCE = 20.0

At = tuple["Pilot[None]", Play]


async def until(pilot: "Pilot[None]", true: Callable[[], Any]) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(PATIENCE):
        while not true():
            await pilot.pause(0.01)


@asynccontextmanager
async def house(database: str = "sqlite://", size: tuple[int, int] = (80, 24)) -> AsyncIterator["Pilot[None]"]:
    app = Ludarium(database=database)
    async with app.run_test(size=size) as pilot:
        await until(pilot, app.keeper._opened.is_set)
        await pilot.pause()
        yield pilot


@asynccontextmanager
async def table(
    game: Game, seats: tuple[str, ...] = TWO, *, size: tuple[int, int] = (80, 24), speed: str = "off"
) -> AsyncIterator[At]:
    """A game on the screen, opened without the house."""
    rooms: list[Play] = []

    def enter() -> Play:
        rooms.append(Play(Sitting(game, seats), alone=True))
        return rooms[0]

    app = Ludarium(enter, database="sqlite://")
    app.keeper._preferred["speed"] = speed
    app.keeper.open = _opened(app)  # type: ignore[method-assign]
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield pilot, rooms[0]


def _opened(app: Ludarium) -> Any:
    """Nothing is kept where a test is not about that."""

    async def open() -> str:
        app.keeper._opened.set()
        return ""

    return open


async def sat_down(pilot: "Pilot[None]") -> Play:
    """The game that was opened from the house, as soon as somebody can move."""
    await until(pilot, lambda: isinstance(pilot.app.screen, Play) and pilot.app.screen._hand)
    assert isinstance(pilot.app.screen, Play)
    return pilot.app.screen


def text(play: Play, place: str) -> str:
    return str(play.query_one(place, Static).content)


def moves(play: Play) -> list[str]:
    return [str(move) for move in play.game.moves]


async def point(pilot: "Pilot[None]", play: Play, name: str) -> None:
    """Move the cursor to a cell, by arrow keys."""
    board = play.board
    places = [(x, y) for y in range(board.rows) for x in range(board.columns)]
    wanted = next(place for place in places if (cell := board._cell(*place)) and cell.name == name)
    right, down = wanted[0] - board.cursor[0], wanted[1] - board.cursor[1]
    await pilot.press(*["right" if right > 0 else "left"] * abs(right), *["down" if down > 0 else "up"] * abs(down))
    assert board.name_here == name


async def touch(pilot: "Pilot[None]", play: Play, *names: str) -> None:
    for name in names:
        await point(pilot, play, name)
        await pilot.press("space")
        await pilot.pause()


# The hand


def test_a_hand_shows_what_may_be_touched() -> None:
    found = hand(ludarium.new("ataxx"))
    assert type(found) is Hand and found.may("a7") and not found.may("b6") and not found.may("g7")
    assert found.touch("a7") is None and found.touched == ("a7",) and found.may("c5") and not found.may("d4")
    assert found.touch("g1") is None and list(found.touched) == ["g1"]
    assert found.touch("g1") is None and not found.touched
    assert found.touch("d4") is None and not found.touched
    found.touch("a7")
    assert str(found.touch("b6")) == "a7-b6"


def test_large_boards_are_felt_cell_by_cell() -> None:
    game = ludarium.new("gamma", width=40, height=40)
    game.push("3,4")
    found = hand(game)
    assert isinstance(found, Feeler) and found.has_cells and found.words == ("g", "skip")
    listed = Hand(game)
    for name in "3,4", "0,0", "39,39", "g", "skip", "nonsense":
        assert found.may(name) == listed.may(name), name
    assert str(found.means(("g", "3,4"))) == "g 3,4" and found.means(("g", "0,0")) is None
    assert found.touch("g") is None and found.may("3,4") and not found.may("0,0")
    assert str(found.touch("3,4")) == "g 3,4"
    game.push("0,0")
    assert hand(game, found)._numbers is found._numbers  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("id", "x", "y", "column", "row"),
    [
        ("ataxx", 0, 0, "a", "7"),
        ("beetle-battle", 2, 1, "2", "1"),
        ("gamma", 2, 1, "2", "8"),
        ("battle-of-the-beetles", 3, 3, "d", "4"),
        ("abatis", 2, 2, "a", "8"),
        ("abatis", 0, 0, "", ""),
    ],
)
def test_columns_and_rows_have_names(id: str, x: int, y: int, column: str, row: str) -> None:
    game = ludarium.new(id)
    labels = Labels(game.kind, game.constants, game.row)
    assert (labels.column(x), labels.row(y)) == (column, row)


# Moves


async def test_keys_make_moves() -> None:
    async with table(ludarium.new("ataxx")) as (pilot, play):
        assert text(play, "#turn") == "Red to move"
        await touch(pilot, play, "a7")
        assert "where to" in text(play, "#say")
        await pilot.press("escape")
        assert play._hand and not play._hand.touched
        await touch(pilot, play, "a7", "b6")
        assert moves(play) == ["a7-b6"] and text(play, "#turn") == "Blue to move"
        await point(pilot, play, "g7")
        await pilot.press("enter", "left", "enter")
        await pilot.pause()
        assert moves(play) == ["a7-b6", "g7-f7"]
        await touch(pilot, play, "d4")
        assert text(play, "#say") == "d4 cannot be chosen now."
        await pilot.press("home", "pageup")
        assert play.board.name_here == "a7"
        await pilot.press("end", "pagedown")
        assert play.board.name_here == "g1" and text(play, "#here") == "at g1"


async def test_the_mouse_makes_moves() -> None:
    async with table(ludarium.new("ataxx")) as (pilot, play):
        for x, y in (0, 0), (1, 1):
            wide, high = play.board.cell_size
            left, top = play.board._pad[0] + play.board._gutter, play.board._pad[1]
            await pilot.click(BoardView, offset=(left + wide * x + 1, top + high * y))
        await pilot.pause()
        assert moves(play) == ["a7-b6"]
        await pilot.click(BoardView, offset=(0, 0))
        assert moves(play) == ["a7-b6"]


async def test_golden_moves_and_skipping() -> None:
    async with table(ludarium.new("gamma", width=4, height=4)) as (pilot, play):
        await pilot.press("g")
        assert play._hand and not play._hand.touched
        await touch(pilot, play, "1,1")
        await pilot.press("G")
        await pilot.pause()
        assert moves(play) == ["1,1", "g 1,1"]
        await pilot.press("C")
        await pilot.pause()
        await touch(pilot, play, "3,3")
        await point(pilot, play, "0,0")
        await pilot.press("g")
        assert play._hand and list(play._hand.touched) == ["g"]
        await touch(pilot, play, "3,3")
        assert moves(play) == ["1,1", "g 1,1", "skip", "3,3", "g 3,3"]


async def test_a_pass_is_a_key() -> None:
    async with table(ludarium.new("ataxx", "7/7/7/7/ooooooo/ooooooo/xxxxxxx x 0 1")) as (pilot, play):
        assert text(play, "#say") == "C: pass."
        await pilot.press("c")
        await pilot.pause()
        assert moves(play) == ["-"]


async def test_moves_can_be_typed() -> None:
    async with table(ludarium.new("ataxx")) as (pilot, play):
        await pilot.press("t", *"a7-g1", "enter")
        assert "not a legal move" in str(pilot.app.screen.query_one("#wrong", Static).content)
        pilot.app.screen.query_one(Input).value = "a7-c5"
        await pilot.press("enter")
        await pilot.pause()
        assert moves(play) == ["a7-c5"]


async def test_a_game_without_squares_to_touch_is_typed() -> None:
    nim = _nim()
    async with table(Game(nim)) as (pilot, play):
        assert text(play, "#say") == "T types a move."
        await pilot.press("t", *"take 3", "enter")
        await pilot.pause()
        assert moves(play) == ["take 3"]


def _nim() -> Any:
    """The sixth game of another test, made into a kind here."""
    from types import ModuleType

    from ludarium.contract.kind import Kind

    from .test_sixth_game import BOARD, HELP, RULES

    package = ModuleType("nimble")
    package.__path__ = []
    sys.modules["nimble"] = package
    for name, code in ("rules", RULES), ("board", BOARD):
        module = ModuleType(f"nimble.{name}")
        module.__package__ = "nimble"
        sys.modules[f"nimble.{name}"] = module
        exec(code, module.__dict__)
    nim = Kind("nim", sys.modules["nimble.rules"], sys.modules["nimble.board"], None, Path())
    nim.__dict__["help"] = HELP
    return nim


async def test_undo() -> None:
    async with table(ludarium.new("beetle-battle", size=3)) as (pilot, play):
        await pilot.press("u")
        await pilot.pause()
        assert text(play, "#say") == "There is no move to take back."
        await touch(pilot, play, "0,0", "0,1")
        await pilot.press("U")
        await pilot.pause()
        assert moves(play) == ["0,0"] and play._hand


async def test_a_hint_is_marked(monkeypatch: pytest.MonkeyPatch) -> None:
    async with table(ludarium.new("ataxx")) as (pilot, play):
        monkeypatch.setattr(play.table, "hint", lambda halt: play.game.parse("a7-c5"))
        await pilot.press("h")
        await until(pilot, lambda: play._hint)
        assert play._hint == ("a7", "c5") and text(play, "#say") == "A good move: a7-c5"
        await touch(pilot, play, "a7", "b7")
        assert not play._hint


# Set-up


async def test_blocks_are_set_by_hand() -> None:
    async with table(ludarium.new("ataxx", blocks="33")) as (pilot, play):
        play.table.sit(0, Thinker())
        play._turns()
        await until(pilot, lambda: play.thinking.is_waited_for)
        assert "B Blocks" in footer(pilot)
        await pilot.press("b")
        await until(pilot, lambda: "Choose squares to block" in text(play, "#say"))
        await touch(pilot, play, "f6", "e3", "c4")
        assert play.game.options["blocks"] == "gh" and play.board.name_here == "c4"
        assert [look(play, name).ground for name in ("b2", "c4")] == ["block", "field"]
        for name, sentence in ("g1", "no block stands on a piece"), ("d4", "no block stands in the middle"):
            await touch(pilot, play, name)
            assert text(play, "#say") == f"{name.capitalize()} cannot be blocked: {sentence}."
        await pilot.press("u", "t", "h")
        await pilot.pause()
        assert moves(play) == [] and "Choose squares to block" in text(play, "#say")
        await pilot.press("b", "escape")
        await until(pilot, lambda: play._hand)
        assert len(moves(play)) == 1 and "B Blocks" not in footer(pilot)
        await pilot.press("b")
        assert play._hand and not play._setup.laying


async def test_blocks_that_leave_no_move_end_the_game_when_they_are_set() -> None:
    async with table(ludarium.new("ataxx", blocks="abcdefh123456")) as (pilot, play):
        await pilot.press("b")
        await touch(pilot, play, "f2")
        assert pilot.app.screen is play
        await pilot.press("b")
        await until(pilot, lambda: isinstance(pilot.app.screen, Facts))


async def test_moves_are_set_for_everybody() -> None:
    async with table(ludarium.new("ataxx"), ("human", "level 1")) as (pilot, play):
        play.table.sit(1, Thinker())
        await pilot.press("m")
        await until(pilot, lambda: "You set moves" in text(play, "#say"))
        await touch(pilot, play, "a7", "b7", "g7", "f7", "a7", "b6")
        assert moves(play) == ["a7-b7", "g7-f7", "a7-b6"] and play._hand and not play._setup.may_lay
        await pilot.press("u")
        await until(pilot, lambda: len(moves(play)) == 2 and play._hand)
        await touch(pilot, play, "a7", "b6")
        await pilot.press("m")
        await until(pilot, lambda: play.thinking.is_waited_for)
        await pilot.press("escape")
        await until(pilot, lambda: len(moves(play)) == 4 and play._hand)
        await pilot.press("m")
        assert not play._setup.moving and "M Moves" not in footer(pilot)


async def test_a_crowd_waits_while_moves_are_set() -> None:
    game = ludarium.new("gamma", width=4, height=4, players=SHOWN + 2)
    async with table(game, ("human", *["random"] * SHOWN)) as (pilot, play):
        await pilot.press("m")
        for number in range(SHOWN + 2):
            await touch(pilot, play, f"{number % 4},{number // 4}")
        assert len(moves(play)) == SHOWN + 2
        await touch(pilot, play, "3,3")
        await pilot.press("m")
        await until(pilot, lambda: len(moves(play)) == 2 * (SHOWN + 2) and play._hand)


def footer(pilot: "Pilot[None]") -> str:
    """The keys that the footer shows."""
    keys = [key for key in pilot.app.screen.query(FooterKey) if key.display]
    return "  ".join(f"{key.key_display} {key.description}" for key in keys)


def look(play: Play, name: str) -> Cell:
    """A cell as it is shown."""
    return next(
        cell for cell in play.game.kind.scene(play.game.constants, play.board.position).cells if cell.name == name
    )


# Films


async def test_films_unfold_and_can_be_skipped() -> None:
    async with table(ludarium.new("beetle-battle", size=3), speed="slow") as (pilot, play):
        for name in "0,0", "2,2", "0,0":
            await touch(pilot, play, name)
            if play._film:
                assert play._hand is None and play.board.position is not play.game.row
                await pilot.press("z")
                await until(pilot, lambda: play._film is None)
        assert play.board.position == play.game.row and moves(play) == ["0,0", "2,2", "0,0"]


async def test_pieces_that_turn_are_pointed_out() -> None:
    async with table(ludarium.new("ataxx", "7/7/7/7/7/x1o4/7 x 0 1"), speed="slow") as (pilot, play):
        await touch(pilot, play, "a2", "b2")
        assert play._film and play._hint == ("c2",)
        await pilot.press("left")
        await until(pilot, lambda: play._film is None)
        assert play.board.name_here == "a2"


# Seats


@pytest.mark.parametrize("id", ludarium.games())
async def test_a_whole_game_between_others(id: str) -> None:
    small: dict[str, dict[str, Any]] = {
        "gamma": {"width": 4, "height": 4},
        "beetle-battle": {"size": 3},
        "abatis": {"seed": 1, "colors": "10-10"},
    }
    game = ludarium.new(id, **small.get(id, {}))
    async with table(game, ("random", "random")) as (pilot, play):
        await until(pilot, lambda: isinstance(pilot.app.screen, Facts | Question))
        assert play.table.outcome()


async def test_those_who_watch_can_pause_and_go_back() -> None:
    async with table(ludarium.new("ataxx"), ("random", "random"), speed="fast") as (pilot, play):
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


class Thinker(Opponent):
    """Thinks until it is told to stop."""

    name = "thinker"

    def choose(self, game: Game, halt: Halt | None = None) -> Move:
        import threading

        stopped = threading.Event()
        assert halt
        with halt.heard_by(stopped.set):
            stopped.wait(PATIENCE)
        return game.legal_moves[0]


class Quitter(Opponent):
    name = "quitter"

    def choose(self, game: Game, halt: Halt | None = None) -> Move:
        raise Forfeit("the engine has gone")


async def test_thinking_can_be_stopped() -> None:
    async with table(ludarium.new("ataxx")) as (pilot, play):
        play.table.sit(1, Thinker())
        await touch(pilot, play, "a7", "b7")
        await until(pilot, lambda: play.thinking.is_waited_for)
        await touch(pilot, play, "g7")
        assert text(play, "#say") == "It is not your turn."
        await pilot.press("escape")
        await until(pilot, lambda: play._hand)
        assert len(moves(play)) == 2
        await touch(pilot, play, "b7", "b6")
        await until(pilot, lambda: play.thinking.is_waited_for)
        await pilot.press("u")
        await until(pilot, lambda: play._hand)
        assert len(moves(play)) == 2


async def test_an_opponent_that_cannot_go_on_has_lost() -> None:
    async with table(ludarium.new("ataxx")) as (pilot, play):
        play.table.sit(1, Quitter())
        await touch(pilot, play, "a7", "b7")
        await until(pilot, lambda: isinstance(pilot.app.screen, Facts))
        assert "The winner is red!" in shown(pilot) and "The engine has gone" in shown(pilot)


async def test_opponents_leave_with_the_game() -> None:
    left: list[str] = []

    class Leaver(Quitter):
        def close(self) -> None:
            left.append(self.name)

    async with table(ludarium.new("ataxx")) as (pilot, play):
        play.table.sit(1, Leaver())
        play.start(Sitting(ludarium.new("ataxx"), TWO))
        await pilot.pause()
        assert left == ["quitter"]
        play.table.sit(1, Leaver())
        await pilot.press("m")
        await pilot.pause()
    assert left == ["quitter"] * 2


async def test_a_computer_of_the_house_plays() -> None:
    """The one test here that compiles."""
    async with table(ludarium.new("beetle-battle", size=3), ("human", "level 1")) as (pilot, play):
        await touch(pilot, play, "0,0")
        async with asyncio.timeout(300):
            while not play._hand:
                await pilot.pause(0.05)
        assert len(moves(play)) == 2 and "Pip" in text(play, "#players")


async def test_another_character_plays_on(monkeypatch: pytest.MonkeyPatch) -> None:
    async with table(ludarium.new("ataxx"), ("human", "level 1")) as (pilot, play):
        play.table.sit(1, Thinker())
        await touch(pilot, play, "a7", "b7")
        await until(pilot, lambda: play.thinking.is_waited_for)
        await pilot.press("l")
        await until(pilot, lambda: isinstance(pilot.app.screen, Pick))
        assert "Who plays blue?" in shown(pilot)
        await pilot.press("escape", "L")
        await until(pilot, lambda: isinstance(pilot.app.screen, Pick))
        monkeypatch.setattr(play.table, "choose", lambda halt: play.game.legal_moves[0])
        await pilot.press(*["down"] * 4, "enter")
        await until(pilot, lambda: play._hand)
        assert "Weevil" in text(play, "#players") and len(moves(play)) == 2
        assert play.sitting.party.texts == ("human", "level 5")
        await pilot.click("#players", offset=(6, 1))
        await until(pilot, lambda: isinstance(pilot.app.screen, Pick))
        assert pilot.app.screen.query_one(OptionList).highlighted == 4


async def test_one_of_many_is_given_another_level() -> None:
    game = ludarium.new("gamma", width=4, height=4, players=3)
    async with table(game, ("human", "random", "random")) as (pilot, play):
        await pilot.press("l")
        await until(pilot, lambda: isinstance(pilot.app.screen, Pick))
        assert "Whose level?" in shown(pilot)
        await pilot.press("down", "enter")
        await until(pilot, lambda: "Who plays player 3?" in shown(pilot))
        await pilot.press("enter")
        await until(pilot, lambda: pilot.app.screen is play)
        await until(pilot, lambda: play.sitting.party.texts == ("human", "random", "level 1"))
    async with table(ludarium.new("ataxx")) as (pilot, play):
        await pilot.press("l")
        await until(pilot, lambda: text(play, "#say") == "Nobody but people plays here.")


async def test_a_new_level_is_kept(tmp_path: Path) -> None:
    async with house(f"sqlite:///{tmp_path}/games.db") as pilot:
        keeper, sitting = pilot.app.keeper, Sitting(ludarium.new("ataxx"), ("human", "level 1"))  # type: ignore[attr-defined]
        sitting.table.play("a7-b7")
        await sitting.keep(keeper)
        sitting.party.change(1, "level 6")
        await sitting.keep(keeper)
        (saved,) = await keeper.unfinished()
        assert (saved.seats, saved.title) == (("human", "level 6"), "you against Mantis, 1 move")


def test_the_lines_of_players_are_told_apart() -> None:
    assert [player_at("▸ ●R  you\n      blue 1\n      yellow 2\n  ■B  Pip", line) for line in range(4)] == [0, 0, 0, 1]


def test_seats_are_read() -> None:
    gamma = kind("gamma")
    constants = gamma.make(gamma.choose({"players": 3}))
    assert read_seats([], gamma, constants) == ("human", "level 3", "level 3")
    assert read_seats(["3=human", "2=random"], gamma, constants) == ("human", "random", "human")
    assert read_seats(["1=8"], gamma, constants)[0] == "level 8"
    for wrong in "4=human", "1", "2=nobody", "2=9":
        with pytest.raises(BadOption):
            read_seats([wrong], gamma, constants)


async def test_a_crowd_is_seated_when_it_is_needed() -> None:
    game = ludarium.new("gamma", width=4, height=3, players=4294967295, areas=1)
    seats = ("human", *["random"] * SHOWN)
    async with table(game, seats) as (pilot, play):
        await touch(pilot, play, "0,0")
        await until(pilot, lambda: len(play.game.moves) > SHOWN + 2)
        await pilot.press("ctrl+d")
        await until(pilot, lambda: isinstance(pilot.app.screen, Facts))
        assert "others" in shown(pilot) and len(play.table.seats) > SHOWN


def shown(pilot: "Pilot[None]") -> str:
    """All that stands in a window."""
    return "\n".join(str(part.content) for part in pilot.app.screen.query(Static))


# Windows


@pytest.mark.parametrize(
    ("key", "window"),
    [
        ("r", Page),
        ("question_mark", Page),
        ("s", SaveFile),
        ("t", Question),
        ("i", Facts),
        ("a", Sentence),
        ("n", NewGame),
        ("ctrl+d", Facts),
    ],
)
async def test_every_window_opens_and_closes(key: str, window: type) -> None:
    async with table(ludarium.new("abatis", seed=1), ("human",)) as (pilot, play):
        await pilot.press(key)
        await until(pilot, lambda: isinstance(pilot.app.screen, window))
        await pilot.press("escape")
        await until(pilot, lambda: pilot.app.screen is play)
        assert play.board.has_focus and play._hand


async def test_the_places_of_abatis_can_be_clicked() -> None:
    async with table(ludarium.new("abatis", seed=1), ("human",)) as (pilot, play):
        await pilot.click("#name")
        await until(pilot, lambda: isinstance(pilot.app.screen, Sentence))
        await pilot.press("escape")
        await pilot.click("#facts", offset=(1, 0))
        await until(pilot, lambda: isinstance(pilot.app.screen, Facts))
        assert "boards cleared" in shown(pilot)
        await pilot.press("escape")
        await until(pilot, lambda: pilot.app.screen is play)
        play._turns(play.game.legal_moves[0])
        await until(pilot, lambda: len(play.game.moves) == 1 and play._hand)
        await pilot.click("#facts", offset=(1, 3))
        await until(pilot, lambda: not play.game.moves)


def test_without_a_terminal_it_is_a_sentence() -> None:
    command = [sys.executable, "-m", "ludarium", "play", "ataxx"]
    done = subprocess.run(command, input="", capture_output=True, text=True, check=False)
    sentence = "ludarium: the full screen needs a terminal, and this is none\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", sentence)
    assert play_gamma(3, 3, 2, 5).startswith("The full screen needs a terminal")
    with pytest.raises(BadOption):
        play_gamma(1 << 31, 1 << 31, 2, 5)


async def test_a_new_game_begins_here() -> None:
    async with table(ludarium.new("beetle-battle", size=3)) as (pilot, play):
        await touch(pilot, play, "0,0")
        await pilot.press("n")
        await until(pilot, lambda: isinstance(pilot.app.screen, NewGame))
        assert pilot.app.screen.query_one("#option-size", Select).value == "3"
        pilot.app.screen.query_one("#option-size", Select).value = "4"
        await pilot.press("ctrl+s")
        await until(pilot, lambda: pilot.app.screen is play)
        await pilot.pause()
        assert moves(play) == [] and play.board.rows == 4


async def test_saving_writes_a_record(tmp_path: Path) -> None:
    async with table(ludarium.new("beetle-battle", size=3)) as (pilot, play):
        await touch(pilot, play, "0,0")
        for name, sentence in ("", "needs a name"), (str(tmp_path), "there already"), ("/nowhere/x", "cannot write"):
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
            if isinstance(pilot.app.screen, SaveFile):
                await pilot.press("enter")
            await until(pilot, lambda: pilot.app.screen is play)
        assert ludarium.load(file) == play.game and text(play, "#say") == f"Saved as {file}"


async def test_the_end_of_a_game(tmp_path: Path) -> None:
    game = ludarium.new("beetle-battle", size=3)
    for move in "0,0", "0,1":
        game.push(move)
    async with table(game) as (pilot, play):
        await touch(pilot, play, "0,0")
        await until(pilot, lambda: isinstance(pilot.app.screen, Facts))
        assert "The winner is red!" in shown(pilot) and "One colour is gone" in shown(pilot)
        await pilot.press("right", "enter")
        for name in "", str(tmp_path / "game.csv"):
            await until(pilot, lambda: isinstance(pilot.app.screen, SaveFile))
            pilot.app.screen.query_one(Input).value = name
            await pilot.press("enter" if name else "escape")
            await until(pilot, lambda: isinstance(pilot.app.screen, Facts))
            assert "The winner is red!" in shown(pilot)
            await pilot.press(*[] if name else ["right", "enter"])
        assert ludarium.load(tmp_path / "game.csv") == play.game
        await pilot.press("escape")
        await touch(pilot, play, "2,2")
        assert text(play, "#say") == "The game is over. N begins a new one."
        await pilot.press("ctrl+d", "enter")
        await until(pilot, lambda: not play.table.outcome())
        assert moves(play) == [] and play.board.rows == 3


async def test_leaving_a_game_that_was_opened_alone_ends_the_program() -> None:
    async with table(ludarium.new("ataxx")) as (pilot, play):
        await pilot.press("escape")
        assert text(play, "#say") == "Q leaves; the game is kept."
        await pilot.press("q")
        await until(pilot, lambda: pilot.app._exit)


# The house


async def test_the_house_shows_all_games() -> None:
    async with house() as pilot:
        doors = pilot.app.screen.query_one(OptionList)
        for id in ludarium.games():
            assert doors.get_option(id).prompt == kind(id).title
        await pilot.press("down")
        assert str(pilot.app.screen.query_one("#about", Static).content) == kind("ataxx").about
        await pilot.press("r")
        assert isinstance(pilot.app.screen, Page)
        await pilot.press("escape", "end")
        await pilot.pause()
        assert not pilot.app.screen.query_one(BoardView).display
        await pilot.press("enter")
        await until(pilot, lambda: pilot.app._exit)


async def test_from_the_house_to_a_game_and_back(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/games.db"
    async with house(database) as pilot:
        await pilot.press("down", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, NewGame))
        pilot.app.screen.query_one("#chair1 Select", Select).value = "human"
        await pilot.pause()
        await pilot.press("ctrl+s")
        play = await sat_down(pilot)
        await touch(pilot, play, "a7", "b6")
        await pilot.press("q")
        await until(pilot, lambda: isinstance(pilot.app.screen, House))
    async with house(database) as pilot:
        await pilot.press("c")
        await until(pilot, lambda: isinstance(pilot.app.screen, SavedGames))
        await pilot.press("enter")
        play = await sat_down(pilot)
        assert moves(play) == ["a7-b6"] and play.sitting.party.texts == TWO
        await touch(pilot, play, "g7", "g6")
        await pilot.press("ctrl+q")
        await until(pilot, lambda: pilot.app._exit)
    async with house(database) as pilot:
        saved = await pilot.app.keeper.unfinished()  # type: ignore[attr-defined]
        assert [len(ludarium.load(game.record).moves) for game in saved] == [2]
        await pilot.press("c")
        await until(pilot, lambda: isinstance(pilot.app.screen, SavedGames))
        await pilot.press("d")
        await pilot.pause()
        assert await pilot.app.keeper.unfinished() == []  # type: ignore[attr-defined]
        await pilot.press("enter", "escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, House))


async def test_preferences_are_remembered(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/games.db"
    async with house(database) as pilot:
        await pilot.press("p")
        await until(pilot, lambda: isinstance(pilot.app.screen, Preferences))
        for name, value in ("theme", "ludarium-light"), ("speed", "fast"), ("level", "5"):
            pilot.app.screen.query_one(f"#{name}", Select).value = value
        pilot.app.screen.query_one("#name", Input).value = "Ann"
        await pilot.pause()
        await pilot.press("escape")
    async with house(database) as pilot:
        await until(pilot, lambda: pilot.app.theme == "ludarium-light")
        assert pilot.app.speed == "fast"  # type: ignore[attr-defined]
        await pilot.press("down", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, NewGame))
        assert pilot.app.screen.query_one("#chair1 Select", Select).value == "level 5"


async def test_a_store_that_cannot_be_opened_keeps_nobody_from_playing(tmp_path: Path) -> None:
    (tmp_path / "games.db").write_text("this is no database, and long enough not to be taken for an empty one" * 20)
    async with house(f"sqlite:///{tmp_path}/games.db") as pilot:
        assert await pilot.app.keeper.unfinished() == []  # type: ignore[attr-defined]
        await pilot.press("o")
        await until(pilot, lambda: isinstance(pilot.app.screen, AllScores))


# Forms


@asynccontextmanager
async def form(id: str) -> AsyncIterator["tuple[Pilot[None], NewGame]"]:
    async with house() as pilot:
        app = pilot.app
        assert isinstance(app, Ludarium)
        found = NewGame(kind(id), {}, (), 3)
        app.push_screen(found)
        await until(pilot, lambda: app.screen is found)
        await pilot.pause()
        yield pilot, found


@pytest.mark.parametrize("id", ludarium.games())
async def test_a_form_has_a_field_for_every_option(id: str) -> None:
    async with form(id) as (_, found):
        given = found._given()
        usual_options = next(iter(kind(id).variants()))
        assert {**given, "seed": 0} == {**usual_options, "seed": 0}


async def test_a_form_says_what_is_wrong() -> None:
    async with form("gamma") as (pilot, found):
        found.query_one("#option-width", Input).value = "nine"
        await pilot.pause()
        assert "Width takes a whole number" in str(found.query_one("#problem", Static).content)
        await pilot.press("ctrl+s")
        assert pilot.app.screen is found
        found.query_one("#option-width", Input).value = "9"
        found.query_one("#option-players", Input).value = "12"
        await pilot.pause()
        assert found.query_one(f"#chair{SHOWN}").display
        assert str(found.query_one(f"#chair{SHOWN} .label", Static).content) == "everybody else"
        found.query_one("#chair1 Select", Select).value = "remote"
        await pilot.pause()
        assert "server" in str(found.query_one("#problem", Static).content)
        await pilot.press("ctrl+s")
        assert pilot.app.screen is found
        await pilot.press("escape")
        await until(pilot, lambda: pilot.app.screen is not found)


def test_usual_seats_are_a_person_against_computers() -> None:
    assert usual(1) == ("human",) and usual(2) == ("human", "level 3")
    assert usual(4294967295, 5) == ("human", *["level 5"] * SHOWN)


# Scores


async def test_a_high_score_is_entered(tmp_path: Path) -> None:
    game = ludarium.new("abatis", colors="10-10", seed=5)
    app = Ludarium(lambda: Play(Sitting(game, ("random",)), alone=True), database=f"sqlite:///{tmp_path}/games.db")
    app.keeper._preferred["speed"] = "off"
    async with app.run_test() as pilot:
        await until(pilot, app.keeper._opened.is_set)
        await app.keeper.prefer("speed", "off")
        await until(pilot, lambda: isinstance(app.screen, Question))
        await pilot.press("enter")
        assert "needs a name" in shown(pilot)
        await pilot.press(*"Ann", "enter")
        await until(pilot, lambda: isinstance(app.screen, ScoreTable))
        assert "1  Ann" in shown(pilot)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, Facts) and not isinstance(app.screen, ScoreTable))
        await pilot.press("escape", "o")
        await until(pilot, lambda: isinstance(app.screen, ScoreTable))
        assert "1  Ann" in shown(pilot)


async def test_the_house_shows_the_scores_of_every_scenario() -> None:
    async with house() as pilot:
        app = pilot.app
        assert isinstance(app, Ludarium)
        for type, colors, name in ("classic", "5-8", "Ann"), ("mixed", "4-4", "Bob"):
            game = ludarium.new("abatis", type=type, colors=colors, step=7, seed=1)
            await app.keeper.enter(table_of(game), Score(name, 12))
        await pilot.press("o")
        await until(pilot, lambda: isinstance(app.screen, AllScores))
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
        await until(pilot, lambda: isinstance(app.screen, House))


def test_every_scenario_can_be_chosen() -> None:
    abatis = kind("abatis")
    spans, steps = (values(abatis.options[name]) for name in ("colors", "step"))
    made = {abatis.make(abatis.choose({"colors": span, "step": step})) for span in spans for step in steps}
    assert {abatis.board.scenario(game) for game in made} == set(abatis.board.scenarios())  # type: ignore[attr-defined]


# Gamma's own mode


async def test_gammas_own_mode_ends_at_once() -> None:
    sitting = Sitting(ludarium.new("gamma", width=3, height=3), (), keeps=False)
    app = Ludarium(lambda: GammaScreen(sitting), database="sqlite://")
    async with app.run_test() as pilot:
        await until(pilot, app.keeper._opened.is_set)
        await pilot.press("space", "n", "o", "left", "space", "ctrl+d")
        await until(pilot, lambda: app._exit)
        assert await app.keeper.unfinished() == []
    assert report(sitting.table) == "...\n21.\n...\n\nPlayer 1: 1\nPlayer 2: 1"


async def test_gammas_own_mode_shows_the_winners() -> None:
    sitting = Sitting(ludarium.new("gamma", width=3, height=1, players=2, areas=1), (), keeps=False)
    app = Ludarium(lambda: GammaScreen(sitting), database="sqlite://")
    async with app.run_test() as pilot:
        await until(pilot, app.keeper._opened.is_set)
        await app.keeper.prefer("speed", "off")
        for key in "home", "space", "end", "space", "left", "space", "g", "g":
            await pilot.press(key)
            await pilot.pause()
        await until(pilot, lambda: isinstance(app.screen, Facts))
        assert "The winner is player 1!" in shown(pilot)
        await pilot.press("enter")
        await until(pilot, lambda: app._exit)
    assert report(sitting.table) == "112\n\nPlayer 1: 2  ★ winner\nPlayer 2: 1"


# The terminal


async def test_a_terminal_too_small_says_so_and_the_game_goes_on() -> None:
    async with table(ludarium.new("ataxx")) as (pilot, play):
        await touch(pilot, play, "a7")
        await pilot.resize_terminal(30, 10)
        await pilot.pause()
        assert "30 x 10" in text(play, "#cramped") and play.query_one("#cramped").display
        await pilot.resize_terminal(120, 40)
        await pilot.pause()
        assert not play.query_one("#cramped").display and play.board.cell_size == (10, 5)
        await touch(pilot, play, "b7")
        assert moves(play) == ["a7-b7"]


@pytest.mark.parametrize(("id", "options"), CASES)
async def test_every_variant_fits_80_by_24(id: str, options: dict[str, Any]) -> None:
    async with table(played(id, options, 3, 6), usual(9)[:1] * 9) as (pilot, play):
        board = play.board
        if board.columns <= 12:
            assert not board.show_vertical_scrollbar and not board.show_horizontal_scrollbar
        if play.table.outcome() is None:
            assert pilot.app.screen is play
        for theme in LOOKS:
            pilot.app.theme = theme
            await pilot.pause()
            assert kind(id).title.split()[0] in pilot.app.export_screenshot()


async def test_large_boards_are_painted_where_they_are_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    game = ludarium.new("gamma", width=200, height=200, players=4)
    looked = 0
    cell = game.kind.board.cell

    def counting(*where: Any) -> Any:
        nonlocal looked
        looked += 1
        return cell(*where)

    async with table(game, ("human",) * 4) as (pilot, play):
        seen = play.board._seen
        visible = (seen.width // play.board.cell_size[0] + 2) * (seen.height + 1)
        monkeypatch.setattr(game.kind.board, "cell", counting)
        await pilot.press("right")
        assert looked < 20
        looked = 0
        await pilot.press("space")
        await pilot.pause()
        assert moves(play) == ["101,99"] and visible // 2 < looked < 3 * visible
        looked = 0
        await pilot.press(*["down"] * 30)
        await pilot.pause()
        assert looked < 31 * (seen.width // play.board.cell_size[0] + 3) and play.board.scroll_offset.y > 80
        before = play.board.scroll_offset
        await pilot.press("end", "home", "pagedown")
        assert play.board.scroll_offset != before and play.board.cursor[0] == 0


async def test_marks_are_on_the_right_cells() -> None:
    async with table(ludarium.new("beetle-battle", size=3)) as (pilot, play):
        await touch(pilot, play, "1,1")
        marks = {name: play.board._look(*where)[1] for name, where in (("1,1", (1, 1)), ("0,0", (0, 0)))}
        assert marks["1,1"].dim and marks["1,1"].last and not marks["1,1"].open
        assert marks["0,0"].open and not marks["0,0"].dim
