"""`ludarium tournament`: many players, many games, from a file."""

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..lab.arguments import Processes, Ray, crew_of, warn

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ....lab.tournament.journal import GameLine
    from ....lab.tournament.runner import Runner

FileArgument = Annotated[Path, typer.Argument(metavar="FILE.toml", help="Which game, which players, how many rounds.")]


def tournament(
    file: FileArgument,
    games: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where the games are kept; by default FILE.games beside it.")
    ] = None,
    pgn: Annotated[Path | None, typer.Option(metavar="FILE", help="Write all games there, much like PGN.")] = None,
    report: Annotated[
        Path | None, typer.Option(metavar="FILE.html", help="Write a page there: tables, Elo, games to replay.")
    ] = None,
    processes: Processes = 0,
    ray: Ray = "",
) -> None:
    """Play a tournament. Stopped, or killed, and run again, it goes on with the games that are missing."""
    from ....lab.tournament.pgn import write_pgn
    from ....lab.tournament.runner import Runner
    from ....lab.tournament.settings import read_tournament
    from ....lab.whole_file import write_whole

    settings = read_tournament(file)
    crew = crew_of(processes, ray)
    with closing(Runner(settings, games or file.with_suffix(".games"), warn)) as runner:
        try:
            with closing(runner.play(crew)) as played:
                _follow(runner, played)
        except KeyboardInterrupt:
            warn(f"stopped after {len(runner.games)} of {runner.total} games; the same command goes on")
            raise typer.Exit(130) from None
        finally:
            if runner.games:
                _tell(runner)
        if report:
            from .report_page import report_page

            write_whole(report, report_page(runner).encode())
        if pgn:
            write_whole(pgn, write_pgn(settings, runner.games).encode())


def _follow(runner: "Runner", played: "Iterable[GameLine]") -> None:
    from .standings_table import Follower

    with Follower(runner) as follower:
        for game in played:
            follower.show(game)


def _tell(runner: "Runner") -> None:
    """Print the table, what a test says, and why games ended out of turn."""
    from ....lab.tournament.standings import faults, standings
    from .standings_table import plain_table

    typer.echo(plain_table(standings(runner.tournament.names, runner.games), runner.tournament.seats))
    if runner.verdict:
        typer.echo(runner.verdict)
    for why, numbers in faults(runner.games).items():
        more = f" and {len(numbers) - 1} more" if len(numbers) > 1 else ""
        typer.echo(f"game {numbers[0]}{more}: {why}")
