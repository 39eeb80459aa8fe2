"""Runs all benchmarks, or those named."""

import importlib
import sys
from pathlib import Path

FOLDER = Path(__file__).parent
NAMES = sorted(file.stem for file in FOLDER.glob("*.py") if not file.stem.startswith("_") and file.stem != "measure")


def main(wanted: list[str]) -> None:
    unknown = [name for name in wanted if name not in NAMES]
    if unknown:
        sys.exit(f"there is no benchmark {unknown[0]!r}; there are {', '.join(NAMES)}")
    for name in wanted or NAMES:
        print(f"\n{name}", flush=True)
        importlib.import_module(f"benchmarks.{name}").main()


main(sys.argv[1:])
