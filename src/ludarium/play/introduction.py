"""What a game's folder prepares for new players: a board for its card, and positions in which a move can be tried.

It is the file `introduction.toml`, which a game may have or not:

    [poster]                        # the board on the game's card
    position = "x5o/7/7/3x3/7/7/o5x o 0 2"

    [[steps]]                       # one for each thing to learn
    position = "..."                # as the game writes positions
    options = { size = "3" }        # those that differ from the defaults
    text = "Choose ..."             # what to try
    moves = ["a7-b6"]               # the moves that count; without them, any move on the board
    after = "The piece ..."         # what has happened
    otherwise = "That was ..."      # what to say after a move that does not count
"""

from functools import cache
from typing import Any

import msgspec
from msgspec import Struct

from ..contract.bits import mix
from ..contract.errors import BadOption, LudariumError
from ..contract.kind import Kind
from .game import Game
from .move import Move

FILE = "introduction.toml"
TYPICAL = 12  # moves before the position that stands for a game without a poster
AGAIN = "That is a move too. Try the other one."


class Diagram(Struct, frozen=True, forbid_unknown_fields=True):
    """A position to be drawn."""

    position: str
    options: dict[str, str] = {}

    @classmethod
    def read(cls, text: str) -> "Diagram":
        """As in the help: options that differ from the defaults, as name=value, then the position."""
        words = text.split()
        count = next((at for at, word in enumerate(words) if "=" not in word), len(words))
        return cls(" ".join(words[count:]), dict(word.split("=", 1) for word in words[:count]))

    def game(self, kind: Kind) -> Game:
        return Game(kind, self.position, **self.options)


class Step(Diagram, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A position in which a move is to be tried."""

    text: str
    after: str
    moves: tuple[str, ...] = ()
    otherwise: str = AGAIN

    def counts(self, game: Game, move: Move) -> bool:
        """Whether a legal move is one of those to be tried."""
        return not self.moves or any(game.parse(text).number == move.number for text in self.moves)

    def answer(self, game: Game, move: Move) -> tuple[bool, str]:
        """Whether a legal move is one of those to be tried, and what to say about it."""
        counts = self.counts(game, move)
        return counts, self.after if counts else self.otherwise

    def shown(self, game: Game) -> str:
        """A move that counts, as it is written."""
        return self.moves[0] if self.moves else self.example(game)

    def example(self, game: Game) -> str:
        """How such a move is written: one that does not count, where there is one, so that it gives nothing away."""
        words, wanted = game.scene().words, self.moves[0] if self.moves else ""
        alike = [str(move) for move in game.legal_moves if _word(str(move), words) == _word(wanted, words)]
        wrong = (name for name in alike if wanted and not self.counts(game, game.parse(name)))
        return next(wrong, alike[0])


def _word(move: str, words: tuple[str, ...]) -> str:
    """The word that a move begins with, if there is one."""
    return next((word for word in words if move.split()[:1] == [word]), "")


class Introduction(Struct, frozen=True, forbid_unknown_fields=True):
    """The file of a game."""

    poster: Diagram | None = None
    steps: tuple[Step, ...] = ()


def has_introduction(kind: Kind) -> bool:
    return (kind.folder / FILE).is_file()


@cache
def introduction_of(kind: Kind) -> Introduction:
    """What a game prepares, empty without a file; BadOption if the rules do not allow what the file says."""
    if not has_introduction(kind):
        return Introduction()
    import tomllib  # which the first board of a game does without

    try:
        found = msgspec.convert(tomllib.loads((kind.folder / FILE).read_text(encoding="utf-8")), Introduction)
        _check(kind, found)
    except (OSError, ValueError) as error:
        raise BadOption(f"{FILE} of {kind.id}: {error}") from error
    return found


def _check(kind: Kind, found: Introduction) -> None:
    if found.poster:
        found.poster.game(kind)
    for number, step in enumerate(found.steps, 1):
        try:
            game = step.game(kind)
            for text in step.moves:
                game.parse(text)
        except LudariumError as error:
            raise BadOption(f"step {number}: {error}") from error
        if game.outcome():
            raise BadOption(f"step {number}: the game is over there")


@cache
def poster(kind: Kind) -> Game:
    """The board on a game's card: the one that its folder names, or one after a few moves by chance."""
    found = introduction_of(kind).poster
    if found:
        return found.game(kind)
    seed: dict[str, Any] = {"seed": 1} if "seed" in kind.options else {}
    game = Game(kind, None, **seed)
    for ply in range(TYPICAL):
        moves = game.legal_moves
        if not moves:
            return game.after(ply // 2)
        game.push(moves[mix(ply + 1, len(moves)) % len(moves)])
    return game
