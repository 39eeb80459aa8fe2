"""Line mode: it reads commands line by line and carries them out."""

from collections.abc import Callable

from ..contract.errors import BadNotation, BadOption, IllegalMove, LudariumError
from ..contract.kind import Kind
from ..play.opponents.computer import Computer
from ..play.opponents.opponent import Opponent
from . import phrases
from .command import Command
from .commands import COMMANDS, available
from .network import sync
from .network.game import Connector
from .script import Lines, text_of
from .session import Session
from .state import ANYTIME, State


class Shell(Session):
    """A session that executes lines. Errors of a line are printed with `blame`.

    A confined shell has no access to files, the store or the network: its lines come from a remote user.
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
        super().__init__(kind, say, terminal=terminal, connector=connector, computer=computer)
        self._blame, self._confined = blame, confined

    def run(self, lines: Lines) -> None:
        """Execute lines until `quit`, or until there are no more."""
        self.lines = lines
        while (line := self.lines.next()) is not None:
            try:
                if not self.execute(text_of(line)):
                    break
            except LudariumError as error:
                self._blame(phrases.plain(f"{self.lines.where}{error}"))

    def execute(self, text: str) -> bool:
        """Execute one line; False if it was `quit`. A LudariumError says what is wrong; then nothing has changed."""
        if self.remote and self._waits_for_turn(text):
            sync.wait_for_turn(self, self.remote, self.attend)
        self.attend()
        goes_on = self._execute(text)
        if self.remote and self.state is State.SETUP and self.remote.is_host:
            sync.send_setup(self, self.remote)
        return goes_on

    def _waits_for_turn(self, text: str) -> bool:
        """Whether a line is a move that comes from a script: such moves wait for their turn, commands are heard."""
        word = text.split(maxsplit=1)[0].lower() if text else ""
        is_move = text and word not in self.kind.options and not any(each.word == word for each in self.commands())
        return bool(is_move) and not (self.terminal and self.lines.are_typed)

    def _execute(self, text: str) -> bool:
        word, rest = (*text.split(maxsplit=1), "", "")[:2]
        word = word.lower()
        command = next((command for command in self.commands() if command.word == word), None)
        # Where an option has the name of a command, a value tells them apart
        if word in self.kind.options and (not command or (rest and not command.argument)):
            if self._is_rather_a_move(text, rest):
                self.move(text)
            else:
                self.choose(self.kind.options[word], rest)
        elif command:
            if command.outside and self._confined:
                raise LudariumError(f"{word} cannot be used here: it reaches for what is outside this game")
            if command.states != ANYTIME:
                sync.require_host(self)
            command.require(self.state, rest)
            return command.do(self, rest) is not False
        elif text:
            self._try_move(text)
        return True

    def _is_rather_a_move(self, text: str, rest: str) -> bool:
        """Whether a line that begins with the name of an option is a move of that name.

        In set-up an option has a value, so the name alone is the move; in the game options cannot be chosen any more.
        """
        if rest and self.state is State.SETUP:
            return False
        try:
            self.match.game.parse(text)
        except BadNotation:
            return False
        except IllegalMove:
            return True
        return True

    def commands(self) -> list[Command]:
        """The commands that this game has."""
        return available(self)

    def _try_move(self, text: str) -> None:
        try:
            self.move(text)
        except LudariumError as error:
            if self.state is State.FINISHED or isinstance(error, BadNotation):
                raise self._missing_command(text) or error from None
            raise

    def _missing_command(self, text: str) -> LudariumError | None:
        """The error for a command that other games have and this one has not."""
        word = text.split()[0].lower()
        if any(command.word == word and command.remote for command in COMMANDS):
            return IllegalMove(f"{word} is for games with players elsewhere; host or join begins one")
        if any(command.word == word for command in COMMANDS):
            return BadOption(f"{word} is no command of {self.kind.id}; manual lists those it has")
        return None
