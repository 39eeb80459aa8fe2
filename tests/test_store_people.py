"""People are known again, and nobody else by what is theirs: guests, accounts, tokens, ratings, in every database."""

import asyncio
from contextlib import AsyncExitStack
from datetime import timedelta
from typing import Any

import pytest

from ludarium.store import passwords, people, tokens
from ludarium.store.errors import StoreError
from ludarium.store.kept import SavedGame
from ludarium.store.known import Welcome
from ludarium.store.people import Banned, People, WrongPassword
from ludarium.store.store import Store

from .clusters import cluster, kept_in
from .folks import PASSWORD, later, quick_passwords
from .stores import by_hand

fixtures = (cluster, kept_in, quick_passwords)
pytestmark = pytest.mark.usefixtures("kept_in", "quick_passwords")


async def kept(statement: str) -> list[tuple[Any, ...]]:
    """What stands in the database, for somebody who looks at it with another program."""
    return await asyncio.to_thread(by_hand, statement)


async def is_known(known: People, welcome: Welcome) -> bool:
    return await known.who(welcome.secret) is not None


# Guests


async def test_a_guest_is_known_by_a_token() -> None:
    async with Store.open() as store:
        made = await store.people.guest("  Ada  ", "Firefox")
        assert made.person.name == "Ada" and made.person.is_guest and not made.person.banned
        shown = await store.people.who(made.secret)
        assert shown and shown.person == made.person
        assert (shown.token.id, shown.token.sort, shown.token.label) == (made.token.id, "session", "Firefox")
        assert await store.people.person(made.person.id) == made.person
        assert await store.people.person("nobody") is None
    async with Store.open() as store:
        again = await store.people.who(made.secret)
        assert again and again.person == made.person


async def test_a_token_that_was_never_given_is_nobodys() -> None:
    async with Store.open() as store:
        made = await store.people.guest("Ada")
        secret, (row,) = made.secret, await kept("SELECT hash, id FROM tokens")
        swapped = secret[:-1] + ("A" if secret[-1] != "A" else "B")
        forged = ["", "x", secret[:-1], secret + "A", swapped, secret.swapcase(), f" {secret}", f"{secret}\n", *row]
        for each in [*forged, "\0" * 43, "é" * 43, "\ud800" * 43, "' OR 1=1 --", secret * 1000, made.person.id]:
            assert await store.people.who(each) is None


async def test_a_token_is_kept_nowhere() -> None:
    async with Store.open() as store:
        made = await store.people.guest("Ada")
        program = await store.people.program(made.person.id, "bot")
        rows = str(await kept("SELECT * FROM tokens")) + str(await kept("SELECT * FROM people"))
        assert made.secret not in rows and program.secret not in rows and made.token.id in rows
        assert len({made.secret, program.secret}) == 2 and len(made.secret) == len(program.secret) == 43


async def test_unseen_for_long_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    async with Store.open() as store:
        made = await store.people.guest("Ada")
        for days in (60.0, 149.0, 238.0):
            later(monkeypatch, days=days)
            assert await is_known(store.people, made)
        ((expires,),) = await kept("SELECT expires FROM tokens")
        later(monkeypatch, days=238.5)
        assert await is_known(store.people, made)
        assert await kept("SELECT expires FROM tokens") == [(expires,)]  # written down once a day at most
        person = await store.people.person(made.person.id)
        assert person and person.seen > made.person.seen + timedelta(days=237)
        later(monkeypatch, days=329.0)
        assert not await is_known(store.people, made)
        assert await store.people.tokens(made.person.id, "session") == []


async def test_a_token_costs_no_look_every_time(monkeypatch: pytest.MonkeyPatch) -> None:
    async with Store.open() as store:
        made = await store.people.guest("Ada")
        assert await is_known(store.people, made)
        monkeypatch.setattr(store.people._tokens, "_look", None)
        assert await is_known(store.people, made)


async def test_few_tokens_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tokens, "MOST", 3)
    async with Store.open() as store:
        made = [await store.people.guest(f"Guest {number}") for number in range(6)]
        for _ in range(2):
            for each in made:
                assert await is_known(store.people, each)
        assert len(store.people._tokens._recent) == 3


# Names


