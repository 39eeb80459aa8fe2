"""A match: a game on the server with all that has happened in it. Nothing changes it but what happens."""

from collections.abc import Callable
from typing import Any, NamedTuple

from msgspec.structs import replace

from ...contract.row import Row
from ...contract.scene import Cell
from ...protocol.messages import Made
from .. import record
from ..game import Game
from ..move import Move
from . import events as what
from . import presenter
from .clock import told as clocks_told
from .positions import Past
from .seats import SHOWN, Party
from .state import Notes, Sitter, Terms
from .table import HUMAN, VACANT, Table

ENDINGS = {  # what is said of somebody through whom a game ended
    "resigned": "{} has given up",
    "time": "{} has run out of time",
    "left": "{} has left",
}
DRAWN = "both sides agreed on a draw"


class Effect(NamedTuple):
    """What came of something that happened: how it was before, and the move if it was one."""

    before: Row
    cells: tuple[Cell, ...] | None = None  # of another board than now
    move: Move | None = None
    made: Made | None = None
    anew: bool = False  # whether all of the game is another one


class Match:
    """A table with people from anywhere, their clocks and their offers."""

    def __init__(self, game: Game, seats: tuple[str, ...], notes: Notes, terms: Terms) -> None:
        self.terms = terms
        self.notes = notes
        self._moment = 0  # of what happens
        self.table = Table(game)
        self.party = Party(self.table, seats)
        self.past = Past(game)
        if notes.ended:
            self._end(notes.ended, notes.by)
        self.party.seat_next()
        self._lets: dict[type[what.Happening], Callable[[Any], Effect | None]] = {
            what.Played: self._played,
            what.Undone: self._undone,
            what.Ended: self._ended,
            what.Seated: self._seated,
            what.Presence: self._presence,
            what.Paused: lambda on: self._note(paused=on.on),
            what.Begun: self._begun,
            what.Arranged: self._arranged,
            what.Laid: self._laid,
            what.Setting: self._setting,
            what.Seeded: lambda seeded: self._note(seed=seeded.number),
            what.Helped: self._helped,
            what.Entered: lambda _: self._note(entered=True),
            what.Offered: self._offered,
            what.Declined: self._declined,
            what.Followed: lambda followed: self._note(next=followed.game, offers={}),
        }

    @property
    def game(self) -> Game:
        return self.table.game

    @property
    def is_over(self) -> bool:
        return self.table.outcome() is not None

    @property
    def vacant(self) -> int:
        """Seats that wait for somebody."""
        return sum(text == VACANT.name for text in self.party.texts)

    @property
    def people(self) -> dict[int, Sitter]:
        """Those from elsewhere, by the number of their player."""
        return self.notes.people

    def to_write(self) -> Notes:
        """The notes with all that a record does not tell."""
        return replace(self.notes, seats=self.party.texts)

    # Clocks

    @property
    def running(self) -> int | None:
        """The player whose clock runs."""
        goes_on = self.terms.clock and self.notes.begun and not self.vacant and not self.party.is_away
        return self.table.player if goes_on and self.table.waits else None

    def late(self, moment: int) -> int | None:
        """The player who has run out of time."""
        running, clock = self.running, self.terms.clock
        if running is None or clock is None:
            return None
        return running if self.notes.hands.at(clock, running, moment).of(clock, running) <= 0 else None

    def clocks(self, moment: int) -> dict[int, int]:
        """The milliseconds that everybody has; nothing without clocks."""
        if not (clock := self.terms.clock):
            return {}
        hands = self.notes.hands.at(clock, self.running, moment)
        return dict(clocks_told(hands, clock, min(SHOWN + 2, self.game.kind.rules.players(self.game.constants))))

    # What happens

    def let(self, happening: what.Any, moment: int) -> Effect:
        """Let something happen."""
        self._moment = moment
        running, before = self.running, self.game.row[:]
        if clock := self.terms.clock:
            self._note(hands=self.notes.hands.at(clock, running, moment))
        effect = self._lets[type(happening)](happening) or Effect(before)
        if clock and isinstance(happening, what.Played) and running is not None:
            self._note(hands=self.notes.hands.given(clock, running))
        self.party.seat_next()
        return effect

    def _note(self, **notes: Any) -> None:
        self.notes = replace(self.notes, **notes)

    def _played(self, played: what.Played) -> Effect:
        game, before = self.game, self.game.row[:]
        move = self.table.again[0] if played.again else game.parse(played.move)
        made = presenter.made(game, move)
        if played.again:
            self.table.redo_move()
        else:
            self.table.play(move)
        self.past.add(made, game.row)
        self._note(offers={})
        return Effect(before, move=move, made=made)

    def _undone(self, undone: what.Undone) -> None:
        self.table.take_back(undone.left)
        self.past.cut(undone.left)
        # Those who only watch want to see what they went back to
        paused = self.notes.paused or not self.party.has_people
        self._note(ended="", by=-1, paused=paused, offers={})

    def _ended(self, ended: what.Ended) -> None:
        self._end(ended.how, ended.player)
        self._note(ended=ended.how, by=ended.player, offers={})

    def _end(self, how: str, player: int) -> None:
        if how in ENDINGS:
            self.table.give_up(player, ENDINGS[how].format(presenter.player_title(self.game, player)))
        else:
            self.table.agree_on_draw(DRAWN)

    def _seated(self, seated: what.Seated) -> None:
        self.party.change(seated.player, seated.who)
        people = {number: who for number, who in self.people.items() if number != seated.player}
        if seated.person:
            people[seated.player] = Sitter(seated.person, seated.name)
        self._note(people=people)

    def _presence(self, presence: what.Presence) -> None:
        people = self.people.items()
        self._note(
            people={
                number: replace(who, here=presence.here, since=self._moment) if who.id == presence.person else who
                for number, who in people
            }
        )

    def _begun(self, begun: what.Begun) -> None:
        if self.party.is_away:
            self.party.come_back()
        self._note(begun=True, paused=False)

    def _arranged(self, arranged: what.Arranged) -> Effect:
        before = self.game.row[:]
        self.table.replace(record.parse(arranged.record))
        self.past = Past(self.game)
        return Effect(before, anew=True)

    def _laid(self, laid: what.Laid) -> Effect:
        game = self.game
        before, cells = game.row[:], tuple(game.scene().cells)
        options = game.kind.lay(game.options, laid.name)
        self.table.replace(Game(game.kind, **options))
        self.past = Past(self.game)
        return Effect(before, cells=cells)

    def _setting(self, setting: what.Setting) -> None:
        if setting.on:
            self.party.go_away()
        else:
            self.party.come_back()

    def _helped(self, helped: what.Helped) -> None:
        self.game.helped = True

    def _offered(self, offered: what.Offered) -> None:
        sides = self.notes.offers.get(offered.offer, ())
        self._note(offers=self.notes.offers | {offered.offer: (*sides, offered.player)})

    def _declined(self, declined: what.Declined) -> None:
        self._note(offers={offer: who for offer, who in self.notes.offers.items() if offer != declined.offer})

    def left_after_undo(self) -> int:
        """How many moves are left when they are taken back as far as a person's last turn."""
        moves = self.past.moves
        if self.notes.ended:
            return len(moves)
        if not self.party.has_people:
            return len(moves) - 1
        turns = (ply for ply in reversed(range(len(moves))) if self.party.whose(moves[ply].player) is HUMAN)
        return next(turns, -1)

    def can_take_back(self, left: int) -> bool:
        """Whether the rules let moves be taken back so far."""
        if not 0 <= left <= len(self.past.moves) or (left == len(self.past.moves) and not self.notes.ended):
            return False
        chapter, game = self.game.kind.chapter, self.game
        if not game.kind.has_chapters:
            return True
        return chapter(game.constants, self.past.row_after(game, left)) == chapter(game.constants, game.row)
