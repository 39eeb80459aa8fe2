"""A match: it alone changes a game, and calls its listeners after every change."""

from collections.abc import Sequence

import pytest

import ludarium
from ludarium import BadOption, IllegalMove
from ludarium.engine.search.cancel import CancelToken
from ludarium.games import kind
from ludarium.play.match.match import Match
from ludarium.play.match.presenter import capital, describe, ending
from ludarium.play.match.seats import check_text, seat_choices
from ludarium.play.opponents.engine_player import RandomPlayer
from ludarium.play.opponents.opponent import HUMAN, Opponent
from ludarium.play.opponents.registry import seated

OVER = "xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/ooooooo x 0 1"


class Scripted(Opponent):
    """Plays what it was told to, and remembers how it was asked."""

    name = "scripted"

    def __init__(self, *moves: str) -> None:
        self.moves = list(moves)
        self.cancels: list[CancelToken | None] = []
        self.closed = 0

    def choose(self, game: ludarium.Game, cancel: CancelToken | None = None) -> ludarium.Move:
        self.cancels.append(cancel)
        move = game.parse(self.moves.pop(0))
        game.push(move)  # a copy, so that this changes nothing
        return move

    def close(self) -> None:
        self.closed += 1


def match(*blue: str, moves: Sequence[str] = ()) -> Match:
    made = Match(ludarium.new("ataxx"), opponents={1: Scripted(*blue)} if blue else None)
    for move in moves:
        made.play(move)
    return made


def test_a_seat_that_nobody_has_taken_is_a_persons() -> None:
    alone = match()
    assert alone.awaits_person and alone.to_move is HUMAN and alone.player == 0
    assert str(alone.play("a7-b6")) == "a7-b6"
    assert alone.awaits_person and alone.player == 1 and alone.game.turn == "blue"
    with pytest.raises(IllegalMove, match="there is no opponent to move now"):
        alone.choose()


def test_an_opponent_is_asked_and_changes_nothing_by_itself() -> None:
    against, cancel = match("a1-b2", moves=["a7-b6"]), CancelToken()
    assert not against.awaits_person and against.to_move is against.seats[1]
    move = against.choose(cancel)
    assert str(move) == "a1-b2" and len(against.game.moves) == 1
    against.play(move)
    assert against.awaits_person and len(against.game.moves) == 2
    blue = against.seats[1]
    assert isinstance(blue, Scripted) and blue.cancels == [cancel]


def test_what_is_wrong_changes_nothing() -> None:
    against = match("a1-b2")
    for wrong in "a1-b2", "a7-g1", "dance":
        with pytest.raises(ludarium.LudariumError):
            against.play(wrong)
    assert len(against.game.moves) == 0 and against.awaits_person


def test_watchers_hear_every_change() -> None:
    heard: list[int] = []
    against = match("a1-b2")
    against.listeners.append(lambda: heard.append(len(against.game.moves)))
    against.play("a7-b6")
    against.play(against.choose())
    against.undo()
    against.assign(1, HUMAN)
    against.give_up(0, "red resigns")
    against.replace(ludarium.new("ataxx"))
    assert heard == [1, 2, 0, 0, 0, 0]
    with pytest.raises(IllegalMove):
        against.undo()
    assert len(heard) == 6


def test_undo_goes_back_to_a_person() -> None:
    against = match("a1-b2", "g7-f6", moves=["a7-b6"])
    against.play(against.choose())
    against.play("b6-c5")
    assert against.undo() == 1 and against.awaits_person and len(against.game.moves) == 2
    assert against.undo() == 2 and against.awaits_person and len(against.game.moves) == 0
    with pytest.raises(IllegalMove, match="there is no move to take back"):
        against.undo()


def test_undo_takes_nothing_back_where_an_opponent_began() -> None:
    against = Match(ludarium.new("ataxx"), opponents={0: Scripted("a7-b6")})
    against.play(against.choose())
    with pytest.raises(IllegalMove, match="there is no move to take back"):
        against.undo()
    assert [str(move) for move in against.game.moves] == ["a7-b6"] and against.awaits_person


