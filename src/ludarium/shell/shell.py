"""One conversation in line mode: a table, who sits there, and what may be said when."""

from collections.abc import Callable
from typing import Any

from ..contract.bits import WORD, mix
from ..contract.errors import BadNotation, BadOption, IllegalMove, LudariumError
from ..contract.kind import Kind
from ..contract.options import Option
from ..play.game import Game
from ..play.match.match import Match
from ..play.move import Move
from ..play.opponents.computer import Computer
from ..play.opponents.opponent import HUMAN, AnswerNeeded, Forfeit, Opponent
from . import network, phrases
from .commands import COMMANDS, LEVEL, Command
from .computer_thread import Thinking
from .network_game import Connector, NetworkGame
from .script import Lines, text_of
from .state import State

HINT_LEVEL = 7  # of the computer that gives hints: one that does not slip, and counts positions and not seconds


class Shell:
    """What is typed goes in line by line; what is said goes out by `say`, and what was wrong by `blame`.

    One that is confined reaches for nothing outside: its lines come from somebody who is not at this machine.
    """

    def __init__(
        self,
        kind: Kind,
        say: Callable[[str], None],
        blame: Callable[[str], None],
        *,
        terminal: bool = False,
        confined: bool = False,
        connector: Connector | None = None,
        computer: Callable[[int, int | None], Opponent] = Computer,
    ) -> None:
        self.kind, self.terminal, self._confined = kind, terminal, confined
        self.connector = connector
        self.afar: NetworkGame | None = None  # the game as others see it, if they do
        self.say, self._blame = say, blame
        self.lines = Lines(iter(()))
        self.state = State.SETUP
        self.me, self.level = 0, LEVEL.default
        self.auto = 0  # moves that the computer makes for the player from now on
        self.entered = False  # whether the game is in the high scores
        self.thinking = Thinking(kind, say)
        self._computer = computer
        self.seed: int | None = None
        self._games = 0  # since the seed was set
        self.match = self.lay(Game(kind))

    def run(self, lines: Lines) -> None:
        """Obey until `quit`, or until there are no more lines."""
        self.lines = lines
        while (line := self.lines.next()) is not None:
            try:
                if not self.hear(text_of(line)):
                    break
            except LudariumError as error:
                self._blame(phrases.plain(f"{self.lines.where}{error}"))

    def hear(self, text: str) -> bool:
        """Obey one line; False if it was the last. LudariumError says what is wrong with it, and all is as before."""
        if self.afar:
            network.see(self, self.afar)
        goes_on = self._obey(text)
        if self.afar and self.state is State.SETUP:
            network.arrange(self, self.afar)
        return goes_on

    def _obey(self, text: str) -> bool:
        word, rest = (*text.split(maxsplit=1), "", "")[:2]
        word = word.lower()
        command = next((command for command in self.commands() if command.word == word), None)
        if word in self.kind.options and (not command or (rest and not command.argument)):
            self.choose(self.kind.options[word], rest)
        elif command:
            if command.outside and self._confined:
                raise LudariumError(f"{word} cannot be used here: it reaches for what is outside this game")
            command.require(self.state, rest)
            return command.do(self, rest) is not False
        elif text:
            self.move(text)
        return True

    def commands(self) -> list[Command]:
        """The commands that there are in this game. Where an option has the name of one, a value tells them apart."""
        there = (command for command in COMMANDS if self.afar or not command.far)
        return [command for command in there if command.suits(self.match.game)]

    # The game and who plays it

    @property
    def players(self) -> list[str]:
        """The players' names."""
        return self._names(self.match.game)

    def choose(self, option: Option, text: str) -> None:
        """Set an option of the game."""
        self.require_fresh(option.name)
        if not text:
            raise BadOption(f"{option.name} needs a value: {option.takes()}")
        game = self.match.game
        value = option.joined(game.options[option.name], _checked(option, text))
        options = {**game.options, option.name: value}
        self._put(Game(self.kind, **options))

    def require_fresh(self, what: str) -> None:
        """Refuse what can only be chosen for a game without moves."""
        if self.state is not State.SETUP:
            raise IllegalMove(self.state.refuses(what, (State.SETUP,)))
        if len(self.match.game.moves) or self.match.game.origin is not None:
            raise IllegalMove(f"{what} comes before the first move; clear begins anew")

    def put(self, game: Game) -> None:
        """Set a game up as it was recorded."""
        if self.state is not State.SETUP:
            raise IllegalMove(f"a record is loaded before the game; {self.state.way_out}")
        self._put(game)

    def _put(self, game: Game) -> None:
        if self.me >= len(self._names(game)):
            raise BadOption(f"there would be no {self.players[self.me]} to play; choose another color first")
        self.match.replace(game)

    def set_seed(self, seed: int) -> None:
        """Let everything that chance decides come out the same again."""
        if "seed" in self.kind.options:
            self.choose(self.kind.options["seed"], str(seed))
        self.seed, self._games = seed, 0

    def clear(self) -> None:
        """Leave the game, if there is one, and set a new one up. Colour, level and seed stay."""
        self.close()
        self._games += 1
        options: dict[str, Any] = {}
        if self.seed is not None and "seed" in self.kind.options:
            options["seed"] = mix(self.seed, self._games) >> 1
        self.state, self.auto, self.entered = State.SETUP, 0, False
        self.match = self.lay(Game(self.kind, **options))

    def close(self) -> None:
        """Everybody leaves the table. Whoever leaves others in the middle of a game gives it up."""
        if self.afar:
            network.leave(self.afar)
            self.afar = None
        self.match.close()

    def start(self) -> None:
        """The game begins with the player who is to move now."""
        if self.afar:
            network.start(self, self.afar)
        self.state = State.PLAYING
        self.seat()
        self.go_on()

    def seat(self) -> None:
        """Computers of the present level take all seats but the player's, and that too if they shall play it; in a
        game with others, those sit in their own."""
        chance = None if self.seed is None else mix(self.seed & WORD, self._games)
        computer = self._computer(self.level, chance)
        for player in range(len(self.players)):
            if self.afar and player not in self.afar.my_players:
                self.match.assign(player, self.afar.opponent(player))
            elif player != self.me or self.auto:
                self.match.assign(player, computer)

    def move(self, text: str) -> None:
        """Make a move: for the player, or in set-up for whoever's turn it is."""
        if self.state is State.FINISHED:
            raise self._foreign(text) or IllegalMove(f"the game is over; {self.state.way_out}")
        try:
            move = self.match.game.parse(text)
            if self.afar and self.state is State.PLAYING and self.match.player not in self.afar.my_players:
                raise IllegalMove(f"it is not your turn; wait waits for {self.match.game.turn}")
            self._make(move)
        except BadNotation as error:
            raise self._foreign(text) or BadNotation(f"{error} (help lists the commands)") from None
        except IllegalMove:
            if text in phrases.PASSES and not self.match.outcome():
                raise IllegalMove(f"{self.match.game.turn} cannot pass while there is a move to make") from None
            raise
        if self.state is State.PLAYING:
            self.go_on()

    def _make(self, move: Move) -> Move:
        """Make a move, with others in a game after they know of it."""
        if self.afar and self.state is State.PLAYING:
            network.send(self, self.afar, move)
        return self.match.play(move)

    def _foreign(self, text: str) -> LudariumError | None:
        """What to say about a command that other games have and this one has not."""
        word = text.split()[0].lower()
        if any(command.word == word and command.far for command in COMMANDS):
            return IllegalMove(f"{word} is for games with somebody elsewhere; host or join begins one")
        if any(command.word == word for command in COMMANDS):
            return BadOption(f"{word} is no command of {self.kind.id}; manual lists those it has")
        return None

    def go_on(self) -> None:
        """Computers move until it is the player's turn, or until the game is over."""
        if self.terminal and self._any_computers:
            self.thinking.get_ready()
        with self.thinking.listening():
            while self.match.to_move not in (None, HUMAN):
                try:
                    self._let_move()
                except AnswerNeeded as error:
                    if self.afar and network.must_answer(self, self.afar, str(error)):
                        break
                except Forfeit as error:
                    network.end(self, str(error))
        self.finish()

    def finish(self) -> None:
        """Say how the game ended, if it has."""
        outcome = self.match.outcome()
        if outcome and self.state is State.PLAYING:
            self.state = State.FINISHED
            self.say(phrases.result(outcome))

    @property
    def _any_computers(self) -> bool:
        return bool(self.match.seats.opponents)

    def _let_move(self) -> None:
        """The computer makes one move. Where it plays alone, Ctrl-C ends that, and otherwise only its thought."""
        name, mine = self.match.game.turn, self.match.player == self.me
        chosen, hurried = self.thinking.wait_for(self.match.choose)
        self.say(phrases.moved(name, self._make(chosen)))
        if mine:
            self.auto -= 1
        if self.auto and hurried and not self.match.outcome():
            self.say("The computer has stopped; you play on.")
            self.auto = 0
        if not self.auto and self.match.seats[self.me] is not HUMAN:
            self.match.assign(self.me, HUMAN)

    def hint(self) -> str:
        """What the computer would play."""
        if self.terminal:
            self.thinking.get_ready()
        with self.thinking.listening():
            return str(self.thinking.wait_for(self.match.hint)[0])

    def undo(self) -> int:
        """Take moves back until it is the player's turn; returns how many."""
        if self.entered:
            raise IllegalMove(f"the score is entered, and stays as it is; {self.state.way_out}")
        if self.auto and self.state is not State.SETUP:
            raise IllegalMove(f"the computer has played this game alone; {self.state.way_out}")
        count = self.match.undo()
        if self.state is State.FINISHED:
            self.state = State.PLAYING
        return count

    def lay(self, game: Game) -> Match:
        """A table in set-up, where every seat is the person's who types."""
        return Match(game, adviser=self._computer(HINT_LEVEL, 0))

    def _names(self, game: Game) -> list[str]:
        constants = game.constants
        return [self.kind.board.player(constants, i) for i in range(self.kind.rules.players(constants))]


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
