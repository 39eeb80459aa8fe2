"""What was played in a position, as a server tells it that was given a collection."""

from pathlib import Path

import pytest

from ludarium.web.http.collected import COLLECTION

from ..support.collections import collect
from ..support.server import Server

pytest.importorskip("duckdb", reason="DuckDB is not installed (pip install 'ludarium[database]')")


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(COLLECTION, str(tmp_path / "games.duckdb"))
    return collect(tmp_path / "games.duckdb")


async def test_without_a_collection(server: Server) -> None:
    id = await server.new("ataxx", "human", "human")
    assert await server.get(f"games/{id}/played-before?ply=0") == {"moves": None}


async def test_positions_of_a_game_and_of_variations(server: Server, file: Path) -> None:
    id = await server.new("ataxx", "human", "human")
    async with server.page(id) as page:
        assert (await page.ask("play", at=0, move="g1-g2"))["say"] == "done"
    told = await server.get(f"games/{id}/played-before?ply=0")
    assert told["moves"] == [
        {"move": "a7-b6", "games": 2, "score": 1.0, "players": ["Ann", "Bea"]},
        {"move": "g1-f1", "games": 1, "score": 1.0, "players": ["Cleo"]},
    ]
    assert await server.get(f"games/{id}/played-before?ply=1") == {"moves": []}
    told = await server.get(f"games/{id}/played-before?ply=0&moves=a7-b6")
    assert [(each["move"], each["score"], each["players"]) for each in told["moves"]] == [
        ("a1-b1", 0.0, ["Zoe"]), ("a1-b2", 0.0, ["Zoe"])
    ]  # fmt: skip


async def test_another_collection_takes_its_place(server: Server, file: Path) -> None:
    id = await server.new("ataxx", "human", "human")
    assert len((await server.get(f"games/{id}/played-before?ply=0"))["moves"]) == 2
    other = file.with_name("other")
    other.write_bytes(b"damaged")
    other.replace(file)
    answer = await server.client.get(f"/api/games/{id}/played-before?ply=0")
    assert answer.status_code == 400 and "collection" in answer.json()["message"]


@pytest.mark.parametrize(
    "query, status, said",
    [
        ("ply=9", 400, "9"),
        ("ply=0&moves=z9", 400, "z9"),
        (f"ply=0&moves={'a7-b6+' * 301}", 400, "A variation has 300 moves at most, not 301."),
        ("", 400, "ply"),
    ],
)
async def test_wrong_requests(server: Server, file: Path, query: str, status: int, said: str) -> None:
    id = await server.new("ataxx", "human", "human")
    answer = await server.client.get(f"/api/games/{id}/played-before?{query}")
    assert answer.status_code == status and said in answer.json()["message"], answer.text


async def test_no_help_in_a_game_against_others(server: Server, file: Path) -> None:
    """What others have played is help, as an analysis is."""
    async with server.guest("Ann") as ann, server.guest("Bob", "203.0.113.8") as bob:
        id = await ann.new("ataxx", "human", "open")
        async with bob.page(id) as page:
            assert (await page.ask("sit", player=1))["say"] == "done"
        assert (await ann.client.get(f"/api/games/{id}/played-before?ply=0")).status_code == 403
