"""Gamma's own program: commands a second once it runs, and whole processes with all that it takes to begin.

    python -m benchmarks.gamma_lines [--commands N]

The scripts are made here: mixed commands on a small, a large and a very large board, and four that programs of this
kind find hard. On a busy machine look at the processor's seconds; the clock's suffer.
"""

import argparse
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

from ludarium.games import kind
from ludarium.terminal.game_program import CHUNK, Conversation

from .gamma import Load, hopeless, robbing, snake

COMMANDS = 1_000_000
PLAIN = 5_000  # commands of a script that plain Python is measured by
TURNS = 5
NEWLINE = b"\n"
OURS = [sys.executable, "-m", "ludarium", "gamma"]

# A process is measured by a small one, for a child is said to have used as much memory as its parent does.
MEASURE = """
import resource, subprocess, sys, time
begun = time.perf_counter()
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, check=True)
clock, used = time.perf_counter() - begun, resource.getrusage(resource.RUSAGE_CHILDREN)
print(clock, used.ru_utime + used.ru_stime, 1024 * used.ru_maxrss)
"""

MIX = {"m": 60, "g": 4, "b": 12, "f": 12, "q": 12}
QUESTIONS = {"m": 50, "b": 10, "f": 10, "q": 30}


class Script(NamedTuple):
    """A name, what is in it, the fields of its board, and its bytes."""

    name: str
    about: str
    fields: int
    text: bytes

    @property
    def title(self) -> str:
        return f"{self.name:<4}{self.about}, {self.text.count(NEWLINE):,} lines"


def mixed(size: int, players: int, areas: int, commands: int, mix: dict[str, int], jumps: float = 0.5) -> bytes:
    """Moves by four walkers a player and, as often as said, anywhere; golden moves where somebody went; questions."""
    random, recent = Random(size), [(0, 0)] * 1024
    walkers = [[(random.randrange(size), random.randrange(size)) for _ in range(4)] for _ in range(players)]

    def lines() -> Iterator[str]:
        yield f"B {size} {size} {players} {areas}"
        for number, what in enumerate(random.choices([*mix], [*mix.values()], k=commands - 2)):
            player = random.randrange(players)
            if what == "m":
                x, y = random.randrange(size), random.randrange(size)
                if random.random() >= jumps:
                    walker = random.randrange(4)
                    x, y = step(random, *walkers[player][walker], size)
                    walkers[player][walker] = x, y
                recent[number % len(recent)] = x, y
                yield f"m {player + 1} {x} {y}"
            elif what == "g":
                x, y = random.choice(recent)
                yield f"g {player + 1} {x} {y}"
            else:
                yield f"{what} {player + 1}"
            if number == commands // 2:
                yield "p"
        yield "p\n"

    return "\n".join(lines()).encode()


def step(random: Random, x: int, y: int, size: int) -> tuple[int, int]:
    """A field beside this one, or the same at the edge."""
    dx, dy = random.choice(((1, 0), (-1, 0), (0, 1), (0, -1)))
    return min(max(x + dx, 0), size - 1), min(max(y + dy, 0), size - 1)


def spelled(load: Load) -> bytes:
    """The commands of a load as lines, and the board at the end."""
    game, numbers = load.game, [*load.before, *load.measured]
    lines = [f"B {game.width} {game.height} {game.players} {game.areas}"]
    for what, player, x, y in zip(*(iter(numbers),) * 4, strict=True):
        lines.append(f"{'mgbfq'[what]} {player + 1}" + (f" {x} {y}" if what < 2 else ""))
    return "\n".join([*lines, "p\n"]).encode()


def scripts(commands: int) -> Iterator[Script]:
    yield Script("s", "100 x 100, 2 players", 100**2, mixed(100, 2, 100, commands, MIX))
    yield Script("m", "1000 x 1000, 10 players", 1000**2, mixed(1000, 10, 1000, commands, MIX))
    yield Script("l", "3000 x 3000, 50 players", 3000**2, mixed(3000, 50, 1000, commands, MIX))
    yield Script("q1", "questions at the limit", 200**2, mixed(200, 4, 1, commands // 20, QUESTIONS, jumps=0))
    yield Script("q2", "hopeless questions on a comb", 200**2, spelled(hopeless(200, 2000, 1)))
    yield Script("g1", "golden moves in one big area", 200**2, spelled(robbing(200, 1000, 1)))
    yield Script("g2", "golden moves refused by a snake", 200**2, spelled(snake(200, 2000, 1)))


def rate(text: bytes, much: int) -> float:
    """Commands a second of processor time of the program in this process, at its best turn."""
    best = 0.0
    for _ in range(TURNS if much == 0 else 1):
        program = Conversation(kind("gamma"), lambda _: None, lambda _: None, much=much)
        begun = time.process_time()
        for i in range(0, len(text), CHUNK):
            program.hear(text[i : i + CHUNK])
        best = max(best, text.count(NEWLINE) / (time.process_time() - begun))
    return best


class Cost(NamedTuple):
    """Of a whole process: seconds of the clock and of the processor, and the most memory in bytes."""

    clock: float
    processor: float
    memory: int


def cost(command: list[str], file: Path) -> Cost:
    with file.open("rb") as stdin:
        told = subprocess.run([sys.executable, "-c", MEASURE, *command], stdin=stdin, capture_output=True, check=True)
    clock, processor, memory = told.stdout.split()
    return Cost(float(clock), float(processor), int(memory))


def least(command: list[str], file: Path) -> Cost:
    """The best of some runs, number by number."""
    return Cost(*map(min, zip(*(cost(command, file) for _ in range(TURNS)), strict=True)))


def show_rates(made: list[Script]) -> None:
    print(f"  {'commands a second, once it runs':<52}{'compiled':>12} {'plain':>10} {'ratio':>10}")
    for script in made:
        start = NEWLINE.join(script.text.split(NEWLINE)[:PLAIN]) + NEWLINE
        ours, plain = rate(script.text, 0), rate(start, 1 << 60)
        print(f"  {script.title:<52}{ours:>12,.0f} {plain:>10,.0f} {ours / plain:>8.0f} x", flush=True)


def show_costs(made: list[Script], folder: Path) -> None:
    print(f"  {'a whole process':<52}{'seconds':>12} {'processor':>10} {'MiB':>10} {'bytes a field':>15}")
    hundred = NEWLINE.join(made[0].text.split(NEWLINE)[:100]) + NEWLINE
    file = folder / "script"
    file.write_bytes(hundred)
    empty, few = least([sys.executable, "-c", "pass"], file), least(OURS, file)
    for name, used in ("an empty Python", empty), ("a hundred lines", few):
        print(f"  {name:<52}{used.clock:>12.2f} {used.processor:>10.2f} {used.memory / 2**20:>10.0f}", flush=True)
    least_memory = 0
    for script in made:
        file.write_bytes(script.text)
        used = least(OURS, file)
        least_memory = least_memory or used.memory
        line = f"  {script.title:<52}{used.clock:>12.2f} {used.processor:>10.2f} {used.memory / 2**20:>10.0f}"
        # What the smallest board takes is Python and the compiler; on small boards nothing else is to be seen
        more = (used.memory - least_memory) / script.fields
        print(f"{line} {more:>15.1f}" if script.fields >= 10**6 else line, flush=True)


def main(commands: int = COMMANDS) -> None:
    made = list(scripts(commands))
    show_rates(made)
    with tempfile.TemporaryDirectory() as folder:
        show_costs(made, Path(folder))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--commands", type=int, default=COMMANDS)
    main(parser.parse_args().commands)