GOOD = {
    "Ada": "Ada",
    "  Ada\u00a0 \u3000 Lovelace ": "Ada Lovelace",
    "<script>alert(1)</script": "<script>alert(1)</script",
    "'; DROP TABLE people;--": "'; DROP TABLE people;--",
    "e\u0301" * 24: "\xe9" * 24,
    "\u2764\ufe0f": "\u2764",
    "\u0928\u092e\u0938\u094d\u0924\u0947": "\u0928\u092e\u0938\u094d\u0924\u0947",
    "\u05d0\u05d3\u05d4": "\u05d0\u05d3\u05d4",
}
BAD = ["", " ", "\u3000", "x" * 25, "x" * 100_000, "a\nb", "a\0b", "a\tb", "a\x1bb", "a\x7fb", "a\u2028b"]
BAD += ["a\u202eb", "a\u2066b", "a\u200bb", "a\u200db", "a\ufeffb", "a\u00adb", "a\u3164", "\u2800", "a\u034fb"]
BAD += [
    "\u0301a",
    "a \u0301",
    "Z\u0301\u0302\u0303\u0304a",
    "a\ud800",
    "a\ue000",
    "a\U000e0041",
    "a\U000e0101",
    "a\uffff",
]


@pytest.mark.parametrize("name", GOOD, ids=ascii)
async def test_names(name: str) -> None:
    async with Store.open() as store:
        assert (await store.people.guest(name)).person.name == GOOD[name]


async def test_names_that_deceive_or_cannot_be_seen() -> None:
    async with Store.open() as store:
        known = (await store.people.guest("Ada")).person
        for name in BAD:
            for verb in (store.people.guest(name), store.people.rename(known.id, name)):
                with pytest.raises(StoreError, match="name"):
                    await verb
            with pytest.raises(StoreError, match="name"):
                await store.people.register(None, name, PASSWORD)
        assert await store.people.everybody() == [known]


async def test_somebody_takes_another_name() -> None:
    async with Store.open() as store:
        made = await store.people.guest("Ada")
        assert await is_known(store.people, made)
        assert (await store.people.rename(made.person.id, " Grace ")).name == "Grace"
        shown = await store.people.who(made.secret)
        assert shown and shown.person.name == "Grace"
        with pytest.raises(StoreError, match="no such person"):
            await store.people.rename("nobody", "Grace")


async def test_an_account_has_its_name_for_itself() -> None:
    async with Store.open() as store:
        ada = (await store.people.register(None, "Ada", PASSWORD)).person
        grace = (await store.people.register(None, "Grace", PASSWORD)).person
        guest = (await store.people.guest("Somebody")).person
        for name in ("ADA", "ada", "\uff21\uff44\uff41", "  Ada "):
            for verb in (store.people.rename(grace.id, name), store.people.rename(guest.id, name)):
                with pytest.raises(StoreError, match="somebody with an account"):
                    await verb
            with pytest.raises(StoreError, match="somebody with an account"):
                await store.people.guest(name)
            with pytest.raises(StoreError, match="somebody with an account"):
                await store.people.register(guest.id, name, PASSWORD)
        assert (await store.people.rename(ada.id, "ADA")).login == "ada"
        assert (await store.people.rename(ada.id, "Augusta")).login == "augusta"
        assert (await store.people.rename(guest.id, "Ada")).name == "Ada"
        assert (await store.people.log_in("augusta", PASSWORD)).person.id == ada.id
        with pytest.raises(WrongPassword):
            await store.people.log_in("Ada", PASSWORD)


# Accounts


async def test_a_guest_who_registers_remains_the_same() -> None:
    async with Store.open() as store:
        guest, other = await store.people.guest("Ada"), await store.people.guest("Grace")
        program = await store.people.program(guest.person.id, "bot")
        await store.keep(SavedGame.begin("ataxx", "record", owner=guest.person.id, listed=True))
        await store.people.rate("game", "ataxx", {guest.person.id: 1, other.person.id: 2})
        account = await store.people.register(guest.person.id, "Ada L.", PASSWORD)
        assert account.person.id == guest.person.id and account.person.login == "ada l."
        assert account.person.created == guest.person.created
        assert len(await store.games_with(account.person.id, False)) == 1
        assert [each.games for each in await store.people.ratings(account.person.id)] == [1]
        assert await is_known(store.people, account) and await is_known(store.people, program)
        assert not await is_known(store.people, guest)
        with pytest.raises(StoreError, match="an account already"):
            await store.people.register(guest.person.id, "Another", PASSWORD)
        with pytest.raises(StoreError, match="no such person"):
            await store.people.register("nobody", "Another", PASSWORD)
        with pytest.raises(StoreError, match="those of guests"):
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


async def test_a_password_is_never_kept() -> None:
    async with Store.open() as store:
        await store.people.register(None, "Ada", PASSWORD)
        ((password,),) = await kept("SELECT password FROM people")
        assert password.startswith("$argon2id$") and PASSWORD not in password
        assert PASSWORD not in str(await store.people.everybody())


@pytest.mark.parametrize("password", ["", "short77", "x" * 257])
async def test_passwords_that_are_refused(password: str) -> None:
    async with Store.open() as store:
        with pytest.raises(StoreError, match="8 to 256 letters"):
            await store.people.register(None, "Ada", password)
        made = await store.people.register(None, "Ada", PASSWORD)
        with pytest.raises(StoreError, match="8 to 256 letters"):
            await store.people.change_password(made.person.id, PASSWORD, password, made.token.id)
        assert (await store.people.log_in("Ada", PASSWORD)).person == made.person._replace(seen=made.person.seen)


