"""Accounts, their sessions, and tokens of programs."""

import asyncio
from contextlib import AsyncExitStack
from typing import Any

import pytest

from ludarium.store.database import sqlite
from ludarium.store.errors import StoreError
from ludarium.store.models import SavedGame
from ludarium.store.people import accounts, passwords, tokens
from ludarium.store.people.accounts import WrongPassword
from ludarium.store.people.models import Credential
from ludarium.store.store import Store

from ..support.accounts import PASSWORD
from ..support.adjustable_time import AdjustableTime
from ..support.patience import PATIENCE
from ..support.stores import is_known, kept

pytestmark = pytest.mark.usefixtures("kept_in", "quick_passwords")


async def test_a_guest_who_registers_remains_the_same() -> None:
    async with Store.open() as store:
        guest, other = await store.people.create_guest("Ada"), await store.people.create_guest("Grace")
        program = await store.people.create_program_token(guest.person.id, "bot")
        await store.save_game(SavedGame.begin("ataxx", "record", owner=guest.person.id, listed=True))
        await store.people.rate("game", "ataxx", {guest.person.id: 1, other.person.id: 2})
        account = await store.people.register(guest.person.id, "Ada L.", PASSWORD)
        assert account.person.id == guest.person.id and account.person.login == "ada l."
        assert account.person.created == guest.person.created
        assert len(await store.profile_games(account.person.id, False)) == 1
        assert [each.games for each in await store.people.ratings(account.person.id)] == [1]
        assert await is_known(store.people, account) and await is_known(store.people, program)
        assert not await is_known(store.people, guest)
        with pytest.raises(StoreError, match="an account already"):
            await store.people.register(guest.person.id, "Another", PASSWORD)
        with pytest.raises(StoreError, match="no such person"):
            await store.people.register("nobody", "Another", PASSWORD)
        with pytest.raises(StoreError, match="are for guests"):
            await store.people.register(other.person.id, "guest Otter", PASSWORD)


async def test_logging_in() -> None:
    async with Store.open() as store:
        made = await store.people.register(None, "Ada", "  pass\u00e9 word\0 ")
        for name in ("Ada", "ADA", " ada "):
            again = await store.people.log_in(name, "  passe\u0301 word\0 ", "here")
            assert again.person.id == made.person.id and again.secret != made.secret
            assert await is_known(store.people, again)
        sentences = set()
        for name, password in (
            ("Ada", "wrong"),
            ("Ada", ""),
            ("Ada", "pass\u00e9 word\0"),
            ("Ada", "x" * 100_000),
            ("Ada", "\ud800" * 9),
            ("Grace", "  pass\u00e9 word\0 "),
            ("", ""),
            ("a\0" * 50, "whatever"),
            ("\ud800", "whatever"),
        ):
            with pytest.raises(WrongPassword) as caught:
                await store.people.log_in(name, password)
            sentences.add(str(caught.value))
        assert len(sentences) == 1


async def test_only_a_hash_of_a_password_is_stored() -> None:
    async with Store.open() as store:
        await store.people.register(None, "Ada", PASSWORD)
        ((password,),) = await kept("SELECT password FROM people")
        assert password.startswith("$argon2id$") and PASSWORD not in password
        assert PASSWORD not in str(await store.people.search())


@pytest.mark.parametrize("password", ["", "short77", "x" * 257])
async def test_passwords_that_are_refused(password: str) -> None:
    async with Store.open() as store:
        with pytest.raises(StoreError, match="8 to 256 letters"):
            await store.people.register(None, "Ada", password)
        made = await store.people.register(None, "Ada", PASSWORD)
        with pytest.raises(StoreError, match="8 to 256 letters"):
            await store.people.change_password(made.person.id, PASSWORD, password, made.token.id)
        assert (await store.people.log_in("Ada", PASSWORD)).person == made.person


async def test_an_unknown_name_costs_as_much_as_a_wrong_password(monkeypatch: pytest.MonkeyPatch) -> None:
    async with Store.open() as store:
        await store.people.register(None, "Ada", PASSWORD)
        with pytest.raises(WrongPassword):
            await store.people.log_in("Ada", "the first one makes the dummy hash")
        checked, verify = list[str](), store.people._passwords._verify

        def watched(kept: str, data: bytes) -> bool:
            checked.append(kept)
            return verify(kept, data)

        monkeypatch.setattr(store.people._passwords, "_verify", watched)
        monkeypatch.setattr(store.people._passwords, "hash", None)
        for name in ("Ada", "Grace", "", "a\nb"):
            with pytest.raises(WrongPassword):
                await store.people.log_in(name, "wrong password")
        assert [kept.rpartition("$")[0].rpartition("$")[0] for kept in checked] == ["$argon2id$v=19$m=8,t=1,p=1"] * 4
        assert len(set(checked)) == 2


