"""`ludarium daily`: the deal of the day, and its table."""

import sys
from typing import Annotated

import typer

from ...contract.errors import BadOption
from ...contract.kind import Kind
from ...games import kind as find
from ...games import kinds


def daily(
    game: Annotated[str, typer.Argument(metavar="[GAME]", help="Which of the games that are dealt daily.")] = "",
    table: Annotated[bool, typer.Option("--table", help="Only print the table of the day.")] = False,
    line: Annotated[bool, typer.Option("--line", help="Line by line at a terminal too, as behind a pipe.")] = False,
) -> None:
    """Play the deal of the day, the same for everyone on this machine's server; one try a day counts."""
    kind = _kind(game)
    if not (table or line) and sys.stdin.isatty() and sys.stdout.isatty():
        from ..screen.launch import open_daily

        open_daily(kind)
        return
    from .daily_lines import play, print_table

    if table:
        print_table(kind)
    else:
        play(kind)


def _kind(id: str) -> Kind:
    dealt = [each.id for each in kinds() if each.has_daily]
    if not id and len(dealt) > 1:
        raise BadOption(f"several games are dealt daily: {', '.join(dealt)}; name one")
    found = find(id or dealt[0])
    if not found.has_daily:
        raise BadOption(f"{found.id} is not dealt daily; {', '.join(dealt)} is")
    return found
