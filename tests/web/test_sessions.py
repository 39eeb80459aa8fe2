"""Sessions and tokens over HTTP, guesses at passwords, and links that reset them."""

from http.cookies import SimpleCookie

import pytest

from ludarium.store.people.accounts import People
from ludarium.store.people.guesses import BURST
from ludarium.store.people.tokens import CACHE_SECONDS
from ludarium.web.auth.identity import GUEST_ANIMALS

from ..support.accounts import ACCOUNT, PASSWORD, Town, me, refused

pytestmark = pytest.mark.usefixtures("quick_passwords")


# Sessions and tokens


async def test_sessions_are_seen_and_ended(town: Town) -> None:
    here, there, third = [await town.browser(**{"user-agent": name}) for name in ("Firefox", "Lynx", "curl")]
    await here.post("accounts", json=ACCOUNT)
    for browser in (there, third):
        await browser.post("sessions", json=ACCOUNT)
    told = (await here.get("sessions")).json()
    assert {(each["label"], each["here"]) for each in told} == {("Firefox", True), ("Lynx", False), ("curl", False)}
    (other,) = [each["id"] for each in told if each["label"] == "Lynx"]
    assert await me(there)
    assert (await here.delete(f"sessions/{other}")).status_code == 204
    assert await me(there) is None and await me(third)
    refused(await here.delete(f"sessions/{other}"), 404, "no such session")
    assert (await here.delete("sessions")).status_code == 204
    assert await me(third) is None and await me(here)
    answer = await here.delete("sessions/here")
    assert answer.status_code == 204 and SimpleCookie(answer.headers["set-cookie"])["ludarium"]["max-age"] == "0"
    assert "ludarium" not in here.cookies and await me(here) is None


async def test_a_session_or_token_is_ended_only_by_its_owner(town: Town) -> None:
    ada, eve = await town.guest("Ada"), await town.guest("Eve")
    (session,) = (await ada.get("sessions")).json()
    token = (await ada.post("tokens", json={"label": "bot"})).json()
    refused(await eve.delete(f"sessions/{session['id']}"), 404, "no such session")
    refused(await eve.delete(f"tokens/{token['id']}"), 404, "no such token")
    assert (await eve.delete("sessions")).status_code == 204
    assert (await eve.get("tokens")).json() == []
    assert await me(ada) and await me(await town.program(token["token"]))


async def test_a_program_plays_and_does_nothing_else(town: Town) -> None:
    ada = await town.guest("Ada")
    made = (await ada.post("tokens", json={"label": " my bot "})).json()
    assert made["label"] == "my bot"
    program = await town.program(made["token"])
    assert (await me(program))["id"] == (await me(ada))["id"] and not program.cookies
    assert (await program.put("me", json={"name": "Ada's bot"})).status_code == 200
    for answer in (
        await program.post("tokens", json={"label": "another"}),
        await program.get("tokens"),
        await program.delete(f"tokens/{made['id']}"),
        await program.get("sessions"),
        await program.delete("sessions"),
        await program.post("accounts", json=ACCOUNT),
        await program.put("me/password", json={"old": "", "new": PASSWORD}),
    ):
        refused(answer, 403, "program's token is only for playing")
    (told,) = (await ada.get("tokens")).json()
    assert told == {name: made[name] for name in ("id", "label", "since", "until")}
    assert (await ada.delete(f"tokens/{made['id']}")).status_code == 204
    refused(await program.get("me"), 401, "token is not valid")
    refused(await ada.post("tokens", json={"label": "\n"}), 400, "needs a label")


async def test_a_program_needs_nothing_but_a_token(town: Town) -> None:
    browser = await town.browser()
    token = (await browser.post("tokens", json={"label": "bot"})).json()["token"]
    name = (await me(await town.program(token)))["name"]
    assert name.split()[0] == "Guest" and name.split()[1] in GUEST_ANIMALS.split()


async def test_a_session_ended_by_another_process_expires_from_the_cache(town: Town) -> None:
    ada = await town.guest("Ada")
    told, (session,) = await me(ada), (await ada.get("sessions")).json()
    other = People(town.people._database, town.time)
    assert await other.revoke_token(told["id"], session["id"], "session")
    town.time.set_ahead(seconds=CACHE_SECONDS)
    assert await me(ada) is None


async def test_banned_people(town: Town) -> None:
    ada = await town.browser()
    await ada.post("accounts", json=ACCOUNT)
    program = await town.program((await ada.post("tokens", json={"label": "bot"})).json()["token"])
    id = (await me(ada))["id"]
    assert await town.people.ban(id)
    assert await me(ada) is None
    refused(await program.get("me"), 401, "token is not valid")
    refused(await ada.put("me", json={"name": "Another"}), 403, "are banned from this server")
    refused(await ada.post("tokens", json={"label": "bot"}), 403, "are banned from this server")
    refused(await ada.post("accounts", json=ACCOUNT | {"name": "Another"}), 403, "are banned from this server")
    refused(await ada.post("sessions", json=ACCOUNT), 403, "is banned from this server")
    refused(await ada.post("sessions", json=ACCOUNT | {"password": "wrong"}), 401, "no account with this name")
    assert await town.people.ban(id, False)
    assert (await me(ada))["name"] == "Ada" == (await me(program))["name"]


