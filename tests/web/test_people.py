"""People over HTTP: cookies, tokens, accounts and profiles."""

import asyncio
from contextlib import AsyncExitStack
from http.cookies import SimpleCookie
from pathlib import Path

import pytest

from ludarium.store.models import SavedGame
from ludarium.web.auth.client_address import PROXY

from ..support.accounts import ACCOUNT, PASSWORD, Town, me, refused
from ..support.server import serving

pytestmark = pytest.mark.usefixtures("quick_passwords")


# Authentication


async def test_a_new_client_is_not_authenticated(town: Town) -> None:
    browser = await town.browser()
    assert await me(browser) is None and not browser.cookies
    for method, path in (
        ("GET", "sessions"),
        ("DELETE", "sessions"),
        ("DELETE", "sessions/here"),
        ("GET", "tokens"),
        ("DELETE", "tokens/x"),
    ):
        refused(await browser.request(method, path), 401, "This needs a session")
    refused(await browser.put("me/password", json={"old": "x", "new": "y"}), 401, "This needs a session")


async def test_a_guest_is_known_by_a_cookie(town: Town) -> None:
    browser = await town.browser()
    told = (await browser.put("me", json={"name": " Ada  Lovelace "})).json()
    assert (told["name"], told["guest"]) == ("Ada Lovelace", True) and told["since"].endswith("Z")
    assert await me(browser) == told
    again = (await browser.put("me", json={"name": "Grace"})).json()
    assert again == told | {"name": "Grace"} and len(browser.cookies) == 1
    assert await me(await town.browser()) is None


@pytest.mark.parametrize(
    ("scheme", "trusted", "headers", "secure"),
    [
        ("http", "", {}, False),
        ("https", "", {}, True),
        ("http", "", {"x-forwarded-proto": "https"}, False),
        ("http", "10.0.0.1", {"x-forwarded-proto": "https"}, False),
        ("http", "10.0.0.1, 127.0.0.0/8", {"x-forwarded-proto": "https"}, True),
        ("http", "127.0.0.1", {"x-forwarded-proto": "http"}, False),
    ],
)
async def test_what_a_cookie_may_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, scheme: str, trusted: str, headers: dict[str, str], secure: bool
) -> None:
    monkeypatch.setenv(PROXY, trusted)
    async with serving(tmp_path) as server, AsyncExitStack() as stack:
        browser = await Town(server, stack).browser(scheme=scheme, **headers)
        for answer in (await browser.put("me", json={"name": "Ada"}), await browser.get("me")):
            if "set-cookie" in answer.headers:
                cookie = SimpleCookie(answer.headers["set-cookie"])["ludarium"]
                assert cookie["httponly"] is True and cookie["samesite"] == "lax" and cookie["path"] == "/"
                assert cookie["max-age"] == str(90 * 24 * 3600) and not cookie["domain"]
                assert (cookie["secure"] is True) == secure
                assert answer.headers["cache-control"] == "no-store"


async def test_forged_tokens(town: Town) -> None:
    ada = await town.guest("Ada")
    secret = ada.cookies["ludarium"]
    id = (await me(ada))["id"]
    for forged in (
        "",
        "x",
        secret[:-1],
        secret[1:],
        f"{secret}=",
        secret.swapcase(),
        secret[::-1],
        id,
        f"{id}.{secret}",
    ):
        assert await me(await town.browser(cookie=f"ludarium={forged}")) is None
        refused(await (await town.program(forged)).get("me"), 401, "token is not valid")
    for odd in ("Basic abc", "Bearer", f"Token {secret}", "bearer "):
        answer = await (await town.browser(authorization=odd)).get("me")
        assert answer.status_code == 401 or answer.json() is None
    assert (await me(await town.program(secret)))["name"] == "Ada"


async def test_malformed_cookies_are_ignored(town: Town) -> None:
    for cookie in ("ludarium", "=;=;;", "ludarium=\xff\xfe", "x" * 10_000, 'ludarium="', "ludarium=a; ludarium=b"):
        browser = await town.browser()
        answer = await browser.get("me", headers=[(b"cookie", cookie.encode("latin-1"))])
        assert answer.status_code == 200 and answer.json() is None


async def test_a_session_expires_after_its_last_use(town: Town) -> None:
    ada = await town.guest("Ada")
    town.time.set_ahead(days=91)
    assert await me(ada) is None


