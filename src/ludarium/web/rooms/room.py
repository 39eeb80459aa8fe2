"""A sitting: one match in this process, those who look on, and its place in the store."""

import asyncio
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from typing import Protocol

from msgspec.json import Encoder

from ...contract.errors import IllegalMove
from ...play import record
from ...play.game import Game
from ...play.high_scores import barred, has_table, points_of, table_of
from ...play.match import events as what
from ...play.match import presenter
from ...play.match.clock import moment
from ...play.match.film import changed, different, film, panels
from ...play.match.match import Effect, Match
from ...play.match.state import Terms, split
from ...play.match.table import HUMAN
from ...play.move_input import MANY, MoveInput, move_input
from ...protocol.messages import Changed, Made, Moved, Ready, State, Thinking, View
from ...store.errors import StoreError
from ...store.models import Change, Entry, SavedGame, Score
from ...store.people.models import Person
from ...store.store import Store
from ..ops import metrics

REMEMBERED = 256  # events that somebody who was away can be told of
WRITTEN = 256  # entries after which a game is written down anew, so that none takes long to be opened
LATE = "the game has gone on since this was chosen"

encoder = Encoder()


class Watcher(Protocol):
    """Somebody who looks on."""

    person: Person | None

    def send(self, line: bytes) -> None: ...


