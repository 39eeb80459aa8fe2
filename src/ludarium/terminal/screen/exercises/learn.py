"""The introduction to a game: prepared positions in which a move is to be tried."""

from typing import ClassVar

from textual import work
from textual.binding import Binding, BindingType

from ....contract.kind import Kind
from ....play.introduction import introduction_of
from ....play.move import Move
from ..dialogs.key_help import LEARN_KEYS, KeysDialog
from .exercise import TURNS, ExerciseScreen

ON = "Space goes on."
OVER = "That was all. P begins a game, R shows all the rules, Esc returns."


class LearnScreen(ExerciseScreen):
    """One step after the other."""

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

    def __init__(self, kind: Kind, *, alone: bool = False) -> None:
        self._steps = introduction_of(kind).steps
        self.number, self.step = 0, self._steps[0]
        super().__init__(kind, self.step.game(kind), alone=alone)

    def on_mount(self) -> None:
        self._open_step(0)

    def _open_step(self, number: int) -> None:
        self.number, self.step = number, self._steps[number]
        self._write("turn", f"Step {number + 1} of {len(self._steps)}")
        self._write("lesson", self.step.text)
        self._open(self.step.game(self.kind))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "step":
            return 0 <= self.number + int(str(parameters[0])) < len(self._steps)
        return super().check_action(action, parameters)

    @property
    def _example(self) -> str:
        return self.step.example(self.game)

    def _go_on(self) -> None:
        if self.number + 1 < len(self._steps):
            self.action_step(1)
        else:
            self._say(OVER)

    @work(exclusive=True, group=TURNS)
    async def _try(self, move: Move) -> None:
        """Answer a move; one that counts is made, and shown as a film."""
        self._input.let_go()
        counts, text = self.step.answer(self.game, move)
        if not counts:
            self._show()
            self._say(text, "-wrong")
            return
        self._is_done = True
        self.refresh_bindings()
        await self._make([move], lingers=False)
        self._say(f"{text} {ON if self.number + 1 < len(self._steps) else OVER}")

    # Actions

    def action_step(self, by: int) -> None:
        self._open_step(self.number + by)

    def action_show_move(self) -> None:
        if self._is_done:
            self._go_on()
            return
        text = self.step.shown(self.game)
        self._hint = tuple(self.kind.paths(self.game.constants, self.game.row, self.game.parse(text).number)[0])
        self._input.let_go()
        self._show()
        self._say(f"Try {text}.")

    def action_keys(self) -> None:
        self.app.push_screen(KeysDialog(LEARN_KEYS))
