"""A program on a server plays in a tournament elsewhere."""

import threading
from contextlib import closing
from pathlib import Path

import pytest

from ludarium import load
from ludarium.lab.tournament.runner import Runner
from ludarium.play.judging.analysis import Limit
from ludarium.play.opponents.engine_player import RandomPlayer
from ludarium.play.opponents.opponent import Forfeit
from ludarium.remote import lobby_player
from ludarium.remote.bot import Bot
from ludarium.remote.lobby_player import LobbyPlayer
from ludarium.web.ops.embedded import EmbeddedServer

from ..support.crews import Here
from ..support.networked import place
from ..support.tournaments import GAMMA_FOR_THREE, SHORT_ABATIS, make, play

EMPTY = "game: ataxx\nversion: 1\nmoves: 0\n\nmove_number,player,move\n"


def test_a_tournament_with_a_program_of_the_lobby(server: EmbeddedServer, tmp_path: Path) -> None:
    said = list[str]()
    bot = Bot(place(server), lambda kind: RandomPlayer(1), said.append, name="Robin", kind="ataxx", rematch_wait=0)
    running = threading.Thread(target=bot.run)
    running.start()
    try:
        tournament = make(tmp_path, "plies = 12", (f"bot:127.0.0.1:{server.port}", "random"), "ataxx")
        with closing(Runner(tournament, tmp_path / "cup.games", print)) as runner:
            list(runner.play(Here(1)))
            games = runner.games
    finally:
        bot.leave()
        running.join()
    assert [game.players for game in games] == [("A", "B"), ("B", "A")]
    for game in games:
        # Broken off after twelve moves, which both have made in turn
        assert game.why == "broken off; the points decide" and len(load(game.record).moves) == 14
    assert len(said) == 2 and all("against Tournament" in line for line in said), said


@pytest.mark.parametrize(
    "kind, options, plays, count",
    [("gamma", GAMMA_FOR_THREE, ("random", "random"), 3), ("abatis", SHORT_ABATIS, ("random",), 2)],
)
def test_a_program_of_the_lobby_among_three_and_alone(
    server: EmbeddedServer, tmp_path: Path, kind: str, options: str, plays: tuple[str, ...], count: int
) -> None:
    said = list[str]()
    bot = Bot(place(server), lambda kind: RandomPlayer(1), said.append, name="Robin", kind=kind, rematch_wait=0)
    running = threading.Thread(target=bot.run)
    running.start()
    try:
        games = play(make(tmp_path, options, (f"bot:127.0.0.1:{server.port}", *plays), kind), tmp_path / "cup.games")
    finally:
        bot.leave()
        running.join()
    assert len(games) == count and [game.why for game in games] == [""] * count
    assert all(load(game.record).outcome() for game in games)


def test_no_program_takes_the_seat(server: EmbeddedServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby_player, "JOINING", 0.1)
    said = r"no program has taken the seat at 127.0.0.1:\d+ within 0.1 s"
    there = f"http://127.0.0.1:{server.port}"
    with closing(LobbyPlayer(there, Limit(nodes=1))) as player, pytest.raises(Forfeit, match=said):
        player.choose(load(EMPTY))


def test_no_server() -> None:
    with (
        closing(LobbyPlayer("127.0.0.1:1", Limit(nodes=1))) as player,
        pytest.raises(Forfeit, match="cannot play on: "),
    ):
        player.choose(load(EMPTY))