async def test_pages_of_other_sites_change_nothing(town: Town) -> None:
    ada = await town.guest("Ada")
    for method, path in (("PUT", "me"), ("POST", "accounts"), ("POST", "sessions"), ("POST", "tokens")):
        answer = await ada.request(method, path, json={"name": "Eve"}, headers={"origin": "http://elsewhere"})
        refused(answer, 403, "page of another site")
    assert (await me(ada))["name"] == "Ada"


# Names


@pytest.mark.parametrize(
    "name", ["<script>alert(1)</script", "'; DROP TABLE people;--", "\u05d0\u05d3\u05d4", "\\\"'&"]
)
async def test_names_come_back_as_they_were(town: Town, name: str) -> None:
    browser = await town.guest(name)
    assert (await me(browser))["name"] == name
    answer = await browser.get(f"people/{(await me(browser))['id']}")
    assert answer.json()["name"] == name
    assert (
        answer.headers["content-type"] == "application/json" and answer.headers["x-content-type-options"] == "nosniff"
    )


@pytest.mark.parametrize("name", ["", "x" * 25, "a\u202eb", "a\nb", "\u200b", "x" * 1_000_000])
async def test_names_that_are_refused(town: Town, name: str) -> None:
    refused(await (await town.browser()).put("me", json={"name": name}), 400, "name")
    refused(await (await town.browser()).post("accounts", json=ACCOUNT | {"name": name}), 400, "name")
    ada = await town.guest("Ada")
    refused(await ada.put("me", json={"name": name}), 400, "name")
    assert (await me(ada))["name"] == "Ada"


# Accounts


async def test_a_guest_makes_an_account_and_logs_in_from_another_browser(town: Town) -> None:
    here, there = await town.guest("Somebody"), await town.browser()
    guest, token = await me(here), here.cookies["ludarium"]
    answer = await here.post("accounts", json=ACCOUNT)
    assert answer.status_code == 201
    assert answer.json() == guest | {"name": "Ada", "guest": False} == await me(here)
    assert here.cookies["ludarium"] != token and await me(await town.browser(cookie=f"ludarium={token}")) is None
    answer = await there.post("sessions", json=ACCOUNT | {"name": "ADA"})
    assert answer.status_code == 201 and answer.json() == await me(there) == await me(here)
    assert there.cookies["ludarium"] != here.cookies["ludarium"]


async def test_an_account_at_once(town: Town) -> None:
    browser = await town.browser()
    assert (await browser.post("accounts", json=ACCOUNT)).json()["guest"] is False
    assert (await me(browser))["name"] == "Ada"


async def test_one_account_a_name_and_a_person(town: Town) -> None:
    ada, eve = await town.browser(), await town.guest("Eve")
    assert (await ada.post("accounts", json=ACCOUNT)).status_code == 201
    refused(await ada.post("accounts", json=ACCOUNT | {"name": "Another"}), 400, "an account already")
    for name in ("Ada", "aDA", "\uff21da"):
        refused(await eve.post("accounts", json=ACCOUNT | {"name": name}), 400, "player has an account named")
        refused(await eve.put("me", json={"name": name}), 400, "player has an account named")
    assert (await me(eve))["guest"] is True


async def test_two_at_once_who_want_the_same_name(town: Town) -> None:
    browsers = [await town.browser() for _ in range(4)]
    answers = await asyncio.gather(*(browser.post("accounts", json=ACCOUNT) for browser in browsers))
    assert sorted(answer.status_code for answer in answers) == [201, 400, 400, 400]
    assert len([browser for browser in browsers if await me(browser)]) == 1


async def test_a_wrong_name_is_as_wrong_as_a_wrong_password(town: Town) -> None:
    assert (await (await town.browser()).post("accounts", json=ACCOUNT)).status_code == 201
    eve, told = await town.browser(), set()
    for body in (ACCOUNT | {"password": "wrong"}, ACCOUNT | {"name": "Nobody"}, {"name": "", "password": ""}):
        answer = await eve.post("sessions", json=body)
        refused(answer, 401, "no account with this name")
        told.add(answer.text)
    assert len(told) == 1 and await me(eve) is None


