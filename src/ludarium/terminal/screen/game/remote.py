"""Remote games on the full screen: hosting, joining, and following what happens on the server."""

import asyncio
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import ClassVar

from rich.text import Text
from textual import work
from textual.binding import Binding, BindingType

from ....contract.errors import LudariumError
from ....contract.row import Row
from ....play.game import Game
from ....play.match.match import Match
from ....play.match.presenter import capital, offer_text
from ....play.move import Move
from ....play.opponents.opponent import HUMAN, Opponent
from ....remote.address import check_alias, parse, parse_place
from ....remote.remote_game import RemoteGame
from ...connector import Connector
from ..base_app import LudariumApp
from ..dialogs.dialogs import InputDialog, MessageDialog
from ..dialogs.results import AGAIN, LEAVE, OPTIONS, STEP, Ending, describe
from ..threads import in_thread
from .game_screen import GameScreen
from .saved_match import SavedMatch

NOT_HERE = "new", "pause", "lay", "set_moves", "hint", "level"  # actions that remote games do not have
OF_PLAYERS = "undo", "offer", "decline", "resign", "claim"  # actions that watchers do not have
LEAVING = 2.0  # seconds to wait for the server when leaving
SEATED = 1000  # players with seats of their own
RESIGN = "resign"
ANSWERS = {"draw": ": D agrees, X does not", "takeback": ": U agrees, X does not"}  # the keys that answer an offer


class RemoteMatch(SavedMatch):
    """The local copy of a match on a server, which decides what happens. The host also saves it here."""

    def __init__(self, remote: RemoteGame) -> None:
        game = remote.game.copy()
        players = range(min(game.kind.rules.players(game.constants), SEATED))
        others = {number: remote.opponent(number) for number in players if number not in remote.my_players}
        super().__init__(Match(game, [HUMAN.name] * min(len(players), 2), opponents=others), saves=remote.is_host)
        self.remote = remote

    @property
    def is_kept(self) -> bool:
        """A player who leaves resigns."""
        return False

    def close(self) -> None:
        """Leave the game, and resign it if it is not over. A server that does not answer in time is not waited for."""
        leaving = threading.Thread(target=self._leave, daemon=True)
        leaving.start()
        leaving.join(LEAVING)
        super().close()

    def _leave(self) -> None:
        with suppress(LudariumError):
            self.remote.resign()
        self.remote.close()


def screen_for(saved: SavedMatch) -> GameScreen:
    """The screen for a match."""
    return RemoteGameScreen(saved) if isinstance(saved, RemoteMatch) else GameScreen(saved)


