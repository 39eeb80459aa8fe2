"""Games with somebody elsewhere, on the full screen: how they are hosted and joined, and what the others do there."""

import asyncio
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual import work
from textual.binding import Binding, BindingType

from ....contract.errors import LudariumError
from ....contract.row import Row
from ....contract.scene import Panel
from ....play.game import Game
from ....play.match.match import Match
from ....play.match.presenter import capital, counted, results, verdict
from ....play.move import Move
from ....play.opponents.opponent import HUMAN, Opponent
from ....remote.address import check_alias, parse, parse_place
from ....remote.remote_game import RemoteGame
from ...connector import Connector
from ..dialogs.dialogs import Facts, Question, Sentence
from ..dialogs.results import AGAIN, LEAVE, SAVE
from ..threads import elsewhere
from .game_screen import Play
from .saved_match import SavedMatch

if TYPE_CHECKING:
    from ..app import Ludarium

NOT_HERE = "new", "pause", "lay", "set_moves", "hint", "level"  # what is nobody's business alone
OF_PLAYERS = "undo", "offer", "decline", "resign", "claim"  # what those who look on cannot do
LEAVING = 2.0  # seconds that saying goodbye may take
KNOWN = 1000  # players who have seats of their own at the table
RESIGN = "resign"
OFFERED = {
    "draw": "{} offers a draw: D agrees, X does not.",
    "takeback": "{} asks to take a move back: U agrees, X does not.",
    "rematch": "{} asks for another game.",
}


class RemoteMatch(SavedMatch):
    """A game that others play too: it goes on when the server says so. Whoever hosts it keeps it as well."""

    def __init__(self, link: RemoteGame) -> None:
        game = link.game.copy()
        players = range(min(game.kind.rules.players(game.constants), KNOWN))
        others = {number: link.opponent(number) for number in players if number not in link.mine}
        super().__init__(Match(game, [HUMAN.name] * min(len(players), 2), opponents=others), saves=link.is_host)
        self.link = link

    def close(self) -> None:
        """Leave; a game that is not over is given up. Whoever cannot be reached is not waited for."""
        leaving = threading.Thread(target=self._leave, daemon=True)
        leaving.start()
        leaving.join(LEAVING)
        super().close()

    def _leave(self) -> None:
        with suppress(LudariumError):
            self.link.resign()
        self.link.close()


def room_of(saved: SavedMatch) -> Play:
    """The room where a game is played."""
    return FarPlay(saved) if isinstance(saved, RemoteMatch) else Play(saved)


