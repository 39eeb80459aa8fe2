"""A hostile day on a server: what is tried, the limit that must hold, and what was seen.

`python -m benchmarks hostile` runs all attacks, `python -m benchmarks.hostile agreement thinking` those named.
"""

import importlib
import sys
from pathlib import Path

from .attacks.attack import show

FOLDER = Path(__file__).parent / "attacks"
NAMES = sorted(file.stem for file in FOLDER.glob("*.py") if file.stem not in ("__init__", "attack"))


def main(wanted: list[str] | None = None) -> None:
    unknown = [name for name in wanted or [] if name not in NAMES]
    if unknown:
        sys.exit(f"there are no attacks called {unknown[0]!r}; there are {', '.join(NAMES)}")
    for name in wanted or NAMES:
        print(f" {name}", flush=True)
        show(importlib.import_module(f"benchmarks.attacks.{name}").ATTACKS)


if __name__ == "__main__":
    main(sys.argv[1:])
