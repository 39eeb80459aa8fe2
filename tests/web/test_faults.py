"""Sudden ends during play: of connections, clients, servers, databases, disks. What was acknowledged is there once."""

import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus, WebSocketException
from websockets.sync.client import ClientConnection, connect

import ludarium

from ..support.networked import Proxy
from ..support.patience import PATIENCE
from ..support.postgres import Cluster
from ..support.server_process import COMMAND, process
from ..support.tmux import until

GONE = OSError, WebSocketException, TimeoutError, EOFError
TRIES = 200  # of a connection, until something is there again


def script(plies: int) -> list[str]:
    """The moves of a game, as they are played in all these tests."""
    game, chance = ludarium.new("ataxx"), Random(11)
    while len(game.moves) < plies:
        game.push(chance.choice(game.legal_moves))
    return [str(move) for move in game.moves]


class Player:
    """Plays both sides of a game by the script, through whatever happens, and remembers what was acknowledged."""

    def __init__(self, moves: list[str]) -> None:
        self.moves, self.acknowledged, self.refused = moves, 0, list[str]()
        self.id = ""

    def begin(self, address: str) -> None:
        body = {"kind": "ataxx", "seats": ["human", "human"]}
        self.id = httpx.post(f"{address}/api/games", json=body, timeout=PATIENCE).json()["id"]

    def play(self, address: str, until: int) -> None:
        """Go on until so many moves are made, or the connection ends or is refused."""
        there = f"{address.replace('http', 'ws')}/api/games/{self.id}/socket"
        try:
            connected = connect(there, open_timeout=PATIENCE)
        except InvalidStatus as error:
            self.refused.append(json.loads(error.response.body or b"")["message"])
            return
        with connected as socket:
            made = self._look(socket)
            while made < until:
                socket.send(json.dumps({"do": "play", "id": made, "at": made, "move": self.moves[made]}))
                told = self._answer(socket, made)
                if told["say"] == "done":
                    made = self.acknowledged = made + 1
                else:
                    self.refused.append(told["message"])
                    return

    def _look(self, socket: ClientConnection) -> int:
        """How many moves there are: all that were acknowledged, in their order, and at most one more."""
        while (told := json.loads(socket.recv(PATIENCE)))["say"] != "state":
            pass
        return self.check([made[1] for made in told["moves"]])

    def _answer(self, socket: ClientConnection, number: int) -> dict[str, Any]:
        while (told := json.loads(socket.recv(PATIENCE))).get("re") != number:
            pass
        return dict(told)

    def check(self, made: list[str]) -> int:
        assert made == self.moves[: len(made)]
        assert self.acknowledged <= len(made) <= self.acknowledged + 1
        self.acknowledged = len(made)
        return len(made)

    def persist(self, address: Callable[[], str], until: int) -> None:
        """Go on, again and again."""
        for _ in range(TRIES):
            with suppress(*GONE):
                self.play(address(), until)
            if self.acknowledged >= until:
                return
        raise AssertionError(f"{self.acknowledged} moves of {until}; {self.refused[-1:]}")


def record(address: str, id: str) -> list[str]:
    return [made[1] for made in httpx.get(f"{address}/api/games/{id}", timeout=PATIENCE).json()["moves"]]


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/games.db"
    found: Cluster = request.getfixturevalue("cluster")
    return found.new_schema()


def test_a_connection_that_is_cut_hundreds_of_times(database: str) -> None:
    random, player = Random(5), Player(script(150))
    with (
        process("--port", "0", "--database", database) as (_, address),
        closing(Proxy(int(address.rpartition(":")[2]))) as proxy,
    ):
        player.begin(address)
        there, cuts = f"http://127.0.0.1:{proxy.port}", 0
        while player.acknowledged < 150:
            with suppress(*GONE), connect(f"ws://127.0.0.1:{proxy.port}/api/games/{player.id}/socket") as socket:
                made = player._look(socket)
                for number in range(made, min(150, made + random.randrange(3))):
                    socket.send(json.dumps({"do": "play", "id": number, "at": number, "move": player.moves[number]}))
                    if random.random() < 0.3:
                        proxy.mute = True  # the move comes there, and nothing comes back
                        time.sleep(0.02)
                    if proxy.mute or random.random() < 0.5:
                        proxy.cut()
                    if player._answer(socket, number)["say"] == "done":
                        player.acknowledged = number + 1
            proxy.cut()
            cuts += 1
        assert cuts > 100 and record(there, player.id) == player.moves


