"""Hosting and joining: line mode against line mode in processes of their own, and in all the words that are said."""

import random
import re
import threading
from collections.abc import Iterator

import pytest

from ludarium.contract.errors import LudariumError
from ludarium.games import kind
from ludarium.play.game import Game, new
from ludarium.remote.address import parse
from ludarium.remote.client import Client
from ludarium.remote.remote_game import RemoteGame
from ludarium.shell.script import Lines
from ludarium.shell.shell import Shell
from ludarium.terminal.connector import Connector
from ludarium.terminal.line_mode.pipe import LOOK

from ..support import goldens
from ..support.networked import Program, program
from ..support.patience import PATIENCE

HERE = "me@127.0.0.1:0"


class Side:
    """One side of a game in line mode, in a thread; lines are typed when they are to be."""

    def __init__(self, id: str, name: str) -> None:
        self.said: list[str] = []
        self._new, self._typed, self._ended = threading.Condition(), list[str](), False
        self.shell = Shell(kind(id), self._say, lambda text: self._say(f"! {text}"), connector=Connector(name))
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def _run(self) -> None:
        self.shell.run(Lines(self._lines(), counted=False, ended=lambda: self._ended and not self._typed))
        self.shell.close()

    def _lines(self) -> Iterator[bytes]:
        while True:
            with self._new:
                awake = self._new.wait_for(lambda: self._typed or self._ended, LOOK if self.shell.remote else None)
                if awake and not self._typed:
                    return
                line = self._typed.pop(0) if awake else None
                if line is not None:
                    self.said.append(f"> {line}")
            yield f"{line}\n".encode() if line is not None else b""

    def _say(self, text: str) -> None:
        with self._new:
            self.said += text.split("\n")
            self._new.notify_all()

    def type(self, *lines: str) -> None:
        with self._new:
            self._typed += lines
            self._new.notify_all()

    def hear(self, pattern: str, times: int = 1) -> re.Match[str]:
        """Wait for something to be said so many times."""

        def found() -> re.Match[str] | None:
            heard = [found for line in self.said if (found := re.search(pattern, line))]
            return heard[times - 1] if len(heard) >= times else None

        with self._new:
            assert self._new.wait_for(found, PATIENCE), (pattern, self.said)
        heard = found()
        assert heard
        return heard

    def end(self) -> list[str]:
        with self._new:
            self._ended = True
            self._new.notify_all()
        self._thread.join(PATIENCE)
        if self._thread.is_alive() and self.shell.remote:
            self.shell.remote.close()  # or a test that fails would wait for ever
            self._thread.join()
        return self.said


@pytest.fixture
def sides() -> Iterator[tuple[Side, Side]]:
    ann, bob = Side("ataxx", "Ann"), Side("ataxx", "Bob")
    yield ann, bob
    bob.end()
    ann.end()


def meet(ann: Side, bob: Side, *setting_up: str) -> None:
    """Ann hosts a game, and Bob joins it; what she types then sets it up, or begins it."""
    ann.type(f"host {HERE}")
    bob.type(f"join {ann.hear(r'Waiting for a player to join (.*) [.]{3}')[1]}")
    ann.hear("Bob has joined")
    bob.hear("who sets the game up")  # what she had set up before that, he would not be told
    ann.type(*setting_up)


def transcript(name: str, ann: Side, bob: Side) -> None:
    """What both sides have typed and heard, but for the port."""
    text = "\n".join(["Ann", "", *ann.end(), "", "Bob", "", *bob.end(), ""])
    goldens.check(f"network/{name}.txt", re.sub(r":\d{4,5}\b", ":PORT", text))


def test_the_host_sets_up_and_both_play(sides: tuple[Side, Side]) -> None:
    ann, bob = sides
    meet(ann, bob, "blocks 3gh", "blocks x", "a7-a6", "color blue", "dump", "start")
    bob.hear("The game begins: you play blue|The game begins: you play red")
    ann.type("a1-a2")
    bob.hear("Blue moves a1-a2")
    bob.type("blocks 1", "hint", "dump", "a7-c7")
    ann.hear("Red moves a7-c7")
    ann.type("quit")
    bob.hear("Red wins")
    transcript("set-up", ann, bob)


