"""Puzzles: positions with one best move. The user tries a move and sees what comes of it."""

from typing import ClassVar

from textual import work
from textual.binding import Binding, BindingType

from ....contract.kind import Kind
from ....house.puzzles import SHOWN, fitting_puzzle, rate_answer, rating_of
from ....play.match.presenter import capital
from ....play.move import Move
from ....play.puzzles import Answer, Puzzle, puzzle_of_the_day, puzzles_of
from ....store.people.models import Solver
from ...daily_try import HERE
from ..dialogs.key_help import PUZZLE_KEYS, KeysDialog
from .exercise import TURNS, ExerciseScreen

NEXT = "Space goes on to the next one."
AGAIN = "Space tries again, S shows the solution, N is the next one."


class PuzzleScreen(ExerciseScreen):
    """One puzzle after the other, each about as hard as the user is good; `daily` begins with that of the day."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n,N,full_stop", "next", "Next", key_display="N"),
        Binding("h,H", "hint", "Hint", key_display="H"),
        Binding("s,S", "solution", "Solution", key_display="S"),
        Binding("a,A", "again", "Again", key_display="A"),
        Binding("g,G", "word(True)", "Special", key_display="G"),
        Binding("c,C", "word(False)", "Skip", key_display="C"),
        Binding("d,D", "day", "Of the day", key_display="D"),
        Binding("t,T", "type", "Type", key_display="T"),
        Binding("r,R", "rules", "Rules", key_display="R"),
        Binding("p,P", "play", "Play", key_display="P"),
        Binding("escape,q,Q,ctrl+d", "leave", "Return", key_display="Esc"),
        Binding("question_mark", "keys", "Keys", key_display="?"),
    ]

    def __init__(self, kind: Kind, *, daily: bool = False, alone: bool = False) -> None:
        self._begins_daily = daily
        self._is_wrong = False  # whether the move that was tried last is wrong
        self.puzzle = next(iter(puzzles_of(kind).values()))  # until the one for the user is chosen
        super().__init__(kind, self.puzzle.game(), alone=alone)

    def on_mount(self) -> None:
        self.board.display = False
        self._choose(daily=self._begins_daily)

    @work(exclusive=True, group="choice")
    async def _choose(self, *, daily: bool = False, but: Puzzle | None = None) -> None:
        """Choose a puzzle, and ask it; never `but`, which the user has just seen."""
        people, of_the_day = await self.app.store.ratings(), puzzle_of_the_day(self.kind, await self.app.store.today())
        self.puzzle = of_the_day if daily else await fitting_puzzle(people, HERE, self.kind, but)
        rated = f"rated {await rating_of(people, self.puzzle)}"
        self._write("turn", f"Puzzle of the day, {rated}" if self.puzzle is of_the_day else f"Puzzle, {rated}")
        self._ask()
        tried = self.puzzle.id in await people.tried_puzzles(HERE, self.kind.id)
        self._say(_standing(await people.solver(HERE, self.kind.id), tried=tried))

    def _ask(self) -> None:
        """Show the puzzle, for a first try or another one."""
        self.board.display = True
        self.set_focus(self.board)
        self._open(self.puzzle.game())
        self._tell_facts()

    def _tell_facts(self) -> None:
        """Write the task, and what the game tells beside the board."""
        facts = " · ".join(f"{capital(panel.label)}: {panel.value}" for panel in self.game.scene().panels)
        self._write("lesson", f"{self.puzzle.task}\n{facts}".strip())

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in ("hint", "type"):
            return not self._is_done
        if action == "again":
            return self._is_done
        return not self._is_done or self._is_wrong if action == "solution" else super().check_action(action, parameters)

    @property
    def _example(self) -> str:
        return str(self.game.legal_moves[0])

    # Answers

    def _try(self, move: Move) -> None:
        self._answer(self.puzzle.answer(str(move)), is_try=True)

    @work(exclusive=True, group=TURNS)
    async def _answer(self, answer: Answer, *, is_try: bool) -> None:
        """Rate an answer, tell it, and show the moves that follow."""
        self._input.let_go()
        self._is_done, self._is_wrong, self._hint = True, is_try and not answer.is_right, ()
        self.refresh_bindings()
        rated, solver = await rate_answer(await self.app.store.ratings(), HERE, self.puzzle, answer)
        told = f"{answer.text} {_rated(solver, rated=rated)}"
        style = "-wrong" if self._is_wrong else "-right" if answer.is_right else ""
        self._say(told, style)
        await self._make(map(self._parse, answer.moves[:SHOWN]), lingers=True)
        self._tell_facts()
        self._say(f"{told} {AGAIN if self._is_wrong else NEXT}", style)

    def _parse(self, text: str) -> Move:
        return self.game.parse(text)

    def _go_on(self) -> None:
        if self._is_wrong:
            self.action_again()
        else:
            self.action_next()

    # Actions

    def action_next(self) -> None:
        self._choose(but=self.puzzle)

    def action_day(self) -> None:
        self._choose(daily=True)

    def action_again(self) -> None:
        self._ask()

    def action_hint(self) -> None:
        self._input.let_go()
        self._show()
        self._say(self.puzzle.hint)

    def action_solution(self) -> None:
        if self._is_done:
            self._ask()
        self._answer(self.puzzle.given_up(), is_try=False)

    def action_keys(self) -> None:
        self.app.push_screen(KeysDialog(PUZZLE_KEYS))


def _standing(solver: Solver, *, tried: bool) -> str:
    """What is at stake before a try."""
    if tried:
        return f"Only the first try at a puzzle counts: your rating stays {solver.rating}."
    return f"Your rating is {solver.rating}{_row(solver)}." if solver.tries else "Your first try at a puzzle is rated."


def _rated(solver: Solver, *, rated: bool) -> str:
    """What has come of a try."""
    return f"Your rating is {solver.rating} now{_row(solver)}." if rated else f"Your rating stays {solver.rating}."


def _row(solver: Solver) -> str:
    return f"; you have solved {solver.streak} in a row" if solver.streak > 1 else ""
