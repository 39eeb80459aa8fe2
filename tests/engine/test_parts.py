"""The parts of the search that a benchmark can leave out."""

from pathlib import Path

import pytest

import benchmarks.parts
from ludarium.engine import search


@pytest.mark.parametrize("part", benchmarks.parts.PARTS.values(), ids=benchmarks.parts.PARTS)
def test_a_part_is_a_line_that_stands_once(part: benchmarks.parts.Part) -> None:
    source = (Path(search.__path__[0]) / f"{part.file}.py").read_text(encoding="utf-8")
    assert source.count(part.line) == 1
