"""What the server keeps for a user: each thing has a limit, and one sentence for those who reach it."""

import asyncio
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

import pytest

from ludarium.house import conversation, handlers
from ludarium.house.preferences import CHOICES, NAME
from ludarium.house.rooms import computer_turns, record_reader
from ludarium.store import quotas
from ludarium.store.clean_up import UNFINISHED_DAYS
from ludarium.store.quotas import Quota
from ludarium.store.store import Store
from ludarium.web.auth import identity
from ludarium.web.auth.client_address import TrustedProxies
from ludarium.web.http.static import FOLDER
from ludarium.web.ops.housekeeping import CLEAN_UP_EVERY, Housekeeping
from ludarium.web.ws import connection

from ..support.server import Server


async def put_preference(server: Server, name: str, value: object) -> tuple[int, str]:
    answer = await server.client.put(f"/api/preferences/{name}", json={"value": value})
    return answer.status_code, answer.json().get("message", "")


def store_of(server: Server) -> Store:
    store: Store = server.app.state.store
    return store


# Preferences


async def test_a_user_has_known_preferences_only(server: Server) -> None:
    async with server.guest("Ada") as ada:
        for name, value in ("level", "12"), ("speed", "x" * 100_000), ("name", "x" * 41), ("name", "a\x00b"):
            status, message = await put_preference(ada, name, value)
            assert status == 400 and message.startswith(f"The preference {name} ") and len(message) < 200
        status, message = await put_preference(ada, "mine", "1")
        assert status == 400 and message.startswith("There is no preference 'mine'; there are page-theme, ")
        for other in 3, None, {"a": [1]}:
            assert (await put_preference(ada, "speed", other))[0] == 400
        assert await ada.get("preferences") == {}
        assert await store_of(server).preferences() == {}


