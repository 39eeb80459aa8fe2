"""Who can take a seat besides people: opponents, and the texts that name them."""

from collections.abc import Callable, Mapping
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from ...contract.errors import BadOption, LudariumError
from ...contract.kind import Kind
from ...engine.cancel import CancelToken
from ..game import Game
from ..move import Move

if TYPE_CHECKING:
    from ...engine.searcher import Searcher


class Forfeit(LudariumError):
    """An opponent cannot go on with its game, and has lost it; the sentence says why."""


class AnswerNeeded(LudariumError):
    """Somebody from elsewhere has not moved yet, and something else is to be answered first; the sentence says what."""


class Limit(NamedTuple):
    """How much an opponent may think about a move; what is None is not limited."""

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None

    def given(self) -> dict[str, Any]:
        """The limits that there are, by name."""
        return {name: value for name, value in self._asdict().items() if value is not None}


class Opponent:
    """Whoever chooses moves. The game is only looked at; whoever asked makes the move."""

    name = "opponent"
    options: Mapping[str, Any] = {}  # of the game, where they must be as this opponent knows them

    def begin(self, game: Game) -> None:
        """A new game begins, and nothing of the last one is of use any more."""

    def choose(self, game: Game, cancel: CancelToken | None = None) -> Move:
        """A legal move for whoever's turn it is, or Forfeit. One who is halted answers soon with the best so far."""
        raise NotImplementedError

    def close(self) -> None:
        """Leave the seat, and everything that was opened for it."""


class RandomPlayer(Opponent):
    """Every legal move alike."""

    name = "random"

    def __init__(self, seed: int | None = 0) -> None:
        self._random = Random(seed)

    def choose(self, game: Game, cancel: CancelToken | None = None) -> Move:
        return self._random.choice(game.legal_moves)


class EnginePlayer(Opponent):
    """The house's own search; keeps what it has learned until the next game begins."""

    name = "search"

    def __init__(self, limit: Limit) -> None:
        self._limit = limit
        self._brain: Searcher | None = None

    def begin(self, game: Game) -> None:
        self._brain = self._make(game)
        # The first thought on a machine waits until all is compiled: it has no clock
        self._brain.search(game.row, nodes=1)

    def choose(self, game: Game, cancel: CancelToken | None = None) -> Move:
        if self._brain is None or self._brain.game != game.constants:
            self.begin(game)
        assert self._brain
        return Move(game.kind, game.constants, self._brain.search(game.row, cancel=cancel, **self._limit.given()).move)

    def close(self) -> None:
        self._brain = None

    def _make(self, game: Game) -> "Searcher":
        from ...engine.factory import make_searcher

        return make_searcher(game.kind, game.constants)


class PlainMcts(EnginePlayer):
    """Tree search that knows the rules alone and plays random games to their ends: a yardstick."""

    name = "mcts"

    def __init__(self, limit: Limit, seed: int = 0) -> None:
        super().__init__(limit)
        self._seed = seed

    def _make(self, game: Game) -> "Searcher":
        from ...engine.mcts import Mcts

        return Mcts(game.kind, game.constants, plain=True, seed=self._seed)


def _level(number: str, kind: Kind, limit: Limit, seed: int | None) -> Opponent:
    from .computer import Computer

    if not (number.isascii() and number.isdecimal() and len(number) == 1):
        raise BadOption(f"a level is a whole number from 1 to 8, not {number!r:.20}")
    return Computer(int(number), seed)


def _uai(command: str, kind: Kind, limit: Limit, seed: int | None) -> Opponent:
    from .uai import UaiEngine

    if kind.id != "ataxx":
        raise BadOption(f"UAI engines play ataxx, and no {kind.id}")
    return UaiEngine(command, limit)


# What makes an opponent of the text behind the colon, by the word before it.
_MAKERS: dict[str, Callable[[str, Kind, Limit, int | None], Opponent]] = {
    "random": lambda text, kind, limit, seed: RandomPlayer(seed),
    "search": lambda text, kind, limit, seed: EnginePlayer(limit),
    "mcts": lambda text, kind, limit, seed: PlainMcts(limit, seed or 0),
    "level": _level,
    "uai": _uai,
}
KNOWN = tuple(_MAKERS)  # the words that texts begin with
_WITH_TEXT = {"level": "1-8", "uai": "COMMAND"}  # the words that want a text, and what it is


def parse(text: str, kind: Kind, limit: Limit, seed: int | None = 0) -> Opponent:
    """The opponent that a text names: `random`, `search`, `mcts`, `uai:COMMAND`; a number alone is a level.

    With a seed it plays the same game again, with None another one every time.

    >>> from ludarium.games import kind
    >>> parse("random", kind("gamma"), Limit(nodes=100)).name
    'random'
    """
    word, colon, rest = (f"level:{text}" if text.isdecimal() else text).partition(":")
    wants_text = word in _WITH_TEXT
    if word not in _MAKERS or bool(colon) != wants_text or bool(rest.strip()) != wants_text:
        known = ", ".join(f"{name}:{_WITH_TEXT[name]}" if name in _WITH_TEXT else name for name in _MAKERS)
        raise BadOption(f"{text!r:.60} is no opponent; there are {known}")
    return _MAKERS[word](rest.strip(), kind, limit, seed)