def test_undo_stays_within_a_level() -> None:
    game = ludarium.new("abatis", type="knockout", colors="4-4", seed=3)
    alone = Match(game)
    while game.kind.chapter(game.constants, game.row) == 1:
        alone.play(game.legal_moves[len(game.moves) % len(game.legal_moves)])
    with pytest.raises(IllegalMove, match="moves can be taken back only as far as this level began"):
        alone.undo()


def test_undo_among_opponents_alone_takes_one_move() -> None:
    both = Match(ludarium.new("ataxx"), opponents={0: RandomPlayer(1), 1: RandomPlayer(2)})
    for _ in range(3):
        both.play(both.choose())
    assert both.undo() == 1 and len(both.game.moves) == 2


def test_what_was_taken_back_can_be_made_again() -> None:
    mine = match("a1-b2", "g7-f6", moves=["a7-b6"])
    mine.play(mine.choose())
    mine.play("g1-f2")
    there = mine.game.position
    with pytest.raises(IllegalMove, match="there is nothing to make again"):
        mine.redo()
    assert (mine.undo(), mine.undo()) == (1, 2) and mine.redo_moves
    assert (mine.redo(), mine.redo()) == (2, 1) and not mine.redo_moves
    assert mine.game.position == there
    mine.undo()
    mine.play("g1-g2")
    assert not mine.redo_moves


def test_a_finished_game_waits_for_nobody() -> None:
    over = Match(ludarium.new("ataxx", OVER), opponents={1: Scripted()})
    assert over.to_move is None and not over.awaits_person
    outcome = over.outcome()
    assert outcome and outcome.winner == "red"
    for ask in over.choose, over.hint, lambda: over.play("-"), lambda: over.give_up(0, "red resigns"):
        with pytest.raises(IllegalMove):
            ask()


def test_giving_up() -> None:
    against = match("a1-b2", moves=["a7-b6"])
    against.give_up(0, "red resigns")
    assert against.outcome() == ludarium.Outcome("blue", (3, 2), "red resigns")
    assert against.to_move is None
    with pytest.raises(IllegalMove, match="a1-b2 comes too late: the game is over, red resigns"):
        against.play("a1-b2")
    assert against.undo() == 0 and against.outcome() is None and len(against.game.moves) == 1


def test_giving_up_where_one_or_many_play() -> None:
    alone = Match(ludarium.new("abatis", seed=1))
    alone.give_up(0, "the player has stopped")
    assert alone.outcome() == ludarium.Outcome(None, (0,), "the player has stopped")
    many = Match(ludarium.new("gamma", players=3))
    many.give_up(1, "2 resigns")
    assert many.outcome() == ludarium.Outcome(None, (0, 0, 0), "2 resigns")


def test_another_game_is_put_on_the_table() -> None:
    against = match("a1-b2", moves=["a7-b6"])
    against.give_up(1, "blue resigns")
    against.replace(ludarium.new("ataxx", blocks="3gh"))
    assert against.outcome() is None and against.awaits_person and isinstance(against.seats[1], Scripted)


def test_whoever_has_no_seat_left_leaves() -> None:
    both = Scripted()
    seats = Match(ludarium.new("ataxx"), opponents={0: both, 1: both})
    seats.assign(0, HUMAN)
    assert both.closed == 0 and seats.awaits_person
    seats.assign(1, HUMAN)
    assert both.closed == 1
    last, adviser = Scripted(), Scripted()
    end = Match(ludarium.new("ataxx"), opponents={0: last, 1: last}, adviser=adviser)
    end.close()
    assert (last.closed, adviser.closed) == (1, 1)


def test_a_game_is_described_by_its_first_players_and_the_number_of_others() -> None:
    for players, told in (2, ""), (3, " and 1 other"), (4, " and 2 others"):
        gamma = Match(ludarium.new("gamma", players=players), ("human", *["level 3"] * (players - 1)))
        assert describe(gamma) == f"you against Cricket{told}, 0 moves"


