"""`ludarium admin`, over every kind of database: what it lists, what it asks, and what is changed then."""

import asyncio
import subprocess
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, TypeVar

import pytest
from typer.testing import CliRunner

from ludarium.contract.errors import LudariumError
from ludarium.store.models import Change, SavedGame
from ludarium.store.store import Store
from ludarium.terminal.cli import app

T = TypeVar("T")

pytestmark = pytest.mark.usefixtures("kept_in")


def run(*words: str, answer: str = "") -> tuple[int, str]:
    """Give a command; its status, and what it says."""
    done = CliRunner().invoke(app, ["admin", *words], input=answer)
    if isinstance(done.exception, LudariumError):
        assert not done.output
        return 2, f"{done.exception}"
    return done.exit_code, done.output


def kept(work: Callable[[Store], Coroutine[Any, Any, T]]) -> T:
    async def act() -> T:
        async with Store.open() as store:
            return await work(store)

    return asyncio.run(act())


class House:
    """Two people and three games."""

    def __init__(self) -> None:
        kept(self._fill)

    async def _fill(self, store: Store) -> None:
        ann, bob = (
            await store.people.create_guest("Ann"),
            await store.people.register(None, "Bob", "correct horse battery"),
        )
        self.ann, self.bob, self.secrets = ann.person.id, bob.person.id, {"ann": ann.secret, "bob": bob.secret}
        self.program = (await store.people.create_program_token(self.bob, "my bot")).secret
        await store.people.log_in("bob", "correct horse battery")
        made = [
            SavedGame.begin("ataxx", "1\n", ("human", "human"), "Ann\x1b[2J against\nBob", owner=self.ann),
            SavedGame.begin("gamma", "2\n", ("open", "human"), "a second", vacant=1, listed=True, owner=self.bob),
            SavedGame.begin("ataxx", "3\n", ("human",), "a third")._replace(finished=True),
        ]
        self.first, self.second, self.third = [(await store.save_game(each)).id for each in made]
        sits = Change(self.first, 1, 0, ("sits",), ("human", "human"), made[0].title or "", False, places={1: self.bob})
        assert await store.append(sits)


@pytest.fixture
def house(kept_in: str) -> House:
    return House()


def ids(*words: str) -> set[str]:
    status, told = run(*words)
    assert status == 0
    return {line.split()[0] for line in told.splitlines()[1:]}


def test_people(house: House) -> None:
    status, told = run("people")
    heads, *rows = told.splitlines()
    assert status == 0 and heads.split() == ["id", "name", "known", "by", "since", "seen"]
    assert {tuple(row.split()[:4]) for row in rows} == {
        (house.ann, "Ann", "a", "name"),
        (house.bob, "Bob", "an", "account"),
    }
    assert ids("people", "an") == {house.ann} and ids("people", "%") == set()


def test_games(house: House) -> None:
    status, told = run("games")
    assert status == 0 and "\x1b" not in told and "Ann?[2J against?Bob" in told
    assert ids("games") == {house.first, house.second, house.third}
    assert ids("games", "--kind", "ataxx") == {house.first, house.third}
    assert ids("games", "--over") == {house.third}
    assert ids("games", "--going-on", "--kind", "gamma") == {house.second}
    assert ids("games", "--person", house.bob) == {house.first, house.second}
    assert ids("games", "--person", house.ann, "--over") == set()


@pytest.mark.parametrize("answer", ["n\n", "\n", ""])
def test_nothing_is_done_unless_it_is_meant(house: House, answer: str) -> None:
    for words in (
        ("remove", "game", house.first),
        ("remove", "person", house.ann),
        ("ban", house.bob),
        ("end-sessions", house.bob),
    ):
        status, told = run(*words, answer=answer)
        assert status == 1 and told.endswith("\nNothing was changed.\n")
    assert ids("games") == {house.first, house.second, house.third} and ids("people") == {house.ann, house.bob}
    for secret in house.secrets.values():
        assert kept(lambda store, secret=secret: store.people.authenticate(secret))  # type: ignore[misc]


