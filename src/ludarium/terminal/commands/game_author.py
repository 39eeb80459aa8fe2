"""`ludarium new-game` and `ludarium check`: for the authors of games."""

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from ...contract.errors import BadOption
from ...contract.quotation import quoted
from ..progress import Progress

Name = Annotated[str, typer.Argument(help="What the game is called: small letters, digits, - or _.")]
Place = Annotated[
    Path | None, typer.Argument(metavar="FOLDER", help="Where its folder goes: that of LUDARIUM_GAMES, or here.")
]
What = Annotated[str, typer.Argument(metavar="FOLDER|GAME", help="The folder of a game, or its id.")]


def new_game(name: Name, folder: Place = None) -> None:
    """Write the folder of a new game, which plays at once."""
    from ...games.folders import id_of
    from ...lab.new_game import write_game

    named = next((each for each in os.environ.get("LUDARIUM_GAMES", "").split(os.pathsep) if each), "")
    made = write_game(name, folder or Path(named or "."))
    place = made.parent.resolve()
    known = named and place == Path(named).resolve()
    typer.echo(f"{made} is a whole game: three in a line. Change it into yours, beginning with rules.py.")
    if not known:
        typer.echo(f"export LUDARIUM_GAMES={place}    lets all commands find it")
    typer.echo(f"ludarium play {id_of(made)}    plays it; ludarium {id_of(made)} reads typed moves")
    typer.echo("ludarium serve    has it on the page")
    typer.echo(f"ludarium check {made}    tries everything after each change")


def check(what: What) -> None:
    """Check a game: everything that it promises, with one sentence for each flaw."""
    folder = _find(what)
    from ...lab.check.checks import check as check_game

    flaws = count = 0
    with Progress("checks") as progress:
        for step in check_game(folder):
            progress.show(step.done, step.of)
            count = step.done
            for flaw in step.flaws:
                progress.clear()
                typer.echo(f"{folder}: {flaw}")
            for note in step.notes:
                progress.clear()
                typer.echo(note)
            flaws += len(step.flaws)
    for problem in _page_problems(folder):
        typer.echo(problem)
        flaws += 1
    if flaws:
        typer.echo(f"{flaws} {'flaw was' if flaws == 1 else 'flaws were'} found.")
        sys.exit(1)
    typer.echo(f"{count} checks, and no flaw.")


def _find(what: str) -> Path:
    """The folder of a game by its own name or by the game's id; its place is one of those with games from now on."""
    from ...games import add_place, all_folders
    from ...games.folders import PACKAGE

    folder = Path(what).resolve()
    if not folder.is_dir():
        known = all_folders().games.get(what)
        if known is None:
            wrong = next((problem for problem in all_folders().problems if problem.id == what), None)
            raise BadOption(str(wrong) if wrong else f"there is no folder and no game {quoted(what)}")
        return known
    if folder.parent != PACKAGE:
        add_place(folder.parent)
    for problem in all_folders().problems:
        if problem.folder == folder:
            raise BadOption(str(problem))
    if folder not in all_folders().games.values():
        raise BadOption(f"{folder} is no game: it has neither rules.py nor board.py")
    return folder


def _page_problems(folder: Path) -> list[str]:
    if not any((folder / name).is_file() for name in ("page.js", "page.css", "pieces.svg")):
        return []
    from ...web.http.static import page_problems

    return [problem for problem in page_problems() if problem.startswith(f"{folder}: ")]
