"""Solved games, against naive solvers: the smallest Beetle Battle, and a game in which everything awkward happens."""

import functools
import hashlib
import os
import subprocess
import sys
from array import array
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from threading import Event
from typing import Any

import pytest

import ludarium
from ludarium import LudariumError
from ludarium.contract.kind import Kind
from ludarium.engine import cache
from ludarium.engine.search.alphabeta import AlphaBeta
from ludarium.engine.search.cancel import CancelToken
from ludarium.engine.search.exact import tablebase
from ludarium.engine.search.exact.tablebase import Fate, Tablebase, TablebaseSearcher, Worths
from ludarium.engine.search.factory import make_searcher
from ludarium.engine.search.negamax import WIN
from ludarium.engine.search.patience import Patience
from ludarium.engine.search.searcher import Searcher
from ludarium.games import kind
from ludarium.play.opponents.computer import Computer

BEETLES = kind("beetle-battle")
SMALL = BEETLES.make({"size": 3})

Board = tuple[int, ...]  # nine squares; red beetles count up, blue ones down

AROUND = [[c for c in range(9) if abs(c % 3 - i % 3) + abs(c // 3 - i // 3) == 1] for i in range(9)]
QUARTERS = "012345678", "630741852", "876543210", "258147036"  # the squares of the board turned by none to three
ALIKE = [
    [int(square) for square in way] for turned in QUARTERS for way in (turned, turned[6:] + turned[3:6] + turned[:3])
]


def after(board: Board, move: int, sign: int) -> Board | None:
    """The board after a move, full squares bursting whole; None if that wins."""
    squares = list(board)
    squares[move] += sign
    while full := [c for c in range(9) if abs(squares[c]) >= len(AROUND[c])]:
        squares[full[0]] -= sign * len(AROUND[full[0]])
        for c in AROUND[full[0]]:
            squares[c] = sign * (abs(squares[c]) + 1)
        if sum(map(abs, squares)) >= 3 and min(sign * beetles for beetles in squares) >= 0:
            return None
    return tuple(squares)


@functools.cache
def naive(board: Board) -> Fate:
    """What a board is worth to the player to move. Every move adds a beetle, so that it ends."""
    sign = 1 - 2 * (sum(map(abs, board)) % 2)
    fates = []
    for move in range(9):
        if sign * board[move] >= 0:
            child = after(board, move, sign)
            if child is None:
                return Fate(1, 1)
            # Boards that differ by a turn or a reflection are looked at once
            wins, plies = naive(min(tuple(child[c] for c in alike) for alike in ALIKE))
            fates.append(Fate(-wins, plies + 1))
    return max(fates, key=lambda fate: (fate.sign, -fate.sign * fate.plies))


def beetles(moves: int, seed: int) -> list[list[int]]:
    """Positions after so many random moves that have not ended the game."""
    random, found = Random(seed), list[list[int]]()
    while len(found) < 200:
        row = list(BEETLES.rules.start(SMALL, 0))
        while sum(map(abs, row[:9])) < moves and not BEETLES.rules.outcome(SMALL, row):
            BEETLES.rules.play(SMALL, row, random.choice(BEETLES.legal_moves(SMALL, row)))
        if not BEETLES.rules.outcome(SMALL, row):
            found.append(row)
    return found


@pytest.fixture(scope="module")
def table() -> Tablebase:
    return Tablebase(BEETLES, SMALL)


@pytest.mark.parametrize("moves", [2, 4, 6, 8, 9, 10, 11, 12, 13])
def test_the_smallest_board_is_solved_right(table: Tablebase, moves: int) -> None:
    for row in beetles(moves, seed=moves):
        assert table.score(row) == naive(tuple(row[:9]))
        best = table.best(row)
        assert best and set(best) <= set(BEETLES.legal_moves(SMALL, row))
        for move in BEETLES.legal_moves(SMALL, row):
            child = row[:]
            BEETLES.rules.play(SMALL, child, move)
            wins, plies = table.score(child)
            assert (move in best) == (table.score(row) == (-wins, plies + 1))


def test_red_wins_the_smallest_board_with_any_first_move(table: Tablebase) -> None:
    start = list(BEETLES.rules.start(SMALL, 0))
    assert table.size == 354_375
    assert table.score(start) == naive((0,) * 9) == (1, 13) and table.best(start) == list(range(9))
    row = start[:]
    while not BEETLES.rules.outcome(SMALL, row):
        BEETLES.rules.play(SMALL, row, table.best(row)[0])
    assert sum(map(abs, row[:9])) == 13 and table.score(row) == (-1, 0) and table.best(row) == []


def test_the_oracle_knows_and_lower_levels_do_not() -> None:
    game = ludarium.new("beetle-battle", size=3)
    searcher = make_searcher(game.kind, game.constants)
    assert isinstance(searcher, TablebaseSearcher) and isinstance(
        make_searcher(game.kind, game.constants, use_tablebase=False), AlphaBeta
    )
    searcher.get_ready().result()
    result = searcher.search(game.row, nodes=1, patience=Patience.UNTIL_READY)
    assert result.score == WIN - 13 and len(result.line) == result.depth == 13
    legal = [move.number for move in game.legal_moves]
    assert searcher.search(game.row, banned=legal[:-1]).move == legal[-1]
    for move in result.line:
        assert abs(searcher.search(game.row).score) == WIN - 13 + len(game.moves)
        game.push(ludarium.Move(game.kind, game.constants, move))
    assert game.outcome() and game.outcome().winner == "red"  # type: ignore[union-attr]


class Solved:
    """Tablebases that are there only when a test says so."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._table, self._is_there = Tablebase(BEETLES, SMALL), Event()
        monkeypatch.setattr(tablebase, "Tablebase", self._wait)

    def _wait(self, kind: Kind, game: Any) -> Tablebase:
        self._is_there.wait()
        return self._table

    def come(self) -> None:
        self._is_there.set()

    def now(self, searcher: Searcher) -> None:
        self.come()
        searcher.get_ready().result()


@pytest.fixture
def solved(monkeypatch: pytest.MonkeyPatch) -> Iterator[Solved]:
    found = Solved(monkeypatch)
    yield found
    found.come()  # so that threads which wait for it end


@pytest.mark.parametrize("limit", [{"nodes": 300}, {"nodes": 20_000}, {"depth": 3}])
def test_the_same_limit_finds_the_same_with_and_without_a_table(solved: Solved, limit: dict[str, Any]) -> None:
    """A search that may not wait leaves the table out: its answer is that of the search, before and after."""
    row = BEETLES.rules.start(SMALL, 0)
    searcher = make_searcher(BEETLES, SMALL)
    before = searcher.search(row, **limit)
    searcher.forget()
    solved.now(searcher)
    after = searcher.search(row, **limit)
    assert (before.move, before.score, before.line) == (after.move, after.score, after.line)
    assert after.score != WIN - 13


def test_a_search_that_waits_waits_for_the_table(solved: Solved) -> None:
    searcher = make_searcher(BEETLES, SMALL)
    searcher.get_ready()
    with ThreadPoolExecutor(1) as pool:
        asked = pool.submit(searcher.search, BEETLES.rules.start(SMALL, 0), nodes=300, patience=Patience.UNTIL_READY)
        solved.now(searcher)
        assert asked.result().score == WIN - 13


def test_a_search_that_waits_for_the_table_can_be_cancelled(solved: Solved) -> None:
    searcher, cancel = make_searcher(BEETLES, SMALL), CancelToken()
    cancel.cancel()
    row = BEETLES.rules.start(SMALL, 0)
    found = searcher.search(row, nodes=300, cancel=cancel, patience=Patience.UNTIL_READY)
    assert found.move in BEETLES.legal_moves(SMALL, row)


def test_the_highest_level_plays_perfectly_where_all_is_known() -> None:
    game, random = ludarium.new("beetle-battle", size=3), Random(1)
    computer = Computer(11, seed=1)
    while not game.outcome():
        game.push(computer.choose(game) if game.turn == "red" else random.choice(game.legal_moves))
    assert game.outcome().winner == "red" and len(game.moves) <= 13  # type: ignore[union-attr]


def test_a_larger_board_is_not_tabulated() -> None:
    game = ludarium.new("beetle-battle", size=4)
    table = Tablebase(game.kind, game.constants)
    assert table.size == 0
    with pytest.raises(LudariumError, match=r"^beetle-battle has too many positions to know them all with these"):
        table.score(game.row)
    other = ludarium.new("ataxx")
    assert Tablebase(other.kind, other.constants).size == 0


class TestOnDisk:
    """A table is solved once, and read from then on, as long as the file is what was written."""

    @pytest.fixture
    def solved(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[int]:
        """Tables that are quickly made; the list tells how many were."""
        made = list[int]()

        def solve(table: Tablebase) -> Worths:
            made.append(table.size)
            return array("h", (i % 1000 for i in range(table.size)))

        monkeypatch.setattr(cache, "folder", lambda: tmp_path)
        monkeypatch.setattr(Tablebase, "_solve", solve)
        return made

    def test_it_is_solved_once(self, solved: list[int], tmp_path: Path) -> None:
        tables = [Tablebase(BEETLES, SMALL) for _ in range(3)]
        assert len(solved) == 1 and len(list(tmp_path.iterdir())) == 1
        assert len({table.score(BEETLES.rules.start(SMALL, 0)) for table in tables}) == 1

    @pytest.mark.parametrize("damage", ["cut", "empty", "changed", "another game's", "longer", "nonsense"])
    def test_a_damaged_file_is_made_anew(self, solved: list[int], tmp_path: Path, damage: str) -> None:
        Tablebase(BEETLES, SMALL)
        file = next(tmp_path.iterdir())
        whole = file.read_bytes()
        changed = bytearray(whole)
        changed[5000] ^= 1
        bad = {
            "cut": whole[:-1000],
            "empty": b"",
            "changed": bytes(changed),
            "another game's": whole[:-32] + hashlib.sha256(whole[:-32]).digest(),
            "longer": whole + bytes(100),
            "nonsense": b"nothing of the sort " * 100,
        }
        file.write_bytes(bad[damage])
        Tablebase(BEETLES, SMALL)
        assert len(solved) == 2 and file.read_bytes() == whole

    def test_where_nothing_can_be_kept_it_is_solved_every_time(
        self, solved: list[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (tmp_path / "file").write_bytes(b"")
        monkeypatch.setattr(cache, "folder", lambda: tmp_path / "file" / "missing")
        assert all(Tablebase(BEETLES, SMALL).size for _ in range(2))
        assert len(solved) == 2 and [path.name for path in tmp_path.iterdir()] == ["file"]


# A game on a random graph: there are ways round in circles, draws, second turns, and ends that the mover loses.
RULES = '''
"""Maze: follow the arrows, and hope for the best."""

from typing import NamedTuple

from ludarium.contract.bits import mix


class Maze(NamedTuple):
    nodes: int


def players(game): return 2
def start(game, seed): return [1, 0]
def most_moves(game): return 3
def turn(game, s): return s[1]
def outcome(game, s): return 1 if mix(s[0], 1) % 9 == 0 else 0
def share(game, s, player): return (0, 500, 1000)[mix(s[0], 2) % 3 if player else 2 - mix(s[0], 2) % 3]
def score(game, s, player): return 0
def key(game, s): return mix(s[0], s[1])


def moves(game, s, out, n):
    for i in range(1 + mix(s[0], 3) % 3):
        out[n] = i
        n += 1
    return n


def play(game, s, move):
    again = mix(s[0], 8) % 5 == 0
    s[0] = mix(s[0], 4 + move) % game.nodes
    s[1] = s[1] if again else 1 - s[1]


def positions(game): return 2 * game.nodes
def number(game, s): return 2 * s[0] + s[1]


def place(game, s, number):
    s[0] = number >> 1
    s[1] = number & 1
'''.replace("(game", "(game: Maze")

BOARD = """
from ludarium.contract.options import Whole
from ludarium.contract.scene import Cell

from .rules import Maze

OPTIONS = (Whole("nodes", 2000, 10, 3000, "how large the maze is"),)
REASONS = "", "the end"


def make(nodes): return Maze(nodes)
def player(game, number): return str(number)
def write(game, move): return str(move)
def read(game, s, text): return int(text)
def shape(game): return 1, 1
def cell(game, s, x, y): return Cell("a1", 0, 0)
"""

SESSION = """
from ludarium.engine.search.exact.tablebase import Tablebase, TablebaseSearcher
from ludarium.games import kind

maze = kind("maze")
game = maze.make({"nodes": 2000})
rules = maze.rules
rows = [[node, player] for node in range(2000) for player in (0, 1)]
known = {}
for row in rows:
    if rules.outcome(game, row):
        part = rules.share(game, row, row[1])
        known[tuple(row)] = ((part > 500) - (part < 500), 0)

def results(row):
    for move in maze.legal_moves(game, row):
        child = row[:]
        rules.play(game, child, move)
        sign, plies = known.get(tuple(child), (0, 0))
        yield (sign if child[1] == row[1] else -sign), plies

for plies in range(1, 100):
    found = {}
    for row in rows:
        if tuple(row) not in known:
            ways = list(results(row))
            if any(sign > 0 for sign, _ in ways):
                found[tuple(row)] = 1, plies
            elif all(sign < 0 for sign, _ in ways):
                found[tuple(row)] = -1, plies
    known.update(found)

table = Tablebase(maze, game)
for row in rows:
    assert table.score(row) == known.get(tuple(row), (0, 0)), row
signs = [table.score(row).sign for row in rows]
print(min(map(signs.count, (-1, 0, 1))) > 100, max(table.score(row).plies for row in rows) > 8)
"""


def test_circles_draws_and_second_turns(tmp_path: Path) -> None:
    folder = tmp_path / "maze"
    folder.mkdir()
    strategy = "from .rules import number, place, positions\n"
    files = {
        "__init__.py": "",
        "rules.py": RULES,
        "board.py": BOARD,
        "strategy.py": strategy,
        "help.md": "# Maze\n\nGo.\n",
    }
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    environment = {**os.environ, "LUDARIUM_GAMES": str(tmp_path)}
    command = [sys.executable, "-c", SESSION]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.stdout == "True True\n", done.stderr