def test_takebacks_draws_and_another_game(sides: tuple[Side, Side]) -> None:
    ann, bob = sides
    meet(ann, bob, "start", "a7-b6")
    bob.hear("Red moves a7-b6")
    bob.type("g7-f6")
    ann.hear("Blue moves g7-f6")
    # Both moves go, so that it is her turn again
    ann.type("undo")
    bob.hear("Ann asks to take back a7-b6 and the answer g7-f6")
    bob.type("decline")
    ann.hear("Bob does not agree")
    ann.type("undo")
    bob.hear("Ann asks to take back a7-b6 and the answer g7-f6", 2)
    bob.type("undo")
    ann.hear("2 moves taken back")
    ann.type("a7-b7")
    bob.hear("Red moves a7-b7")
    bob.type("draw")
    ann.hear("Bob offers a draw")
    ann.type("draw")
    bob.hear("Draw")
    ann.hear("Draw")  # before the next offer, which her command would print too
    bob.type("rematch")
    ann.hear("Bob asks for another game")
    ann.type("dump", "rematch")
    ann.hear("The game begins: you play blue")
    bob.hear("The game begins: you play red")
    bob.type("clear")
    ann.hear("Blue wins")
    transcript("agreeing", ann, bob)


def test_waiting_is_cancelled_by_the_end_of_the_input(sides: tuple[Side, Side]) -> None:
    ann, _ = sides
    ann.type(f"host {HERE}")
    ann.hear("Waiting")
    assert "! no player has joined, and the game is not hosted any more" in ann.end()


def test_a_guest_who_leaves_before_the_game_is_waited_for_again(sides: tuple[Side, Side]) -> None:
    ann, bob = sides
    meet(ann, bob)
    bob.end()
    ann.hear("The other player has left; start waits until a player joins.")
    ann.type("start")
    where = ann.hear(r"Waiting for a player to join (.*) [.]{3}", 2)[1]
    cat = Side("ataxx", "Cat")
    cat.type(f"join {where}")
    cat.hear("The game begins: you play blue against Ann")
    ann.type("quit")
    cat.hear("Red has given up")
    cat.end()


def test_what_cannot_be_hosted_or_joined(sides: tuple[Side, Side]) -> None:
    ann, bob = sides
    ann.type("host a b", f"host {HERE}")
    ann.hear("! the name of a game has at most 40 characters")
    where = ann.hear(r"Waiting for a player to join (.*) [.]{3}")[1]
    bob.type(f"join you{where[2:]}", f"join {where.rpartition(':')[0]}:1")
    bob.hear("! there is no game called 'you'")
    bob.hear("! no game is hosted at 127.0.0.1:1")
    other = Side("beetle-battle", "Dan")
    other.type(f"join {where}")
    other.hear("! this is a game of ataxx; join it by ludarium ataxx")
    other.end()
    bob.type(f"join {where}")
    ann.type("start", "host again")
    bob.hear("The game begins")
    ann.hear("! host comes before the game")
    cat = Side("ataxx", "Cat")
    cat.type(f"join {where}")
    cat.hear("! all seats of this game are taken")
    cat.end()
    ann.type("quit")
    bob.hear("Red has given up")


def test_a_game_for_one_is_looked_at() -> None:
    ann, bob = Side("abatis", "Ann"), Side("abatis", "Bob")
    ann.type("seed 7", f"host {HERE}")
    bob.type(f"join {ann.hear('Others can look on by join (.*)')[1]}")
    bob.hear("Ann plays; you look on")
    for typed, heard, times in (
        ("N3", "moves N3", 1),
        ("W4", "moves W4", 1),
        ("undo", "taken", 1),
        ("W4", "moves W4", 2),
    ):
        ann.type(*(["start"] if typed == "N3" else []), typed)
        bob.hear(heard, times)
    ann.type("quit")
    bob.hear("has given up|The game is over")
    transcript("looking-on", ann, bob)


# Processes of their own


def finish(id: str, game: Game, first: Program, second: Program) -> None:
    chance = random.Random(5)
    while not game.outcome():
        mine, others = (first, second) if game.kind.rules.turn(game.constants, game.row) == 0 else (second, first)
        move, name = chance.choice(game.legal_moves), game.turn.capitalize()
        mine.type(str(move))
        others.hear(f"{name} (moves {re.escape(str(move))}|passes)[.]")
        game.push(move)
    for each in first, second:
        each.hear("wins[.]|Draw[.]")
        each.type("quit")
        assert each.end() == 0


