"""What the store tells of its work, to whoever counts it."""


class Instrumentation:
    """Counts nothing. Whoever wants to know something says so in a class of its own."""

    def appended(self, seconds: float) -> None:
        """A change was written, so long after it was asked for."""

    def wrote(self, changes: int) -> None:
        """So many changes were written in one transaction."""

    def failed(self) -> None:
        """Something could not be read or written."""
