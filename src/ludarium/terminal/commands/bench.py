"""`ludarium bench`: fingerprints and speeds of all games."""

from typing import Annotated, Any

import typer

from ...contract.bits import mix
from ...contract.kind import Kind
from ...games import kinds


def bench(
    quick: Annotated[bool, typer.Option("--quick", help="The fingerprints alone, without the speeds.")] = False,
) -> None:
    """Print the fingerprints of all games' rules and of the search, and how fast they are."""
    from ...engine.bench import rules_fingerprint, search_fingerprint, speed

    whole = 0
    for kind in kinds():
        rules, search = rules_fingerprint(kind), search_fingerprint(kind)
        whole ^= mix(rules, search)
        line = f"{kind.id:<24}rules {rules:016x}  search {search:016x}"
        typer.echo(line if quick else f"{line}  {_speeds(kind, speed)}")
    typer.echo(f"{'fingerprint':<24}{whole:016x}")


def _speeds(kind: Kind, speed: Any) -> str:
    found = speed(kind)
    return (
        f"{found.games:>10,.0f} games/s {found.moves:>12,.0f} moves/s {found.perft:>14,.0f} perft lines/s "
        f"{found.nodes:>12,.0f} search nodes/s"
    )
