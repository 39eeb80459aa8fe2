"""`ludarium perft`: the lines of play to a depth."""

from typing import Annotated

import typer

from ... import new
from ...games import kind as find
from ...play.game import Game
from ..options import GameId, Options, given
from ..progress import Progress


def perft(
    game: GameId,
    depth: Annotated[int, typer.Argument(min=0, max=99, help="How many plies deep.")],
    option: Options = [],  # noqa: B006 (typer copies it)
    position: Annotated[
        str | None, typer.Option(metavar="TEXT", help="Where to begin, as the game writes positions.")
    ] = None,
    divide: Annotated[bool, typer.Option("--divide", help="Also the count below each first move.")] = False,
    play_leaves: Annotated[
        bool, typer.Option("--play-leaves", help="Play the last move of every line too, instead of counting it.")
    ] = False,
    threads: Annotated[int, typer.Option(min=0, help="Threads to use; 0 for all processors.")] = 0,
) -> None:
    """Count the lines of play to a depth; the count comes last."""
    kind = find(game)
    begin = new(game, position, **{**kind.perft_options, **given(option)})
    if depth == 0:
        typer.echo(1)
        return
    counts = _count(begin, depth, not play_leaves, threads)
    if divide:
        for move, count in counts.items():
            typer.echo(f"{move}: {count}")
    typer.echo(sum(counts.values()))


def _count(game: Game, depth: int, counted: bool, threads: int) -> dict[str, int]:
    """The lines of play that begin with each move, by notation."""
    from ...engine import perft

    with Progress("first moves") as progress:
        found = perft.divide(
            game.kind, game.constants, game.row, depth, counted=counted, threads=threads or None, progress=progress.show
        )
    return {game.kind.write(game.constants, game.row, move): count for move, count in found.items()}
