"""Hooks that the store calls, so that a server can measure it."""


class Instrumentation:
    """Does nothing. A subclass overrides what it wants to measure."""

    def appended(self, seconds: float) -> None:
        """A change was written, so many seconds after the caller asked for it."""

    def wrote(self, changes: int) -> None:
        """So many changes were written in one transaction."""

    def failed(self) -> None:
        """A transaction failed."""
