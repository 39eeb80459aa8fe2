"""A room: one match that is open in this process, stored event by event and broadcast to its watchers."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any

from msgspec.json import Encoder

from ...contract.errors import IllegalMove
from ...play import record
from ...play.game import Game
from ...play.high_scores import has_table
from ...play.match import events, presenter
from ...play.match.clock import wall_clock
from ...play.match.commands import TOO_LATE
from ...play.match.film import changed, different, film
from ...play.match.match import Effect, Match
from ...play.match.permissions import viewer_of
from ...play.match.sight import option_texts, seen
from ...play.match.state import Terms, read_stored
from ...play.move import Move
from ...play.opponents.opponent import HUMAN
from ...protocol.messages import Changed, Frame, Moved, Ready, State, Thinking, View
from ...store.errors import StoreError
from ...store.models import Change, SavedGame, StoredEvent
from ..observer import RoomObserver
from ..storage import Storage
from .board_size import describe_board, is_large
from .listeners import RoomTask, Watcher
from .scoring import Scoring

REMEMBERED = 256  # broadcast messages kept for clients that reconnect
SNAPSHOT_AFTER = 256  # events after which a new record is stored, so that every game opens quickly

encoder = Encoder()
UNOBSERVED = RoomObserver()
Clock = Callable[[], int]
Told = State | Moved | Changed


class Room:
    """One match while it is open. Changes happen under `lock`; each event is stored, applied, then broadcast.

    Events that another process stored are applied and broadcast alike.
    """

    def __init__(
        self,
        saved: SavedGame,
        game: Game,
        store: Storage,
        clock: Clock = wall_clock,
        observer: RoomObserver = UNOBSERVED,
    ) -> None:
        self.saved, self.store, self.clock, self._observer = saved, store, clock, observer
        self.lock = asyncio.Lock()
        self.watchers: set[Watcher] = set()
        self.tasks: list[RoomTask] = []
        self.getting_ready = False
        self.version = saved.base
        self._stored = saved.base  # the version that is certainly in the store
        self.heard = 0  # the latest version that a notification named
        self.visits = 0  # requests that use the room now
        self.changed_at = 0  # the time of the last event
        self.is_leader = True  # whether computers move in this process
        self._since: list[StoredEvent] = []  # the events since the stored record
        self._is_stale = False  # whether the store may hold events that are not applied here
        self._broadcasts: deque[bytes] = deque(maxlen=REMEMBERED)
        self.scoring = Scoring(store)
        self.match = self._match(game)
        self.moves = presenter.moves(game)

    @classmethod
    async def load(
        cls, saved: SavedGame, store: Storage, clock: Clock = wall_clock, observer: RoomObserver = UNOBSERVED
    ) -> "Room":
        """Open a stored game with all its events."""
        entries = await store.events(saved.id, saved.base)

        def replay() -> Room:
            room = cls(saved, record.parse(saved.record), store, clock, observer)
            for entry in entries:
                room._apply(entry, events.decode(entry.body))
            room._stored = room.version
            return room

        room = await asyncio.to_thread(replay)
        room.is_leader = not store.is_shared
        await room.scoring.look_up_place(room.match)
        await room.scoring.rate(room.id, room.match)  # if a process ended before it could
        await room._enter_daily()
        return room

    async def create(self) -> None:
        """Store a new game."""
        title, finished = presenter.describe(self.match), self.match.is_over
        self.saved = await self.store.save_game(self.saved._replace(title=title, finished=finished))
        self.version = self._stored = self.saved.base
        await self.scoring.look_up_place(self.match)

    def _match(self, game: Game) -> Match:
        saved, players = self.saved, game.kind.rules.players(game.constants)
        seats, state = read_stored(saved.seats, saved.notes, players)
        return Match(game, seats, state=state, terms=Terms.read(saved.terms), owner=saved.owner)

    @property
    def id(self) -> str:
        return self.saved.id

    @property
    def game(self) -> Game:
        return self.match.game

    @property
    def kept(self) -> tuple[list[StoredEvent], deque[bytes]]:
        """The events and the messages that are kept in memory."""
        return self._since, self._broadcasts

    @property
    def computer_to_move(self) -> bool:
        match = self.match
        waits = not match.state.begun or match.state.paused or match.seats.vacant
        return not waits and match.to_move not in (None, HUMAN)

    def position_task(self, **more: Any) -> dict[str, Any]:
        """The position as worker processes need it."""
        game = self.game
        options, numbers = game.option_texts, tuple(move.number for move in game.moves)
        task = {"game": self.id, "kind": game.kind.id, "options": options, "origin": game.origin, "moves": numbers}
        return task | more

    # Watchers

    def watchers_changed(self) -> None:
        """A watcher was added or removed."""
        for task in self.tasks:
            task.watchers_changed()

    def resume(self) -> None:
        """Let the tasks see a change."""
        for task in self.tasks:
            task.resume()

    def interrupt(self) -> None:
        """Stop computers that think about the present position."""
        for task in self.tasks:
            task.interrupt()

    # Broadcasts

    async def state(self, viewer: int | None) -> State:
        """The whole match as a viewer sees it."""
        kind, constants = self.game.kind, self.game.constants
        columns, rows = kind.board.shape(constants)
        cells, grid = await describe_board(self.game, seen(self.game, self.game.row, viewer))
        return State(
            version=self.version,
            id=self.id,
            kind=kind.id,
            options=option_texts(self.game, viewer),
            seats=self.match.seats.texts,
            columns=columns,
            rows=rows,
            cells=cells,
            moves=tuple(self.moves if viewer is None else presenter.moves(self.game, viewer)),
            view=self.view(viewer),
            grid=grid,
            owner=self.saved.owner,
            listed=self.saved.listed,
            alias=self.saved.alias,
            clock=self.match.terms.clock,
            rated=self.match.terms.rated,
            daily=self.match.terms.daily,
            geometry=kind.geometry(constants),
            cell_word=kind.cell_word,
        )

    def view(self, viewer: int | None) -> View:
        place, getting_ready = self.scoring.place, self.getting_ready
        return presenter.view(self.match, self.clock(), place=place, getting_ready=getting_ready, viewer=viewer)

    def _broadcast(self, message: Moved | Changed | State) -> None:
        line = encoder.encode(message)
        self._broadcasts.append(line)
        self._send(line)

    async def _broadcast_each(self, describe: Callable[[int | None], Awaitable[Told]]) -> None:
        """Send to every watcher what that one sees. It is not remembered: who reconnects gets the whole state."""
        lines: dict[int | None, bytes] = {}
        self._broadcasts.clear()
        for watcher in tuple(self.watchers):
            viewer = viewer_of(self.match, watcher)
            if viewer not in lines:
                lines[viewer] = encoder.encode(await describe(viewer))
            watcher.send(lines[viewer])

    def _send(self, line: bytes) -> None:
        for watcher in tuple(self.watchers):
            watcher.send(line)

    def missed(self, after: int) -> list[bytes] | None:
        """The broadcasts since a version; None if some are forgotten."""
        count = self.version - after
        known = len(self._broadcasts)
        return [*self._broadcasts][known - count :] if 0 <= count <= known else None

    def announce_thinking(self) -> None:
        self._send(encoder.encode(Thinking(self.match.player)))

    def announce_ready(self, getting_ready: bool) -> None:
        """Say whether the computers' code has to be compiled first."""
        self.getting_ready = getting_ready
        self._send(encoder.encode(Ready(getting_ready)))

    # Changes

    async def change(self, *changes: events.MatchEvent, move: Move | None = None) -> None:
        """Store, apply and broadcast events. If the store fails or another process was quicker, nothing changes.

        `move` is the move of a single Played event, if the caller has parsed it.
        """
        await self.synchronize()
        if await self.end_if_out_of_time():
            raise IllegalMove("the time has run out")
        await self._change(changes, move)

    async def end_if_out_of_time(self) -> bool:
        player = self.match.out_of_time(self.clock())
        if player is not None:
            await self._change([events.Ended("time", player)])
        return player is not None

    async def _change(self, changes: Sequence[events.MatchEvent], move: Move | None = None) -> None:
        now = max(self.clock(), self.changed_at)
        entries = [StoredEvent(self.version + i, now, events.encode(event)) for i, event in enumerate(changes, 1)]
        try:
            effects = [self._apply(entry, event, move) for entry, event in zip(entries, changes, strict=True)]
            change = self._row(entries, changes)
            stored = await self._append(change)
        except BaseException:
            self._restore()
            raise
        if not stored:
            self._restore()
            await self.catch_up()
            raise IllegalMove(TOO_LATE)
        self.is_leader, self._stored = True, self.version
        self._observer.moved(sum(effect.move is not None for effect in effects))
        if change.record is not None:
            self._use_snapshot(change, change.record)
        with suppress(StoreError):
            await self.scoring.look_up_place(self.match)
            await self.scoring.rate(self.id, self.match)
            await self._enter_daily()
        for entry, effect in zip(entries, effects, strict=True):
            await self._broadcast_effect(entry, effect)

    async def _append(self, change: Change) -> bool:
        self.mark_stale()
        stored = await self.store.append(change)
        self._is_stale = False
        return stored

    def _apply(self, entry: StoredEvent, event: events.MatchEvent, move: Move | None = None) -> Effect:
        """Apply an event in memory."""
        effect = self.match.apply(event, entry.at, move)
        self._since.append(entry)
        self.version, self.changed_at = entry.number, entry.at
        if effect.move:
            # As the record writes it: another process that reads the game from there lists the same
            self.moves.append(presenter.made(self.game, effect.before, effect.player, self.game.moves[-1]))
        elif effect.replaced or effect.cells is not None:
            self.moves = presenter.moves(self.game)
        else:
            del self.moves[len(self.game.moves) :]
        return effect

    def _row(self, entries: Sequence[StoredEvent], changes: Sequence[events.MatchEvent]) -> Change:
        """What the store has to write for these events."""
        match, over = self.match, self.match.is_over
        # A record does not hold the moves that were taken back and can be made again
        is_whole = not match.seats.is_suspended and not match.has_undone
        snapshot = is_whole and (over or len(self._since) >= SNAPSHOT_AFTER)
        return Change(
            game=self.id,
            after=entries[0].number - 1,
            at=entries[0].at,
            bodies=tuple(entry.body for entry in entries),
            seats=match.seats.texts,
            title=presenter.describe(match),
            finished=over,
            vacant=match.seats.vacant,
            record=self.game.record() if snapshot else None,
            notes=match.stored_state().write() if snapshot else None,
            places={event.player: event.person for event in changes if isinstance(event, events.Seated)},
        )

    def _use_snapshot(self, change: Change, text: str) -> None:
        """The stored record holds all events now."""
        notes = change.notes or ""
        self.saved = self.saved._replace(record=text, notes=notes, base=change.version, seats=change.seats)
        self._since.clear()

    def _restore(self) -> None:
        """Return to the stored events, and drop what was applied in memory only."""
        self._rebuild([entry for entry in self._since if entry.number <= self._stored])

    def _rebuild(self, since: Sequence[StoredEvent]) -> None:
        self.match.close()
        self.match, self._since = self._match(record.parse(self.saved.record)), []
        self.moves, self.version = presenter.moves(self.game), self.saved.base
        for entry in since:
            self._apply(entry, events.decode(entry.body))

    # Other processes

    def mark_stale(self) -> None:
        """Read the store before the next change: it may hold more than is known here."""
        self._is_stale = True

    @property
    def is_behind(self) -> bool:
        """Whether the store holds, or may hold, events that are not applied here."""
        return self._is_stale or self.heard > self._stored

    async def synchronize(self) -> None:
        """Catch up with the store if it may hold more. The caller holds the lock."""
        while self.is_behind:
            await self.catch_up()

    async def catch_up(self) -> None:
        """Apply and broadcast what other processes have stored. The caller holds the lock."""
        heard = self.heard
        entries = await self.store.events(self.id, self.version)
        saved = await self.store.saved_game(self.id)
        if saved.base > self.version or (entries and entries[0].number != self.version + 1):
            # A newer record was stored, so the events in between are gone
            await self._reload()
        else:
            for entry in entries:
                effect = self._apply(entry, events.decode(entry.body))
                self._stored, self.is_leader = entry.number, not self.store.is_shared
                await self.scoring.look_up_place(self.match)
                await self._broadcast_effect(entry, effect)
        self.saved = self.saved._replace(alias=saved.alias, listed=saved.listed)
        self._is_stale = False
        if self.heard == heard:
            # A notification arrives after its commit, so what it named has been read
            self.heard = self._stored

    async def _reload(self) -> None:
        """Begin again with the stored record."""
        self.saved, self.is_leader = await self.store.saved_game(self.id), not self.store.is_shared
        entries = await self.store.events(self.id, self.saved.base)
        await asyncio.to_thread(lambda: self._rebuild(entries))
        self._stored = self.version
        self._broadcasts.clear()
        await self.scoring.look_up_place(self.match)
        await self._broadcast_each(self.state)

    async def _broadcast_effect(self, entry: StoredEvent, effect: Effect) -> None:
        """Broadcast what an event changed; a move with its film."""
        kind, constants, after = self.game.kind, self.game.constants, self.game.row
        if kind.hides:
            await self._broadcast_each(lambda viewer: self._describe_effect(entry, effect, viewer))
            return
        if effect.move:
            before, number = effect.before, effect.move.number
            if is_large(self.game) or kind.unfolds:
                frames = await asyncio.to_thread(lambda: film(kind, constants, before, number, after))
            else:
                frames = film(kind, constants, before, number, after)
            news = presenter.news(self.game, before, effect.move)
            made = presenter.made(self.game, before, effect.player, effect.move)
            self._broadcast(Moved(entry.number, len(self.moves), made, frames, self.view(None), news))
            return
        if effect.replaced:
            self._broadcast(await self.state(None))
            return
        if effect.cells is not None:
            cells = different(effect.cells, self.game.scene().cells)
        else:
            cells = changed(kind, constants, effect.before, after)
        self._broadcast(Changed(entry.number, len(self.moves), cells, self.view(None)))

    async def _describe_effect(self, entry: StoredEvent, effect: Effect, viewer: int | None) -> Told:
        """What an event changed as a viewer sees it: all cells, since another viewer may have seen the last ones."""
        if effect.replaced:
            return await self.state(viewer)
        game, view = self.game, self.view(viewer)
        cells, _ = await describe_board(game, seen(game, game.row, viewer))
        if not effect.move:
            return Changed(entry.number, len(self.moves), cells, view)
        made = presenter.made(game, effect.before, effect.player, effect.move, viewer)
        news = presenter.news(game, effect.before, effect.move, viewer)
        return Moved(entry.number, len(self.moves), made, (Frame(cells, view.panels),), view, news)

    async def enter(self, name: str) -> int | None:
        """Enter a finished game into its high-score table; returns its place."""
        if not has_table(self.game):
            raise IllegalMove("this game is not played for points")
        if not self.match.is_over:
            raise IllegalMove("the game is not over yet")
        if reason := self.match.barred:
            raise IllegalMove(reason)
        if self.match.state.entered:
            raise IllegalMove("this game is in the table already")
        # The event comes first: of two concurrent requests only one gets further
        await self.change(events.Entered())
        return await self.scoring.enter(self.match, name)

    async def _enter_daily(self) -> None:
        """Enter a try at the deal of a day as soon as it is over, if it may be entered."""
        if self.match.terms.daily and self.match.is_over:
            with suppress(IllegalMove):
                await self.scoring.enter_daily(self.id, self.match)

    # The end of a room

    @property
    def is_idle(self) -> bool:
        """Whether the room can be closed."""
        return not (self.watchers or self.visits or any(task.is_busy for task in self.tasks))

    def dismiss(self) -> None:
        """Disconnect all watchers: the game was deleted."""
        for watcher in tuple(self.watchers):
            watcher.dismiss()

    async def close(self) -> None:
        for task in self.tasks:
            await task.close()
        self.match.close()
