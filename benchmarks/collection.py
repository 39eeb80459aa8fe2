"""Collections: how long a million moves take to import, beside what replaying them takes, and a look at a position.

python -m benchmarks.collection [--moves 1000000] [--game ataxx]
"""

import argparse
import os
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import ludarium
from ludarium.collection.collection import Collection, extended
from ludarium.collection.replayed import GivenGame, Replayer, batches
from ludarium.lab.crew import ProcessCrew

DIFFERENT = 200  # games; they are collected again and again under other names
LONGEST = 200
BATCH = 200
LOOKS = 20


def records(id: str) -> list[tuple[str, int]]:
    """Random games that are over, and their numbers of moves."""
    chance, found = Random(1), list[tuple[str, int]]()
    while len(found) < DIFFERENT:
        game = ludarium.new(id)
        while not game.outcome() and len(game.moves) < LONGEST:
            game.push(chance.choice(game.legal_moves))
        if not game.outcome():
            game.end(None, "both sides agreed on a draw")
        found.append((game.record(), len(game.moves)))
    return found


def given(some: list[tuple[str, int]], moves: int) -> Iterator[GivenGame]:
    number = 0
    while moves > 0:
        record, count = some[number % len(some)]
        yield GivenGame(f"game {number}", "benchmark", (f"player {number % 7}", f"player {number % 5}"), record)
        number, moves = number + 1, moves - count


def processor_time() -> float:
    """Seconds of this process and of those that it began and that have ended, compilers among them."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def main(moves: int = 1_000_000, id: str = "ataxx") -> None:
    some, processes = records(id), os.cpu_count() or 1
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "games.duckdb"
        begun, worked = time.perf_counter(), processor_time()
        with extended(file) as collection:
            for _, replayed in ProcessCrew(processes).answers(Replayer().replay, batches(given(some, moves), BATCH)):
                collection.add(replayed)
            count = collection.count()
        took, worked = time.perf_counter() - begun, processor_time() - worked
        print(
            f"  {count[1]:,} moves of {count[0]:,} games of {id}, {processes} processes: "
            f"{took:.1f} s, {worked:.1f} s of processor time"
        )
        with Collection(file) as collection:
            for name, game in ("the start", ludarium.new(id)), ("after 10 moves", ludarium.load(some[0][0]).after(10)):
                begun = time.perf_counter()
                for _ in range(LOOKS):
                    played = collection.look_up(game)
                took = 1000 * (time.perf_counter() - begun) / LOOKS
                print(f"  {name}: {len(played)} moves of {sum(each.games for each in played):,} games in {took:.1f} ms")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--moves", type=int, default=1_000_000)
    parser.add_argument("--game", default="ataxx")
    wanted = parser.parse_args()
    main(wanted.moves, wanted.game)