class FarPlay(Play):
    """A game with somebody elsewhere."""

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
        self._loop: asyncio.AbstractEventLoop | None = None

    @property
    def link(self) -> RemoteGame:
        return self.saved.link

    def on_mount(self) -> None:
        self._loop = asyncio.get_running_loop()
        self.set_interval(1.0, self._show_facts)
        super().on_mount()

    def start(self, saved: SavedMatch) -> None:
        if isinstance(saved, RemoteMatch):
            saved.link.watchers.append(self._wake)
        super().start(saved)

    def _get_ready(self) -> None:
        """Nothing is thought of here: computers at such a table are the server's."""

    def _wake(self) -> None:
        """Something has happened elsewhere; this is called in the link's thread."""
        if self._loop:
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._see)

    def _see(self) -> None:
        """See what has happened elsewhere, besides moves."""
        self._news.set()
        link, made = self.link, len(self.game.moves)
        if not self.is_attached:
            return
        if link.next and self.match.outcome():
            self._follow()
        elif link.trouble and not self.match.outcome():
            self._end_here(None, str(link.trouble))
        elif len(link.texts) < made:
            self._let_think_no_more()
            self.match.rewind(len(link.texts))
            self._hint, self._last, self._announced = (), (), False
            self._turns()
        elif link.ending and len(link.texts) == made and not self.match.outcome():
            self._end_here(*link.ending)
        else:
            self._show_facts()
            self._tell_offers()

    def _end_here(self, winner: str | None, reason: str) -> None:
        self._let_think_no_more()
        self.match.end(winner, reason)
        self._turns()

    def _tell_offers(self) -> None:
        for offer in self.link.unheard():
            name = next((self.link.title(n) for n in self.link.view.offers[offer]), "somebody")
            told = OFFERED.get(offer, "{} asks for something.").format(name)
            self._say(told, "-wrong")
            self.app.notify(told, timeout=8)

    # What stands beside the board

    def _facts(self, row: Row) -> Text:
        told = super()._facts(row)
        return Text("\n").join([part for part in (told, *map(Text, self._far_facts())) if part])

    def _show_facts(self) -> None:
        if self.is_attached and not self._film:
            self._beside.write("facts", self._facts(self.game.row))

    def _far_facts(self) -> list[str]:
        """Who is away, and how much time everybody has."""
        link, view = self.link, self.link.view
        lines = [] if link.is_connected or self.match.outcome() else ["the connection is lost ..."]
        lines += [f"{player.title} is away" for player in view.players if not player.here]
        names = {player.number: player.name for player in view.players}
        lines += [f"{names[number]} {_clock(left)}" for number, left in link.clocks().items() if number in names]
        return lines

    # Moves

    async def _may_make(self, move: Move) -> bool:
        return await self._ask(lambda: self.link.play(str(move), len(self.game.moves)))

    async def _ask(self, work: Callable[[], None]) -> bool:
        """Ask the server for something; what it refuses is said."""
        try:
            await elsewhere(work)
        except LudariumError as error:
            self._note = capital(f"{error}.")
            self._say(self._note, "-wrong")
            return False
        return True

    async def _choose(self, who: Opponent) -> Move | None:
        """The move that comes from elsewhere; None if the game has ended otherwise."""
        self._show()
        self._say(f"{who.name} is to move ...", "-busy")
        self._tell_offers()
        at = len(self.game.moves)
        while len(self.link.texts) <= at:
            if self.match.outcome():
                return None
            self._news.clear()
            await self._news.wait()
        return self.game.parse(self.link.texts[at])

    # What people do

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in NOT_HERE:
            return False
        if action in OF_PLAYERS and not self.link.mine:
            return False
        if action == "decline":
            return bool(self.link.offers())
        if action == "claim":
            return any(not player.here for player in self.link.view.players)
        if action == "offer" and self.link.is_alone:
            return False
        if action in ("offer", "resign"):
            return not self.match.outcome()
        return super().check_action(action, parameters)

    @work(group="ask")
    async def action_offer(self, offer: str) -> None:
        agrees = offer in self.link.offers()
        if await self._ask(lambda: self.link.ask("offer", offer=offer)) and not agrees:
            self._say("Offered; the other side has to agree.")

    @work(group="ask")
    async def action_undo(self) -> None:
        if self.link.is_alone:
            await self._ask(lambda: self.link.ask("undo"))
            return
        agrees = "takeback" in self.link.offers()
        if await self._ask(lambda: self.link.ask("offer", offer="takeback")) and not agrees:
            self._say("You have asked to take a move back.")

    @work(group="ask")
    async def action_decline(self) -> None:
        for offer in self.link.offers():
            await self._ask(lambda offer=offer: self.link.ask("decline", offer=offer))  # type: ignore[misc]

    @work(group="ask")
    async def action_resign(self) -> None:
        told = "It is over then." if self.link.is_alone else "The other side has won then."
        asked = Sentence("Give the game up?", told, [("close", "Go on"), (RESIGN, "Give up")])
        if await self.app.push_screen_wait(asked) == RESIGN:
            await self._ask(self.link.resign)

    @work(group="ask")
    async def action_claim(self) -> None:
        await self._ask(self.link.claim)

    @work
    async def action_leave(self) -> None:
        if self.link.mine and not self.match.outcome():
            told = "The game is not over: whoever leaves gives it up."
            asked = Sentence("Leave?", told, [("close", "Go on"), (LEAVE, "Leave")])
            if await self.app.push_screen_wait(asked) != LEAVE:
                return
        await self.leave()

    # The end

    def _end_dialog(self) -> Facts:
        outcome = self.match.outcome()
        heading = verdict(outcome) if outcome else f"After {counted(len(self.game.moves), 'move')}"
        lines = [*results(self.match), *([Panel(capital(outcome.reason), "")] if outcome else [])]
        again = [(AGAIN, "Another game")] if outcome and self.link.mine else []
        return Facts(heading, lines, [*again, (SAVE, "Save game"), (LEAVE, "Leave"), ("close", "Close")])

    async def _go_on(self, answer: str | None) -> None:
        if answer == AGAIN:
            await self._ask(lambda: self.link.ask("offer", offer="rematch"))
            self._say("You have asked for another game ...", "-busy")
        elif answer == LEAVE:
            self.action_leave()

    @work(exclusive=True, group="follow")
    async def _follow(self) -> None:
        """The same people play another game."""
        link = self.link
        link.watchers.clear()
        try:
            following = await elsewhere(link.follow)
        except LudariumError as error:
            self._say(capital(f"{error}."), "-wrong")
        else:
            self.start(RemoteMatch(following))


