"""`ludarium export`: the house as a static site."""

import difflib
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from ...contract.errors import BadOption
from ...contract.kind import Kind
from ...contract.quotation import quoted
from ..progress import Progress

Folder = Annotated[Path, typer.Argument(metavar="FOLDER", help="Where the files go: empty, or with an earlier export.")]
Game = Annotated[list[str], typer.Option("--game", metavar="ID", help="A game of the site; may be repeated. Else all.")]
From = Annotated[Path | None, typer.Option("--games-from", metavar="PATH", help="A folder with more games in it.")]
Runtime = Annotated[
    Path | None, typer.Option(metavar="PATH", help="Pyodide's npm package, as .tgz or folder; else npm gets it.")
]


def export(
    folder: Folder,
    game: Game = [],  # noqa: B006 (typer copies it)
    games_from: From = None,
    runtime: Runtime = None,
) -> None:
    """Write a website that plays on any static host, without a server."""
    from ...site.export import export as write
    from ...site.export import size_of

    kinds = _chosen(game, games_from)
    files = dict[str, bytes]()
    with Progress("steps") as progress:
        for step in write(folder, kinds, runtime):
            progress.show(step.done, step.of)
            files = step.files
    for name, size in size_of(files).items():
        typer.echo(f"{size / 1e6:8.3f} MB  {name}")
    typer.echo(f"{folder} is a website with {_listed(kinds)}. To look at it:")
    typer.echo(f"python -m http.server --bind 127.0.0.1 --directory {folder}")


def _listed(kinds: Sequence[Kind]) -> str:
    titles = [kind.title for kind in kinds]
    return " and ".join([", ".join(titles[:-1]), titles[-1]] if len(titles) > 1 else titles)


def _chosen(names: Sequence[str], place: Path | None) -> list[Kind]:
    """The games with these names, or all; what is wrong with them ends the command."""
    from ...games import add_place, all_folders, ids, kind, problems

    if place:
        if not place.is_dir():
            raise BadOption(f"there is no folder {place} with games in it")
        add_place(place)
    broken = {problem.id for problem in all_folders().problems}
    for name in names:
        if name not in ids() and name not in broken:
            near = difflib.get_close_matches(name, ids(), 1)
            known = f"is it {near[0]}?" if near else f"there are {', '.join(ids())}"
            raise BadOption(f"there is no game {quoted(name)}; {known}")
    if wrong := [problem for problem in problems() if not names or problem.id in names]:
        for problem in wrong:
            typer.echo(f"ludarium: {problem}", err=True)
        raise typer.Exit(2)
    return [kind(id) for id in dict.fromkeys(names or ids())]
