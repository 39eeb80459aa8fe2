"""What Python has imported."""

import subprocess
import sys


def modules_after(code: str) -> set[str]:
    """The names of the modules that Python has loaded after this code."""
    listing = f"{code}\nimport sys\nprint(*sys.modules)"
    return set(
        subprocess.run([sys.executable, "-c", listing], capture_output=True, text=True, check=True).stdout.split()
    )
