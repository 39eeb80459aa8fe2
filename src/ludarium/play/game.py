"""A game in progress, in the manner of python-chess: push, pop, legal_moves, outcome."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from ..contract.errors import BadOption, IllegalMove
from ..contract.kind import Kind
from ..contract.row import Row
from ..contract.scene import Scene
from ..games import kind as find
from .history import history
from .move import Move, Moves

if TYPE_CHECKING:
    from .opponents.computer import Line


class Outcome(NamedTuple):
    """How a game ended. The winner is None when nobody won alone."""

    winner: str | None
    scores: tuple[int, ...]
    reason: str


class Game:
    """One game from its start to where it is now. Players and moves go by their names."""

    __slots__ = ("_ended", "_history", "_numbers", "constants", "helped", "kind", "options", "origin")

    def __init__(self, kind: Kind, position: str | None = None, **options: Any) -> None:
        self.kind = kind
        self.options = kind.choose(options)
        self.constants = kind.make(self.options)
        self.origin = position
        self.helped = False  # whether a computer has moved or advised where one plays alone, for points
        if position is None:
            row = kind.start(self.constants, self.options)
        else:
            row = kind.read_position(self.constants, position)
        self._history = history(row)
        self._numbers: list[int] = []
        self._ended: Outcome | Literal[False] | None = None  # how it ended, or False; None before anybody has asked

    @property
    def row(self) -> Row:
        """The position as the rules see it. Look, and leave it as it is."""
        return self._history.row

    @property
    def position(self) -> str:
        """The position as text; `ludarium.new(id, position=...)` takes it."""
        return self.kind.write_position(self.constants, self.row)

    @property
    def turn(self) -> str:
        """The name of the player to move."""
        return self.kind.board.player(self.constants, self.kind.rules.turn(self.constants, self.row))

    @property
    def legal_moves(self) -> Moves:
        """The legal moves; none when the game is over."""
        numbers = self.kind.legal_moves(self.constants, self._history.row)
        return Moves(self.kind, self.constants, numbers, self._history.own())

    @property
    def moves(self) -> Moves:
        """The moves made so far."""
        return Moves(self.kind, self.constants, tuple(self._numbers))

    def parse(self, text: str) -> Move:
        """The legal move that a text means: BadNotation if it means none, IllegalMove if it may not be made."""
        move = Move(self.kind, self.constants, self.kind.board.read(self.constants, self.row, text))
        self._require_legal(move, text)
        move.legal_in = self._history.own()
        return move

    def push(self, move: Move | str) -> None:
        """Make a move, given as text or as one of the legal moves."""
        past = self._history
        if isinstance(move, str):
            move = self.parse(move)
        elif move.legal_in is None or move.legal_in is not past.row:
            self._require_legal(move, move)
        self.kind.rules.play(self.constants, past.step(), move.number)
        self._numbers.append(move.number)
        self._ended = None

    def pop(self) -> Move:
        """Take the last move back, and return it."""
        if not self._numbers:
            raise IllegalMove("there is no move to take back")
        if self.kind.has_chapters:
            self._require_same_chapter()
        self._history.back()
        self._ended = None
        return Move(self.kind, self.constants, self._numbers.pop())

    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        if self._ended is None:
            self._ended = self._outcome() or False
        return self._ended or None

    def _outcome(self) -> Outcome | None:
        rules, row = self.kind.rules, self.row
        reason = rules.outcome(self.constants, row)
        if not reason:
            return None
        # There may be four billion players, but those who had a turn came first and have numbers in the row
        players = range(min(rules.players(self.constants), len(row)))
        shares = (player for player in players if rules.share(self.constants, row, player) == 1000)
        winner = next((self.kind.board.player(self.constants, player) for player in shares), None)
        scores = tuple(rules.score(self.constants, row, player) for player in players)
        return Outcome(winner, scores, self.kind.board.REASONS[reason])

    def scene(self) -> Scene:
        """What is to be seen, described for a screen to draw."""
        return self.kind.scene(self.constants, self.row)

    def film(self, move: Move | str) -> Iterator[Scene]:
        """The scenes of a move as it unfolds, the last one with all at rest; the game itself does not change."""
        if isinstance(move, str):
            move = self.parse(move)
        else:
            self._require_legal(move, move)
        frames = self.kind.frames(self.constants, self.row[:], move.number)
        return (self.kind.scene(self.constants, row) for row in frames)

    def paths(self) -> dict[tuple[str, ...], Move]:
        """Every way to point at a legal move, square by square, and the move it means."""
        kind, constants, row = self.kind, self.constants, self.row
        return {path: move for move in self.legal_moves for path in kind.paths(constants, row, move.number)}

    def best_move(
        self,
        *,
        seconds: float | None = None,
        depth: int | None = None,
        nodes: int | None = None,
        level: int | None = None,
        threads: int = 1,
        seed: int = 0,
    ) -> Move:
        """The best move that can be found within the limits, by default a second, or what a level 1-8 would play."""
        from .opponents.computer import best_move

        return best_move(self, seconds=seconds, depth=depth, nodes=nodes, level=level, threads=threads, seed=seed)

    def analyse(
        self,
        *,
        lines: int = 1,
        seconds: float | None = None,
        depth: int | None = None,
        nodes: int | None = None,
        threads: int = 1,
    ) -> "list[Line]":
        """The best ways to play on, each with its score, depth, moves and the positions looked at."""
        from .opponents.computer import analyse

        return analyse(self, lines=lines, seconds=seconds, depth=depth, nodes=nodes, threads=threads)

    def record(self) -> str:
        """The game as text that `ludarium.load` takes back."""
        from .record import write

        return write(self)

    def copy(self) -> "Game":
        """A game of its own with the same position and moves."""
        twin = Game.__new__(Game)
        twin.kind, twin.options, twin.constants, twin.origin = (
            self.kind,
            dict(self.options),
            self.constants,
            self.origin,
        )
        twin.helped, twin._history, twin._numbers = self.helped, self._history.copy(), self._numbers[:]
        twin._ended = self._ended
        return twin

    __copy__ = copy

    def __eq__(self, other: object) -> bool:
        """The same game in the same position, whatever moves led there."""
        if not isinstance(other, Game):
            return NotImplemented
        return self.kind is other.kind and self.constants == other.constants and self.position == other.position

    __hash__ = None  # type: ignore[assignment]

    def __str__(self) -> str:
        return self.kind.board.picture(self.constants, self.row)

    def __repr__(self) -> str:
        options = "".join(f", {name}={value!r}" for name, value in self.options.items())
        return f"ludarium.new({self.kind.id!r}{options}, position={self.position!r})"

    def _require_legal(self, move: Move, shown: Move | str) -> None:
        if move.kind is not self.kind or move.game != self.constants:
            raise IllegalMove(f"{shown} is a move of another game, {move.kind.id}")
        if self.kind.is_legal(self.constants, self.row, move.number):
            return
        ended = self.outcome()
        if ended:
            raise IllegalMove(f"{shown} comes too late: the game is over, {ended.reason}")
        raise IllegalMove(f"{shown} is not a legal move for {self.turn}")

    def _require_same_chapter(self) -> None:
        before = self._history.before()
        chapter = self.kind.chapter
        if before is not None and chapter(self.constants, before) != chapter(self.constants, self.row):
            raise IllegalMove("moves can be taken back only as far as this level began")


def new(id: str, position: str | None = None, **options: Any) -> Game:
    """A new game, or one that begins at a position.

    >>> new("ataxx", blocks="3gh").turn
    'red'
    """
    if not isinstance(id, str):
        raise BadOption(f"a game is named by its id, not by {id!r:.60}")
    return Game(find(id), position, **options)
