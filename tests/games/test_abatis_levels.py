"""Abatis: levels, the stack, chance, and that no chip is lost."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ludarium
from ludarium.contract.errors import IllegalMove
from ludarium.contract.row import Row
from ludarium.games.abatis import board, dealing, lanes, rules
from ludarium.games.abatis.dealing import Abatis
from ludarium.play.high_scores import table_of

from ..support.abatis_boards import KIND, LONE, THREE, TYPES, at, field, film, random_game, standing

# Levels


def test_the_64th_block_ends_the_level_after_the_move() -> None:
    game = at(THREE, blocks=63, seed=9, stack="ABE", supply=40, chips=190, score=70)
    frames = film(game, "E5")
    assert len(frames) == 1 + 3 + 1 + 1
    game.push("E5")
    row = game.row
    assert frames[-1] == field(game, row)
    assert (row[lanes.LEVEL], row[lanes.SCORE], row[lanes.CLEARED]) == (2, 71, 0)
    assert [row[i] for i in (lanes.BLOCKS, lanes.CHIPS, lanes.SUPPLY, lanes.RETURNED)] == [0, 0, 0, 0]
    assert standing(game) == dealing.first_chips(game.constants, 2)


def test_a_cleared_board_brings_32_points_and_the_next_level() -> None:
    for blocks in 0, 63:
        game = at(THREE.replace("D", "."), blocks=blocks)
        game.push("E5")
        assert (game.row[lanes.SCORE], game.row[lanes.LEVEL], game.row[lanes.CLEARED]) == (33, 2, 1)


def test_a_block_less_and_the_level_goes_on() -> None:
    game = at(THREE, blocks=62)
    game.push("E5")
    assert (game.row[lanes.LEVEL], game.row[lanes.BLOCKS]) == (1, 63)


def test_a_level_is_dealt_from_the_seed_alone() -> None:
    one, other = at(THREE, blocks=63, seed=9), at(THREE.replace("D", "."), seed=9, stack="ABE", supply=5)
    one.push("E5")
    other.push("E5")
    assert one.row[: lanes.SCORE] == other.row[: lanes.SCORE]
    assert one.row[: lanes.SCORE] != at(THREE, seed=9).row[: lanes.SCORE]


def test_moves_are_taken_back_only_within_the_level() -> None:
    game = at(THREE, blocks=62)
    game.push("E5")
    game.push("S8")
    game.pop()
    game.pop()
    assert game == at(THREE, blocks=62)

    game = at(THREE, blocks=63)
    game.push("E5")
    after = game.position
    with pytest.raises(IllegalMove, match="only as far as this level began"):
        game.pop()
    assert game.position == after
    game.push(game.legal_moves[0])
    game.pop()
    assert game.position == after


def test_colours_step_up_and_come_round() -> None:
    game = Abatis(0, 5, 8, 5)
    assert [dealing.colours(game, level) for level in range(1, 42, 5)] == [5, 6, 7, 8, 5, 6, 7, 8, 5]
    assert [dealing.colours(game, level) for level in range(5, 42, 5)] == [5, 6, 7, 8, 5, 6, 7, 8]
    assert [dealing.cycle(game, level) for level in (1, 20, 21, 40, 41)] == [0, 0, 1, 1, 2]
    same = Abatis(0, 4, 4, 3)
    assert [dealing.colours(same, level) for level in range(1, 8)] == [4] * 7
    assert [dealing.cycle(same, level) for level in range(1, 8)] == [0, 0, 0, 1, 1, 1, 2]


def test_chips_at_the_start_grow_with_level_and_cycle() -> None:
    game = Abatis(0, 5, 8, 5)
    assert [dealing.first_chips(game, level) for level in range(1, 8)] == [8, 10, 12, 14, 16, 8, 10]
    assert [dealing.first_chips(game, level) for level in (20, 21, 25, 41, 10**15)] == [16, 12, 20, 16, 36]


@pytest.mark.parametrize("scenario", [(4, 4, 5), (4, 5, 3), (5, 8, 5), (9, 10, 7), (4, 10, 3), (10, 10, 5)])
def test_every_level_starts_without_a_block_and_with_shots(scenario: tuple[int, int, int]) -> None:
    least, most, step = scenario
    game = Abatis(0, *scenario)
    for seed in 0, 1, 2**62 - 1:
        s = rules.start(game, seed)
        for level in (*range(1, 2 * step * (most - least + 1) + 1), 1000):
            s[lanes.LEVEL] = level
            dealing.deal(game, s)
            chips = [cell for cell in range(64) if s[cell]]
            assert len(chips) == dealing.first_chips(game, level)
            assert all(s[cell] <= dealing.colours(game, level) for cell in range(lanes.STACK))
            assert all(
                min(cell % 8, cell // 8, 7 - cell % 8, 7 - cell // 8) >= (2 if len(chips) <= 16 else 1)
                for cell in chips
            )
            assert not any(dealing.in_block(s, cell) for cell in chips)
            assert rules.outcome(game, s) == 0
            assert not rules.tick(s) and not rules.eliminate(s)


def test_there_are_70_scenarios() -> None:
    assert len(board.scenarios()) == len(set(board.scenarios())) == 70
    asked = [(least, most, step) for least in range(4, 11) for most in range(least, 11) for step in (3, 5, 7)]
    made = [board.make("mixed", (least, most), step, "endless", 0) for least, most, step in asked]
    assert {board.scenario(game) for game in made} == set(board.scenarios())
    assert {game[1:4] for game in made} == set(board.scenarios())
    assert board.scenario(Abatis(0, 6, 6, 7)) == (6, 6, 5)


# Games with an end


@given(st.sampled_from(TYPES), st.integers(0, 2**62 - 1), st.integers(0, 999))
def test_a_game_with_a_par_is_the_endless_one_up_to_its_last_shot(type: str, seed: int, chosen: int) -> None:
    game, endless = (ludarium.new("abatis", type=type, seed=seed, shots=shots) for shots in ("par", "endless"))
    random = Random(chosen)
    while not game.outcome():
        assert len(game.moves) < board.PAR and [*map(str, game.legal_moves)] == [*map(str, endless.legal_moves)]
        move = str(random.choice(game.legal_moves))
        game.push(move)
        endless.push(move)
        assert game.row == endless.row
    ended = game.outcome()
    assert ended and (ended.reason == "all 60 shots are made") == (len(game.moves) == board.PAR)
    assert len(game.moves) == board.PAR or (type == "classic" and ended.reason == "no shot is left")
    assert not game.legal_moves and ended.scores == (game.row[lanes.SCORE],)
    with pytest.raises(IllegalMove, match="comes too late: the game is over, "):
        game.push("N1")
    assert ludarium.load(game.record()).row == game.row


def test_tables_of_high_scores_keep_their_names_and_games_with_a_par_have_their_own() -> None:
    assert table_of(ludarium.new("abatis")) == "abatis type=0 least=5 most=8 step=5"
    assert table_of(ludarium.new("abatis", type="mixed", shots="par")) == "abatis type=2 least=5 most=8 step=5 shots=60"


def test_the_days_take_turns() -> None:
    days = [board.daily(day) for day in range(6)]
    assert [each["type"] for each in days] == [*TYPES, *TYPES] and {each["shots"] for each in days} == {"par"}


# The stack, chance and conservation


@given(st.sampled_from(TYPES), st.integers(0, 2**62 - 1), st.lists(st.integers(0, 63), max_size=120))
def test_chips_are_conserved(type: str, seed: int, choices: list[int]) -> None:
    game = ludarium.new("abatis", type=type, colors=(4, 6), seed=seed)
    for choice in choices:
        if game.outcome():
            break
        game.push(game.legal_moves[choice % len(game.legal_moves)])
        row = game.row
        dealt = dealing.first_chips(game.constants, row[lanes.LEVEL]) + 64
        there = sum(1 for chip in row[: lanes.RETURNED] if chip)
        assert there == standing(game) + 64 + row[lanes.RETURNED]
        assert there + row[lanes.CHIPS] == dealt + row[lanes.SUPPLY]
        assert standing(game) + row[lanes.RETURNED] <= 65
        assert not any(row[lanes.KEPT :])


@given(st.sampled_from(TYPES), st.integers(0, 999), st.integers(1, 40))
def test_undo_restores_the_stack_exactly(type: str, seed: int, shots: int) -> None:
    game, random = ludarium.new("abatis", type=type, seed=seed), Random(seed)
    rows: list[Row] = []
    while len(rows) < shots and not game.outcome():
        before = game.row[:]
        game.push(random.choice(game.legal_moves))
        # The moves of a level that is over are gone
        rows = [*rows, before] if game.row[lanes.LEVEL] == before[lanes.LEVEL] else []
    for row in reversed(rows):
        game.pop()
        assert game.row == row


def test_the_stack_gives_back_first_what_came_back_last() -> None:
    game = at(LONE, stack="DEC", seed=3, supply=4)
    constants, row = game.constants, game.row[:]
    coming = [dealing.peek(constants, row, i) for i in range(9)]
    assert [board.LETTERS[chip] for chip in coming[:3]] == ["D", "E", "C"]
    assert [dealing.draw(constants, row) for _ in range(9)] == coming
    assert (row[lanes.RETURNED], row[lanes.SUPPLY]) == (0, 10)


@pytest.mark.parametrize("type", TYPES)
def test_a_game_is_reproducible(type: str) -> None:
    game = random_game(type, 11, 150, colors=(4, 5), step=3)
    again = ludarium.new("abatis", type=type, colors="4-5", step="3", seed="11")
    for move in game.moves:
        again.push(str(move))
    assert again == game and again.row == game.row
    assert ludarium.load(game.record()).row == game.row
    other = ludarium.new("abatis", type=type, colors=(4, 5), step=3, seed=12)
    assert (
        other.row[: lanes.STACK] != ludarium.new("abatis", type=type, colors=(4, 5), step=3, seed=11).row[: lanes.STACK]
    )


def test_the_step_makes_no_difference_to_one_number_of_colours() -> None:
    games = [random_game("mixed", 4, 300, colors=(4, 4), step=step) for step in (3, 5, 7)]
    assert games[0].row == games[1].row == games[2].row
    assert games[0].row[lanes.LEVEL] > 1


def test_redeal_changes_only_what_nobody_sees() -> None:
    for type in TYPES:
        for shots in range(0, 60, 7):
            game = random_game(type, shots, shots)
            one, other = game.row[:], game.row[:]
            dealing.determinize(game.constants, one, 1)
            dealing.determinize(game.constants, other, 2)
            assert board.picture(game.constants, one) == board.picture(game.constants, other) == str(game)
            assert (
                one[lanes.LEVEL : lanes.KEPT] == other[lanes.LEVEL : lanes.KEPT] == game.row[lanes.LEVEL : lanes.KEPT]
            )
            assert standing(game) + one[lanes.RETURNED] <= lanes.ROOM
            coming = [[dealing.peek(game.constants, row, i) for i in range(40)] for row in (one, other)]
            assert coming[0][:3] == coming[1][:3] and coming[0] != coming[1]
            assert KIND.read_position(game.constants, KIND.write_position(game.constants, one)) == one


def test_redeal_keeps_hidden_chips_as_many_as_they_were() -> None:
    game = at(LONE, stack="ABCDEABCDE")
    row = game.row[:]
    dealing.determinize(game.constants, row, 5)
    assert row[lanes.RETURNED] == 10
    assert row[lanes.STACK + 7 : lanes.STACK + 10] == game.row[lanes.STACK + 7 : lanes.STACK + 10]
    assert row[lanes.STACK : lanes.STACK + 7] != game.row[lanes.STACK : lanes.STACK + 7]
    assert row[lanes.SUPPLY] == game.row[lanes.SUPPLY]


def test_key_tells_positions_apart() -> None:
    game = ludarium.new("abatis", seed=1)
    keys = {rules.key(game.constants, game.row)}
    for move in game.legal_moves:
        game.push(move)
        keys.add(rules.key(game.constants, game.row))
        game.pop()
    assert len(keys) == 1 + len(game.legal_moves)
    assert rules.key(game.constants, game.row) in keys
