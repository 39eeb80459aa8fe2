"""Write the table of permissions into the documentation and the page: `python tools/permission_table.py`.

The table stands in `ludarium/play/match/permissions.py`, and the server decides by it. A test checks that the committed
files are what this tool writes.
"""

import json
from pathlib import Path

from ludarium.play.match.permissions import AUDIENCES, ROLES, STATES, TABLE, TELLING

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs" / "security.md"
PAGE = ROOT / "src" / "ludarium" / "web" / "client" / "table" / "permission_table.js"
BEGIN, END = "<!-- written by tools/permission_table.py -->\n", "<!-- end of the table -->\n"
HEAD = """\
/**
 * Who may do what at a table. Written by tools/permission_table.py from ludarium/play/match/permissions.py: change it
 * there and run the tool again.
 */
"""


def documentation(text: str) -> str:
    """The page of the documentation with the present table in it."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    heads = ["action", "", *(state.title for state in STATES)]
    lines = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    for action, row in TABLE.items():
        cells = [f"`{action}`", row.about, *(cell.who for cell in row.cells)]
        lines.append(f"| {' | '.join(cells)} |")
    return f"{before}{BEGIN}\n" + "\n".join(lines) + f"\n\n{END}{after}"


def page() -> str:
    """The table as a module of the page."""
    audiences = {name: [role.title for role in ROLES if role in roles] for name, roles in AUDIENCES.items()}
    table = {action: [cell.who for cell in row.cells] for action, row in TABLE.items()}
    return "\n".join(
        [
            HEAD,
            f"/** The states of a game. */\nexport const STATES = {_list([state.title for state in STATES])};\n",
            "/** The roles that a word of the table stands for. @type {Record<string, string[]>} */",
            f"export const AUDIENCES = {_object(audiences)};\n",
            "/** Who may do something, for each of STATES. @type {Record<string, string[]>} */",
            f"export const TABLE = {_object(table)};\n",
            "/** What no one may do while players see different things. */",
            f"export const TELLING = {_list([*TELLING])};\n",
        ]
    )


def _list(words: list[str]) -> str:
    return json.dumps(words)


def _object(rows: dict[str, list[str]]) -> str:
    return "{\n" + "".join(f"  {json.dumps(name)}: {_list(words)},\n" for name, words in rows.items()) + "}"


if __name__ == "__main__":
    DOCS.write_text(documentation(DOCS.read_text()))
    PAGE.write_text(page())
