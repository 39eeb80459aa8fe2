"""Games with a player elsewhere on the full screen: hosted and joined by keys, against a program and a link."""

import asyncio
import math
import re
import socket
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, Select

from ludarium import new
from ludarium.play.game import Game
from ludarium.remote.address import parse
from ludarium.remote.bot import Bot
from ludarium.remote.remote_game import RemoteGame
from ludarium.terminal.connector import Connector
from ludarium.terminal.screen import key_queue
from ludarium.terminal.screen.app import Ludarium
from ludarium.terminal.screen.board import film
from ludarium.terminal.screen.dialogs.dialogs import InputDialog, MessageDialog
from ludarium.terminal.screen.dialogs.results import EndPanel
from ludarium.terminal.screen.game.remote import RemoteGameScreen, RemoteMatch
from ludarium.terminal.screen.home import HomeScreen
from ludarium.terminal.screen.new_game import NewGameScreen
from ludarium.web.ops.embedded import EmbeddedServer

from ...support.networked import guest, pair, place
from ...support.patience import PATIENCE
from ...support.screens import moves, open_home, shown, text, until

STUCK = "7/7/7/7/xxxxxxx/xxxxxxx/ooooooo x 0 1"  # of Ataxx: whatever red does, blue can only pass


class First:
    def choose(self, game: Game) -> str:
        return str(game.legal_moves[0])


async def host(pilot: "Pilot[None]") -> str:
    """A game of Beetle Battle that waits for a player in the second seat; by what they join."""
    app = pilot.app
    assert isinstance(app, Ludarium)
    assert isinstance(app.screen, HomeScreen)
    app.screen.action_go("beetle-battle")
    await until(pilot, lambda: isinstance(app.screen, NewGameScreen) and app.screen.query("#option-size"))
    form = app.screen
    await until(pilot, lambda: form.query_one("#begin").has_focus)
    await pilot.pause()
    form.query_one("#option-size", Select).value = "3"
    form.query_one("#seat1 Select", Select).value = "open"
    await pilot.press("ctrl+s")
    await until(pilot, lambda: isinstance(app.screen, InputDialog))
    app.screen.query_one(Input).value = "me@127.0.0.1:0"
    await pilot.press("enter")
    await until(pilot, lambda: isinstance(app.screen, MessageDialog))
    return next(line.strip() for line in shown(pilot).split("\n") if "me@" in line)


def _listens(port: int) -> bool:
    with socket.socket() as caller:
        return caller.connect_ex(("127.0.0.1", port)) == 0


async def seated(pilot: "Pilot[None]") -> RemoteGameScreen:
    await until(pilot, lambda: isinstance(pilot.app.screen, RemoteGameScreen) and pilot.app.screen.query("#players"))
    assert isinstance(pilot.app.screen, RemoteGameScreen)
    return pilot.app.screen


async def join(pilot: "Pilot[None]", server: EmbeddedServer) -> RemoteGameScreen:
    """Sit down, or look on, at the game that is called me."""
    await pilot.press("j")
    await until(pilot, lambda: isinstance(pilot.app.screen, InputDialog))
    pilot.app.screen.query_one(Input).value = f"me@127.0.0.1:{server.port}"
    await pilot.press("enter")
    return await seated(pilot)


async def test_a_hosted_game_is_played_to_its_end_by_a_program() -> None:
    async with open_home() as pilot:
        app = pilot.app
        assert isinstance(app, Ludarium)
        app.store._preferred["speed"] = "off"
        where, said = await host(pilot), list[str]()
        robin = Bot(parse(where), lambda kind: First(), said.append, name="Robin", rematch_wait=0)
        running = threading.Thread(target=robin.run)
        running.start()
        play = await seated(pilot)
        assert "Robin" in text(play, "#players")
        while not play.match.outcome():
            await until(pilot, lambda: play._move_input or play.match.outcome())
            if play._move_input:
                before = len(moves(play))
                play._run_turns(play.game.legal_moves[0])
                await until(pilot, lambda before=before: len(moves(play)) > before)  # type: ignore[misc]
        await until(pilot, lambda: app.screen.query(EndPanel))
        assert "The winner is" in shown(pilot) and moves(play) == play.remote.move_texts
        await asyncio.to_thread(running.join)
        assert "against" in said[0]
        await pilot.press("escape", "q")
        await until(pilot, lambda: not isinstance(app.screen, RemoteGameScreen))


async def test_waiting_can_be_cancelled() -> None:
    async with open_home() as pilot:
        where = await host(pilot)
        await pilot.press("escape")
        await until(pilot, lambda: not isinstance(pilot.app.screen, MessageDialog))
        port = parse(where).port
        await until(pilot, lambda: not _listens(port))


