"""A folder with files to load."""

from pathlib import Path

import pytest

from ..support.shells import lay_out


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return lay_out(tmp_path, monkeypatch)