async def test_an_unknown_name_costs_as_much_as_a_wrong_password(monkeypatch: pytest.MonkeyPatch) -> None:
    async with Store.open() as store:
        await store.people.register(None, "Ada", PASSWORD)
        with pytest.raises(WrongPassword):
            await store.people.log_in("Ada", "the first makes what all others are compared with")
        checked, verify = list[str](), store.people._passwords._verify

        def watched(kept: str, data: bytes) -> bool:
            checked.append(kept)
            return verify(kept, data)

        monkeypatch.setattr(store.people._passwords, "_verify", watched)
        monkeypatch.setattr(store.people._passwords, "made", None)
        for name in ("Ada", "Grace", "", "a\nb"):
            with pytest.raises(WrongPassword):
                await store.people.log_in(name, "wrong password")
        assert [kept.rpartition("$")[0].rpartition("$")[0] for kept in checked] == ["$argon2id$v=19$m=8,t=1,p=1"] * 4
        assert len(set(checked)) == 2


async def test_a_password_is_kept_anew_when_more_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    async with Store.open() as store:
        await store.people.register(None, "Ada", PASSWORD)
    monkeypatch.setattr(passwords, "TIMES", 2)
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
        there, program = await store.people.log_in("Ada", PASSWORD), await store.people.program(here.person.id, "bot")
        assert await is_known(store.people, there)
        with pytest.raises(WrongPassword):
            await store.people.change_password(here.person.id, "wrong", "another one", here.token.id)
        assert await is_known(store.people, there)
        await store.people.change_password(here.person.id, PASSWORD, "another one", here.token.id)
        assert [await is_known(store.people, each) for each in (here, there, program)] == [True, False, True]
        with pytest.raises(WrongPassword):
            await store.people.log_in("Ada", PASSWORD)
        await store.people.log_in("Ada", "another one")
        guest = await store.people.guest("Grace")
        with pytest.raises(StoreError, match="a guest has no password"):
            await store.people.change_password(guest.person.id, "", "another one", guest.token.id)


async def test_of_several_who_take_a_name_at_once_one_gets_it() -> None:
    async with AsyncExitStack() as stack:
        stores = [await stack.enter_async_context(Store.open()) for _ in range(3)]
        guests = [(await store.people.guest("Guest")).person for store in stores]
        told = await asyncio.gather(
            *(store.people.register(guest.id, "Ada", PASSWORD) for store, guest in zip(stores, guests, strict=True)),
            *(store.people.register(None, "ADA", PASSWORD) for store in stores),
            return_exceptions=True,
        )
        assert sum(isinstance(each, Welcome) for each in told) == 1
        assert all(isinstance(each, Welcome) or "somebody with an account" in str(each) for each in told)
        assert await kept("SELECT count(*) FROM people WHERE login = 'ada'") == [(1,)]


# Sessions and programs


async def test_sessions_are_listed_and_ended() -> None:
    async with Store.open() as store:
        made = await store.people.register(None, "Ada", PASSWORD, "one")
        more = [await store.people.log_in("Ada", PASSWORD, label) for label in ("two", "a\nb\u202e" + "c" * 200)]
        found = await store.people.tokens(made.person.id, "session")
        assert {each.label for each in found} == {"one", "two", "ab" + "c" * 78}
        assert all(await asyncio.gather(*(is_known(store.people, each) for each in (made, *more))))
        assert await store.people.end(made.person.id, more[0].token.id, "session")
        assert not await is_known(store.people, more[0])
        assert not await store.people.end(made.person.id, more[0].token.id, "session")
        assert await store.people.end_others(made.person.id, made.token.id) == 1
        assert [await is_known(store.people, each) for each in (made, *more)] == [True, False, False]


async def test_nobody_ends_what_is_anothers() -> None:
    async with Store.open() as store:
        ada, grace = await store.people.guest("Ada"), await store.people.guest("Grace")
        program = await store.people.program(ada.person.id, "bot")
        assert not await store.people.end(grace.person.id, ada.token.id, "session")
        assert not await store.people.end(grace.person.id, program.token.id, "program")
        assert not await store.people.end(ada.person.id, program.token.id, "session")
        assert await store.people.end_others(grace.person.id, grace.token.id) == 0
        assert [await is_known(store.people, each) for each in (ada, grace, program)] == [True] * 3


