"""Guests, tokens, names and bans, in both kinds of database."""

from datetime import timedelta

import pytest

from ludarium.store.errors import StoreError
from ludarium.store.models import SavedGame
from ludarium.store.people import tokens
from ludarium.store.people.accounts import Banned, WrongPassword
from ludarium.store.store import Store

from ..support.accounts import PASSWORD
from ..support.adjustable_time import AdjustableTime
from ..support.stores import is_known, kept

pytestmark = pytest.mark.usefixtures("kept_in", "quick_passwords")


# Guests


async def test_a_guest_authenticates_by_a_token() -> None:
    async with Store.open() as store:
        made = await store.people.create_guest("  Ada  ", "Firefox")
        assert made.person.name == "Ada" and made.person.is_guest and not made.person.banned
        shown = await store.people.authenticate(made.secret)
        assert shown and shown.person == made.person
        assert (shown.token.id, shown.token.type, shown.token.label) == (made.token.id, "session", "Firefox")
        assert await store.people.person(made.person.id) == made.person
        assert await store.people.person("nobody") is None
    async with Store.open() as store:
        again = await store.people.authenticate(made.secret)
        assert again and again.person == made.person


async def test_forged_tokens_are_rejected() -> None:
    async with Store.open() as store:
        made = await store.people.create_guest("Ada")
        secret, (row,) = made.secret, await kept("SELECT hash, id FROM tokens")
        swapped = secret[:-1] + ("A" if secret[-1] != "A" else "B")
        forged = ["", "x", secret[:-1], secret + "A", swapped, secret.swapcase(), f" {secret}", f"{secret}\n", *row]
        for each in [*forged, "\0" * 43, "é" * 43, "\ud800" * 43, "' OR 1=1 --", secret * 1000, made.person.id]:
            assert await store.people.authenticate(each) is None


async def test_secrets_are_not_stored() -> None:
    async with Store.open() as store:
        made = await store.people.create_guest("Ada")
        program = await store.people.create_program_token(made.person.id, "bot")
        rows = str(await kept("SELECT * FROM tokens")) + str(await kept("SELECT * FROM people"))
        assert made.secret not in rows and program.secret not in rows and made.token.id in rows
        assert len({made.secret, program.secret}) == 2 and len(made.secret) == len(program.secret) == 43


async def test_a_token_expires_after_its_last_use() -> None:
    time = AdjustableTime()
    async with Store.open(time_source=time) as store:
        made = await store.people.create_guest("Ada")
        for days in (60.0, 149.0, 238.0):
            time.set_ahead(days=days)
            assert await is_known(store.people, made)
        ((expires,),) = await kept("SELECT expires FROM tokens")
        time.set_ahead(days=238.5)
        assert await is_known(store.people, made)
        assert await kept("SELECT expires FROM tokens") == [(expires,)]  # last-seen is updated at most once a day
        person = await store.people.person(made.person.id)
        assert person and person.seen > made.person.seen + timedelta(days=237)
        time.set_ahead(days=329.0)
        assert not await is_known(store.people, made)
        assert await store.people.tokens(made.person.id, "session") == []


async def test_tokens_are_cached(monkeypatch: pytest.MonkeyPatch) -> None:
    async with Store.open() as store:
        made = await store.people.create_guest("Ada")
        assert await is_known(store.people, made)
        monkeypatch.setattr(store.people._tokens, "_look_up", None)
        assert await is_known(store.people, made)


async def test_the_cache_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tokens, "CACHE_SIZE", 3)
    async with Store.open() as store:
        made = [await store.people.create_guest(f"Guest {number}") for number in range(6)]
        for _ in range(2):
            for each in made:
                assert await is_known(store.people, each)
        assert len(store.people._tokens._cache) == 3


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
        assert (await store.people.create_guest(name)).person.name == GOOD[name]


async def test_names_that_deceive_or_cannot_be_seen() -> None:
    async with Store.open() as store:
        known = (await store.people.create_guest("Ada")).person
        for name in BAD:
            for verb in (store.people.create_guest(name), store.people.rename(known.id, name)):
                with pytest.raises(StoreError, match="name"):
                    await verb
            with pytest.raises(StoreError, match="name"):
                await store.people.register(None, name, PASSWORD)
        assert await store.people.search() == [known]


