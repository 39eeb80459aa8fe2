"""`ludarium analyse FILE`: a record judged move by move, as text and as a graph."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ... import load
from ...contract.errors import BadOption, LudariumError
from ...contract.quotation import quoted
from ...play.game import Game
from ..progress import Progress
from .plot import plot

if TYPE_CHECKING:
    from ...play.judging.analysis import Line
    from ...play.judging.review import Judged

NODES = 20_000  # positions of a search, by default


def analyse(
    file: Annotated[Path, typer.Argument(help="A record of a game.")],
    nodes: Annotated[int, typer.Option(min=1, help="Positions to look at for each move.")] = NODES,
    graph: Annotated[
        Path | None, typer.Option("--plot", metavar="FILE", help="Draw the score over the game into an SVG file.")
    ] = None,
) -> None:
    """Print what each move of a record gave away and what was better, and mark mistakes (?) and blunders (??)."""
    from ...play.judging.review import review

    game = load(file)
    if len(game.moves) == 0:
        raise BadOption(f"{quoted(str(file), 300)} has no moves to look at")
    judged: list[Judged] = []
    report = _Report(game)
    typer.echo(report.heading)
    with Progress("moves") as progress:
        for each in review(game, nodes=nodes):
            judged.append(each)
            typer.echo(report.line(each))
            progress.show(len(judged), len(game.moves))
    typer.echo(_summary(judged))
    if graph:
        _draw(graph, game, judged)


class _Report:
    """A review in words. All scores are the first player's."""

    def __init__(self, game: Game) -> None:
        self._count = game.kind.rules.players(game.constants)
        self._in_points = self._count < 3 and game.kind.judges_positions
        self._names = [game.player_title(number) for number in range(min(self._count, 2))]

    @property
    def heading(self) -> str:
        if self._count == 1:
            return "Scores are points; losses too."
        ahead = f"above 0 {self._names[0]} is ahead" if self._in_points else "the part of the win"
        return f"Scores are those of {self._names[0]}: {ahead}. Losses are of the mover's chance to win."

    def line(self, judged: "Judged") -> str:
        """A move in a line: number, player, move, score, loss, and better moves."""
        score = self._points(judged.score)
        line = f"{judged.number:>4} {judged.player:<8}{f'{judged.move}{judged.mark}':<12}{score:>15}"
        if judged.better and judged.loss:
            better = ", ".join(f"{line.move} {self._points(line.score)}" for line in judged.better)
            line += f"   lost {self._lost(judged.loss)}; better {better}{_then(judged.better[0])}"
        return line

    def _points(self, score: int) -> str:
        """A score as text: points, a part of the win, or who is certain to win in how many plies."""
        from ...engine.search.negamax import WIN
        from ...engine.search.result import SURE
        from ...play.judging.chances import chance_of_points

        if self._count > 2:
            return f"{score / 10:.0f} %"
        if abs(score) <= SURE:
            return f"{score / 100:+.2f}" if self._in_points else f"{100 * chance_of_points(score):.0f} %"
        plies = WIN - abs(score)
        if self._count == 1:
            return "all"
        return f"{self._names[score < 0]} {f'wins in {plies}' if plies else 'has won'}"

    def _lost(self, loss: float) -> str:
        from ...play.judging.chances import POINTS

        return f"{loss * POINTS / 100:.2f}" if self._count == 1 else f"{100 * loss:.0f} %"


def _then(line: "Line") -> str:
    following = " ".join(map(str, line.moves[1:5]))
    return f" (then {following})" if following else ""


def _summary(judged: list["Judged"]) -> str:
    # Late: it imports msgspec, which `ludarium --help` does not need
    from ...play.match.presenter import counted

    lines = []
    for player in dict.fromkeys(each.player for each in judged):
        mine = [each for each in judged if each.player == player]
        blunders, mistakes = (sum(each.mark == mark for each in mine) for mark in ("??", "?"))
        accuracy = round(sum(each.accuracy for each in mine) / len(mine))
        marks = f"{counted(blunders, 'blunder')}, {counted(mistakes, 'mistake')}"
        lines.append(f"{player}: {counted(len(mine), 'move')}, {marks}, accuracy {accuracy} %")
    return "\n" + "\n".join(lines)


def _draw(file: Path, game: Game, judged: list["Judged"]) -> None:
    alone = game.kind.rules.players(game.constants) == 1
    first = game.player_title(0)
    svg = plot(
        [each.score if alone else round(1000 * each.chance) for each in judged],
        [each.mark for each in judged],
        middle=0 if alone else 500,
        reach=1500 if alone else 500,
        title=f"{game.kind.title}: the {'score' if alone else 'chance to win'} of {first}",
    )
    try:
        file.write_text(svg, encoding="utf-8")
    except OSError as error:
        raise LudariumError(f"cannot write {quoted(str(file), 300)}: {error.strerror}") from None
