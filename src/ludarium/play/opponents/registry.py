"""Opponents by the texts that name them: `level 3`, `random`, `search`, `mcts`, `uai:COMMAND`, `python:FILE`."""

import re
from collections.abc import Callable

from ...contract.errors import BadOption
from ...contract.kind import Kind
from ...contract.quotation import quoted
from ...games import uai_of
from ..judging.analysis import Limit
from ..levels import LEVELS, is_level, read_level
from .computer import Computer
from .engine_player import EnginePlayer, PlainMcts, RandomPlayer
from .opponent import HUMAN, VACANT, Opponent
from .python_agent import PythonAgent
from .uai import UaiEngine


def _uai(command: str, kind: Kind, limit: Limit, seed: int | None) -> Opponent:
    return UaiEngine(command.strip(), limit, uai_of(kind))


def _python(file: str, kind: Kind, limit: Limit, seed: int | None) -> Opponent:
    return PythonAgent(file.strip(), limit)


# By the word before the colon, what makes an opponent of the text after it
_MAKERS: dict[str, Callable[[str, Kind, Limit, int | None], Opponent]] = {
    "random": lambda text, kind, limit, seed: RandomPlayer(seed),
    "search": lambda text, kind, limit, seed: EnginePlayer(limit),
    "mcts": lambda text, kind, limit, seed: PlainMcts(limit, seed or 0),
    "level": lambda text, kind, limit, seed: Computer(read_level(text).number, seed),
    "uai": _uai,
    "python": _python,
}
# The words that need a text after a colon
_WITH_TEXT = {"level": f"1-{len(LEVELS)}", "uai": "COMMAND", "python": "FILE"}


def is_known(text: str) -> bool:
    """Whether a text begins as those of opponents do."""
    return _with_colon(text).partition(":")[0] in _MAKERS


def parse(text: str, kind: Kind, limit: Limit, seed: int | None = 0) -> Opponent:
    """The opponent that a text names: `random`, `search`, `mcts`, `uai:COMMAND`, `python:FILE`, `level:3`, which is
    `level 3`, `3` or `cricket` too.

    With a seed it plays the same game again, with None another one every time.

    >>> from ludarium.games import kind
    >>> parse("random", kind("ataxx"), Limit(nodes=100)).name
    'random'
    """
    word, colon, rest = _with_colon(text).partition(":")
    wants_text = word in _WITH_TEXT
    if word not in _MAKERS or bool(colon) != wants_text or bool(rest.strip()) != wants_text:
        known = ", ".join(f"{name}:{_WITH_TEXT[name]}" if name in _WITH_TEXT else name for name in _MAKERS)
        named = f"and levels by their names, such as {LEVELS[-1].name}"
        raise BadOption(f"{quoted(text)} is no opponent; there are {known}, {named}")
    return _MAKERS[word](rest, kind, limit, seed)


def seated(text: str, kind: Kind, seed: int | None = None) -> Opponent:
    """Who takes a seat by the text of a seat: `human`, `open`, `level 3`, or an opponent as `parse` reads it."""
    if text in (HUMAN.name, VACANT.name):
        return HUMAN if text == HUMAN.name else VACANT
    return parse(text, kind, Limit(seconds=1.0), seed)


def check_seat(text: str, kind: Kind) -> Opponent:
    """Who would take a seat by such a text, closed again; BadOption if that opponent cannot be had on this machine."""
    opponent = seated(text, kind)
    opponent.close()
    if isinstance(opponent, UaiEngine):
        opponent.check_program()
    return opponent


def seat_text(text: str) -> str:
    """The text of a seat as it is kept: what a user calls `3`, `cricket` or `level:3` is `level 3`.

    >>> seat_text("Cricket"), seat_text("random")
    ('level 3', 'random')
    """
    level = re.sub("^level[ :](?=.)", "", text)
    return f"level {read_level(level).number}" if level != text or is_level(text) else text


def _with_colon(text: str) -> str:
    return re.sub("^level ", "level:", seat_text(text))
