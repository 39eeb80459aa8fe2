"""Compiled code with numba's bounds checks."""

import os
import subprocess
import sys
from pathlib import Path


def assert_in_bounds(code: str, cache: Path) -> None:
    """Run a script in a process of its own, where reading or writing beside an array is an error."""
    environment = {**os.environ, "NUMBA_BOUNDSCHECK": "1", "LUDARIUM_CACHE": str(cache)}
    command = [sys.executable, "-c", f"{code}\nprint('in bounds')"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.stdout == "in bounds\n", done.stderr
