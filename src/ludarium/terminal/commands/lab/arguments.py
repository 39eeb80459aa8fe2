"""Arguments and messages that the commands of `ludarium lab` share."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from ....lab.learning.crew import Crew

Processes = Annotated[int, typer.Option(min=0, help="Processes that play; 0 for as many as there are processors.")]
Seed = Annotated[int, typer.Option(min=0, help="Where chance is drawn from.")]
NetFile = Annotated[Path | None, typer.Option("--net", metavar="FILE", help="The net that judges positions.")]
Hidden = Annotated[int, typer.Option(min=1, max=1024, help="Numbers of the hidden layer.")]
Epochs = Annotated[int, typer.Option(min=0, help="How often training looks at each position; 10 by default.")]
Seconds = Annotated[float, typer.Option(min=0, help="How long training takes, instead of epochs.")]
Scale = Annotated[
    int, typer.Option(min=1, help="The score, in hundredths of a point, with which 73 % of games are won.")
]
Batch = Annotated[int, typer.Option(min=1, help="Positions of a step of training.")]
Test = Annotated[
    str, typer.Option("--sprt", metavar="LOW,HIGH", help="The test that ends a match early; empty for none.")
]

EPOCHS = 10  # if nothing else is said
HIDDEN = 128
SCALE = 400
BATCH = 16_384
NODES = 2500  # of a move of self-play
GAUGED = 5000  # nodes of a move of a match


def crew_of(processes: int) -> "Crew":
    """Who does the work."""
    from ....lab.learning.crew import ProcessCrew

    return ProcessCrew(processes or os.cpu_count() or 1)


def warn(problem: str) -> None:
    """Tell a problem that does not end the command."""
    typer.echo(f"ludarium: {problem}", err=True)


def counted(number: float) -> str:
    """A number with commas between its thousands."""
    return f"{number:,.0f}"
