"""The page's files: where they are, how long they are kept, and what the page may load."""

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

import ludarium
from ludarium.play.levels import LEVELS
from ludarium.play.match.seats import RANDOM
from ludarium.web.http import static
from ludarium.web.http.board_svg import draw, layout
from ludarium.web.http.game_files import style_of_names

from ..support.server import Server, serving


@pytest.fixture
async def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Server]:
    folder = tmp_path / "client"
    folder.mkdir()
    (folder / "index.html").write_text('<script type="module" src="/client/HASH/main.js"></script>')
    (folder / "main.js").write_text("main();")
    (folder / "page.css").write_text("")
    game = tmp_path / "chess"
    game.mkdir()
    (game / "page.js").write_text("chess();")
    (game / "page.css").write_text("chess {}")
    (game / "pieces.svg").write_text('<svg><symbol id="logo"></symbol></svg>')
    served = {f"games/chess/{path.name}": path for path in sorted(game.iterdir())}
    monkeypatch.setattr(static, "FOLDER", folder)
    monkeypatch.setattr(static, "game_sources", lambda: served)
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


async def test_a_game_brings_files_for_the_page(server: Server) -> None:
    main = source((await server.client.get("/")).text)
    assert (await server.client.get(main.replace("main.js", "games/chess/page.js"))).text == "chess();"
    assert (await server.client.get(main.replace("main.js", "page.css"))).text == f"chess {{}}\n{style_of_names()}\n"
    drawings = await server.client.get(main.replace("main.js", "games/chess/pieces.svg"))
    assert drawings.headers["content-type"].startswith("image/svg+xml")
    files = static.client().files
    assert static.has_module(files, "chess") and [*static.game_symbols(files, "chess")] == ["logo"]
    assert not static.has_module(files, "draughts") and not static.game_symbols(files, "draughts")


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


def test_every_computer_has_a_portrait() -> None:
    drawn = re.findall('<symbol id="([^"]+)"', (static.FOLDER / "symbols.svg").read_text(encoding="utf-8"))
    assert {"person", RANDOM, *(level.name.lower() for level in LEVELS)} <= {*drawn}


@pytest.mark.parametrize("name", [name for name in static.sources() if name.endswith(".svg")])
def test_drawings_can_be_read_by_browsers(name: str) -> None:
    """A browser shows nothing of a file that is not XML."""
    ElementTree.parse(static.sources()[name])


def test_every_theme_shows_the_grounds_that_games_need_not_draw() -> None:
    """Those that docs/adding-a-game.md names, each in a colour of its own."""
    styles = (static.FOLDER / "core" / "themes.css").read_text(encoding="utf-8")
    themes = re.findall(r"^:root[^{]*\{([^}]*)\}", styles, re.MULTILINE)
    assert len(themes) == 3
    for theme in themes:
        found = dict(re.findall(r"--([a-z-]+): (#\w+)", theme))
        grounds = [found[name] for name in ("field", "ground-block", "ground-margin", "ground-reserve")]
        assert len({*grounds, found["field-odd"]}) == 5


def test_the_picture_and_the_page_choose_the_same_drawings() -> None:
    """The layout is JSON for both, and each drawing that it chooses for a game is there."""
    files = static.client().files
    drawn = {*static.symbols(files["symbols.svg"])}
    assert {*layout()["arrows"].values()} | {f"token-{number}" for number in range(layout()["tokens"])} <= drawn
    for id in ludarium.games():
        game = ludarium.new(id)
        game.push(game.legal_moves[0])
        picture = draw(game).decode()
        used, known = set(re.findall('href="#([^"]+)"', picture)), set(re.findall('<symbol id="([^"]+)"', picture))
        assert used and used <= known, id
        colours = set(re.findall(r"var\(--([a-z0-9-]+)[,)]", picture))
        # Most pieces have no rim
        missing = {name for name in colours if f"--{name}:" not in picture} - {"rim"}
        assert not {name for name in missing if not name.startswith(("player-", "ground-", "piece"))}, id
