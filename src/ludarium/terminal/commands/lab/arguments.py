"""Arguments and messages that the commands of `ludarium lab` share."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ....contract.errors import BadOption, LudariumError

if TYPE_CHECKING:
    from ....lab.crew import Crew

Processes = Annotated[int, typer.Option(min=0, help="Processes that play; 0 for as many as there are processors.")]
Ray = Annotated[
    str, typer.Option("--ray", metavar="ADDRESS", help="A Ray cluster that plays, instead: HOST:PORT or auto.")
]
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


def crew_of(processes: int, ray: str) -> "Crew":
    """Who does the work: processes of this machine, or a Ray cluster."""
    if not ray:
        from ....lab.crew import ProcessCrew

        return ProcessCrew(processes or os.cpu_count() or 1)
    if processes:
        raise BadOption("--processes is for this machine; a Ray cluster takes all processors that it has")
    require("ray", "work on other machines takes Ray", "ray")
    from ....lab.ray_crew import RayCrew

    return RayCrew(ray)


def require(package: str, need: str, extra: str) -> None:
    """LudariumError where a package of an extra is not installed."""
    from importlib.util import find_spec

    if not find_spec(package):
        raise LudariumError(f"{need}, which is not installed: pip install 'ludarium[{extra}]'")


def require_torch() -> None:
    """LudariumError where PyTorch is not installed."""
    require("torch", "training takes PyTorch", "lab")


def warn(problem: str) -> None:
    """Tell a problem that does not end the command."""
    typer.echo(f"ludarium: {problem}", err=True)


def counted(number: float) -> str:
    """A number with commas between its thousands."""
    return f"{number:,.0f}"
