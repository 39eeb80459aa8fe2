"""What can be asked about a match: who moves, how it ended, what the clocks show, and what an undo would leave."""

from collections.abc import Collection

from ...contract.errors import IllegalMove
from .. import high_scores
from ..game import Game
from ..move import Move
from ..move_input import MoveInput, move_input
from ..opponents.opponent import HUMAN, Opponent
from ..outcome import Outcome
from .seats import SHOWN, Seats
from .state import MatchState, SeatedPerson, Terms

NO_MOVE = "there is no move to take back"
NO_UNDO = "this is your try at the deal of the day, in which no move is taken back"
SEEN = "no move is taken back where players see different things: what was seen stays seen"
OTHER_LEVEL = "moves can be taken back only as far as this level began"


class MatchFacts:
    """The questions that a match answers. None of them changes it."""

    game: Game
    seats: Seats
    state: MatchState
    terms: Terms
    movers: list[int]  # the player of each move
    _undone: list[list[Move]]  # batches of moves taken back, the last one last, each in that order
    _input: MoveInput | None = None
    _input_is_old = False

    # Who moves

    @property
    def player(self) -> int:
        """The number of the player to move."""
        return self.game.kind.rules.turn(self.game.constants, self.game.row)

    @property
    def to_move(self) -> Opponent | None:
        """Who has to move now; None when the game is over."""
        return None if self.is_over else self.seats[self.player]

    @property
    def awaits_person(self) -> bool:
        """Whether a person has to move now."""
        return self.to_move is HUMAN

    @property
    def forced_pass(self) -> Move | None:
        """The only legal move, if it is a word such as a pass."""
        found = self.move_input
        if self.is_over or found.paths is None or len(found.paths) > 1:
            return None
        return next((move for word in found.words if (move := found.means((word,)))), None)

    @property
    def people(self) -> dict[int, SeatedPerson]:
        """The users in seats, by player."""
        return self.state.people

    @property
    def move_input(self) -> MoveInput:
        """What users can point at now."""
        if self._input is None or self._input_is_old:
            self._input, self._input_is_old = move_input(self.game, self._input), False
        return self._input

    # How it ended

    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        return self.game.outcome()

    @property
    def is_over(self) -> bool:
        return self.outcome() is not None

    def won(self, player: int) -> bool:
        """Whether a player has won, alone or with others."""
        outcome, game = self.outcome(), self.game
        if outcome is None:
            return False
        if game.early_end:
            return game.kind.board.player(game.constants, player) == outcome.winner
        return game.kind.rules.share(game.constants, game.row, player) > 0

    def leads(self, player: int) -> bool:
        """Whether a player has points, and no other player has more."""
        kind, constants, row = self.game.kind, self.game.constants, self.game.row
        points = [kind.rules.score(constants, row, number) for number in range(min(self.seats.players, len(row)))]
        return 0 < points[player] == max(points)

    # Points

    @property
    def barred(self) -> str:
        """Why the score cannot be entered into the table of high scores; empty if it can."""
        return high_scores.barred(self.game) or (high_scores.BROUGHT if self.state.brought else "")

    @property
    def is_for_points(self) -> bool:
        """Whether the score can be entered, now or when the game is over."""
        is_entered = self.state.entered or (self.terms.daily and self.is_over)
        return high_scores.has_table(self.game) and not self.barred and not is_entered

    # Clocks

    @property
    def is_slow(self) -> bool:
        """Whether players have days for a move, so that they need not be there at the same time."""
        return self.terms.clock is not None and self.terms.clock.days > 0

    @property
    def running(self) -> int | None:
        """The player whose clock runs."""
        waits = not self.state.begun or self.seats.vacant or self.seats.is_suspended
        return self.player if self.terms.clock and not waits and self.awaits_person else None

    def out_of_time(self, now: int) -> int | None:
        """The player whose time has run out."""
        running, clock = self.running, self.terms.clock
        if running is None or clock is None:
            return None
        return running if self.state.hands.at(clock, running, now).of(clock, running) <= 0 else None

    def clocks(self, now: int) -> dict[int, int]:
        """The milliseconds left to each player; empty without clocks."""
        if not (clock := self.terms.clock):
            return {}
        state = self.state.hands.at(clock, self.running, now)
        return state.shown(clock, min(SHOWN + 2, self.seats.players))

    # Undo and redo

    def undo_target(self) -> int:
        """How many moves an undo leaves: it goes back to a person's last turn. IllegalMove if it cannot."""
        if self.terms.daily:
            raise IllegalMove(NO_UNDO)
        if self.game.kind.hides:
            raise IllegalMove(SEEN)
        count = len(self.movers)
        if self.game.early_end:
            return count
        left = count - 1
        if self.seats.has_people:
            left = next((ply for ply in reversed(range(count)) if self.seats[self.movers[ply]] is HUMAN), -1)
        return self._checked_target(left)

    def takeback_target(self, players: Collection[int]) -> int:
        """How many moves a takeback leaves: these players get back to their last turn. IllegalMove if they cannot."""
        left = next((ply for ply in reversed(range(len(self.movers))) if self.movers[ply] in players), -1)
        return self._checked_target(left)

    def _checked_target(self, left: int) -> int:
        """The number of moves that are left, if the moves after them can be taken back."""
        if left < 0:
            raise IllegalMove(NO_MOVE)
        if self.game.kind.hides:
            raise IllegalMove(SEEN)
        game, chapter = self.game, self.game.kind.chapter
        same = not game.kind.has_chapters or (
            chapter(game.constants, game.row_after(left)) == chapter(game.constants, game.row)
        )
        if not same:
            raise IllegalMove(OTHER_LEVEL)
        return left

    @property
    def can_undo(self) -> bool:
        try:
            self.undo_target()
        except IllegalMove:
            return False
        return True

    @property
    def redo_moves(self) -> tuple[Move, ...]:
        """The moves that `redo` makes, in order."""
        return tuple(reversed(self._undone[-1])) if self._undone and not self.game.early_end else ()

    @property
    def has_undone(self) -> bool:
        """Whether `redo` makes moves, now or when a resignation is taken back."""
        return bool(self._undone)

    @property
    def is_set_up(self) -> bool:
        """Whether the match is being set up: it has not begun, or a person moves for all players."""
        return not self.state.begun or self.seats.is_suspended

    @property
    def may_lay(self) -> bool:
        """Whether cells can be changed now, which sets a game up."""
        game = self.game
        return game.kind.can_lay and game.origin is None and not game.moves and not self.is_over
