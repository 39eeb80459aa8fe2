"""Two people at one board, each in a real terminal of their own, or one of them at the page of the other's house."""

import asyncio
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import expect

import ludarium
from ludarium.store.location import FILE
from ludarium.store.store import Store
from ludarium.terminal.screen.dialogs import preferences

from ..support.browser import Open, chromium, needs_browser, open_page
from ..support.page_table import game_id
from ..support.tmux import Terminal, needs_tmux, until
from ..web.client.test_opponents import Other, turn

fixtures = (chromium, open_page)
pytestmark = needs_tmux

PAGE = (Path(__file__).parents[2] / "docs" / "full-screen.md").read_text(encoding="utf-8")
HERE = "me@127.0.0.1:0"
BESIDE = 52  # columns of the board; what stands beside it is told to each in their own words
CORNER = "Home", "PageUp", "PageUp"  # where the cursor is sent, for it begins elsewhere in every game


class Short(NamedTuple):
    """A game that is soon over."""

    kind: str
    options: dict[str, Any]
    seed: int  # of the moves
    most: int = 99  # moves, before somebody gives up

    def begin(self) -> ludarium.Game:
        return ludarium.new(self.kind, **self.options)


SMALL = [
    Short("ataxx", {"blocks": "cdefgh123456"}, 34),  # with a turn that has to be passed
    Short("battle-of-the-beetles", {}, 1, most=12),
    Short("beetle-battle", {"size": 3}, 15),
    Short("gamma", {"width": 3, "height": 3}, 7),  # with golden moves
]


class Person(Terminal):
    """Somebody at a terminal of their own."""

    cursor = 0, 0

    def miss(self, text: str) -> None:
        """Wait until something is to be seen no more."""
        until(lambda: text not in self.seen(), lambda: f"{text} in\n{self.seen()}")

    def host(self, kind: str, options: dict[str, Any]) -> str:
        """Begin a game with somebody elsewhere in its second seat; by what they join."""
        return self.host_by(kind, *(word for name, value in options.items() for word in ("-o", f"{name}={value}")))

    def host_by(self, *words: str) -> str:
        self.open("play", *words, "--host", HERE)
        found = re.search(r"me@[0-9.:]+", self.see("Somebody joins by"))
        assert found
        return found[0]

    def make(self, game: ludarium.Game, path: tuple[str, ...]) -> None:
        """Point at a move by keys."""
        places = {cell.name: (cell.x, cell.y) for cell in game.scene().cells}
        if path[0] == "g":  # the golden move is made on the cell under the cursor
            self.press(*self._walk(places[path[1]]), "g")
            return
        self.press(*(key for name in path for key in ([*self._walk(places[name]), "Space"] if name in places else "c")))

    def _walk(self, place: tuple[int, int]) -> list[str]:
        """The arrows that lead to a cell."""
        (x, y), (old_x, old_y) = place, self.cursor
        self.cursor = place
        across, down = "Right" if x > old_x else "Left", "Down" if y > old_y else "Up"
        return [across] * abs(x - old_x) + [down] * abs(y - old_y)

    def give_up(self) -> None:
        self.press("f")
        self.see("Give the game up?")
        self.press("Right", "Enter")

    def window(self) -> list[str]:
        """What stands in the window that is open."""
        return re.findall(r"│ +(.*?) +│", self.seen())

    def board(self) -> list[str]:
        """The board as it is drawn, with the cursor."""
        return [line[:BESIDE].rstrip() for line in self.seen().split("\n")[1:-2]]


@pytest.fixture
def ann(tmp_path: Path) -> Iterator[Person]:
    yield from _at_a_terminal(tmp_path, "Ann")


@pytest.fixture
def bob(tmp_path: Path) -> Iterator[Person]:
    yield from _at_a_terminal(tmp_path, "Bob")


def _at_a_terminal(folder: Path, name: str) -> Iterator[Person]:
    home = folder / name
    home.mkdir()
    person = Person(home, name)
    yield person
    person.close()


def titled(name: str) -> str:
    """A player, as the screen calls them."""
    return f"Player {name}" if name.isdigit() else name.capitalize()


def see_whose_turn(game: ludarium.Game, people: tuple[str, str], *seated: Person) -> None:
    """Everybody sees who is to move; by what is told here it is known, too, that they have seen the last move."""
    mover, told = people[turn(game)], f"{titled(game.turn)} to move"
    for each in seated:
        each.see(f"{told}\n" if each.name == mover else f"{told}: {mover}\n")
        if each.name == mover:
            each.miss("is to move ...")  # before that keys would only end a film


def see_the_end(game: ludarium.Game, winner: str | None, reason: str, *seated: Person) -> None:
    """Everybody sees the same end, which is the library's."""
    heading = f"The winner is {titled(winner).lower()}!" if winner else "Nobody has won alone."
    for each in seated:
        each.see(heading, reason[:1].upper() + reason[1:], "Save game")
        for number in range(2):
            name = titled(game.kind.board.player(game.constants, number))
            points = game.kind.rules.score(game.constants, game.row, number)
            assert any(re.match(rf"{name} +{points}\b", line) for line in each.window()), (name, points, each.window())
    assert len({tuple(each.window()) for each in seated}) == 1


