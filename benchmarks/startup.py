"""How long everything takes to begin where all code is compiled, from the start of a process to its first answer.

    python -m benchmarks.startup [GAME...]

A target is for the processor's seconds, which other programs disturb less than the clock's.
"""

import subprocess
import sys

import ludarium

from ._costs import Cost, Watched, a_new_game, reached, show
from ._starts import LUDARIUM, Start, Step, Target, of_game, to_the_end
from .gamma_lines import MIX, mixed

PROGRAM = Target(0.25, 60)
SCRIPT = 2500  # commands, which make about 20 KB

COMMANDS = (
    to_the_end("import ludarium", [sys.executable, "-c", "import ludarium"]),
    to_the_end("ludarium --help", [*LUDARIUM, "--help"]),
    to_the_end("ludarium games", [*LUDARIUM, "games"]),
)


def programs() -> list[Start]:
    """Gamma's own program with a script."""
    two = "B 100 100 2 100\nm 1 0 0\n"
    long = mixed(100, 2, 100, SCRIPT, MIX).decode()
    return [
        to_the_end("gamma, 2 lines", [*LUDARIUM, "gamma"], two, PROGRAM),
        to_the_end(f"gamma, {len(long) / 1000:.0f} KB", [*LUDARIUM, "gamma"], long, PROGRAM),
    ]


def remark(step: Step, cost: Cost, watched: Watched) -> str:
    said = [reached(watched)] if step.awaited == "bestmove" else []
    if step.target:
        memory = step.target.memory or cost.memory
        missed = cost.processor > step.target.processor or cost.memory > memory
        said.append(f"target {step.target}{': MISSED' if missed else ''}")
    return ", ".join(said)


def main(ids: list[str] | None = None) -> None:
    with a_new_game() as environment:
        subprocess.run([*LUDARIUM, "warm"], env=environment, stdout=subprocess.DEVNULL, check=True)
        if not ids:
            show("commands", [*COMMANDS, *programs()], lambda: environment, remark)
        for id in ids or [*ludarium.games(), "nim"]:
            show(id, [*of_game(id)], lambda: environment, remark)


if __name__ == "__main__":
    main(sys.argv[1:])
