"""`ludarium analyse FILE`: a record judged move by move, as text and as a graph."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .. import load
from ..contract.errors import BadOption, LudariumError
from ..contract.quotation import quoted
from ..play.game import Game
from .plot import plot
from .progress import Progress

if TYPE_CHECKING:
    from ..play.analysis import Line
    from ..play.review import Judged

NODES = 20_000  # positions of a search, by default


def analyse(
    file: Annotated[Path, typer.Argument(help="A record of a game.")],
    nodes: Annotated[int, typer.Option(min=1, help="Positions to look at for each move.")] = NODES,
    graph: Annotated[
        Path | None, typer.Option("--plot", metavar="FILE", help="Draw the score over the game into an SVG file.")
    ] = None,
) -> None:
    """Print what each move of a record gave away and what was better, and mark mistakes (?) and blunders (??)."""
    from ..play.review import review

    game = load(file)
    if len(game.moves) == 0:
        raise BadOption(f"{quoted(str(file), 300)} has no moves to look at")
    judged: list[Judged] = []
    with Progress("moves") as progress:
        for each in review(game, nodes=nodes):
            judged.append(each)
            typer.echo(_format(each))
            progress.show(len(judged), len(game.moves))
    typer.echo(_summary(judged))
    if graph:
        _draw(graph, game, judged)


def _format(judged: "Judged") -> str:
    """A move in a line: number, player, move, score, loss, and better moves."""
    line = f"{judged.number:>4} {judged.player:<8}{f'{judged.move}{judged.mark}':<12}{_points(judged.score):>9}"
    if judged.better and judged.loss:
        better = ", ".join(f"{line.move} {_points(line.score)}" for line in judged.better)
        line += f"   lost {_points(judged.loss).lstrip('+')}; better {better}{_then(judged.better[0])}"
    return line


def _then(line: "Line") -> str:
    following = " ".join(map(str, line.moves[1:5]))
    return f" (then {following})" if following else ""


def _points(score: int) -> str:
    """A score as text: points, or the number of plies to a certain win."""
    from ..engine.search.negamax import SURE, WIN

    if abs(score) > SURE:
        return f"{'wins' if score > 0 else 'loses'} {WIN - abs(score)}" if abs(score) <= WIN else "all"
    return f"{score / 100:+.2f}"


def _summary(judged: list["Judged"]) -> str:
    # Late: it imports msgspec, which `ludarium --help` does not need
    from ..play.match.presenter import counted

    lines = []
    for player in dict.fromkeys(each.player for each in judged):
        mine = [each for each in judged if each.player == player]
        blunders, mistakes = (sum(each.mark == mark for each in mine) for mark in ("??", "?"))
        lines.append(
            f"{player}: {counted(len(mine), 'move')}, {counted(blunders, 'blunder')}, {counted(mistakes, 'mistake')}"
        )
    return "\n" + "\n".join(lines)


def _draw(file: Path, game: Game, judged: list["Judged"]) -> None:
    many = game.kind.rules.players(game.constants) > 2
    first = game.kind.board.player(game.constants, 0)
    svg = plot(
        [each.view for each in judged],
        [each.mark for each in judged],
        middle=500 if many else 0,
        reach=500 if many else 1500,
        title=f"{game.kind.title}: the score for {first}",
    )
    try:
        file.write_text(svg, encoding="utf-8")
    except OSError as error:
        raise LudariumError(f"cannot write {quoted(str(file), 300)}: {error.strerror}") from None
