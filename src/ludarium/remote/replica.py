"""Following a game: its moves, replayed here by the same rules."""

from msgspec.structs import replace

from ..contract.errors import LudariumError
from ..games import kind as find
from ..play import record
from ..play.game import Game
from . import wire
from .client import Client
from .errors import Lost

DIFFERENT = "this game is played by other rules than those known here; both sides need the same Ludarium"


class GameReplica:
    """A game of one's own that is always as the server's last word has it. One thread listens; others look on."""

    def __init__(self, client: Client, id: str) -> None:
        self._client, self._id = client, id
        self._origin: str | None = None
        self._game: Game | None = None
        self._state: wire.State | None = None
        self.move_texts: list[str] = []  # of the moves
        self.moves_at_start = 0  # how many of them had been made when the game began, or when one came

    @property
    def is_known(self) -> bool:
        """Whether the server has said anything."""
        return self._state is not None

    @property
    def version(self) -> int | None:
        return self._state.version if self._state else None

    @property
    def state(self) -> wire.State:
        """All that was told last; its moves are in `texts`."""
        assert self._state
        return self._state

    @property
    def game(self) -> Game:
        """The game. Look, and make a copy to do more."""
        assert self._game
        return self._game

    def hear(self, told: "wire.State | wire.Moved | wire.Changed") -> None:
        """Let happen here what has happened there; what was told before is not done twice."""
        if isinstance(told, wire.State):
            self._begin(told)
        elif told.version > self.state.version:
            if isinstance(told, wire.Moved):
                self._move(told)
            else:
                self._change(told)

    def _begin(self, state: wire.State) -> None:
        """A whole game. Where it began is told by its record alone."""
        text = self._client.record(state.id)
        try:
            self._origin = record.parse(text).origin
        except LudariumError:
            raise Lost(DIFFERENT) from None
        self._replay(state, [move[1] for move in state.moves])

    def _replay(self, state: wire.State, texts: list[str]) -> None:
        try:
            game = Game(find(state.kind), self._origin, **state.options)
            for text in texts:
                game.push(text)
        except LudariumError:
            raise Lost(DIFFERENT) from None
        if not (state.view.begun and self.is_known):
            self.moves_at_start = len(texts)
        self._game, self.move_texts, self._state = game, texts, state

    def _move(self, moved: wire.Moved) -> None:
        if moved.ply != len(self.move_texts) + 1:
            raise Lost(DIFFERENT)
        # Others may look at the game meanwhile: it is another one from now on
        game = self.game.copy()
        try:
            game.push(moved.move[1])
        except LudariumError:
            raise Lost(DIFFERENT) from None
        self._game, self.move_texts = game, [*self.move_texts, moved.move[1]]
        self._note(moved)

    def _change(self, changed: wire.Changed) -> None:
        if changed.ply < len(self.move_texts):
            self._replay(self.state, self.move_texts[: changed.ply])
        elif changed.cells:
            # Something was laid on the board, and the options tell what
            told = wire.read(self._client.get(f"games/{self._id}"))
            if isinstance(told, wire.State):
                self._begin(told)
                return
        self._note(changed)

    def _note(self, told: "wire.Moved | wire.Changed") -> None:
        self._state = replace(self.state, version=told.version, view=told.view)
