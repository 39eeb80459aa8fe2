"""The game of the tutorial, for tests that play it."""

import re
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "tutorial.md"
FILE = re.compile(r"^`(?P<name>[\w./]+)`:\n\n```\w+\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)


def write_clobber(home: Path) -> Path:
    """Write the files of the tutorial, and return the folder of games in which they are."""
    for found in FILE.finditer(PAGE.read_text(encoding="utf-8")):
        file = home / found["name"]
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(found["text"], encoding="utf-8")
    return home / "games"
