"""People at terminals of their own who play a game with others."""

import asyncio
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import ludarium
from ludarium.store.location import FILE
from ludarium.store.store import Store

from .cases import turn
from .tmux import Terminal, until

HERE = "me@127.0.0.1:0"
BESIDE = 52  # columns of the board; what stands beside it is told to each in their own words
CORNER = "Home", "PageUp", "PageUp"  # to the same cell from everywhere


class Short(NamedTuple):
    """A game that is soon over."""

    kind: str
    options: dict[str, Any]
    seed: int  # of the moves
    most: int = 99  # moves, before a player gives up

    def begin(self) -> ludarium.Game:
        return ludarium.new(self.kind, **self.options)


SHORT = [
    Short("ataxx", {"blocks": "cdefgh123456"}, 34),  # with a turn that has to be passed
    Short("battle-of-the-beetles", {}, 1, most=12),
    Short("beetle-battle", {"size": 3}, 15),
    Short("gamma", {"width": 3, "height": 3}, 7),  # with golden moves
]


class Person(Terminal):
    """A player at a terminal of their own."""

    def switch_off(self, *preferences: str) -> None:
        """Before the program begins. In a thread of its own: a browser may run an event loop in this one."""

        async def switch() -> None:
            async with Store.open(f"sqlite:///{self.folder / FILE}") as store:
                for name in preferences:
                    await store.set_preference(name, "off")

        with ThreadPoolExecutor(1) as thread:
            thread.submit(asyncio.run, switch()).result()

    def miss(self, text: str) -> None:
        """Wait until something is to be seen no more."""
        until(lambda: text not in self.seen(), lambda: f"{text} in\n{self.seen()}")

    def host(self, kind: str, options: dict[str, Any]) -> str:
        """Begin a game with a player elsewhere in its second seat; by what they join."""
        return self.host_by(kind, *(word for name, value in options.items() for word in ("-o", f"{name}={value}")))

    def host_by(self, *words: str) -> str:
        self.open("play", *words, "--host", HERE)
        found = re.search(r"me@[0-9.:]+", self.see("Others join by"))
        assert found
        return found[0]

    def make(self, game: ludarium.Game, path: tuple[str, ...]) -> None:
        """Point at a move by keys."""
        places = {cell.name: (cell.x, cell.y) for cell in game.scene().cells}
        here = places[self.cursor]
        if path[0] == "g":  # the golden move is made on the cell under the cursor
            self.press(*way(here, places[path[1]]), "g")
            return
        for name in path:
            there = places.get(name, here)
            self.press(*([*way(here, there), "Space"] if name in places else "c"))
            here = there

    @property
    def cursor(self) -> str:
        """The cell under the cursor, which the screen names."""
        found = re.search(r"\bat (\S+)$", self.see("at "), re.MULTILINE)
        assert found, self.seen()
        return found[1]

    def give_up(self) -> None:
        self.press("f")
        self.see("Give the game up?")
        self.press("Right", "Enter")

    def window(self) -> list[str]:
        """What stands in the window that is open."""
        return re.findall(r"│ +(.*?) +│", self.seen())

    def board(self) -> list[str]:
        """The board as it is drawn, with the cursor."""
        lines = [line[:BESIDE].rstrip() for line in self.seen().split("\n")[1:-2]]
        return [line for line in lines if not re.search("[a-z]{2}", line)]  # but for the players above and below it


def way(here: tuple[int, int], there: tuple[int, int]) -> list[str]:
    """The arrows that lead from a cell to another one; places without a cell count too."""
    (x, y), (new_x, new_y) = here, there
    across, down = "Right" if new_x > x else "Left", "Down" if new_y > y else "Up"
    return [across] * abs(new_x - x) + [down] * abs(new_y - y)


@contextmanager
def at_a_terminal(folder: Path, name: str) -> Iterator[Person]:
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
    heading = f"The winner is {titled(winner).lower()}!" if winner else "It is a draw."
    told = reason[:1].upper() + reason[1:]
    for each in seated:
        each.see(heading, "Save game")
        until(lambda each=each: told in " ".join(each.window()), each.seen)  # type: ignore[misc]
        for number in range(2):
            name = titled(game.kind.board.player(game.constants, number))
            points = game.kind.rules.score(game.constants, game.row, number)
            row = re.compile(rf"{name} +{points}\b")
            assert any(map(row.match, each.window())), (name, points, each.window())
    assert len({tuple(each.window()) for each in seated}) == 1


def agree(ann: Person, bob: Person) -> None:
    """Both see the same board, once there is nothing else before it."""
    for each in ann, bob:
        each.press("Escape")
        each.press(*CORNER)
    until(lambda: ann.board() == bob.board(), lambda: f"{ann.seen()}\n{bob.seen()}")
