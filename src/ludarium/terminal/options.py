"""A game and its options on the command line."""

from collections.abc import Iterable
from typing import Annotated, Any

import typer

from ..contract.errors import BadOption
from ..contract.quotation import quoted

GameId = Annotated[str, typer.Argument(metavar="GAME", help="The game's id, as `ludarium games` lists them.")]
Options = Annotated[
    list[str], typer.Option("--option", "-o", metavar="KEY=VALUE", help="An option of the game; may be repeated.")
]


def given(pairs: Iterable[str]) -> dict[str, Any]:
    """Options from texts like size=3."""
    found: dict[str, Any] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise BadOption(f"an option is given as key=value, not as {quoted(pair)}")
        if name in found:
            raise BadOption(f"the option {name} is given twice")
        found[name] = value
    return found
