"""The full screen in a real terminal, as a person has it: keys typed into tmux, and what is to be seen there."""

import fcntl
import os
import pty
import shlex
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from ..support.patience import PATIENCE
from ..support.tmux import Terminal, needs_tmux, until

pytestmark = needs_tmux


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    found = Terminal(tmp_path)
    yield found
    found.close()


def test_the_menu_leads_to_a_game_and_out(terminal: Terminal) -> None:
    terminal.open()
    terminal.see("L U D A R I U M", "Battle of the Beetles", "Preferences")
    terminal.press("Down")
    terminal.see("Pieces grow or jump")
    terminal.press("Enter")
    terminal.see("A new game", "Who plays")
    terminal.press("Escape")
    terminal.see("L U D A R I U M")
    terminal.press("q")
    terminal.see("left with 0")


def test_learn_opens_the_full_screen_and_line_by_line_when_asked(terminal: Terminal) -> None:
    terminal.open("learn", "beetle-battle")
    terminal.see("Step 1 of 3", "Put a beetle on any square.")
    # Pasted in one write: the move, on to the next step, a move shown, and a move typed
    terminal.press("Space", "Space", "h", "t", "0,0", "Enter")
    terminal.see("Step 2 of 3", "its beetles jumped off", "Space goes on.")
    terminal.press("Escape")
    terminal.see("left with 0")
    terminal.open("learn", "beetle-battle", "--line")
    terminal.see("Beetle Battle, step 1 of 3.", "Type a move, show, next, back or quit")
    terminal.press("quit", "Enter")
    terminal.see("left with 0")


def test_a_whole_game_a_resize_and_the_end(terminal: Terminal) -> None:
    people = ["--seat", "red=human", "--seat", "blue=human"]
    terminal.open("play", "beetle-battle", "--option", "size=3", *people)
    terminal.see("Red to move")
    terminal.press("Up", "Left", "Space")
    terminal.see("Blue to move")
    terminal.resize(30, 10)
    terminal.see("This terminal has 30 x 10")
    terminal.resize(100, 30)
    terminal.see("Blue to move")
    terminal.press("Right", "Space")
    terminal.see("Red to move")
    terminal.press("Left", "Space")
    terminal.see("The winner is red!", "Save game")
    terminal.press("Escape")
    terminal.press("C-d")
    terminal.see("The winner is red!")
    terminal.press("Down", "Down", "Down", "Down", "Enter")
    terminal.see("left with 0")


@pytest.mark.parametrize(
    ("game", "options"),
    [("abatis", ["colors=10-10"]), ("ataxx", ["blocks=123456"]), ("battle-of-the-beetles", []), ("gamma", ["width=3"])],
)
def test_a_whole_game_is_watched(terminal: Terminal, game: str, options: list[str]) -> None:
    players = {"abatis": ["player"], "gamma": ["1", "2"], "battle-of-the-beetles": ["green", "red"]}
    seats = [word for name in players.get(game, ["red", "blue"]) for word in ("--seat", f"{name}=random")]
    given = [word for option in options for word in ("--option", option)]
    terminal.open("play", game, *given, *seats)
    end = time.monotonic() + 3 * PATIENCE
    while not any(text in terminal.seen() for text in ("Save game", "Your name")):
        assert time.monotonic() < end, terminal.seen()
        terminal.press("z")
        time.sleep(0.01)


def test_a_killed_game_is_continued(terminal: Terminal) -> None:
    terminal.open("play", "ataxx", "--seat", "blue=human")
    terminal.see("Red to move")
    for key in ["Home", "PageUp", "PageUp", "Space", "Right", "Space"]:
        terminal.press(key)
    terminal.see("Blue to move", "you  3")
    terminal.see_kept("a7-b7")
    terminal.kill()
    terminal.see("left with 137")
    terminal.open("play", "ataxx")
    terminal.see("Continue your game?", "you against a friend, 1 move")
    terminal.press("Enter")
    terminal.see("Blue to move", "you  3", "Q Leave, kept")
    terminal.press("q")
    terminal.see("The game is kept; ludarium play ataxx continues it.", "left with 0")
    terminal.open("play", "ataxx")
    terminal.see("Continue your game?")
    terminal.press("Right", "Enter")
    terminal.see("Red to move", "Cricket  2")
    terminal.press("q")
    terminal.see("left with 0")
    terminal.open()
    terminal.see("L U D A R I U M")
    terminal.press("c")
    terminal.see("you against a friend, 1 move")
    terminal.press("Enter")
    terminal.see("Blue to move", "you  3")


