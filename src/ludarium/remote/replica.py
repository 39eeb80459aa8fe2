"""A local replica of a game on a server: the same rules replay its moves here."""

from msgspec.structs import replace

from ..contract.errors import LudariumError
from ..games import kind as find
from ..play import record
from ..play.game import Game
from ..protocol.codec import decode
from ..protocol.messages import Changed, Moved, State
from .client import Client
from .errors import Lost

NO_SIGHT = "players see different things in this game, which only the page can show of a game on a server"
DIFFERENT = "this game is played by other rules than those known here; both sides need the same Ludarium"


class GameReplica:
    """Follows the server's messages. One thread applies them; others may read at any time."""

    def __init__(self, client: Client, id: str) -> None:
        self._client, self._id = client, id
        self._origin: str | None = None
        self._game: Game | None = None
        self._state: State | None = None
        self.move_texts: list[str] = []
        self.moves_at_start = 0  # moves made before the game began, or before this client came

    @property
    def is_known(self) -> bool:
        """Whether the server has sent the state of the game."""
        return self._state is not None

    @property
    def version(self) -> int | None:
        return self._state.version if self._state else None

    @property
    def state(self) -> State:
        """The state with the latest view; the moves are in `move_texts`, the cells in `game`."""
        assert self._state
        return self._state

    @property
    def game(self) -> Game:
        """The game. Copy it before changing it."""
        assert self._game
        return self._game

    def apply(self, message: State | Moved | Changed) -> None:
        """Apply a message; an event that was applied before is skipped."""
        if isinstance(message, State):
            self._begin(message)
        elif message.version > self.state.version:
            if isinstance(message, Moved):
                self._move(message)
            else:
                self._change(message)

    def _begin(self, state: State) -> None:
        """Take a whole game. Only its record has the position that it began with."""
        if state.view.hides:
            raise Lost(NO_SIGHT)
        text = self._client.record(state.id)
        try:
            self._origin = record.parse(text).origin
        except LudariumError:
            raise Lost(DIFFERENT) from None
        self._replay(state, [move.text for move in state.moves])

    def _replay(self, state: State, texts: list[str]) -> None:
        try:
            game = Game(find(state.kind), self._origin, **state.options)
            for text in texts:
                game.push(text)
        except LudariumError:
            raise Lost(DIFFERENT) from None
        if not (state.view.begun and self.is_known):
            self.moves_at_start = len(texts)
        # Without the cells, which would keep the whole message in memory
        self._game, self.move_texts, self._state = game, texts, replace(state, cells=())

    def _move(self, moved: Moved) -> None:
        if moved.ply != len(self.move_texts) + 1:
            raise Lost(DIFFERENT)
        # Other threads may be reading the game: replace it instead of changing it
        game = self.game.copy()
        try:
            game.push(moved.move.text)
        except LudariumError:
            raise Lost(DIFFERENT) from None
        self._game, self.move_texts = game, [*self.move_texts, moved.move.text]
        self._update(moved)

    def _change(self, changed: Changed) -> None:
        if changed.ply < len(self.move_texts):
            self._replay(self.state, self.move_texts[: changed.ply])
        elif changed.cells:
            # The host has changed the board; the options of the whole state say how
            state = decode(self._client.get(f"games/{self._id}"))
            if isinstance(state, State):
                self._begin(state)
                return
        self._update(changed)

    def _update(self, message: Moved | Changed) -> None:
        self._state = replace(self.state, version=message.version, view=message.view)
