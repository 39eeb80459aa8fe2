"""What others have played, beside the analysis."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from ...support.accessibility import findings, needs_axe, with_axe
from ...support.browser import Open, Seated, needs_browser, opener, served
from ...support.collections import collect
from ...support.windows import Windows

pytestmark = needs_browser


@needs_axe
def test_moves_that_were_played_before_are_tried_by_a_click(windows: Windows, tmp_path: Path) -> None:
    pytest.importorskip("duckdb", reason="DuckDB is not installed (pip install 'ludarium[database]')")
    file = collect(tmp_path / "games.duckdb")
    with served(tmp_path / "home", LUDARIUM_COLLECTION=str(file)) as address, opener(windows, address) as open_page:
        page = open_page()
        Seated(page, "ataxx")
        page.get_by_role("tab", name="Analysis").click()
        table = page.get_by_role("table", name="Played before")
        expect(table.get_by_role("row")).to_have_text(["MoveGamesScoreBy", "a7-b62100 %Ann, Bea", "g1-f11100 %Cleo"])
        assert findings(with_axe(page)) == []
        table.get_by_role("button", name="a7-b6").click()
        expect(table.get_by_role("row").nth(1)).to_have_text("a1-b110 %Zoe")
        table.get_by_role("button", name="a1-b1").click()
        expect(table).to_be_hidden()


def test_without_a_collection_nothing_is_shown(open_page: Open) -> None:
    page = open_page()
    with page.expect_response(lambda answer: "played-before" in answer.url) as answer:
        Seated(page, "ataxx")
        page.get_by_role("tab", name="Analysis").click()
    assert answer.value.json() == {"moves": None}
    expect(page.locator(".played-before")).to_be_hidden()