async def test_a_login_updates_a_hash_with_old_parameters(monkeypatch: pytest.MonkeyPatch) -> None:
    async with Store.open() as store:
        await store.people.register(None, "Ada", PASSWORD)
    monkeypatch.setattr(passwords, "TIME_COST", 2)
    async with Store.open() as store:
        with pytest.raises(WrongPassword):
            await store.people.log_in("Ada", "wrong password")
        assert "t=1" in (await kept("SELECT password FROM people"))[0][0]
        for _ in range(2):
            await store.people.log_in("Ada", PASSWORD)
            ((password,),) = await kept("SELECT password FROM people")
            assert "t=2" in password


async def test_another_password_ends_other_sessions() -> None:
    async with Store.open() as store:
        here = await store.people.register(None, "Ada", PASSWORD)
        there, program = (
            await store.people.log_in("Ada", PASSWORD),
            await store.people.create_program_token(here.person.id, "bot"),
        )
        assert await is_known(store.people, there)
        with pytest.raises(WrongPassword):
            await store.people.change_password(here.person.id, "wrong", "another one", here.token.id)
        assert await is_known(store.people, there)
        await store.people.change_password(here.person.id, PASSWORD, "another one", here.token.id)
        assert [await is_known(store.people, each) for each in (here, there, program)] == [True, False, True]
        with pytest.raises(WrongPassword):
            await store.people.log_in("Ada", PASSWORD)
        await store.people.log_in("Ada", "another one")
        guest = await store.people.create_guest("Grace")
        with pytest.raises(StoreError, match="a guest has no password"):
            await store.people.change_password(guest.person.id, "", "another one", guest.token.id)


async def test_of_several_who_take_a_name_at_once_one_gets_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "LOCK_TIMEOUT", PATIENCE)  # a busy machine may keep a lock for seconds
    async with AsyncExitStack() as stack:
        stores = [await stack.enter_async_context(Store.open()) for _ in range(3)]
        guests = [(await store.people.create_guest("Guest")).person for store in stores]
        told = await asyncio.gather(
            *(store.people.register(guest.id, "Ada", PASSWORD) for store, guest in zip(stores, guests, strict=True)),
            *(store.people.register(None, "ADA", PASSWORD) for store in stores),
            return_exceptions=True,
        )
        assert sum(isinstance(each, Credential) for each in told) == 1
        refusals = [str(each) for each in told if not isinstance(each, Credential)]
        assert all("another player has an account" in each for each in refusals), refusals
        assert await kept("SELECT count(*) FROM people WHERE login = 'ada'") == [(1,)]


# Sessions and programs


async def test_sessions_are_listed_and_ended() -> None:
    async with Store.open() as store:
        made = await store.people.register(None, "Ada", PASSWORD, "one")
        more = [await store.people.log_in("Ada", PASSWORD, label) for label in ("two", "a\nb\u202e" + "c" * 200)]
        found = await store.people.tokens(made.person.id, "session")
        assert {each.label for each in found} == {"one", "two", "ab" + "c" * 78}
        assert all(await asyncio.gather(*(is_known(store.people, each) for each in (made, *more))))
        assert await store.people.revoke_token(made.person.id, more[0].token.id, "session")
        assert not await is_known(store.people, more[0])
        assert not await store.people.revoke_token(made.person.id, more[0].token.id, "session")
        assert await store.people.end_other_sessions(made.person.id, made.token.id) == 1
        assert [await is_known(store.people, each) for each in (made, *more)] == [True, False, False]


async def test_a_token_is_revoked_only_by_its_owner() -> None:
    async with Store.open() as store:
        ada, grace = await store.people.create_guest("Ada"), await store.people.create_guest("Grace")
        program = await store.people.create_program_token(ada.person.id, "bot")
        assert not await store.people.revoke_token(grace.person.id, ada.token.id, "session")
        assert not await store.people.revoke_token(grace.person.id, program.token.id, "program")
        assert not await store.people.revoke_token(ada.person.id, program.token.id, "session")
        assert await store.people.end_other_sessions(grace.person.id, grace.token.id) == 0
        assert [await is_known(store.people, each) for each in (ada, grace, program)] == [True] * 3


