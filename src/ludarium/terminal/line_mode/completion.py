"""Completion of the typed line."""

from collections.abc import Callable, Iterable
from contextlib import suppress

from ...contract.errors import LudariumError
from ...contract.options import Option
from ...play.levels import LEVELS
from ...shell.files import find
from ...shell.shell import Shell
from ...shell.state import State


def completions(shell: Shell, line: str) -> list[str]:
    """All longer lines that begin as this one does; capitals make no difference."""
    word, blank, rest = line.partition(" ")
    found = [*_first_words(shell)]
    if blank:
        found += [f"{word} {value}" for value in _arguments(shell, word.lower(), rest)]
    return sorted({whole for whole in found if whole.lower().startswith(line.lower()) and whole != line})


def _first_words(shell: Shell) -> Iterable[str]:
    """The possible first words now: commands and options of this state, and legal moves."""
    for command in shell.commands():
        if shell.state in command.states:
            yield command.word + (" " if command.argument else "")
    if shell.state is State.SETUP:
        yield from (f"{name} " for name in shell.kind.options)
    if shell.state is not State.FINISHED:
        yield from map(str, shell.match.game.legal_moves)


def _arguments(shell: Shell, word: str, begun: str) -> Iterable[str]:
    """The possible arguments of a command or option."""
    if word in ARGUMENTS:
        yield from ARGUMENTS[word](shell, begun)
    if word in shell.kind.options:
        yield from _values(shell.kind.options[word])


def _values(option: Option) -> Iterable[str]:
    return (option.write(value) for value in {option.default, *option.samples()} if option.write(value))


def _file_names(shell: Shell, begun: str) -> Iterable[str]:
    """The files and folders in the folder that was typed, with that folder as it was typed."""
    folder = begun[: begun.rfind("/") + 1]
    with suppress(OSError, LudariumError):
        for file in find(folder or ".").iterdir():
            yield f"{folder}{file.name}{'/' if file.is_dir() else ''}"


ARGUMENTS: dict[str, Callable[[Shell, str], Iterable[str]]] = {
    "load": _file_names,
    "save": _file_names,
    "color": lambda shell, begun: shell.players,
    "level": lambda shell, begun: (str(level.number) for level in LEVELS),
}
