"""What must hold for every game in every variant, whatever is played."""

from contextlib import suppress
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ludarium
from ludarium.games import kind

from ..support.cases import every_variant, played, random_moves

PLIES = 60


@every_variant
def test_pop_restores_every_number(id: str, options: dict[str, Any]) -> None:
    game, random = ludarium.new(id, **options), Random(1)
    before = []
    for move in random_moves(game, random, PLIES):
        before.append((list(game.row), game.turn, game.position, game.moves))
        game.push(move)
    chapter = game.kind.chapter
    while before:
        row, turn, position, moves = before.pop()
        if chapter(game.constants, row) != chapter(game.constants, game.row):
            with pytest.raises(ludarium.IllegalMove):
                game.pop()
            break
        assert game.pop().number not in (None, moves)
        assert (list(game.row), game.turn, game.position, game.moves) == (row, turn, position, moves)


@every_variant
def test_pop_and_push_again_lead_to_the_same_place(id: str, options: dict[str, Any]) -> None:
    game, random = ludarium.new(id, **options), Random(2)
    for move in random_moves(game, random, PLIES):
        game.push(move)
        after = list(game.row)
        if random.random() < 0.3 and len(game.moves) > 1:
            try:
                assert game.pop() == move
            except ludarium.IllegalMove:
                assert game.kind.has_chapters
                continue
            game.push(str(move))
            assert list(game.row) == after


