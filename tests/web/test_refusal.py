"""A socket that is refused says why: by the status and the sentence that an HTTP request would get."""

import json
import signal
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from ludarium.store.errors import StoreError
from ludarium.web.ops.asgi import AsgiWrapper

from ..support.patience import PATIENCE
from ..support.server import Page, Server, serving
from ..support.server_process import process

ELSEWHERE = "203.0.113.7"


def page(server: Server, id: str, headers: dict[str, str] | None = None) -> Page:
    return Page(server.app, id, None, headers or {}, ELSEWHERE)


async def test_too_often(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, server.guest("Eve", ELSEWHERE) as eve:
        id = await server.new("ataxx")
        server.time.stop()
        while (await eve.client.get("/api/me")).status_code == 200:
            pass
        async with eve.page(id) as refused:
            assert (refused.status, refused.refusal) == (429, "Too many requests; try again in 1 second.")
            assert refused.headers["retry-after"] == "1" and refused.headers["content-type"] == "application/json"
        server.time.passes(1)
        async with eve.page(id) as taken:
            assert taken.accepted


async def test_a_token_that_nobody_knows(server: Server) -> None:
    async with page(server, await server.new("ataxx"), {"authorization": "Bearer x"}) as refused:
        assert refused.status == 401 and refused.refusal.startswith("This token is not valid")


async def test_a_page_of_another_site(server: Server) -> None:
    async with page(server, await server.new("ataxx"), {"origin": "http://elsewhere.example"}) as refused:
        assert (refused.status, refused.refusal) == (403, "A page of another site may not do this.")


async def test_a_query_that_means_nothing(server: Server) -> None:
    asked = page(server, await server.new("ataxx"))
    asked._scope["query_string"] = b"after=yesterday"
    async with asked as refused:
        assert refused.status == 400 and refused.refusal.startswith("After: ")


@pytest.mark.parametrize("when", ["who asks is looked up", "the game is opened"])
async def test_a_store_that_cannot_be_read(server: Server, monkeypatch: pytest.MonkeyPatch, when: str) -> None:
    async def fail(*_: object) -> None:
        raise StoreError("the database is gone; bring it back") from OSError("gone")

    async with server.guest("Ada", ELSEWHERE) as ada:
        id = await server.new("ataxx")
        if when == "the game is opened":
            await server.app.state.rooms.close()
            monkeypatch.setattr(server.app.state.store, "saved_game", fail)
        else:
            monkeypatch.setattr(server.app.state.store.people, "authenticate", fail)
        async with ada.page(id) as refused:
            assert (refused.status, refused.refusal) == (503, "The database is gone; bring it back.")
        monkeypatch.undo()
        async with ada.page(id) as taken:
            assert taken.accepted


async def test_a_server_that_is_about_to_end(server: Server) -> None:
    wrapper, id = AsgiWrapper(server.app), await server.new("ataxx")
    await wrapper.drain(server.app.state.store.flush)
    asked = page(server, id)
    asked._app = wrapper  # type: ignore[assignment]
    async with asked as refused:
        assert (refused.status, refused.refusal) == (503, "The server is about to end.")


async def test_a_server_that_knows_no_such_answer_closes(server: Server) -> None:
    asked = page(server, await server.new("ataxx"), {"authorization": "Bearer x"})
    asked._scope["extensions"] = {}
    async with asked as refused:
        assert not refused.accepted and refused.status is None


def test_by_a_real_connection(tmp_path: Path) -> None:
    words = "--port", "0", "--database", f"sqlite:///{tmp_path}/games.db", "--log", "json"
    with process(*words) as (server, address):
        url, headers = f"{address.replace('http', 'ws')}/api/games/0/socket", {"Authorization": "Bearer x"}
        with pytest.raises(InvalidStatus) as refused, connect(url, additional_headers=headers, open_timeout=PATIENCE):
            pass
        response = refused.value.response
        assert response.status_code == 401 and response.headers["www-authenticate"] == "Bearer"
        assert json.loads(response.body)["message"].startswith("This token is not valid")
        server.send_signal(signal.SIGTERM)
        assert server.wait(PATIENCE) == 0 and server.stderr
        told = [json.loads(line) for line in server.stderr.read().splitlines()]
        assert {line["level"] for line in told} == {"info"}
        assert [line["code"] for line in told if line["event"] == "socket"] == [401]