async def test_joining_offers_and_giving_up(server: EmbeddedServer) -> None:
    ann = await asyncio.to_thread(guest, place(server), "Ann")
    id = await asyncio.to_thread(
        lambda: ann.new_game(kind="ataxx", seats=["human", "open"], alias="me", clock={"seconds": 3000})
    )
    remote = await asyncio.to_thread(RemoteGame(ann, id).open)
    async with open_home() as pilot:
        play = await join(pilot, server)
        await until(pilot, lambda: "Ann is to move" in text(play, "#say"))
        await asyncio.to_thread(remote.play, "a7-b6", 0)
        await until(pilot, lambda: play._move_input and moves(play) == ["a7-b6"])
        assert re.search(r"^red (50:00|4\d:\d\d)$", text(play, "#facts"), re.MULTILINE)
        await asyncio.to_thread(lambda: remote.request("offer", offer="draw"))
        await until(pilot, lambda: "offers a draw: D agrees" in text(play, "#say"))
        await pilot.press("x")
        await until(pilot, lambda: not remote.has_offered("draw"))
        # Both moves go, so that it is Ann's turn again
        play._run_turns(play.game.parse("g7-f6"))
        await until(pilot, lambda: len(remote.move_texts) == 2)
        await asyncio.to_thread(lambda: remote.request("offer", offer="takeback"))
        await until(pilot, lambda: "asks to take back a7-b6 and the answer g7-f6" in text(play, "#say"))
        await pilot.press("u")
        await until(pilot, lambda: not moves(play))
        await pilot.press("f")
        await until(pilot, lambda: isinstance(pilot.app.screen, MessageDialog))
        await pilot.press("right", "enter")
        await until(pilot, lambda: pilot.app.screen.query(EndPanel))
        assert "blue has given up" in shown(pilot).lower()
    await asyncio.to_thread(remote.close)


async def test_a_side_without_moves_passes_by_itself(server: EmbeddedServer) -> None:
    ann, bob = [await asyncio.to_thread(guest, place(server), name) for name in ("Ann", "Bob")]
    stuck = {"text": new("ataxx", STUCK).record(), "seats": ["open", "open"]}
    id = str((await asyncio.to_thread(lambda: ann.request("POST", "games/import", stuck)))["id"])
    remote, mine = [await asyncio.to_thread(RemoteGame(client, id).open) for client in (ann, bob)]
    for client in remote, mine:
        await asyncio.to_thread(client.sit)
    async with open_home() as pilot:
        pilot.app.push_screen(RemoteGameScreen(RemoteMatch(mine)))
        play = await seated(pilot)
        await asyncio.to_thread(remote.play, "a3-a4", 0)
        told = "Blue cannot move and passes. Ann is to move ..."
        await until(pilot, lambda: moves(play) == ["a3-a4", "-"] and text(play, "#say") == told)
        await until(pilot, lambda: remote.move_texts == ["a3-a4", "-"])
        await pilot.press("u")
        await until(pilot, lambda: remote.offers())
        await asyncio.to_thread(lambda: remote.request("offer", offer="takeback"))
        await until(pilot, lambda: play._move_input and moves(play) == ["a3-a4"])
        assert text(play, "#say") == "You can only pass: C."
    await asyncio.to_thread(remote.close)


@asynccontextmanager
async def looking_on(
    server: EmbeddedServer, speed: str
) -> AsyncIterator[tuple["Pilot[None]", RemoteGameScreen, RemoteGame]]:
    """A screen at which a user looks on at a game for one, and its player."""
    ann = await asyncio.to_thread(guest, place(server), "Ann")
    id = await asyncio.to_thread(
        lambda: ann.new_game(kind="abatis", seats=["human"], alias="me", options={"seed": "7"})
    )
    player = await asyncio.to_thread(RemoteGame(ann, id).open)
    async with open_home() as pilot:
        pilot.app.store._preferred["speed"] = speed  # type: ignore[attr-defined]
        yield pilot, await join(pilot, server), player
    await asyncio.to_thread(player.close)