async def test_programs_have_tokens_with_labels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(accounts, "PROGRAMS", 2)
    async with Store.open() as store:
        ada = await store.people.create_guest("Ada")
        made = await store.people.create_program_token(ada.person.id, " my bot ")
        shown = await store.people.authenticate(made.secret)
        assert shown and shown.person.id == ada.person.id and shown.token.type == "program"
        assert [each.label for each in await store.people.tokens(ada.person.id, "program")] == ["my bot"]
        for label in ("", " ", "\n"):
            with pytest.raises(StoreError, match="needs a label"):
                await store.people.create_program_token(ada.person.id, label)
        await store.people.create_program_token(ada.person.id, "another")
        with pytest.raises(StoreError, match="at most 2 tokens"):
            await store.people.create_program_token(ada.person.id, "one more")
        assert await store.people.revoke_token(ada.person.id, made.token.id, "program")
        assert not await is_known(store.people, made)
        await store.people.create_program_token(ada.person.id, "one more")


async def test_a_token_revoked_by_another_process_expires_from_the_cache() -> None:
    time = AdjustableTime()
    async with Store.open(time_source=time) as store, Store.open() as other:
        ada = await store.people.create_guest("Ada")
        assert await is_known(store.people, ada) and await is_known(other.people, ada)
        await other.people.revoke_token(ada.person.id, ada.token.id, "session")
        assert not await is_known(other.people, ada)
        time.set_ahead(seconds=tokens.CACHE_SECONDS)
        assert not await is_known(store.people, ada) and tokens.CACHE_SECONDS <= 5


async def test_a_token_revoked_during_a_lookup_is_not_cached(monkeypatch: pytest.MonkeyPatch) -> None:
    async with Store.open() as store:
        ada = await store.people.create_guest("Ada")
        look = store.people._tokens._look_up

        async def slow(key: str) -> Any:
            found = await look(key)
            monkeypatch.setattr(store.people._tokens, "_look_up", look)
            await store.people.revoke_token(ada.person.id, ada.token.id, "session")
            return found

        monkeypatch.setattr(store.people._tokens, "_look_up", slow)
        assert not await is_known(store.people, ada)
        assert not await is_known(store.people, ada)


# Reset links


async def test_a_reset_link_works_once() -> None:
    async with Store.open() as store:
        made = await store.people.register(None, "Ada", PASSWORD)
        program = await store.people.create_program_token(made.person.id, "bot")
        earlier, link = await store.people.create_reset("Ada"), await store.people.create_reset(" ADA ")
        rows = str(await kept("SELECT * FROM tokens"))
        assert link.secret not in rows and await store.people.authenticate(link.secret) is None
        for secret in (earlier.secret, "", "x", made.secret, program.secret):
            with pytest.raises(accounts.BadReset, match="ask the administrator"):
                await store.people.reset_password(secret, "another one")
        with pytest.raises(StoreError, match="too easy"):
            await store.people.reset_password(link.secret, "ada12345")
        told = await asyncio.gather(
            *(store.people.reset_password(link.secret, f"another one {number}") for number in range(4)),
            return_exceptions=True,
        )
        (here,) = [number for number, each in enumerate(told) if isinstance(each, Credential)]
        assert sum(isinstance(each, accounts.BadReset) for each in told) == 3
        assert [await is_known(store.people, each) for each in (made, program)] == [False, True]
        assert await store.people.log_in("Ada", f"another one {here}")
        with pytest.raises(WrongPassword):
            await store.people.log_in("Ada", PASSWORD)


async def test_a_reset_link_lasts_an_hour() -> None:
    time = AdjustableTime()
    async with Store.open(time_source=time) as store:
        await store.people.register(None, "Ada", PASSWORD)
        link = await store.people.create_reset("Ada")
        time.passes(3601)
        with pytest.raises(accounts.BadReset):
            await store.people.reset_password(link.secret, "another one")


async def test_who_gets_no_reset_link() -> None:
    async with Store.open() as store:
        made = await store.people.register(None, "Ada", PASSWORD)
        await store.people.create_guest("Grace")
        for name in ("Grace", "Nobody", "", "\n"):
            with pytest.raises(StoreError, match="there is no account named"):
                await store.people.create_reset(name)
        link = await store.people.create_reset("Ada")
        await store.people.ban(made.person.id)
        with pytest.raises(accounts.Banned):
            await store.people.reset_password(link.secret, "another one")
