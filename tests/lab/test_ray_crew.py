"""A crew on a Ray cluster: two nodes of it on this machine, as if they were two machines."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from importlib import import_module
from pathlib import Path

import pytest

from ludarium import LudariumError
from ludarium.games import kind
from ludarium.lab.learning.self_play import Order, Plan, play_shard
from ludarium.lab.learning.shard import file_of
from ludarium.lab.learning.variants import check
from ludarium.lab.tournament.assignment import Assignment, play_assignment
from ludarium.lab.tournament.formats import stages
from ludarium.lab.tournament.journal import GameLine
from ludarium.lab.tournament.runner import Runner
from ludarium.lab.tournament.settings import read_tournament

from ..support.lab_commands import refusal, run_lab
from ..support.patience import PATIENCE
from ..support.tournaments import GAMMA_FOR_THREE, SHORT_ABATIS, make, without_time, write_file

ray = pytest.importorskip("ray", reason="Ray is not installed (pip install 'ludarium[ray]')")

from ludarium.lab.ray_crew import RayCrew  # noqa: E402 (it imports Ray)

GAME = kind("beetle-battle")
OPTIONS = check(GAME, {"size": "3"})
SOURCES = str(Path(__file__).parents[2] / "src")
SMALL = {"num_cpus": 1, "object_store_memory": 80_000_000}

# Ray leaves sockets and files of its own open
pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """The address of a cluster, which is stopped at the end."""
    from ray.cluster_utils import Cluster

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", SOURCES)  # processes of the cluster find the package there
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        cluster = Cluster(initialize_head=True, head_node_args={**SMALL, "include_dashboard": False})
        try:
            cluster.add_node(**SMALL)
            yield cluster.address
        finally:
            cluster.shutdown()


def test_a_cluster_makes_the_shards_that_one_process_makes(address: str, tmp_path: Path) -> None:
    words = GAME.id, str(tmp_path), "-o", "size=3", "--games", "6", "--shard", "2", "--nodes", "20"
    code, out, err = run_lab("play", *words, "--ray", address)
    assert (code, err) == (0, "") and " of 6 games in 3 shards; " in out
    for number in (1, 2, 3):
        order = Order(Plan(GAME.id, OPTIONS, nodes=20, seed=0), number, games=2)
        assert file_of(tmp_path, number).read_bytes() == play_shard(order)


def test_a_cluster_gauges(address: str) -> None:
    words = "ataxx", "--net", "hand", "--games", "4", "--nodes", "4", "--sprt", ""
    by_cluster, alone = run_lab("gauge", *words, "--ray", address), run_lab("gauge", *words, "--processes", "1")
    assert by_cluster == alone and by_cluster[0] == 0


def tournament(file: Path, games: Path, *how: str) -> "subprocess.CompletedProcess[str]":
    """`ludarium tournament` as a person uses it."""
    command = [sys.executable, "-m", "ludarium", "tournament", str(file), "--games", str(games), *how]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)


KINDS = [
    pytest.param("ataxx", "rounds = 2\nformat = 'swiss'", ("1", "random", "search"), id="swiss"),
    pytest.param("ataxx", "rounds = 1\nformat = 'gauntlet'", ("search", "random", "1"), id="gauntlet"),
    pytest.param("ataxx", "format = 'test'\ntest = [0, 400]\ngames = 20", ("search", "random"), id="test"),
    pytest.param("gamma", f"{GAMMA_FOR_THREE}\nrounds = 1", ("1", "random", "mcts", "search"), id="three players"),
    pytest.param("abatis", f"{SHORT_ABATIS}\nrounds = 2", ("1", "random"), id="the same deals"),
]


@pytest.mark.parametrize("game, head, plays", KINDS)
def test_a_cluster_plays_the_tournament_that_one_process_plays(
    address: str, tmp_path: Path, game: str, head: str, plays: tuple[str, ...]
) -> None:
    file = write_file(tmp_path, f"{head}\nnodes = 4", plays, game)
    tables, played = set[str](), list[list[object]]()
    for name, how in ("cluster", ("--ray", address)), ("alone", ("--processes", "1")):
        done = tournament(file, tmp_path / name, *how)
        assert done.returncode == 0, done.stderr
        tables.add(done.stdout[done.stdout.index("   player") :])
        with closing(Runner(read_tournament(file), tmp_path / name, print)) as runner:
            played.append([*without_time(runner.games)])
    assert len(tables) == 1 and played[0] == played[1] and len(played[0]) >= 4


@pytest.mark.parametrize(
    "game, head, plays",
    [
        pytest.param(GAME.id, "rounds = 1", ("1", "random"), id="two players"),
        pytest.param("gamma", f"{GAMMA_FOR_THREE}\nrounds = 1\nnodes = 4", ("1", "random", "mcts"), id="three players"),
        pytest.param("abatis", f"{SHORT_ABATIS}\nrounds = 1", ("1", "random"), id="the same deals"),
    ],
)
def test_the_game_of_a_killed_process_is_played_again(
    address: str, tmp_path: Path, game: str, head: str, plays: tuple[str, ...]
) -> None:
    def killed_once(assignment: Assignment) -> GameLine:
        """A function of no module, so that Ray sends it to the processes."""
        mark = tmp_path / f"killed {assignment.fixture.number}"
        if not mark.exists():
            mark.write_text("")
            os.kill(os.getpid(), signal.SIGKILL)
        return play_assignment(assignment)

    settings = make(tmp_path, head, plays, game)
    (stage,) = stages(settings, {})
    wanted = [Assignment(settings, fixture) for fixture in stage]
    found = {task.fixture.number: line.record for task, line in RayCrew(address).answers(killed_once, wanted)}
    assert found == {task.fixture.number: play_assignment(task).record for task in wanted}
    assert len([*tmp_path.glob("killed *")]) == len(wanted) == len(plays)


# Kills the command as soon as so many games are written
KILLED = """
import os, signal
from ludarium.lab.tournament.journal import Journal
add = Journal.add
def add_and_die(self, game):
    add(self, game)
    if len(self.games) == 3:
        os.kill(os.getpid(), signal.SIGKILL)
