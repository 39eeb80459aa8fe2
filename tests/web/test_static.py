"""The page's files: where they are, how long they are kept, and what the page may load."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from ludarium.play.levels import LEVELS
from ludarium.play.match.seats import RANDOM
from ludarium.web.http import static

from ..support.server import Server, serving


@pytest.fixture
async def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Server]:
    folder = tmp_path / "client"
    (folder / "games").mkdir(parents=True)
    (folder / "index.html").write_text('<script type="module" src="/client/HASH/main.js"></script>')
    (folder / "main.js").write_text("main();")
    (folder / "games" / "ataxx.js").write_text("ataxx();")
    monkeypatch.setattr(static, "FOLDER", folder)
    async with serving(tmp_path) as server:
        yield server


def source(text: str) -> str:
    return text.partition('src="')[2].partition('"')[0]


async def test_the_page_is_asked_for_again_and_its_files_are_kept(server: Server) -> None:
    answer = await server.client.get("/")
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"
    again = await server.client.get("/", headers={"if-none-match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    script = await server.client.get(source(answer.text))
    assert script.text == "main();"
    assert script.headers["content-type"] == "text/javascript; charset=utf-8"
    assert script.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert script.headers["content-encoding"] == "gzip"
    plain = await server.client.get(source(answer.text), headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers and plain.text == script.text
    module = source(answer.text).replace("main.js", "games/ataxx.js")
    assert (await server.client.get(module)).text == "ataxx();"


async def test_a_changed_file_changes_the_name_of_all(server: Server) -> None:
    before = await server.client.get("/")
    (static.FOLDER / "main.js").write_text("other();")
    after = await server.client.get("/", headers={"if-none-match": before.headers["etag"]})
    assert after.status_code == 200 and source(after.text) != source(before.text)
    old = await server.client.get(source(before.text))
    assert (old.text, old.headers["cache-control"]) == ("other();", "no-store")


async def test_nothing_else_is_served(server: Server) -> None:
    name = source((await server.client.get("/")).text)
    for path in "nothing.js", "index.html", "../app.py", "%2e%2e/app.py", "..%2f..%2fapp.py":
        assert (await server.client.get(name.replace("main.js", path))).status_code == 404


async def test_the_page_loads_from_here_alone(server: Server) -> None:
    for path in "/", "/api/house", "/nowhere", source((await server.client.get("/")).text):
        headers = (await server.client.get(path)).headers
        assert headers["content-security-policy"].startswith("default-src 'none'; script-src 'self'; style-src 'self';")
        assert headers["x-content-type-options"] == "nosniff"
    assert (await server.client.get("/api/house")).headers["cache-control"] == "no-store"


def test_whoever_can_take_a_seat_has_a_portrait() -> None:
    drawn = re.findall('<symbol id="([^"]+)"', (static.FOLDER / "symbols.svg").read_text(encoding="utf-8"))
    assert {"person", RANDOM, *(level.name.lower() for level in LEVELS)} <= {*drawn}
