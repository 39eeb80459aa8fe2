"""People for tests, and time that passes. Modules import the fixture."""

from datetime import timedelta
from time import monotonic

import pytest

from ludarium.store import passwords, tokens
from ludarium.store.kept import now

PASSWORD = "correct horse"


@pytest.fixture
def quick_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    """Passwords that are checked in no time, and would be guessed in as little."""
    monkeypatch.setattr(passwords, "TIMES", 1)
    monkeypatch.setattr(passwords, "KIBIBYTES", 8)


def later(monkeypatch: pytest.MonkeyPatch, **time: float) -> None:
    """Let it be so many days or seconds later, for tokens."""
    passed = timedelta(**time)
    then, at = now() + passed, monotonic() + passed.total_seconds()
    monkeypatch.setattr(tokens, "now", lambda: then)
    monkeypatch.setattr(tokens, "monotonic", lambda: at)
