"""`ludarium lab report`: loss and Elo over generations, as a table and as a picture."""

from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ....contract.errors import LudariumError
from ....contract.quotation import quoted
from ..plot import Curve, Value, plot_curves
from .arguments import counted

if TYPE_CHECKING:
    from ....lab.learning.generations import Generation

HEADS = "generation", "positions", "steps", "loss", "error", "match", "Elo", "in all", "minutes"


def report(
    folder: Annotated[Path, typer.Argument(help="The folder of `ludarium lab run`.")],
    plot: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw it into an SVG file.")] = None,
) -> None:
    """Print what each generation has learned and how much stronger it is."""
    from ....lab.learning.generations import read_run

    purpose, generations = read_run(folder)
    over = [each for each in generations if each.is_over]
    options = "".join(f" {name}={value}" for name, value in purpose["options"].items())
    typer.echo(f"{purpose['game']}{options}, seed {purpose['seed']}")
    typer.echo(table(over))
    if len(over) < len(generations):
        typer.echo(f"Generation {generations[-1].number} is being made.")
    if plot:
        _draw(plot, f"{purpose['game']}{options}", over)


def table(generations: "list[Generation]") -> str:
    """A line for each generation. Elo is that against the net before, and in all that of the nets that were taken."""
    from ....lab.engine_match import elo_with_error

    lines, whole = [HEADS], 0.0
    for each in generations:
        elo = _elo(each)
        whole += elo.middle if each.is_taken else 0
        match = f"{each.won}-{each.drawn}-{each.lost}"
        minutes = (each.play_seconds + each.train_seconds + each.gauge_seconds) / 60
        numbers = (
            str(each.number),
            counted(each.positions),
            counted(each.steps),
            f"{each.loss:.5f}",
            f"{each.error:.5f}",
        )
        lines.append(
            (
                *numbers,
                match,
                elo_with_error(each.tally),
                f"{whole:+.0f}" if each.is_taken else "not taken",
                f"{minutes:.1f}",
            )
        )
    widths = [max(len(line[column]) for line in lines) for column in range(len(HEADS))]
    return "\n".join("  ".join(f"{word:>{width}}" for word, width in zip(line, widths, strict=True)) for line in lines)


def _elo(generation: "Generation") -> Value:
    """The Elo against the net before, with where it lies in 95 % of cases; one bound where all games ended alike."""
    from ....lab import elo

    low, high = elo.score_range(generation.tally)
    found = [elo.elo(score) for score in (generation.tally.score, low, high)]
    known = next(each for each in found if isfinite(each))
    return Value(*(each if isfinite(each) else known for each in found))


def _draw(file: Path, title: str, generations: "list[Generation]") -> None:
    if not generations:
        raise LudariumError("there is nothing to draw before the first generation is over")
    strengths, whole = list[Value](), 0.0
    for each in generations:
        elo = _elo(each)
        strengths.append(Value(*(whole + part for part in elo)))
        whole += elo.middle if each.is_taken else 0
    errors = [Value(each.error, each.error, each.error) for each in generations]
    losses = [Value(each.loss, each.loss, each.loss) for each in generations]
    curves = [
        Curve(f"{title}: Elo over the evaluation that it began with (95 %)", strengths),
        Curve("loss of the last steps of training", losses),
        Curve("error on positions that were held out", errors),
    ]
    try:
        file.write_text(plot_curves(f"{title}: generations", "generation", curves), encoding="utf-8")
    except OSError as error:
        raise LudariumError(f"cannot write {quoted(str(file), 300)}: {error.strerror}") from None