def agree(ann: Person, bob: Person) -> None:
    """Both see the same board, once there is nothing else before it."""
    for each in ann, bob:
        each.press("Escape")
        each.press(*CORNER)
    until(lambda: ann.board() == bob.board(), lambda: f"{ann.seen()}\n{bob.seen()}")


@pytest.mark.parametrize("short", SMALL, ids=lambda short: short.kind)
def test_two_terminals_play_a_game(ann: Person, bob: Person, short: Short) -> None:
    bob.open("join", ann.host(short.kind, short.options))
    for each in ann, bob:
        each.see("to move")
        each.press(*CORNER)
    game, chance = short.begin(), Random(short.seed)
    while not game.outcome() and len(game.moves) < short.most:
        see_whose_turn(game, ("Ann", "Bob"), ann, bob)
        paths = game.paths()
        path = chance.choice(sorted(paths))
        (ann, bob)[turn(game)].make(game, path)
        game.push(paths[path])
    if outcome := game.outcome():
        see_the_end(game, outcome.winner, outcome.reason, ann, bob)
    else:
        see_whose_turn(game, ("Ann", "Bob"), ann, bob)
        bob.give_up()
        first, second = (game.kind.board.player(game.constants, number) for number in range(2))
        see_the_end(game, first, f"{second} has given up", ann, bob)
    agree(ann, bob)
    for each in ann, bob:
        each.press("q")
        each.see("left with 0")


async def without_films(person: Person) -> None:
    """A key that is pressed during a film would only end it."""
    async with Store.open(f"sqlite:///{person.folder / FILE}") as store:
        await store.set_preference(preferences.SPEED, "off")


def test_a_game_for_one_is_looked_at(ann: Person, bob: Person) -> None:
    asyncio.run(without_films(ann))
    bob.open("join", ann.host("abatis", {"seed": 7}))
    ann.press("Enter")
    game = ludarium.new("abatis", seed=7)
    for each in ann, bob:
        each.see("move 1", "at e4")
    ann.cursor = next((cell.x, cell.y) for cell in game.scene().cells if cell.name == "e4")
    for move in "N5", "S5", "N5":  # up and down, since margins have no corners to go round
        ann.make(game, (move,))
        game.push(move)
        for each in ann, bob:
            each.see(f"move {len(game.moves) + 1}\n")
    chips = [re.findall("[A-Z]", line) for line in str(game).split("\n")[:-1]]
    until(lambda: [row for line in bob.board() if (row := re.findall("[A-Z]", line))] == chips, bob.seen)
    ann.give_up()
    ann.see("1 point! Your name")
    ann.press("Escape")
    for each in ann, bob:
        each.see("The game is over", "Player has given up")


def test_who_waits_no_longer_is_out(ann: Person, bob: Person) -> None:
    where = ann.host("ataxx", {})
    ann.press("Enter")
    ann.see("The game was left.", "left with 0")
    bob.open("join", where)
    bob.see("nobody hosts a game at", "left with 2")


@pytest.mark.parametrize("line", re.findall("^    ludarium *(.*)", PAGE, re.MULTILINE))
def test_every_command_of_the_page(ann: Person, bob: Person, line: str) -> None:
    first, *words = shlex.split(line) or [""]
    if first == "join":
        bob.open("join", ann.host("ataxx", {}))
        bob.see("Red to move: Ann")
    elif "--host" in words:
        ann.host_by(*words[: words.index("--host")])
    elif first == "play":
        ann.open("play", *words)
        ann.see("Red to move")
    else:
        ann.open()
        ann.see("L U D A R I U M")


@pytest.fixture
def address(ann: Person) -> str:
    """Where the page is: in the terminal that hosts a game."""
    return f"http://{ann.host(SMALL[0].kind, SMALL[0].options).partition('@')[2]}"


@needs_browser
def test_a_terminal_and_a_page_play_a_game(ann: Person, open_page: Open) -> None:
    page, game, chance = open_page(None), SMALL[0].begin(), Random(SMALL[0].seed)
    assert page.request.put("/api/me", data={"name": "Bo"}).ok
    page.goto("/#/join/me")
    ann.see("to move")
    ann.press(*CORNER)
    guest = Other(page, game_id(page), game)
    while not game.outcome():
        see_whose_turn(game, ("Ann", "Bo"), ann)
        paths = game.paths()
        path = chance.choice(sorted(paths))
        if turn(game):
            guest.make(path, guest.by_mouse)
        else:
            ann.make(game, path)
            game.push(paths[path])
            guest.wait()
    outcome = game.outcome()
    assert outcome
    see_the_end(game, outcome.winner, outcome.reason, ann)
    expect(guest.dialog.get_by_role("heading", level=2)).to_contain_text(re.compile("winner|Nobody"))
    guest.page.keyboard.press("Escape")
    guest.agree()
