"""`ludarium export`: the files of a static site, and what is refused."""

import gzip
import hashlib
import io
import json
import re
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

import ludarium
from ludarium.contract.errors import BadGame, LudariumError
from ludarium.games import kind, kinds
from ludarium.site import runtime, told
from ludarium.site.archive import Archive
from ludarium.site.export import MARKER, export
from ludarium.site.page import STATIC, policy
from ludarium.site.standard_library import LEFT_OUT, smaller

from ..support.example_games import furnished
from ..support.nim import write_nim
from ..support.sites import Site, needs_runtime

ROOT = Path(__file__).parents[2]
MOST = 6_000_000  # bytes of all that a visitor loads


def run(*words: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "ludarium", "export", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)


def unpacked(site: Site, name: str) -> dict[str, bytes]:
    """The files of an archive of a site."""
    (data,) = (data for path, data in site.files.items() if path.endswith(f"/python/{name}.gz"))
    with zipfile.ZipFile(io.BytesIO(gzip.decompress(data))) as archive:
        # As runtime.js reads them: one after the other, not compressed, their sizes before them
        assert all(not info.compress_type and not info.flag_bits & 8 for info in archive.infolist())
        return {name: archive.read(name) for name in archive.namelist()}


# What is in it


def test_a_site_is_small_and_whole(site: Site) -> None:
    there = {path.relative_to(site.folder).as_posix() for path in site.folder.rglob("*") if path.is_file()}
    assert there == {*site.files, MARKER}
    assert sum(map(len, site.files.values())) <= MOST
    names = {path.rpartition("/")[2] for path in there}
    assert {"index.html", "manifest.webmanifest", "service_worker.js", "runtime.js", "pyodide.asm.wasm.gz"} <= names
    assert not {name for name in names if name.endswith((".d.ts", ".map", ".py")) or name.startswith("console")}
    for id in ludarium.games():
        assert any(path.endswith(f"/games/{id}/page.js") for path in there)


def test_addresses_are_relative(site: Site) -> None:
    """So the site works at any place of any host, and asks no other one."""
    for path, data in site.files.items():
        if path.endswith((".html", ".js", ".css", ".svg", ".webmanifest", ".json")):
            text = data.decode()
            assert not re.search(r"""["'`(]/(?:api|client)\b""", text), path
            assert not re.search(r"""(?:href|src|from|import|url)\s*[=(]?\s*["']?/[a-z]""", text), path
            others = set(re.findall(r"https?://[\w.-]+", text)) - {"http://www.w3.org"}
            assert not {address for address in others if not address.endswith("//")}, (path, others)
    page = site.files["index.html"].decode()
    assert "cookie" not in page and f'content="{policy()}"' in page
    for address in re.findall(r'(?:href|src)="([^"#]+)', page):
        assert address in site.files


def test_the_page_loads_nothing_but_its_own() -> None:
    rules = dict(rule.split(" ", 1) for rule in policy().split("; "))
    assert rules["default-src"] == "'none'" and rules["worker-src"] == rules["connect-src"] == "'self'"
    assert rules["script-src"] == "'self' 'wasm-unsafe-eval'" and "frame-ancestors" not in rules


def test_the_manifest_names_icons_that_are_there(site: Site) -> None:
    told = json.loads(site.files["manifest.webmanifest"])
    assert told["start_url"] == told["scope"] == "./" and told["name"] == "Ludarium"
    for icon in told["icons"]:
        data = site.files[icon["src"]]
        if icon["type"] == "image/png":
            width, height = (int.from_bytes(data[at : at + 4], "big") for at in (16, 20))
            assert icon["sizes"] == f"{width}x{height}"


def test_the_service_worker_knows_every_file(site: Site) -> None:
    text = site.files["service_worker.js"].decode()
    found = re.search(r"^const FILES = (\{.*?^\});$", text, re.M | re.S)
    assert found
    others = {path: data for path, data in site.files.items() if path != "service_worker.js"}
    assert json.loads(found[1]) == {path: hashlib.sha256(data).hexdigest() for path, data in others.items()}
    assert not re.search(r'^const VERSION = "";', text, re.M) and "skipWaiting" not in text