async def test_a_token_is_seen_by_its_owner_alone(town: Town, capfd: pytest.CaptureFixture[str]) -> None:
    ada, eve = await town.browser(), await town.guest("Eve")
    secrets, answers = [], []
    for answer in (await ada.put("me", json={"name": "Somebody"}), await ada.post("accounts", json=ACCOUNT)):
        secrets.append(SimpleCookie(answer.headers["set-cookie"])["ludarium"].value)
    secrets.append((await ada.post("tokens", json={"label": "bot"})).json()["token"])
    id = (await me(ada))["id"]
    for path in ("me", "sessions", "tokens", f"people/{id}", "ratings/ataxx", "games", "house", "preferences"):
        answers += [await eve.get(path), await ada.get(path)]
    answers += [await eve.get("people/" + each) for each in secrets]
    answers += [await eve.delete(f"sessions/{each}") for each in secrets]
    answers += [await eve.put("me", json={"name": each}) for each in secrets]
    for answer in answers:
        assert all(secret not in answer.text for secret in secrets)
        if answer.request.headers["cookie"] != f"ludarium={secrets[1]}":
            assert all(secret not in str(answer.headers) for secret in secrets)
    said = "".join(capfd.readouterr())
    assert not [secret for secret in secrets if secret in said]


# Guesses from many addresses, and reset links


async def test_guesses_from_many_addresses_are_limited_by_account(town: Town) -> None:
    town.time.stop()
    owner = await town.browser("198.51.100.1")
    assert (await owner.post("accounts", json=ACCOUNT)).status_code == 201
    statuses = list[int]()
    for number in range(30):
        eve = await town.browser(f"203.0.113.{number + 1}")
        answer = await eve.post("sessions", json={"name": "ADA", "password": f"wrong {number}"})
        statuses.append(answer.status_code)
    assert statuses == [401] * BURST + [429] * (30 - BURST)
    refused(answer, 429, "too many wrong passwords were tried for this name; try again in 60 seconds".capitalize())
    assert answer.headers["retry-after"] == "60"
    # Not even the password helps a stranger now
    refused(await eve.post("sessions", json=ACCOUNT), 429, "try again in 60 seconds")
    # The owner's session goes on, and the owner's device logs in again
    assert (await me(owner))["name"] == "Ada"
    assert (await owner.delete("sessions/here")).status_code == 204 and await me(owner) is None
    assert (await owner.post("sessions", json=ACCOUNT)).status_code == 201
    assert (await owner.put("me/password", json={"old": PASSWORD, "new": "another one"})).status_code == 204
    # On a new device the owner waits a minute, or gets a link from the administrator
    town.time.passes(60)
    assert (
        await (await town.browser()).post("sessions", json=ACCOUNT | {"password": "another one"})
    ).status_code == 201


async def test_the_cookie_of_a_device_is_no_session(town: Town) -> None:
    browser = await town.browser()
    answer = await browser.post("accounts", json=ACCOUNT)
    (line,) = [each for each in answer.headers.get_list("set-cookie") if each.startswith("ludarium-device=")]
    cookie = SimpleCookie(line)["ludarium-device"]
    assert cookie["httponly"] is True and cookie["samesite"] == "lax" and cookie["path"] == "/api/sessions"
    again = await browser.post("sessions", json=ACCOUNT)
    assert not [each for each in again.headers.get_list("set-cookie") if "device" in each]
    other = await town.browser()
    other.cookies.set("ludarium", cookie.value)
    assert await me(other) is None
    refused(await (await town.program(cookie.value)).get("me"), 401, "not valid")


async def test_a_password_is_reset_by_a_link(town: Town) -> None:
    there, here = await town.browser(), await town.browser()
    await there.post("accounts", json=ACCOUNT)
    link = (await town.people.create_reset("Ada")).secret
    for token, new, status, reason in (
        ("x" * 43, "another one", 403, "This link is not valid"),
        (link, "short", 400, "8 to 256 letters"),
        (link, "password123", 400, "too easy to guess"),
    ):
        refused(await here.post("sessions/reset", json={"token": token, "new": new}), status, reason)
    answer = await here.post("sessions/reset", json={"token": link, "new": "another one"})
    assert answer.status_code == 201 and answer.json()["name"] == "Ada"
    assert (await me(here))["name"] == "Ada" and await me(there) is None
    refused(
        await there.post("sessions/reset", json={"token": link, "new": "yet another"}), 403, "ask the administrator"
    )
    refused(await there.post("sessions", json=ACCOUNT), 401, "no account with this name")
    assert (await there.post("sessions", json=ACCOUNT | {"password": "another one"})).status_code == 201


async def test_reset_links_cannot_be_guessed(town: Town) -> None:
    town.time.stop()
    eve = await town.browser("203.0.113.9")
    answers = [await eve.post("sessions/reset", json={"token": "x" * 43, "new": "another one"}) for _ in range(11)]
    assert [each.status_code for each in answers] == [403] * 10 + [429]
