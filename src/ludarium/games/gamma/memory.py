"""How much memory a board may take on this machine."""

import os
from pathlib import Path

MEMINFO = Path("/proc/meminfo")
GROUP_LIMIT = Path("/sys/fs/cgroup/memory.max")


def available() -> int | None:
    """Bytes that can be had without pushing the machine to its limits, or None where it does not say."""
    known = [amount for amount in (_physical(), _unused(), _allowed()) if amount is not None]
    return min(known) if known else None


def _physical() -> int | None:
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return None


def _unused() -> int | None:
    """What Linux thinks it could give to programs now."""
    try:
        lines = MEMINFO.read_text(encoding="ascii").split("\n")
        return next(1024 * int(line.split()[1]) for line in lines if line.startswith("MemAvailable:"))
    except (OSError, ValueError, StopIteration):
        return None


def _allowed() -> int | None:
    """The limit of a container; `max` if there is none."""
    try:
        return int(GROUP_LIMIT.read_text(encoding="ascii"))
    except (OSError, ValueError):
        return None
