"""Compiles the games of the house for a wheel: `python tools/ship.py FOLDER [GAME...]`, by default all of them.

The folder then has a file for each game and each level that a wheel has code for: those of this processor, or of the
one that the variable LUDARIUM_MACHINE names, `x86_64` or `aarch64`. `make wheel` puts them into the wheel
(tools/wheel_hook.py), and its users never compile these games. On systems where such files cannot be used there are
none.
"""

import os
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from ludarium.contract.kind import Kind
from ludarium.engine.native import cpu, files
from ludarium.engine.native.compile_process import compile_units
from ludarium.engine.native.unit import ALL
from ludarium.engine.warm_up import parts_of
from ludarium.games import kind, kinds

# For x86-64 all processors since about 2009, and since about 2015; for Arm all of 64 bits, and since about 2019
LEVELS_OF = {"x86_64": ("x86-64-v2", "x86-64-v3"), "aarch64": ("armv8-a", "armv8.2-a"), "": ()}
LEVELS = LEVELS_OF[os.environ.get("LUDARIUM_MACHINE") or cpu.machine()]

Part = tuple[Kind, str, list[str]]


def house_games() -> list[Kind]:
    """The games of the house itself, without those of LUDARIUM_GAMES."""
    return [found for found in kinds() if not found.is_outside]


def names_of(found: Kind, typecode: str) -> list[str]:
    """What the files of a game are called, one for each level."""
    return [files.shipped(found, typecode, level).name for level in LEVELS]


def ship(folder: Path, parts: Sequence[Part]) -> None:
    """Make the files of these parts, on all processors; no others are in the folder then."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.code"):
        old.unlink()
    if not LEVELS:
        print("There is no code for wheels on this system.")
        return
    # Each game in a new process: numba never gives its memory back
    with ProcessPoolExecutor(os.cpu_count(), get_context("spawn"), max_tasks_per_child=1) as pool:
        for part in [pool.submit(_make, folder, found.id, typecode, units) for found, typecode, units in parts]:
            print(part.result(), flush=True)


def _make(folder: Path, id: str, typecode: str, units: Sequence[str]) -> str:
    """Make the files of one game; the line that says so."""
    found = kind(id)
    images = compile_units(found, typecode, units, LEVELS)
    sizes = list[int]()
    for level, name, image in zip(LEVELS, names_of(found, typecode), images, strict=True):
        content = image.to_bytes(files.key_of(found, typecode, ALL, level))
        (folder / name).write_bytes(content)
        sizes.append(len(content))
    return f"{id}: {', '.join(f'{level} {size:,} bytes' for level, size in zip(LEVELS, sizes, strict=True))}"


def main(folder: str, *chosen: str) -> None:
    ship(Path(folder), parts_of([*map(kind, chosen)] or house_games()))


if __name__ == "__main__":
    main(*sys.argv[1:])
