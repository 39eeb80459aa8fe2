"""A sitting: one game on the server, those who play it, those who look on, and what is kept of it."""

import asyncio
import time
from collections import deque
from collections.abc import Callable
from typing import Any

from msgspec.json import Encoder

from ..contract.errors import BadOption, IllegalMove, LudariumError
from ..contract.scene import Cell
from ..play import record
from ..play.game import Game
from ..play.hand import MANY, Hand, hand
from ..play.highscores import barred, has_table, points_of, table_of
from ..play.move import Move
from ..play.party import Party
from ..play.table import HUMAN, Table
from ..store.kept import SavedGame, Score
from ..store.store import Store
from . import telling
from .elsewhere import elsewhere
from .film import changed, different, film, panels
from .messages import Changed, Made, Moved, State, Thinking, View
from .past import Past
from .seating import split

REMEMBERED = 256  # events that somebody who was away can be told of

encoder = Encoder()


class Sitting:
    """One game from when it is loaded until nobody has looked at it for long. All changes are made under `lock`, kept,
    and only then told."""

    def __init__(self, saved: SavedGame, game: Game, store: Store) -> None:
        self.saved, self.store = saved, store
        self.lock = asyncio.Lock()
        self.watchers: set[Callable[[bytes], None]] = set()
        self.paused = self.getting_ready = False
        # Of another run of the server nobody knows the events: the numbers must not be the same
        self.version = time.time_ns() // 1_000_000
        self._events: deque[bytes] = deque(maxlen=REMEMBERED)
        self._hand: Hand | None = None
        self._went_on = False  # whether the position has changed since there was a hand over it
        self._place: int | None = None
        self._lay(game)

    def _lay(self, game: Game) -> None:
        """Put a game on the table, as it was kept."""
        seats, self.notes = split(self.saved.seats, game.kind.rules.players(game.constants))
        self.table = Table(game)
        self.party = Party(self.table, seats)
        self.past = Past(game)
        if self.notes.resigned is not None:
            self._give_up(self.notes.resigned)
        self.party.seat_next()

    @property
    def id(self) -> str:
        return self.saved.id

    @property
    def game(self) -> Game:
        return self.table.game

    @property
    def moves(self) -> list[Made]:
        return self.past.moves

    @property
    def is_large(self) -> bool:
        columns, rows = self.game.kind.board.shape(self.game.constants)
        return columns * rows > MANY

    @property
    def others_move(self) -> bool:
        """Whether a computer has to move now."""
        whose = self.table.whose
        return self.notes.begun and not self.paused and whose is not None and whose is not HUMAN

    # What is told

    async def state(self) -> State:
        """All of the game."""
        kind, constants = self.game.kind, self.game.constants
        columns, rows = kind.board.shape(constants)
        scene = await elsewhere(self.game.scene) if self.is_large else self.game.scene()
        options = {name: kind.options[name].write(value) for name, value in self.game.options.items()}
        return State(
            version=self.version,
            id=self.id,
            kind=kind.id,
            options=options,
            seats=self.party.texts,
            columns=columns,
            rows=rows,
            cells=scene.cells,
            moves=tuple(self.moves),
            view=self.view(),
        )

    def view(self) -> View:
        """All but the cells and the moves."""
        table, game, waits = self.table, self.game, self.table.waits
        pointing = self.hand if waits else None
        over = table.outcome() is not None
        return View(
            turn=None if over else table.player,
            waits=waits,
            count=game.kind.rules.players(game.constants),
            players=telling.players(self.party),
            panels=panels(game.kind, game.constants, game.row),
            words=pointing.words if pointing else (),
            leads=tuple(word for word in pointing.words if not pointing.means((word,))) if pointing else (),
            paths=pointing.paths if pointing else (),
            can_undo=self._can_undo(),
            can_redo=table.can_redo,
            begun=self.notes.begun,
            paused=self.paused,
            laying=self.may_lay,
            setting=self.party.is_away,
            getting_ready=self.getting_ready,
            ending=telling.ending(table),
            place=self._place if over and not self.notes.entered else None,
        )

    @property
    def hand(self) -> Hand:
        """What can be pointed at now."""
        if self._hand is None or self._went_on:
            self._hand, self._went_on = hand(self.game, self._hand), False
        return self._hand

    @property
    def may_lay(self) -> bool:
        """Whether things can be laid on cells now."""
        game = self.game
        return (
            hasattr(game.kind.board, "lay") and game.origin is None and not game.moves and self.table.outcome() is None
        )

    def _can_undo(self) -> bool:
        if self.notes.resigned is not None:
            return True
        game = self.game
        if not self.moves:
            return False
        if game.kind.chapter:
            try:
                game.copy().pop()
            except IllegalMove:
                return False
        people = self.party.has_people
        return not people or any(self.party.whose(made.player) is HUMAN for made in reversed(self.moves))

    def _tell(self, event: Moved | Changed | Thinking) -> None:
        line = encoder.encode(event)
        self._events.append(line)
        for watcher in tuple(self.watchers):
            watcher(line)

    def missed(self, after: int) -> list[bytes] | None:
        """The events after a version; None if they are not all known."""
        count = self.version - after
        return [*self._events][len(self._events) - count :] if 0 <= count <= len(self._events) else None

    def next_version(self) -> int:
        self.version += 1
        return self.version

    def tell_thinking(self) -> None:
        self._tell(Thinking(self.next_version(), self.table.player))

    def tell_changed(self, cells: tuple[Cell, ...] = ()) -> None:
        """Something else than a move has happened."""
        self._tell(Changed(self.next_version(), len(self.moves), cells, self.view()))

    # What is changed

    async def make(self, move: Move) -> None:
        """Make a move, keep it, and tell how it unfolds."""
        await self._make(move, lambda: self.table.play(move))

    async def make_again(self) -> None:
        """Make all moves again that were taken back last."""
        for move in self.table.again:
            await self._make(move, self.table.redo_move)

    async def _make(self, move: Move, play: Callable[[], Move]) -> None:
        kind, constants, before = self.game.kind, self.game.constants, self.game.row[:]
        made = telling.made(self.game, move)
        play()
        self.past.add(made, self.game.row)
        if self.is_large or hasattr(kind.rules, "step"):
            frames = await elsewhere(lambda: film(kind, constants, before, move.number))
        else:
            frames = film(kind, constants, before, move.number)
        await self.commit()
        self._tell(Moved(self.next_version(), len(self.moves), made, frames, self.view()))

    async def undo(self) -> None:
        """Take back as far as a person's last turn."""
        before = self.game.row[:]
        self.table.undo()
        self.past.cut(len(self.game.moves))
        self.notes = self.notes._replace(resigned=None)
        self._place = None
        # Those who only watch want to see what they went back to
        self.paused = self.paused or not self.party.has_people
        await self.commit()
        self.tell_changed(changed(self.game.kind, self.game.constants, before, self.game.row))

    async def note_help(self) -> None:
        """A computer has advised: where one plays for points, they are not all the player's own any more."""
        if has_table(self.game) and not self.game.helped:
            self.game.helped = True
            await self.commit()

    async def resign(self, player: int) -> None:
        """Give the game up for a player."""
        self._give_up(player)
        self.notes = self.notes._replace(resigned=player)
        await self.commit()
        self.tell_changed()

    def _give_up(self, player: int) -> None:
        self.table.give_up(player, f"{telling.player_title(self.game, player)} has given up")

    async def lay(self, name: str) -> None:
        """Lay something on a cell, or take it away again."""
        game, before = self.game, self.game.scene().cells
        if name not in [cell.name for cell in before]:
            raise BadOption(f"there is no cell {name!r:.20}")
        options = game.kind.board.lay(game.options, name)  # type: ignore[attr-defined]
        self.table.replace(Game(game.kind, **options))
        self.past = Past(self.game)
        await self.commit()
        self.tell_changed(different(before, self.game.scene().cells))

    async def note(self, **notes: Any) -> None:
        """Note something beside the seats."""
        self.notes = self.notes._replace(**notes)
        await self.commit()
        self.tell_changed()

    async def commit(self) -> None:
        """Keep the game as it is. Where that is impossible, the game is again as it was kept, and everybody is told."""
        self._went_on = True
        self.party.seat_next()
        names = (self.game.kind.board.player(self.game.constants, made.player) for made in self.moves)
        over, line = self.table.outcome() is not None, self.notes.write()
        saved = self.saved.after(record.write(self.game, names), over)
        saved = saved._replace(title=telling.describe(self.party), seats=(*self.party.texts, *[line][: len(line)]))
        try:
            self.saved = await self.store.keep(saved)
            if over and self._place is None:
                await self.look_up_place()
        except LudariumError:
            self.restore()
            raise

    def restore(self) -> None:
        """Let the game be again as it was kept, whatever has happened since."""
        self._lay(record.parse(self.saved.record))
        self._hand = None
        self.tell_changed(self.game.scene().cells)

    # Points

    async def look_up_place(self) -> None:
        """See which place in its table a finished game would take; without a point, none."""
        game = self.game
        points = game.kind.rules.score(game.constants, game.row, 0) if has_table(game) else 0
        if points > 0 and not barred(game):
            self._place = await self.store.place_of(table_of(game), points)

    async def enter(self, name: str) -> int | None:
        """Put a finished game into its table of high scores; its place."""
        if not has_table(self.game):
            raise IllegalMove("this game is not played for points")
        if self.table.outcome() is None:
            raise IllegalMove("the game is not over yet")
        if reason := barred(self.game):
            raise IllegalMove(reason)
        if self.notes.entered:
            raise IllegalMove("this game is in the table already")
        points, extra, text = points_of(self.game)
        place = await self.store.enter(table_of(self.game), Score(name, points, extra, text))
        await self.note(entered=True)
        return place

    def close(self) -> None:
        """Everybody leaves, those too who were away while moves were set."""
        if self.party.is_away:
            self.party.come_back()
        self.table.close()
