"""Links to games on a server: replayed here, resumed whatever becomes of the connection, nothing missed or doubled."""

import random
import threading
from collections.abc import Iterator
from contextlib import closing

import pytest
from litestar.exceptions import TooManyRequestsException

from ludarium.contract.errors import BadOption, LudariumError
from ludarium.play.game import Game, new
from ludarium.play.move import Move
from ludarium.play.opponents.engine_player import RandomPlayer
from ludarium.remote import address
from ludarium.remote.bot import Bot
from ludarium.remote.client import Client
from ludarium.remote.errors import Busy, Lost, Refused, Unreachable
from ludarium.remote.remote_game import RemoteGame
from ludarium.web.auth.rate_limit import RateLimiter
from ludarium.web.ops.embedded import EmbeddedServer

from ..support.networked import Proxy, guest, pair, place
from ..support.patience import PATIENCE

# Addresses


@pytest.mark.parametrize(
    ("text", "http", "alias", "game"),
    [
        ("me@home", "http://home:8190", "me", ""),
        ("me@home:9000", "http://home:9000", "me", ""),
        ("a.b-c_d@10.0.0.1:1", "http://10.0.0.1:1", "a.b-c_d", ""),
        ("me@[::1]:9000", "http://[::1]:9000", "me", ""),
        ("http://club.example/", "http://club.example:80", "", ""),
        ("https://club.example/#/game/0abc", "https://club.example:443", "", "0abc"),
        ("http://localhost:8190/#/join/me", "http://localhost:8190", "me", ""),
    ],
)
def test_addresses(text: str, http: str, alias: str, game: str) -> None:
    found = address.parse(text)
    assert (found.http, found.alias, found.game) == (http, alias, game)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "me",
        "me@",
        "@home",
        "a b@home",
        "me@home:x",
        "me@home:65536",
        "me@ho me",
        "ftp://home",
        "http://",
        "http://[1",
    ],
)
def test_what_is_no_address_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(BadOption):
        address.parse(text)


# What can go wrong


def test_nobody_there(server: EmbeddedServer) -> None:
    import socket

    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
    with pytest.raises(Unreachable, match=f"no game is hosted at 127.0.0.1:{port}"):
        guest(address.Address("127.0.0.1", port), "Ann")
    with pytest.raises(Unreachable, match="there is no machine called 'nowhere'"):
        guest(address.Address("nowhere", 8190), "Ann")


def test_no_such_game(server: EmbeddedServer) -> None:
    ann = guest(place(server)._replace(alias="me"), "Ann")
    with pytest.raises(Refused, match="there is no game called 'me'"):
        ann.find_game()
    with pytest.raises(LudariumError, match="there is no"):
        RemoteGame(ann, "0" * 24).open()


def test_a_token_that_nobody_knows(server: EmbeddedServer) -> None:
    with pytest.raises(Refused, match="token"):
        Client(place(server), token="x" * 20).request("GET", "me")


def test_a_connection_that_is_refused_says_why(server: EmbeddedServer) -> None:
    ann = guest(place(server), "Ann")
    id = ann.new_game(kind="ataxx", seats=["human", "human"])
    with pytest.raises(
        Refused, match=r"^127.0.0.1:\d+ refuses the connection: this token is not valid, or not any more"
    ):
        RemoteGame(Client(place(server), token="x" * 20), id).open()


def test_a_server_that_is_busy_is_asked_again(server: EmbeddedServer, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(Proxy(server.port)) as proxy:
        ann = guest(address.Address("127.0.0.1", proxy.port), "Ann")
        game = RemoteGame(ann, ann.new_game(kind="ataxx", seats=["human", "human"])).open()
        check, is_busy, refused = RateLimiter.check, True, threading.Event()

        def refuse(limiter: RateLimiter, key: str, cost: float = 1.0) -> None:
            if is_busy:
                refused.set()
                raise TooManyRequestsException("too many requests; try again in 1 second")
            check(limiter, key, cost)

        monkeypatch.setattr(RateLimiter, "check", refuse)
        with pytest.raises(Busy, match=r" takes no connection now: too many requests; try again in 1 second$"):
            RemoteGame(ann, game.id).open()
        refused.clear()
        proxy.cut()
        assert refused.wait(PATIENCE)
        is_busy = False
        game.play("a7-b6", 0)
        assert game.wait(lambda: game.move_texts == ["a7-b6"], PATIENCE)
        game.close()


def test_something_else_answers() -> None:
    import http.server

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), http.server.BaseHTTPRequestHandler) as other:
        thread = threading.Thread(target=other.serve_forever)
        thread.start()
        with pytest.raises(Unreachable, match="is no Ludarium"):
            guest(address.Address("127.0.0.1", other.server_port), "Ann")
        other.shutdown()
        thread.join()


def test_all_seats_are_taken(server: EmbeddedServer) -> None:
    with pair(server) as (first, second):
        cat = RemoteGame(guest(place(server), "Cat"), first.id).open()
        with pytest.raises(Refused, match="all seats of this game are taken"):
            cat.sit()
        cat.close()
        second.sit()  # who has a seat does not need another one