# The Python in it


def test_the_archive_has_what_the_browser_needs(site: Site) -> None:
    files = unpacked(site, "ludarium.zip")
    rooms = {path.split("/")[1] for path in files if path.startswith("ludarium/")}
    assert {"contract", "games", "engine", "play"} <= rooms
    assert not rooms & {"terminal", "remote", "lab", "web"}
    assert not [path for path in files if "__pycache__" in path or "test" in path]
    for id in ludarium.games():
        own = kind(id).folder
        for file in own.iterdir():
            path = f"ludarium/games/{own.name}/{file.name}"
            if file.suffix in (
                ".net",
                ".endings",
                ".js",
                ".css",
                ".svg",
            ):  # too slow for plain Python, or loaded by the page
                assert path not in files
            elif file.is_file():
                assert files[path] == file.read_bytes()
    # What cannot be imported in a browser is imported late, if at all
    top = {
        each.name.partition(".")[0]
        for archive in [Archive([*kinds()])]
        for name in archive.names
        for each in archive.modules.imports(name)
        if not each.is_late
    }
    assert not top & {"numba", "numpy", "llvmlite", "sqlalchemy", "litestar", "typer"}


def test_one_game_alone(site: Site) -> None:
    first, second, *_ = ludarium.games()
    files = Archive([kind(first)]).files()
    assert any(path.startswith(f"ludarium/games/{kind(first).folder.name}/") for path in files)
    assert not any(path.startswith(f"ludarium/games/{kind(second).folder.name}/") for path in files)


def test_the_library_is_whole_if_a_game_wants_more() -> None:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name in ("os.py", "encodings/utf_8.py", "encodings/koi8_r.py", "tarfile.py", "README.txt"):
            archive.writestr(name, "")

    def names(*imported: str) -> list[str]:
        return zipfile.ZipFile(io.BytesIO(smaller(data.getvalue(), imported))).namelist()

    assert names("os", "os.path") == ["encodings/utf_8.py", "os.py"]
    assert "tarfile.py" in names("os", "tarfile.open") and "tarfile" in LEFT_OUT


# What is refused