def test_ctrl_d_ends_gammas_own_mode(terminal: Terminal) -> None:
    code = (
        "from ludarium.games import kind; from ludarium.terminal.screen.game.program import play_program; "
        "print(repr(play_program(kind('gamma'), dict(width=4, height=3, players=2, areas=5))))"
    )
    line = shlex.join(["env", f"LUDARIUM_HOME={terminal.folder}", sys.executable, "-c", code])
    terminal.run(f"{line}; sleep 1000")
    terminal.see("Player 1 to move", "free fields")
    terminal.press("Space")
    terminal.see("Player 2 to move")
    terminal.press("Left", "Space")
    terminal.see("Player 1 to move")
    terminal.press("C-d")
    terminal.see(".21.", "Player 1: 1", "Player 2: 1", "''")


def test_a_terminal_too_small_is_refused_in_a_sentence(terminal: Terminal) -> None:
    terminal.open("play", "ataxx", size=(30, 10))
    terminal.see("this terminal has", "left with 2")


def test_a_terminal_that_is_closed_ends_the_program(tmp_path: Path) -> None:
    """No one says so where it is not the terminal of the session, and reading from it would go on for ever."""
    ours, its = pty.openpty()
    fcntl.ioctl(its, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    command = [sys.executable, "-m", "ludarium", "play", "gamma", "--seat", "2=human"]
    place = {**os.environ, "LUDARIUM_HOME": str(tmp_path), "TERM": "xterm-256color"}
    with subprocess.Popen(command, stdin=its, stdout=its, stderr=its, start_new_session=True, env=place) as program:
        os.close(its)
        seen = b""
        while b"Gamma" not in seen:
            seen += os.read(ours, 1 << 16)
        os.close(ours)
        try:
            assert program.wait(PATIENCE) == 0
        finally:
            program.kill()


def test_a_program_ends_with_its_terminal(terminal: Terminal) -> None:
    """Also while it writes: computers play there."""
    terminal.open("play", "gamma", "--seat", "1=random", "--seat", "2=random")
    terminal.see("to move")
    status = Path(f"/proc/{terminal.process}/stat")
    terminal.close()
    until(lambda: not status.exists() or ") Z " in status.read_text(), lambda: "the program runs on")


def test_the_deal_of_the_day_line_by_line_waits_until_the_player_is_ready(terminal: Terminal) -> None:
    terminal.open("daily", "--line")
    terminal.see("your first game counts", "Are you ready?")
    terminal.press("n", "Enter")
    terminal.see("left with 0")
    for answer in "y", "":  # the second time it has begun
        terminal.open("daily", "--line")
        if answer:
            terminal.see("Are you ready?")
            terminal.press(answer, "Enter")
        terminal.see("abatis player>")
        assert answer or "ready?" not in terminal.seen()
        terminal.press("quit", "Enter")
        terminal.see("Your try is kept", "left with 0")


def test_the_deal_of_the_day_on_the_full_screen(terminal: Terminal) -> None:
    terminal.open("daily")
    terminal.see("Abatis", "Deal of the day", "Play today's deal", "No game is in this table.")
    terminal.press("Enter")
    terminal.see("Are you ready?", "it is your try of today")
    terminal.press("Enter")
    terminal.see("move 1")
    # Pasted in one write: a shot typed, and the way out
    terminal.press("Space", "q")
    terminal.see("Go on with your try")
    terminal.press("p", "u")
    terminal.see("move 2", "no move is taken back")
    terminal.press("q", "q")
    terminal.see("left with 0")


def test_puzzles_open_the_full_screen_and_line_by_line_when_asked(terminal: Terminal) -> None:
    terminal.open("puzzles", "battle-of-the-beetles")
    terminal.see("Battle of the Beetles", "Puzzle", "rated", "Find the only move that wins for")
    terminal.press("h")
    until(lambda: any(text in terminal.seen() for text in ("best answer to it", "wins at once")), terminal.seen)
    terminal.press("s")
    terminal.see("The solution is", "Your rating is", "Space goes on")
    # Pasted in one write: the next puzzle, its solution, and that of the day
    terminal.press("n", "s", "d")
    terminal.see("Puzzle of the day")
    terminal.press("Escape")
    terminal.see("left with 0")
    terminal.open("puzzles", "ataxx", "--line", "--daily")
    terminal.see("Ataxx, the puzzle of the day", "Find the only move that wins for")
    terminal.press("quit", "Enter")
    terminal.see("left with 0")