# Playing


def finish(game: Game, first: RemoteGame, second: RemoteGame) -> None:
    """Play to the end, each for their own player."""
    chance = random.Random(7)
    while not game.outcome():
        link = first if game.kind.rules.turn(game.constants, game.row) in first.my_players else second
        assert link.wait(lambda link=link: link.is_my_turn and len(link.move_texts) == len(game.moves), PATIENCE)  # type: ignore[misc]
        move = chance.choice(game.legal_moves)
        link.play(str(move), len(game.moves))
        game.push(move)


@pytest.mark.parametrize(
    ("kind", "options"),
    [
        ("ataxx", {"blocks": "3gh"}),
        ("beetle-battle", {"size": "3"}),
        ("battle-of-the-beetles", {}),
        ("gamma", {"width": "4", "height": "4", "players": "2", "areas": "2"}),
    ],
)
def test_whole_games(server: EmbeddedServer, kind: str, options: dict[str, str]) -> None:
    with pair(server, kind, options=options) as (first, second):
        game = new(kind, **options)
        finish(game, first, second)
        for link in first, second:
            assert link.wait(lambda link=link: link.ending, PATIENCE)  # type: ignore[misc]
            assert link.game == game and link.move_texts == [*map(str, game.moves)]
            outcome = game.outcome()
            assert link.ending and outcome and link.ending[0] == outcome.winner


def test_the_host_sets_up_and_the_guest_may_not(server: EmbeddedServer) -> None:
    with pair(server, begun=False) as (first, second):
        for asked in (
            {"do": "set up", "record": new("ataxx").record(), "player": 1},
            {"do": "start"},
            {"do": "lay", "name": "c4"},
            {"do": "seat", "player": 0, "who": "level 1"},
        ):
            with pytest.raises(Refused, match="only the host"):
                second.request(**asked)
        with pytest.raises(Refused, match="the game has not begun yet"):
            second.play("a7-b6", 0)
        begun = new("ataxx", blocks="3gh")
        begun.push("a7-a6")
        first.request("set up", record=begun.record(), player=1)
        assert second.wait(lambda: second.move_texts == ["a7-a6"], PATIENCE)
        assert second.game == begun and second.game.options["blocks"] == begun.options["blocks"]
        assert (first.my_players, second.my_players) == ((1,), (0,))
        with pytest.raises(Refused, match="this is a record of gamma"):
            first.request("set up", record=new("gamma").record(), player=0)
        first.request("start")
        with pytest.raises(Refused, match="before it begins"):
            first.request("set up", record=begun.record(), player=0)
        first.play("a1-a2", 1)
        assert second.wait(lambda: second.is_my_turn, PATIENCE)


def test_what_is_laid_on_the_board_is_seen(server: EmbeddedServer) -> None:
    with pair(server, begun=False) as (first, second):
        first.request("lay", name="d6")
        assert second.wait(lambda: second.game.options["blocks"], PATIENCE)
        assert first.game == second.game != new("ataxx")


def test_a_game_that_began_in_the_middle(server: EmbeddedServer) -> None:
    with pair(server, position=new("ataxx", blocks="3gh").position) as (first, second):
        assert first.game.origin == second.game.origin is not None
        first.play("a7-a6", 0)
        assert second.wait(lambda: second.is_my_turn, PATIENCE)


def test_draws_takebacks_and_resigning(server: EmbeddedServer) -> None:
    with pair(server) as (first, second):
        first.play("a7-b6", 0)
        assert second.wait(lambda: second.is_my_turn, PATIENCE)
        first.request("offer", offer="takeback")
        assert second.wait(lambda: second.new_offers() == ["takeback"], PATIENCE) and not second.new_offers()
        second.request("offer", offer="takeback")
        assert first.wait(lambda: not first.move_texts, PATIENCE)
        first.request("offer", offer="draw")
        assert second.wait(lambda: second.offers(), PATIENCE)
        second.request("decline", offer="draw")
        assert first.wait(lambda: not first.has_offered("draw"), PATIENCE)
        second.resign()
        assert first.wait(lambda: first.ending, PATIENCE) and first.ending == ("red", "blue has given up")
        first.request("offer", offer="rematch")
        second.wait(lambda: second.offers(), PATIENCE)
        second.request("offer", offer="rematch")
        assert first.wait(lambda: first.next_id, PATIENCE) and second.wait(lambda: second.next_id, PATIENCE)
        again = first.open_next()
        assert again.my_players == (1,)
        again.close()


# A seat like any other


def test_a_remote_seat(server: EmbeddedServer) -> None:
    with pair(server) as (_, second):
        assert second.opponent(0).name == "Ann"


# Cuts


@pytest.fixture
def proxy(server: EmbeddedServer) -> Iterator[Proxy]:
    between = Proxy(server.port)
    yield between
    between.close()


