"""Results in files, a line of JSON each. What ends a benchmark in the middle of a line damages that line alone."""

import json
import sys
from pathlib import Path
from typing import Any


def read_results(file: Path | None) -> list[Any]:
    """What a file has, if it is there. A damaged line is named and left out."""
    if not file or not file.exists():
        return []
    text = file.read_text(encoding="utf-8", errors="replace")
    if text and not text.endswith("\n"):
        with file.open("a", encoding="utf-8") as out:
            print(file=out)
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        try:
            found.append(json.loads(line))
        except ValueError:
            print(f"{file}: line {number} is damaged and left out; its game is played again", file=sys.stderr)
    return found


def add_result(file: Path | None, result: Any) -> None:
    if file:
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("a", encoding="utf-8") as out:
            print(json.dumps(result), file=out)
