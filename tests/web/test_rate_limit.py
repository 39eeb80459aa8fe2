"""Rate limits, and the addresses of clients behind proxies."""

from contextlib import AsyncExitStack
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar.connection import ASGIConnection

from ludarium.contract.errors import BadOption
from ludarium.web.app import create_app
from ludarium.web.auth.client_address import PROXY, TrustedProxies
from ludarium.web.auth.rate_limit import RateLimiter

from ..support.accounts import ACCOUNT, Town, me, refused
from ..support.server import serving

pytestmark = pytest.mark.usefixtures("quick_passwords")


def test_a_bucket_refills() -> None:
    now = 0.0
    limits = RateLimiter(rate=2.0, burst=3.0, clock=lambda: now)
    assert [limits.acquire("ada") for _ in range(4)] == [True, True, True, False]
    assert limits.acquire("eve", 3.0) and not limits.acquire("eve", 0.1)
    assert limits.retry_after("ada") == 0.5 and limits.retry_after("somebody") == 0
    now = 0.5
    assert limits.acquire("ada") and not limits.acquire("ada")
    now = 1000.0
    assert not limits.acquire("ada", 3.5) and limits.acquire("ada", 3.0)


def test_the_number_of_buckets_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludarium.web.auth.rate_limit.KEYS", 3)
    limits = RateLimiter(rate=1.0, burst=1.0, clock=lambda: 0.0)
    assert all(limits.acquire(key) for key in "abcd") and len(limits._buckets) == 3
    assert not limits.acquire("d") and limits.acquire("a")


async def until_refused(ask: Any, most: int) -> tuple[int, httpx.Response]:
    """The number of accepted requests, and the first answer above the limit."""
    for count in range(most):
        answer: httpx.Response = await ask()
        if answer.status_code == 429:
            return count, answer
    raise AssertionError(f"{most} times were not too often")


async def test_passwords_cannot_be_guessed(town: Town) -> None:
    town.time.stop()
    assert (await (await town.browser()).post("accounts", json=ACCOUNT)).status_code == 201
    eve = await town.guest("Eve")
    count, answer = await until_refused(lambda: eve.post("sessions", json=ACCOUNT | {"password": "wrong"}), 20)
    refused(answer, 429, "many requests")
    assert count == 10 and answer.headers["retry-after"] == "10"
    # Another guest and another name do not help, nor does the password itself
    for browser in (await town.guest("Another"), eve):
        refused(await browser.post("sessions", json=ACCOUNT), 429, "many requests")
        refused(await browser.put("me/password", json={"old": "x", "new": "y"}), 429, "many requests")
    assert (await (await town.browser("198.51.100.7")).post("sessions", json=ACCOUNT)).status_code == 201


async def test_an_address_creates_a_limited_number_of_people(town: Town) -> None:
    town.time.stop()

    async def guest(address: str) -> httpx.Response:
        return await (await town.browser(address)).put("me", json={"name": "Somebody"})

    async def account(address: str, numbers: list[int]) -> httpx.Response:
        numbers.append(1)
        return await (await town.browser(address)).post("accounts", json=ACCOUNT | {"name": f"Ada {len(numbers)}"})

    for make in (guest, lambda address, numbers=[0]: account(address, numbers)):
        for address in ("198.51.100.7", "2001:db8::1"):
            count, answer = await until_refused(lambda make=make, address=address: make(address), 40)
            refused(answer, 429, "many requests")
            assert 20 <= count <= 30 and int(answer.headers["retry-after"]) >= 1
        assert (await make("198.51.100.8")).status_code in (200, 201)
        assert (await make("2001:db8::2")).status_code == 429  # the same /64 network
        assert (await make("2001:db8:0:1::2")).status_code in (200, 201)


async def test_local_clients_have_hardly_a_limit(town: Town) -> None:
    for _ in range(35):
        assert (await (await town.browser()).put("me", json={"name": "Somebody"})).status_code == 200
    ada = await town.guest("Ada")
    assert all([(await ada.get("me")).status_code == 200 for _ in range(420)])