async def test_looking_on_at_a_game_for_one(server: EmbeddedServer) -> None:
    async with looking_on(server, "normal") as (pilot, play, player):
        await asyncio.to_thread(player.play, "N3", 0)
        await until(pilot, lambda: moves(play) == ["N3"])
        # Who looks on decides nothing, gives nothing up, and leaves without being asked
        assert not any(play.check_action(action, ()) for action in ("undo", "resign", "offer", "decline", "claim"))
        await asyncio.to_thread(player.resign)
        await until(pilot, lambda: "has given up" in shown(pilot))
        await pilot.press("escape")
        await until(pilot, lambda: text(play, "#say").endswith("has given up.\n\nThe game is over. Q leaves."))
        await pilot.press("q")
        await until(pilot, lambda: isinstance(pilot.app.screen, HomeScreen))


async def test_the_end_is_shown_where_it_came_before_the_last_move_was(
    server: EmbeddedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A player who moved and gave up during the film of an earlier move was waited for."""
    monkeypatch.setitem(film.SPEEDS, "slow", math.inf)  # a film lasts until a key ends it
    monkeypatch.setattr(key_queue, "REACTION", -math.inf)  # a key ends one film, and not those behind it
    async with looking_on(server, "slow") as (pilot, play, player):
        await asyncio.to_thread(player.play, "N3", 0)
        await until(pilot, lambda: play._film)
        await asyncio.to_thread(player.play, "W4", 1)
        await asyncio.to_thread(player.resign)
        await until(pilot, lambda: play.remote.ending)
        await pilot.press("z")
        await until(pilot, lambda: play._film and moves(play) == ["N3", "W4"])
        await pilot.press("z")
        await until(pilot, lambda: "has given up" in shown(pilot))


async def test_another_move_in_the_place_of_one_taken_back_is_shown(server: EmbeddedServer) -> None:
    """Both may arrive at once, after a pause of the network or of this machine."""
    async with looking_on(server, "off") as (pilot, play, player):
        await asyncio.to_thread(player.play, "N3", 0)
        await until(pilot, lambda: moves(play) == ["N3"])
        # The screen stands still until both have come: nothing is awaited
        player.request("undo")
        player.play("W4", 0)
        assert play.remote.wait(lambda: play.remote.move_texts == ["W4"], PATIENCE)
        await until(pilot, lambda: moves(play) == ["W4"])


async def test_a_game_for_one_is_hosted_for_others_to_see() -> None:
    async with open_home() as pilot:
        app = pilot.app
        assert isinstance(app, Ludarium) and isinstance(app.screen, HomeScreen)
        app.store._preferred["speed"] = "off"
        app.screen.action_go("abatis")
        await until(pilot, lambda: isinstance(app.screen, NewGameScreen) and app.screen.query_one("#begin").has_focus)
        app.screen.query_one("#option-seed", Input).value = "7"
        app.screen.query_one("#onlookers Select", Select).value = "open"
        await pilot.press("ctrl+s")
        await until(pilot, lambda: isinstance(app.screen, InputDialog))
        app.screen.query_one(Input).value = "me@127.0.0.1:0"
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, MessageDialog) and "Others can look on" in shown(pilot))
        where = next(line.strip() for line in shown(pilot).split("\n") if "me@" in line)
        await pilot.press("enter")
        play = await seated(pilot)
        await until(pilot, lambda: play._move_input)
        bob = await asyncio.to_thread(lambda: Connector("Bob").join(where))
        assert not bob.my_players
        for at, move in enumerate(("N3", "W4")):
            play._run_turns(play.game.parse(move))
            await until(pilot, lambda at=at: len(bob.move_texts) == len(moves(play)) == at + 1)  # type: ignore[misc]
            await until(pilot, lambda: play._move_input)
        await pilot.press("u")
        await until(pilot, lambda: bob.move_texts == ["N3"] == moves(play))
        assert not play.check_action("offer", ("draw",))
        await pilot.press("f")
        await until(pilot, lambda: isinstance(app.screen, MessageDialog) and "It is over then." in shown(pilot))
        await pilot.press("right", "enter")
        # The points are there to be entered, as in any other game for one
        await until(pilot, lambda: (isinstance(app.screen, InputDialog) or app.screen.query(EndPanel)) and bob.ending)
        await asyncio.to_thread(bob.close)


async def test_what_cannot_be_joined_is_told(server: EmbeddedServer) -> None:
    with pair(server):
        async with open_home() as pilot:
            await pilot.press("j")
            await until(pilot, lambda: isinstance(pilot.app.screen, InputDialog))
            pilot.app.screen.query_one(Input).value = "nonsense"
            await pilot.press("enter")
            await until(pilot, lambda: "ID@HOST" in shown(pilot))
            pilot.app.screen.query_one(Input).value = f"me@127.0.0.1:{server.port}"
            await pilot.press("enter")
            await until(pilot, lambda: any("seats" in note.message for note in pilot.app._notifications))
