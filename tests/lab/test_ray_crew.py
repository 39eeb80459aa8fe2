"""A crew on a Ray cluster: two nodes of it on this machine, as if they were two machines."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
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

from ..support.lab_commands import refusal, run_lab
from ..support.tournaments import make, write_file

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


def test_a_cluster_plays_the_tournament_that_one_process_plays(address: str, tmp_path: Path) -> None:
    file = write_file(tmp_path, "rounds = 2\nnodes = 4\nformat = 'swiss'", ("1", "random", "search"), "ataxx")
    tables = set[str]()
    for name, how in ("cluster", ("--ray", address)), ("alone", ("--processes", "1")):
        command = [sys.executable, "-m", "ludarium", "tournament", str(file), "--games", str(tmp_path / name), *how]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        tables.add(done.stdout[done.stdout.index("   player") :])
    assert len(tables) == 1
    heading, *_ = {(tmp_path / name).read_bytes().split(b"\n")[0] for name in ("cluster", "alone")}
    assert b'"game":"ataxx"' in heading


def test_the_game_of_a_killed_process_is_played_again(address: str, tmp_path: Path) -> None:
    def killed_once(assignment: Assignment) -> GameLine:
        """A function of no module, so that Ray sends it to the processes."""
        mark = tmp_path / f"killed {assignment.fixture.number}"
        if not mark.exists():
            mark.write_text("")
            os.kill(os.getpid(), signal.SIGKILL)
        return play_assignment(assignment)

    tournament = make(tmp_path, "rounds = 1")
    (stage,) = stages(tournament, {})
    wanted = [Assignment(tournament, fixture) for fixture in stage]
    found = {task.fixture.number: line.record for task, line in RayCrew(address).answers(killed_once, wanted)}
    assert found == {task.fixture.number: play_assignment(task).record for task in wanted}
    assert len([*tmp_path.glob("killed *")]) == len(wanted) == 2


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


def test_a_cluster_that_is_not_there(tmp_path: Path) -> None:
    words = "play", "ataxx", str(tmp_path), "--ray"
    assert refusal(*words, "nowhere").startswith("no Ray cluster can be used at 'nowhere': ")
    said = "--processes is for this machine; a Ray cluster takes all processors that it has\n"
    assert refusal(*words, "auto", "--processes", "2") == said