def _clock(milliseconds: int) -> str:
    minutes, seconds = divmod(max(0, milliseconds) // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


# Ways in


def _check_host(text: str) -> None:
    id, at, place = text.partition("@")
    check_alias(id)
    if at:
        parse_place(place)


def _check_join(text: str) -> None:
    parse(text)


async def host_game(app: "Ludarium", game: Game, seats: Sequence[str]) -> RemoteMatch | None:
    """Host a game: ask for its name, and wait for those who join it; None if that was cancelled."""
    where = await app.push_screen_wait(Question("Others join this game by the name", "me", _check_host, "Host"))
    if not where:
        return None
    link = await _connected(app, lambda: Connector().begin(where, game, seats))
    if link is None:
        return None
    return await wait_for_others(app, link)


async def join_game(app: "Ludarium") -> None:
    """Ask for the place of a game, join it, and play it when its host has begun."""
    where = await app.push_screen_wait(Question("Join a game: ID@HOST", "", _check_join, "Join"))
    link = await _connected(app, lambda: Connector().join(where)) if where else None
    if link is None:
        return
    saved = await wait_for_the_host(app, link)
    if saved:
        await app.push_screen(FarPlay(saved))


async def wait_for_others(app: "Ludarium", link: RemoteGame) -> RemoteMatch | None:
    """Tell how others join a game, and wait for them."""
    told = f"Somebody joins by\n\n  {link.invitation}\n\nor opens {link.page} in a browser."
    if link.is_alone:
        await app.push_screen_wait(Sentence("Others can look on", told, [("close", "Begin")]))
    return await _sat_down(app, link, "Waiting for somebody", told)


async def wait_for_the_host(app: "Ludarium", link: RemoteGame) -> RemoteMatch | None:
    """Wait until a game that one has joined begins."""
    return await _sat_down(app, link, "You have joined", "The game begins when its host says so.")


async def _connected(app: "Ludarium", connect: Callable[[], RemoteGame]) -> RemoteGame | None:
    app.notify("Connecting ...", timeout=2)
    try:
        return await elsewhere(connect)
    except LudariumError as error:
        app.notify(capital(f"{error}."), severity="warning", timeout=10)
        return None


async def _sat_down(app: "Ludarium", link: RemoteGame, heading: str, text: str) -> RemoteMatch | None:
    """Wait until everybody is there, in a window that can be closed: then the game is left."""
    if not link.is_ready:
        waiting = Sentence(heading, text, [("close", "Cancel")])
        loop = asyncio.get_running_loop()

        def look() -> None:
            if (link.is_ready or link.trouble or link.ending) and waiting.is_current:
                waiting.dismiss("ready")

        def wake() -> None:
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(look)

        link.watchers.append(wake)
        app.call_later(look)
        await app.push_screen_wait(waiting)
        link.watchers.remove(wake)
    if link.is_ready and not link.ending:
        return RemoteMatch(link)
    if link.trouble:
        app.notify(capital(f"{link.trouble}."), severity="warning", timeout=10)
    await elsewhere(link.close)
    return None