class RemoteGameScreen(GameScreen):
    """A remote game in progress."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("d,D", "offer('draw')", "Draw", key_display="D"),
        Binding("x,X", "decline", "Decline", key_display="X"),
        Binding("f,F", "resign", "Give up", key_display="F"),
        Binding("w,W", "claim", "Claim", key_display="W"),
    ]

    OVER = "The game is over. Q leaves."

    saved: RemoteMatch

    def __init__(self, saved: RemoteMatch, *, alone: bool = False) -> None:
        super().__init__(saved, alone=alone)
        self._news = asyncio.Event()
        self._waits = False  # for the other side
        self._loop: asyncio.AbstractEventLoop | None = None

    @property
    def remote(self) -> RemoteGame:
        return self.saved.remote

    @property
    def can_be_interrupted(self) -> bool:
        """The other side may take long, and so may a server that does not answer."""
        return self._waits or not self.remote.is_connected or super().can_be_interrupted

    def on_mount(self) -> None:
        self._loop = asyncio.get_running_loop()
        self.set_interval(1.0, self._show_facts)
        super().on_mount()

    def start(self, saved: SavedMatch) -> None:
        if isinstance(saved, RemoteMatch):
            saved.remote.watchers.append(self._notice)
        super().start(saved)

    @work(group="ready")
    async def _get_ready(self) -> None:
        """Compile nothing: computer opponents of remote games run on the server."""

    def _notice(self) -> None:
        """Called in the thread of the connection after every message of the server."""
        if self._loop:
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._follow_server)

    def _follow_server(self) -> None:
        """Carry out what has happened on the server besides moves."""
        self._news.set()
        remote = self.remote
        if not self.is_attached:
            return
        if remote.next_id and self.match.outcome():
            self._open_rematch()
        elif remote.error and not self.match.outcome():
            self._end_here(None, str(remote.error))
        elif (common := self.game.common_moves(remote.game)) < len(self.game.moves):
            self._cancel_search()
            self.match.rewind(common)
            self._hint, self._last, self._told, self._announced = (), (), "", False
            self._close_panel()
            self._run_turns()
        elif ending := self._ending_there:
            self._end_here(*ending)
        else:
            self._show_facts()
            self._show_offers()

    @property
    def _ending_there(self) -> tuple[str | None, str] | None:
        """How the game has ended on the server, as soon as its last move is made here too."""
        ending = self.remote.ending  # before the moves: it comes after the last one
        is_due = len(self.remote.move_texts) == len(self.game.moves) and not self.match.outcome()
        return ending if is_due else None

    def _end_here(self, winner: str | None, reason: str) -> None:
        self._cancel_search()
        self.match.end(winner, reason)
        self._run_turns()

    def _show_offers(self) -> None:
        for offer in self.remote.new_offers():
            name = next((self.remote.title(n) for n in self.remote.view.offers[offer]), "a player")
            text = offer_text(offer, name, ANSWERS.get(offer, ""), self.remote.takeback)
            self._say(text, "-wrong")
            self.app.notify(text, timeout=8)

    # Facts beside the board

    def _facts(self, row: Row) -> Text:
        facts = super()._facts(row)
        return Text("\n").join([part for part in (facts, *map(Text, self._remote_facts())) if part])

    def _show_facts(self) -> None:
        if self.is_attached and not self._film:
            self._write_players(self.game.row)

    def _remote_facts(self) -> list[str]:
        """Who is away, and the clocks of the players."""
        remote, view = self.remote, self.remote.view
        lines = [] if remote.is_connected or self.match.outcome() else ["the connection is lost ..."]
        lines += [f"{player.title} is away" for player in view.players if not player.here]
        names = {player.number: player.name for player in view.players}
        lines += [f"{names[number]} {_clock(left)}" for number, left in remote.clocks().items() if number in names]
        return lines

    # Moves

    async def _may_make(self, move: Move) -> bool:
        return await self._request(lambda: self.remote.play(str(move), len(self.game.moves)))

    async def _make(self, move: Move) -> None:
        await super()._make(move)
        if ending := self._ending_there:  # it came before this move was made
            self.match.end(*ending)

    async def _request(self, work: Callable[[], None]) -> bool:
        """Send a request to the server, and show its error if it refuses."""
        try:
            await in_thread(work)
        except LudariumError as error:
            self._note = capital(f"{error}.")
            self._say(self._note, "-wrong")
            return False
        return True

    async def _choose(self, who: Opponent) -> Move | None:
        """Wait for the move from the server; None if the game ends without one."""
        self._show()
        self._say(f"{self._told} {who.name} is to move ...".lstrip(), "-busy")
        self._show_offers()
        at = len(self.game.moves)
        self._waits = True
        try:
            while len(self.remote.move_texts) <= at:
                if self.match.outcome():
                    return None
                self._news.clear()
                await self._news.wait()
        finally:
            self._waits = False
        return self.game.parse(self.remote.move_texts[at])

    # Actions of the player

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in NOT_HERE:
            return False
        if action in OF_PLAYERS and not self.remote.my_players:
            return False
        if action == "decline":
            return bool(self.remote.offers())
        if action == "claim":
            return any(not player.here for player in self.remote.view.players)
        if action == "offer" and self.remote.is_alone:
            return False
        if action in ("offer", "resign"):
            return not self.match.outcome()
        return super().check_action(action, parameters)

    @work(group="ask")
    async def action_offer(self, offer: str) -> None:
        agrees = offer in self.remote.offers()
        if await self._request(lambda: self.remote.request("offer", offer=offer)) and not agrees:
            self._say("Offered; the other side has to agree.")

    @work(group="ask")
    async def action_undo(self) -> None:
        if self.remote.is_alone:
            await self._request(lambda: self.remote.request("undo"))
            return
        agrees = "takeback" in self.remote.offers()
        if await self._request(lambda: self.remote.request("offer", offer="takeback")) and not agrees:
            self._say("You have asked to take a move back.")

    @work(group="ask")
    async def action_decline(self) -> None:
        for offer in self.remote.offers():
            await self._request(lambda offer=offer: self.remote.request("decline", offer=offer))  # type: ignore[misc]

    @work(group="ask")
    async def action_resign(self) -> None:
        text = "It is over then." if self.remote.is_alone else "The other side has won then."
        dialog = MessageDialog("Give the game up?", text, [("close", "Go on"), (RESIGN, "Give up")])
        if await self.app.push_screen_wait(dialog) == RESIGN:
            await self._request(self.remote.resign)

    @work(group="ask")
    async def action_claim(self) -> None:
        await self._request(self.remote.claim)

    @work
    async def action_leave(self) -> None:
        if self.remote.my_players and not self.match.outcome():
            text = "The game is not over: if you leave, you give it up."
            dialog = MessageDialog("Leave?", text, [("close", "Go on"), (LEAVE, "Leave")])
            if await self.app.push_screen_wait(dialog) != LEAVE:
                return
        await self.leave()

    # The end

    @property
    def _counts_early_end(self) -> bool:
        """The server decides when a game is over."""
        return False

    def _ending(self) -> Ending:
        again = [(AGAIN, "Another game")] if self.match.outcome() and self.remote.my_players else []
        found = describe(self.match, again)
        return found._replace(choices=[choice for choice in found.choices if choice[0] != OPTIONS])

    async def _act_on_answer(self, answer: str | None) -> None:
        if answer == AGAIN:
            await self._request(lambda: self.remote.request("offer", offer="rematch"))
            self._say("You have asked for another game ...", "-busy")
        elif answer == STEP:
            self.action_look_back(None)
        elif answer == LEAVE:
            self.action_leave()

    @work(exclusive=True, group="rematch")
    async def _open_rematch(self) -> None:
        """Go on to the rematch."""
        remote = self.remote
        remote.watchers.clear()
        try:
            following = await in_thread(remote.open_next)
        except LudariumError as error:
            self._say(capital(f"{error}."), "-wrong")
        else:
            self.start(RemoteMatch(following))


def _clock(milliseconds: int) -> str:
    minutes, seconds = divmod(max(0, milliseconds) // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


# Hosting and joining


def _check_host(text: str) -> None:
    id, at, place = text.partition("@")
    check_alias(id)
    if at:
        parse_place(place)


def _check_join(text: str) -> None:
    parse(text)


async def host_game(app: LudariumApp, game: Game, seats: Sequence[str]) -> RemoteMatch | None:
    """Ask for the name of a game, host it, and wait until others have joined; None if the user cancels."""
    where = await app.push_screen_wait(InputDialog("Others join this game by the name", "me", _check_host, "Host"))
    if not where:
        return None
    remote = await _connect(app, lambda: Connector().begin(where, game, seats))
    if remote is None:
        return None
    return await wait_for_others(app, remote)


async def join_game(app: LudariumApp) -> None:
    """Ask for the address of a game, join it, and open it when its host has begun."""
    where = await app.push_screen_wait(InputDialog("Join a game: ID@HOST", "", _check_join, "Join"))
    remote = await _connect(app, lambda: Connector().join(where)) if where else None
    if remote is None:
        return
    saved = await wait_for_the_host(app, remote)
    if saved:
        await app.push_screen(RemoteGameScreen(saved))


async def wait_for_others(app: LudariumApp, remote: RemoteGame) -> RemoteMatch | None:
    """Show how others join a game, and wait for them."""
    text = f"Others join by\n\n  {remote.invitation}\n\nor open {remote.page} in a browser."
    if remote.is_alone:
        await app.push_screen_wait(MessageDialog("Others can look on", text, [("close", "Begin")]))
    return await _wait_until_ready(app, remote, "Waiting for a player", text)


async def wait_for_the_host(app: LudariumApp, remote: RemoteGame) -> RemoteMatch | None:
    """Wait until a joined game begins."""
    return await _wait_until_ready(app, remote, "You have joined", "The game begins when its host says so.")


async def _connect(app: LudariumApp, connect: Callable[[], RemoteGame]) -> RemoteGame | None:
    app.notify("Connecting ...", timeout=2)
    try:
        return await in_thread(connect)
    except LudariumError as error:
        app.notify(capital(f"{error}."), severity="warning", timeout=10)
        return None


async def _wait_until_ready(app: LudariumApp, remote: RemoteGame, heading: str, text: str) -> RemoteMatch | None:
    """Wait until all players are there, in a dialog; closing it leaves the game."""
    if not remote.is_ready:
        waiting = MessageDialog(heading, text, [("close", "Cancel")])
        loop = asyncio.get_running_loop()

        def check() -> None:
            if (remote.is_ready or remote.error or remote.ending) and waiting.is_current:
                waiting.dismiss("ready")

        def wake() -> None:
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(check)

        remote.watchers.append(wake)
        app.call_later(check)
        await app.push_screen_wait(waiting)
        remote.watchers.remove(wake)
    if remote.is_ready and not remote.ending:
        return RemoteMatch(remote)
    if remote.error:
        app.notify(capital(f"{remote.error}."), severity="warning", timeout=10)
    await in_thread(remote.close)
    return None
