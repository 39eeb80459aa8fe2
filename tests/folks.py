"""People for tests. Modules import the fixture."""

import pytest

from ludarium.store import passwords

PASSWORD = "correct horse"


@pytest.fixture
def quick_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    """Passwords that are checked in no time, and would be guessed in as little."""
    monkeypatch.setattr(passwords, "TIMES", 1)
    monkeypatch.setattr(passwords, "KIBIBYTES", 8)
