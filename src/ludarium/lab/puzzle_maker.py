"""Making puzzles: the engine plays quick games against itself, and positions of them with one best move are kept.

Every single move is proven: the solution to win and each other one not to, or to bring more points than each other one.
The same seed and options make the same puzzles.
"""

import itertools
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from ..contract.kind import Kind
from ..contract.row import Row
from ..engine.search.exact.proof import DRAW, WIN, Prover
from ..play.puzzles import Puzzle, Replies, unusual

SLIPS = 50, 300  # random moves in a thousand of a game, at least and at most
LONGEST = 300  # moves of a game
EACH_GAME = 2  # puzzles of one game at most
SEARCHED = 20_000  # positions that the search for a win looks at
PROVEN = 200_000  # positions that the proofs of a puzzle look at in all
PATIENT = 20  # times as many for a proof that was found before
PLIES = 20  # of a proof at most
QUIET = 4  # positions in a row, counted from the end, in which no win is found: those before are too far from it
FEWEST = 4  # legal moves of a position that is worth a puzzle
PLANNED = 1, 2, 3  # moves that a single player plans, by turns
SPACING = 5  # moves of a single player between two positions that are looked at
EASY = 4  # one in so many puzzles may be one whose solution looks best at a glance and is won, or paid, at once
MEGABYTES = 1  # of the prover's table, which is emptied again and again

# A rating: of the easiest, for each further ply of the win, each move that looks better, each move to choose from
LOWEST, PER_PLY, PER_TEMPTATION, PER_CHOICE = 600, 60, 60, 5
MOST = 20  # temptations and choices that count


class Found(NamedTuple):
    """A position with one best move: the best line, the refutations by move, and the plies that prove the best move."""

    line: tuple[int, ...]
    replies: dict[int, tuple[int, ...]]
    plies: int


