"""Matches: who plays whom from where, what the results mean, and what is kept."""

import re
import shlex
import signal
import subprocess
import sys
from math import inf, log10
from pathlib import Path

import pytest

import ludarium
from ludarium import BadOption, Game, LudariumError, Move
from ludarium.engine.search.cancel import CancelToken
from ludarium.games import kind
from ludarium.lab import elo
from ludarium.lab.elo import Tally
from ludarium.lab.engine_match import EngineMatch, Shelf, Sprt, report
from ludarium.lab.openings import Openings
from ludarium.play.judging.analysis import Limit
from ludarium.play.judging.chances import chance_of_points
from ludarium.play.opponents.engine_player import EnginePlayer, PlainMcts, RandomPlayer
from ludarium.play.opponents.opponent import Forfeit, Opponent
from ludarium.play.opponents.registry import parse

from ..support.patience import PATIENCE

THREE_TO_ONE = 400 * log10(3)  # the difference in Elo of a score of 3/4


def test_elo_and_scores() -> None:
    assert elo.elo(0.5) == 0 and elo.elo(0.75) == pytest.approx(THREE_TO_ONE) and round(THREE_TO_ONE, 3) == 190.849
    assert elo.elo(1) == inf and elo.elo(0) == -inf
    assert elo.expected(0) == 0.5 and elo.expected(THREE_TO_ONE) == pytest.approx(0.75)
    assert elo.elo(elo.expected(-123)) == pytest.approx(-123)


def test_error_bars() -> None:
    tally = Tally(10, 5, 5)
    assert tally.score == 0.625 and tally.variance == pytest.approx(0.171875)  # 11.25/20 - 0.625 ** 2
    # 0.625 and 1.96 times the root of 0.171875/20 = 0.0927 to either side
    assert elo.score_range(tally) == pytest.approx((0.44331, 0.80669), abs=1e-5)
    assert elo.score_range(Tally(0, 8, 0)) == (0.5, 0.5)
    # One time in twenty 59 games are all won with a score of 0.05 ** (1/59) = 0.9505
    assert elo.score_range(Tally(59, 0, 0)) == pytest.approx((0.95049, 1), abs=1e-5)
    assert elo.score_range(Tally(0, 0, 59)) == pytest.approx((0, 0.04951), abs=1e-5)


def test_superiority() -> None:
    assert elo.superiority(Tally(0, 9, 0)) == elo.superiority(Tally(7, 3, 7)) == 0.5
    # Ten more wins than losses in a hundred decided games are one standard error
    assert round(elo.superiority(Tally(55, 20, 45)), 4) == 0.8413
    assert round(elo.superiority(Tally(45, 0, 55)), 4) == 0.1587


def test_the_sequential_test() -> None:
    tally = Tally(60, 20, 20)  # a score of 0.7, a variance of 0.65 - 0.49 = 0.16
    ratio = elo.likelihood_ratio(tally, 0, THREE_TO_ONE)
    assert ratio == pytest.approx(100 * 0.25 * (1.4 - 0.5 - 0.75) / 0.32) and round(ratio, 5) == 11.71875
    assert round(elo.BOUND, 6) == 2.944439
    assert elo.verdict(ratio) == "high" and elo.verdict(-ratio) == "low" and elo.verdict(2.9) == ""
    assert elo.likelihood_ratio(Tally(20, 20, 60), 0, THREE_TO_ONE) < -elo.BOUND
    assert elo.likelihood_ratio(Tally(), 0, 10) < 0 < elo.likelihood_ratio(Tally(50, 0, 0), 0, 10)
    for text in "", "5", "10,0", "0,ten", "1,2,3", "nan,5", "0,inf":
        with pytest.raises(BadOption, match="a test takes two Elo differences, the smaller first, as in 0,10"):
            Sprt.parse(text)
    assert Sprt.parse("-5, 5") == (-5, 5)


@pytest.mark.parametrize("text", ["", "nobody", "random:3", "search:", "uai", "uai:", "uai: ", ":", "Random"])
def test_who_is_nobody(text: str) -> None:
    with pytest.raises(BadOption, match=f"{text!r} is no opponent; there are random, search, "):
        parse(text, kind("ataxx"), Limit(nodes=1))


def test_who_is_somebody() -> None:
    limit = Limit(nodes=50)
    assert isinstance(parse("random", kind("abatis"), limit), RandomPlayer)
    assert isinstance(parse("search", kind("ataxx"), limit), EnginePlayer)
    assert isinstance(parse("mcts", kind("gamma"), limit), PlainMcts)
    assert parse("uai:some engine", kind("ataxx"), limit).options == {"rules": "uai"}
    with pytest.raises(BadOption, match="UAI engines play ataxx, not gamma"):
        parse("uai:some engine", kind("gamma"), limit)


@pytest.mark.parametrize("name", ["search", "mcts", "random"])
def test_an_opponent_leaves_the_game_alone_and_plays_the_same_again(name: str) -> None:
    def moves() -> list[str]:
        game, opponent = ludarium.new("ataxx"), parse(name, kind("ataxx"), Limit(nodes=200), seed=3)
        for _ in range(6):
            before = game.position
            move = opponent.choose(game)
            assert game.position == before
            game.push(move)
        opponent.close()
        return list(map(str, game.moves))

    assert moves() == moves()