def test_remove(house: House) -> None:
    assert run("remove", "game", house.first, answer="y\n") == (
        0,
        "Remove this game of ataxx, Ann?[2J against?Bob (going on)? [y/N]: y\nThe game is removed.\n",
    )
    assert run("remove", "person", house.ann, "--yes") == (0, "Ann is removed.\n")
    assert ids("games") == {house.second, house.third} and ids("people") == {house.bob}
    assert kept(lambda store: store.people.authenticate(house.secrets["ann"])) is None


def test_ban(house: House) -> None:
    status, told = run("ban", house.bob, answer="y\n")
    assert status == 0 and told == (
        "Ban Bob, an account? [y/N]: y\nBob is banned: within seconds no server lets them in.\n"
    )
    assert kept(lambda store: store.people.authenticate(house.secrets["bob"])) is None
    assert "Bob   an account, banned" in run("people")[1]
    assert run("unban", house.bob, "--yes") == (0, "Bob may come in again.\n")
    assert kept(lambda store: store.people.authenticate(house.secrets["bob"]))


def test_sessions(house: House) -> None:
    assert run("end-sessions", house.bob, "--yes") == (0, "2 sessions have ended.\n")
    assert kept(lambda store: store.people.authenticate(house.secrets["bob"])) is None
    assert kept(lambda store: store.people.authenticate(house.program))
    assert run("end-sessions", house.bob, "--yes", "--programs") == (0, "1 session has ended.\n")
    assert kept(lambda store: store.people.authenticate(house.program)) is None


def test_a_backup_goes_round(house: House, tmp_path: Path) -> None:
    file, other = tmp_path / "all.backup", f"sqlite:///{tmp_path}/other.db"
    status, told = run("back-up", str(file))
    assert status == 0 and told.endswith(f" rows are in {file}.\n")
    first = file.read_bytes()
    assert run("back-up", str(file), answer="n\n")[0] == 1
    assert run("back-up", str(file), "--yes")[0] == 0 and file.read_bytes() == first
    assert run("restore", str(file), "--database", other, answer="no\n")[0] == 1
    status, told = run("restore", str(file), "--database", other, "--yes")
    assert status == 0 and told.endswith(" rows are back.\n")
    for words in ("games",), ("people",):
        assert run(*words, "--database", other) == run(*words)
    assert run("restore", str(file), "--yes")[0] == 2


def test_clean_up(house: House) -> None:
    assert run("clean-up") == (0, "Deleted: games 0, guests 0, preferences 0.\n")
    kept(lambda store: store.set_preference("0123456789abcdef/speed", "fast"))
    assert run("clean-up") == (0, "Deleted: games 0, guests 0, preferences 1.\n")
    assert ids("games") == {house.first, house.second, house.third}


def test_what_is_wrong_is_one_sentence(house: House, tmp_path: Path) -> None:
    nobody = "there is no person with the id 'ann'; `ludarium admin people` lists them"
    for words in ("ban", "ann"), ("unban", "ann"), ("end-sessions", "ann"), ("remove", "person", "ann"):
        assert run(*words) == (2, nobody)
    assert run("games", "--person", "ann") == (2, nobody)
    assert run("remove", "game", "none") == (2, "there is no saved game 'none'")
    assert run("games", "--kind", "chess")[1].startswith("there is no game 'chess'; ")
    assert run("people", "--database", "mysql://me:secret@host/x")[1] == (
        "'mysql' databases are not supported; use sqlite or postgresql"
    )
    assert run("restore", str(tmp_path / "none"), "--yes")[1].endswith(" cannot be read: No such file or directory")


def test_as_a_process(house: House) -> None:
    command = [sys.executable, "-m", "ludarium", "admin", "ban", "nobody"]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("ludarium: there is no person with the id ") and done.stderr.count("\n") == 1
