"""People for tests, their browsers, and time that passes."""

from contextlib import AsyncExitStack
from datetime import timedelta
from time import monotonic
from typing import Any

import httpx
import pytest

from ludarium.store.models import utc_now
from ludarium.store.people import tokens
from ludarium.store.people.accounts import People
from ludarium.web.auth.rate_limit import RateLimiter

from .server import Server

PASSWORD = "correct horse"
ACCOUNT = {"name": "Ada", "password": PASSWORD}


def later(monkeypatch: pytest.MonkeyPatch, **time: float) -> None:
    """Let it be so many days or seconds later, for tokens."""
    passed = timedelta(**time)
    then, at = utc_now() + passed, monotonic() + passed.total_seconds()
    monkeypatch.setattr(tokens, "utc_now", lambda: then)
    monkeypatch.setattr(tokens, "monotonic", lambda: at)


class Town:
    """A server, and people with a browser each."""

    def __init__(self, server: Server, stack: AsyncExitStack) -> None:
        self.server, self._stack = server, stack

    @property
    def people(self) -> People:
        people: People = self.server.app.state.rooms.store.people
        return people

    def freeze(self) -> None:
        """Let no time pass for limits."""
        for limits in vars(self.server.app.state.authenticator).values():
            if isinstance(limits, RateLimiter):
                limits._clock = lambda: 0.0

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
