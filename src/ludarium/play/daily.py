"""The deal of a day: one game for everyone, and which of their games belong into its table."""

from collections.abc import Mapping
from contextlib import suppress
from datetime import date
from typing import Any

from ..contract.errors import BadOption, IllegalMove
from ..contract.kind import Kind
from ..contract.quotation import quoted
from .game import Game
from .high_scores import Points, points_of
from .match.match import Match

NOT_OVER = "the game is not over yet"
NO_TRY = "this game was not begun as a try at the deal of the day, and cannot be entered"
TOO_LATE = "the day of this deal is over, and its table is closed"
OTHER_DEAL = "this game was not dealt as the deal of its day, and cannot be entered"


def read_day(text: str) -> date:
    """A day as people write it, 2026-11-17; BadOption if it is none."""
    with suppress(ValueError):
        if (day := date.fromisoformat(text)).isoformat() == text:
            return day
    raise BadOption(f"a day is written as in 2026-11-17, not as {quoted(text, 20)}")


def options_of(kind: Kind, day: date) -> Mapping[str, Any]:
    """The options of the deal of a day, without its seed."""
    return kind.daily(day.toordinal())


def deal(kind: Kind, day: date, seed: int) -> Game:
    """The deal of a day, before its first move."""
    return Game(kind, **options_of(kind, day), seed=seed)


def check_try(match: Match, today: date) -> None:
    """IllegalMove unless a match is a finished try at the deal of today, without help."""
    if not match.is_over:
        raise IllegalMove(NOT_OVER)
    if reason := match.barred:
        raise IllegalMove(reason)
    if not match.terms.daily:
        raise IllegalMove(NO_TRY)
    if match.terms.daily != today.isoformat():
        raise IllegalMove(TOO_LATE)


def verified(game: Game, dealt: Game) -> Points:
    """The result of a game, replayed from the deal; IllegalMove if it was dealt otherwise."""
    if dealt.options != game.options:
        raise IllegalMove(OTHER_DEAL)
    for move in game.moves:
        dealt.push(str(move))
    return points_of(dealt)