class First(Opponent):
    """Makes the first legal move, and may give up after some."""

    def __init__(self, name: str, patience: int = 1000) -> None:
        self.name, self.patience = name, patience
        self.begun = self.asked = 0

    def begin(self, game: Game) -> None:
        self.begun += 1

    def choose(self, game: Game, cancel: CancelToken | None = None) -> Move:
        self.asked += 1
        if self.asked % self.patience == 0:
            raise Forfeit(f"{self.name} gives up")
        return game.legal_moves[0]


def test_every_opening_is_played_from_both_seats() -> None:
    match = EngineMatch(kind("ataxx"), First("one"), First("other"), games=7, openings=3, seed=4)
    games = list(match.play())
    assert [played.seat for played in games] == [0, 1, 0, 1, 0, 1, 0] and games == match.played
    openings = [list(map(str, played.game.moves[:3])) for played in games]
    assert openings[0] == openings[1] and openings[2] == openings[3] and openings[0] != openings[2] != openings[4]
    # Two who play alike win the same games, once as the one and once as the other
    assert all(a.game == b.game and a.worth == 1 - b.worth for a, b in zip(games[::2], games[1::2], strict=False))
    again = EngineMatch(kind("ataxx"), First("one"), First("other"), games=7, openings=3, seed=4)
    assert [played.game for played in again.play()] == [played.game for played in games]
    assert sum(match.tally) == 7 and match.opponents[0].begun == 7  # type: ignore[attr-defined]


def test_fair_openings_leave_neither_player_ahead() -> None:
    def drawn(is_fair: bool) -> list[Game]:
        openings = Openings(kind("ataxx"), {"rules": "uai"}, 4, seed=2, is_fair=is_fair)
        return [openings.draw() for _ in range(4)]

    def ahead(game: Game) -> float:
        return abs(chance_of_points(game.analyse(nodes=3000)[0].score) - 0.5)

    fair, any_at_all = drawn(is_fair=True), drawn(is_fair=False)
    assert [game.moves for game in fair] == [game.moves for game in drawn(is_fair=True)]
    assert len({game.position for game in fair}) == 4 and all(len(game.moves) == 4 for game in fair)
    # Another search judges as much by another evaluation, so it need not say exactly the same
    assert sum(map(ahead, fair)) < 4 * 0.1 < sum(map(ahead, any_at_all))


def test_fair_openings_are_for_two_and_must_be_there(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadOption, match="fair openings are for two players, and here are 3"):
        Openings(kind("gamma"), {"players": 3}, 2, seed=1, is_fair=True)
    monkeypatch.setattr("ludarium.lab.openings.NODES", 10)
    monkeypatch.setattr("ludarium.lab.openings.FAIR", 0.0)  # not even a hundredth of a point, which no opening has
    openings = Openings(kind("beetle-battle"), {"size": 4}, 0, seed=1, is_fair=True)
    with pytest.raises(BadOption, match="0 random moves leave no fair game in this beetle-battle"):
        openings.draw()


def test_a_search_beats_chance() -> None:
    match = EngineMatch(kind("ataxx"), EnginePlayer(Limit(nodes=300)), RandomPlayer(1), games=4)
    assert all(played.worth == 1 and not played.why for played in match.play())
    assert report(match).splitlines()[:4] == [
        "A: search",
        "B: random",
        "4 games of ataxx",
        "A won 4, drew 0, lost 0: 100.0 % (as red 2-0-0, as blue 2-0-0)",
    ]
    assert "\nElo at least -19 (95 %); A is stronger with a likelihood of 97.7 %\n" in report(match)


def test_whoever_gives_up_loses_and_the_match_goes_on() -> None:
    match = EngineMatch(kind("ataxx"), First("one"), First("other", patience=5), games=4)
    assert [played.worth for played in match.play()] == [1, 1, 1, 1]
    assert "game 3: B loses: other gives up" in report(match)
    match = EngineMatch(kind("gamma"), First("one", patience=3), First("other"), games=3, options={"players": 3})
    assert [played.worth for played in match.play()] == [0, 0, 0]


def test_among_many_everybody_sits_everywhere() -> None:
    options = {"width": 4, "height": 3, "players": 3, "areas": 2}
    match = EngineMatch(kind("gamma"), First("one"), RandomPlayer(2), games=6, options=options)
    played = list(match.play())
    assert [each.seat for each in played] == [0, 1, 2, 0, 1, 2]
    assert all(0 <= each.worth <= 1 for each in played)
    assert re.search(r"A came first in \d\.\d, .*: [\d.]+ \+- [\d.]+ %; 33.3 % would be even among 3", report(match))


class Waiting(Opponent):
    """Never does anything in Gamma."""

    def choose(self, game: Game, cancel: CancelToken | None = None) -> Move:
        return game.parse("skip")


