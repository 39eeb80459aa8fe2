"""What the processor can do, as far as compiled code makes use of it."""

import os
import sys
from functools import cache
from pathlib import Path
from typing import NamedTuple


class Level(NamedTuple):
    """What processors have in common, as LLVM calls it, and what the system calls its additions to the level below."""

    target: str
    features: str
    additions: frozenset[str]


# The levels of each sort of processor, the best one first
LEVELS = {
    "x86_64": {
        "x86-64-v3": Level("x86-64-v3", "", frozenset({"abm", "avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "movbe"})),
        "x86-64-v2": Level("x86-64-v2", "", frozenset({"cx16", "lahf_lm", "popcnt", "sse4_1", "sse4_2", "ssse3"})),
        "x86-64": Level("x86-64", "", frozenset()),
    },
    "aarch64": {
        "armv8.2-a": Level(
            "generic", "+v8.2a,+dotprod", frozenset({"asimddp", "asimdrdm", "atomics", "crc32", "dcpop"})
        ),
        "armv8-a": Level("generic", "", frozenset({"asimd"})),
    },
}


def can_compile() -> bool:
    """Whether numba runs here: not in a browser."""
    return sys.platform != "emscripten"


def machine() -> str:
    """The sort of processor; empty where images cannot be run."""
    name = os.uname().machine if sys.platform == "linux" else ""
    return name if name in LEVELS else ""


@cache
def levels() -> tuple[str, ...]:
    """The levels of this processor, the best one first; none where images cannot be run."""
    can = _flags()
    found = list[str]()
    for name, level in reversed(LEVELS.get(machine(), {}).items()):
        if not level.additions <= can:
            break
        found.insert(0, name)
    return tuple(found)


def _flags() -> set[str]:
    try:
        with Path("/proc/cpuinfo").open(encoding="ascii", errors="replace") as lines:
            return next((set(line.split()) for line in lines if line.startswith(("flags", "Features"))), set())
    except OSError:
        return set()