Journal.add = add_and_die
from ludarium.__main__ import main
main()
"""


def test_a_killed_command_goes_on_with_the_games_that_are_missing(address: str, tmp_path: Path) -> None:
    file, games = write_file(tmp_path, f"{GAMMA_FOR_THREE}\nrounds = 3\nnodes = 4", "123", "gamma"), tmp_path / "games"
    command = [sys.executable, "-c", KILLED, "tournament", str(file), "--games", str(games), "--ray", address]
    assert subprocess.run(command, capture_output=True, check=False, timeout=PATIENCE).returncode == -signal.SIGKILL
    kept = games.read_bytes()
    assert kept.count(b"\n") == 1 + 3
    assert tournament(file, games, "--ray", address).returncode == 0
    assert games.read_bytes().startswith(kept) and games.read_bytes().count(b"\n") == 1 + 9
    with closing(Runner(read_tournament(file), games, print)) as runner:
        assert [game.number for game in runner.games] == [*range(1, 10)]


def test_a_task_at_which_processes_die_is_given_up(address: str) -> None:
    def deadly(number: int) -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    with pytest.raises(LudariumError, match=r"^3 processes of the Ray cluster at '.*' died at the same task$"):
        list(RayCrew(address).answers(deadly, [1]))


def test_the_shard_of_a_killed_process_is_made_again(address: str, tmp_path: Path) -> None:
    def killed_once(order: Order) -> bytes:
        """A function of no module, so that Ray sends it to the processes."""
        mark = tmp_path / f"killed {order.number}"
        if not mark.exists():
            mark.write_text("")
            os.kill(os.getpid(), signal.SIGKILL)
        return play_shard(order)

    plan = Plan(GAME.id, OPTIONS, nodes=20, seed=1)
    wanted = [Order(plan, number, games=1) for number in (1, 2, 3)]
    found = {order.number: content for order, content in RayCrew(address).answers(killed_once, wanted)}
    assert found == {order.number: play_shard(order) for order in wanted}
    assert len([*tmp_path.iterdir()]) == 3


def test_errors_of_a_task_are_told_as_elsewhere(address: str) -> None:
    def refuse(number: int) -> None:
        raise LudariumError(f"{number} is refused")

    with pytest.raises(LudariumError, match=r"^7 is refused$"):
        list(RayCrew(address).answers(refuse, [7]))
    words = "gauge", "gamma", "--net", "hand", "-o", "players=3"
    assert refusal(*words, "--ray", address) == "a gauge is for two players, and gamma has 3 here\n"


class OfAnotherVersion:
    """A task that a machine without its module cannot read."""

    def __reduce__(self) -> tuple[object, ...]:
        return import_module, ("ludarium.later",)


def test_a_machine_with_another_version(address: str) -> None:
    with pytest.raises(LudariumError, match=r"has failed: System error: No module named 'ludarium.later'$"):
        list(RayCrew(address).answers(lambda task: None, [OfAnotherVersion()]))


def test_a_cluster_that_is_not_there(tmp_path: Path) -> None:
    words = "play", "ataxx", str(tmp_path), "--ray"
    for wrong in "nowhere", "http://127.0.0.1:6379", ":6379", "127.0.0.1:":
        assert refusal(*words, wrong) == f"a Ray cluster is named by HOST:PORT or auto, not by '{wrong}'\n"
    with closing(socket.create_server(("127.0.0.1", 0))) as server:
        free = f"127.0.0.1:{server.getsockname()[1]}"
    assert refusal(*words, free) == f"no Ray cluster can be used at '{free}': Connection refused\n"
    done = tournament(write_file(tmp_path), tmp_path / "games", "--ray", free)
    said = f"ludarium: no Ray cluster can be used at '{free}': Connection refused\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", said)
    said = "--processes is for this machine; a Ray cluster takes all processors that it has\n"
    assert refusal(*words, "auto", "--processes", "2") == said
