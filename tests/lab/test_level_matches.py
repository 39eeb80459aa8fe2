"""The benchmark that lets levels play against each other."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks import levels
from benchmarks._rounds import Rounds
from ludarium import BadOption

from ..support.example_games import furnished

ATAXX = levels.Contest("ataxx", 2)


@pytest.fixture(autouse=True)
def examples() -> Iterator[None]:
    """The benchmark adds the examples to the house, and other tests must not meet them."""
    with furnished():
        yield


def played(games: int, processes: int, folder: Path) -> dict[int, list[float]]:
    levels.main(("ataxx",), games, range(1, 3), processes=processes, results=folder)
    return Rounds(folder / ATAXX.file_name).found


def test_a_match_goes_on_where_it_was_with_any_number_of_processes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    some = played(4, 2, tmp_path / "one")
    file = tmp_path / "one" / ATAXX.file_name
    begun = file.read_text(encoding="utf-8")
    capsys.readouterr()
    more = played(8, 1, tmp_path / "one")
    said = capsys.readouterr().out.splitlines()[-1]
    assert sorted(some) == [1, 2] and sorted(more) == [1, 2, 3, 4] and more.items() >= some.items()
    assert file.read_text(encoding="utf-8").startswith(begun)
    assert more == played(8, 2, tmp_path / "another")
    won = sum(worth == 1 for worths in more.values() for worth in worths)
    assert "level 2 against level 1" in said and f"+{won} " in said


def test_another_seed_plays_other_games(tmp_path: Path) -> None:
    names = {ATAXX.file_name, ATAXX._replace(seed=2).file_name, ATAXX._replace(against="python:a b.py").file_name}
    assert names == {
        "ataxx-level-2-against-level-1-openings-2-seed-1.jsonl",
        "ataxx-level-2-against-level-1-openings-2-seed-2.jsonl",
        "ataxx-level-2-against-python-a-b.py-openings-2-seed-1.jsonl",
    }
    found = [levels.play_round(levels.Round(ATAXX._replace(seed=seed), 1)) for seed in (1, 1, 2, 3, 4, 5)]
    assert found[0].worths == found[1].worths
    assert any(other.worths != found[0].worths for other in found[2:])


def test_a_game_for_one_is_refused() -> None:
    with pytest.raises(BadOption, match="in games for two, and abatis is not one"):
        levels.main(("abatis",))


def test_a_level_alone_is_refused() -> None:
    with pytest.raises(BadOption, match="level 2 plays no other here; name two levels"):
        levels.main(("ataxx",), levels=range(2, 3))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [("5-3", "the lower level comes first"), ("x", "'x' is no whole number"), ("1-12", "a whole number from 1 to 11")],
)
def test_levels_that_cannot_be_read(text: str, sentence: str) -> None:
    with pytest.raises(BadOption, match=sentence):
        levels.read_range(text)


def test_levels_are_read() -> None:
    assert levels.read_range("3-7") == range(3, 8)