class Sitting:
    """One match from when it is loaded until nobody has looked at it for long. Whatever happens in it, happens under
    `lock`, is written down, and only then told; what others write down is heard of and told alike."""

    def __init__(self, saved: SavedGame, game: Game, store: Store) -> None:
        self.saved, self.store = saved, store
        self.lock = asyncio.Lock()
        self.watchers: set[Watcher] = set()
        self.getting_ready = False
        self.version = saved.base
        self._written = saved.base  # the version that is certainly there for good
        self.at = 0  # the moment of what happened last
        self.mine = True  # whether it is this process's business to let computers move
        self._since: list[Entry] = []  # what has happened since the record was written
        self._unsure = False  # whether more may be written down than is known here
        self._events: deque[bytes] = deque(maxlen=REMEMBERED)
        self._move_input: MoveInput | None = None
        self._went_on = False  # whether the position has changed since there was a hand over it
        self._place: int | None = None
        self.match = self._lay(game)

    @classmethod
    async def load(cls, saved: SavedGame, store: Store) -> "Sitting":
        """A sitting of a kept game, with all that has happened in it."""
        entries = await store.entries(saved.id, saved.base)

        def read() -> Sitting:
            sitting = cls(saved, record.parse(saved.record), store)
            for entry in entries:
                sitting._let(entry)
            sitting._written = sitting.version
            return sitting

        sitting = await asyncio.to_thread(read)
        sitting.mine = not store.is_shared
        await sitting.look_up_place()
        await sitting.rate()  # where a process ended before it could
        return sitting

    async def keep(self) -> None:
        """Keep a game that is new."""
        title = presenter.describe(self.match.party, self.match.people)
        self.saved = await self.store.keep(self.saved._replace(title=title, finished=self.match.is_over))
        self.version = self._written = self.saved.base
        await self.look_up_place()

    def _lay(self, game: Game) -> Match:
        """The match as its record tells it."""
        players = game.kind.rules.players(game.constants)
        seats, notes = split(self.saved.seats, self.saved.notes, players)
        return Match(game, seats, notes, Terms.read(self.saved.terms))

    @property
    def id(self) -> str:
        return self.saved.id

    @property
    def game(self) -> Game:
        return self.match.game

    @property
    def moves(self) -> list[Made]:
        return self.match.past.moves

    @property
    def is_large(self) -> bool:
        columns, rows = self.game.kind.board.shape(self.game.constants)
        return columns * rows > MANY

    @property
    def others_move(self) -> bool:
        """Whether a computer has to move now."""
        match, whose = self.match, self.match.table.whose
        waits = not match.notes.begun or match.notes.paused or match.vacant
        return not waits and whose is not None and whose is not HUMAN

    # What is told

    async def state(self) -> State:
        """All of the game."""
        kind, constants = self.game.kind, self.game.constants
        columns, rows = kind.board.shape(constants)
        scene = await asyncio.to_thread(self.game.scene) if self.is_large else self.game.scene()
        options = {name: kind.options[name].write(value) for name, value in self.game.options.items()}
        return State(
            version=self.version,
            id=self.id,
            kind=kind.id,
            options=options,
            seats=self.match.party.texts,
            columns=columns,
            rows=rows,
            cells=scene.cells,
            moves=tuple(self.moves),
            view=self.view(),
            owner=self.saved.owner,
            listed=self.saved.listed,
            alias=self.saved.alias,
            clock=self.match.terms.clock,
            rated=self.match.terms.rated,
        )

    def view(self) -> View:
        """All but the cells and the moves."""
        match, table, game = self.match, self.match.table, self.game
        waits = table.waits and not match.vacant
        pointing = self.move_input if waits else None
        over = match.is_over
        return View(
            turn=None if over else table.player,
            waits=waits,
            count=game.kind.rules.players(game.constants),
            players=presenter.players(match.party, match.people),
            panels=panels(game.kind, game.constants, game.row),
            words=pointing.words if pointing else (),
            leads=tuple(word for word in pointing.words if not pointing.means((word,))) if pointing else (),
            paths=pointing.paths if pointing else (),
            can_undo=match.can_take_back(match.left_after_undo()),
            can_redo=table.can_redo,
            begun=match.notes.begun,
            paused=match.notes.paused,
            laying=self.may_lay,
            setting=match.party.is_away,
            getting_ready=self.getting_ready,
            ending=presenter.ending(table),
            place=self._place if over and not match.notes.entered else None,
            vacant=match.vacant,
            clocks=match.clocks(moment()),
            running=match.running,
            offers=match.notes.offers,
            next=match.notes.next,
        )

    @property
    def move_input(self) -> MoveInput:
        """What can be pointed at now."""
        if self._move_input is None or self._went_on:
            self._move_input, self._went_on = move_input(self.game, self._move_input), False
        return self._move_input

    @property
    def may_lay(self) -> bool:
        """Whether things can be laid on cells now."""
        game = self.game
        return hasattr(game.kind.board, "lay") and game.origin is None and not game.moves and not self.match.is_over

    def _tell(self, event: Moved | Changed | State) -> None:
        line = encoder.encode(event)
        self._events.append(line)
        self._send(line)

    def _send(self, line: bytes) -> None:
        for watcher in tuple(self.watchers):
            watcher.send(line)

    def missed(self, after: int) -> list[bytes] | None:
        """The events after a version; None if they are not all known."""
        count = self.version - after
        return [*self._events][len(self._events) - count :] if 0 <= count <= len(self._events) else None

    def tell_thinking(self) -> None:
        self._send(encoder.encode(Thinking(self.match.table.player)))

    def tell_ready(self, getting_ready: bool) -> None:
        """Whether what the computers need has to be compiled first."""
        self.getting_ready = getting_ready
        self._send(encoder.encode(Ready(getting_ready)))

    # What happens

    async def happen(self, *happenings: what.Any) -> None:
        """Write down what happens next, and tell it. If that is impossible, or others were quicker, nothing happens."""
        await self.settle()
        if await self.end_late():
            raise IllegalMove("the time has run out")
        await self._happen(*happenings)

    async def end_late(self) -> bool:
        """End the game if somebody has run out of time."""
        late = self.match.late(moment())
        if late is not None:
            await self._happen(what.Ended("time", late))
        return late is not None

    async def _happen(self, *happenings: what.Any) -> None:
        now = max(moment(), self.at)
        entries = [Entry(self.version + i, now, what.write(each)) for i, each in enumerate(happenings, 1)]
        try:
            effects = [self._let(entry) for entry in entries]
            change = self._change(entries)
            written = await self._append(change)
        except BaseException:
            self._restore()
            raise
        if not written:
            self._restore()
            await self.catch_up()
            raise IllegalMove(LATE)
        self.mine, self._written = True, self.version
        metrics.moves.inc(sum(effect.made is not None for effect in effects))
        if change.record is not None:
            self._rewritten(change, change.record)
        with suppress(StoreError):
            await self.look_up_place()
            await self.rate()
        for entry, effect in zip(entries, effects, strict=True):
            await self._tell_effect(entry, effect)

    async def _append(self, change: Change) -> bool:
        self.doubt()
        written = await self.store.append(change)
        self._unsure = False
        return written

    def _let(self, entry: Entry) -> Effect:
        """Let an entry happen in memory."""
        effect = self.match.let(what.read(entry.body), entry.at)
        self._since.append(entry)
        self.version, self.at, self._went_on = entry.number, entry.at, True
        return effect

    def _change(self, entries: Sequence[Entry]) -> Change:
        match, over = self.match, self.match.is_over
        anew = not match.party.is_away and (over or len(self._since) >= WRITTEN)
        happenings = [what.read(entry.body) for entry in entries]
        return Change(
            game=self.id,
            after=entries[0].number - 1,
            at=entries[0].at,
            bodies=tuple(entry.body for entry in entries),
            seats=match.party.texts,
            title=presenter.describe(match.party, match.people),
            finished=over,
            vacant=match.vacant,
            record=self.record() if anew else None,
            notes=match.to_write().write() if anew else None,
            places={each.player: each.person for each in happenings if isinstance(each, what.Seated)},
        )

    def record(self) -> str:
        """The game as text."""
        names = (self.game.kind.board.player(self.game.constants, made.player) for made in self.moves)
        return record.write(self.game, names)

    def _rewritten(self, change: Change, text: str) -> None:
        """All that has happened stands in the record now."""
        notes = change.notes or ""
        self.saved = self.saved._replace(record=text, notes=notes, base=change.version, seats=change.seats)
        self._since.clear()

    def _restore(self) -> None:
        """Let the game be again as it was written down, whatever has happened in memory."""
        self._lay_anew([entry for entry in self._since if entry.number <= self._written])

    def _lay_anew(self, since: Sequence[Entry]) -> None:
        self.match.table.close()
        self.match, self._since, self._move_input = self._lay(record.parse(self.saved.record)), [], None
        self.version = self.saved.base
        for entry in since:
            self._let(entry)

    def doubt(self) -> None:
        """More may be written down than is known here: look before anything else happens."""
        self._unsure = True

    async def settle(self) -> None:
        """See that all is known that is written down, where something went wrong before."""
        if self._unsure:
            await self.catch_up()

    async def catch_up(self) -> None:
        """Let happen here, and tell, what others have written down."""
        saved = await self.store.saved_game(self.id)
        if saved.base > self.version:
            # Not entry by entry: it was written anew, or replaced by somebody who plays it elsewhere
            await self._load_anew(saved)
        else:
            for entry in await self.store.entries(self.id, self.version):
                effect = self._let(entry)
                self._written, self.mine = entry.number, not self.store.is_shared
                await self.look_up_place()
                await self._tell_effect(entry, effect)
        self.saved = self.saved._replace(alias=saved.alias, listed=saved.listed)
        self._unsure = False

    async def _load_anew(self, saved: SavedGame) -> None:
        self.saved, self.mine = saved, not self.store.is_shared
        entries = await self.store.entries(saved.id, saved.base)
        await asyncio.to_thread(lambda: self._lay_anew(entries))
        self._written = self.version
        self._events.clear()
        await self.look_up_place()
        self._send(encoder.encode(await self.state()))

    async def _tell_effect(self, entry: Entry, effect: Effect) -> None:
        """Tell what came of an entry; those of moves with how they unfold."""
        kind, constants = self.game.kind, self.game.constants
        if effect.made and effect.move:
            before, number, after = effect.before, effect.move.number, self.game.row
            if self.is_large or kind.unfolds:
                frames = await asyncio.to_thread(lambda: film(kind, constants, before, number, after))
            else:
                frames = film(kind, constants, before, number, after)
            self._tell(Moved(entry.number, len(self.moves), effect.made, frames, self.view()))
            return
        if effect.anew:
            self._tell(await self.state())
            return
        if effect.cells is not None:
            cells = different(effect.cells, self.game.scene().cells)
        else:
            cells = changed(kind, constants, effect.before, self.game.row)
        self._tell(Changed(entry.number, len(self.moves), cells, self.view()))

    # Points

    async def rate(self) -> None:
        """Let a finished game of people count, if it was to; the store sees to it that it does so once."""
        match = self.match
        counts = match.terms.rated and match.is_over and self.moves
        if counts and (places := presenter.ranks(match.table, match.people)):
            await self.store.people.rate(self.id, self.game.kind.id, places)

    async def look_up_place(self) -> None:
        """See which place in its table a finished game would take; without a point, none."""
        game = self.game
        if not has_table(game) or not self.match.is_over:
            self._place = None
        elif self._place is None and not barred(game):
            points = game.kind.rules.score(game.constants, game.row, 0)
            self._place = await self.store.place_of(table_of(game), points) if points > 0 else None

    async def enter(self, name: str) -> int | None:
        """Put a finished game into its table of high scores; its place."""
        if not has_table(self.game):
            raise IllegalMove("this game is not played for points")
        if not self.match.is_over:
            raise IllegalMove("the game is not over yet")
        if reason := barred(self.game):
            raise IllegalMove(reason)
        if self.match.notes.entered:
            raise IllegalMove("this game is in the table already")
        # Noted first: of two who ask at once, one alone comes as far as the table
        await self.happen(what.Entered())
        points, extra, text = points_of(self.game)
        return await self.store.enter(table_of(self.game), Score(name, points, extra, text))

    def close(self) -> None:
        """Everybody leaves, those too who were away while moves were set."""
        if self.match.party.is_away:
            self.match.party.come_back()
        self.match.table.close()
