"""The game: a board, those who play, and every key."""

from typing import ClassVar

from rich.text import Text
from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Vertical

from ....contract.errors import IllegalMove, LudariumError
from ....contract.row import Row
from ....play.match.events import Paused, Seated
from ....play.match.presenter import capital
from ....play.move import Move
from ....play.move_input import MoveInput, move_input
from ..board.board_view import BoardView
from ..dialogs.characters import pick_character, pick_player, player_at
from ..dialogs.dialogs import Question
from ..widgets.footer import Footer
from . import side_panel
from .game_dialogs import Windows
from .saved_match import SavedMatch
from .setup import Setup
from .text_places import Beside

PASSING = "up", "down", "left", "right", "home", "end", "pageup", "pagedown", "p", "P"  # keys that also do what they do


class Play(Windows):
    """One game being played."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "stop", "Stop", show=False),
        Binding("g,G", "word(True)", "Special", key_display="G"),
        Binding("c,C", "word(False)", "Skip", key_display="C"),
        Binding("u,U", "undo", "Undo", key_display="U"),
        Binding("h,H", "hint", "Hint", key_display="H"),
        Binding("p,P", "pause", "Pause", key_display="P"),
        Binding("b,B", "lay", "Blocks", key_display="B"),
        Binding("m,M", "set_moves", "Moves", key_display="M"),
        Binding("r,R", "rules", "Rules", key_display="R"),
        Binding("n,N", "new", "New", key_display="N"),
        Binding("q,Q", "leave", "Leave", key_display="Q"),
        Binding("s,S", "save", "Save", key_display="S"),
        Binding("ctrl+d", "end", "End", key_display="^D"),
        Binding("l,L", "level", "Level", show=False),
        Binding("t,T", "type", "Type a move", show=False),
        Binding("a,A", "about", "About", show=False),
        Binding("i,I", "facts", "Statistics", show=False),
        Binding("o,O", "scores", "High scores", show=False),
        Binding("e,E", "preferences", "Preferences", show=False),
        Binding("question_mark", "keys", "Keys", key_display="?"),
    ]

    OVER = "The game is over. N begins a new one."

    def __init__(self, saved: SavedMatch, *, alone: bool = False) -> None:
        super().__init__(saved, alone)
        self._beside = Beside()
        self._before: MoveInput | None = None  # the hand of the last turn
        self._announced = False  # whether people were told that the game is over
        self._note = ""  # what is to be said at the next rest, instead of advice

    def furnish(self) -> ComposeResult:
        with Container(id="title"):
            yield self._beside.places["name"]
            yield self._beside.places["turn"]
        with Container(id="table"):
            yield self.board
            with Vertical(id="side"):
                for place in "players", "facts", "here", "say":
                    yield self._beside.places[place]
        yield Footer(self._meaning)

    def on_mount(self) -> None:
        self.board.focus()
        self.watch(self.board, "cursor", self._moved, init=False)
        self.app.theme_changed_signal.subscribe(self, lambda _: self._show())
        self.start(self.saved)

    def on_unmount(self) -> None:
        self.saved.close()

    def start(self, saved: SavedMatch) -> None:
        """Play this game now."""
        self._let_think_no_more()
        if saved is not self.saved:
            self.saved.close()
        self.saved, self._setup = saved, Setup(saved.match)
        self._announced, self._hint, self._last = False, (), ()
        self._beside.write("name", self.game.kind.title)
        self.board.lay(self.game.kind, self.game.constants, self.game.row)
        self._moved()
        self._get_ready()
        self._turns()

    def _get_ready(self) -> None:
        if self.match.seats.opponents:
            self.app.get_ready(self.game.kind)

    # What is shown

    def _rest(self) -> None:
        self._move_input = (
            move_input(self.game, self._before) if self.match.awaits_person and not self._setup.laying else None
        )
        self._before = self._move_input or self._before
        self._show()
        self.refresh_bindings()
        if self._setup.laying:
            self._advise()
        elif self.match.outcome():
            self._say(self.OVER)
            if not self._announced:
                self._announced = True
                self._ended()
        elif self._note:
            self._say(self._note, "-wrong")
        elif self.match.state.paused:
            self._say("Paused. P goes on.")
        else:
            self._advise()
        self._note = ""

    def _show(self, row: Row | None = None) -> None:
        shown = self.game.row if row is None else row
        self.board.show(shown, self._move_input, self._hint, self._last)
        self._beside.write("turn", side_panel.turn_line(self.match))
        self._beside.write("players", side_panel.players(self.app.theme, self.match, shown))
        self._beside.write("facts", self._facts(shown))

    def _facts(self, row: Row) -> Text:
        """What stands below the players."""
        return side_panel.facts(self.match, row)

    def _say(self, text: str, style: str = "") -> None:
        self._beside.say(text, style)

    def _advise(self) -> None:
        """Say what a person can do now."""
        told = side_panel.advice(self._move_input) if self._move_input else ""
        half = self._move_input and self._move_input.touched
        self._say(told if half else self._setup.advice() or told)

    def _moved(self) -> None:
        name = self.board.name_here
        self._beside.places["here"].update(f"at {name}" if name else "", layout=False)

    # What people do

    @on(BoardView.Touched)
    def _touched(self, event: BoardView.Touched) -> None:
        if self._setup.laying:
            self._lay(event.name)
            return
        if self._move_input is None:
            self._refuse()
            return
        self._take(self._move_input.touch(event.name), event.name)

    def _refuse(self) -> None:
        """Say why a person cannot move now."""
        laying = self._setup.laying
        self._say(self._setup.advice() if laying else side_panel.why_not(self.match, self.OVER), "-wrong")

    def _take(self, move: Move | None, name: str) -> None:
        """What was touched was a move, half of one, or none."""
        assert self._move_input
        if move:
            self._turns(move)
            return
        self.board.show(self.game.row, self._move_input, self._hint, self._last)
        if self._move_input.touched:
            self._advise()
        else:
            self._say(f"{name} cannot be chosen now.", "-wrong")

    def action_word(self, leads_on: bool) -> None:
        """A word instead of a cell: one that leads on to the cell under the cursor, or one that is a move."""
        words = self._words(leads_on)
        if not words or not self._move_input:
            return
        self._move_input.let_go()
        if leads_on and (move := self._move_input.means((words[0], self.board.name_here))):
            self._turns(move)
        else:
            self._take(self._move_input.touch(words[0]), words[0])

    def _meaning(self, binding: Binding) -> str:
        """What a key does, in a word: a special move has a name of its own."""
        if binding.action == "word(True)" and (words := self._words(True)):
            return self.game.kind.word_labels.get(words[0], words[0]).split()[0].capitalize()
        return binding.description

    def _words(self, leads_on: bool) -> list[str]:
        found = self._move_input
        return [word for word in found.words if (found.means((word,)) is None) == leads_on] if found else []

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "word":
            return bool(self._words(bool(parameters[0])))
        if action == "pause":
            return not self.match.seats.has_people
        if action == "lay":
            return self.match.may_lay
        return self._setup.may_move if action == "set_moves" else True

    def action_type(self) -> None:
        if not self._move_input:
            self._refuse()
            return
        self.app.push_screen(Question("Type a move", "", self._check_typed), self._typed)

    def _check_typed(self, text: str) -> None:
        self.game.parse(text)

    def _typed(self, text: str | None) -> None:
        if text:
            self._turns(self.game.parse(text))

    def action_stop(self) -> None:
        """Let go of half a move, or make an opponent play the best that it has found."""
        if self.thinking.is_waited_for:
            self.thinking.stop()
        elif self._move_input and self._move_input.touched:
            self._move_input.let_go()
            self.board.show(self.game.row, self._move_input, self._hint, self._last)
            self._advise()
        else:
            self._say("Q leaves; the game is kept.")

    def action_lay(self) -> None:
        """Begin or end laying things on cells."""
        self._setup.laying = not self._setup.laying
        self._set_up()

    def action_set_moves(self) -> None:
        """Begin or end making everybody's moves."""
        self._setup.toggle_moves()
        self._set_up()

    def _set_up(self) -> None:
        self._let_think_no_more()
        self.match.apply(Paused(False))
        self._hint = ()
        self._turns()

    def _lay(self, name: str) -> None:
        try:
            self._setup.lay(name)
        except LudariumError as error:
            self._say(capital(f"{error}."), "-wrong")
        else:
            self.board.constants = self.game.constants
            self._keep()
            self._rest()

    def action_pause(self) -> None:
        self.match.apply(Paused(not self.match.state.paused))
        if self.match.state.paused:
            self._say("Pausing after this move ...")
        else:
            self._turns()

    @work(exclusive=True, group="turns")
    async def action_undo(self) -> None:
        await self.thinking.rest()
        try:
            self.match.undo()
        except IllegalMove as error:
            self._note = capital(f"{error}.")
        else:
            self._hint, self._last, self._announced = (), (), False
            self._keep()
        self._turns()

    def action_hint(self) -> None:
        if self._move_input:
            self._advise_well()
        else:
            self._refuse()

    @work(exclusive=True, group="turns")
    async def _advise_well(self) -> None:
        self._say("Looking for a good move; Esc ends that ...", "-busy")
        move = await self.thinking.think(self.match.hint)
        self._hint = tuple(self.game.kind.paths(self.game.constants, self.game.row, move.number)[0])
        self._rest()
        self._say(f"A good move: {move}")

    @work(exclusive=True, group="level")
    async def action_level(self, player: int | None = None) -> None:
        """Ask for another character for a seat that is no person's, and go on with that one."""
        if not self.match.seats.computer_players:
            self._say("Nobody but people plays here.", "-wrong")
            return
        number = await pick_player(self.app, self.match) if player is None else player
        text = None if number is None else await pick_character(self.app, self.match, number)
        if number is None or text is None:
            return
        self._let_think_no_more()
        await self.thinking.rest()
        self.match.apply(Seated(number, text))
        self.app.get_ready(self.game.kind)
        self._keep()
        self._turns()

    def on_click(self, event: events.Click) -> None:
        """The name of the game tells about it, the facts tell more, a player's name leads to other characters; the
        chips that come next are put back."""
        place = event.widget.id if event.widget else None
        if place == "name":
            self.action_about()
        elif place == "players":
            line = event.get_content_offset_capture(self._beside.places["players"]).y
            player = player_at(self._beside.read("players"), line)
            if player in self.match.seats.computer_players:
                self.action_level(player)
        elif place == "facts":
            line = event.get_content_offset_capture(self._beside.places["facts"]).y
            told = self._beside.read("facts").split("\n")
            stack = self.game.kind.next_panel  # a click on what comes next takes the last move back
            if stack and line < len(told) and told[line].startswith(stack):
                self.action_undo()
            else:
                self.action_facts()

    def on_key(self, event: events.Key) -> None:
        """Any key ends a film, and only some do anything else besides."""
        if self._film:
            self._film.skip()
            if event.key not in PASSING:
                event.stop()
