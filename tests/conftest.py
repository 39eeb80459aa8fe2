"""What all tests share: hypothesis that finds the same things every time, and a home that is nobody's."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "house", derandomize=True, deadline=None, max_examples=50, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("house")


@pytest.fixture(autouse=True)
def own_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where saved games and scores are kept during a test."""
    folder = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("LUDARIUM_HOME", str(folder))
    return folder
