"""A prepared position in which a move is to be found: the board, a task above it, and an answer below it."""

from collections.abc import Iterable

from textual import events, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Container
from textual.widgets import Static

from ....contract.kind import Kind
from ....contract.row import Row
from ....play.game import Game
from ....play.move import Move
from ....play.move_input import move_input
from ..base_app import LudariumApp
from ..board.board_view import BoardView
from ..board.film import Film
from ..dialogs.dialogs import InputDialog
from ..game.side_panel import advice, no_choice
from ..widgets.footer import Footer
from ..widgets.sized_screen import SizedScreen

TURNS = "turns"  # the group of workers that answer a move


class ExerciseScreen(SizedScreen):
    """Lets the user choose a move by keys, mouse or typing; subclasses answer it. Leaving one that is `alone` ends the
    program."""

    app: LudariumApp

    def __init__(self, kind: Kind, game: Game, *, alone: bool) -> None:
        super().__init__()
        self.kind, self._alone = kind, alone
        self._film: Film | None = None
        self._is_hurried = False  # whether all that is left of what is shown is skipped
        self._begin(game)
        self.board = BoardView(kind, game.constants, game.row, touched=self._touched, id="board")

    def _begin(self, game: Game) -> None:
        """Ask for a move in a position."""
        self.game, self._input = game, move_input(game)
        self._hint: tuple[str, ...] = ()
        self._last: tuple[str, ...] = ()
        self._is_done = False  # whether a move was answered, and no other one can be chosen

    def compose_content(self) -> ComposeResult:
        with Container(id="title"):
            yield Static(self.kind.title, id="name", markup=False)
            yield Static("", id="turn", markup=False)
        yield Static("", id="lesson", markup=False)
        yield self.board
        yield Static("", id="answer", markup=False)
        yield Footer(self._meaning)

    def on_mount(self) -> None:
        self.set_focus(self.board)  # at once: a key may wait for it
        self.app.theme_changed_signal.subscribe(self, lambda _: self._show())

    def on_resize(self, event: events.Resize) -> None:
        self._show()

    # Display

    def _open(self, game: Game) -> None:
        """Show a position from its beginning. What was shown before does not go on."""
        self.workers.cancel_group(self, TURNS)
        self._begin(game)
        self.board.set_game(self.kind, game.constants, game.row)
        self._advise()
        self._show()
        self.board.point_at_choice()
        self.refresh_bindings()

    def _show(self, row: Row | None = None) -> None:
        hint = () if self._is_done else self._hint
        self.board.show(row or self.game.row, None if self._is_done else self._input, hint, self._last)

    def _write(self, place: str, text: str) -> None:
        self.query_one(f"#{place}", Static).update(text)

    def _say(self, text: str, style: str = "") -> None:
        self.query_one("#answer", Static).set_classes(style)
        self._write("answer", " ".join(text.split()))

    def _advise(self) -> None:
        self._say(advice(self._input))

    def _meaning(self, binding: Binding) -> str:
        """What a key does now; a word is called as the game calls it."""
        if binding.action.startswith("word"):
            word = self._word(binding.action == "word(True)")
            return self.kind.word_labels.get(word, word).partition(" ")[0].capitalize()
        return binding.description

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return bool(self._word(bool(parameters[0]))) if action == "word" else True

    # Moves

    def _try(self, move: Move) -> object:
        """Answer a move."""
        raise NotImplementedError

    def _go_on(self) -> None:
        """Do what comes after the answer."""
        raise NotImplementedError

    def _word(self, leads_on: bool) -> str:
        """The word of a key, or an empty text where it means no move now."""
        leads = self._input.leads
        words = leads if leads_on else [word for word in self._input.words if word not in leads]
        return "" if self._is_done else next(iter(words), "")

    def _touched(self, name: str) -> None:
        if self._film:
            self.hurry()
        elif self._is_done:
            self._go_on()
        elif self._input.can_touch(name):
            move = self._input.touch(name)
            if move:
                self._try(move)
            else:
                self._show()
                self._advise()
        else:
            self._say(no_choice(self._input, name), "-wrong")

    def _let_go(self) -> None:
        """Drop half a move."""
        self._input.let_go()
        self._show()
        self._advise()

    # Films

    def hurry(self) -> None:
        self._is_hurried = True
        if self._film:
            self._film.skip()

    async def _make(self, moves: Iterable[Move], *, lingers: bool) -> None:
        """Make moves in the position, and show each as a film; those after a skipped one are made at once."""
        self._is_hurried = False
        for move in moves:
            before, constants = self.game.row[:], self.game.constants
            self._last = tuple(self.kind.paths(constants, before, move.number)[0])
            self.game.push(move)
            if (lingers or self.kind.unfolds) and self.app.speed != "off" and not self._is_hurried:
                self._film = Film(self.app.speed, lingers)
                try:
                    await self._film.show(self.kind.frames(constants, before, move.number), self._show)
                finally:
                    self._film = None
            self._show()

    # Actions

    def action_word(self, leads_on: bool) -> None:
        """Try the move of a word: with the cell at the cursor, or alone."""
        word, name = self._word(leads_on), self.board.name_here
        self._input.let_go()
        if move := self._input.means((word, name) if leads_on else (word,)):
            self._try(move)
        else:
            self._say(f"No {self.kind.word_labels.get(word, word)} can be made on {name}.", "-wrong")

    def action_type(self) -> None:
        if self._is_done:
            self._go_on()
        else:
            title = f"Type a move, as in {self._example}"
            self.app.push_screen(InputDialog(title, "", self._check_typed), self._typed)

    @property
    def _example(self) -> str:
        """A move that shows how moves are written here."""
        raise NotImplementedError

    def _check_typed(self, text: str) -> None:
        self.game.parse(text)

    def _typed(self, text: str | None) -> None:
        if text:
            self._try(self.game.parse(text))

    def action_rules(self) -> None:
        self.app.show_rules(self.kind)

    @work
    async def action_play(self) -> None:
        await self.app.begin_game(self.kind)

    def action_leave(self) -> None:
        if self._input.touched:
            self._let_go()
        elif self._alone:
            self.app.exit()
        else:
            self.dismiss()
