"""What the processor can do, as far as compiled code makes use of it."""

import os
import sys
from functools import cache
from pathlib import Path

# The levels that compilers know, the best one first, with what the system calls their additions.
LEVELS = {
    "x86-64-v3": {"abm", "avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "movbe"},
    "x86-64-v2": {"cx16", "lahf_lm", "popcnt", "sse4_1", "sse4_2", "ssse3"},
    "x86-64": set[str](),
}


def can_compile() -> bool:
    """Whether numba runs here: not in a browser."""
    return sys.platform != "emscripten"


@cache
def levels() -> tuple[str, ...]:
    """The levels of this processor, the best one first; none where images cannot be run."""
    if sys.platform != "linux" or os.uname().machine != "x86_64":
        return ()
    can = _flags()
    found = list[str]()
    for level, additions in reversed(LEVELS.items()):
        if not additions <= can:
            break
        found.insert(0, level)
    return tuple(found)


def _flags() -> set[str]:
    try:
        with Path("/proc/cpuinfo").open(encoding="ascii", errors="replace") as lines:
            return next((set(line.split()) for line in lines if line.startswith("flags")), set())
    except OSError:
        return set()
