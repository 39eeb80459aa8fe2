"""The state of one conversation in line mode: the match, the player's settings, and the remote game if there is one."""

from collections.abc import Callable
from typing import NamedTuple

from ..contract.bits import WORD, mix
from ..contract.kind import Kind
from ..contract.row import Row
from ..play.game import Game
from ..play.levels import DEFAULT_LEVEL
from ..play.match.match import Match
from ..play.match.sight import hides, local_viewer, passes_device, seen
from ..play.match.state import Terms
from ..play.move import Move
from ..play.opponents.computer import Computer
from ..play.opponents.opponent import Opponent
from ..play.opponents.registry import check_seat, seated
from . import phrases
from .computer_thread import ComputerThread
from .network.game import Connector, NetworkGame
from .script import Lines
from .state import State

HINT_LEVEL = 8  # the level that gives hints, without its mistakes; with a seed it counts positions, not seconds


COVER = 60  # empty lines, after which a terminal shows nothing of what was there


class Asked(NamedTuple):
    """An offer of the user, and how many moves had been made then."""

    offer: str
    moves: int


class Rival(NamedTuple):
    """Who plays against the user instead of computers of a level, and what makes this opponent from a seed."""

    name: str
    opponent: Callable[[int | None], Opponent]


class SessionState:
    """What the commands read and change. `say` prints a line for the user.

    `terminal` says whether a user types at a terminal; `connector` leads to remote games, if they can be played.
    `computer` makes the computer of a level from a seed.
    """

    def __init__(
        self,
        kind: Kind,
        say: Callable[[str], None],
        *,
        terminal: bool = False,
        connector: Connector | None = None,
        computer: Callable[[int, int | None], Opponent] = Computer,
    ) -> None:
        self.kind, self.terminal, self.say = kind, terminal, say
        self.connector = connector
        self.remote: NetworkGame | None = None  # the game on its server, if others take part
        self.follow_anew()
        self.lines = Lines(iter(()))
        self.state = State.SETUP
        self.me, self.level = 0, DEFAULT_LEVEL
        self.rival: Rival | None = None
        self.auto = 0  # moves that the computer still makes for the user
        self.beside = set[int]()  # other players whose moves are typed here as well
        self.entered = False  # whether the score is in the high scores
        self.warned = False  # whether the user knows that a hint bars the score
        self.computer_thread = ComputerThread(say)
        self._computer = computer
        self.seed: int | None = None
        self.games = 0  # games since the seed was set
        self.match = self.new_match(Game(kind))

    def note(self, text: str) -> None:
        """Say something that only a user at a terminal needs: programs read just the answers of the manual."""
        if self.terminal:
            self.say(text)

    def play(self, move: Move | str) -> str:
        """Make a move; returns what it has brought besides, in sentences."""
        game = self.match.game
        before = game.row[:]
        self.match.play(move)
        viewer = self.viewer
        return self.kind.news(game.constants, seen(game, before, viewer), seen(game, game.row, viewer))

    @property
    def viewer(self) -> int | None:
        """Through whose eyes the user sees the game; None if nothing is hidden."""
        if self.state is State.SETUP and hides(self.match):
            return self.me
        return local_viewer(self.match)

    @property
    def row(self) -> Row:
        """The position as the user sees it."""
        return seen(self.match.game, self.match.game.row, self.viewer)

    def pass_device(self, before: int) -> None:
        """Say that another person is to move at this device, out of sight of what the one before has read."""
        if self.state is State.PLAYING and self.match.player != before and passes_device(self.match, before):
            name = self.match.game.player_title(self.match.player)
            self.note("\n" * COVER)
            self.say(f"Pass the device to {name}; dump shows what {name} sees.")

    def tell(self, news: str) -> None:
        """Print what a move has brought, if that is anything."""
        if news:
            self.say(news)

    def new_match(self, game: Game, terms: Terms | None = None) -> Match:
        """A match in set-up: the user plays for everyone."""
        adviser = self._computer(HINT_LEVEL, 0)
        adviser.errs = False
        return Match(game, adviser=adviser, terms=terms)

    def follow_anew(self) -> None:
        """Forget what was said about a remote game."""
        self.seen = 0  # what the user knows of its changes
        self.connected = True  # what the user knows of its connection
        self.vacant = 0  # the free seats that the host knows of
        self.away, self.overdue = set[int](), set[int]()  # players whose absence, short and long, was told
        self.asked: Asked | None = None  # the offer of the user that has no answer yet

    @property
    def is_elsewhere(self) -> bool:
        """Whether a player elsewhere is to move."""
        return self.remote is not None and self.match.player not in self.remote.my_players

    def play_against(self, text: str) -> None:
        """Let an opponent have the seats of computers, as the text of a seat names it."""
        opponent = check_seat(text, self.kind)
        if isinstance(opponent, Computer):
            self.level, self.rival = opponent.level.number, None
        else:
            self.rival = Rival(opponent.name, lambda seed: seated(text, self.kind, seed))

    @property
    def manner(self) -> str:
        """How computers play, in words."""
        return f"as {self.rival.name}" if self.rival else f"at level {self.level}"

    def assign_seats(self) -> None:
        """Give computers of the present level, or the rival, all seats but the user's, and that one too for `auto`; in
        a remote game, the other players have their own seats."""
        seed = None if self.seed is None else mix(self.seed & WORD, self.games)
        computer = self.rival.opponent(seed) if self.rival else self._computer(self.level, seed)
        for player in range(len(self.players)):
            if self.remote and player not in self.remote.my_players:
                self.match.assign(player, self.remote.opponent(player))
            elif player not in self.beside and (player != self.me or self.auto):
                self.match.assign(player, computer)

    @property
    def players(self) -> list[str]:
        """The players' names."""
        return self.names(self.match.game)

    def names(self, game: Game) -> list[str]:
        """The players' names in a game of this kind."""
        constants = game.constants
        return [self.kind.board.player(constants, i) for i in range(self.kind.rules.players(constants))]

    def finish(self) -> None:
        """Print the result if the game has ended."""
        outcome = self.match.outcome()
        if outcome and self.state is State.PLAYING:
            self.state = State.FINISHED
            self.say(phrases.result(self.match, outcome))