def test_a_lost_connection_is_resumed(server: EmbeddedServer, proxy: Proxy) -> None:
    with pair(server) as (first, _):
        cat = RemoteGame(guest(address.Address("127.0.0.1", proxy.port), "Cat"), first.id).open()
        first.play("a7-b6", 0)
        assert cat.wait(lambda: len(cat.move_texts) == 1, PATIENCE)
        proxy.is_open = False
        proxy.cut()
        assert cat.wait(lambda: not cat.is_connected, PATIENCE)
        first.request("offer", offer="takeback")
        proxy.is_open = True
        assert cat.wait(lambda: cat.is_connected and cat.view.offers, PATIENCE)
        assert cat.move_texts == ["a7-b6"]
        cat.close()


def test_random_cuts_neither_lose_nor_double_a_move(server: EmbeddedServer, proxy: Proxy) -> None:
    ann, bob = guest(place(server), "Ann"), guest(address.Address("127.0.0.1", proxy.port), "Bob")
    id = ann.new_game(kind="ataxx", seats=["human", "open"])
    first, second = RemoteGame(ann, id).open(), RemoteGame(bob, id).open()
    second.sit()
    game, chance = new("ataxx"), random.Random(3)
    for _ in range(24):
        link = first if game.turn == "red" else second
        assert link.wait(lambda link=link: link.is_my_turn and len(link.move_texts) == len(game.moves), PATIENCE)  # type: ignore[misc]
        move = str(chance.choice(game.legal_moves))
        fate = chance.randrange(4)
        if fate == 1:
            proxy.cut()
        proxy.mute = fate == 2  # the move arrives, and its answer does not
        cutting = threading.Timer(0.05 * fate, proxy.cut) if fate in (2, 3) else None
        if cutting:
            cutting.start()
        link.play(move, len(game.moves))
        if cutting:
            cutting.join()
        game.push(move)
    for link in first, second:
        assert link.wait(lambda link=link: len(link.move_texts) == len(game.moves), PATIENCE)  # type: ignore[misc]
    assert first.move_texts == second.move_texts == [*map(str, game.moves)]
    second.close()
    first.close()


def test_a_server_that_stays_away_is_given_up(server: EmbeddedServer, proxy: Proxy) -> None:
    with pair(server) as (first, _):
        cat = RemoteGame(guest(address.Address("127.0.0.1", proxy.port), "Cat"), first.id, grace=0.3).open()
        proxy.is_open = False
        proxy.cut()
        with pytest.raises(Lost, match="has been gone for"):
            cat.wait(lambda: False, PATIENCE)
        cat.close()


# Programs


class First:
    """Plays the first legal move, as any class can."""

    def choose(self, game: Game) -> str:
        return str(game.legal_moves[0])


class Broken:
    def choose(self, game: Game) -> Move:
        raise RuntimeError("out of ideas")


def bot(server: EmbeddedServer, made: type, said: list[str], **more: object) -> tuple[Bot, threading.Thread]:
    where = place(server)._replace(game=str(more.pop("id", "")))
    playing = Bot(where, lambda kind: made(), said.append, rematch_wait=0, **more)  # type: ignore[arg-type]
    thread = threading.Thread(target=playing.run)
    thread.start()
    return playing, thread


def test_programs_play_each_other_in_one_game_and_from_the_lobby(server: EmbeddedServer) -> None:
    ids = [guest(place(server), "Ann").new_game(kind="ataxx", seats=["open", "open"], listed=True) for _ in range(2)]
    said: list[str] = []
    waiting, thread = bot(server, RandomPlayer, said, name="Robin", kind="ataxx", games=2)
    others = [bot(server, First, said, name="Fox", id=id)[1] for id in ids]
    for other in others:
        other.join()
    waiting.leave()
    thread.join()
    assert len([line for line in said if "against Fox" in line]) == 2, said
    assert len([line for line in said if line.startswith("ataxx ") and "against Robin" in line]) == 2, said


def test_a_program_that_fails_gives_up(server: EmbeddedServer) -> None:
    id = guest(place(server), "Ann").new_game(kind="ataxx", seats=["open", "open"])
    said: list[str] = []
    threads = [bot(server, made, said, id=id)[1] for made in (Broken, Broken)]
    for thread in threads:
        thread.join()
    assert any("the program has failed, and given up: out of ideas" in line for line in said), said


def test_a_program_that_is_told_to_leave_gives_up(server: EmbeddedServer) -> None:
    ann = guest(place(server), "Ann")
    id = ann.new_game(kind="ataxx", seats=["human", "open"])
    link = RemoteGame(ann, id).open()
    playing, thread = bot(server, First, [], name="Fox", id=id)
    assert link.wait(lambda: not link.vacant, PATIENCE)
    link.request("offer", offer="draw")
    assert link.wait(lambda: not link.has_offered("draw"), PATIENCE)  # programs do not agree
    playing.leave()
    thread.join()
    assert link.wait(lambda: link.ending, PATIENCE)
    link.close()
