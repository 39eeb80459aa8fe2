"""A try at the deal of the day of this machine's own store, in line mode."""

import sys
from datetime import date
from typing import NamedTuple

import typer

from ...contract.errors import IllegalMove
from ...contract.kind import Kind
from ...house.rooms.scoring import enter_daily
from ...play.daily import deal
from ...play.game import Game
from ...play.match.match import Match
from ...play.match.presenter import describe, sentence
from ...play.match.state import MatchState, Terms
from ...play.opponents.opponent import HUMAN
from ...shell.shell import Shell
from ...store.blocking import BlockingStore
from ...store.models import SavedGame
from ...store.store import Store
from ..line_mode.stdio import serve

HERE = ""  # stands in the table for the people at this machine's terminals, who have one try together
YOU = "You"  # without a name in the preferences


class Try(NamedTuple):
    """What is played: the game, and where it is saved if it counts."""

    day: date
    game: Game
    saved: SavedGame | None


def play(kind: Kind) -> None:
    """Play today's deal, as far as the try has come, or for practice after it."""
    with BlockingStore() as store:
        begun = _begin(store, kind)
    if begun is None:
        return
    match: list[Match] = []

    def prepare(shell: Shell) -> None:
        match.append(shell.begin_with(begun.game, Terms(daily=begun.day.isoformat()) if begun.saved else None))
        counts = "This is your try: no move is taken back, and a hint keeps it out of the table."
        shell.say(counts if begun.saved else "You have had your try today; this game is for practice.")
        shell.say(str(begun.game))

    def finish() -> None:
        if begun.saved:
            with BlockingStore() as store:
                typer.echo(_keep(store, begun.saved, match[0]))
        print_table(kind)

    serve(kind, prepare, finish)


def print_table(kind: Kind) -> None:
    """Print the table of today."""
    with BlockingStore() as store:
        day = store.do(_today)
        rows = store.do(lambda each: each.daily.entries(kind.id, day))
    lines = [f"{place}  {row.points:>6}  {row.name}" for place, row in enumerate(rows, 1)]
    typer.echo("\n".join([f"{kind.title}, deal of {day}", *(lines or ["No game is in this table."])]))


def _begin(store: BlockingStore, kind: Kind) -> Try | None:
    """Today's deal: the try of this machine, new or as far as it has come, or a game for practice. None if the user is
    not ready for a new one."""
    day = store.do(_today)
    dealt = deal(kind, day, store.do(lambda each: each.daily.seed(kind.id, day)))
    own = store.do(lambda each: each.daily.try_of(kind.id, day, HERE))
    if own is None:
        if not _is_ready(kind):
            return None
        terms = Terms(daily=day.isoformat()).write()
        new = store.save_game(SavedGame.begin(kind.id, dealt.record(), (HUMAN.name,), terms=terms))
        name = store.preference("name", "") or YOU
        counted = store.do(lambda each: each.daily.begin(kind.id, day, HERE, name, new.id))
        return Try(day, dealt, new if counted == new.id else None)
    if own.is_over:
        return Try(day, dealt, None)
    saved = store.saved_game(own.game)
    log = [(entry.body, entry.at) for entry in store.do(lambda each: each.events(saved.id, saved.base))]
    state = MatchState.read(saved.notes)
    return Try(day, Match.replay(saved.record, saved.seats, state, Terms.read(saved.terms), log).game, saved)


def _is_ready(kind: Kind) -> bool:
    """Ask at a terminal before the one try of a day begins; a script is ready."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return True
    typer.echo(f"{kind.title}, the deal of the day: your first game counts, and no move is taken back.")
    return typer.confirm("Are you ready?", default=True)


async def _today(store: Store) -> date:
    return store.daily.today()


def _keep(store: BlockingStore, saved: SavedGame, match: Match) -> str:
    """Save the try, and enter it if it is over; what has become of it, in a sentence."""
    store.save_game(saved.after(match.game.record(), match.is_over)._replace(title=describe(match), notes=""))
    if not match.is_over:
        return "Your try is kept until midnight UTC; ludarium daily goes on with it."
    try:
        place = store.do(lambda each: enter_daily(each.daily, saved.id, match))
    except IllegalMove as error:
        return sentence(error)
    return f"You are in place {place} of the table of the day."
