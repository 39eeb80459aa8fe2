"""Abatis: what people see and type, and what is refused."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ludarium
from ludarium.contract.errors import BadNotation, BadOption, IllegalMove
from ludarium.games.abatis import board, lanes

from ..support.abatis_boards import KIND, LONE, MARGIN, THREE, TYPES, at, place, random_game, standing

# What people see


def test_picture() -> None:
    game = at(
        """
        . . . . . . . .
        . . . . . . . .
        . . D . . . . .
        . . Bv C . . . .
        . . A A . . . .
        . . . . . . . .
        . . . . . . . .
        E . . . . . . .""",
        stack="ABC",
    )
    assert (
        str(game)
        == """\
      C  D  A  B  C  D  A  B
      A  B  C  D  A  B  C  D
C  A  .  .  .  .  .  .  .  .  A  C
D  B  .  .  .  .  .  .  .  .  B  D
A  C  .  .  D  .  .  .  .  .  C  A
B  D  .  .  Bv C  .  .  .  .  D  B
C  A  .  .  A  A  .  .  .  .  A  C
D  B  .  .  .  .  .  .  .  .  B  D
A  C  .  .  .  .  .  .  .  .  C  A
B  D  E  .  .  .  .  .  .  .  D  B
      A  B  C  D  A  B  C  D
      C  D  A  B  C  D  A  B
