"""The table of a tournament in the terminal: live while it is played, and as plain lines."""

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import typer

from ...progress import Pace

if TYPE_CHECKING:
    from rich.console import Group

    from ....lab.tournament.journal import GameLine
    from ....lab.tournament.ratings import Rating
    from ....lab.tournament.runner import Runner
    from ....lab.tournament.standings import Standing

LEFT = 1  # the column of names, which begin at the left
SECONDS = 0.25  # between two updates of the live table


def result_words(seats: int) -> tuple[str, str, str]:
    """The three results against another player, in games with so many seats: of more than two, one wins the game."""
    return ("won", "drawn", "lost") if seats == 2 else ("ahead", "equal", "behind")


def count_heads(seats: int) -> tuple[str, ...]:
    """The columns of what is counted for each player."""
    own = {1: ["mean score"], 2: []}.get(seats, ["first"])
    return "points", "games", *own, *result_words(seats)


def counts(standing: "Standing", seats: int) -> list[str]:
    """What these columns say of a player; those of other players that it is compared with are no games of their own."""
    own = [] if seats == 2 else [round(standing.score if seats == 1 else standing.firsts, 2)]
    return [f"{each:.12g}" for each in (standing.points, standing.games, *own, *standing.tally)]


def elo_text(rating: "Rating") -> str:
    """Elo as a whole number with its sign; there is no -0."""
    return f"{round(rating.elo):+d}"


def heads(seats: int) -> tuple[str, ...]:
    """The first line of the table."""
    return "", "player", *count_heads(seats), "Elo", "95 %"


def cells(standing: "Standing", seats: int) -> tuple[str, ...]:
    """A line of the table."""
    rating = standing.rating
    return str(standing.place), standing.name, *counts(standing, seats), elo_text(rating), f"+-{rating.error:.0f}"


def plain_table(table: "Sequence[Standing]", seats: int) -> str:
    """The table in letters."""
    lines = [heads(seats), *(cells(standing, seats) for standing in table)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join(
            f"{word:<{width}}" if column == LEFT else f"{word:>{width}}"
            for column, (word, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )


def told(game: "GameLine", total: int) -> str:
    """A game in a line."""
    if len(game.players) == 2:
        said = f"{game.players[0]} {' - '.join(game.results)} {game.players[1]}"
    else:
        said = ", ".join(f"{name} {result}" for name, result in zip(game.players, game.results, strict=True))
    why = f" ({game.why})" if game.why else ""
    return f"game {game.number} of {total}: {said}{why}"


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
        games, seats = runner.games, runner.tournament.seats
        table = Table(title=Text(runner.tournament.title), box=None, padding=(0, 1))
        for column, head in enumerate(heads(seats)):
            table.add_column(head, justify="left" if column == LEFT else "right", no_wrap=True)
        for standing in standings(runner.tournament.names, games):
            table.add_row(*map(Text, cells(standing, seats)))
        left = self._pace.told(runner.total - len(games))
        lines = [f"{len(games)} of {runner.total} games, {left}; Ctrl-C stops, and the same command goes on"]
        lines += [told(self._last, runner.total)] if self._last else []
        return Group(table, *map(Text, [*lines, runner.verdict]))