@pytest.mark.parametrize(
    ("id", "options"), [("ataxx", {"blocks": "3gh"}), ("beetle-battle", {"size": "3"}), ("battle-of-the-beetles", {})]
)
def test_two_processes_play_a_whole_game(id: str, options: dict[str, str]) -> None:
    with program(id, name="Ann") as first, program(id, name="Bob") as second:
        first.type(*(f"{name} {value}" for name, value in options.items()), f"host {HERE}")
        second.type(f"join {first.hear(r'Waiting for a player to join (.*) [.]{3}')[1]}")
        first.type("start")
        second.hear("The game begins")
        finish(id, new(id, **options), first, second)


def test_a_program_plays_against_line_mode() -> None:
    with program("beetle-battle", name="Ann") as first:
        first.type("size 3", f"host {HERE}")
        where = first.hear(r"Waiting for a player to join (.*) [.]{3}")[1]
        with program("bot", where, "random", "--name", "Robin") as second:
            first.hear("Robin has joined")
            first.type("start")
            game = new("beetle-battle", size="3")
            while not game.outcome():
                if game.turn == "red":
                    move = str(game.legal_moves[0])
                    first.type(move)
                else:
                    move = first.hear(r"Blue moves (.*)[.]")[1]
                game.push(move)
            first.hear("wins[.]")
            assert second.hear("beetle-battle .*: (won|lost) against Ann, ")
            second.interrupt()
            assert second.end() == 0


def test_hosting_is_cancelled_by_ctrl_c_and_leaves_nothing_behind() -> None:
    with program("ataxx") as first:
        first.type(f"host {HERE}")
        where = first.hear(r"Waiting for a player to join (.*) [.]{3}")[1]
        first.interrupt()
        assert first.end() == 130
    with pytest.raises(LudariumError, match="no game is hosted"):
        Client(parse(where), "Bob").find_game()


def test_a_friend_on_the_page_can_join(sides: tuple[Side, Side]) -> None:
    """Every client of the protocol can: the page does, and so does a link."""
    ann, _ = sides
    ann.type(f"host {HERE}")
    client = Client(parse(ann.hear(r"Waiting for a player to join (.*) [.]{3}")[1]), "Eve")
    client.sign_in()
    link = RemoteGame(client, client.find_game()).open()
    link.sit()
    ann.type("start", "a7-b6")
    assert link.wait(lambda: link.is_my_turn, PATIENCE)
    link.play("a1-b2", 1)
    ann.hear("Blue moves a1-b2")
    link.resign()
    link.close()
    ann.hear("Red wins")


def test_a_guest_is_heard_while_the_host_sets_up_and_thinks(sides: tuple[Side, Side]) -> None:
    ann, bob = sides
    meet(ann, bob)
    for line in "blocks 1", "color red", "start", "undo", "load three.csv":
        bob.type(line)
    bob.hear("! Ann sets the game up; it begins when Ann starts it", 4)
    ann.type("a7-b6")
    bob.hear("Red moves a7-b6")
    ann.type("undo", "blocks 3gh", "start")
    bob.hear("1 move taken back")
    bob.hear("Ann sets blocks to 3gh")
    bob.hear("The game begins")
    bob.type("dump", "blocks 2")
    bob.hear("===", 2)
    bob.hear("! blocks comes before the game")
    bob.type("quit")
    ann.hear("Blue has given up")
    ann.type("rematch")
    ann.hear("! Bob has left; clear begins a game of your own|Bob has left, and cannot agree")


def test_a_host_that_is_killed_is_told_at_once() -> None:
    with program("ataxx", name="Ann") as first, program("ataxx", name="Bob") as second:
        first.type(f"host {HERE}")
        second.type(f"join {first.hear(r'Waiting for a player to join (.*) [.]{3}')[1]}")
        first.type("start")
        second.hear("The game begins")
        first.close()
        second.hear("The connection to the host is lost")
        second.type("quit")
        assert second.end() == 0
