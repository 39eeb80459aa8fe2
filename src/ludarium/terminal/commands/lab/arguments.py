"""Arguments that the commands of `ludarium lab` share."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from ....lab.learning.crew import Crew

Processes = Annotated[int, typer.Option(min=0, help="Processes that play; 0 for as many as there are processors.")]
Seed = Annotated[int, typer.Option(min=0, help="Where chance is drawn from.")]
NetFile = Annotated[Path | None, typer.Option("--net", metavar="FILE", help="Weights of a net.")]


def crew_of(processes: int) -> "Crew":
    """Who does the work."""
    from ....lab.learning.crew import ProcessCrew

    return ProcessCrew(processes or os.cpu_count() or 1)


def counted(number: float) -> str:
    """A number with commas between its thousands."""
    return f"{number:,.0f}"
