"""Puzzles: positions with one best move, which come with a game in its file `puzzles.txt`.

Between players one move wins and no other does. Alone, one move brings the most points within so many moves. The file
has a line for each puzzle, with tabs between its parts: the rating, the options that are not the usual ones, the
position, the best line, and what refutes the other moves. Lines that begin with # say how it was made.
"""

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import date
from functools import cache
from typing import Any, NamedTuple

from ..contract.bits import mix
from ..contract.errors import BadNotation, BadOption
from ..contract.kind import Kind
from ..contract.quotation import quoted
from .game import Game
from .match.presenter import counted
from .move import Move

FILE = "puzzles.txt"
NEXT, OTHER, MEANS = ";", "|", "="  # between moves of a line, between refutations, and after the move that is refuted
ID_LENGTH = 10

Line = tuple[str, ...]


class Answer(NamedTuple):
    """What comes of a move that was tried: whether it was right, the moves that show why, and the same in words."""

    is_right: bool
    moves: Line
    text: str


class Replies(dict[str, Line]):
    """The lines that refute moves: the usual one for every move that has none of its own."""

    def __init__(self, usual: Line, others: Mapping[str, Line]) -> None:
        super().__init__(others)
        self.usual = usual

    @classmethod
    def to_each(cls, replies: Mapping[str, Line]) -> "Replies":
        """The same from a line for each move: the most common one is the usual one."""
        [(usual, _)] = Counter(replies.values()).most_common(1)
        return cls(usual, {move: reply for move, reply in replies.items() if reply != usual})

    def __missing__(self, move: str) -> Line:
        return self.usual


class Puzzle:
    """One puzzle. `line` begins with the solution; `replies` has the line that refutes each other move."""

    def __init__(
        self,
        kind: Kind,
        options: Mapping[str, str],
        position: str,
        line: Line,
        replies: Replies,
        rating: int,
    ) -> None:
        self.kind, self.options, self.position = kind, dict(options), position
        self.line, self.replies, self.rating = line, replies, rating
        named = repr((kind.id, sorted(self.options.items()), position))
        self.id = hashlib.sha256(named.encode()).hexdigest()[:ID_LENGTH]

    @property
    def solution(self) -> str:
        return self.line[0]

    def game(self) -> Game:
        """The game at the position of the puzzle."""
        return Game(self.kind, self.position, **_settled(self.kind, self.options))

    @property
    def is_for_points(self) -> bool:
        """Whether the puzzle is about points, and not about who wins."""
        return self.kind.rules.players(self.game().constants) == 1

    @property
    def task(self) -> str:
        """What to look for, in a sentence."""
        game = self.game()
        if self.is_for_points:
            return f"Find the move that leads to the most points in {counted(len(self.line), 'move')}."
        return f"Find the only move that wins for {game.player_title(game.kind.rules.turn(game.constants, game.row))}."

    @property
    def hint(self) -> str:
        """A word of help that does not give the solution away."""
        if self.is_for_points:
            moves, points = len(self.line), counted(self._points(self.line), "point")
            return f"The best {moves} moves bring {points}." if moves > 1 else f"The best move brings {points}."
        return f"The best answer to it is {self.line[1]}." if len(self.line) > 1 else "It wins at once."

    def answer(self, text: str) -> Answer:
        """What comes of a move; BadNotation or IllegalMove if it is none."""
        return self._judged(self.game().parse(text))

    def answer_path(self, path: Line) -> Answer:
        """The same for a move that was pointed at, cell by cell."""
        move = self.game().paths().get(path)
        if move is None:
            raise BadNotation(f"{quoted(' '.join(path), 40)} is no move here")
        return self._judged(move)

    def given_up(self) -> Answer:
        """The solution, for a person who gives up."""
        return Answer(False, self.line, f"The solution is {self.solution}.")

    def _judged(self, move: Move) -> Answer:
        game = self.game()
        name = self.kind.write(game.constants, game.row, move.number)
        is_right = move.number == game.parse(self.solution).number
        moves = self.line if is_right else (name, *self.replies[name])
        return Answer(is_right, moves, self._verdict(game, name, is_right, moves))

    def _verdict(self, game: Game, name: str, is_right: bool, moves: Line) -> str:
        if self.is_for_points:
            best, points = self._points(self.line), self._points(moves)
            told = f"{name} leads to {counted(points, 'point')} in {counted(len(self.line), 'move')}"
            most = f"{best} {'is' if best == 1 else 'are'} possible"
            return f"Right: {told}, more than any other move." if is_right else f"Wrong: {told}; {most}."
        winner = game.player_title(game.kind.rules.turn(game.constants, game.row))
        if is_right:
            return f"Right: {winner} wins with {name}."
        reply = f" {moves[1]} is the answer to it." if len(moves) > 1 else ""
        return f"Wrong: after {name} {winner} can no longer force a win.{reply}"

    def _points(self, line: Line) -> int:
        """What the moves of a line bring."""
        game = self.game()
        rules, before = game.kind.rules, game.kind.rules.score(game.constants, game.row, 0)
        for move in line:
            game.push(move)
        return rules.score(game.constants, game.row, 0) - before


