"""A site of the whole house, exported once."""

from collections.abc import Iterator

import pytest

from ludarium.games import kinds
from ludarium.site import export as exporter
from ludarium.site.page import client_files

from ..support.sites import HAS_RUNTIME, PROBE, Site


@pytest.fixture(scope="package")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The house in a folder under another one, with a Worker for tests."""
    if not HAS_RUNTIME:
        pytest.skip("neither Pyodide nor npm is on this machine")
    folder = tmp_path_factory.mktemp("host") / "a place" / "games"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(exporter, "client_files", lambda chosen: {**client_files(chosen), "probe.js": PROBE.encode()})
        steps = [*exporter.export(folder, [kind for kind in kinds() if not kind.is_outside])]
    assert [step.done for step in steps] == [*range(steps[-1].of + 1)]
    yield Site(folder, steps[-1].files)
