"""Files of tournaments: what they say, and one sentence with the line or key where they are wrong."""

from pathlib import Path

import pytest

from ludarium import LudariumError
from ludarium.engine.net.net import encode_net
from ludarium.games import kind
from ludarium.lab.engine_match import Sprt
from ludarium.lab.tournament.settings import read_tournament
from ludarium.play.judging.analysis import Limit

from ...support.nets import random_net
from ...support.tournaments import GAMMA_FOR_THREE, SHORT_ABATIS, make, write_file


def test_what_a_file_says(tmp_path: Path) -> None:
    head = "rounds = 3\nseed = 7\nmovetime = 50\nplies = 90\ngrace = 100"
    found = make(tmp_path, head, ("3", "search", "uai:x y"), "ataxx")
    assert (found.title, found.game, found.format, found.rounds, found.seed) == ("cup", "ataxx", "round robin", 3, 7)
    assert found.names == ["A", "B", "C"] and found.plies == 90 and found.grace == 0.1
    assert {entrant.limit for entrant in found.entrants} == {Limit(seconds=0.05)}
    # What an engine requires holds for the games of all players
    assert found.options["rules"] == "uai"


def test_a_player_may_have_a_limit_of_its_own(tmp_path: Path) -> None:
    file = write_file(tmp_path, "nodes = 9")
    file.write_text(file.read_text() + "movetime = 20\n")
    assert [each.limit for each in read_tournament(file).entrants] == [Limit(nodes=9), Limit(seconds=0.02)]


def test_nets_lie_beside_the_file(tmp_path: Path) -> None:
    ataxx = kind("ataxx")
    net = encode_net(random_net(ataxx, ataxx.make(ataxx.choose({})), 4, 1))
    (tmp_path / "my.net").write_bytes(net)
    found = make(tmp_path, "nodes = 2", ("net:my.net", "random"), "ataxx")
    assert [entrant.content for entrant in found.entrants] == [net, b""]


def test_more_rounds_of_the_same_tournament(tmp_path: Path) -> None:
    first = make(tmp_path, "rounds = 1")
    assert first.fingerprint == make(tmp_path, 'rounds = 2\ntitle = "another"').fingerprint
    assert first.fingerprint != make(tmp_path, "seed = 1").fingerprint
    assert first.fingerprint != make(tmp_path, "", ("1", "2")).fingerprint


def test_a_test(tmp_path: Path) -> None:
    found = make(tmp_path, 'format = "test"\ntest = [0, 10]\ngames = 51')
    assert found.test == Sprt(0, 10) and (found.games, found.rounds) == (52, 26)


@pytest.mark.parametrize("players, rounds", [(2, 1), (3, 2), (4, 2), (5, 3), (9, 4)])
def test_a_swiss_tournament_has_enough_rounds_to_find_its_winner(tmp_path: Path, players: int, rounds: int) -> None:
    assert make(tmp_path, 'format = "swiss"', ["random"] * players).rounds == rounds


