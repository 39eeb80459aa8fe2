"""The deal of the day line by line, and its table."""

import sys
from datetime import date

import typer

from ...contract.kind import Kind
from ...play.match.match import Match
from ...play.match.presenter import describe
from ...play.match.state import Terms
from ...shell.shell import Shell
from ...store.blocking import BlockingStore
from ...store.models import SavedGame
from ...store.store import Store
from ..daily_try import KEPT, begin, enter, is_begun
from ..line_mode.stdio import serve


def play(kind: Kind) -> None:
    """Play today's deal, as far as the try has come, or for practice after it."""
    with BlockingStore() as store:
        if not store.do(lambda each: is_begun(each, kind)) and not _is_ready(kind):
            return
        day, begun, saved = store.do(lambda each: begin(each, kind))
    match: list[Match] = []

    def prepare(shell: Shell) -> None:
        match.append(shell.begin_with(begun.game, Terms(daily=day.isoformat()) if saved else None))
        counts = "This is your try: no move is taken back, and a hint keeps it out of the table."
        shell.say(counts if saved else "You have had your try today; this game is for practice.")
        shell.say(str(begun.game))

    def finish() -> None:
        if saved:
            with BlockingStore() as store:
                typer.echo(_keep(store, saved, match[0]))
        print_table(kind)

    serve(kind, prepare, finish)


def print_table(kind: Kind) -> None:
    """Print the table of today."""
    with BlockingStore() as store:
        day = store.do(_today)
        rows = store.do(lambda each: each.daily.entries(kind.id, day))
    lines = [f"{place}  {row.points:>6}  {row.name}" for place, row in enumerate(rows, 1)]
    typer.echo("\n".join([f"{kind.title}, deal of {day}", *(lines or ["No game is in this table."])]))


async def _today(store: Store) -> date:
    return store.daily.today()


def _is_ready(kind: Kind) -> bool:
    """Ask at a terminal before the one try of a day begins; a script is ready."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return True
    typer.echo(f"{kind.title}, the deal of the day: your first game counts, and no move is taken back.")
    return typer.confirm("Are you ready?", default=True)


def _keep(store: BlockingStore, saved: SavedGame, match: Match) -> str:
    """Save the try, and enter it if it is over; what has become of it, in a sentence."""
    store.save_game(saved.after(match.game.record(), match.is_over)._replace(title=describe(match), notes=""))
    return store.do(lambda each: enter(each, saved.id, match)) if match.is_over else KEPT
