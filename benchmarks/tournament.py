"""Tournaments: games a second with one process and with as many as there are processors, by turns in one run.

python -m benchmarks.tournament [--processes N]
"""

import argparse
import os
import tempfile
import time
from contextlib import closing
from pathlib import Path

from ludarium.lab.crew import ProcessCrew
from ludarium.lab.tournament.runner import Runner
from ludarium.lab.tournament.settings import Tournament, read_tournament

from .measure import show

TURNS = 3
FILE = """
game = "ataxx"
rounds = 60
nodes = 300
openings = 4

[[players]]
name = "search"
plays = "search"

[[players]]
name = "Ladybird"
plays = "4"
"""


def games_a_second(tournament: Tournament, processes: int) -> float:
    """Of a whole tournament, without the time until the first game of each process is over."""
    with tempfile.TemporaryDirectory() as folder, closing(Runner(tournament, Path(folder) / "games", print)) as runner:
        ends = [time.perf_counter() for _ in runner.play(ProcessCrew(processes))]
    return (len(ends) - processes) / (ends[-1] - ends[processes - 1])


def main(processes: int | None = None) -> None:
    processes = processes or os.cpu_count() or 1
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "cup.toml"
        file.write_text(FILE, encoding="utf-8")
        tournament = read_tournament(file)
    many, one = 0.0, 0.0
    for _ in range(TURNS):
        many = max(many, games_a_second(tournament, processes))
        one = max(one, games_a_second(tournament, 1))
    show(f"games of a tournament, {processes} processes and 1", many, one, "games/s")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--processes", type=int)
    main(parser.parse_args().processes)
