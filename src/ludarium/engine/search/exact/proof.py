"""Proofs: whether a player can force a result, and the most points within a few moves. Nothing in them is estimated.

A proof is a search to the end of the game, without any judgement of positions: what is not proven within the plies and
nodes that are allowed counts as unproven. A position is known again by its key alone, so a rule that counts plies and
leaves no trace in the key, such as a limit of moves without progress, must be out of reach of the plies searched.

There are quick games too, with positions that are worth a proof.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from ....contract.bits import mix
from ....contract.kind import Kind
from ....contract.row import Row
from ...code import compiled, game_code
from ...memory import as_array, copy, draw, generator, numbers, room_for_moves, typecode_of
from ...native.signature import Numbers
from ...native.zeros import zeros
from ...rule_calls import chapter, evaluate, key, known, moves, outcome, play, score, share, turn
from ..alphabeta import SearchThread
from ..negamax import (
    AGE,
    LIMIT,
    LINE,
    MAX_PLY,
    NODES,
    STOPPED,
    Work,
    lengthen,
    next_best,
    rank_moves,
    remember,
    stopped,
)
from ..table import ENTRY, EXACT, UPPER, keep, probe

NOISE = 20  # hundredths of a point in which moves look alike
POINT = 100  # what a point counts, besides what a position is worth
DRAW, WIN = 500, 501  # the least share, in thousandths, that is asked for


def question(player: int, least: int) -> int:
    """What is asked about a position, as a number: the table holds the answers to several questions."""
    return 2 * least + player


@compiled
def forces(game: Any, w: Work, ply: int, base: int, depth: int, player: int, least: int) -> int:
    """1 if the player has a way to at least this share within so many plies, whatever the other does; 0 if unproven."""
    w.info[NODES] += 1
    s = w.stack[ply]
    if stopped(w):
        return 0
    if outcome(game, s):
        return 1 if share(game, s, player) >= least else 0
    mine = turn(game, s) == player
    plies = known(game, s)
    if plies:
        return 1 if (plies > 0) == mine else 0
    if depth <= 0:
        return 0
    h = mix(key(game, s), question(player, least))
    data = probe(w.table, h)
    if data and (data >> 50 & 3 == EXACT or data >> 42 & 255 >= depth):
        return 1 if data >> 50 & 3 == EXACT else 0
    end = moves(game, s, w.out, base)
    rank_moves(game, w, s, ply, base, end, data & 0xFFFFF if data else -1)
    child, wanted, move = w.stack[ply + 1], 1 if mine else 0, -1
    found = 1 - wanted
    for i in range(base, end):
        move = next_best(w, i, end)
        copy(game, s, child)
        play(game, child, move)
        found = forces(game, w, ply + 1, end, depth - 1, player, least)
        if w.info[STOPPED]:
            return 0
        if found == wanted:
            remember(game, w, s, ply, base, i, depth)
            break
    keep(w.table, w.info[AGE], h, move, 0, depth, EXACT if found else UPPER)
    return found


@compiled
def most_points(game: Any, w: Work, ply: int, base: int, plies: int, part: int) -> int:
    """The highest score that so many moves of a single player can come to; a chapter that ends them is not left."""
    w.info[NODES] += 1
    w.line[LINE * ply + MAX_PLY] = 0
    s = w.stack[ply]
    points = score(game, s, 0)
    if stopped(w) or plies <= 0 or outcome(game, s) or chapter(game, s) != part:
        return points
    end, best, child = moves(game, s, w.out, base), -1, w.stack[ply + 1]
    for i in range(base, end):
        move = w.out[i]
        copy(game, s, child)
        play(game, child, move)
        found = most_points(game, w, ply + 1, end, plies - 1, part)
        if found > best:
            best = found
            lengthen(w, ply, move)
    return best


@compiled
def play_quickly(game: Any, s: Row, child: Row, out: Numbers, random: Numbers, slip: int, record: Numbers) -> int:
    """Play in place what looks best after each move, but at random `slip` times in a thousand; returns how many moves.

    It stops where the result is known, or `record` is full.
    """
    for made in range(len(record)):
        if outcome(game, s) or known(game, s):
            return made
        n, me = moves(game, s, out, 0), turn(game, s)
        chosen, best = out[draw(random, n)], -(1 << 40)
        if draw(random, 1000) >= slip:
            for i in range(n):
                copy(game, s, child)
                play(game, child, out[i])
                worth = look(game, child, me) + draw(random, NOISE)
                if worth > best:
                    chosen, best = out[i], worth
        play(game, s, chosen)
        record[made] = chosen
    return len(record)


@compiled
def look(game: Any, s: Row, player: int) -> int:
    """What a position seems worth to a player at a glance, points among it where they do not show otherwise."""
    if outcome(game, s):
        return (share(game, s, player) - 500) * 10_000
    worth = evaluate(game, s) if turn(game, s) == player else -evaluate(game, s)
    return worth + POINT * score(game, s, player)


class Proof(NamedTuple):
    """What was proven, the line that goes with it, and the positions looked at."""

    worth: int  # of two players: 1 or 0 for proven or unproven; of one: the points
    line: tuple[int, ...]
    nodes: int
    is_whole: bool  # whether the search was not cut short


class Prover:
    """Proves results in one game, for one or two players; it keeps what it has found from one proof to the next."""

    NEEDS = (forces, most_points, play_quickly, look)

    def __init__(self, kind: Kind, game: Any, *, megabytes: int = 16, natively: bool = True) -> None:
        self.kind, self.game = kind, game
        code = game_code(kind, typecode_of(kind.rules.start(game, 0)))
        take = code.native if natively else code.plain
        self._forces, self._most_points = take(forces), take(most_points)
        self._play_quickly, self._look = take(play_quickly), take(look)
        self._table = zeros("q", ENTRY << max(6, (megabytes << 16).bit_length() - 1))
        self._thread = SearchThread(kind, game, self._table, numbers(8))
        self._work = self._thread.work

    def forget(self) -> None:
        """Drop what earlier proofs have found: the next one takes the way that a new prover would take."""
        self._table[:] = zeros("q", len(self._table))
        self._thread.forget()

    def forces(self, row: Row, player: int, least: int, *, plies: int, nodes: int, first: int = 0) -> Proof:
        """Whether a player can force at least this share: looked for deeper and deeper, from `first` plies on."""
        proven, info = 0, self._begin(row, nodes)
        for depth in range(first, plies + 1):
            proven = self._forces(self.game, self._work, 0, 0, depth, player, least)
            if proven or info[STOPPED]:
                break
        line = self._kept_line(row[:], question(player, least)) if proven else ()
        return Proof(proven, line, info[NODES], not info[STOPPED])

    def most_points(self, row: Row, plies: int, *, nodes: int) -> Proof:
        """The most points that a single player can have after so many moves, every order of them looked at."""
        info, part = self._begin(row, nodes), self.kind.chapter(self.game, row)
        points = self._most_points(self.game, self._work, 0, 0, plies, part)
        line: Sequence[int] = self._work.line
        return Proof(points, tuple(line[: line[MAX_PLY]]), info[NODES], not info[STOPPED])

    def play_quickly(self, row: Row, seed: int, *, slip: int, plies: int) -> list[int]:
        """The moves of a quick game from a position on."""
        s, record = as_array(row), numbers(plies)
        out = room_for_moves(self.kind, self.game)
        made = self._play_quickly(self.game, s, s[:], out, generator(seed), slip, record)
        return list(record[:made])

    def look(self, row: Row, player: int) -> int:
        """What a position seems worth to a player at a glance."""
        worth: int = self._look(self.game, as_array(row), player)
        return worth

    def _begin(self, row: Row, nodes: int) -> Any:
        info = self._work.info
        self._work.stack[0][:] = as_array(row)
        info[NODES], info[LIMIT], info[STOPPED] = 0, nodes, 0
        return info

    def _kept_line(self, s: Row, asked: int) -> tuple[int, ...]:
        """The moves that the table holds from a proven position on: what wins, and one of the defences against it."""
        line, rules = list[int](), self.kind.rules
        while len(line) < MAX_PLY and not rules.outcome(self.game, s):
            data = probe(self._work.table, mix(rules.key(self.game, s), asked))
            if not data or data >> 50 & 3 != EXACT or not self.kind.is_legal(self.game, s, data & 0xFFFFF):
                break
            line.append(data & 0xFFFFF)
            rules.play(self.game, s, line[-1])
        return tuple(line)
