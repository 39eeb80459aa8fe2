"""One conversation in line mode: setting a game up, playing it, and taking moves back."""

from typing import Any

from ..contract.bits import mix
from ..contract.errors import BadNotation, BadOption, IllegalMove
from ..contract.options import Option
from ..contract.quotation import quoted
from ..play.game import Game
from ..play.match.match import Match
from ..play.match.sight import HIDDEN, is_hidden
from ..play.match.state import Terms
from ..play.move import Move
from ..play.opponents.computer import Computer
from ..play.opponents.opponent import HUMAN, Forfeit
from . import phrases
from .network import news, sync
from .session_state import SessionState
from .state import State

FOREVER = 1 << 62  # moves of the computer


class Session(SessionState):
    """What the user can do with the game. A LudariumError says what is wrong; then nothing has changed."""

    ADVICE = " (help lists the commands)"  # behind what is wrong with a text that is no move

    # Set-up

    def choose(self, option: Option, text: str) -> None:
        """Set an option of the game."""
        sync.require_host(self)
        self.require_fresh(option.name)
        if not text:
            raise BadOption(f"{option.name} needs a value: {option.takes()}")
        game = self.match.game
        value = option.joined(game.options[option.name], _checked(option, text))
        options = {**game.options, option.name: value}
        self._replace(Game(self.kind, **options))

    def require_fresh(self, what: str) -> None:
        """Refuse what can only be chosen for a game without moves."""
        if self.state is not State.SETUP:
            raise IllegalMove(self.state.refuses(what, (State.SETUP,)))
        if len(self.match.game.moves) or self.match.game.origin is not None:
            raise IllegalMove(f"{what} comes before the first move; clear begins anew")

    def load(self, game: Game) -> None:
        """Set a recorded game up."""
        sync.require_host(self)
        if self.state is not State.SETUP:
            raise IllegalMove(f"a record is loaded before the game; {self.state.way_out}")
        self._replace(game)

    def _replace(self, game: Game) -> None:
        if self.me >= len(self.names(game)):
            raise BadOption(f"there would be no {self.players[self.me]} to play; choose another color first")
        self.match.replace(game)

    def lay(self, name: str) -> None:
        """Lay something on a cell by the pattern of the game, in addition to what is there."""
        self.require_fresh("block")
        options = self.match.game.options
        laid = self.kind.lay(dict(options), name)
        self._replace(Game(self.kind, **{key: self.kind.options[key].joined(options[key], laid[key]) for key in laid}))

    def choose_player(self, name: str) -> int:
        """The number of the player of this name; capitals make no difference."""
        names = [player.lower() for player in self.players]
        if name.lower() not in names:
            raise BadOption(f"there is no player {quoted(name)}; there are {' and '.join(self.players)}")
        return names.index(name.lower())

    def seat(self, player: int, *, person: bool) -> None:
        """Let a person at this line mode play for a player, or a computer."""
        people = self.beside | (set() if self.auto else {self.me})
        people = people | {player} if person else people - {player}
        self.auto = 0 if people else FOREVER
        if people and self.me not in people:
            self.me = min(people)
        self.beside = people - {self.me}

    def set_seed(self, seed: int) -> None:
        """Make the random choices of the game and of the computer repeatable."""
        if "seed" in self.kind.options:
            self.choose(self.kind.options["seed"], str(seed))
        self.seed, self.games = seed, 0

    def clear(self) -> None:
        """Leave the game, if there is one, and set a new one up. Colour, level and seed stay."""
        self.close()
        self.games += 1
        options: dict[str, Any] = {}
        if self.seed is not None and "seed" in self.kind.options:
            options["seed"] = mix(self.seed, self.games) >> 1
        self.state, self.auto, self.entered, self.warned = State.SETUP, 0, False, False
        self.beside.clear()
        self.match = self.new_match(Game(self.kind, **options))

    def close(self) -> None:
        """Leave the game and close the opponents. Leaving a remote game before its end resigns it."""
        if self.remote:
            sync.leave(self.remote)
            self.remote = None
            self.follow_anew()
        self.match.close()

    # Play

    def start(self) -> None:
        """Begin the game, with the player who is to move now."""
        if self.remote:
            sync.start(self, self.remote)
        self.state = State.PLAYING
        self.assign_seats()
        if not self.match.is_over:
            goes = "goes on" if self.match.game.moves else "begins"
            self.note(f"The game {goes}; {self.match.game.turn} is to move.")
        self.go_on()

    def begin_with(self, game: Game, terms: Terms | None) -> Match:
        """Play a game that is not set up here, from where it stands."""
        self.match.close()
        self.match = self.new_match(game, terms)
        self.start()
        return self.match

    def attend(self) -> None:
        """Carry out and print what has happened in a remote game."""
        if self.remote:
            news.receive(self, self.remote)
            if self.state is State.PLAYING:
                self.go_on()

    def has_news(self) -> bool:
        """Whether `attend` may have something to print."""
        return self.remote is not None and news.has_news(self, self.remote)

    def move(self, text: str) -> None:
        """Make a move: for the user, or in set-up for the player whose turn it is."""
        if self.state is State.FINISHED:
            raise IllegalMove(f"the game is over; {self.state.way_out}")
        sync.require_host(self)
        player = self.match.player
        try:
            move = self.match.game.parse(text)
            if self.state is State.PLAYING and self.is_elsewhere:
                raise IllegalMove(f"it is not your turn; {self.match.game.turn} is to move")
            if self.state is State.SETUP:
                self.note(f"{phrases.moved(self.match.game.turn, str(move))} This is set-up; start begins the game.")
            news = self._make(move, text)
        except BadNotation as error:
            raise BadNotation(f"{error}{self.ADVICE}") from None
        except IllegalMove:
            if text in phrases.PASSES and not self.match.outcome():
                raise IllegalMove(f"{self.match.game.turn} cannot pass while there is a move to make") from None
            raise
        self.tell(news)
        if self.state is State.PLAYING:
            self.go_on()
            self.pass_device(player)

    def _make(self, move: Move, text: str) -> str:
        """Make a move, in a remote game after the server has accepted it; returns what it has brought."""
        if self.remote and self.state is State.PLAYING:
            sync.send_move(self, self.remote, text, self.attend)
        return self.play(move)

    def go_on(self) -> None:
        """Let opponents move until it is the user's turn, or until the game is over."""
        if self.terminal and self.match.seats.opponents:
            self.computer_thread.get_ready(self.match.game)
        with self.computer_thread.interruptible():
            while self.match.to_move not in (None, HUMAN) and not self.is_elsewhere:
                self._make_opponent_move()
        self.finish()

    def _make_opponent_move(self) -> None:
        """Make one move of an opponent. Ctrl-C ends its search; where only computers play, the user plays on."""
        name, mine = self.match.game.turn, self.match.player == self.me
        compiled = isinstance(self.match.to_move, Computer)
        try:
            chosen, interrupted = self.computer_thread.run(self.match.choose, compiled=compiled)
        except Forfeit as error:
            self.match.give_up(self.match.player, str(error))
            return
        before, player = self.match.game.snapshot(), self.match.player
        news = self._make(chosen, str(chosen))
        is_secret = is_hidden(self.match.game, before, player, chosen.number, self.viewer)
        self.say(phrases.moved(name, HIDDEN if is_secret else str(chosen)))
        self.tell(news)
        if mine:
            self.auto -= 1
        if self.auto and interrupted and not self.match.outcome():
            self.say("The computer has stopped; you play on.")
            self.auto = 0
        if not self.auto and self.match.seats[self.me] is not HUMAN:
            self.match.assign(self.me, HUMAN)

    def hint(self) -> str:
        """What the computer would play."""
        if self.terminal:
            self.computer_thread.get_ready(self.match.game)
        with self.computer_thread.interruptible():
            return str(self.computer_thread.run(self.match.hint, soon=True)[0])

    def undo(self) -> int:
        """Take moves back until it is the user's turn; returns how many."""
        sync.require_host(self)
        if self.entered:
            raise IllegalMove(f"the score is entered, and stays as it is; {self.state.way_out}")
        if self.auto and self.state is not State.SETUP:
            raise IllegalMove(f"the computer has played this game alone; {self.state.way_out}")
        count = self.match.undo()
        if self.state is State.FINISHED:
            self.state = State.PLAYING
        return count


def _checked(option: Option, text: str) -> Any:
    """The value that a text means to an option; capitals make no difference unless the option says so."""
    try:
        return option.check(text)
    except BadOption:
        try:
            return option.check(text.lower())
        except BadOption:
            pass
        raise