def test_a_game_in_which_everybody_waits_is_broken_off() -> None:
    options = {"width": 3, "height": 3, "players": 3, "areas": 1}
    match = EngineMatch(kind("gamma"), Waiting(), Waiting(), games=3, openings=1, options=options)
    assert sorted(played.worth for played in match.play()) in ([0, 0, 1], [1 / 3] * 3)
    assert "game 1: broken off; the points decide" in report(match)


def test_alone_both_play_the_same_deals() -> None:
    match = EngineMatch(kind("abatis"), RandomPlayer(1), First("B"), games=6, seed=9)
    played = list(match.play())
    assert [each.who for each in played] == [0, 1] * 3
    assert [each.game.options["seed"] for each in played] == [9, 9, 10, 10, 11, 11]
    assert all(each.worth == each.game.outcome().scores[0] for each in played)  # type: ignore[union-attr]
    scored = r"scored [\d.]+ \+- [\d.]+ a game in 3\n"
    assert re.search(rf"\nA {scored}B {scored}", report(match))


def test_openings_that_leave_no_game() -> None:
    match = EngineMatch(kind("beetle-battle"), RandomPlayer(), RandomPlayer(), openings=300, options={"size": 3})
    with pytest.raises(BadOption, match="300 random moves leave nothing to play for in this beetle-battle"):
        list(match.play())


@pytest.mark.parametrize("id", ludarium.games())
def test_records_are_kept_and_can_be_loaded(id: str, tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "deep" / "down", kind(id))
    match = EngineMatch(
        kind(id), RandomPlayer(1), RandomPlayer(2), games=2, options={"size": 3} if "beetle-b" in id else {}
    )
    for played in match.play():
        shelf.keep(played)
    files = sorted((tmp_path / "deep" / "down").iterdir())
    assert [ludarium.load(file) for file in files] == [played.game for played in match.played]
    if id == "ataxx":
        assert [file.name for file in files] == ["ataxx-0001-A-red.csv", "ataxx-0002-A-blue.csv"]
    with pytest.raises(LudariumError, match=f"already has games of {id}; name another"):
        Shelf(tmp_path / "deep" / "down", kind(id))


def test_a_folder_that_cannot_be_had(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(LudariumError, match="cannot be made: File exists"):
        Shelf(tmp_path / "file", kind("ataxx"))


def run(*words: str) -> tuple[int, str, str]:
    command = [sys.executable, "-m", "ludarium", "match", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)
    return done.returncode, done.stdout, done.stderr


def test_our_engine_against_itself_as_two_processes(tmp_path: Path) -> None:
    engine = f"uai:{shlex.join([sys.executable, '-m', 'ludarium', 'engine', 'ataxx'])}"
    code, out, err = run("ataxx", engine, engine, "--games", "2", "--nodes", "200", "--save", str(tmp_path))
    assert (code, err) == (0, "")
    assert out.startswith(f"A: Ludarium {ludarium.__version__}\nB: Ludarium {ludarium.__version__}\n2 games of ataxx\n")
    games = [ludarium.load(file) for file in sorted(tmp_path.iterdir())]
    assert len(games) == 2 and games[0] == games[1] and games[0].options["rules"] == "uai" and games[0].outcome()


def test_a_test_ends_the_match() -> None:
    code, out, _ = run("beetle-battle", "random", "random", "--games", "5000", "-o", "size=3", "--sprt", "300,400")
    assert code == 0 and re.search(
        r"test of \+300 against \+400 Elo: rather \+300 \(-[\d.]+ of 2.94 either way\)\n", out
    )
    assert int(re.findall(r"(\d+) games", out)[0]) < 5000


def test_ctrl_c_prints_what_there_is(tmp_path: Path) -> None:
    words = ["match", "ataxx", "random", "random", "--games", "1000000", "--save", str(tmp_path)]
    command = [sys.executable, "-m", "ludarium", *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        while len(list(tmp_path.iterdir())) < 3:
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130 and "Traceback" not in err
    assert re.search(r"ludarium: stopped at \d+ of 1000000 games \+\d+ =\d+ -\d+\n", err)
    assert re.search(r"^\d+ games of ataxx\nA won \d+, drew \d+, lost \d+: ", out, re.M)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["chess", "random", "random"], "there is no game 'chess'"),
        (["ataxx", "random", "nobody"], "'nobody' is no opponent; there are random, search, "),
        (["ataxx", "random", "random", "--sprt", "much"], "a test takes two Elo differences"),
        (
            ["gamma", "random", "random", "-o", "players=3", "--sprt", "0,9"],
            "--sprt is for two players, and here are 3",
        ),
        (["ataxx", "random", "random", "--nodes", "5", "--movetime", "5"], "a move is limited by --movetime or by"),
        (["ataxx", "random", "random", "-o", "size=3"], "ataxx has no option 'size'"),
        (["ataxx", "random", "uai:false"], "'false' is no engine that can be used: it has ended before the game"),
        (["ataxx", "random", "uai:/no/engine"], "'/no/engine' cannot be started: No such file or directory"),
    ],
)
def test_what_is_wrong_is_one_sentence(words: list[str], sentence: str) -> None:
    code, out, err = run(*words)
    assert (code, out) == (2, "") and err.startswith(f"ludarium: {sentence}") and err.count("\n") == 1
