"""The errors that callers and players can cause. Each message says what is wrong, where, and what to do."""


class LudariumError(ValueError):
    """Anything that a caller or a player got wrong; the position is as it was before."""


class BadOption(LudariumError):
    """An unknown game or option, or a value that the option does not take."""


class BadGame(LudariumError):
    """A folder that cannot be played as it is. The message names the folder, and the file and line if it can."""


class BadNotation(LudariumError):
    """Text that is not a move or not a position of this game."""


class IllegalMove(LudariumError):
    """A move that the rules do not allow now."""


class BadRecord(LudariumError):
    """A record that cannot be read; `line` is where, counted from 1, or 0 if it is about the file as a whole."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}" if line else reason)
        self.line = line
        self.reason = reason
