"""Golden texts: made once, read by people, compared by tests. LUDARIUM_REGENERATE=1 writes them anew."""

import os
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "golden"

SAMPLE = (FOLDER / "sample.csv").read_text(encoding="utf-8")  # the game that the manual of Beetle Battle shows


def check(name: str, text: str) -> None:
    """The text must be what the golden file says."""
    file = FOLDER / name
    if os.environ.get("LUDARIUM_REGENERATE"):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    assert file.read_text(encoding="utf-8") == text, f"{name} is told otherwise now; see tests/support/goldens.py"
