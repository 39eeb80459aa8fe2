"""What `help` and `manual` print: the commands there are in this game, and how it is set up now."""

from collections.abc import Iterable
from textwrap import fill
from typing import TYPE_CHECKING

from ..contract.options import Option
from .state import ANYTIME, State

if TYPE_CHECKING:
    from .commands import Command
    from .shell import Shell

SETUP, PLAYING, FINISHED = State

GROUPS = {
    "At any time": ANYTIME,
    "Before the game": (SETUP,),
    "Before the game and in it": (SETUP, PLAYING),
    "In the game": (PLAYING,),
}

NOTES = (
    "A move before the game is made for whoever's turn it is, the first player first; in the game it is yours.",
    "A file that begins with a line like `game: {id}` is a record; any other is a file of commands, and may load more.",
    "A # begins a comment, unless it stands inside a name. Capitals make no difference. What is wrong is told in one "
    "line on standard error, and the next line is read. The end of input is quit.",
    "Ctrl-C lets a computer that thinks play the best move it has found; where only computers play, you play on from "
    "there; at any other time it ends the program.",
)

WIDTH, INDENT = 80, 18


def standing(shell: "Shell") -> str:
    """Who plays, in a sentence."""
    title, level = shell.kind.title, shell.level
    if shell.auto:
        return f"{title}: the computer plays alone, at level {level}."
    if len(shell.players) == 1:
        return f"{title}: you play alone; computers would play at level {level}."
    if shell.afar:
        return f"{title}: you play {shell.players[shell.me]}, against {shell.afar.title(1 - shell.me)}."
    others = " and ".join(name for number, name in enumerate(shell.players) if number != shell.me)
    return f"{title}: you play {shell.players[shell.me]}, the computer {others} at level {level}."


def help(shell: "Shell") -> str:
    """The most important commands."""
    basic = (command for command in shell.commands() if command.basic)
    last = "manual lists all commands, rules tells how the game is played."
    return "\n".join([standing(shell), _move(shell), *map(_command, basic), last])


def manual(shell: "Shell") -> str:
    """All commands, by the time when they may be given."""
    lines = [standing(shell)]
    for title, states in GROUPS.items():
        lines += ["", title]
        lines += map(_command, (command for command in shell.commands() if command.states == states))
        if states == (SETUP,):
            lines += _options(shell)
        if states == (SETUP, PLAYING):
            lines.append(_move(shell))
    return "\n".join([*lines, "", *(fill(note.format(id=shell.kind.id), WIDTH) for note in NOTES)])


def _line(words: str, help: str) -> str:
    return fill(help, WIDTH, initial_indent=f"  {words:<{INDENT - 2}}", subsequent_indent=" " * INDENT)


def _command(command: "Command") -> str:
    return _line(f"{command.word} {command.argument}", command.help)


def _move(shell: "Shell") -> str:
    game = shell.match.game
    moves = game.legal_moves or game.moves
    return _line("MOVE", f"make a move, as in {moves[0]}" if moves else "make a move")


def _options(shell: "Shell") -> Iterable[str]:
    """The options of the game; the seed has a command."""
    for option in shell.kind.options.values():
        if option.name != "seed":
            yield _line(f"{option.name} VALUE", f"{option.help}: {option.takes()}; now {_now(shell, option)}")


def _now(shell: "Shell", option: Option) -> str:
    return option.write(shell.match.game.options[option.name]) or "none"