next A B C"""
    )


def test_scene() -> None:
    game = random_game("mixed", 2, 20)
    scene = game.scene()
    names = {cell.name: cell for cell in scene.cells}
    assert (scene.columns, scene.rows, len(scene.cells), len(names)) == (12, 12, 128, 128)
    assert {cell.ground for cell in scene.cells if 2 <= cell.x < 10 and 2 <= cell.y < 10} == {"field"}
    assert {name: (names[name].x, names[name].y) for name in ("a8", "h1", "N1", "N1!", "S8", "W8!", "E1", "E1!")} == {
        "a8": (2, 2),
        "h1": (9, 9),
        "N1": (2, 1),
        "N1!": (2, 0),
        "S8": (9, 10),
        "W8!": (0, 9),
        "E1": (10, 2),
        "E1!": (11, 2),
    }
    margins = [cell for cell in scene.cells if cell.ground == "margin"]
    assert len(margins) == 64 and all(cell.piece and not cell.piece.arrow for cell in margins)
    assert all(path == (str(move),) and names[path[0]].ground == "margin" for path, move in game.paths().items())
    assert [panel.label for panel in scene.panels] == ["score", "level", "blocks", "next"]
    assert scene.turn == 0 and game.turn == "player"


def test_statistics() -> None:
    game = at(THREE, blocks=7, shots=20, total=30, chips=20, level=6, score=9, sizes="5,1,0,0,0,0,2")
    game.push("E5")
    facts = {panel.label: panel.value for panel in board.statistics(game.constants, game.row)}
    assert facts["score"] == "10" and facts["shots"] == "21" and facts["colours"] == "6" and facts["cycle"] == "1"
    assert facts["blocks at this level"] == "8" and facts["blocks in all"] == "9"
    assert facts["chips at this level"] == "23" and facts["chips in all"] == "33"
    assert facts["blocks of 3"] == "6" and facts["blocks of 9 and more"] == "2"


def test_notation() -> None:
    mixed, knockout, classic = (at(LONE, type) for type in ("mixed", "knockout", "classic"))
    assert [str(mixed.parse(text)) for text in ("n3", " W5 ", "s3!")] == ["N3", "W5", "S3!"]
    assert str(knockout.parse("n3!")) == "N3" and knockout.parse("N3!") == knockout.parse("N3")
    with pytest.raises(BadNotation, match="a classic game has none; write N3"):
        classic.parse("n3!")
    for move in range(64):
        assert board.read(mixed.constants, mixed.row, board.write(mixed.constants, move)) == move


# What is wrong


@pytest.mark.parametrize("text", ["", "N", "N0", "N9", "3N", "N3!!", "N 3", "X3", "N33", "a1", "-", "N\u0663", "N3\n!"])
def test_bad_notation(text: str) -> None:
    game = ludarium.new("abatis", type="mixed", seed=1)
    before = game.position
    with pytest.raises(BadNotation):
        game.push(text)
    assert game.position == before


@pytest.mark.parametrize(
    "options",
    [
        {"type": "blitz"},
        {"type": 1},
        {"colors": (3, 8)},
        {"colors": (5, 11)},
        {"colors": (8, 5)},
        {"colors": 5},
        {"colors": "5"},
        {"colors": "a-b"},
        {"step": 4},
        {"step": "five"},
        {"step": True},
        {"seed": -1},
        {"seed": 1 << 62},
        {"seed": "x"},
        {"colours": (5, 8)},
    ],
)
def test_bad_options(options: dict[str, Any]) -> None:
    with pytest.raises(BadOption):
        ludarium.new("abatis", **options)


GOOD = place(THREE)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "1 rows and not 8"),
        ("8/8", "2 rows and not 8"),
        (GOOD.replace("11AA", "1AA"), "row 5 .* 7 cells"),
        (GOOD.replace("AA", "AAB"), "row 5 .* 9 cells"),
        (GOOD.replace("AA", "Av9"), "is not made of"),
        (GOOD.replace("D/", "K/", 1), "is not made of"),
        (GOOD.replace("D/", "F/", 1), "A to E, and F is none"),
        (GOOD.replace(f"N={MARGIN}", ""), "margin N="),
        (GOOD.replace(f"N={MARGIN}", "N=ABCD/ABCD"), "margin N="),
        (f"{GOOD} N={MARGIN}", "'N' is there a second time"),
        (f"{GOOD} hello", "name=value"),
        (f"{GOOD} luck=7", "no 'luck'"),
        (f"{GOOD} stack=", "stack="),
        (f"{GOOD} stack=AXB", "stack="),
        (f"{GOOD} stack={'A' * 68}", "68 chips"),
        (f"{GOOD} stack={'A' * 65}", "together"),
        (f"{GOOD} stack=F", "F is none"),
        (f"{GOOD} level=0", "level is a whole number from 1"),
        (f"{GOOD} level=\u0663", "level is a whole number"),
        (f"{GOOD} blocks=64", "blocks is a whole number from 0 to 63"),
        (f"{GOOD} score=-1", "score is a whole number"),
        (f"{GOOD} score={'9' * 5000}", "score is a whole number"),
        (f"{GOOD} seed={1 << 62}", "seed is a whole number"),
        (f"{GOOD} sizes=1,2", "sizes= takes 7 numbers"),
        (f"{GOOD} sizes=1,2,3,4,5,6,x", "sizes="),
        (place(LONE.replace("B", ".")), "the board is empty"),
        (place(LONE.replace("B", "Bv")), "can still fly on"),
        (place(THREE.replace("A A .", "A A A")), "there is a block"),
    ],
)
def test_bad_positions(text: str, reason: str) -> None:
    with pytest.raises(BadNotation, match=reason):
        ludarium.new("abatis", position=text, seed=0)


@given(st.text(max_size=40) | st.text("NSWEnswe12389! ", max_size=4))
def test_random_text_is_a_shot_or_bad_notation(text: str) -> None:
    game = ludarium.new("abatis", type="mixed", seed=1)
    try:
        game.parse(text)
    except (BadNotation, IllegalMove) as error:
        assert "\n" not in str(error)


@given(st.sampled_from(TYPES), st.integers(0, 99), st.data())
def test_a_mangled_position_is_refused_or_can_be_played(type: str, seed: int, data: st.DataObject) -> None:
    text = random_game(type, seed, 30).position
    for _ in range(data.draw(st.integers(0, 3))):
        start, end = sorted(data.draw(st.tuples(st.integers(0, len(text)), st.integers(0, len(text)))))
        end = min(end, start + 2)
        text = text[:start] + data.draw(st.text("0189ABEJKv^<>/=-, ", max_size=3) | st.text(max_size=1)) + text[end:]
    try:
        game = ludarium.new("abatis", position=text, type=type, seed=0)
    except BadNotation as error:
        assert "\n" not in str(error)
        return
    assert KIND.read_position(game.constants, game.position) == game.row
    random = Random(seed)
    for _ in range(20):
        if game.outcome():
            break
        move = random.choice(game.legal_moves)
        frames = sum(1 for _ in KIND.frames(game.constants, game.row[:], move.number))
        assert frames < 600
        game.push(move)
        assert standing(game) + game.row[lanes.RETURNED] <= lanes.ROOM


@given(st.text(max_size=60))
def test_random_text_is_no_position(text: str) -> None:
    with pytest.raises(BadNotation):
        ludarium.new("abatis", position=text, seed=0)


@pytest.mark.parametrize("type", TYPES)
def test_positions_round_trip(type: str) -> None:
    for shots in range(0, 200, 23):
        game = random_game(type, shots, shots, colors=(4, 10), step=3)
        again = ludarium.new("abatis", position=game.position, **{**game.options, "seed": 0})
        assert again.row == game.row and again.position == game.position
