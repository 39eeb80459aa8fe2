"""Passwords that are too easy to guess."""

import pytest

from ludarium.store.errors import StoreError
from ludarium.store.people import easy_passwords, passwords
from ludarium.store.store import Store

from ..support.accounts import PASSWORD


def test_the_list_of_common_passwords() -> None:
    assert len(easy_passwords.common()) > 2000
    assert all(word == word.casefold() for word in easy_passwords.common())


def test_variants_of_common_passwords_are_refused() -> None:
    for word in easy_passwords.common():
        for variant in (word, word.upper(), f"{word}1!", f"!{word}2024"):
            with pytest.raises(StoreError, match="too easy"):
                easy_passwords.check(variant, "Ada")


EASY = [
    *(
        "password",
        "Password1",
        "PASSWORD123",
        "P@ssw0rd!",
        "passw0rd99",
        "12345678",
        "87654321",
        "00000000",
        "iloveyou",
    ),
    *("qwertyuiop", "Qwer1234", "asdfghjkl", "zxcvbnm,./", "1q2w3e4r", "1qaz2wsx", "abcdefgh", "abcd1234", "letmein!"),
    *(
        "Summer2024!",
        "winter22",
        "monday01",
        "michael1",
        "Jessica99",
        "dragon123",
        "liverpool1",
        "superman!",
        "trustno1",
    ),
    *("aaaaaaaa", "abababab", "abcabcabc", "12341234", "19840229", "29.02.1984", "2024-12-24", "sunshine", "princess1"),
    *("ludarium", "LUDARIUM1", "Ludarium2024", "Ada Lovelace", "adalovelace", "AdaLovelace1", "!adalovelace7"),
]


@pytest.mark.parametrize("password", EASY)
def test_easy_passwords_are_refused(password: str) -> None:
    with pytest.raises(StoreError, match="too easy to guess"):
        easy_passwords.check(password, "Ada Lovelace")


@pytest.mark.parametrize(
    "password",
    [PASSWORD, "another one", "tr0ub4dor&3", "kT9$qqLz", "\u043b\u043e\u0448\u0430\u0434\u044c 77 \u0434\u0443\u0431"],
)
def test_other_passwords_are_taken(password: str) -> None:
    easy_passwords.check(password, "Ada Lovelace")


@pytest.mark.usefixtures("kept_in", "quick_passwords")
async def test_a_common_password_of_earlier_days_still_logs_in(monkeypatch: pytest.MonkeyPatch) -> None:
    async with Store.open() as store:
        with pytest.raises(StoreError, match="too easy"):
            await store.people.register(None, "Ada", "password123")
        with monkeypatch.context() as earlier:
            earlier.setattr(easy_passwords, "check", lambda password, name: None)
            made = await store.people.register(None, "Ada", "password123")
        with pytest.raises(StoreError, match="too easy"):
            await store.people.change_password(made.person.id, "password123", "iloveyou1", made.token.id)
    monkeypatch.setattr(passwords, "TIME_COST", 2)
    async with Store.open() as store:
        assert await store.people.log_in("Ada", "password123")
