"""People for tests, and their browsers."""

from contextlib import AsyncExitStack
from typing import Any

import httpx

from ludarium.store.people.accounts import People

from .adjustable_time import AdjustableTime
from .server import Server

PASSWORD = "correct horse"
ACCOUNT = {"name": "Ada", "password": PASSWORD}


class Town:
    """A server, and people with a browser each."""

    def __init__(self, server: Server, stack: AsyncExitStack) -> None:
        self.server, self._stack = server, stack

    @property
    def time(self) -> AdjustableTime:
        return self.server.time

    @property
    def people(self) -> People:
        people: People = self.server.app.state.rooms.store.people
        return people

    async def browser(self, address: str = "127.0.0.1", scheme: str = "http", **headers: str) -> httpx.AsyncClient:
        transport = httpx.ASGITransport(self.server.app, client=(address, 1))  # type: ignore[arg-type]
        made = httpx.AsyncClient(transport=transport, base_url=f"{scheme}://localhost/api", headers=headers)
        return await self._stack.enter_async_context(made)

    async def program(self, token: str) -> httpx.AsyncClient:
        return await self.browser(authorization=f"Bearer {token}")

    async def guest(self, name: str) -> httpx.AsyncClient:
        browser = await self.browser()
        assert (await browser.put("me", json={"name": name})).status_code == 200
        return browser


async def me(browser: httpx.AsyncClient) -> Any:
    answer = await browser.get("me")
    assert answer.status_code == 200, answer.text
    return answer.json()


def refused(answer: httpx.Response, status: int, reason: str) -> None:
    message = answer.json()["message"]
    assert answer.status_code == status and reason in message and message.endswith("."), (answer.status_code, message)
    assert "set-cookie" not in answer.headers
