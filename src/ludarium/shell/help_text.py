"""What `help` and `manual` print: the commands of this game, and how it is set up now."""

from collections.abc import Iterable, Sequence
from textwrap import fill

from ..contract.options import Option
from ..play.levels import LEVELS
from .command import Command
from .session import Session
from .state import ANYTIME, State

SETUP, PLAYING, FINISHED = State

GROUPS = {
    "At any time": ANYTIME,
    "Before the game": (SETUP,),
    "Before the game and in it": (SETUP, PLAYING),
    "In the game": (PLAYING,),
}

NOTES = (
    "A move before the game is made for the player whose turn it is, the first player first; in the game it is yours.",
    "A file that begins with a line like `game: {id}` is a record; any other is a file of commands, and may load more.",
    "A # begins a comment, unless it stands inside a name. Capitals make no difference. What is wrong is told in one "
    "line on standard error, and the next line is read. The end of input is quit.",
    "Ctrl-C lets a computer that thinks play the best move it has found; where only computers play, you play on from "
    "there; at the prompt a second one ends the program.",
)

WIDTH, INDENT = 80, 18


def standing(session: Session) -> str:
    """Who plays, in a sentence."""
    title, manner = session.kind.title, session.manner
    if session.auto:
        return f"{title}: the computer plays alone, {manner}."
    if len(session.players) == 1:
        return f"{title}: you play alone; computers would play {manner}."
    if session.remote:
        return f"{title}: you play {session.players[session.me]}, against {session.remote.title(1 - session.me)}."
    if session.beside:
        here = sorted({session.me, *session.beside})
        people = " and ".join(session.players[number] for number in here)
        computers = " and ".join(name for number, name in enumerate(session.players) if number not in here)
        return f"{title}: you play {people}{f', the computer {computers} {manner}' if computers else ''}."
    others = " and ".join(name for number, name in enumerate(session.players) if number != session.me)
    return f"{title}: you play {session.players[session.me]}, the computer {others} {manner}."


def help(session: Session, commands: Sequence[Command]) -> str:
    """The most important commands."""
    basic = (command for command in commands if command.basic)
    last = "manual lists all commands, rules tells how the game is played."
    return "\n".join([standing(session), _move(session), *map(_command, basic), last])


def manual(session: Session, commands: Sequence[Command]) -> str:
    """All commands, grouped by when they may be given."""
    lines = [standing(session)]
    for title, states in GROUPS.items():
        lines += ["", title]
        lines += map(_command, (command for command in commands if command.states == states))
        if states == (SETUP,):
            lines += _options(session)
        if states == (SETUP, PLAYING):
            lines.append(_move(session))
    return "\n".join([*lines, "", *(fill(note.format(id=session.kind.id), WIDTH) for note in NOTES)])


def levels(session: Session) -> str:
    """How computers play, and how else they could."""
    characters = ", ".join(f"{level.number} {level.name}" for level in LEVELS)
    return fill(f"Computers play {session.manner}. The levels are {characters}.", WIDTH)


def _line(words: str, help: str) -> str:
    return fill(help, WIDTH, initial_indent=f"  {words:<{INDENT - 2}}", subsequent_indent=" " * INDENT)


def _command(command: Command) -> str:
    return _line(f"{command.word} {command.argument}", command.help)


def _move(session: Session) -> str:
    game = session.match.game
    moves = game.legal_moves or game.moves
    return _line("MOVE", f"make a move, as in {moves[0]}" if moves else "make a move")


def _options(session: Session) -> Iterable[str]:
    """The options of the game; the seed has a command."""
    for option in session.kind.options.values():
        if option.name != "seed":
            yield _line(f"{option.name} VALUE", f"{option.help}: {option.takes()}; now {_now(session, option)}")


def _now(session: Session, option: Option) -> str:
    return option.write(session.match.game.options[option.name]) or "none"