async def test_no_answer_contains_a_password(town: Town) -> None:
    ada = await town.browser()
    answers = [await ada.post("accounts", json=ACCOUNT), await ada.post("sessions", json=ACCOUNT)]
    answers += [await ada.get(path) for path in ("me", "sessions", "tokens", f"people/{(await me(ada))['id']}")]
    answers.append(await ada.put("me/password", json={"old": PASSWORD, "new": "short"}))
    answers.append(await ada.put("me/password", json={"old": PASSWORD + "!", "new": PASSWORD}))
    answers.append(await ada.post("accounts", json={"name": 1, "password": PASSWORD}))
    answers.append(await ada.post("accounts", json={"name": "Ada", "password": [PASSWORD]}))
    for answer in answers:
        assert PASSWORD not in answer.text and "argon2" not in answer.text and PASSWORD not in str(answer.headers)


async def test_logging_in_as_another_person(town: Town) -> None:
    assert (await (await town.browser()).post("accounts", json=ACCOUNT)).status_code == 201
    browser = await town.guest("Somebody")
    guest = browser.cookies["ludarium"]
    assert (await browser.post("sessions", json=ACCOUNT)).status_code == 201
    assert (await me(browser))["name"] == "Ada"
    assert await me(await town.browser(cookie=f"ludarium={guest}")) is None


async def test_another_password(town: Town) -> None:
    here, there = await town.browser(), await town.browser()
    await here.post("accounts", json=ACCOUNT)
    await there.post("sessions", json=ACCOUNT)
    assert await me(there)
    refused(await there.put("me/password", json={"old": "wrong", "new": "another one"}), 403, "not your current")
    refused(await there.put("me/password", json={"old": PASSWORD, "new": "short"}), 400, "8 to 256 letters")
    assert (await there.put("me/password", json={"old": PASSWORD, "new": "another one"})).status_code == 204
    assert await me(here) is None and await me(there)
    refused(await here.post("sessions", json=ACCOUNT), 401, "no account with this name")
    assert (await here.post("sessions", json=ACCOUNT | {"password": "another one"})).status_code == 201
    guest = await town.guest("Somebody")
    refused(await guest.put("me/password", json={"old": "", "new": "another one"}), 400, "guest has no password")


async def test_names_and_passwords_that_are_refused(town: Town) -> None:
    browser = await town.browser()
    await browser.post("accounts", json=ACCOUNT)
    other = await town.browser()
    refused(await other.put("me", json={"name": "\u0410da"}), 400, "this one mixes Cyrillic and Latin")
    refused(await other.post("accounts", json={"name": "Grace", "password": "Password1"}), 400, "too easy to guess")
    assert (await other.post("accounts", json={"name": "Adal", "password": PASSWORD})).status_code == 201
    refused(await (await town.browser()).put("me", json={"name": "Ada1"}), 400, "looks like that of another player")


# Other players


async def test_a_players_page(town: Town) -> None:
    ada, eve = await town.guest("Ada"), await town.guest("Eve")
    (a, e), store = [(await me(browser))["id"] for browser in (ada, eve)], town.server.app.state.rooms.store
    games = [
        await store.save_game(SavedGame.begin("ataxx", "record", ("human", "human"), **more))
        for more in ({}, {"owner": a, "listed": True}, {"owner": a}, {"owner": e, "listed": True})
    ]
    await store.people.rate(games[1].id, "ataxx", {a: 1, e: 2})
    hers, others = [(await browser.get(f"people/{a}")).json() for browser in (ada, eve)]
    assert [game["id"] for game in others["games"]] == [games[1].id]
    assert [game["id"] for game in hers["games"]] == [games[2].id, games[1].id]
    assert set(others) == {"id", "name", "guest", "since", "ratings", "games"}
    (rating,) = others["ratings"]
    assert (rating["kind"], rating["games"]) == ("ataxx", 1) and rating["rating"] > 1000
    best = (await eve.get("ratings/ataxx")).json()
    assert [(each["person"], each["name"]) for each in best] == [(a, "Ada"), (e, "Eve")]
    assert best[0]["rating"] == rating["rating"] > best[1]["rating"]
    assert (await (await town.browser()).get(f"people/{a}")).json() == others
    refused(await eve.get("people/nobody"), 404, "no player with this id")
    refused(await eve.get("ratings/chess"), 404, "no game 'chess'")
