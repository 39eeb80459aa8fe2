"""Guessed passwords: each account has a limit, which keeps no owner out."""

import asyncio

import pytest

from ludarium.store.errors import StoreError
from ludarium.store.people import accounts, guesses
from ludarium.store.people.accounts import WrongPassword
from ludarium.store.people.guesses import TooManyGuesses
from ludarium.store.store import Store

from ..support.accounts import PASSWORD
from ..support.adjustable_time import AdjustableTime
from ..support.stores import is_known

pytestmark = pytest.mark.usefixtures("kept_in", "quick_passwords")


async def guess(store: Store, times: int, name: str = "Ada", device: str = "") -> int:
    """Try wrong passwords; returns how many were looked at."""
    for count in range(times):
        with pytest.raises(StoreError) as caught:
            await store.people.log_in(name, "wrong password", device=device)
        if isinstance(caught.value, TooManyGuesses):
            return count
    return times


@pytest.mark.parametrize("name", ["Ada", "Nobody"])
async def test_a_name_has_a_limit_of_guesses(name: str) -> None:
    time = AdjustableTime()
    time.stop()
    async with Store.open(time_source=time) as store:
        await store.people.register(None, "Ada", PASSWORD)
        assert await guess(store, 50, name) == guesses.BURST
        with pytest.raises(TooManyGuesses, match="try again in 60 seconds") as caught:
            await store.people.log_in(f" {name.upper()} ", PASSWORD)
        assert caught.value.seconds == 60
        time.passes(59.5)
        with pytest.raises(TooManyGuesses, match="in 1 second"):
            await store.people.log_in(name, "wrong password")
        time.passes(0.5)
        assert await guess(store, 50, name) == 1
        time.passes(3 * guesses.FORGIVEN)
        assert await guess(store, 50, name) == 3
        time.passes(1e6)
        assert await guess(store, 50, name) == guesses.BURST


async def test_all_processes_count_the_guesses_of_an_account_together() -> None:
    time = AdjustableTime()
    time.stop()
    async with Store.open(time_source=time) as store, Store.open(time_source=time) as other:
        await store.people.register(None, "Ada", PASSWORD)
        assert await guess(store, 12) + await guess(other, 50) == guesses.BURST
        assert await guess(store, 1) == 0
    async with Store.open(time_source=time) as store:
        assert await guess(store, 1) == 0


async def test_of_many_guesses_at_once_no_more_are_looked_at() -> None:
    time = AdjustableTime()
    time.stop()
    async with Store.open(time_source=time) as store:
        await store.people.register(None, "Ada", PASSWORD)
        asked = (store.people.log_in("Ada", f"wrong password {number}") for number in range(40))
        told = await asyncio.gather(*asked, return_exceptions=True)
        assert sum(isinstance(each, WrongPassword) for each in told) == guesses.BURST


async def test_the_right_password_does_not_count() -> None:
    time = AdjustableTime()
    time.stop()
    async with Store.open(time_source=time) as store:
        await store.people.register(None, "Ada", PASSWORD)
        for _ in range(2 * guesses.BURST):
            await store.people.log_in("Ada", PASSWORD)
        assert await guess(store, 50) == guesses.BURST


async def test_guesses_do_not_keep_the_owner_out() -> None:
    time = AdjustableTime()
    time.stop()
    async with Store.open(time_source=time) as store:
        made = await store.people.register(None, "Ada", PASSWORD)
        device = await store.people.remember_device(made.person.id, "")
        assert device and await store.people.remember_device(made.person.id, device) is None
        await guess(store, 50)
        # The session goes on, its owner can change the password, and a device that is known logs in
        assert await is_known(store.people, made)
        for _ in range(3):
            assert await store.people.log_in("Ada", PASSWORD, device=device)
        # It has a limit of its own, and is a key to nothing
        assert await guess(store, 50, device=device) == guesses.BURST
        assert await store.people.authenticate(device) is None
        eve = await store.people.register(None, "Eve", PASSWORD)
        assert await store.people.remember_device(eve.person.id, device)
        await store.people.change_password(made.person.id, PASSWORD, "another one", made.token.id)
        with pytest.raises(TooManyGuesses):
            await store.people.log_in("Ada", "another one", device=device)


async def test_a_person_has_a_limited_number_of_devices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(accounts, "DEVICES", 3)
    time = AdjustableTime()
    async with Store.open(time_source=time) as store:
        id = (await store.people.register(None, "Ada", PASSWORD)).person.id
        devices = list[str]()
        for _ in range(5):
            time.passes(1)
            devices.append(await store.people.remember_device(id, "") or "")
        assert [bool(await store.people._device(id, each)) for each in devices] == [False, False, True, True, True]


async def test_a_stolen_session_does_not_guess_the_password() -> None:
    time = AdjustableTime()
    time.stop()
    async with Store.open(time_source=time) as store:
        made = await store.people.register(None, "Ada", PASSWORD)
        for _ in range(guesses.BURST):
            with pytest.raises(WrongPassword):
                await store.people.change_password(made.person.id, "wrong", "another one", made.token.id)
        with pytest.raises(TooManyGuesses):
            await store.people.change_password(made.person.id, PASSWORD, "another one", made.token.id)
        assert await store.people.log_in("Ada", PASSWORD)


def test_the_counts_of_a_process_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guesses, "KEYS", 3)
    counts, now = guesses.ProcessGuesses(), AdjustableTime().now()
    for key in "abcd":
        counts.add(key, now)
    assert list(counts._counts) == ["b", "c", "d"]


async def test_a_reset_forgives_all_guesses() -> None:
    time = AdjustableTime()
    time.stop()
    async with Store.open(time_source=time) as store:
        await store.people.register(None, "Ada", PASSWORD)
        await guess(store, 50)
        link = await store.people.create_reset("Ada")
        await store.people.reset_password(link.secret, "another one")
        assert await store.people.log_in("Ada", "another one")
