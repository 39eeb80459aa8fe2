"""`ludarium lab gauge`: a net plays another one, until a test tells which is stronger."""

from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ....contract.errors import BadOption
from ....games import kind as find
from ...options import GameId, Options, given
from ...progress import Progress
from .arguments import GAUGED, Processes, Ray, Seed, Test, crew_of

if TYPE_CHECKING:
    from ....lab.elo import Tally
    from ....lab.learning.gauge import Gauge

HAND = "hand"


def gauge(
    game: GameId,
    net: Annotated[str, typer.Option(metavar="FILE", help="The net A, or hand for the game's own evaluation.")],
    against: Annotated[str, typer.Option(metavar="FILE", help="The net B, or hand.")] = HAND,
    option: Options = [],  # noqa: B006 (typer copies it)
    games: Annotated[int, typer.Option(min=2, help="How many games at most.")] = 400,
    nodes: Annotated[int, typer.Option(min=0, help=f"Positions a move; {GAUGED} by default.")] = 0,
    movetime: Annotated[int, typer.Option(metavar="MS", min=0, help="Milliseconds a move, instead of nodes.")] = 0,
    openings: Annotated[int, typer.Option(metavar="PLIES", min=0, help="Random moves that games begin with.")] = 4,
    sprt: Test = "0,20",
    results: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep the results there; run again, the match goes on.")
    ] = None,
    processes: Processes = 0,
    ray: Ray = "",
    seed: Seed = 0,
) -> None:
    """Let a net play another one from both seats, with the same nodes or time a move; print what that says."""
    from ....lab.engine_match import Sprt
    from ....lab.learning.gauge import Contest, Gauge
    from ....lab.learning.variants import check
    from ....play.judging.analysis import Limit

    if nodes and movetime:
        raise BadOption("a move is limited by --movetime or by --nodes, not by both")
    kind = find(game)
    limit = Limit(seconds=movetime / 1000) if movetime else Limit(nodes=nodes or GAUGED)
    contest = Contest(kind.id, check(kind, given(option)), _weights(net), _weights(against), limit, openings, seed)
    between = Gauge(contest, results, games, Sprt.parse(sprt) if sprt else None)
    try:
        with closing(between.play(crew_of(processes, ray))) as tallies:
            follow_gauge(between, tallies)
    finally:
        if between.tally.games:
            typer.echo(told(between))


def _weights(name: str) -> bytes:
    from ....lab.whole_file import read_bytes

    return b"" if name == HAND else read_bytes(Path(name))


def follow_gauge(gauge: "Gauge", tallies: "Iterable[Tally]") -> None:
    """Show the progress of a match."""
    with Progress("games") as progress:
        for tally in tallies:
            progress.what = f"games +{tally.won} ={tally.drawn} -{tally.lost}"
            progress.show(int(tally.games), gauge.games)


def told(gauge: "Gauge") -> str:
    """What has come of a match, in sentences."""
    from ....lab.engine_match import elo_with_error

    tally = gauge.tally
    lines = [
        gauge.contest.title,
        f"A won {tally.won}, drew {tally.drawn}, lost {tally.lost}: {100 * tally.score:.1f} %, "
        f"Elo {elo_with_error(tally)}",
    ]
    return "\n".join([*lines, gauge.test.report(tally)] if gauge.test else lines)
