"""The files in which benchmarks keep their results."""

from pathlib import Path

import pytest

from benchmarks._results import add_result, read_results
from benchmarks._rounds import Rounds


def test_a_run_goes_on_where_it_was(tmp_path: Path) -> None:
    file = tmp_path / "new" / "rounds.jsonl"
    Rounds(file).add(2, [1.0, 0.5])
    rounds = Rounds(file)
    assert rounds.found == {2: [1.0, 0.5]} and rounds.missing(3) == [1, 3]


def test_a_line_that_was_cut_off_is_named_and_left_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "rounds.jsonl"
    file.write_text("[1, [1.0]]\n[2, [0.")
    assert read_results(file) == [[1, [1.0]]]
    assert "line 2 is damaged and left out" in capsys.readouterr().err
    add_result(file, [3, [0.0]])
    assert read_results(file) == [[1, [1.0]], [3, [0.0]]]


def test_without_a_file_nothing_is_kept() -> None:
    rounds = Rounds(None)
    rounds.add(1, [1.0])
    assert rounds.missing(2) == [2]
