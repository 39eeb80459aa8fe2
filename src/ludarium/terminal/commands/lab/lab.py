"""The group of commands `ludarium lab`."""

import typer

from .play import play

lab = typer.Typer(
    name="lab",
    help="Learn how to judge positions, from games of the engine.",
    rich_markup_mode=None,
    no_args_is_help=True,
)
for _command in (play,):
    lab.command()(_command)
