"""The table of limits in docs/security.md is what the constants say, and the tests that it names exist."""

import re
from pathlib import Path

from ..support.tools import load_tool

TESTS = Path(__file__).parents[1]


def test_the_table_is_what_the_constants_say() -> None:
    tool = load_tool("limits_table")
    page = tool.PAGE.read_text(encoding="utf-8")
    assert tool.table() in page and tool.write(page) == page, "python tools/limits_table.py writes it again"
    for limit in tool.limits():
        (test,) = re.findall("`(.*)`", limit.test)
        assert (TESTS / test).is_file()


def test_sizes_are_short() -> None:
    tool = load_tool("limits_table")
    assert [tool._size(count) for count in (500, 4096, 16 << 20, 1 << 30, (1 << 20) + 1)] == [
        "500 bytes",
        "4 KiB",
        "16 MiB",
        "1 GiB",
        "1,048,577 bytes",
    ]
