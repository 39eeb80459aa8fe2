"""`ludarium lab play`: the engine plays itself and keeps the positions in shards."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ....contract.errors import BadOption
from ....games import kind as find
from ...options import GameId, Options, given
from ...progress import Pace, Progress
from .arguments import NODES, NetFile, Processes, Ray, Seed, counted, crew_of, warn

if TYPE_CHECKING:
    from ....lab.learning.shard_maker import Made

POSITIONS = 100_000  # if nothing else is said


def play(
    game: GameId,
    folder: Annotated[Path, typer.Argument(help="Where shards are kept; those that are there are not made again.")],
    option: Options = [],  # noqa: B006 (typer copies it)
    positions: Annotated[int, typer.Option(min=0, help=f"How many positions; {counted(POSITIONS)} by default.")] = 0,
    games: Annotated[int, typer.Option(min=0, help="How many games, instead of positions.")] = 0,
    nodes: Annotated[int, typer.Option(min=1, help="Positions that each move looks at, 30 % more or less.")] = NODES,
    net: NetFile = None,
    processes: Processes = 0,
    ray: Ray = "",
    seed: Seed = 0,
    each: Annotated[int, typer.Option("--shard", min=0, help="Positions or games of a shard.")] = 0,
) -> None:
    """Let the engine play itself; keep its positions, their scores and the games' results. Run again, it goes on."""
    from ....lab.folder_lock import locked
    from ....lab.learning.self_play import Plan
    from ....lab.learning.shard_maker import make_shards, orders
    from ....lab.learning.variants import check
    from ....lab.whole_file import read_bytes

    if positions and games:
        raise BadOption("the end is given by --positions or by --games, not by both")
    kind = find(game)
    plan = Plan(kind.id, check(kind, given(option)), nodes, seed, net=read_bytes(net) if net else b"")
    wanted = orders(plan, positions=positions or (0 if games else POSITIONS), games=games, each=each)
    unit, of = ("games", games) if games else ("positions", positions or POSITIONS)
    crew = crew_of(processes, ray)
    with locked(folder):
        typer.echo(follow_play(make_shards(folder, wanted, crew, warn), unit, of))


def follow_play(made: "Iterable[Made]", unit: str, of: int) -> str:
    """Show the progress of shards that are being made; returns what has come of it, in a sentence."""
    positions = games = shards = new = done = 0
    pace = Pace()
    with Progress(unit) as progress:
        for header, is_new in made:
            positions, games, shards = positions + header.positions, games + header.games, shards + 1
            new += header.positions if is_new else 0
            step = header.games if unit == "games" else header.positions
            done += step
            pace.count(step if is_new else 0)
            progress.what = f"{unit}, {pace.told(of - done)}"
            progress.show(min(done, of), of)
    speed = f"; {counted(new)} are new, {counted(new / pace.seconds)} a second" if new else "; none is new"
    return f"{counted(positions)} positions of {counted(games)} games in {counted(shards)} shards{speed}."
