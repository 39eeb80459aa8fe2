"""The table of a tournament in the terminal: live while it is played, and as plain lines."""

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import typer

from ...progress import Pace

if TYPE_CHECKING:
    from rich.console import Group

    from ....lab.tournament.journal import GameLine
    from ....lab.tournament.runner import Runner
    from ....lab.tournament.standings import Standing

HEADS = "", "player", "points", "games", "won", "drawn", "lost", "Elo", "95 %"
LEFT = 1  # the column of names, which begin at the left
SECONDS = 0.25  # between two updates of the live table


def cells(standing: "Standing") -> tuple[str, ...]:
    """A line of the table."""
    tally, rating = standing.tally, standing.rating
    counts = (f"{each:g}" for each in (standing.points, tally.games, tally.won, tally.drawn, tally.lost))
    return str(standing.place), standing.name, *counts, f"{rating.elo:+.0f}", f"+-{rating.error:.0f}"


def plain_table(table: "Sequence[Standing]") -> str:
    """The table in letters."""
    lines = [HEADS, *map(cells, table)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(HEADS))]
    return "\n".join(
        "  ".join(
            f"{word:<{width}}" if column == LEFT else f"{word:>{width}}"
            for column, (word, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )


def told(game: "GameLine", total: int) -> str:
    """A game in a line."""
    result = " - ".join(f"{worth:g}" for worth in game.worths)
    why = f" ({game.why})" if game.why else ""
    return f"game {game.number} of {total}: {game.players[0]} {result} {game.players[1]}{why}"


class Follower:
    """Shows how a tournament goes: a table that is drawn again on a terminal, elsewhere a line for each game."""

    def __init__(self, runner: "Runner") -> None:
        self._runner, self._pace = runner, Pace()
        self._last: GameLine | None = None
        self._shown = 0.0
        self.live = sys.stdout.isatty()

    def __enter__(self) -> "Follower":
        if self.live:
            from rich.live import Live

            self._display = Live(self._picture(), auto_refresh=False, transient=True)
            self._display.start(refresh=True)
        return self

    def __exit__(self, *_: object) -> None:
        if self.live:
            self._display.stop()

    def show(self, game: "GameLine") -> None:
        """A game is over."""
        self._pace.count(1)
        self._last = game
        if not self.live:
            typer.echo(told(game, self._runner.total))
        elif self._pace.seconds >= self._shown + SECONDS:
            self._shown = self._pace.seconds
            self._display.update(self._picture(), refresh=True)

    def _picture(self) -> "Group":
        from rich.console import Group
        from rich.table import Table
        from rich.text import Text

        from ....lab.tournament.standings import standings

        runner = self._runner
        games = runner.games
        table = Table(title=Text(runner.tournament.title), box=None, padding=(0, 1))
        for column, head in enumerate(HEADS):
            table.add_column(head, justify="left" if column == LEFT else "right", no_wrap=True)
        for standing in standings(runner.tournament.names, games):
            table.add_row(*map(Text, cells(standing)))
        left = self._pace.told(runner.total - len(games))
        lines = [f"{len(games)} of {runner.total} games, {left}; Ctrl-C stops, and the same command goes on"]
        lines += [told(self._last, runner.total)] if self._last else []
        return Group(table, *map(Text, [*lines, runner.verdict]))
