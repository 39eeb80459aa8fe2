"""`ludarium match`: two opponents play each other."""

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ...contract.errors import BadOption
from ...games import kind as find
from ...play.levels import LEVELS
from ..options import GameId, Options, given
from ..progress import Progress

if TYPE_CHECKING:
    from ...lab.engine_match import EngineMatch, Shelf, Sprt

WHO = f"1 to {len(LEVELS)} or a name such as scarab, random, search, mcts, uai:COMMAND or python:FILE."
Opponent = Annotated[str, typer.Argument(help=WHO)]


def match(
    game: GameId,
    a: Opponent,
    b: Opponent,
    count: Annotated[int, typer.Option("--games", min=1, help="How many games.")] = 100,
    movetime: Annotated[
        int | None, typer.Option(metavar="MS", min=1, help="Milliseconds a move; 100 if nothing else is said.")
    ] = None,
    nodes: Annotated[int | None, typer.Option(min=1, help="Positions a move, instead of a time.")] = None,
    option: Options = [],  # noqa: B006 (typer copies it)
    openings: Annotated[int, typer.Option(metavar="PLIES", min=0, help="Random moves that games begin with.")] = 2,
    fair: Annotated[bool, typer.Option("--fair", help="Only openings in which neither player is ahead.")] = False,
    plies: Annotated[int, typer.Option(min=1, help="Moves after which a game is broken off.")] = 20_000,
    seed: Annotated[int, typer.Option(min=0, help="Where chance is drawn from.")] = 0,
    save: Annotated[Path | None, typer.Option(metavar="FOLDER", help="Keep a record of every game there.")] = None,
    sprt: Annotated[
        str | None, typer.Option(metavar="LOW,HIGH", help="Stop when A is rather HIGH Elo better than rather LOW.")
    ] = None,
) -> None:
    """Let two opponents play each other from all seats; print what that says about them."""
    from ...lab.engine_match import EngineMatch, Shelf, Sprt
    from ...play.judging.analysis import Limit
    from ...play.opponents.registry import parse

    if movetime and nodes:
        raise BadOption("a move is limited by --movetime or by --nodes, not by both")
    kind, test = find(game), Sprt.parse(sprt) if sprt else None
    limit = Limit(nodes=nodes) if nodes else Limit(seconds=(movetime or 100) / 1000)
    with closing(parse(a, kind, limit, 2 * seed)) as first, closing(parse(b, kind, limit, 2 * seed + 1)) as second:
        between = EngineMatch(
            kind,
            first,
            second,
            games=count,
            openings=openings,
            is_fair=fair,
            longest=plies,
            seed=seed,
            options=given(option),
        )
        if test and between.players != 2:
            raise BadOption(f"--sprt is for two players, and here are {between.players}")
        _play(between, test, Shelf(save, kind) if save else None)


def _play(match: "EngineMatch", test: "Sprt | None", shelf: "Shelf | None") -> None:
    """Play a match to its end or to Ctrl-C, and print what has come of it."""
    from ...lab.engine_match import report

    try:
        with Progress("games") as progress:
            for played in match.play(watch=lambda: progress.show(len(match.played), match.games)):
                progress.what = f"games{match.standing}"
                if shelf:
                    shelf.keep(played)
                if test and test.verdict(match):
                    break
    finally:
        if match.played:
            typer.echo(report(match))
            if test:
                typer.echo(test.report(match.tally))
