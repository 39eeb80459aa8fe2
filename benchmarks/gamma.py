"""Gamma's batch mode: what a command costs on a large board, against the same on a small one in the same run.

    python -m benchmarks.gamma [--commands N]

Near-constant time means that the ratios of 1000 x 1000 to 100 x 100 fields stay small, whatever the load. What is left
of them is memory: a small board fits into the processor's cache and a large one does not.
"""

import argparse
import time
from array import array
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple

from ludarium.contract.row import Row
from ludarium.engine.code import compiled, game_code
from ludarium.engine.native.signature import Numbers
from ludarium.games import kind
from ludarium.games.gamma import board
from ludarium.games.gamma.layout import Gamma
from ludarium.games.gamma.players import typecode
from ludarium.games.gamma.rules import busy, free, free_start, golden, golden_possible, start, take

COMMANDS = 1_000_000
SMALL, LARGE = 100, 1000

M, G, B, F, Q = range(5)
Command = tuple[int, int, int, int]  # what, player from 0, x, y


@compiled
def obey(game: Any, s: Row, commands: Numbers) -> int:
    """Obey commands; the sum of the answers."""
    total = 0
    for i in range(0, len(commands), 4):
        what, player, x, y = commands[i], commands[i + 1], commands[i + 2], commands[i + 3]
        if what == M:
            total += take(game, s, player, x, y)
        elif what == G:
            total += golden(game, s, player, x, y)
        elif what == B:
            total += busy(game, s, player)
        elif what == F:
            total += free(game, s, player)
        else:
            total += golden_possible(game, s, player)
    return total


class Load(NamedTuple):
    """A game, the commands that lead to what is measured, and those that are."""

    game: Gamma
    before: "array[int]"
    measured: "array[int]"


def load(game: Gamma, before: Iterator[Command], measured: Iterator[Command]) -> Load:
    flat = [array("q", (number for command in commands for number in command)) for commands in (before, measured)]
    return Load(game, *flat)


def mixed(size: int, commands: int, seed: int) -> Load:
    """Moves by walkers and all over the board, golden moves where somebody went lately, and questions."""
    game, random = board.make(size, size, 10, size * size // 1000 or 1), Random(seed)
    walkers = [[[random.randrange(size), random.randrange(size)] for _ in range(4)] for _ in range(game.players)]

    def some() -> Iterator[Command]:
        recent = [(0, 0)]
        for what in random.choices((M, G, B, F, Q), (60, 4, 12, 12, 12), k=commands):
            player = random.randrange(game.players)
            x, y = random.randrange(size), random.randrange(size)
            if what == G:
                x, y = random.choice(recent)
            elif what == M:
                if random.random() < 0.5:
                    walker = random.choice(walkers[player])
                    axis = random.randrange(2)
                    walker[axis] = min(max(walker[axis] + random.choice((-1, 1)), 0), size - 1)
                    x, y = walker
                recent = [*recent[-500:], (x, y)] if random.random() < 0.01 else recent
            yield what, player, x, y

    return load(game, iter(()), some())


def filling(size: int, commands: int, seed: int) -> Load:
    """One player takes the fields in any order: areas join and close around holes all the time."""
    fields = [(x, y) for x in range(size) for y in range(size)]
    Random(seed).shuffle(fields)
    return load(board.make(size, size, 1, size * size), iter(()), ((M, 0, x, y) for x, y in fields[:commands]))


def hopeless(size: int, commands: int, seed: int) -> Load:
    """Who stands between the teeth of a comb asks for a golden move, and no field of the comb can go."""
    others = min(50, size // 2 - 1)

    def build() -> Iterator[Command]:
        for x in range(size):
            yield M, 0, x, 0
            for y in range(1, size if x % 2 == 0 else 0):
                yield M, 0, x, y
        for i in range(others):
            yield M, 1 + i, 1 + 2 * i, size // 2

    return load(board.make(size, size, others + 1, 1), build(), ((Q, 1 + i % others, 0, 0) for i in range(commands)))


def snake(size: int, commands: int, seed: int) -> Load:
    """Golden moves into a snake that fills the board, all refused because they would split it."""
    path: list[tuple[int, int]] = []
    for y in range(0, size, 2):
        row = [(x, y) for x in range(size)]
        path += row if y % 4 == 0 else row[::-1]
        path += [(path[-1][0], y + 1)] if y + 2 < size else []
    random = Random(seed)
    inside = (path[random.randrange(1, len(path) - 1)] for _ in range(commands))
    return load(board.make(size, size, 2, 1), ((M, 0, x, y) for x, y in path), ((G, 1, x, y) for x, y in inside))


def robbing(size: int, commands: int, seed: int) -> Load:
    """Each of many players robs one field of an area as large as the board."""
    random = Random(seed)
    all_fields = ((M, 0, x, y) for x in range(size) for y in range(size))
    many = min(commands, size * size // 10)
    robbers = ((G, 1 + i, random.randrange(size), random.randrange(size)) for i in range(many))
    return load(board.make(size, size, many + 1, size * size), all_fields, robbers)


def cost(work: Load, obey: Callable[..., int]) -> float:
    """Seconds of processor time a command."""
    row = free_start(work.game)
    obey(work.game, row, work.before)
    begun = time.process_time()
    obey(work.game, row, work.measured)
    return (time.process_time() - begun) / (len(work.measured) // 4)


def compare(what: str, make: Callable[[int, int, int], Load], commands: int, obey: Callable[..., int]) -> None:
    """One line: what a command costs on the two boards with as many commands a field, and the ratio."""
    few = max(commands * SMALL**2 // LARGE**2, 100)
    small = sum(cost(make(SMALL, few, seed), obey) for seed in range(20)) / 20
    large = min(cost(make(LARGE, commands, seed), obey) for seed in range(2))
    print(f"  {what:<50}{large * 1e9:>12,.0f} {small * 1e9:>12,.0f} ns     {large / small:>6.1f} x", flush=True)


def main(commands: int = COMMANDS) -> None:
    code = game_code(kind("gamma"), "i")
    native, plain = code.native(obey), code.plain(obey)
    print(f"  a command on {LARGE} x {LARGE} fields / on {SMALL} x {SMALL}")
    compare("mixed moves, golden moves and questions", mixed, commands, native)
    compare("mixed, plain Python", mixed, commands // 5, plain)
    compare("fields taken in any order", filling, commands, native)
    compare("hopeless questions on a comb", hopeless, commands, native)
    compare("golden moves refused by a snake", snake, commands, native)
    compare("golden moves in one big area", robbing, commands, native)
    for players in 10, 4294967295:
        game = board.make(LARGE, LARGE, players, LARGE)
        for name, row in ("batch mode", free_start(game)), ("by turns", start(game, 0)):
            size = len(row) * array(typecode(game)).itemsize / game.fields
            print(f"  {f'bytes a field, {players} players, {name}':<50}{size:>12.1f}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--commands", type=int, default=COMMANDS)
    # Compiled code is known by the name of its module, which __main__ is not
    from benchmarks import gamma

    gamma.main(parser.parse_args().commands)
