"""Request handlers of a game's socket: each request of a client becomes a command on the match, or a question."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Protocol, TypeAlias

from msgspec.structs import replace

from ..contract.errors import BadOption, IllegalMove
from ..contract.quotation import quoted
from ..play.game import Game
from ..play.match import commands, events, offers, preview, setup
from ..play.match.match import Match
from ..play.match.permissions import AUDIENCES, Forbidden, Role, User, check, check_player, viewer_of
from ..play.move_input import move_input
from ..play.position import move_in
from ..play.variation import check_ply, vary
from ..protocol import messages, requests
from ..protocol.limits import MOST_EVENTS
from .rooms.board_size import in_thread, is_large
from .rooms.position import describe_choice
from .rooms.record_reader import read_record
from .rooms.registry import RoomRegistry
from .rooms.room import Room

HINT = 1.0  # seconds that a hint takes
MOST_LINES, MOST_SECONDS = 8, 30.0  # of an analysis
MOST_NODES = 200_000  # of each search of a review
FOR_POINTS = "this game is played for points; it can be analysed when it is over"
TOO_OFTEN = "this was asked for too often; wait a few seconds"
MOVES_A_MESSAGE = 10  # moves of a variation that cost as much as a message
MOST_NAMES = 2048  # cells in one Look request
MOST_PREVIEWS = 32  # moves in one preview request
# What a game with too many events can still be ended by
ENDING = requests.Resign, requests.Claim, requests.Offer, requests.Decline


class Client(User, Protocol):
    """The client that sends requests; it can get messages before the answer."""

    @property
    def user_name(self) -> str: ...

    @property
    def share_key(self) -> str: ...

    def say(self, message: messages.Told) -> None: ...

    def may_ask(self, cost: float) -> bool:
        """Whether the rate limit allows a request that costs as much as so many more."""

    def may_store(self, size: int) -> bool:
        """Whether the rate limit allows that so many more bytes are stored."""


Change: TypeAlias = Callable[[Any], Awaitable[None]]


class Handlers:
    """Answers the requests of one client in one room. Changes of the match are carried out one after the other."""

    def __init__(self, room: Room, registry: RoomRegistry, client: Client) -> None:
        self._room, self._registry, self._client = room, registry, client
        self._pool = registry.pool
        self._changes: dict[type[requests.Request], Change] = {
            requests.Play: self._play,
            requests.Undo: self._undo,
            requests.Redo: self._redo,
            requests.Resign: self._resign,
            requests.Sit: self._sit,
            requests.Leave: self._leave,
            requests.Offer: self._offer,
            requests.Decline: self._decline,
            requests.Claim: self._claim,
            requests.Seat: self._seat,
            requests.Pause: self._pause,
            requests.Start: self._start,
            requests.SetUp: self._set_up,
            requests.Lay: self._lay,
            requests.SetMoves: self._set_moves,
            requests.Seed: self._seed,
        }
        self._quick: dict[type[requests.Request], Callable[[Any], messages.Told]] = {
            requests.Look: self._look,
            requests.AskPreview: self._preview,
            requests.AskPremoves: self._premoves,
        }
        self._questions: dict[type[requests.Request], Callable[[Any], Awaitable[messages.Told]]] = {
            requests.AskHint: self._hint,
            requests.Analyse: self._analyse,
            requests.Explore: self._explore,
            requests.Review: self._review,
        }

    @property
    def _match(self) -> Match:
        return self._room.match

    @property
    def _viewer(self) -> int | None:
        return viewer_of(self._match, self._client)

    def close(self) -> None:
        """Drop the references to itself, so that the room is freed as soon as it is closed."""
        for handlers in (self._changes, self._quick, self._questions):
            handlers.clear()

    def takes_long(self, request: requests.Asked) -> bool:
        """Whether a worker process has to think about the answer."""
        return type(request) in self._questions

    async def answer(self, request: requests.Asked) -> messages.Told:
        """Carry a request out and answer it. After a LudariumError nothing has changed."""
        if type(request) not in self._changes:
            check(self._match, self._client, action_of(request))
        if question := self._questions.get(type(request)):
            return await question(request)
        if quick := self._quick.get(type(request)):
            return quick(request)
        if isinstance(request, requests.Enough):
            self._pool.finish_early(self._client, "analyse", "review")
            return messages.Done(request.id)
        if isinstance(request, requests.Stop):
            self._pool.stop(self._room.id)
            return messages.Done(request.id)
        async with self._room.lock:
            try:
                await self._room.synchronize()
                await self._change(request)
            finally:
                self._room.resume()
        return messages.Done(request.id)

    async def _change(self, request: requests.Asked) -> None:
        if self._room.version >= MOST_EVENTS and not isinstance(request, ENDING):
            raise IllegalMove(f"this game has {MOST_EVENTS:,} events, as many as one may; resign, or begin another")
        if isinstance(request, requests.Play):
            await self._check_count(request.at)
        check(self._match, self._client, action_of(request))
        await self._changes[type(request)](request)

    # Moves

    async def _check_count(self, count: int) -> None:
        """Refuse a move that comes too late. Whose turn it is depends on the moves before it."""
        if count > len(self._room.moves):
            # The client has heard from another process what this one has not heard yet
            await self._room.catch_up()
        commands.check_count(self._match, count)

    async def _play(self, request: requests.Play) -> None:
        move = commands.move(self._match, request.path, request.move)
        await self._room.change(events.Played(str(move)), move=move)

    async def _undo(self, request: requests.Undo) -> None:
        await self._interrupt(commands.undo(self._match))

    async def _redo(self, request: requests.Redo) -> None:
        played = commands.redo(self._match)
        self._room.interrupt()
        for event in played:
            await self._room.change(event)

    async def _resign(self, request: requests.Resign) -> None:
        await self._interrupt(commands.resign(self._match, self._client, request.player))

    async def _interrupt(self, *changes: events.MatchEvent) -> None:
        """Change the match under a computer that thinks."""
        self._room.interrupt()
        await self._room.change(*changes)

    # Seats and offers

    async def _sit(self, request: requests.Sit) -> None:
        client = self._client
        await self._room.change(commands.sit(self._match, client, client.user_name, request.player))

    async def _leave(self, request: requests.Leave) -> None:
        await self._room.change(commands.leave(self._match, self._client, request.player))

    async def _offer(self, request: requests.Offer) -> None:
        match, client, offer = self._match, self._client, request.offer
        if offer == offers.REMATCH and offers.completes(match, client, offer):
            await self._room.change(events.Followed(await self._registry.rematch(self._room)))
        else:
            await self._room.change(offers.make(match, client, offer))

    async def _decline(self, request: requests.Decline) -> None:
        await self._room.change(offers.decline(self._match, self._client, request.offer))

    async def _claim(self, request: requests.Claim) -> None:
        await self._room.change(offers.claim(self._match, self._client, request.player, self._room.clock()))

    # What only the host may change

    async def _seat(self, request: requests.Seat) -> None:
        event = commands.change_seat(self._match, request.player, request.who)
        if self._match.player == request.player:
            self._room.interrupt()
        await self._room.change(event)

    async def _pause(self, request: requests.Pause) -> None:
        # A computer that thinks already moves once more
        await self._room.change(events.Paused(request.on))

    async def _start(self, request: requests.Start) -> None:
        await self._room.change(setup.begin(self._match))

    async def _set_up(self, request: requests.SetUp) -> None:
        setup.check_arrange(self._match, request.player)
        if not self._client.may_store(len(request.record)):
            raise IllegalMove("this game was set up too often; wait a minute")
        game = await asyncio.to_thread(lambda: read_record(self._room.game.kind.id, request.record))
        await self._room.change(*setup.arrange(self._match, request.record, game, request.player))

    async def _lay(self, request: requests.Lay) -> None:
        await self._interrupt(setup.lay(self._match, request.name))

    async def _set_moves(self, request: requests.SetMoves) -> None:
        event = setup.set_moves(self._match, request.on)
        if request.on:
            self._room.interrupt()
        await self._room.change(event)

    async def _seed(self, request: requests.Seed) -> None:
        await self._interrupt(commands.set_seed(request.number))

    # Questions

    def _look(self, request: requests.Look) -> messages.May:
        if len(request.names) > MOST_NAMES:
            raise BadOption(f"{len(request.names)} cells are too many to be asked about at once; {MOST_NAMES} at most")
        if not self._match.awaits_person or self._viewer not in (None, self._match.player):
            return messages.May(request.id, ())
        pointing = move_input(self._room.game, self._match.move_input)
        pointing.take_up(request.touched)
        return messages.May(request.id, tuple(name for name in request.names if pointing.may(name)))

    def _preview(self, request: requests.AskPreview) -> messages.Previews:
        if len(request.paths) > MOST_PREVIEWS:
            raise BadOption(f"{len(request.paths)} moves are too many to be shown at once; {MOST_PREVIEWS} at most")
        commands.check_count(self._match, request.at)
        return messages.Previews(
            request.id, tuple(preview.preview(self._match, path, self._viewer) for path in request.paths)
        )

    def _premoves(self, request: requests.AskPremoves) -> messages.Premoves:
        check_player(self._match, request.player)
        return preview.premoves(self._match, request.player, request.id)

    async def _hint(self, request: requests.AskHint) -> messages.Hint:
        room = self._room
        moves = list(room.moves)
        answer = await self._pool.run(**self._task(do="hint", seconds=HINT))
        async with room.lock:
            if moves != room.moves:
                raise IllegalMove("the game has gone on in the meantime")
            await self._note_help()
        game = room.game
        move = move_in(game, answer.move)
        return messages.Hint(request.id, str(move), tuple(game.kind.paths(game.constants, game.row, move.number)[0]))

    async def _analyse(self, request: requests.Analyse) -> messages.Analysis:
        if not 1 <= request.lines <= MOST_LINES:
            raise BadOption(f"an analysis has 1 to {MOST_LINES} lines, not {request.lines}")
        if not 0 < request.seconds <= MOST_SECONDS:
            raise BadOption(f"seconds are above 0 and at most {MOST_SECONDS:g}, not {quoted(request.seconds, 20)}")
        varied = await self._vary(request.ply, request.moves)
        await self._begin_analysis()
        # A client that steps through a game wants the analysis of the last step only
        self._pool.finish_early(self._client, "analyse")
        task = self._task(do="analyse", lines=request.lines, seconds=request.seconds)
        answer = await self._pool.run(**task | {"moves": tuple(move.number for move in varied.moves)})
        return messages.Analysis(request.id, request.ply, answer.lines)

    async def _explore(self, request: requests.Explore) -> messages.Explored:
        varied = await self._vary(request.ply, request.moves, request.path)
        await self._begin_analysis()
        return await in_thread(is_large(varied), lambda: describe_choice(varied, request.id))

    async def _vary(self, ply: int, moves: tuple[str, ...], path: tuple[str, ...] = ()) -> Game:
        """A game of its own: the first moves of this one, those of a variation, and the move of a path."""
        if moves and not self._client.may_ask(len(moves) / MOVES_A_MESSAGE):
            raise IllegalMove(TOO_OFTEN)
        async with self._room.lock:
            game = self._room.game
            check_ply(ply, len(game.moves))
            large = is_large(game)
            before = await in_thread(large, lambda: game.after(ply))
        return await in_thread(large, lambda: vary(before, moves, path))

    async def _review(self, request: requests.Review) -> messages.Done:
        if not 1 <= request.nodes <= MOST_NODES:
            raise BadOption(f"a review looks at 1 to {MOST_NODES:,} positions a search, not {request.nodes}")
        await self._begin_analysis()
        task, goes_on = self._task(do="review", nodes=request.nodes, since=0), bool(self._room.moves)

        def forward(judged: messages.Judged) -> None:
            task["since"] = judged.ply
            self._client.say(replace(judged, re=request.id))

        while goes_on:
            goes_on = (await self._pool.run(forward, **task)).is_partial
        return messages.Done(request.id)

    async def _begin_analysis(self) -> None:
        """What an analysis shows helps as a hint does."""
        if not self._match.is_for_points:
            return
        if Role.of(self._match, self._client) in AUDIENCES["host, players"]:
            async with self._room.lock:
                await self._note_help()
        elif not self._match.is_over:
            raise Forbidden(FOR_POINTS)

    async def _note_help(self) -> None:
        """The score will not be the player's own. The caller holds the lock."""
        if self._match.is_for_points:
            await self._room.change(events.Helped())

    def _task(self, **more: Any) -> dict[str, Any]:
        """A question about the position, in the client's share of the thinking time."""
        return self._room.position_task(owner=self._client, key=self._client.share_key, **more)


def action_of(request: requests.Request) -> str:
    """The action of a request in the table of permissions."""
    if isinstance(request, requests.Offer):
        offers.check_known(request.offer)
        return f"offer {request.offer}"
    return str(request.__struct_config__.tag)
