"""The group of commands `ludarium lab`."""

import typer

from .gauge import gauge
from .play import play
from .report import report
from .run import run
from .train import train

lab = typer.Typer(
    name="lab",
    help="Learn how to judge positions, from games of the engine.",
    rich_markup_mode=None,
    no_args_is_help=True,
)
for _command in play, train, gauge, run, report:
    lab.command()(_command)
