"""How long the first answer takes where nothing is compiled yet: each process begins with an empty cache.

    python -m benchmarks.cold_start [--warm] [GAME...]

`--warm` measures how long `ludarium warm` takes instead, from an empty cache: about a minute.
"""

import argparse
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

import ludarium

from ._costs import Cost, Watched, a_new_game, reached, show, watch
from ._starts import LUDARIUM, REFERENCES, Step, of_game, to_the_end

SOON = 1.0  # seconds of the clock until an answer
WARM = 45  # seconds of the clock in which all games should be compiled


@contextmanager
def empty_caches(environment: dict[str, str]) -> Iterator[Callable[[], dict[str, str]]]:
    """Makes environments, each with an empty cache of its own."""
    with ExitStack() as folders:

        def another() -> dict[str, str]:
            folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
            return {**environment, "LUDARIUM_CACHE": folders.enter_context(folder)}

        yield another


def remark(step: Step, cost: Cost, watched: Watched) -> str:
    if step.awaited == "bestmove":
        return reached(watched)
    return f"OVER {SOON} s" if cost.clock > SOON else ""


def show_warm(environment: dict[str, str]) -> None:
    del environment["LUDARIUM_GAMES"]  # the games of the house alone
    numba = watch(REFERENCES[1], environment).costs[0]
    clock, processor, memory = watch(to_the_end("", [*LUDARIUM, "warm"]), environment).costs[0]
    print(
        f"  ludarium warm from an empty cache: {clock:.1f} s, {clock / numba.clock:.0f} times the import of numba; "
        f"target {WARM} s{': MISSED' if clock > WARM else ''}\n"
        f"  (all processes {processor:.1f} s of the processor, so {processor / clock:.1f} processors were at work; "
        f"the largest process {memory:.0f} MB)"
    )


def main(ids: list[str] | None = None, *, warm: bool = False) -> None:
    with a_new_game() as environment, empty_caches(environment) as another:
        if warm:
            show_warm(another())
            return
        for id in ids or [*ludarium.games(), "nim"]:
            show(id, [*of_game(id)], another, remark)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--warm", action="store_true")
    parser.add_argument("games", nargs="*", metavar="GAME")
    given = parser.parse_args()
    main(given.games, warm=given.warm)
