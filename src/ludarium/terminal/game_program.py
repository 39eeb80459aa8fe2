"""A game's own command program, on standard input and output.

All input that has arrived is answered before more is read, from a keyboard as well as from a file. Plain Python does a
few commands. Where many come, the same conversation goes on in compiled code, over the same memory.
"""

import os
import select
import sys
from array import array
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from ..contract.errors import BadOption, LudariumError
from ..contract.kind import Kind
from ..contract.program import AT, BLAMED, BOARD, INPUT, ROOM, SAID, SCREEN, TOGETHER

CHUNK = 1 << 16  # bytes read at a time, and room for the answers to them
MUCH = 1 << 14  # bytes read and written, from which on compiled code is worth the time that it takes to load

Write = Callable[[memoryview], None]
Screen = Callable[[Kind, dict[str, Any]], str]


def interactive(kind: Kind, options: dict[str, Any]) -> str:
    """Play on the full screen; returns nothing, or why it cannot be shown here. BadOption if there is no such board."""
    from .screen.game.program import play_program

    return play_program(kind, options)


class Conversation:
    """One run of a game's program. Answers go out by `say` and errors by `blame`."""

    def __init__(
        self,
        kind: Kind,
        say: Write,
        blame: Write,
        screen: Screen = interactive,
        *,
        together: bool = False,
        much: int = MUCH,
    ) -> None:
        if kind.program is None:
            raise LudariumError(f"{kind.id} has no program of its own")
        self._kind, self._program = kind, kind.program
        self._say, self._blame, self._screen = say, blame, screen
        self._much, self._work = much, 0
        self._converse: Callable[..., int] = self._program.converse
        self._game, self._row = self._program.no_board()
        self._talk = array("q", [0]) * self._program.TALK
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
                self._row = self._program.grow(self._game, self._row, self._talk)
            else:
                self._flush()
                if need == INPUT or (need == SCREEN and not self._show()):
                    return need == INPUT

    def close(self) -> None:
        """The input has ended."""
        self._program.close(self._talk, self._out, self._errors)
        self._flush()

    def _go_over(self) -> None:
        """Leave plain Python when there is much to do, as soon as compiled code for rows like this one is ready."""
        if self._work >= self._much:
            from ..engine.code import game_code
            from ..engine.memory import typecode_of

            ready = game_code(self._kind, typecode_of(self._row)).ready(self._program.converse)
            self._converse = ready or self._program.converse

    def _begin(self) -> None:
        try:
            self._game, self._row = self._program.board(self._talk)
        except BadOption:
            self._program.refuse(self._talk, self._out, self._errors)
        else:
            self._program.begin(self._talk, self._out)

    def _show(self) -> bool:
        """Open the screen; False if the game was played there to its end."""
        try:
            sentence = self._screen(self._kind, self._program.options(self._talk))
        except BadOption:
            self._program.refuse(self._talk, self._out, self._errors)
            return True
        self._program.skip(self._talk)
        if sentence:
            self._say(memoryview(f"{sentence}\n".encode()))
        return bool(sentence)

    def _flush(self) -> None:
        self._work += self._talk[SAID]
        self._say(memoryview(self._out)[: self._talk[SAID]])
        self._blame(memoryview(self._errors)[: self._talk[BLAMED]])
        self._talk[SAID] = self._talk[BLAMED] = 0


def serve(kind: Kind) -> None:
    """Answer until the input ends, or until the reader of the answers has gone."""
    program = Conversation(kind, _say, _blame, together=_together())
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
    """Errors that cannot be written are lost: the program goes on."""
    with suppress(OSError):
        _write(2, data)
