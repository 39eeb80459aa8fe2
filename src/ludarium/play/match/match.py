"""A match: one game in progress, with its seats, clocks and offers. It is the only thing that changes a game.

Hot seat, line mode, full screen and server all use it. A match knows no transport and no store: `apply` carries out
an event, and replaying the events of a match gives the same match again. What users of a server may do is decided in
`commands.py` and `offers.py`, which answer with events.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from ...contract.errors import IllegalMove
from ...contract.row import Row
from ...contract.scene import Cell
from ...engine.search.cancel import CancelToken
from ...engine.search.patience import Patience
from .. import record
from ..game import Game
from ..judging.analysis import Limit
from ..move import Move
from ..opponents.engine_player import EnginePlayer
from ..opponents.opponent import HUMAN, Opponent
from . import events
from .match_facts import MatchFacts
from .seats import Seats
from .state import MatchState, SeatedPerson, Terms

HINT = Limit(seconds=1.0)
ENDINGS = {  # how a player ended the game, and the reason that is shown
    "resigned": "{} has given up",
    "time": "{} has run out of time",
    "left": "{} has left",
}
DRAWN = "both sides agreed on a draw"
OVER = "the game is over already"


class Effect(NamedTuple):
    """What an event changed: the position before it, and the move if it was one."""

    before: Row
    move: Move | None = None
    player: int = -1  # who made the move
    cells: tuple[Cell, ...] | None = None  # the cells before, if the board itself is another one now
    replaced: bool = False  # whether the game was replaced as a whole


class Match(MatchFacts):
    """One game in progress. `listeners` are called after every change.

    Opponents may choose in another thread: call `choose` there and `play` here. A match is changed in one thread only.
    """

    def __init__(
        self,
        game: Game,
        seats: Sequence[str] = (),
        *,
        opponents: Mapping[int, Opponent] | None = None,
        adviser: Opponent | None = None,
        state: MatchState | None = None,
        terms: Terms | None = None,
        owner: str | None = None,
    ) -> None:
        self.game = game
        self.owner = owner  # the id of the user who hosts the match
        self.terms, self.state = terms or Terms(), state or MatchState()
        self.seats = Seats(game.kind, game.kind.rules.players(game.constants), seats, opponents)
        self.listeners: list[Callable[[], None]] = []
        self.movers = game.movers
        self._adviser = adviser or EnginePlayer(HINT, Patience.QUICK)
        self._undone = []
        self._hinted: tuple[list[int], Move] | None = None  # a position, and the hint that was given there
        if self.state.ended:
            game.early_end = None  # as its record says it; the state knows it better
            self._end_by(self.state.ended, self.state.by)

    @classmethod
    def replay(
        cls, text: str, seats: Sequence[str], state: MatchState, terms: Terms, log: Sequence[tuple[str, int]]
    ) -> "Match":
        """The match of a stored record and the events since then, each as its stored body and its time."""
        match = cls(record.parse(text), seats, state=state, terms=terms)
        for body, moment in log:
            match.apply(events.decode(body), moment)
        return match

    def choose(self, cancel: CancelToken | None = None) -> Move:
        """What the opponent to move plays, or Forfeit. The match does not change."""
        opponent = self.to_move
        if opponent is None or opponent is HUMAN:
            raise IllegalMove("there is no opponent to move now")
        return opponent.choose(self.game.copy(), cancel)

    def hint(self, cancel: CancelToken | None = None) -> Move:
        """A good move for the player to move, the same one again where it is asked for again. A game for one player
        remembers that it was helped."""
        if self.is_over:
            raise IllegalMove("the game is over; there is no move to look for")
        self._note_help()
        if not (self._hinted and self._hinted[0] == list(self.game.row)):
            move = self._adviser.choose(self.game.copy(), cancel)
            if cancel and cancel.cancelled:
                return move
            self._hinted = list(self.game.row), move
        return self._hinted[1]

    # The end

    def give_up(self, player: int, reason: str) -> None:
        """A player resigns or forfeits; of two players the other one wins."""
        self._give_up(player, reason)
        self._notify()

    def end(self, winner: str | None, reason: str) -> None:
        """End the game before its rules end it, as the remote match did that this one mirrors."""
        self.game.end(winner, reason)
        self._notify()

    # Local changes: for callers in the same process who need no permission

    def play(self, move: Move | str) -> Move:
        """Make a move for the player to move."""
        made = self.game.parse(move) if isinstance(move, str) else move
        self.apply(events.Played(str(made)), move=made)
        return made

    def undo(self) -> int:
        """Take moves back to a person's last turn; returns how many."""
        left, count = self.undo_target(), len(self.game.moves)
        self.apply(events.Undone(left))
        return count - left

    def redo(self) -> int:
        """Make again what the last undo took back; returns how many moves."""
        moves = self.redo_moves
        if not moves:
            raise IllegalMove("there is nothing to make again")
        for move in moves:
            self.apply(events.Played(str(move), again=True))
        return len(moves)

    def replace(self, game: Game) -> None:
        """Play another game in the same seats."""
        self._replace(game)
        self._set(brought=len(game.moves) > 0)
        self._notify()

    def rewind(self, left: int) -> None:
        """Take moves back until `left` remain, as the remote match did that this one mirrors."""
        self._rewind(left)
        self._notify()

    def assign(self, player: int, opponent: Opponent) -> None:
        """Give a seat to an opponent."""
        self.seats.assign(player, opponent)
        self._notify()

    # Events

    def apply(self, event: events.MatchEvent, now: int = 0, move: Move | None = None) -> Effect:
        """Carry an event out. `move` is the move of a Played event, if the caller has parsed it."""
        running, before = self.running, self.game.snapshot()
        if clock := self.terms.clock:
            self._set(hands=self.state.hands.at(clock, running, now))
        if isinstance(event, events.Played):
            effect = self._play(event, before, move)
            if clock and running is not None:
                self._set(hands=self.state.hands.after_move(clock, running))
        elif isinstance(event, events.Presence):
            self._note_presence(event, now)
            effect = Effect(before)
        else:
            effect = _APPLY[type(event)](self, event) or Effect(before)
        self._notify()
        return effect

    def _set(self, **fields: Any) -> None:
        self.state = replace(self.state, **fields)

    def _play(self, event: events.Played, before: Row, move: Move | None) -> Effect:
        if event.again:
            move = self._undone[-1].pop()
            if not self._undone[-1]:
                self._undone.pop()
        else:
            move = move or self.game.parse(event.move)
        player, by_person = self.player, self.awaits_person
        self.game.push(move)
        self.movers.append(player)
        if not event.again:
            self._undone.clear()
            if not by_person:
                self._note_help()
        self._set(offers={})
        return Effect(before, move, player)

    def _rewind(self, left: int) -> None:
        """Take moves back until `left` remain."""
        undone: list[Move] = []
        try:
            while len(self.game.moves) > left:
                undone.append(self.game.pop())
        except IllegalMove:
            for move in reversed(undone):
                self.game.push(move)
            raise
        if undone:
            self._undone.append(undone)
        del self.movers[left:]
        self.game.early_end = None

    def _undo(self, event: events.Undone) -> None:
        self._rewind(event.left)
        # Between computers, pause: the position would be gone at once
        self._set(ended="", by=-1, paused=self.state.paused or not self.seats.has_people, offers={})

    def _end(self, event: events.Ended) -> None:
        self._end_by(event.how, event.player)
        self._set(ended=event.how, by=event.player, offers={})

    def _end_by(self, how: str, player: int) -> None:
        if how in ENDINGS:
            self._give_up(player, ENDINGS[how].format(self.game.player_title(player)))
        elif self.is_over:
            raise IllegalMove(OVER)
        else:
            self.game.end(None, DRAWN)

    def _give_up(self, player: int, reason: str) -> None:
        if self.is_over:
            raise IllegalMove(OVER)
        two = self.seats.players == 2
        self.game.end(self.game.kind.board.player(self.game.constants, 1 - player) if two else None, reason)

    def _replace(self, game: Game) -> None:
        self.game, self.movers = game, game.movers
        self.seats.players = game.kind.rules.players(game.constants)
        self._undone.clear()

    def _change_seat(self, event: events.Seated) -> None:
        self.seats.change(event.player, event.who)
        people = {number: who for number, who in self.people.items() if number != event.player}
        if event.person:
            people[event.player] = SeatedPerson(event.person, event.name)
        self._set(people=people)

    def _note_presence(self, event: events.Presence, now: int) -> None:
        people = {
            number: replace(who, here=event.here, since=now) if who.id == event.person else who
            for number, who in self.people.items()
        }
        # An offer to a player who has left ends, unless players come when they like
        waits = event.here or self.is_slow
        self._set(
            people=people,
            offers={offer: who for offer, who in self.state.offers.items() if waits or offer != "rematch"},
        )

    def _begin(self, event: events.Begun) -> None:
        self.seats.suspend(False)
        self._set(begun=True, paused=False)

    def _arrange(self, event: events.Arranged) -> Effect:
        before = self.game.snapshot()
        self._replace(record.parse(event.record))
        self._set(brought=self.state.brought or len(self.game.moves) > 0)
        return Effect(before, replaced=True)

    def _lay(self, event: events.Laid) -> Effect:
        game = self.game
        before, cells = game.snapshot(), tuple(game.scene().cells)
        options = game.kind.lay(game.options, event.name)
        self._replace(Game(game.kind, **options))
        return Effect(before, cells=cells)

    def _mark_helped(self, event: events.Helped) -> None:
        self.game.helped = True

    def _offer(self, event: events.Offered) -> None:
        players = self.state.offers.get(event.offer, ())
        self._set(offers=self.state.offers | {event.offer: (*players, event.player)})

    def _decline(self, event: events.Declined) -> None:
        self._set(offers={offer: who for offer, who in self.state.offers.items() if offer != event.offer})

    def _note_help(self) -> None:
        """A score that a computer helped with is not the player's own."""
        self.game.helped = self.game.helped or self.seats.players == 1

    def _notify(self) -> None:
        self._input_is_old = True
        for listener in self.listeners:
            listener()

    def stored_state(self) -> MatchState:
        """The state with all that a record does not say."""
        return replace(self.state, seats=self.seats.texts)

    def close(self) -> None:
        """Close all opponents."""
        self.seats.close()
        self._adviser.close()


_APPLY: dict[type[events.Event], Callable[[Match, Any], Effect | None]] = {
    events.Undone: Match._undo,
    events.Ended: Match._end,
    events.Seated: Match._change_seat,
    events.Paused: lambda match, event: match._set(paused=event.on),
    events.Begun: Match._begin,
    events.Arranged: Match._arrange,
    events.Laid: Match._lay,
    events.Setting: lambda match, event: match.seats.suspend(event.on),
    events.Seeded: lambda match, event: match._set(seed=event.number),
    events.Helped: Match._mark_helped,
    events.Entered: lambda match, event: match._set(entered=True),
    events.Offered: Match._offer,
    events.Declined: Match._decline,
    events.Followed: lambda match, event: match._set(next=event.game, offers={}),
}