def test_an_adviser_gives_hints() -> None:
    adviser, cancel = Scripted("a7-b6"), CancelToken()
    advised = Match(ludarium.new("ataxx"), adviser=adviser)
    assert str(advised.hint(cancel)) == "a7-b6" and adviser.cancels == [cancel] and len(advised.game.moves) == 0


def test_a_hint_stays_until_the_game_goes_on() -> None:
    advised = Match(ludarium.new("ataxx"), adviser=Scripted("a7-b6", "a7-b7", "g7-f6"))
    cut_short = CancelToken()
    cut_short.cancel()
    assert str(advised.hint(cut_short)) == "a7-b6"  # which more time may make a better one
    assert [str(advised.hint()) for _ in range(2)] == ["a7-b7"] * 2
    advised.play("a7-a6")
    assert str(advised.hint()) == "g7-f6"


def test_seats_by_name() -> None:
    ataxx = kind("ataxx")
    assert seated("human", ataxx) is HUMAN
    assert seated("level 3", ataxx).name == seated("3", ataxx).name == "level 3"
    assert seated("random", ataxx).name == "random"
    with pytest.raises(BadOption):
        seated("nobody", ataxx)


def test_the_seat_of_each_level_is_written_in_one_way() -> None:
    ataxx = kind("ataxx")
    for number in range(1, 12):
        assert check_text(f"level {number}") == seated(f"level {number}", ataxx).name == f"level {number}"
    assert seat_choices()[1] == ("Pip, level 1", "level 1") and seat_choices()[11] == ("Scarab, level 11", "level 11")
    for wrong in "0", "12", "01", "1\n", " 1", "1 ", "1\uff11", "\u0663", "111", "-1", "x":
        with pytest.raises(BadOption, match="cannot take a seat; human, open, level 1 to level 11 and random can"):
            check_text(f"level {wrong}")
        with pytest.raises(BadOption, match="a level is a whole number from 1 to 11 or a name such as Scarab, not "):
            seated(f"level {wrong}", ataxx)


def test_a_game_for_one_remembers_that_it_was_helped() -> None:
    alone = Match(ludarium.new("abatis", seed=7), adviser=RandomPlayer(1))
    alone.play("N3")
    assert not alone.game.helped
    alone.hint()
    assert alone.game.helped and alone.game.copy().helped and ludarium.load(alone.game.record()).helped
    watched = Match(ludarium.new("abatis", seed=7), opponents={0: RandomPlayer(1)})
    watched.play(watched.choose())
    assert watched.game.helped
    against = match("a1-b2", moves=["a7-b6"])
    against.play(against.choose())
    assert not against.game.helped


@pytest.mark.parametrize(
    ("id", "position", "options", "sentence"),
    [
        ("gamma", "1,2,3 1 1-4", {"width": 3, "height": 1, "players": 4}, "Players 1, 2 and 3 share the win."),
        ("gamma", "1,2,3 1 1-3", {"width": 3, "height": 1, "players": 3}, "It is a draw."),
        ("gamma", "1,1,3 1 1-3", {"width": 3, "height": 1, "players": 3}, "The winner is player 1!"),
        ("gamma", "1,2,3,4,5,6 1 1-7", {"width": 6, "height": 1, "players": 7}, "6 players share the win."),
        ("ataxx", "xxxxxxx/ooooooo/xxxxxxx/ooo-xxx/ooooooo/xxxxxxx/ooooooo x 0 1", {}, "It is a draw."),
    ],
)
def test_those_who_share_the_win_are_named(id: str, position: str, options: dict[str, int], sentence: str) -> None:
    told = ending(Match(ludarium.new(id, position, **options)))
    assert told and told.sentence == sentence


def test_names_stay_as_they_are_written() -> None:
    for text in "a7-b6 is no move", "game.csv is empty", "0,0 is taken", "'x' is no move":
        assert capital(text) == text
    assert capital("red has given up.") == "Red has given up." and capital("line 3: no") == "Line 3: no"
