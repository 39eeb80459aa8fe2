"""`ludarium admin`, over every kind of database: what it lists, what it asks, and what is changed then."""

import asyncio
import subprocess
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, TypeVar

import pytest
from typer.testing import CliRunner

import ludarium
from ludarium.contract.errors import LudariumError
from ludarium.store.models import Change, SavedGame
from ludarium.store.store import Store
from ludarium.terminal.cli import app

from ...support.stores import by_hand

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


def test_reset_password(house: House) -> None:
    status, told = run("reset-password", "bob", "--server", "https://games.example.org/")
    first, link, last = told.splitlines()
    assert status == 0 and first.endswith("the owner of the account Bob, and to no one else:")
    where, _, secret = link.rpartition("/")
    assert where == "https://games.example.org/#/reset" and last.startswith("It works once, until ")
    assert kept(lambda store: store.people.reset_password(secret, "another one")).person.id == house.bob
    assert kept(lambda store: store.people.authenticate(house.secrets["bob"])) is None
    assert kept(lambda store: store.people.log_in("Bob", "another one"))
    with pytest.raises(LudariumError, match="not valid"):
        kept(lambda store: store.people.reset_password(secret, "yet another"))
    assert run("reset-password", "Bob")[1].splitlines()[1].startswith("http://127.0.0.1:8190/#/reset/")
    for name in ("Ann", "Nobody"):
        message = f"there is no account named '{name}'; `ludarium admin people` lists them"
        assert run("reset-password", name) == (2, message)
    for server in ("games.example.org", "ftp://x", "https://", "https://x/#/reset", "https://a b"):
        assert run("reset-password", "bob", "--server", server)[1].startswith("the page's address is a URL")


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


def test_a_check_of_what_is_well(kept_in: str) -> None:
    game = ludarium.new("ataxx")
    begun = SavedGame.begin("ataxx", game.record(), ("human", "human"))
    body = '{"what":"played","move":"a7-b6"}'

    async def fill(store: Store) -> None:
        saved = await store.save_game(begun)
        assert await store.append(Change(saved.id, saved.version, 0, (body,), saved.seats, "", False))

    kept(fill)
    status, told = run("check")
    first, *others = told.splitlines()
    assert status == 0 and " is not damaged. Rows that can be read: 1 in games, 1 in entries, " in first
    assert others == ["Games that were replayed, each without an error: 1."]
    assert run("check", "--no-replay") == (0, f"{first}\n")


def test_a_check_of_games_that_cannot_be_opened(house: House, tmp_path: Path) -> None:
    by_hand("DELETE FROM people WHERE name = 'Ann'", "DELETE FROM games WHERE finished", "SELECT 1")
    status, told = run("check", "--save", str(tmp_path / "saved"))
    assert status == 1 and "Traceback" not in told
    assert "In tokens, rows belong to a game or a person that does not exist: 1." in told
    assert f"This game cannot be opened: {house.second} (gamma): " in told
    assert f" rows are in {tmp_path}/saved; `ludarium admin restore " in told
    assert run("restore", str(tmp_path / "saved"), "--yes", "--database", f"sqlite:///{tmp_path}/other.db")[0] == 0


def test_a_check_of_a_game_without_some_events(house: House) -> None:
    by_hand("DELETE FROM entries", "SELECT 1")
    status, told = run("check")
    assert status == 1 and f"Some events are missing in the game {house.first}." in told.splitlines()
    assert "What can be read is saved by `ludarium admin check --save FILE`. A backup may hold more." in told


def test_clean_up(house: House) -> None:
    assert run("clean-up") == (0, "Deleted: games 0, guests 0, preferences 0, deals 0.\n")
    kept(lambda store: store.set_preference("0123456789abcdef/speed", "fast"))
    assert run("clean-up") == (0, "Deleted: games 0, guests 0, preferences 1, deals 0.\n")
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
