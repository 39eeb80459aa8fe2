"""Two people at one board, each in a real terminal of their own, or one of them at the page of the other's house."""

import re
import shlex
from pathlib import Path
from random import Random

import pytest

import ludarium
from ludarium.terminal.screen.dialogs import preferences

from ..support.cases import turn
from ..support.terminal_players import SHORT, Person, Short, agree, see_the_end, see_whose_turn
from ..support.tmux import needs_tmux, until

pytestmark = needs_tmux

PAGE = (Path(__file__).parents[2] / "docs" / "full-screen.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("short", SHORT, ids=lambda short: short.kind)
def test_two_terminals_play_a_game(ann: Person, bob: Person, short: Short) -> None:
    for each in ann, bob:
        # Here every turn is seen, and a key that is pressed during a film would only end it
        each.switch_off(preferences.PASS, preferences.SPEED)
    bob.open("join", ann.host(short.kind, short.options))
    for each in ann, bob:
        each.see("to move")
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


def chips_in(line: str) -> list[str]:
    """The chips in a line of the screen, without the names of its lanes."""
    return re.findall(r"[A-Z](?!\d)", re.sub(r"^(\s*W\d.*)  E\d?\s*$", r"\1", line))


def test_a_game_for_one_is_looked_at(ann: Person, bob: Person) -> None:
    ann.switch_off(preferences.SPEED)  # a key that is pressed during a film would only end it
    bob.open("join", ann.host("abatis", {"seed": 7}))
    ann.press("Enter")
    game = ludarium.new("abatis", seed=7)
    for each in ann, bob:
        each.see("move 1", "cursor at ")
    for move in "N5", "S5", "N5":  # up and down, since margins have no corners to go round
        ann.make(game, (move,))
        game.push(move)
        for each in ann, bob:
            each.see(f"move {len(game.moves) + 1}\n")
    chips = [re.findall("[A-Z]", line) for line in str(game).split("\n")[:-1]]
    until(lambda: [row for line in bob.board() if (row := chips_in(line))] == chips, bob.seen)
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
    bob.see("no game is hosted at", "left with 2")


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
