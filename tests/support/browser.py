"""A real browser before a real server, each test at a page of its own."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

import ludarium
from ludarium.contract.scene import Cell

from .patience import PATIENCE
from .windows import Window, Windows

# The one that is made for no screen at all takes half the time
BROWSERS = "chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"
CHROMIUM = next((found for name in BROWSERS if (found := shutil.which(name))), "")
# Without a screen, and without asking anybody outside for anything
QUIET = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
# Pages that share a process start in two thirds of the time
QUIET += ["--renderer-process-limit=1", "--in-process-gpu"]
# Python of a static site is compiled quickly and not again for speed, which takes longer than its few seconds of work
QUIET += ["--js-flags=--liftoff-only"]
CLIENT = Path(ludarium.__file__).parent / "web" / "client"
USUAL = {"page-theme": "auto", "speed": "normal", "sounds": "off", "keys": "on", "name": "", "level": "3"}
USUAL |= {"pass": "off"}  # tests make every move themselves
FAR = 50  # cells, across the boards that are played on by arrows
STEPS = {(1, 0): "ArrowRight", (-1, 0): "ArrowLeft", (0, 1): "ArrowDown", (0, -1): "ArrowUp"}
MEDIA = "color_scheme", "contrast", "reduced_motion"

needs_browser = pytest.mark.skipif(not CHROMIUM, reason="there is no chromium on this machine")
expect.set_options(timeout=PATIENCE * 1000)


@contextmanager
def served(home: Path, **more: str) -> Iterator[str]:
    """Where a server is that keeps its games in a folder."""
    command = [sys.executable, "-m", "ludarium", "serve", "--port", "0", "--no-browser", "--no-compile"]
    environment = os.environ | {"LUDARIUM_HOME": str(home)} | more
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout
        try:
            yield process.stdout.readline().split()[3]
        finally:
            process.terminate()


@contextmanager
def launched() -> Iterator[Browser]:
    """A browser, before which only tests without an event loop of their own can run."""
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        yield browser
        browser.close()


Open = Callable[..., Page]


@contextmanager
def opener(windows: Windows, address: str) -> Iterator[Open]:
    """Opens pages in windows of their own, of any size and taste; without films, unless motion is asked for.
    A page is empty until it goes somewhere. Any error in it fails the test, except for the expected ones.
    A test that changes a window for more than its page, or looks at what a browser loads, asks for one alone.
    """
    wrong: list[str] = []
    used: list[Window] = []

    def opened(path: str = "", expected: str = "nothing at all", alone: bool = False, **taste: Any) -> Page:
        # A page has its size and media for itself: windows need not differ in them
        viewport, media = taste.pop("viewport", None), {name: taste.pop(name) for name in MEDIA if name in taste}
        used.append(windows.take(address, alone, taste))
        page = used[-1].page(viewport, media)
        found = page.request.get("/api/preferences").json()
        for name, value in USUAL.items() - found.items():
            page.request.put(f"/api/preferences/{name}", data={"value": value})

        def note(text: str) -> None:
            if expected not in text:
                wrong.append(text)

        page.on("pageerror", lambda error: note(str(error)))
        page.on("console", lambda said: note(said.text) if said.type == "error" else None)
        # Heard from the start on: asked for only when a key is pressed, playwright may come too late for the chooser
        page.on("filechooser", lambda chooser: None)
        if path:
            page.goto(path)
        return page

    yield opened
    for window in used:
        windows.give_back(window)
    if wrong:
        pytest.fail("; ".join(wrong))


Point = Callable[[tuple[str, ...]], None]


class Seated:
    """A player at a table in the browser, beside whom the library plays the same game."""

    def __init__(self, page: Page, id: str, seats: tuple[str, ...] = (), begun: bool = True, **options: Any) -> None:
        self.page = page
        self.twin = ludarium.new(id, **options)
        told = {name: self.twin.kind.options[name].write(value) for name, value in self.twin.options.items()}
        players = self.twin.kind.rules.players(self.twin.constants)
        asked = {"kind": id, "options": told, "seats": seats or ("human",) * min(players, 11), "begun": begun}
        self.id = self.ask("POST", "games", asked)["id"]
        self.board = page.locator("ludarium-board")
        self.go()

    def ask(self, method: str, path: str, data: object = None) -> Any:
        """What the house answers to a request."""
        reply = self.page.request.fetch(f"/api/{path}", method=method, data=data)
        return reply.json() if "json" in reply.headers["content-type"] else reply.text()

    def go(self) -> None:
        """To the game."""
        self.page.goto(f"./#/game/{self.id}")
        self.page.locator(f'.table[data-game="{self.id}"]').wait_for()  # the table before it may still be there
        self.wait()

    def cell(self, name: str) -> Locator:
        return self.page.locator(f'.square[data-name="{name}"]')

    def button(self, id: str) -> Locator:
        return self.page.locator(f'.bar-row > button[data-id="{id}"]')

    @property
    def dialog(self) -> Locator:
        return self.page.locator("dialog[open]")

    @property
    def result(self) -> Locator:
        """The panel of a game that is over, beside the board."""
        return self.page.locator(".result:not([hidden])")

    def told(self, path: str = "") -> Any:
        """What the house tells of the game."""
        return self.ask("GET", f"games/{self.id}{path}")

    # Pointing

    def by_mouse(self, path: tuple[str, ...]) -> None:
        for name in path:
            if name in self.places:
                # Squares that may not be chosen can be touched too
                self.cell(name).click(force=True)
            else:
                self.button(f"word:{name}").click()

    def by_keys(self, path: tuple[str, ...]) -> None:
        if path[0] == "g":  # the golden move is made on the cell under the cursor
            self.walk(path[1])
            self.page.keyboard.press("g")
            return
        for name in path:
            if name in self.places:
                self.walk(name)
                self.page.keyboard.press("Enter")
            else:
                self.page.keyboard.press("c")

    @property
    def places(self) -> dict[str, tuple[int, int]]:
        return {cell.name: (cell.x, cell.y) for cell in self.twin.scene().cells}

    def walk(self, name: str) -> None:
        """Bring the cursor to a cell by arrows, which pass over places without one."""
        places = self.places
        cells = {place: cell for cell, place in places.items()}
        start = self.board.evaluate("board => board.cursor")
        ways, line = {start: list[str]()}, [start]
        for here in line:  # which grows by the cells that are found
            x, y = places[here]
            for (right, down), key in STEPS.items():
                ahead = ((x + far * right, y + far * down) for far in range(1, FAR))
                there = next((cells[place] for place in ahead if place in cells), here)
                if there not in ways:
                    ways[there] = [*ways[here], key]
                    line.append(there)
        for key in ways[name]:
            self.page.keyboard.press(key)
        assert self.board.evaluate("board => board.cursor") == name

    # Playing

    def make(self, path: tuple[str, ...], point: Point) -> None:
        """Make the move that a path points at, here and there."""
        paths = self.twin.paths()
        self.touch(path, point)
        self.twin.push(paths[path])
        self.wait()

    def touch(self, path: tuple[str, ...], point: Point) -> None:
        """Make the move that a path points at on the page alone."""
        # A move that is the beginning of another one too is made by touching its last cell again
        longer = any(other[: len(path)] == path != other for other in self.twin.paths())
        point((*path, path[-1]) if longer else path)

    def wait(self, ply: int | None = None) -> None:
        """Until the page shows as many moves as the library has made."""
        count = len(self.twin.moves) if ply is None else ply
        # Not expected, which would look again after a tenth of a second, and then a quarter, a half and a whole one
        self.page.locator(f'.table[data-ply="{count}"]').wait_for()

    def play_on(self, point: Point, most: int = 10_000, seed: int = 1) -> None:
        """Any moves at all, until the game is over."""
        chance = Random(seed)
        while not self.twin.outcome() and len(self.twin.moves) < most:
            self.make(chance.choice(sorted(self.twin.paths())), point)

    def play_ends(self, point: Point, seed: int, by_hand: int = 6) -> None:
        """A whole game of any moves: the first and the last ones by hand, and those between them in another tab."""
        chance, ahead, paths = Random(seed), ludarium.load(self.twin.record()), list[tuple[str, ...]]()
        while not ahead.outcome():
            paths.append(chance.choice(sorted(ahead.paths())))
            ahead.push(ahead.paths()[paths[-1]])
        for path in paths[:by_hand]:
            self.make(path, point)
        between = paths[by_hand:-by_hand]
        self.page.evaluate(BESIDE, [self.id, len(self.twin.moves), between])
        for path in between:
            self.twin.push(self.twin.paths()[path])
        self.wait()
        for path in paths[max(by_hand, len(paths) - by_hand) :]:
            self.make(path, point)

    def follow(self) -> None:
        """Let the library make the moves that the house has made."""
        for _, text, _ in self.told()["moves"][len(self.twin.moves) :]:
            self.twin.push(text)

    def agree(self) -> None:
        """What the house has kept is what the library has played, and the board shows it and tells it."""
        kept = ludarium.load(self.told("/record"))
        assert kept.position == self.twin.position and list(kept.moves) == list(self.twin.moves)
        cells = self.twin.scene().cells
        drawn = sorted(map(tuple, self.board.evaluate(DRAWN)))
        pieces = sorted((cell.x, cell.y) for cell in cells if cell.piece)
        assert drawn == pieces, (drawn, pieces)
        told = {name: label.removeprefix(f"{name}: ").split(",")[0] for name, label in self.board.evaluate(TOLD)}
        stand = {cell.name: words(self.twin, cell) for cell in cells}
        assert told == stand, set(told.items()) ^ set(stand.items())


# Where pieces are drawn, and what is told of every cell
DRAWN = """board => [...board.querySelectorAll(".drawing:not(.air) g:not(.overlay *) > .piece")].map(
  piece => piece.parentNode.getAttribute("transform").match(/\\d+/g).map(number => number / 100))"""
TOLD = """board => [...board.querySelectorAll(".square")].map(
  square => [square.dataset.name, square.getAttribute("aria-label")])"""
# The modules of the page, of which a server has another address than a static site
MODULES = """import(document.querySelector('script[src$="main.js"]').src.replace(/main.js$/, "modules.js"))"""
# Makes moves as another tab of the same user does
BESIDE = """([id, at, paths]) => MODULES.then(({ $server_transport }) => new Promise((done, failed) => {
  const socket = $server_transport.openSocket(id, -1);
  const move = () => socket.send(JSON.stringify({ do: "play", id: at, at, path: paths[0] }));
  const send = () => (paths.length ? move() : done(socket.close()));
  socket.onopen = send;
  socket.onmessage = ({ data }) => {
    const told = JSON.parse(data);
    if (told.re !== at) return;
    if (told.say !== "done") failed(new Error(data));
    paths.shift(), (at += 1), send();
  };
}))""".replace("MODULES", MODULES)
ARROWS = {"^": " pointing up", "v": " pointing down", "<": " pointing left", ">": " pointing right", "": ""}


def words(game: ludarium.Game, cell: Cell) -> str:
    """What stands on a cell."""
    if cell.piece is None:
        return {"field": "empty", "margin": "empty"}.get(cell.ground, cell.ground)
    owner, kind, amount, arrow, colour, _ = cell.piece
    noun = f"{amount} {kind}s" if amount > 1 else kind
    if owner < 0:
        return f"{noun} {chr(64 + colour)}{ARROWS[arrow]}"
    name = game.kind.board.player(game.constants, owner)
    if name.isdigit():
        return f"{noun} of player {name}"
    return f"{amount} {name} {kind}s" if amount > 1 else f"{name} {kind}"
