"""What a page may ask for at a table, and what it is answered."""

from collections.abc import Awaitable, Callable
from typing import Any, Protocol

from msgspec.structs import replace

from ..contract.errors import BadOption, IllegalMove
from ..play.hand import hand
from ..play.move import Move
from ..play.table import HUMAN
from . import messages as wire
from .pool import Pool
from .seating import check
from .sitting import Sitting
from .telling import player_title
from .turns import Turns

LATE = "the game has gone on since this was chosen"
NOT_YOURS = "it is not your turn"
HINT = 1.0  # seconds that a hint takes
MOST_LINES, MOST_SECONDS, MOST_REVIEW_SECONDS = 8, 30.0, 1.0  # of an analysis and a review
MOST_NAMES = 2048  # cells that may be asked about at once
LARGEST_SEED = (1 << 62) - 1


class Asker(Protocol):
    """Whoever asks, and can be told things before the answer."""

    def say(self, told: wire.Told) -> None: ...


class Desk:
    """One sitting's counter: requests that change the game are carried out one after the other."""

    def __init__(self, sitting: Sitting, pool: Pool) -> None:
        self.sitting, self._pool = sitting, pool
        self.turns = Turns(sitting, pool)
        self._changes: dict[type[wire.Request], Callable[[Any], Awaitable[None]]] = {
            wire.Play: self._play,
            wire.Undo: self._undo,
            wire.Redo: self._redo,
            wire.Resign: self._resign,
            wire.Seat: self._seat,
            wire.Pause: self._pause,
            wire.Start: self._start,
            wire.Lay: self._lay,
            wire.SetMoves: self._set_moves,
            wire.Seed: self._seed,
        }
        self._questions: dict[type[wire.Request], Callable[[Any, Asker], Awaitable[wire.Told]]] = {
            wire.AskHint: self._hint,
            wire.Analyse: self._analyse,
            wire.Review: self._review,
        }

    def takes_long(self, asked: wire.Asked) -> bool:
        """Whether the answer has to be thought about."""
        return type(asked) in self._questions

    async def answer(self, asked: wire.Asked, asker: Asker) -> wire.Told:
        """Carry a request out and answer it; a LudariumError says why not, and nothing was changed."""
        if question := self._questions.get(type(asked)):
            return await question(asked, asker)
        if isinstance(asked, wire.Look):
            return self._look(asked)
        if isinstance(asked, wire.Enough):
            self._pool.enough(asker, "analyse", "review")
            return wire.Done(asked.id)
        if isinstance(asked, wire.Stop):
            self._pool.stop(self.sitting.id)
            return wire.Done(asked.id)
        async with self.sitting.lock:
            try:
                await self._changes[type(asked)](asked)
            finally:
                self.turns.go_on()
        return wire.Done(asked.id)

    # Changes

    async def _play(self, asked: wire.Play) -> None:
        sitting = self.sitting
        if asked.at != len(sitting.moves):
            raise IllegalMove(LATE)
        if not sitting.table.waits:
            raise IllegalMove("the game is over" if sitting.table.outcome() else NOT_YOURS)
        await sitting.make(self._pointed_at(asked.path) if asked.path else sitting.game.parse(asked.move))

    def _pointed_at(self, path: tuple[str, ...]) -> Move:
        move = self.sitting.hand.means(path)
        if move is None:
            who = player_title(self.sitting.game, self.sitting.table.player)
            raise IllegalMove(f"{' '.join(path)!r:.60} is not a legal move for {who}")
        return move

    async def _undo(self, asked: wire.Undo) -> None:
        if not self.sitting.moves and self.sitting.notes.resigned is None:
            raise IllegalMove("there is no move to take back")
        self.turns.rest()
        await self.sitting.undo()

    async def _redo(self, asked: wire.Redo) -> None:
        if not self.sitting.table.can_redo:
            raise IllegalMove("there is nothing to make again")
        self.turns.rest()
        await self.sitting.make_again()

    async def _resign(self, asked: wire.Resign) -> None:
        self._check_player(asked.player)
        if self.sitting.party.whose(asked.player) is not HUMAN:
            raise IllegalMove("a computer gives up only by itself")
        if self.sitting.table.outcome():
            raise IllegalMove("the game is over already")
        self.turns.rest()
        await self.sitting.resign(asked.player)

    async def _seat(self, asked: wire.Seat) -> None:
        sitting = self.sitting
        self._check_player(asked.player)
        text = check(asked.who)
        if sitting.table.player == asked.player:
            self.turns.rest()
        sitting.party.change(asked.player, text)
        await sitting.commit()
        sitting.tell_changed()

    async def _pause(self, asked: wire.Pause) -> None:
        # Whoever thinks already moves once more
        self.sitting.paused = asked.on
        self.sitting.tell_changed()

    async def _start(self, asked: wire.Start) -> None:
        sitting = self.sitting
        if sitting.notes.begun and not sitting.party.is_away:
            raise IllegalMove("the game has begun already")
        if sitting.party.is_away:
            sitting.party.come_back()
        sitting.paused = False
        await sitting.note(begun=True)

    async def _lay(self, asked: wire.Lay) -> None:
        if not self.sitting.may_lay:
            raise IllegalMove("nothing can be laid on the board now")
        self.turns.rest()
        await self.sitting.lay(asked.name)

    async def _set_moves(self, asked: wire.SetMoves) -> None:
        party = self.sitting.party
        if asked.on == party.is_away:
            raise IllegalMove("moves are being set already" if asked.on else "moves are not being set")
        if asked.on:
            if self.sitting.moves and self.sitting.notes.begun:
                raise IllegalMove("moves can be set before the game begins, and not any more")
            self.turns.rest()
            party.go_away()
        else:
            party.come_back()
        await self.sitting.commit()
        self.sitting.tell_changed()

    async def _seed(self, asked: wire.Seed) -> None:
        if not 0 <= asked.number <= LARGEST_SEED:
            raise BadOption(f"a seed is a whole number from 0 to {LARGEST_SEED}")
        self.turns.rest()
        await self.sitting.note(seed=asked.number)

    def _check_player(self, number: int) -> None:
        game = self.sitting.game
        if not 0 <= number < game.kind.rules.players(game.constants):
            raise BadOption(f"there is no player with the number {number}")

    # Questions

    def _look(self, asked: wire.Look) -> wire.May:
        if len(asked.names) > MOST_NAMES:
            raise BadOption(f"{len(asked.names)} cells are too many to be asked about at once; {MOST_NAMES} are not")
        if not self.sitting.table.waits:
            return wire.May(asked.id, ())
        feeling = hand(self.sitting.game, self.sitting.hand)
        feeling.take_up(asked.touched)
        return wire.May(asked.id, tuple(name for name in asked.names if feeling.may(name)))

    async def _hint(self, asked: wire.AskHint, asker: Asker) -> wire.Hint:
        sitting = self.sitting
        if not sitting.table.waits:
            raise IllegalMove("there is no move to look for any more" if sitting.table.outcome() else NOT_YOURS)
        moves = list(sitting.moves)
        answer = await self._pool.think(**self.turns.task(owner=asker, do="hint", seconds=HINT))
        async with sitting.lock:
            if moves != sitting.moves:
                raise IllegalMove("the game has gone on in the meantime")
            await sitting.note_help()
        game = sitting.game
        move = Move(game.kind, game.constants, answer.move)
        return wire.Hint(asked.id, str(move), tuple(game.kind.paths(game.constants, game.row, move.number)[0]))

    async def _analyse(self, asked: wire.Analyse, asker: Asker) -> wire.Analysis:
        if not 0 <= asked.ply <= len(self.sitting.moves):
            raise BadOption(f"there is no position after {asked.ply} moves; {len(self.sitting.moves)} have been made")
        if not 1 <= asked.lines <= MOST_LINES:
            raise BadOption(f"an analysis has 1 to {MOST_LINES} lines, not {asked.lines}")
        _check_seconds(asked.seconds, MOST_SECONDS)
        # Of whoever steps through a game, only the last step is of interest
        self._pool.enough(asker, "analyse")
        task = self.turns.task(owner=asker, do="analyse", lines=asked.lines, seconds=asked.seconds)
        answer = await self._pool.think(**task | {"moves": task["moves"][: asked.ply]})
        return wire.Analysis(asked.id, asked.ply, answer.lines)

    async def _review(self, asked: wire.Review, asker: Asker) -> wire.Done:
        _check_seconds(asked.seconds, MOST_REVIEW_SECONDS)

        def hear(judged: wire.Judged) -> None:
            asker.say(replace(judged, re=asked.id))

        if self.sitting.moves:
            await self._pool.think(hear, **self.turns.task(owner=asker, do="review", seconds=asked.seconds))
        return wire.Done(asked.id)


def _check_seconds(seconds: float, most: float) -> None:
    if not 0 < seconds <= most:
        raise BadOption(f"seconds are above 0 and at most {most:g}, not {seconds!r:.20}")
