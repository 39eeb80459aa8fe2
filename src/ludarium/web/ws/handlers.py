"""What a page may ask for at a table, and what it is answered."""

from collections.abc import Awaitable, Callable
from typing import Any, Protocol, TypeAlias

from msgspec.structs import replace

from ...contract.errors import BadOption, IllegalMove
from ...play.high_scores import has_table
from ...play.match import events as what
from ...play.match.presenter import player_title
from ...play.match.state import check
from ...play.match.table import HUMAN, VACANT
from ...play.move import Move
from ...play.move_input import move_input
from ...protocol import messages as wire
from ..ops import metrics
from ..rooms import permissions
from ..rooms.computer_turns import Turns
from ..rooms.offers import claim, decline, offer
from ..rooms.permissions import Forbidden, check_host, check_own, may_move, own_seats, plays_others
from ..rooms.presence import Presence
from ..rooms.room import LATE, Sitting
from ..rooms.setup import arrange
from ..workers.pool import WorkerPool

NOT_SO_FAR = "moves can be taken back only as far as this level began"
NOT_YOURS = "it is not your turn"
HINT = 1.0  # seconds that a hint takes
MOST_LINES, MOST_SECONDS, MOST_REVIEW_SECONDS = 8, 30.0, 1.0  # of an analysis and a review
MOST_NAMES = 2048  # cells that may be asked about at once
LARGEST_SEED = (1 << 62) - 1


class Asker(permissions.Asker, Protocol):
    """Whoever asks, and can be told things before the answer."""

    def say(self, told: wire.Told) -> None: ...


Change: TypeAlias = Callable[[Any, Asker], Awaitable[None]]


