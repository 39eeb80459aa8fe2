"""Gamma's own program, on standard input and output.

Whatever has arrived is answered before more is waited for, a line from a keyboard as well as a file. A few commands are
done by plain Python. Where many come, the same conversation goes on in compiled code, over the same memory.
"""

import os
import select
import sys
import threading
from array import array
from collections.abc import Callable
from contextlib import suppress

from ..contract.errors import BadOption, LudariumError
from ..contract.row import Row
from ..games.gamma import protocol
from ..games.gamma.layout import Gamma, length
from ..games.gamma.memory import available
from ..games.gamma.players import grown, index_size, new_row, room_at_first, too_large, typecode
from ..games.gamma.protocol import AT, BLAMED, BOARD, CRAMPED, FRESH, INPUT, PHASE, ROOM, SAID, SCREEN, TOGETHER, VALUES

CHUNK = 1 << 16  # bytes read at a time, and room for the answers to them
MUCH = 1 << 16  # bytes read and written, from which on compiled code is worth the second that it takes to load
PATIENCE = 3.0  # seconds to wait for it; only where it has to be compiled it takes longer

Write = Callable[[memoryview], None]
Screen = Callable[[int, int, int, int], str]


def interactive(width: int, height: int, players: int, areas: int) -> str:
    """Play on the full screen; returns nothing, or why it cannot be shown here. BadOption if there is no such board."""
    from .screen.game.program import play_gamma

    return play_gamma(width, height, players, areas)


class Program:
    """One run of the program. Answers go out by `say` and errors by `blame`."""

    def __init__(
        self, say: Write, blame: Write, screen: Screen = interactive, *, together: bool = False, much: int = MUCH
    ) -> None:
        self._say, self._blame, self._screen = say, blame, screen
        self._much, self._work = much, 0
        self._converse: Callable[..., int] = protocol.converse
        self._ready: Callable[..., int] = protocol.converse
        self._loader: threading.Thread | None = None
        self._game = Gamma(0, 0, 0, 0, 0)
        self._row: Row = array("i", [0])
        self._talk = array("q", [0]) * protocol.TALK
        self._talk[TOGETHER] = together
        self._out, self._errors = bytearray(CHUNK), bytearray(CHUNK)

    def hear(self, text: bytes) -> bool:
        """Answer what has arrived; False if that was the end, because a game has been played on the screen."""
        self._talk[AT] = 0
        self._work += len(text)
        while True:
            self._go_over()
            need = self._converse(self._game, self._row, self._talk, text, self._out, self._errors)
            if need == BOARD:
                self._begin()
            elif need == ROOM:
                self._grow()
            else:
                self._flush()
                if need == INPUT or (need == SCREEN and not self._show()):
                    return need == INPUT

    def close(self) -> None:
        """The input has ended."""
        protocol.close(self._talk, self._out, self._errors)
        self._flush()

    @property
    def getting_ready(self) -> bool:
        """Whether compiled code is on its way."""
        return self._loader is not None and self._loader.is_alive()

    def _go_over(self) -> None:
        """Leave plain Python when there is much to do. The first time on a machine that is compiled: work goes on."""
        if self._work < self._much or self._converse is not protocol.converse:
            return
        if self._loader is None:
            self._loader = threading.Thread(target=self._load, daemon=True)
            self._loader.start()
            self._loader.join(PATIENCE)
        self._converse = self._ready

    def _load(self) -> None:
        from ..engine.programs import converse_of, get_ready

        get_ready(protocol, self._game, self._row[:1])
        self._ready = converse_of(protocol)

    def _begin(self) -> None:
        try:
            self._game, self._row = batch_board(*self._talk[VALUES : VALUES + 4])
        except BadOption:
            protocol.refuse(self._talk, self._out, self._errors)
        else:
            protocol.begin(self._talk, self._out)

    def _show(self) -> bool:
        """Open the screen; False if the game was played there to its end."""
        try:
            sentence = self._screen(*self._talk[VALUES : VALUES + 4])
        except BadOption:
            protocol.refuse(self._talk, self._out, self._errors)
            return True
        self._talk[PHASE] = FRESH
        if sentence:
            self._say(memoryview(f"{sentence}\n".encode()))
        return bool(sentence)

    def _grow(self) -> None:
        """Make room for more players. Where memory does not hold them, newcomers can do nothing."""
        try:
            check_memory(self._game, 4 * len(self._row))
            self._row = grown(self._game, self._row)
        except (BadOption, MemoryError):
            self._talk[CRAMPED] = 1

    def _flush(self) -> None:
        self._work += self._talk[SAID]
        self._say(memoryview(self._out)[: self._talk[SAID]])
        self._blame(memoryview(self._errors)[: self._talk[BLAMED]])
        self._talk[SAID] = self._talk[BLAMED] = 0


def batch_board(width: int, height: int, players: int, areas: int) -> tuple[Gamma, Row]:
    """A board on which anybody acts at any time, or BadOption if memory does not hold it."""
    game = Gamma(width, height, players, areas, width * height)
    room = room_at_first(game)
    index = index_size(game, room)
    check_memory(game, length(game, room, index))
    return game, new_row(game, room, index)


def check_memory(game: Gamma, numbers: int) -> None:
    """BadOption if rows of so many numbers cannot be had; a quarter of the memory is left for everything else."""
    memory = available()
    if memory is not None and numbers * array(typecode(game)).itemsize > memory // 4 * 3:
        raise BadOption(too_large(game))


def serve() -> None:
    """Talk until the input ends, or until nobody reads the answers any more."""
    program = Program(_say, _blame, together=_together())
    try:
        while text := _read():
            if not program.hear(text):
                return
        program.close()
    except BrokenPipeError:
        pass
    except KeyboardInterrupt:
        sys.exit(130)
    except LudariumError as error:
        print(f"ludarium: {error}", file=sys.stderr)
        sys.exit(2)
    if program.getting_ready:
        os._exit(0)  # what is being compiled cannot be stopped otherwise


def _together() -> bool:
    """Whether answers and errors go to the same place, as they do on a terminal."""
    try:
        return os.path.samestat(os.fstat(1), os.fstat(2))
    except OSError:
        return False


def _read() -> bytes:
    """What has arrived; nothing at the end."""
    while True:
        try:
            return os.read(0, CHUNK)
        except BlockingIOError:
            select.select([0], [], [])
        except OSError as error:
            raise LudariumError(f"cannot read standard input: {error.strerror}") from None


def _write(place: int, data: memoryview) -> None:
    while data:
        try:
            data = data[os.write(place, data) :]
        except BlockingIOError:
            select.select([], [place], [])


def _say(data: memoryview) -> None:
    try:
        _write(1, data)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise LudariumError(f"cannot write to standard output: {error.strerror}") from None


def _blame(data: memoryview) -> None:
    """Errors that nobody hears are no reason to end."""
    with suppress(OSError):
        _write(2, data)
