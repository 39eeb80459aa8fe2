"""What processes cost from their start to an answer, as ratios to an empty Python and to numba's import."""

import os
import re
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from tests.support.nim import write_nim

from ._starts import REFERENCES, Start, Step

TURNS = 3
WATCH = [sys.executable, "-I", "-S", str(Path(__file__).parent / "_watch.py")]


class Cost(NamedTuple):
    """Seconds of the clock and of the processor since the start of a process, and millions of bytes at most."""

    clock: float
    processor: float
    memory: float


class Watched(NamedTuple):
    """What each step of a process has cost, and all that it has said."""

    costs: list[Cost]
    heard: str


Environment = Callable[[], dict[str, str]]


def watch(start: Start, environment: dict[str, str]) -> Watched:
    words = [word for step in start.steps for word in (step.text, step.awaited)]
    command = [*WATCH, "terminal" if start.in_terminal else "pipes", *words, "--", *start.command]
    told = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=True).stdout
    figures, _, heard = told.partition("\n\n")
    rows = (map(float, line.split()) for line in figures.splitlines())
    return Watched([Cost(clock, processor, memory / 1e6) for clock, processor, memory in rows], heard)


def compare(starts: Sequence[Start], environment: Environment) -> list[Watched]:
    """Watch all of them in turns; of each figure the middle one counts, and what was heard in the last turn."""
    turns = [[watch(start, environment()) for start in starts] for _ in range(TURNS)]
    return [_middle([turn[i] for turn in turns]) for i in range(len(starts))]


def _middle(watched: Sequence[Watched]) -> Watched:
    steps = zip(*(each.costs for each in watched), strict=True)
    costs = [Cost(*map(statistics.median, zip(*costs, strict=True))) for costs in steps]
    return Watched(costs, watched[-1].heard)


Remark = Callable[[Step, Cost, Watched], str]


def show(title: str, starts: Sequence[Start], environment: Environment, remark: Remark) -> None:
    """A table of some starts, below two to compare them with."""
    starts = [*REFERENCES, *starts]
    found = compare(starts, environment)
    python, numba = (watched.costs[0] for watched in found[: len(REFERENCES)])
    print(f"  {title:<38}" + "".join(f"{name:>10} /Python /numba" for name in ("seconds", "processor", "MB")))
    for start, watched in zip(starts, found, strict=True):
        for step, cost in zip(start.steps, watched.costs, strict=True):
            if step.name:
                figures = zip(cost, python, numba, strict=True)
                shown = "".join(
                    f"{each:>10.2f}{each / empty:>7.1f}x{each / large:>6.2f}x" for each, empty, large in figures
                )
                print(f"  {step.name:<38}{shown}  {remark(step, cost, watched)}".rstrip(), flush=True)


def reached(watched: Watched) -> str:
    """How deep an engine has searched, and how long after the word to do so it has answered."""
    depths = re.findall(r"info depth (\d+)", watched.heard)
    seconds = watched.costs[-1].clock - watched.costs[-2].clock
    return f"depth {depths[-1] if depths else 0} after {seconds:.2f} s" if "bestmove" in watched.heard else ""


@contextmanager
def a_new_game() -> Iterator[dict[str, str]]:
    """An environment with a game more than the house has."""
    with tempfile.TemporaryDirectory() as folder:
        kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        yield {**kept, "LUDARIUM_GAMES": str(write_nim(Path(folder))), "TERM": "xterm"}
