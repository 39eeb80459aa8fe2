"""Tournaments: games a second with one process and with as many as there are processors, by turns in one run, and how
many processors are busy then.

    python -m benchmarks.tournament [--processes N]
"""

import argparse
import os
import resource
import tempfile
import time
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from ludarium.lab.crew import ProcessCrew
from ludarium.lab.tournament.runner import Runner
from ludarium.lab.tournament.settings import read_tournament

from .measure import show

TURNS = 3
ROUNDS = 60  # for each process
FILE = """
game = "ataxx"
rounds = {rounds}
nodes = 300
openings = 4

[[players]]
name = "search"
plays = "search"

[[players]]
name = "Ladybird"
plays = "4"
"""


class Pace(NamedTuple):
    """How quickly a tournament goes: games a second, and processors that are busy with it."""

    games: float
    busy: float


def pace(processes: int) -> Pace:
    """Of a whole tournament; its games are counted from when each process has ended one."""
    begun, worked = time.perf_counter(), _seconds_of_work()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "cup.toml"
        file.write_text(FILE.format(rounds=ROUNDS * processes), encoding="utf-8")
        with closing(Runner(read_tournament(file), Path(folder) / "games", print)) as runner:
            ends = [time.perf_counter() for _ in runner.play(ProcessCrew(processes))]
    busy = (_seconds_of_work() - worked) / (time.perf_counter() - begun)
    return Pace((len(ends) - processes) / (ends[-1] - ends[processes - 1]), busy)


def _seconds_of_work() -> float:
    """The processor time of this process and of those that it has started and that have ended."""
    spent = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in spent)


def main(processes: int | None = None) -> None:
    processes = processes or os.cpu_count() or 1
    many, one = Pace(0, 0), Pace(0, 0)
    for _ in range(TURNS):
        many, one = max(many, pace(processes)), max(one, pace(1))
    show(f"games of a tournament, {processes} processes and 1", many.games, one.games, "games/s")
    print(f"  {f'processors busy, of {os.cpu_count()}':<58}{many.busy:>15.1f} {one.busy:>13.1f}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--processes", type=int)
    main(parser.parse_args().processes)
