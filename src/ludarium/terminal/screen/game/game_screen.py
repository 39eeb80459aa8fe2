"""The screen of a game: the board, the players, and all keys."""

from typing import ClassVar

from rich.text import Text
from textual import events, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Size

from ....contract.errors import IllegalMove, LudariumError
from ....contract.row import Row
from ....play.judging.analysis import get_ready
from ....play.match.events import Paused, Seated
from ....play.match.presenter import capital, sentence, verdict
from ....play.match.seats import SHOWN
from ....play.match.sight import KEPT_SECRET, hides, shown_moves
from ....play.move import Move
from ....play.move_input import MoveInput, move_input
from ..dialogs.characters import pick_character, pick_player, player_at
from ..dialogs.dialogs import InputDialog
from ..threads import in_thread
from ..widgets.footer import Footer
from . import side_panel
from .game_keys import GameKeys
from .replay import ReplayScreen, Watched
from .saved_match import SavedMatch
from .setup import Setup

KEYS_DURING_FILM = "up", "down", "left", "right", "home", "end", "pageup", "pagedown", "p", "P"  # they end it, and act
MOVE_KEYS = "space", "enter", "g", "G", "c", "C", "t", "T"  # keys that wait for an opponent's move


class GameScreen(GameKeys):
    """A game in progress."""

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
        Binding("v,V", "look_back(0)", "View", key_display="V"),
        Binding("ctrl+d", "end", "End", key_display="^D"),
        Binding("comma", "look_back(1)", "One move back", show=False),
        Binding("less_than_sign", "look_back(None)", "The first position", show=False),
        Binding("l,L", "level", "Level", show=False),
        Binding("t,T", "type", "Type a move", show=False),
        Binding("a,A", "about", "About", show=False),
        Binding("i,I", "facts", "Statistics", show=False),
        Binding("o,O", "scores", "High scores", show=False),
        Binding("e,E", "preferences", "Preferences", show=False),
        Binding("question_mark", "keys", "Keys", key_display="?"),
    ]

    OVER = "The game is over. N begins a new one."

    def __init__(self, saved: SavedMatch, *, alone: bool = False, offers_kept: bool = False) -> None:
        """`offers_kept`: ask whether to continue the last game of this kind."""
        super().__init__(saved, alone)
        self._offers_kept = offers_kept
        self._last_input: MoveInput | None = None  # the input of the last turn
        self._announced = False  # whether the end was announced
        self._looks_back = False  # whether the player looks at a past position
        self._is_new = True  # whether the player has not had a turn since the game was opened
        self._note = ""  # the message to show instead of advice when the player is to move

    def compose_content(self) -> ComposeResult:
        self._texts.arrange(self.board, self.app.size, self.game)
        yield from self._texts.around(self.board)
        yield Footer(self._meaning)

    def on_mount(self) -> None:
        self.set_focus(self.board)  # at once: a key may wait for it
        self.watch(self.board, "cursor", self._cursor_moved, init=False)
        self.app.theme_changed_signal.subscribe(self, lambda _: self._show())
        self.start(self.saved)
        if self._offers_kept and self.app.store.may_have_games:
            self._offer_kept()

    def on_unmount(self) -> None:
        self.saved.close()

    def start(self, saved: SavedMatch) -> None:
        """Show and play this match from now on."""
        self._cancel_search()
        self._close_panel()
        if saved is not self.saved:
            self.saved.close()
        self.saved, self._setup = saved, Setup(saved.match)
        self._announced, self._hint, self._last, self._told, self._shown_to = False, (), (), "", None
        self._texts.write("name", self.game.kind.title)
        self.board.set_game(self.game.kind, self.game.constants, self._seen())
        self._arrange(self.app.size)
        self._is_new = True
        self._cursor_moved()
        self._get_ready()
        self._run_turns()

    @work(group="ready")
    async def _get_ready(self) -> None:
        """Load or compile what computer opponents need, while the user looks at the board."""
        if self.match.seats.opponents:
            self._code = await in_thread(lambda: get_ready(self.game))

    # Display

    def _await_person(self) -> None:
        self._move_input = (
            move_input(self.game, self._last_input)
            if self.match.awaits_person and not self._setup.laying and not self._is_covered
            else None
        )
        self._last_input = self._move_input or self._last_input
        self._show()
        if self._move_input and self._is_new:
            self.board.point_at_choice()
            self._is_new = False
        self.refresh_bindings()
        if self._setup.laying:
            self._advise()
        elif outcome := self.match.outcome():
            self._say(f"{verdict(self.match, outcome)} {sentence(outcome.reason)}\n\n{self.OVER}")
            if not self._announced and not self._looks_back:
                self._announced = True
                self._show_ending()
        elif self._is_covered:
            name = self.game.player_title(self.match.player)
            self._say(f"{self._told}\n\nPass the device to {name}. Enter shows what {name} sees.".strip())
        elif self._note:
            self._say(self._note, "-wrong")
        elif self.match.state.paused:
            self._say("Paused. P goes on.")
        else:
            self._advise(self._told)
        self._note = self._told = ""

    def _show(self, row: Row | None = None) -> None:
        shown = self._seen(row)
        self.board.show(shown, self._move_input, self._hint, self._last)
        line = side_panel.film_line if self._unfolds else side_panel.turn_line
        self._texts.write("turn", line(self.app.theme, self.match))
        self._write_players(shown)
        moves = shown_moves(self.game, self.match.movers, self._viewer)
        self._texts.moves.show(self.game, moves, self.match.movers, len(moves))

    def _write_players(self, row: Row) -> None:
        names, is_over = side_panel.names(self.match), self.match.is_over and not self._unfolds
        cards = side_panel.cards(self.app.theme, self.game, row, names, is_over=is_over)
        order = side_panel.order(len(cards), side_panel.own_player(self.match))
        self._texts.write_players(cards, order, self._facts(row))

    def on_resize(self, event: events.Resize) -> None:
        self._arrange(event.size)

    def _arrange(self, size: Size) -> None:
        self._texts.arrange(self.board, size, self.game)
        if not self._texts.has_side:
            self._close_panel()
        self._write_players(self._seen())

    def _facts(self, row: Row) -> Text:
        """The facts below the players."""
        return side_panel.facts(self.game, row)

    def _say(self, text: str, style: str = "") -> None:
        self._texts.say(text, style)

    def _advise(self, told: str = "") -> None:
        """Show what the player can do now, after what the last moves have brought."""
        advice = side_panel.advice(self._move_input) if self._move_input else ""
        half = self._move_input and self._move_input.touched
        advised = advice if half else self._setup.advice() or advice
        self._say(f"{told}\n\n{advised}".strip())

    def _cursor_moved(self) -> None:
        self._texts.point_at(self.board.name_here)

    # Actions of the player

    def _touched(self, name: str) -> None:
        if self._setup.laying:
            self._lay(name)
            return
        if self._is_covered:
            self._shown_to = self.match.player
            self._await_person()
            return
        if self._move_input is None:
            self._refuse()
            return
        if self._move_input.can_touch(name):
            self._play_or_advise(self._move_input.touch(name))
        else:
            self._say(side_panel.no_choice(self._move_input, name), "-wrong")

    def _refuse(self) -> None:
        """Show why the player cannot move now."""
        laying = self._setup.laying
        self._say(self._setup.advice() if laying else side_panel.why_not(self.match, self.OVER), "-wrong")

    def _play_or_advise(self, move: Move | None) -> None:
        """Make the move if it is complete, or show what can follow."""
        assert self._move_input
        if move:
            self._run_turns(move)
            return
        self.board.show(self._seen(), self._move_input, self._hint, self._last)
        self._advise()

    def action_word(self, leads_on: bool) -> None:
        """Make the move of a word: with the cell at the cursor, or alone."""
        if self._move_input is None:
            self._refuse()
            return
        word, name = self._word(leads_on), self.board.name_here
        self._move_input.let_go()
        if move := self._move_input.means((word, name) if leads_on else (word,)):
            self._run_turns(move)
            return
        self.board.show(self._seen(), self._move_input, self._hint, self._last)
        where = f"on {name}" if name and self._words(leads_on) else "now"
        self._say(f"No {self.game.kind.word_labels.get(word, word)} can be made {where}.", "-wrong")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "word":
            return bool(self._word(bool(parameters[0])))
        if action == "pause":
            return not self.match.seats.has_people
        if action == "lay":
            return self._setup.laying or self.match.may_lay
        return self._setup.may_move if action == "set_moves" else True

    def action_type(self) -> None:
        if not self._move_input:
            self._refuse()
            return
        self.app.push_screen(InputDialog("Type a move", "", self._check_typed), self._typed)

    def _check_typed(self, text: str) -> None:
        self.game.parse(text)

    def _typed(self, text: str | None) -> None:
        if text:
            self._run_turns(self.game.parse(text))

    def action_stop(self) -> None:
        """Drop an incomplete move, or make an opponent play the best move it has found so far."""
        if self.search.is_running:
            self.search.stop()
        elif self._move_input and self._move_input.touched:
            self._move_input.let_go()
            self.board.show(self._seen(), self._move_input, self._hint, self._last)
            self._advise()
        else:
            self._say("Q leaves; the game is kept.")

    def action_look_back(self, by: int | None) -> None:
        """Open the view of past positions: so many moves back, or before the first move."""
        made = len(self.game.moves)
        if not made:
            self._say("No move has been made yet.", "-wrong")
            return
        if hides(self.match):
            self._say(sentence(KEPT_SECRET), "-wrong")
            return
        self._looks_back = True
        self.app.push_screen(ReplayScreen(Watched.of(self.match), 0 if by is None else made - by), self._looked_back)

    def _looked_back(self, _: object) -> None:
        self._looks_back = False
        if self.match.outcome() and not self._announced:
            self._await_person()

    def action_lay(self) -> None:
        """Begin or end laying blocks."""
        self._setup.laying = not self._setup.laying
        self._set_up()

    def action_set_moves(self) -> None:
        """Begin or end making the moves of all players."""
        self._setup.toggle_moves()
        self._set_up()

    def _set_up(self) -> None:
        self._cancel_search()
        self.match.apply(Paused(False))
        self._hint = ()
        self._run_turns()

    def _lay(self, name: str) -> None:
        try:
            self._setup.lay(name)
        except LudariumError as error:
            self._say(capital(f"{error}."), "-wrong")
        else:
            self.board.constants = self.game.constants
            self._save_match()
            self._await_person()

    def action_pause(self) -> None:
        self.match.apply(Paused(not self.match.state.paused))
        if self.match.state.paused:
            self._say("Pausing after this move ...")
        else:
            self._run_turns()

    @work(exclusive=True, group="turns")
    async def action_undo(self) -> None:
        await self.search.finish()
        try:
            self.match.undo()
        except IllegalMove as error:
            self._note = capital(f"{error}.")
        else:
            self._hint, self._last, self._told, self._announced = (), (), "", False
            self._close_panel()
            self._save_match()
        self._run_turns()

    def action_hint(self) -> None:
        if self._move_input:
            self._show_hint()
        else:
            self._refuse()

    @work(exclusive=True, group="turns")
    async def _show_hint(self) -> None:
        if not await self._accepts_help():
            return
        self._say("Looking for a good move; Esc ends that ...", "-busy")
        move = await self.search.run(self.match.hint)
        self._hint = tuple(self.game.kind.paths(self.game.constants, self.game.row, move.number)[0])
        self._await_person()
        self._say(f"A good move: {move}")

    @work(exclusive=True, group="level")
    async def action_level(self, player: int | None = None) -> None:
        """Ask for another computer opponent for a seat, and go on with that one."""
        if not self.match.seats.computer_players:
            self._say("Only people play here: there is no level to change.", "-wrong")
            return
        number = await pick_player(self.app, self.match) if player is None else player
        text = None if number is None else await pick_character(self.app, self.match, number)
        if number is None or text is None:
            return
        self._cancel_search()
        await self.search.finish()
        self.match.apply(Seated(number, text))
        self._get_ready()
        self._save_match()
        self._run_turns()

    def on_click(self, event: events.Click) -> None:
        """Clicks: the name of the game describes it, the facts show statistics, a player's name changes the opponent,
        and the pieces that come next take a move back."""
        place = event.widget.id if event.widget else None
        if place == "name":
            self.action_about()
        elif place in ("players", "above", "below"):
            line = event.get_content_offset_capture(self._texts.widgets[place]).y
            player = self._player_at(place, line)
            if player in self.match.seats.computer_players:
                self.action_level(player)
        elif place == "facts":
            line = event.get_content_offset_capture(self._texts.widgets["facts"]).y
            lines = self._texts.read("facts").split("\n")
            stack = self.game.kind.next_panel  # a click on what comes next takes the last move back
            if stack and line < len(lines) and lines[line].startswith(stack):
                self.action_undo()
            else:
                self.action_facts()

    def _player_at(self, place: str, line: int) -> int:
        """The player whose card was clicked."""
        order = side_panel.order(min(self.match.seats.players, SHOWN), side_panel.own_player(self.match))
        at = player_at(self._texts.read("players"), line) if place == "players" else int(place == "below")
        return order[at] if at < len(order) else -1

    def lets_through(self, key: str) -> bool:
        return key in KEYS_DURING_FILM or (self._film is None and key not in MOVE_KEYS)

    def on_key(self, event: events.Key) -> None:
        """Any key ends a film; only some keys also act then."""
        if self._film:
            self._film.skip()
            if event.key not in KEYS_DURING_FILM:
                event.stop()