async def test_renaming() -> None:
    async with Store.open() as store:
        made = await store.people.create_guest("Ada")
        assert await is_known(store.people, made)
        assert (await store.people.rename(made.person.id, " Grace ")).name == "Grace"
        shown = await store.people.authenticate(made.secret)
        assert shown and shown.person.name == "Grace"
        with pytest.raises(StoreError, match="no such person"):
            await store.people.rename("nobody", "Grace")


async def test_an_account_has_its_name_for_itself() -> None:
    async with Store.open() as store:
        ada = (await store.people.register(None, "Ada", PASSWORD)).person
        grace = (await store.people.register(None, "Grace", PASSWORD)).person
        guest = (await store.people.create_guest("Somebody")).person
        for name in ("ADA", "ada", "\uff21\uff44\uff41", "  Ada "):
            for verb in (store.people.rename(grace.id, name), store.people.rename(guest.id, name)):
                with pytest.raises(StoreError, match="another player has an account"):
                    await verb
            with pytest.raises(StoreError, match="another player has an account"):
                await store.people.create_guest(name)
            with pytest.raises(StoreError, match="another player has an account"):
                await store.people.register(guest.id, name, PASSWORD)
        assert (await store.people.rename(ada.id, "ADA")).login == "ada"
        assert (await store.people.rename(ada.id, "Augusta")).login == "augusta"
        assert (await store.people.rename(guest.id, "Ada")).name == "Ada"
        assert (await store.people.log_in("augusta", PASSWORD)).person.id == ada.id
        with pytest.raises(WrongPassword):
            await store.people.log_in("Ada", PASSWORD)


# Administration


async def test_bans() -> None:
    async with Store.open() as store:
        ada = await store.people.register(None, "Ada", PASSWORD)
        program = await store.people.create_program_token(ada.person.id, "bot")
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


async def test_removing_a_person() -> None:
    async with Store.open() as store:
        ada, grace = await store.people.register(None, "Ada", PASSWORD), await store.people.create_guest("Grace")
        saved = await store.save_game(
            SavedGame.begin("ataxx", "record", title="Ada against Grace", owner=ada.person.id)
        )
        await store.people.rate("game", "ataxx", {ada.person.id: 1, grace.person.id: 2})
        assert await is_known(store.people, ada)
        assert await store.people.remove(ada.person.id) and not await store.people.remove(ada.person.id)
        assert not await is_known(store.people, ada) and await is_known(store.people, grace)
        assert (await store.saved_game(saved.id)).title == "Ada against Grace"
        assert [rating.name for rating in await store.people.best_players("ataxx")] == ["Grace"]
        assert await kept("SELECT count(*) FROM tokens") == [(1,)]
        assert (await store.people.register(None, "Ada", PASSWORD)).person.id != ada.person.id


async def test_searching_people() -> None:
    async with Store.open() as store:
        for name in ("Ada", "Adam", "50%", "Grace"):
            await store.people.create_guest(name)
        assert [each.name for each in await store.people.search()] == ["Grace", "50%", "Adam", "Ada"]
        assert [each.name for each in await store.people.search("aDa")] == ["Adam", "Ada"]
        assert [each.name for each in await store.people.search("%")] == ["50%"]
        assert [each.name for each in await store.people.search(limit=1)] == ["Grace"]


async def test_the_games_of_a_person() -> None:
    async with Store.open() as store:
        ada, grace = [(await store.people.create_guest(name)).person.id for name in ("Ada", "Grace")]
        begin = [
            SavedGame.begin("ataxx", "at home"),
            SavedGame.begin("ataxx", "listed", owner=ada, listed=True),
            SavedGame.begin("ataxx", "private", owner=ada),
            SavedGame.begin("ataxx", "hers", owner=grace),
        ]
        saved = [await store.save_game(each) for each in begin]
        await store.set_seats(saved[3].id, {1: ada})
        told = {private: await store.profile_games(ada, private) for private in (True, False)}
        assert [each.record for each in told[True]] == ["hers", "private", "listed"]
        assert [each.record for each in told[False]] == ["listed"]