class PuzzleMaker:
    """Makes puzzles of one game with one set of options."""

    def __init__(self, kind: Kind, options: dict[str, Any], seed: int = 0, *, natively: bool = True) -> None:
        self.kind, self.seed = kind, seed
        self._chosen = kind.choose({**({"seed": seed} if "seed" in kind.options else {}), **options})
        self._game = kind.make(self._chosen)
        self._prover = Prover(kind, self._game, megabytes=MEGABYTES, natively=natively)

    def make(self, count: int) -> Iterator[Puzzle]:
        """So many puzzles, from as many games as it takes."""
        made, easy = set[str](), 0
        for number in itertools.count(1):
            for puzzle, is_easy in self._of_game(number):
                if puzzle.id in made or (is_easy and EASY * easy > len(made)):
                    continue
                made.add(puzzle.id)
                easy += is_easy
                yield puzzle
                if len(made) == count:
                    return

    def _of_game(self, number: int) -> Iterator[tuple[Puzzle, bool]]:
        """The puzzles of a game, and whether each is easy."""
        alone = self.kind.rules.players(self._game) == 1
        positions = self._play(number)
        found = self._planned(positions, number) if alone else self._wins(positions)
        for row, best in itertools.islice(found, EACH_GAME):
            yield self._puzzle(row, best)

    def _play(self, number: int) -> list[Row]:
        """The positions of a game that the engine plays against itself."""
        random = Random(f"{self.seed} {number}")
        row = self.kind.rules.start(self._game, random.getrandbits(30))
        slip, plies = random.randint(*SLIPS), random.randint(LONGEST // 4, LONGEST)
        positions = [row[:]]
        for move in self._prover.play_quickly(row, random.getrandbits(30), slip=slip, plies=plies):
            self.kind.rules.play(self._game, row, move)
            positions.append(row[:])
        return positions

    def _wins(self, positions: Sequence[Row]) -> Iterator[tuple[Row, Found]]:
        """The positions with one winning move, from the end of the game backwards as far as wins are found."""
        quiet = 0
        for row in reversed(positions[:-1]):
            legal = self.kind.legal_moves(self._game, row)
            if len(legal) < FEWEST:
                continue
            self._prover.forget()
            move, plies = self._first_win(row, legal)
            quiet = 0 if move >= 0 else quiet + 1
            if quiet == QUIET:
                return
            found = self.only_win(row, move, plies) if move >= 0 else None
            if found:
                yield row, found

    def _first_win(self, row: Row, legal: Sequence[int]) -> tuple[int, int]:
        """The move that wins soonest and in how many plies; -1 if none is found."""
        me, left = self.kind.rules.turn(self._game, row), SEARCHED
        for plies in range(PLIES):
            for move in legal:
                proof = self._prover.forces(self._after(row, move), me, WIN, first=plies, plies=plies, nodes=left)
                left -= proof.nodes
                if proof.worth:
                    return move, plies
                if left <= 0:
                    return -1, 0
        return -1, 0

    def only_win(self, row: Row, solution: int, plies: int = 0, nodes: int = PROVEN) -> Found | None:
        """A move that is proven to win where each other one is proven not to; None if it cannot be proven."""
        me, left = self.kind.rules.turn(self._game, row), nodes
        proofs = dict[int, tuple[int, ...]]()
        for move in sorted(self.kind.legal_moves(self._game, row), key=lambda move: move != solution):
            who, least = (me, WIN) if move == solution else (1 - me, DRAW)
            proof = self._prover.forces(self._after(row, move), who, least, first=plies, plies=PLIES, nodes=left)
            left -= proof.nodes
            if not proof.worth:
                return None
            proofs[move] = proof.line
        line = solution, *proofs.pop(solution)
        return Found(line, {move: answer[:1] for move, answer in proofs.items()}, plies + 1)

    def _planned(self, positions: Sequence[Row], number: int) -> Iterator[tuple[Row, Found]]:
        """The positions of a single player with one best move."""
        for ply in range(SPACING, len(positions), SPACING):
            found = self.most(positions[ply], PLANNED[(number + ply) % len(PLANNED)])
            if found:
                yield positions[ply], found

    def holds(self, puzzle: Puzzle) -> bool:
        """Whether the solution of a puzzle with these options is proven again, and each other move not to do."""
        game = puzzle.game()
        solution = game.parse(puzzle.solution).number
        self._prover.forget()
        if puzzle.is_for_points:
            found = self.most(game.row, len(puzzle.line))
        else:
            found = self.only_win(game.row, solution, nodes=PATIENT * PROVEN)
        return found is not None and found.line[0] == solution

    def most(self, row: Row, plies: int) -> Found | None:
        """The move that leads to the most points in so many moves, all of them tried; None if several do."""
        kind, game, left = self.kind, self._game, PROVEN
        lines, points = dict[int, tuple[int, ...]](), dict[int, int]()
        for move in kind.legal_moves(game, row):
            child = self._after(row, move)
            proof = self._prover.most_points(child, plies - 1, nodes=left)
            left -= proof.nodes
            lines[move], points[move] = (move, *proof.line), proof.worth
            # What comes after a chapter cannot be seen
            if not proof.is_whole or len(lines[move]) < plies or kind.chapter(game, child) != kind.chapter(game, row):
                return None
        best = max(points, key=points.__getitem__)
        if len(points) < FEWEST or list(points.values()).count(points[best]) > 1:
            return None
        return Found(lines.pop(best), {move: line[1:] for move, line in lines.items()}, 2 * plies - 1)

    def _after(self, row: Row, move: int) -> Row:
        child = row[:]
        self.kind.rules.play(self._game, child, move)
        return child

    def _puzzle(self, row: Row, found: Found) -> tuple[Puzzle, bool]:
        """The puzzle of a position, rated by how far one has to look and what distracts; and whether it is easy."""
        kind, game, me = self.kind, self._game, self.kind.rules.turn(self._game, row)

        best = self._prover.look(self._after(row, found.line[0]), me)
        tempting = sum(self._prover.look(self._after(row, move), me) >= best for move in found.replies)
        difficulty = PER_PLY * (found.plies - 1) + PER_TEMPTATION * min(tempting, MOST)
        rating = LOWEST + difficulty + PER_CHOICE * min(len(found.replies), MOST)
        replies = Replies.to_each(
            {
                kind.write(game, row, move): kind.write_line(game, self._after(row, move), each)
                for move, each in found.replies.items()
            }
        )
        chosen = unusual(kind, self._chosen.items())
        line = kind.write_line(game, row, found.line)
        puzzle = Puzzle(kind, chosen, kind.write_position(game, row), line, replies, rating)
        return puzzle, difficulty == 0