async def test_the_preferences_of_a_user_are_read_alone(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[list[str]] = []
    read = Store.preferences

    async def preferences(store: Store, names: list[str] | None = None) -> dict[str, object]:
        assert names is not None, "all rows of all people"
        asked.append(names)
        return await read(store, names)

    monkeypatch.setattr(Store, "preferences", preferences)
    async with server.guest("Ada") as ada, server.guest("Bo") as bo:
        await put_preference(ada, "speed", "fast")
        await put_preference(bo, "speed", "slow")
        assert await ada.get("preferences") == {"speed": "fast"}
        assert await bo.get("preferences") == {"speed": "slow"}
    assert len(asked) == 2 and not set(asked[0]) & set(asked[1])


async def test_rows_of_earlier_versions_do_no_harm(server: Server) -> None:
    async with server.guest("Ada") as ada:
        id = (await ada.get("me"))["id"]
        old = {"speed": "x" * 100_000, "level": {"a": 1}, "sounds": "off", "junk": "y", "keys": 3}
        for name, value in old.items():
            await store_of(server).set_preference(f"{id}/{name}", value)
        assert await ada.get("preferences") == {"sounds": "off"}
        assert (await put_preference(ada, "speed", "fast"))[0] == 200
        assert await ada.get("preferences") == {"sounds": "off", "speed": "fast"}


def test_the_page_and_the_server_know_the_same_preferences() -> None:
    script = (FOLDER / "core" / "preferences.js").read_text(encoding="utf-8")
    found = re.search(r"DEFAULTS = \{(.*?)\}", script)
    assert found and {*re.findall(r'"?([a-z-]+)"?: (?:"|LAST)', found[1])} == {*CHOICES, NAME}
    for name, choices in re.findall(r'"?([a-z-]+)"?: \{ (.*?) \}', script.partition("CHOICES")[2]):
        assert tuple(re.findall(r'(\w+): "', choices)) == CHOICES[name]


# Games


async def test_a_guest_has_so_many_games(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "GUEST_QUOTA", Quota(unfinished=2, games=3, record_bytes=2000))
    async with server.guest("Ada") as ada:
        first, _ = [await ada.new("ataxx") for _ in range(2)]
        answer = await ada.post("games", {"kind": "ataxx"})
        assert answer.status_code == 400 and answer.json()["message"] == (
            "You have 2 unfinished games, as many as one player may; finish or delete one first."
        )
        await ada.client.delete(f"/api/games/{first}")
        await ada.new("ataxx")
    # Games of the server's own machine have no owner
    for _ in range(4):
        await server.new("ataxx")


async def test_a_game_has_so_many_events(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in handlers, computer_turns:
        monkeypatch.setattr(module, "MOST_EVENTS", 3)
    id = await server.new("ataxx")
    async with server.page(id) as page:
        await page.told()
        for at, path in enumerate((["a7", "a6"], ["g7", "g6"])):
            assert (await page.ask("play", at=at, path=path))["say"] == "done"
        told = await page.ask("play", at=2, path=["a6", "a5"])
        assert told["message"] == "This game has 3 events, as many as one may; resign, or begin another."
        assert (await page.ask("resign", player=0))["say"] == "done"


async def test_computers_stop_where_a_game_has_too_many_events(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(computer_turns, "MOST_EVENTS", 3)
    monkeypatch.setattr(computer_turns, "PACE", 0.0)
    id = await server.new("ataxx", "random", "random")
    async with server.page(id) as page:
        await page.until("moved", version=3)
        room = await server.room(id)
        while any(task.is_busy for task in room.tasks):
            await asyncio.sleep(0.01)
        assert room.version == 3


async def test_a_record_has_so_many_moves(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record_reader, "MOST_EVENTS", 5)
    text = (await server.client.get(f"/api/games/{await server.new('ataxx')}/record")).text
    answer = await server.post("games/import", {"text": text + "x\n" * 6})
    assert answer.status_code == 400 and "at most 5 moves" in answer.json()["message"]


async def test_what_a_user_sends_to_be_stored(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(identity, "MOST_STORED", 2000)
    server.time.stop()
    async with serving_guest(server) as ada:
        id = await ada.new("ataxx", begun=False)
        record = (await ada.client.get(f"/api/games/{id}/record")).text
        async with ada.page(id) as page:
            await page.told()
            said = [(await page.ask("set up", record=record, player=0))["say"] for _ in range(40)]
            told = await page.ask("set up", record=record, player=0)
            assert said[0] == "done" and told["message"] == "This game was set up too often; wait a minute."
        answer = await ada.post("games/import", {"text": record + "x" * 2000})
        assert answer.status_code == 429 and int(answer.headers["retry-after"]) > 0


async def test_new_large_boards(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(identity, "MOST_NEW_CELLS", 10_000)
    monkeypatch.setattr(identity, "CELLS_A_SECOND", 1000)
    async with serving_guest(server) as ada:
        server.time.stop()
        body = {"kind": "gamma", "options": {"width": "80", "height": "60"}}
        assert [(await ada.post("games", body)).status_code for _ in range(3)] == [201, 201, 429]
        await ada.new("gamma")
        server.time.passes(5)
        assert (await ada.post("games", body)).status_code == 201


async def test_new_guests_of_an_address(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(identity, "GUESTS_A_DAY", 3)
    with renewed(server):
        server.time.stop()
        for _ in range(3):
            async with server.guest("Ada"):
                pass
        server.time.passes(3600)
        with pytest.raises(AssertionError, match="Too many requests; try again in"):
            async with server.guest("Ada"):
                pass
        async with server.guest("Bo", "198.51.100.1"):
            pass
        server.time.passes(identity.DAY / 3)
        async with server.guest("Ada"):
            pass


@contextmanager
def renewed(server: Server) -> Iterator[None]:
    """Let the server make its rate limits anew, with the limits of the test."""
    state = server.app.state
    state.authenticator = identity.Authenticator(state.store.people, TrustedProxies(), server.time)
    yield


@asynccontextmanager
async def serving_guest(server: Server) -> AsyncIterator[Server]:
    with renewed(server):
        async with server.guest("Ada") as ada:
            yield ada


# What waits to be read


async def test_a_client_that_does_not_read_keeps_few_bytes(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "UNREAD_BYTES", 20_000)
    id = await server.new("ataxx")
    room = await server.room(id)
    async with server.page(id) as page:
        await page.told()
        (watcher,) = room.watchers
        assert isinstance(watcher, connection.Connection)
        for _ in range(10):
            watcher.send(b" " * 15_000)
        assert room.watchers == set() and watcher._out.qsize() <= 2


# Housekeeping


async def test_a_server_cleans_up_after_guests(server: Server) -> None:
    housekeeping: Housekeeping = server.app.state.housekeeping
    async with server.guest("Ada") as ada:
        old = await ada.new("ataxx")
        await housekeeping.turn()
        server.time.set_ahead(days=UNFINISHED_DAYS + 1)
        fresh = await ada.new("ataxx")
        await housekeeping.turn()
        assert (await server.client.get(f"/api/games/{fresh}")).status_code == 200
        assert [each.id for each in await store_of(server).saved_games()] == [fresh]
        assert CLEAN_UP_EVERY < 86_400 and old != fresh


# Texts


async def test_texts_have_lengths(server: Server) -> None:
    async with server.guest("Ada") as ada:
        answer = await ada.post("games", {"kind": "ataxx", "seats": ["human", "open"], "alias": "x" * 41})
        assert answer.status_code == 400 and "at most 40 characters" in answer.json()["message"]
        assert (await ada.client.put("/api/me", json={"name": "x" * 25})).status_code == 400
        made = (await ada.post("tokens", {"label": "x" * 100})).json()
        assert made["label"] == "x" * 80
        async with ada.page(await ada.new("ataxx")) as page:
            await page.told()
            page.send('{"do": "play", "id": 1, "at": 0, "move": "' + "x" * conversation.LONGEST + '"}')
            assert (await page.told())["message"].startswith("A request has at most 65,536 characters, not ")
