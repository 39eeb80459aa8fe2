"""What all tests share: reproducible hypothesis, a home of their own, databases, and a sixth game."""

import gc
import os
import random
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

import ludarium.games  # noqa: F401 (its module is what is looked at)
from ludarium.store.people import passwords

from .support import nim, postgres, sites

GAMES: Any = sys.modules["ludarium.games"]

settings.register_profile(
    "house", derandomize=True, deadline=None, max_examples=50, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("house")

# A shell that starts tests in the background lets them ignore Ctrl-C, and they let the programs that they interrupt
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_finish() -> None:
    """Exempt all that was imported and collected from garbage collections, since it stays for good, and let more be
    made before the next one: screens and servers make much that is soon gone."""
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


@pytest.fixture(autouse=True)
def same_house() -> Iterator[None]:
    """A test that leaves games behind in this process fails itself, and not only those that meet them later."""
    places = [*GAMES.__path__]
    yield
    assert [*GAMES.__path__] == places


@pytest.fixture(autouse=True)
def own_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where saved games and scores are kept during a test."""
    folder = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("LUDARIUM_HOME", str(folder))
    return folder


@pytest.fixture(autouse=True)
def same_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games that a test deals in its own process are the same each time."""
    random.seed(1)
    monkeypatch.setattr("ludarium.store.daily.secrets.randbelow", random.randrange)


@pytest.fixture(scope="session")
def cluster() -> Iterator[postgres.Cluster]:
    """A running PostgreSQL server, one for all tests of a process."""
    if not postgres.PROGRAMS:
        pytest.skip("there is no PostgreSQL server on this machine")
    with postgres.running() as cluster:
        yield cluster


@pytest.fixture(params=["sqlite", "postgresql"])
def kept_in(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """The kind of the test's own database, which is new, and where its processes keep things."""
    if request.param == "postgresql":
        monkeypatch.setenv("LUDARIUM_DATABASE", request.getfixturevalue("cluster").new_schema())
    else:
        monkeypatch.delenv("LUDARIUM_DATABASE", raising=False)
    return str(request.param)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> sites.Site:
    """What `make site` writes, in a folder under another one, with a Worker for tests."""
    if not sites.HAS_RUNTIME:
        pytest.skip("neither Pyodide nor npm is on this machine")
    own = tmp_path_factory.getbasetemp()
    made = sites.make_site(own.parent if "PYTEST_XDIST_WORKER" in os.environ else own)
    return sites.copy_site(made, tmp_path_factory.mktemp("host") / "a place" / "games")


@pytest.fixture
def quick_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hash passwords quickly and weakly."""
    monkeypatch.setattr(passwords, "TIME_COST", 1)
    monkeypatch.setattr(passwords, "MEMORY_KIB", 8)


@pytest.fixture
def nim_folder(tmp_path: Path) -> Path:
    """A folder of games with a sixth game in it."""
    return nim.write_nim(tmp_path)
