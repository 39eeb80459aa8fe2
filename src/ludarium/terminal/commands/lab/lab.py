"""The group of commands `ludarium lab`."""

import typer

from .gauge import gauge
from .play import play
from .train import train

lab = typer.Typer(
    name="lab",
    help="Learn how to judge positions, from games of the engine.",
    rich_markup_mode=None,
    no_args_is_help=True,
)
for _command in play, train, gauge:
    lab.command()(_command)
