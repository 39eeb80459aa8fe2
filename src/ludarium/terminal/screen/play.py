"""The game: a board, those who play, and every key."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Vertical
from textual.widgets import Footer, Static

from ... import __version__
from ...contract.errors import IllegalMove, LudariumError
from ...contract.kind import Row
from ...engine.halt import Halt
from ...play.game import Game
from ...play.move import Move
from ...play.opponents import Forfeit, Opponent
from ...play.table import HUMAN, Table
from . import side
from .board import BoardView
from .dialogs import Facts, Page, Question, SaveFile, Sentence
from .film import Film, turned
from .hand import Hand, hand
from .keys import KEYS
from .results import end_dialog
from .room import Room
from .seats import title
from .setup import Setup
from .sitting import Sitting
from .threads import elsewhere

if TYPE_CHECKING:
    from .app import Ludarium

PASSING = "up", "down", "left", "right", "home", "end", "pageup", "pagedown", "p", "P"  # keys that also do what they do

PLACES = "name", "turn", "players", "facts", "here", "say"

STACK = "next"  # the fact that is clicked on to take a move back

Thinking = Callable[[Halt], Move]


class Play(Room):
    """One game being played. `alone` is a game that was opened without the house: leaving it ends the program."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "stop", "Stop", show=False),
        Binding("g,G", "word(True)", "Golden", key_display="G"),
        Binding("c,C", "word(False)", "Skip", key_display="C"),
        Binding("u,U", "undo", "Undo", key_display="U"),
        Binding("h,H", "hint", "Hint", key_display="H"),
        Binding("p,P", "pause", "Pause", key_display="P"),
        Binding("b,B", "lay", "Blocks", key_display="B"),
        Binding("m,M", "set_moves", "Moves", key_display="M"),
        Binding("r,R", "rules", "Rules", key_display="R"),
        Binding("n,N", "new", "New", key_display="N"),
        Binding("s,S", "save", "Save", key_display="S"),
        Binding("t,T", "type", "Type a move", show=False),
        Binding("a,A", "about", "About", show=False),
        Binding("i,I", "facts", "Statistics", show=False),
        Binding("o,O", "scores", "High scores", show=False),
        Binding("question_mark", "keys", "Keys", key_display="?"),
        Binding("q,Q", "leave", "Leave", key_display="Q"),
        Binding("ctrl+d", "end", "End", key_display="^D"),
    ]

    app: "Ludarium"

    def __init__(self, sitting: Sitting, *, alone: bool = False) -> None:
        super().__init__()
        self.sitting, self._alone = sitting, alone
        self._setup = Setup(sitting)
        # Held here, so that a move that comes when the screen is closing is still shown to somebody
        self.board = BoardView(self.game.kind, self.game.constants, self.game.row, id="board")
        self._places = {place: Static("", id=place, markup=False) for place in PLACES}
        self._hand: Hand | None = None
        self._before: Hand | None = None  # the hand of the last turn
        self._film: Film | None = None
        self._halt: Halt | None = None
        self._thought: asyncio.Future[Move] | None = None
        self._paused = False
        self._announced = False  # whether people were told that the game is over
        self._written: dict[str, str | Text] = {}  # what stands where beside the board
        self._offered: list[object] = []  # what the footer knows of what can be done now
        self._note = ""  # what is to be said at the next rest, instead of advice
        self._hint: tuple[str, ...] = ()
        self._last: tuple[str, ...] = ()

    @property
    def table(self) -> Table:
        return self.sitting.table

    @property
    def game(self) -> Game:
        return self.table.game

    def furnish(self) -> ComposeResult:
        with Container(id="title"):
            yield self._places["name"]
            yield self._places["turn"]
        with Container(id="table"):
            yield self.board
            with Vertical(id="side"):
                for place in "players", "facts", "here", "say":
                    yield self._places[place]
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        self.board.focus()
        self.watch(self.board, "cursor", self._moved, init=False)
        self.app.theme_changed_signal.subscribe(self, lambda _: self._show())
        self.start(self.sitting)

    def start(self, sitting: Sitting) -> None:
        """Play this game now."""
        self._let_think_no_more()
        self.sitting, self._setup = sitting, Setup(sitting)
        self._paused, self._announced, self._hint, self._last = False, False, (), ()
        self._write("name", self.game.kind.title)
        self.board.lay(self.game.kind, self.game.constants, self.game.row)
        self._moved()
        if any(who is not HUMAN for who in self.table.seats.values()):
            self.app.get_ready(self.game.kind)
        self._turns()

    # Turns

    @work(exclusive=True, group="turns")
    async def _turns(self, move: Move | None = None) -> None:
        """Make a move if there is one, then let opponents move until it is a person's turn or the game is over."""
        if move:
            await self._make(move)
        self.sitting.party.seat_next()
        while not (self._paused or self._setup.laying) and (who := self.table.whose) and who is not HUMAN:
            chosen = await self._choose(who)
            if chosen:
                await self._make(chosen)
            self.sitting.party.seat_next()
        self._rest()

    async def _choose(self, who: Opponent) -> Move | None:
        """What an opponent plays; None if it has given up."""
        self._show()
        ready = self.app.is_ready(self.game.kind)
        state = "thinks; Esc makes it move" if ready else "is getting ready: the first time takes a while"
        self._say(f"{title(who)} {state} ...", "-busy")
        try:
            return await self._think(self.table.choose)
        except Forfeit as error:
            self.table.give_up(self.table.player, str(error))
            return None

    async def _think(self, work: Thinking) -> Move:
        """Let something be thought about in another thread; one thought after the other."""
        if self._thought and not self._thought.done():
            with suppress(LudariumError):
                await self._thought
        halt = self._halt = Halt()
        self._thought = asyncio.ensure_future(elsewhere(lambda: work(halt)))
        try:
            return await asyncio.shield(self._thought)
        finally:
            halt.set()
            self._halt = None

    async def _make(self, move: Move) -> None:
        """Make a move, keep it, and show how it unfolds."""
        kind, constants, before = self.game.kind, self.game.constants, self.game.row[:]
        by_person = self.table.waits
        self._hand, self._hint = None, ()
        self._last = tuple(kind.paths(constants, before, move.number)[0])
        self.table.play(move)
        self._keep()
        unfolds = hasattr(kind.rules, "step")
        if not unfolds and self.board.is_small:
            # Those who change sides are pointed out
            self._hint = turned(kind, constants, before, self.game.row)
        linger = not by_person or bool(self._hint)
        if self.app.speed == "off" or not (unfolds or linger):
            self._hint = ()
            return
        self._film = Film(self.app.speed, linger)
        try:
            await self._film.show(kind.frames(constants, before, move.number), self._show)
        finally:
            self._film, self._hint = None, ()

    def _rest(self) -> None:
        """Nobody but a person can do anything now."""
        self._hand = hand(self.game, self._before) if self.table.waits and not self._setup.laying else None
        self._before = self._hand or self._before
        self._show()
        offered = [*self._words(True), *self._words(False), self._setup.may_lay, self._setup.may_move]
        if offered != self._offered:
            # The footer takes a while to be made anew
            self._offered = offered
            self.refresh_bindings()
        if self._setup.laying:
            self._advise()
        elif self.table.outcome():
            self._say("The game is over. N begins a new one.")
            if not self._announced:
                self._announced = True
                self._ended()
        elif self._note:
            self._say(self._note, "-wrong")
        elif self._paused:
            self._say("Paused. P goes on.")
        else:
            self._advise()
        self._note = ""

    @work(group="keep")
    async def _keep(self) -> None:
        with suppress(asyncio.CancelledError):
            await self.app.told(self.sitting.keep(self.app.keeper))

    # What is shown

    def _show(self, row: Row | None = None) -> None:
        """Show a position, that of the table if it is not one of a film."""
        shown, theme, party = self.game.row if row is None else row, self.app.theme, self.sitting.party
        self.board.show(shown, self._hand, self._hint, self._last)
        self._write("turn", side.turn_line(self.table, party))
        self._write("players", side.players(theme, self.table, party, shown))
        self._write("facts", side.facts(theme, self.table, shown))

    def _say(self, text: str, style: str = "") -> None:
        self._places["say"].set_classes(style)
        self._write("say", text)

    def _write(self, place: str, text: str | Text) -> None:
        """Write something beside the board. Only if it needs more or fewer lines is everything laid out anew."""
        before = self._written.get(place)
        if before != text:
            self._written[place] = text
            same = before is not None and place != "say" and str(before).count("\n") == str(text).count("\n")
            self._places[place].update(text, layout=not same)

    def _advise(self) -> None:
        """Say what a person can do now."""
        told = side.advice(self._hand) if self._hand else ""
        half = self._hand and self._hand.touched
        self._say(told if half else self._setup.advice() or told)

    def _moved(self) -> None:
        name = self.board.name_here
        self._places["here"].update(f"at {name}" if name else "", layout=False)

    # What people do

    @on(BoardView.Touched)
    def _touched(self, event: BoardView.Touched) -> None:
        if self._setup.laying:
            self._lay(event.name)
            return
        if self._hand is None:
            self._refuse()
            return
        self._take(self._hand.touch(event.name), event.name)

    def _refuse(self) -> None:
        """Say why a person cannot move now."""
        laying = self._setup.laying
        self._say(self._setup.advice() if laying else side.why_not(self.table, self._paused), "-wrong")

    def _take(self, move: Move | None, name: str) -> None:
        """What was touched was a move, half of one, or none."""
        assert self._hand
        if move:
            self._turns(move)
            return
        self.board.show(self.game.row, self._hand, self._hint, self._last)
        if self._hand.touched:
            self._advise()
        else:
            self._say(f"{name} cannot be chosen now.", "-wrong")

    def action_word(self, leads_on: bool) -> None:
        """A word instead of a cell: one that leads on to the cell under the cursor, or one that is a move."""
        words = self._words(leads_on)
        if not words or not self._hand:
            return
        self._hand.let_go()
        if leads_on and (move := self._hand.means((words[0], self.board.name_here))):
            self._turns(move)
        else:
            self._take(self._hand.touch(words[0]), words[0])

    def _words(self, leads_on: bool) -> list[str]:
        found = self._hand
        return [word for word in found.words if (found.means((word,)) is None) == leads_on] if found else []

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "word":
            return bool(self._words(bool(parameters[0])))
        if action == "pause":
            return not self.sitting.party.has_people
        if action == "lay":
            return self._setup.may_lay
        return self._setup.may_move if action == "set_moves" else True

    def action_stop(self) -> None:
        """Let go of half a move, or make an opponent play the best that it has found."""
        if self._halt:
            self._halt.set()
        elif self._hand and self._hand.touched:
            self._hand.let_go()
            self.board.show(self.game.row, self._hand, self._hint, self._last)
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
        self._paused, self._hint = False, ()
        self._turns()

    def _lay(self, name: str) -> None:
        try:
            self._setup.lay(name)
        except LudariumError as error:
            self._say(side.capital(f"{error}."), "-wrong")
        else:
            self.board.constants = self.game.constants
            self._keep()
            self._rest()

    def action_pause(self) -> None:
        self._paused = not self._paused
        if self._paused:
            self._say("Pausing after this move ...")
        else:
            self._turns()

    @work(exclusive=True, group="turns")
    async def action_undo(self) -> None:
        await self._quiet()
        try:
            self.table.undo()
        except IllegalMove as error:
            self._note = side.capital(f"{error}.")
        else:
            self._hint, self._last, self._announced = (), (), False
            # Those who only watch want to see what they went back to
            self._paused = self._paused or not self.sitting.party.has_people
            self._keep()
        self._turns()

    def action_hint(self) -> None:
        if self._hand:
            self._advise_well()
        else:
            self._refuse()

    @work(exclusive=True, group="turns")
    async def _advise_well(self) -> None:
        self._say("Looking for a good move; Esc ends that ...", "-busy")
        move = await self._think(self.table.hint)
        self._hint = tuple(self.game.kind.paths(self.game.constants, self.game.row, move.number)[0])
        self._rest()
        self._say(f"A good move: {move}")

    async def _quiet(self) -> None:
        """Wait until no thought is being thought."""
        if self._halt:
            self._halt.set()
        if self._thought and not self._thought.done():
            with suppress(LudariumError):
                await self._thought

    def on_click(self, event: events.Click) -> None:
        """The name of the game tells about it, the facts tell more; the chips that come next are put back."""
        place = event.widget.id if event.widget else None
        if place == "name":
            self.action_about()
        elif place == "facts":
            line = event.get_content_offset_capture(self._places["facts"]).y
            told = str(self._written["facts"]).split("\n")
            if line < len(told) and told[line].startswith(STACK):
                self.action_undo()
            else:
                self.action_facts()

    def on_key(self, event: events.Key) -> None:
        """Any key ends a film, and only some do anything else besides."""
        if self._film:
            self._film.skip()
            if event.key not in PASSING:
                event.stop()

    # Windows

    def action_rules(self) -> None:
        self.app.push_screen(Page(self.game.kind.title, self.game.kind.help))

    def action_about(self) -> None:
        about = f"{self.game.kind.about}\n\nLudarium {__version__}, a house for abstract board games."
        self.app.push_screen(Sentence(self.game.kind.title, about))

    def action_keys(self) -> None:
        self.app.push_screen(Page("Keys", KEYS))

    def action_save(self) -> None:
        self.app.push_screen(SaveFile(self.game.kind.id, self.game.record()), self._saved)

    def _saved(self, name: str | None) -> None:
        if name:
            self._say(f"Saved as {name}")

    def action_type(self) -> None:
        if not self._hand:
            self._refuse()
            return
        self.app.push_screen(Question("Type a move", "", self._check_typed), self._typed)

    def _check_typed(self, text: str) -> None:
        self.game.parse(text)

    def _typed(self, text: str | None) -> None:
        if text:
            self._turns(self.game.parse(text))

    def action_facts(self) -> None:
        self.app.push_screen(Facts("The game so far", side.statistics(self.table)))

    @work
    async def action_scores(self) -> None:
        await self.app.show_scores(self.game)

    @work
    async def action_new(self) -> None:
        """Ask for a new game of this kind, and begin it here."""
        sitting = await self.app.ask_for_game(self.game.kind, self.game.options, self.sitting.party.texts)
        if sitting:
            self.start(sitting)

    # The end

    @work
    async def _ended(self) -> None:
        """The game is over: say how, and ask what comes next."""
        await self.app.enter_score(self.game)
        await self._go_on(await self.app.push_screen_wait(end_dialog(self.table, self._alone)))

    @work
    async def action_end(self) -> None:
        """End the game early: show how it stands, and ask what comes next."""
        self._let_think_no_more()
        await self._quiet()
        answer = await self.app.push_screen_wait(end_dialog(self.table, self._alone))
        if answer is None and not self.table.outcome():
            self._turns()
        await self._go_on(answer)

    async def _go_on(self, answer: str | None) -> None:
        """Do what was chosen at the end."""
        if answer == "again":
            # The same options, but for chance
            options = {name: value for name, value in self.game.options.items() if name != "seed"}
            self.start(Sitting(Game(self.game.kind, **options), self.sitting.party.texts))
        elif answer == "save":
            self.action_save()
        elif answer == "leave":
            await self.leave()

    @work
    async def action_leave(self) -> None:
        await self.leave()

    async def leave(self) -> None:
        """Leave the game; it is kept, and can be gone on with."""
        self._let_think_no_more()
        await self.app.told(self.sitting.keep(self.app.keeper))
        if self._alone:
            self.app.exit()
        else:
            self.app.pop_screen()

    def _let_think_no_more(self) -> None:
        self.workers.cancel_group(self, "turns")
        if self._halt:
            self._halt.set()
