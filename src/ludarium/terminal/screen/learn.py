"""The introduction to a game: prepared positions in which a move is to be tried."""

from typing import ClassVar

from textual import events, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.widgets import Static

from ...contract.kind import Kind
from ...contract.row import Row
from ...play.introduction import introduction_of
from ...play.move import Move
from ...play.move_input import move_input
from .base_app import LudariumApp
from .board.board_view import BoardView
from .board.film import Film
from .dialogs.dialogs import InputDialog
from .dialogs.key_help import LEARN_KEYS, KeysDialog
from .game.side_panel import advice, no_choice
from .widgets.footer import Footer
from .widgets.sized_screen import SizedScreen

ON = "Space goes on."
OVER = "That was all. P begins a game, R shows all the rules, Esc returns."


class LearnScreen(SizedScreen):
    """One step after the other. Leaving one that is `alone` ends the program."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("full_stop,n,N", "step(1)", "Next", key_display="."),
        Binding("comma,b,B", "step(-1)", "Back", key_display=","),
        Binding("h,H", "show_move", "Show me", key_display="H"),
        Binding("g,G", "word(True)", "Special", key_display="G"),
        Binding("c,C", "word(False)", "Skip", key_display="C"),
        Binding("t,T", "type", "Type a move", key_display="T"),
        Binding("r,R", "rules", "Rules", key_display="R"),
        Binding("p,P", "play", "Play", key_display="P"),
        Binding("escape,q,Q,ctrl+d", "leave", "Return", key_display="Esc"),
        Binding("question_mark", "keys", "Keys", key_display="?"),
    ]

    app: LudariumApp

    def __init__(self, kind: Kind, *, alone: bool = False) -> None:
        super().__init__()
        self.kind, self._alone = kind, alone
        self._steps = introduction_of(kind).steps
        self._film: Film | None = None
        self._begin(0)
        self.board = BoardView(kind, self.game.constants, self.game.row, touched=self._touched, id="board")

    def _begin(self, number: int) -> None:
        self.number, self.step = number, self._steps[number]
        self.game = self.step.game(self.kind)
        self._input = move_input(self.game)
        self._hint: tuple[str, ...] = ()
        self._is_done = False

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
        self._open()

    def on_resize(self, event: events.Resize) -> None:
        self._show()

    def hurry(self) -> None:
        if self._film:
            self._film.skip()

    # Display

    def _open(self) -> None:
        """Show a step from its beginning."""
        self.board.set_game(self.kind, self.game.constants, self.game.row)
        self.query_one("#turn", Static).update(f"Step {self.number + 1} of {len(self._steps)}")
        self.query_one("#lesson", Static).update(self.step.text)
        self._say(advice(self._input))
        self._show()
        self.board.point_at_choice()
        self.refresh_bindings()

    def _show(self, row: Row | None = None) -> None:
        hint = () if self._is_done else self._hint
        self.board.show(row or self.game.row, None if self._is_done else self._input, hint)

    def _say(self, text: str, style: str = "") -> None:
        answer = self.query_one("#answer", Static)
        answer.set_classes(style)
        answer.update(" ".join(text.split()))

    def _meaning(self, binding: Binding) -> str:
        """What a key does now; a word is called as the game calls it."""
        if binding.action.startswith("word"):
            word = self._word(binding.action == "word(True)")
            return self.kind.word_labels.get(word, word).partition(" ")[0].capitalize()
        return binding.description

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "step":
            return 0 <= self.number + int(str(parameters[0])) < len(self._steps)
        return bool(self._word(bool(parameters[0]))) if action == "word" else True

    # Moves

    def _word(self, leads_on: bool) -> str:
        """The word of a key, or an empty text where it means no move now."""
        leads = self._input.leads
        words = leads if leads_on else [word for word in self._input.words if word not in leads]
        return "" if self._is_done else next(iter(words), "")

    def _touched(self, name: str) -> None:
        if self._is_done:
            self._go_on()
        elif self._input.can_touch(name):
            move = self._input.touch(name)
            if move:
                self._try(move)
            else:
                self._show()
                self._say(advice(self._input))
        else:
            self._say(no_choice(self._input, name), "-wrong")

    def _go_on(self) -> None:
        if self.number + 1 < len(self._steps):
            self.action_step(1)
        else:
            self._say(OVER)

    @work(exclusive=True, group="turns")
    async def _try(self, move: Move) -> None:
        """Answer a move; one that counts is made, and shown as a film."""
        self._input.let_go()
        counts, text = self.step.answer(self.game, move)
        if not counts:
            self._show()
            self._say(text, "-wrong")
            return
        before, self._is_done = self.game.row[:], True
        self.game.push(move)
        self.refresh_bindings()
        if self.kind.unfolds and self.app.speed != "off":
            self._film = Film(self.app.speed, linger=False)
            try:
                await self._film.show(self.kind.frames(self.game.constants, before, move.number), self._show)
            finally:
                self._film = None
        self._show()
        self._say(f"{text} {ON if self.number + 1 < len(self._steps) else OVER}")

    # Actions

    def action_step(self, by: int) -> None:
        self._begin(self.number + by)
        self._open()

    def action_show_move(self) -> None:
        if self._is_done:
            self._go_on()
            return
        text = self.step.shown(self.game)
        self._hint = tuple(self.kind.paths(self.game.constants, self.game.row, self.game.parse(text).number)[0])
        self._input.let_go()
        self._show()
        self._say(f"Try {text}.")

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
            return
        title = f"Type a move, as in {self.step.example(self.game)}"
        self.app.push_screen(InputDialog(title, "", self._check_typed), self._typed)

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

    def action_keys(self) -> None:
        self.app.push_screen(KeysDialog(LEARN_KEYS))

    def action_leave(self) -> None:
        if self._input.touched:
            self._input.let_go()
            self._show()
            self._say(advice(self._input))
        elif self._alone:
            self.app.exit()
        else:
            self.dismiss()