class Desk:
    """One sitting's counter: requests that change the game are carried out one after the other."""

    def __init__(self, sitting: Sitting, pool: WorkerPool, rematch: Callable[[Sitting], Awaitable[str]]) -> None:
        self.sitting, self._pool, self._rematch = sitting, pool, rematch
        self.turns, self.presence = Turns(sitting, pool), Presence(sitting)
        metrics.games.inc()
        self._changes: dict[type[wire.Request], Change] = {
            wire.Play: self._play,
            wire.Undo: self._undo,
            wire.Redo: self._redo,
            wire.Resign: self._resign,
            wire.Sit: self._sit,
            wire.Leave: self._leave,
            wire.Offer: self._offer,
            wire.Decline: self._decline,
            wire.Claim: self._claim,
        }
        # What is the host's alone
        self._settings: dict[type[wire.Request], Callable[[Any], Awaitable[None]]] = {
            wire.Seat: self._seat,
            wire.Pause: self._pause,
            wire.Start: self._start,
            wire.SetUp: self._set_up,
            wire.Lay: self._lay,
            wire.SetMoves: self._set_moves,
            wire.Seed: self._seed,
        }
        self._questions: dict[type[wire.Request], Callable[[Any, Asker], Awaitable[wire.Told]]] = {
            wire.AskHint: self._hint,
            wire.Analyse: self._analyse,
            wire.Review: self._review,
        }

    async def close(self) -> None:
        """Nobody sits here any more."""
        metrics.games.dec()
        await self.presence.close()
        await self.turns.close()
        self.sitting.close()

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
            self._pool.finish_early(asker, "analyse", "review")
            return wire.Done(asked.id)
        if isinstance(asked, wire.Stop):
            self._pool.stop(self.sitting.id)
            return wire.Done(asked.id)
        async with self.sitting.lock:
            try:
                await self.sitting.settle()
                await self._carry_out(asked, asker)
            finally:
                self.turns.go_on()
        return wire.Done(asked.id)

    async def _carry_out(self, asked: wire.Asked, asker: Asker) -> None:
        if change := self._changes.get(type(asked)):
            await change(asked, asker)
        else:
            check_host(self.sitting, asker)
            await self._settings[type(asked)](asked)

    # Playing

    async def _play(self, asked: wire.Play, asker: Asker) -> None:
        sitting = self.sitting
        if asked.at > len(sitting.moves):
            # They have heard from another process what this one has not heard yet
            await sitting.catch_up()
        if asked.at != len(sitting.moves):
            raise IllegalMove(LATE)
        table = sitting.match.table
        if not table.waits:
            raise IllegalMove("the game is over" if table.outcome() else NOT_YOURS)
        if sitting.match.vacant:
            raise IllegalMove("there is a seat that somebody has to take first")
        if not sitting.match.notes.begun and plays_others(sitting):
            raise IllegalMove("the game has not begun yet")
        if not may_move(sitting, asker, table.player):
            raise IllegalMove(NOT_YOURS)
        move = self._pointed_at(asked.path) if asked.path else sitting.game.parse(asked.move)
        await sitting.happen(what.Played(str(move)))

    def _pointed_at(self, path: tuple[str, ...]) -> Move:
        move = self.sitting.move_input.means(path)
        if move is None:
            who = player_title(self.sitting.game, self.sitting.match.table.player)
            raise IllegalMove(f"{' '.join(path)!r:.60} is not a legal move for {who}")
        return move

    async def _undo(self, asked: wire.Undo, asker: Asker) -> None:
        match = self.sitting.match
        self._check_alone(asker)
        left = match.left_after_undo()
        if not match.past.moves and not match.notes.ended:
            raise IllegalMove("there is no move to take back")
        if not match.can_take_back(left):
            raise IllegalMove(NOT_SO_FAR if left >= 0 else "there is no move of yours to take back")
        self.turns.rest()
        await self.sitting.happen(what.Undone(left))

    async def _redo(self, asked: wire.Redo, asker: Asker) -> None:
        self._check_alone(asker)
        table = self.sitting.match.table
        if not table.can_redo:
            raise IllegalMove("there is nothing to make again")
        self.turns.rest()
        for move in table.again:
            await self.sitting.happen(what.Played(str(move), again=True))

    def _check_alone(self, asker: Asker) -> None:
        """Where others play, they have to agree."""
        sitting = self.sitting
        if plays_others(sitting):
            raise Forbidden("where others play, they have to agree: ask them for a takeback")
        if not own_seats(sitting, asker):
            check_host(sitting, asker)

    async def _resign(self, asked: wire.Resign, asker: Asker) -> None:
        match = self.sitting.match
        self._check_player(asked.player)
        if match.party.whose(asked.player) is not HUMAN:
            raise IllegalMove("a computer gives up only by itself")
        check_own(self.sitting, asker, asked.player)
        if match.is_over:
            raise IllegalMove("the game is over already")
        self.turns.rest()
        await self.sitting.happen(what.Ended("resigned", asked.player))

    # Coming and going

    async def _sit(self, asked: wire.Sit, asker: Asker) -> None:
        texts = self.sitting.match.party.texts
        free = [player for player, text in enumerate(texts) if text == VACANT.name]
        if not asker.person:
            raise Forbidden("whoever takes a seat has to have a name; say it first")
        if asked.player is not None and asked.player not in free:
            raise IllegalMove("this seat is not free")
        if not free:
            raise IllegalMove("all seats are taken")
        player = free[0] if asked.player is None else asked.player
        await self.sitting.happen(what.Seated(player, HUMAN.name, asker.person.id, asker.person.name))

    async def _leave(self, asked: wire.Leave, asker: Asker) -> None:
        self._check_player(asked.player)
        check_own(self.sitting, asker, asked.player)
        if self.sitting.moves:
            raise IllegalMove("the game has begun; resign if you do not go on")
        await self.sitting.happen(what.Seated(asked.player, VACANT.name))

    async def _offer(self, asked: wire.Offer, asker: Asker) -> None:
        await offer(self.sitting, asker, asked.offer, lambda: self._rematch(self.sitting))

    async def _decline(self, asked: wire.Decline, asker: Asker) -> None:
        await decline(self.sitting, asker, asked.offer)

    async def _claim(self, asked: wire.Claim, asker: Asker) -> None:
        await claim(self.sitting, asker, asked.player)

    # Setting up

    async def _seat(self, asked: wire.Seat) -> None:
        sitting = self.sitting
        self._check_player(asked.player)
        text = check(asked.who)
        if asked.player in sitting.match.people and sitting.moves and not sitting.match.is_over:
            raise IllegalMove("somebody plays there, and the game has begun")
        if sitting.match.table.player == asked.player:
            self.turns.rest()
        await sitting.happen(what.Seated(asked.player, text))

    async def _pause(self, asked: wire.Pause) -> None:
        # Whoever thinks already moves once more
        await self.sitting.happen(what.Paused(asked.on))

    async def _start(self, asked: wire.Start) -> None:
        match = self.sitting.match
        if match.notes.begun and not match.party.is_away:
            raise IllegalMove("the game has begun already")
        await self.sitting.happen(what.Begun())

    async def _set_up(self, asked: wire.SetUp) -> None:
        self._check_player(asked.player)
        await arrange(self.sitting, asked.record, asked.player)

    async def _lay(self, asked: wire.Lay) -> None:
        sitting = self.sitting
        if not sitting.may_lay:
            raise IllegalMove("nothing can be laid on the board now")
        if asked.name not in [cell.name for cell in sitting.game.scene().cells]:
            raise BadOption(f"there is no cell {asked.name!r:.20}")
        self.turns.rest()
        await sitting.happen(what.Laid(asked.name))

    async def _set_moves(self, asked: wire.SetMoves) -> None:
        match = self.sitting.match
        if asked.on == match.party.is_away:
            raise IllegalMove("moves are being set already" if asked.on else "moves are not being set")
        if asked.on:
            if self.sitting.moves and match.notes.begun:
                raise IllegalMove("moves can be set before the game begins, and not any more")
            self.turns.rest()
        await self.sitting.happen(what.Setting(asked.on))

    async def _seed(self, asked: wire.Seed) -> None:
        if not 0 <= asked.number <= LARGEST_SEED:
            raise BadOption(f"a seed is a whole number from 0 to {LARGEST_SEED}")
        self.turns.rest()
        await self.sitting.happen(what.Seeded(asked.number))

    def _check_player(self, number: int) -> None:
        game = self.sitting.game
        if not 0 <= number < game.kind.rules.players(game.constants):
            raise BadOption(f"there is no player with the number {number}")

    # Questions

    def _look(self, asked: wire.Look) -> wire.May:
        if len(asked.names) > MOST_NAMES:
            raise BadOption(f"{len(asked.names)} cells are too many to be asked about at once; {MOST_NAMES} are not")
        if not self.sitting.match.table.waits:
            return wire.May(asked.id, ())
        feeling = move_input(self.sitting.game, self.sitting.move_input)
        feeling.take_up(asked.touched)
        return wire.May(asked.id, tuple(name for name in asked.names if feeling.may(name)))

    async def _hint(self, asked: wire.AskHint, asker: Asker) -> wire.Hint:
        sitting, table = self.sitting, self.sitting.match.table
        if not table.waits:
            raise IllegalMove("there is no move to look for any more" if table.outcome() else NOT_YOURS)
        self._check_may_be_helped()
        moves = list(sitting.moves)
        answer = await self._pool.run(**self.turns.task(owner=asker, do="hint", seconds=HINT))
        async with sitting.lock:
            if moves != sitting.moves:
                raise IllegalMove("the game has gone on in the meantime")
            if has_table(sitting.game) and not sitting.game.helped:
                # Where one plays for points, they are not all the player's own any more
                await sitting.happen(what.Helped())
        game = sitting.game
        move = Move(game.kind, game.constants, answer.move)
        return wire.Hint(asked.id, str(move), tuple(game.kind.paths(game.constants, game.row, move.number)[0]))

    def _check_may_be_helped(self) -> None:
        """Nobody is helped against others."""
        if plays_others(self.sitting) and not self.sitting.match.is_over:
            raise IllegalMove("you play against somebody; ask a computer when the game is over")

    async def _analyse(self, asked: wire.Analyse, asker: Asker) -> wire.Analysis:
        self._check_may_be_helped()
        if not 0 <= asked.ply <= len(self.sitting.moves):
            raise BadOption(f"there is no position after {asked.ply} moves; {len(self.sitting.moves)} have been made")
        if not 1 <= asked.lines <= MOST_LINES:
            raise BadOption(f"an analysis has 1 to {MOST_LINES} lines, not {asked.lines}")
        _check_seconds(asked.seconds, MOST_SECONDS)
        # Of whoever steps through a game, only the last step is of interest
        self._pool.finish_early(asker, "analyse")
        task = self.turns.task(owner=asker, do="analyse", lines=asked.lines, seconds=asked.seconds)
        answer = await self._pool.run(**task | {"moves": task["moves"][: asked.ply]})
        return wire.Analysis(asked.id, asked.ply, answer.lines)

    async def _review(self, asked: wire.Review, asker: Asker) -> wire.Done:
        self._check_may_be_helped()
        _check_seconds(asked.seconds, MOST_REVIEW_SECONDS)

        def hear(judged: wire.Judged) -> None:
            asker.say(replace(judged, re=asked.id))

        if self.sitting.moves:
            await self._pool.run(hear, **self.turns.task(owner=asker, do="review", seconds=asked.seconds))
        return wire.Done(asked.id)


def _check_seconds(seconds: float, most: float) -> None:
    if not 0 < seconds <= most:
        raise BadOption(f"seconds are above 0 and at most {most:g}, not {seconds!r:.20}")