async def test_each_person_has_a_limit(town: Town) -> None:
    town.time.stop()
    ada, eve = await town.browser("198.51.100.7"), await town.browser("198.51.100.7")
    await ada.put("me", json={"name": "Ada"})
    count, answer = await until_refused(lambda: ada.get("me"), 2000)
    refused(answer, 429, "many requests")
    assert count == 400 and answer.headers["retry-after"] == "1"
    assert await me(eve) is None


@pytest.mark.parametrize(
    ("trusted", "said", "counted"),
    [
        ("", "198.51.100.1", "127.0.0.1"),
        ("10.0.0.1", "198.51.100.1", "127.0.0.1"),
        ("127.0.0.1", "198.51.100.1", "198.51.100.1"),
        ("127.0.0.1", "6.6.6.6, 198.51.100.1", "198.51.100.1"),
        ("127.0.0.1 10.0.0.0/8", "6.6.6.6, 198.51.100.1:4000, 10.1.2.3", "198.51.100.1"),
        ("127.0.0.1", "6.6.6.6, [2001:db8::1]:4000", "2001:db8::/64"),
        ("127.0.0.1", "6.6.6.6, ::ffff:198.51.100.1", "198.51.100.1"),
        ("127.0.0.1", "6.6.6.6, nonsense", "127.0.0.1"),
        ("127.0.0.1", "", "127.0.0.1"),
    ],
)
async def test_headers_count_if_the_proxy_is_trusted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trusted: str, said: str, counted: str
) -> None:
    monkeypatch.setenv(PROXY, trusted)
    seen = list[str]()
    monkeypatch.setattr(RateLimiter, "check", lambda limits, key, cost=1.0: seen.append(key))
    async with serving(tmp_path) as server, AsyncExitStack() as stack:
        browser = await Town(server, stack).browser(**{"x-forwarded-for": said})
        assert (await browser.put("me", json={"name": "Ada"})).status_code == 200
    assert seen == [counted] * 3  # for the request, and twice for the new guest: behind a proxy it is not local


def test_a_proxy_may_add_a_line_of_its_own() -> None:
    """As HAProxy does: the client's own line before it must not count."""
    lines = [(b"x-forwarded-for", b"6.6.6.6"), (b"x-forwarded-for", b"198.51.100.1")]
    scope: Any = {"type": "http", "client": ("127.0.0.1", 1), "headers": lines}
    assert TrustedProxies([ip_network("127.0.0.1")]).client_address(ASGIConnection(scope)) == "198.51.100.1"


def test_a_proxy_is_named_by_its_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(PROXY, "the proxy")
    with pytest.raises(BadOption, match=PROXY):
        create_app("sqlite://")


async def test_a_socket_is_not_asked_too_often(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, server.guest("Eve") as eve:
        id = await server.new("ataxx")
        async with eve.page(id) as page, server.page(id) as home:
            answers = [await page.ask("enough") for _ in range(400)]
            often = [answer for answer in answers if answer["say"] == "error"]
            assert answers[0]["say"] == "done" and len(often) < 100
            assert often[0]["message"] == "This was asked for too often; wait a few seconds."
            # Other clients are not affected, and local ones have no such limit
            assert all([(await home.ask("enough"))["say"] == "done" for _ in range(400)])
            async with server.guest("Ada", "203.0.113.8") as ada, ada.page(id) as other:
                assert (await other.ask("enough"))["say"] == "done"


async def test_long_variations_cost_more_than_short_ones(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, server.guest("Eve") as eve:
        server.time.stop()
        async with eve.page(await eve.new("ataxx")) as page:
            answers = [await page.ask("explore", ply=0, moves=["a7-b6"] * 250) for _ in range(12)]
            # Those before the limit are refused because the second move is not legal
            often = [answer for answer in answers if "too often" in answer["message"]]
            assert len(often) == 1 and "not a legal move for blue" in answers[0]["message"]


async def test_a_socket_says_whether_one_is_at_home(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, server.guest("Eve") as eve:
        id = await server.new("ataxx")
        async with eve.page(id) as page, server.page(id) as home:
            await page.told(), await home.told()
            assert page.you["name"] == "Eve" and not page.you["home"]
            assert home.you == {"say": "you", "person": None, "name": "", "home": True}