def test_a_folder_with_other_files_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("mine")
    done = run(tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"ludarium: {tmp_path} is not empty and holds no earlier export; name another folder\n"
    assert [*tmp_path.iterdir()] == [tmp_path / "letter.txt"]


@pytest.mark.parametrize("name, sentence", [("atax", "is it ataxx?"), ("q", "there are abatis, ataxx")])
def test_an_unknown_game(name: str, sentence: str, tmp_path: Path) -> None:
    done = run(tmp_path / "site", "--game", name)
    assert done.returncode == 2 and done.stderr.startswith(f"ludarium: there is no game '{name}'; {sentence}")
    assert done.stderr.count("\n") == 1 and not (tmp_path / "site").exists()


def test_a_broken_game(tmp_path: Path) -> None:
    broken = tmp_path / "games" / "broken"
    broken.mkdir(parents=True)
    (broken / "rules.py").write_text("def players(game: int) -> int:\n    return (\n")
    (broken / "board.py").write_text("")
    done = run(tmp_path / "site", "--games-from", broken.parent)
    assert done.returncode == 2 and done.stderr.startswith(f"ludarium: {broken}: it has no help.md")
    (broken / "help.md").write_text("# Broken\n\nA game.\n")
    done = run(tmp_path / "site", "--games-from", broken.parent, "--game", "broken")
    assert done.returncode == 2 and done.stderr.startswith(f"ludarium: {broken}: rules.py, line 2: ")
    assert done.stderr.count("\n") == 1 and not (tmp_path / "site").exists()


# The second loop never comes back to Python, in which a signal could end it
@pytest.mark.parametrize("loop", ["while True: pass", "any(iter(int, 1))"])
def test_rules_that_never_return_end_the_export(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, loop: str) -> None:
    (games := tmp_path / "games").mkdir()
    rules = (write_nim(games) / "nim").rename(games / "endless") / "rules.py"
    rules.write_text(rules.read_text().replace("return [game.stones, 0]", f"\n    {loop}"))
    monkeypatch.setattr(told, "SECONDS", 0.2)
    with furnished(games), pytest.raises(BadGame, match=r"endless: its boards were not drawn within 0 seconds"):
        told.ask([kind("endless")])


def test_rules_that_fail_end_the_export(tmp_path: Path) -> None:
    (games := tmp_path / "games").mkdir()
    rules = (write_nim(games) / "nim").rename(games / "failing") / "rules.py"
    rules.write_text(rules.read_text().replace("return [game.stones, 0]", "return [game.stones // 0, 0]"))
    with furnished(games), pytest.raises(BadGame, match=r"failing: its boards cannot be drawn: .*by zero$"):
        told.ask([kind("failing")])


def test_another_runtime_is_refused(tmp_path: Path) -> None:
    package = tmp_path / "package"
    package.mkdir()
    with pytest.raises(LudariumError, match=r"package has no pyodide.mjs; the runtime is the npm package pyodide 314"):
        runtime.read(package)
    for name in runtime.HASHES:
        (package / name).write_bytes(b"something else")
    with pytest.raises(LudariumError, match=r"^pyodide.mjs is not the file of pyodide \S+ that was tested; put the"):
        runtime.read(package)
    with tarfile.open(tmp_path / "other.tgz", "w:gz") as archive:
        archive.add(package, "package")
    with pytest.raises(LudariumError, match=r"^pyodide.mjs is not the file of"):
        runtime.read(tmp_path / "other.tgz")
    (tmp_path / "text.tgz").write_text("no archive")
    for path, sentence in (
        ("text.tgz", "cannot be read as an npm package"),
        ("none", "there is no file and no folder"),
    ):
        with pytest.raises(LudariumError, match=sentence):
            runtime.read(tmp_path / path)


def test_without_npm_a_sentence_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runtime, "INSTALLED", tmp_path / "none")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(LudariumError, match=r"neither is npm, which could get it; put the npm package pyodide \S+ on"):
        [*export(tmp_path / "site", [kind(ludarium.games()[0])])]


def test_the_set_up_gets_the_runtime_that_is_tested() -> None:
    wanted = json.loads((ROOT / "package.json").read_text("utf-8"))["devDependencies"]
    assert wanted[runtime.PACKAGE] == runtime.VERSION


# Again


@needs_runtime
def test_an_export_replaces_the_one_before_and_nothing_else(site: Site) -> None:
    folder = site.folder
    own = folder / "CNAME"
    own.write_text("games.example")
    mark = json.loads((folder / MARKER).read_text("utf-8"))
    assert mark == {"version": ludarium.__version__, "files": sorted(site.files)}
    (folder / "files" / "old").mkdir()
    (folder / "files" / "old" / "page.js").write_text("")
    outside = folder.parent / "outside.txt"
    outside.write_text("mine")
    mark["files"] += ["files/old/page.js", "../outside.txt"]
    (folder / MARKER).write_text(json.dumps(mark))
    from ludarium.site.export import _earlier, _write

    _write(folder, site.files, _earlier(folder))
    assert own.read_text() == "games.example" and outside.is_file() and not (folder / "files" / "old").exists()
    assert json.loads((folder / MARKER).read_text("utf-8"))["files"] == sorted(site.files)
    own.unlink()
    outside.unlink()


@needs_runtime
def test_a_game_of_a_folder_alone(tmp_path: Path) -> None:
    """As the command does it, which says how large everything is."""
    done = run(tmp_path / "site", "--games-from", ROOT / "examples" / "games", "--game", "hex")
    assert (done.returncode, done.stderr) == (0, "")
    assert re.search(r"^ +5\.\d+ MB  all$", done.stdout, re.M) and "is a website with Hex." in done.stdout
    told = json.loads((tmp_path / "site" / "manifest.webmanifest").read_text("utf-8"))
    assert told["name"] == "Hex"
    assert not [*(tmp_path / "site").glob("files/*/games/*")]


def test_icons_are_drawn_from_their_source() -> None:
    assert {file.name for file in STATIC.glob("icon*")} == {"icon.svg", "icon-192.png", "icon-512.png"}