@pytest.mark.parametrize(
    "head, said",
    [
        ("rounds = = 3", ", line 3: invalid value"),
        ('rounds = "x"', ": rounds: a whole number belongs here, not a text"),
        ("rouns = 3", ": there is no such key as 'rouns'"),
        ('format = "knockout"', ": format: 'knockout' is none; there are round robin, swiss, gauntlet, test"),
        ("rounds = 0", ": rounds: a whole number from 1 on, not 0"),
        ("games = 10", ": games: a round robin is as long as rounds says"),
        ("test = [0, 10]", ': test: the format "test", and no other, takes two Elo differences, as in test = [0, 10]'),
        ('format = "test"\ntest = [10, 0]', ": a test takes two Elo differences, the smaller first, as in 0,10, not"),
        ("nodes = 1\nmovetime = 1", ": nodes: a move is limited by movetime or by nodes, not by both"),
        ("nodes = -1", ": players, 'A', nodes: a whole number from 1 on, not -1"),
        ("[[players]]\nname = 'Z'", ": players[0]: there is no key 'plays'"),
        ("[[players]]\nname = 'Z'\nplays = 'x'", ": players, 'Z', plays: 'x' is no opponent; there are "),
        ("[[players]]\nname = 'Z'\nplays = '12'", ": players, 'Z', plays: a level is a whole number from 1 to 11"),
        ("[[players]]\nname = 'Z'\nplays = 'net:none.net'", ": players, 'Z', plays: cannot read "),
        ("[[players]]\nname = 'A'\nplays = '1'", ": players: two are called 'A'"),
        ("[[players]]\nname = ''\nplays = '1'", ": players: a name has 1 to 60 characters, not as in ''"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_in_a_sentence(tmp_path: Path, head: str, said: str) -> None:
    file = write_file(tmp_path, head)
    with pytest.raises(LudariumError) as error:
        read_tournament(file)
    assert str(error.value).startswith(f"'{file}'{said}") and "\n" not in str(error.value)


@pytest.mark.parametrize(
    "game, options, said",
    [
        ("gamma", "players = 3", "players: a game of gamma takes 3 of them here, and there are 2"),
        ("abatis", "players = 3", "abatis has no option 'players'"),
        ("chess", "", "there is no game 'chess'"),
        ("ataxx", "blocks = 'zz'", ""),
        ("ataxx", "colour = 'red'", "ataxx has no option 'colour'"),
    ],
)
def test_games_and_options_that_are_not_there(tmp_path: Path, game: str, options: str, said: str) -> None:
    with pytest.raises(LudariumError) as error:
        make(tmp_path, f"options = {{ {options} }}", game=game)
    assert said in str(error.value) and str(error.value).startswith(f"'{tmp_path / 'cup.toml'}': ")


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(LudariumError, match=r"cannot read '.*none.toml': No such file"):
        read_tournament(tmp_path / "none.toml")
    (tmp_path / "latin.toml").write_bytes(b"seed = 1\nname = '\xe4'")
    with pytest.raises(LudariumError, match="line 2: this is not text in UTF-8"):
        read_tournament(tmp_path / "latin.toml")
    with pytest.raises(LudariumError, match="players: a round robin takes 2 to 1000 of them, and there are 1"):
        make(tmp_path, "", ["1"])


@pytest.mark.parametrize(
    "game, head, players, said",
    [
        ("gamma", 'format = "swiss"', 3,
         "format: games of gamma for 3 are played as round robin or gauntlet, not as swiss"),
        ("gamma", 'format = "test"\ntest = [0, 10]', 2,
         "format: games of gamma for 3 are played as round robin or gauntlet, not as test"),
        ("gamma", "", 2, "players: a game of gamma takes 3 of them here, and there are 2"),
        ("gamma", "rounds = 1000000", 3, "players: 3 of them, 3 in a game, have more than 1,000,000 games to play"),
        ("abatis", 'format = "gauntlet"', 2,
         "format: games of abatis for 1 are played as round robin, not as gauntlet"),
        ("abatis", 'format = "swiss"', 2, "format: games of abatis for 1 are played as round robin, not as swiss"),
        ("abatis", "", 1, "players: a round robin takes 2 to 1000 of them, and there are 1"),
    ],
)  # fmt: skip
def test_what_games_that_are_not_for_two_cannot_be_played_as(
    tmp_path: Path, game: str, head: str, players: int, said: str
) -> None:
    options = {"gamma": GAMMA_FOR_THREE, "abatis": SHORT_ABATIS}[game]
    with pytest.raises(LudariumError) as error:
        make(tmp_path, f"{options}\n{head}", ["random"] * players, game)
    assert str(error.value) == f"'{tmp_path / 'cup.toml'}': {said}"


def test_the_seats_of_a_game(tmp_path: Path) -> None:
    assert make(tmp_path).seats == 2
    assert make(tmp_path, GAMMA_FOR_THREE, ["random"] * 3, "gamma").seats == 3
    assert make(tmp_path, SHORT_ABATIS, game="abatis").seats == 1