def test_a_slow_connection_is_nobody_else_s_trouble(tmp_path: Path) -> None:
    """It is cut in the middle of messages, too."""
    random, player = Random(3), Player(script(40))
    with process("--port", "0", "--database", f"sqlite:///{tmp_path}/games.db") as (_, address), ExitStack() as stack:
        proxy = stack.enter_context(closing(Proxy(int(address.rpartition(":")[2]))))
        player.begin(address)
        onlooker = stack.enter_context(
            connect(f"{address.replace('http', 'ws')}/api/games/{player.id}/socket", open_timeout=PATIENCE)
        )
        there, cuts = f"ws://127.0.0.1:{proxy.port}/api/games/{player.id}/socket", 0
        proxy.piece = 500  # a hundred KB a second: every message takes several pieces
        while player.acknowledged < 40:
            with suppress(*GONE), connect(there, open_timeout=PATIENCE) as socket:
                for number in range(player._look(socket), 40):
                    socket.send(json.dumps({"do": "play", "id": number, "at": number, "move": player.moves[number]}))
                    # The onlooker's connection is not cut: it sees the move, whether the answer comes through or not
                    while (told := json.loads(onlooker.recv(PATIENCE)))["say"] != "moved":
                        pass
                    assert (told["ply"], told["move"][1]) == (number + 1, player.moves[number])
                    if is_cut := random.random() < 0.3:
                        time.sleep(random.random() / 50)
                        proxy.cut()
                    if player._answer(socket, number)["say"] == "done":
                        player.acknowledged = number + 1
                    if is_cut:
                        break
            cuts += 1
        assert cuts > 5 and record(address, player.id) == player.moves


def test_a_server_that_is_killed_again_and_again(database: str) -> None:
    random, player = Random(7), Player(script(90))
    for life in range(5):
        with process("--port", "0", "--database", database) as (server, address):
            if not life:
                player.begin(address)
            hurried = subprocess.Popen(
                [
                    sys.executable,
                    "-c",
                    f"import os, time; time.sleep({random.uniform(0.05, 0.4)}); os.kill({server.pid}, 9)",
                ]
            )
            with suppress(*GONE):
                player.play(address, 80)
            hurried.wait()
            assert server.wait(PATIENCE) == -9
    with process("--port", "0", "--database", database) as (_, address):
        player.persist(lambda: address, 90)
        assert record(address, player.id) == player.moves


def test_one_of_two_servers_is_killed(cluster: Cluster) -> None:
    database, player = cluster.new_schema(), Player(script(60))
    with ExitStack() as stack:
        servers = [stack.enter_context(process("--port", "0", "--database", database)) for _ in range(2)]
        addresses = [address for _, address in servers]
        player.begin(addresses[0])
        player.play(addresses[0], 20)
        player.play(addresses[1], 40)
        servers[0][0].kill()
        player.persist(iter([addresses[0], *[addresses[1]] * TRIES]).__next__, 60)
        assert record(addresses[1], player.id) == player.moves


def test_a_database_that_is_killed(cluster: Cluster) -> None:
    player = Player(script(61))
    with process("--port", "0", "--database", cluster.new_database()) as (_, address):
        player.begin(address)
        for until in (20, 40, 60):
            player.persist(lambda: address, until)
            cluster.kill()
            with suppress(*GONE):
                player.play(address, until + 1)
            acknowledged = player.acknowledged
            cluster.start()  # also for the tests after this one
            assert acknowledged == until
        player.check(record(address, player.id))
    assert player.refused and all("\n" not in said and said.endswith(".") for said in player.refused)


CLIENT = """
import sys
sys.path.insert(0, {root!r})
from tests.web.test_faults import Player, script
player = Player(script(100))
player.id = {id!r}
print("ready", flush=True)
player.play({address!r}, 100)
"""


def test_a_client_that_is_killed(tmp_path: Path) -> None:
    player = Player(script(100))
    with process("--port", "0", "--database", f"sqlite:///{tmp_path}/games.db") as (_, address):
        player.begin(address)
        code = CLIENT.format(root=str(Path(__file__).parents[2]), id=player.id, address=address)
        with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as client:
            assert client.stdout and client.stdout.readline() == "ready\n"
            until(lambda: len(record(address, player.id)) >= 10, lambda: "the client does not play")
            client.kill()
        player.acknowledged = len(record(address, player.id))
        player.persist(lambda: address, 100)
        assert record(address, player.id) == player.moves


@contextmanager
def cramped(folder: Path, bytes: int) -> Iterator[str]:
    """A server that may not write larger files than this, as if the disk were full."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (bytes, bytes))

    words = [*COMMAND, "--port", "0", "--database", f"sqlite:///{folder}/games.db"]
    server = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, preexec_fn=limit)
    assert server.stdout
    try:
        yield server.stdout.readline().split()[3].rstrip("/")
    finally:
        server.kill()
        server.wait()
        server.stdout.close()


def test_a_disk_that_is_full(tmp_path: Path) -> None:
    player = Player(script(120))
    with process("--port", "0", "--database", f"sqlite:///{tmp_path}/games.db") as (_, address):
        player.begin(address)
    used = max(file.stat().st_size for file in tmp_path.iterdir())
    with cramped(tmp_path, used + 40_000) as address:
        player.play(address, 120)
        assert 0 < player.acknowledged < 120 and player.refused
        said = player.refused[-1]
        assert "games.db" in said and "\n" not in said and "Traceback" not in said
        assert record(address, player.id) == player.moves[: player.acknowledged]
    with process("--port", "0", "--database", f"sqlite:///{tmp_path}/games.db") as (_, address):
        player.persist(lambda: address, 120)
        assert record(address, player.id) == player.moves