def has_puzzles(kind: Kind) -> bool:
    """Whether a game comes with puzzles; quicker than to read them."""
    return (kind.folder / FILE).is_file()


@cache
def puzzles_of(kind: Kind) -> dict[str, Puzzle]:
    """The puzzles of a game by their ids; BadOption if it has none."""
    try:
        text = (kind.folder / FILE).read_text(encoding="utf-8")
    except OSError:
        raise BadOption(f"{kind.title} has no puzzles") from None
    found = (read(kind, line) for line in text.splitlines() if line and not line.startswith("#"))
    return {puzzle.id: puzzle for puzzle in found}


def find_puzzle(kind: Kind, id: str) -> Puzzle:
    """The puzzle with this id, or BadOption."""
    found = puzzles_of(kind).get(id)
    if found is None:
        raise BadOption(f"{kind.title} has no puzzle {quoted(id, 20)}")
    return found


def puzzle_of_the_day(kind: Kind, day: date) -> Puzzle:
    """The same puzzle for everyone on a day."""
    puzzles = list(puzzles_of(kind).values())
    salt = int.from_bytes(hashlib.sha256(kind.id.encode()).digest()[:4], "big")
    return puzzles[mix(day.toordinal(), salt) % len(puzzles)]


def write(puzzle: Puzzle) -> str:
    """A puzzle as a line of a file. The usual refutation stands first and once."""
    others = [f"{move}{MEANS}{NEXT.join(reply)}" for move, reply in puzzle.replies.items()]
    parts = (
        str(puzzle.rating),
        " ".join(f"{name}={value}" for name, value in puzzle.options.items()),
        puzzle.position,
        NEXT.join(puzzle.line),
        OTHER.join([NEXT.join(puzzle.replies.usual), *others]),
    )
    return "\t".join(parts)


def read(kind: Kind, text: str) -> Puzzle:
    """The puzzle that a line of a file describes."""
    rating, options, position, line, replies = text.split("\t")
    usual, *others = replies.split(OTHER)
    chosen = dict(option.split("=", 1) for option in options.split())
    known = {move: _line(reply) for move, reply in (other.split(MEANS, 1) for other in others)}
    return Puzzle(kind, chosen, position, _line(line), Replies(_line(usual), known), int(rating))


def _line(text: str) -> Line:
    return tuple(text.split(NEXT)) if text else ()


def _settled(kind: Kind, options: Mapping[str, str]) -> dict[str, Any]:
    """The options of a game at a position, which has its own chance: no seed is drawn."""
    return {**({"seed": 0} if "seed" in kind.options else {}), **options}


def unusual(kind: Kind, options: Iterable[tuple[str, Any]]) -> dict[str, str]:
    """The options that are not the usual ones, as texts, without the seed."""
    return {
        name: kind.options[name].write(value)
        for name, value in options
        if name != "seed" and value != kind.options[name].default
    }
