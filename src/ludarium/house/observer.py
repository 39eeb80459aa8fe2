"""What a room reports of its work; a server counts it."""


class RoomObserver:
    """Hears of rooms and their moves. Here it does nothing."""

    def opened(self) -> None: ...

    def closed(self) -> None: ...

    def moved(self, count: int) -> None:
        """So many moves were made and stored."""