async def test_programs_have_tokens_with_labels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(people, "PROGRAMS", 2)
    async with Store.open() as store:
        ada = await store.people.guest("Ada")
        made = await store.people.program(ada.person.id, " my bot ")
        shown = await store.people.who(made.secret)
        assert shown and shown.person.id == ada.person.id and shown.token.sort == "program"
        assert [each.label for each in await store.people.tokens(ada.person.id, "program")] == ["my bot"]
        for label in ("", " ", "\n"):
            with pytest.raises(StoreError, match="a label"):
                await store.people.program(ada.person.id, label)
        await store.people.program(ada.person.id, "another")
        with pytest.raises(StoreError, match="more than 2 tokens"):
            await store.people.program(ada.person.id, "one more")
        assert await store.people.end(ada.person.id, made.token.id, "program")
        assert not await is_known(store.people, made)
        await store.people.program(ada.person.id, "one more")


async def test_what_was_ended_elsewhere_ends_here_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    async with Store.open() as store, Store.open() as other:
        ada = await store.people.guest("Ada")
        assert await is_known(store.people, ada) and await is_known(other.people, ada)
        await other.people.end(ada.person.id, ada.token.id, "session")
        assert not await is_known(other.people, ada)
        later(monkeypatch, seconds=tokens.REMEMBERED)
        assert not await is_known(store.people, ada) and tokens.REMEMBERED <= 5


async def test_what_ends_while_it_is_looked_for_is_not_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    async with Store.open() as store:
        ada = await store.people.guest("Ada")
        look = store.people._tokens._look

        async def slow(key: str) -> Any:
            found = await look(key)
            monkeypatch.setattr(store.people._tokens, "_look", look)
            await store.people.end(ada.person.id, ada.token.id, "session")
            return found

        monkeypatch.setattr(store.people._tokens, "_look", slow)
        assert not await is_known(store.people, ada)
        assert not await is_known(store.people, ada)


# For whoever runs the server


async def test_bans() -> None:
    async with Store.open() as store:
        ada = await store.people.register(None, "Ada", PASSWORD)
        program = await store.people.program(ada.person.id, "bot")
        assert await is_known(store.people, ada) and not await store.people.is_banned(ada.secret)
        assert await store.people.ban(ada.person.id)
        assert not await is_known(store.people, ada) and not await is_known(store.people, program)
        assert await store.people.is_banned(ada.secret) and not await store.people.is_banned("x" * 43)
        with pytest.raises(Banned):
            await store.people.log_in("Ada", PASSWORD)
        with pytest.raises(WrongPassword):
            await store.people.log_in("Ada", "wrong password")
        assert await store.people.ban(ada.person.id, False)
        assert await is_known(store.people, ada) and await is_known(store.people, program)
        assert not await store.people.ban("nobody")


async def test_removing_somebody() -> None:
    async with Store.open() as store:
        ada, grace = await store.people.register(None, "Ada", PASSWORD), await store.people.guest("Grace")
        saved = await store.keep(SavedGame.begin("ataxx", "record", title="Ada against Grace", owner=ada.person.id))
        await store.people.rate("game", "ataxx", {ada.person.id: 1, grace.person.id: 2})
        assert await is_known(store.people, ada)
        assert await store.people.remove(ada.person.id) and not await store.people.remove(ada.person.id)
        assert not await is_known(store.people, ada) and await is_known(store.people, grace)
        assert (await store.saved_game(saved.id)).title == "Ada against Grace"
        assert [rating.name for rating in await store.people.best("ataxx")] == ["Grace"]
        assert await kept("SELECT count(*) FROM tokens") == [(1,)]
        assert (await store.people.register(None, "Ada", PASSWORD)).person.id != ada.person.id


async def test_everybody() -> None:
    async with Store.open() as store:
        for name in ("Ada", "Adam", "50%", "Grace"):
            await store.people.guest(name)
        assert [each.name for each in await store.people.everybody()] == ["Grace", "50%", "Adam", "Ada"]
        assert [each.name for each in await store.people.everybody("aDa")] == ["Adam", "Ada"]
        assert [each.name for each in await store.people.everybody("%")] == ["50%"]
        assert [each.name for each in await store.people.everybody(limit=1)] == ["Grace"]


async def test_the_games_of_somebody() -> None:
    async with Store.open() as store:
        ada, grace = [(await store.people.guest(name)).person.id for name in ("Ada", "Grace")]
        begin = [
            SavedGame.begin("ataxx", "at home"),
            SavedGame.begin("ataxx", "listed", owner=ada, listed=True),
            SavedGame.begin("ataxx", "private", owner=ada),
            SavedGame.begin("ataxx", "hers", owner=grace),
        ]
        saved = [await store.keep(each) for each in begin]
        await store.place(saved[3].id, {1: ada})
        told = {private: await store.games_with(ada, private) for private in (True, False)}
        assert [each.record for each in told[True]] == ["hers", "private", "listed"]
        assert [each.record for each in told[False]] == ["listed"]
