"""What the server keeps for a user: each thing has a limit, and one sentence for those who reach it."""

import re

import pytest

from ludarium.store.store import Store
from ludarium.web.http.preferences import CHOICES, NAME
from ludarium.web.http.static import FOLDER

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
        for name, value in ("level", "9"), ("speed", "x" * 100_000), ("name", "x" * 41), ("name", "a\x00b"):
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
    assert found and {*re.findall(r'"?([a-z-]+)"?: "', found[1])} == {*CHOICES, NAME}
    for name, choices in re.findall(r'"?([a-z-]+)"?: \{ (.*?) \}', script.partition("CHOICES")[2]):
        assert tuple(re.findall(r'(\w+): "', choices)) == CHOICES[name]