@every_variant
def test_changes_are_the_cells_that_differ(id: str, options: dict[str, Any]) -> None:
    game = ludarium.new(id, **options)
    columns, rows = game.kind.board.shape(game.constants)
    places = [(x, y) for y in range(rows) for x in range(columns)]
    look, constants = game.kind.board.cell, game.constants
    for move in random_moves(game, Random(4), PLIES // 3):
        before = game.row[:]
        game.push(move)
        after = game.row
        differ = {place for place in places if look(constants, before, *place) != look(constants, after, *place)}
        # One may be named that looks the same, as long as none is left out
        assert differ <= set(game.kind.changes(constants, before, after))


@every_variant
def test_notation_round_trips(id: str, options: dict[str, Any]) -> None:
    game = ludarium.new(id, **options)
    for move in random_moves(game, Random(3), PLIES):
        legal = game.legal_moves
        texts = [str(each) for each in legal]
        assert len(set(texts)) == len(texts)
        some = Random(len(game.moves)).sample(range(len(legal)), min(len(legal), 12))
        assert all(game.parse(texts[i]) == legal[i] for i in some)
        assert all(game.kind.is_legal(game.constants, game.row, legal[i].number) for i in some)
        game.push(move)


@every_variant
def test_every_path_means_one_move(id: str, options: dict[str, Any]) -> None:
    game = played(id, options, 4, 12)
    names = {cell.name for cell in game.scene().cells} | set(game.scene().words)
    paths = game.paths()
    assert {move.number for move in paths.values()} == {move.number for move in game.legal_moves}
    assert all(part in names for path in paths for part in path)


@every_variant
def test_positions_round_trip(id: str, options: dict[str, Any]) -> None:
    game = ludarium.new(id, **options)
    for move in random_moves(game, Random(5), PLIES):
        game.push(move)
        again = ludarium.new(id, game.position, **options)
        assert again == game and again.position == game.position and str(again) == str(game)
        assert again.turn == game.turn and again.outcome() == game.outcome()
        assert list(map(str, again.legal_moves)) == list(map(str, game.legal_moves))
    assert eval(repr(game), {"ludarium": ludarium}) == game


@every_variant
def test_records_round_trip(id: str, options: dict[str, Any]) -> None:
    for plies in 0, 1, 17, 200:
        game = played(id, options, 6, plies)
        again = ludarium.load(game.record())
        assert again == game and again.moves == game.moves and again.record() == game.record()
        assert ludarium.load(game.record().replace("\n", "\r\n")) == game


@every_variant
def test_a_game_that_began_at_a_position_is_recorded_with_it(id: str, options: dict[str, Any]) -> None:
    middle = played(id, options, 7, 9)
    game = ludarium.new(id, middle.position, **options)
    for move in random_moves(game, Random(7), 5):
        game.push(move)
    again = ludarium.load(game.record())
    assert again == game and again.moves == game.moves and again.origin == middle.position


@every_variant
def test_the_last_frame_of_a_film_is_the_position_after_the_move(id: str, options: dict[str, Any]) -> None:
    game = ludarium.new(id, **options)
    for move in random_moves(game, Random(8), 25):
        row = list(game.row)
        *_, last = game.film(move)
        assert list(game.row) == row
        game.push(move)
        assert last == game.scene()


@every_variant
def test_legal_and_counted_moves_agree_with_those_listed(id: str, options: dict[str, Any]) -> None:
    game, rules = ludarium.new(id, **options), kind(id).rules
    out = [0] * rules.most_moves(game.constants)
    for move in random_moves(game, Random(9), 40):
        numbers = [each.number for each in game.legal_moves]
        assert len(set(numbers)) == len(numbers) <= rules.most_moves(game.constants)
        assert game.kind.count_moves(game.constants, game.row[:], out, 0) == len(numbers)
        guesses = range(-3, min(max(numbers) + 70, 20_000))
        legal = {number for number in guesses if game.kind.is_legal(game.constants, game.row, number)}
        assert legal == {number for number in numbers if number in guesses}
        game.push(move)


@every_variant
def test_copies_go_their_own_way(id: str, options: dict[str, Any]) -> None:
    game = played(id, options, 10, 6)
    twin, row = game.copy(), list(game.row)
    assert twin == game and twin.moves == game.moves and twin is not game
    for move in random_moves(twin, Random(10), 3):
        twin.push(move)
    assert list(game.row) == row


@every_variant
def test_a_bad_move_changes_nothing(id: str, options: dict[str, Any]) -> None:
    game = played(id, options, 11, 5)
    row = list(game.row)
    for text in "", " ", "?", "a1-a1", "z9", "0,999999", "g", "-1", "N9", "٣,٣", "\0", "1" * 5000:
        with pytest.raises((ludarium.BadNotation, ludarium.IllegalMove)) as caught:
            game.push(text)
        assert "\n" not in str(caught.value) and len(str(caught.value)) < 300
        assert list(game.row) == row


TEXTS = st.one_of(
    st.text(max_size=40), st.text("abcdefgNSEWr0123456789,-/ x!.@RGBo\n", max_size=40), st.binary(max_size=30).map(str)
)


@every_variant
@settings(max_examples=60)
@given(text=TEXTS)
def test_no_text_breaks_a_parser(id: str, options: dict[str, Any], text: str) -> None:
    game = ludarium.new(id, **options)
    with suppress(ludarium.BadNotation, ludarium.IllegalMove):
        game.parse(text)
    try:
        placed = ludarium.new(id, text, **options)
    except ludarium.BadNotation:
        return
    assert ludarium.new(id, placed.position, **options) == placed
    for move in random_moves(placed, Random(0), 5):
        placed.push(move)


@every_variant
@settings(max_examples=40)
@given(data=st.data())
def test_no_damaged_position_breaks_a_game(id: str, options: dict[str, Any], data: st.DataObject) -> None:
    """A true position with something in it changed is refused, or is a position that can be played."""
    text = played(id, options, 12, 8).position
    place = data.draw(st.integers(0, len(text) - 1))
    damaged = text[:place] + data.draw(st.text("0123456789abrgxo.-/, ", max_size=3)) + text[place + 1 :]
    try:
        game = ludarium.new(id, damaged, **options)
    except ludarium.BadNotation:
        return
    for move in random_moves(game, Random(0), 20):
        game.push(move)


@pytest.mark.parametrize("id", ludarium.games())
@settings(max_examples=60)
@given(data=st.data())
def test_no_value_breaks_an_option(id: str, data: st.DataObject) -> None:
    values = st.one_of(
        TEXTS, st.integers(), st.none(), st.booleans(), st.tuples(st.integers(), st.integers()), st.floats()
    )
    for name, option in kind(id).options.items():
        value = data.draw(values, name)
        try:
            checked = option.check(value)
        except ludarium.BadOption as error:
            assert "\n" not in str(error)
            continue
        assert option.check(option.write(checked)) == checked == option.check(checked)
