"""A game in progress, in the manner of python-chess: push, pop, legal_moves, outcome."""

from collections.abc import Iterator
from itertools import takewhile
from typing import Any, Literal

from ..contract.errors import BadOption, IllegalMove
from ..contract.kind import Kind
from ..contract.quotation import quoted
from ..contract.row import Row
from ..contract.scene import Scene
from ..games import kind as find
from . import record_writer
from .history import history
from .judging import analysis
from .judging.analysis import Limit, Line
from .move import Move, Moves
from .outcome import Outcome
from .position import move_in


class Game:
    """One game from its start to its present position. Players and moves go by their names."""

    __slots__ = ("_ended", "_history", "_numbers", "constants", "early_end", "helped", "kind", "options", "origin")

    def __init__(self, kind: Kind, position: str | None = None, **options: Any) -> None:
        self.kind = kind
        self.options = kind.choose(options)
        self.constants = kind.make(self.options)
        self.origin = position
        self.helped = False  # whether a computer moved or advised in a game for one player, which is played for points
        self.early_end: Outcome | None = None  # the outcome of a game that ended before its rules ended it
        if position is None:
            row = kind.start(self.constants, self.options)
        else:
            row = kind.read_position(self.constants, position)
        self._history = history(row)
        self._numbers: list[int] = []
        self._ended: Outcome | Literal[False] | None = None  # the outcome, or False; None until asked for

    @property
    def row(self) -> Row:
        """The position as the rules see it. Read it only."""
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
        numbers = () if self.early_end else self.kind.legal_moves(self.constants, self._history.row)
        return Moves(self.kind, self.constants, numbers, self._history.own(), lambda _: self.snapshot())

    @property
    def moves(self) -> Moves:
        """The moves made so far."""
        return Moves(self.kind, self.constants, tuple(self._numbers), before=self.row_after)

    @property
    def movers(self) -> list[int]:
        """The number of the player who made each move."""
        earlier, turns = self._history.copy(), list[int]()
        for _ in self._numbers:
            earlier.back()
            turns.append(self.kind.rules.turn(self.constants, earlier.row))
        return turns[::-1]

    def row_after(self, count: int) -> Row:
        """The position after so many moves."""
        return self._history.at(count)

    def snapshot(self) -> Row:
        """The position as a row that later moves do not change."""
        return self._history.own() or self.row[:]

    @property
    def option_texts(self) -> dict[str, str]:
        """The options as texts."""
        return {name: self.kind.options[name].write(value) for name, value in self.options.items()}

    @property
    def size(self) -> int:
        """About how many bytes of memory the position and all positions before it take."""
        return self._history.size + 8 * len(self._numbers)

    def beginning(self) -> "Game":
        """A game of its own with the same options, before the first move."""
        return Game(self.kind, self.origin, **self.options)

    def after(self, count: int) -> "Game":
        """A game of its own as this one was after so many moves."""
        return self._twin(count)

    def common_moves(self, other: "Game") -> int:
        """How many first moves are the same in another game."""
        pairs = zip(self._numbers, other._numbers, strict=False)
        return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))

    def player_title(self, number: int) -> str:
        """A player's name; `player 3` where the name is a number."""
        return self.kind.player_title(self.constants, number)

    def parse(self, text: str) -> Move:
        """The legal move that a text means: BadNotation if it means none, IllegalMove if it may not be made."""
        move = move_in(self, self.kind.board.read(self.constants, self.row, text))
        self._require_legal(move, text)
        move.legal_in = self._history.own()
        if self.kind.spells:
            word = text.strip().lower()
            move.written = word if word in self._spellings(move) else ""
        return move

    def _spellings(self, move: Move) -> list[str]:
        """All that players write who mean this legal move."""
        paths = self.kind.paths(self.constants, self.row, move.number)
        return [self.kind.spell(self.constants, path) for path in paths]

    def push(self, move: Move | str) -> None:
        """Make a move, given as text or as one of the legal moves."""
        past = self._history
        if isinstance(move, str):
            move = self.parse(move)
        elif self.early_end or move.legal_in is None or move.legal_in is not past.row:
            self._require_legal(move, move)
        self._play(past.step(), move.number)
        self._numbers.append(move.number)
        self._ended = None

    def _play(self, row: Row, number: int) -> None:
        """Change a row by a legal move."""
        self.kind.rules.play(self.constants, row, number)

    def pop(self) -> Move:
        """Take the last move back, and return it."""
        if not self._numbers:
            raise IllegalMove("there is no move to take back")
        if self.kind.has_chapters:
            self._require_same_chapter()
        self._history.back()
        self._ended = self.early_end = None
        return move_in(self, self._numbers.pop())

    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        if self._ended is None:
            self._ended = self._outcome() or False
        return self.early_end or self._ended or None

    def end(self, winner: str | None, reason: str) -> None:
        """End the game before its rules end it: a player has given up, or both have agreed on a draw."""
        rules, row = self.kind.rules, self.row
        players = range(min(rules.players(self.constants), len(row)))
        scores = tuple(rules.score(self.constants, row, player) for player in players)
        self.early_end = Outcome(winner, scores, " ".join(reason.split()))

    def _outcome(self) -> Outcome | None:
        rules, row = self.kind.rules, self.row
        reason = rules.outcome(self.constants, row)
        if not reason:
            return None
        # There may be four billion players; the row has numbers for those who had a turn, and they come first
        players = range(min(rules.players(self.constants), len(row)))
        shares = (player for player in players if rules.share(self.constants, row, player) == 1000)
        winner = next((self.kind.board.player(self.constants, player) for player in shares), None)
        scores = tuple(rules.score(self.constants, row, player) for player in players)
        return Outcome(winner, scores, self.kind.board.REASONS[reason])

    def scene(self) -> Scene:
        """The position described for a screen to draw."""
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
        """The best move that can be found within the limits, by default a second, or what a level 1-11 would play."""
        limit = Limit(seconds, nodes, depth)
        return analysis.best_move(self, limit, level=level, threads=threads, seed=seed)

    def analyse(
        self,
        *,
        lines: int = 1,
        seconds: float | None = None,
        depth: int | None = None,
        nodes: int | None = None,
        threads: int = 1,
    ) -> list[Line]:
        """The best ways to play on, each with its score, depth, moves and the positions searched."""
        return analysis.analyse(self, Limit(seconds, nodes, depth), lines=lines, threads=threads)

    def record(self) -> str:
        """The game as text that `ludarium.load` takes back."""
        return record_writer.write(self)

    def copy(self) -> "Game":
        """A game of its own with the same position and moves."""
        twin = self._twin(len(self._numbers))
        twin._ended, twin.early_end = self._ended, self.early_end
        return twin

    def _twin(self, count: int) -> "Game":
        twin = Game.__new__(Game)
        twin.kind, twin.options, twin.constants, twin.origin = (
            self.kind,
            dict(self.options),
            self.constants,
            self.origin,
        )
        twin.helped, twin._history, twin._numbers = self.helped, self._history.first(count), self._numbers[:count]
        twin._ended = twin.early_end = None
        return twin

    __copy__ = copy

    def __eq__(self, other: object) -> bool:
        """The same game in the same position, whatever moves led there."""
        if not isinstance(other, Game):
            return NotImplemented
        return self.kind is other.kind and self.constants == other.constants and self.position == other.position

    __hash__ = None  # type: ignore[assignment]

    def __str__(self) -> str:
        return self.kind.picture(self.constants, self.row)

    def __repr__(self) -> str:
        options = "".join(f", {name}={value!r}" for name, value in self.options.items())
        return f"ludarium.new({self.kind.id!r}{options}, position={self.position!r})"

    def _require_legal(self, move: Move, shown: Move | str) -> None:
        if move.kind is not self.kind or move.game != self.constants:
            raise IllegalMove(f"{shown} is a move of another game, {move.kind.id}")
        if not self.early_end and self.kind.is_legal(self.constants, self.row, move.number):
            return
        ended = self.outcome()
        if ended:
            raise IllegalMove(f"{shown} comes too late: the game is over, {ended.reason}")
        mover = self.kind.rules.turn(self.constants, self.row)
        row = self.kind.seen(self.constants, self.row, mover)
        objection = self.kind.objection(self.constants, row, move.number)
        why = f": {objection}" if objection else ""
        raise IllegalMove(f"{shown} is not a legal move for {self.turn}{why}")

    def _require_same_chapter(self) -> None:
        chapter = self.kind.chapter
        before = self._history.at(len(self._numbers) - 1)
        if chapter(self.constants, before) != chapter(self.constants, self.row):
            raise IllegalMove("moves can be taken back only as far as this level began")


def new(id: str, position: str | None = None, **options: Any) -> Game:
    """A new game, or one that begins at a position.

    >>> new("ataxx", blocks="3gh").turn
    'red'
    """
    if not isinstance(id, str):
        raise BadOption(f"a game is named by its id, not by {quoted(id)}")
    return Game(find(id), position, **options)
