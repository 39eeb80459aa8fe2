"""The wheel, installed into an empty virtual environment: every game is played from it on every surface."""

import json
import os
import pty
import re
import select
import shlex
import signal
import subprocess
import sys
import sysconfig
import tarfile
import termios
import time
import zipfile
from pathlib import Path

import httpx
import pytest
from packaging.tags import sys_tags
from packaging.utils import parse_wheel_filename
from websockets.sync.client import connect

import ludarium
from ludarium.engine.native import cpu

from .support.patience import PATIENCE
from .support.tools import load_tool

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src"
PLAYED = [id for id in ludarium.games() if id != "gamma"]  # by line mode; Gamma speaks a protocol of its own


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with wheel and source distribution."""
    folder = tmp_path_factory.mktemp("dist")
    build(ROOT, folder)
    return folder


def build(sources: Path, folder: Path, *words: str, **more: str) -> None:
    """Build with hatchling from some sources into a folder."""
    command: list[str | Path] = [sys.executable, "-m", "hatchling", "build", "-d", folder, *words]
    subprocess.run(command, cwd=sources, env=os.environ | more, check=True, capture_output=True)


@pytest.fixture(scope="module")
def installed(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of a virtual environment with the wheel in it; other packages are read from this environment."""
    venv = tmp_path_factory.mktemp("installed")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", venv], check=True)
    python = venv / "bin" / "python"
    wheel = next(built.glob("*.whl"))
    pip = f"-m pip --python {shlex.quote(str(python))} install --no-deps --no-index --no-compile {wheel.name}"
    subprocess.run([sys.executable, *shlex.split(pip)], cwd=built, check=True, capture_output=True)
    # Folders that are named in a .pth file are searched last, and their own .pth files are not read: the source tree,
    # which such a file names, stays out
    packages = next(venv.glob("lib/*/site-packages"))
    (packages / "others.pth").write_text(sysconfig.get_path("purelib"))
    return venv / "bin"


@pytest.fixture
def env(tmp_path: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "LUDARIUM"))}
    return kept | {"LUDARIUM_HOME": str(tmp_path), "TERM": "xterm-256color"}


def run(words: list[str | Path], text: str, folder: Path, env: dict[str, str]) -> str:
    done = subprocess.run(words, input=text, cwd=folder, env=env, capture_output=True, text=True, timeout=PATIENCE)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_every_file_is_in_both(built: Path) -> None:
    made = {"__pycache__"}
    files = {str(file.relative_to(SOURCE)) for file in SOURCE.rglob("*") if file.is_file() and not made & {*file.parts}}
    with zipfile.ZipFile(next(built.glob("*.whl"))) as wheel:
        assert {name for name in wheel.namelist() if ".dist-info/" not in name} == files
        metadata = next(wheel.read(name).decode() for name in wheel.namelist() if name.endswith("/METADATA"))
    with tarfile.open(next(built.glob("*.tar.gz"))) as sources:
        assert {f"src/{file}" for file in files} <= {name.partition("/")[2] for name in sources.getnames()}
    assert "License-Expression: MIT" in metadata and "# Ludarium" in metadata
    assert "Author: The Ludarium authors" in metadata


def test_a_wheel_that_pip_builds_is_for_every_system(built: Path, tmp_path: Path) -> None:
    """As the one from the source distribution, which has all that building needs."""
    with tarfile.open(next(built.glob("*.tar.gz"))) as sources:
        sources.extractall(tmp_path, filter="data")
    (folder,) = tmp_path.iterdir()
    build(folder, tmp_path / "dist", "-t", "wheel")
    (made,), (other,) = (tmp_path / "dist").iterdir(), built.glob("*.whl")
    assert made.name == other.name and {str(tag) for tag in parse_wheel_filename(made.name)[-1]} == {"py3-none-any"}
    assert made.read_bytes() == other.read_bytes()


# One searcher of one game stands for all code, which takes a minute to make
SHIP = """
import sys
from pathlib import Path
sys.path.insert(0, "tools")
import ship
from ludarium.engine.search import negamax
from ludarium.games import kind

if __name__ == "__main__":
    ship.ship(Path(sys.argv[1]), [(kind("ataxx"), "q", [negamax.__name__])])
"""

SEARCH = """
import sys
import ludarium
from ludarium.engine.code import GameCode
from ludarium.engine.native import cpu
from ludarium.engine.search.factory import make_searcher

print(ludarium.__file__)
game = ludarium.new("ataxx")
for level in sys.argv[1:]:
    cpu.levels = lambda: (level,)
    searcher = make_searcher(game.kind, game.constants)
    searcher.code = GameCode(game.kind, "q")
    searcher.get_ready()
    assert searcher.is_ready, level
    print(searcher.search(game.row, nodes=50_000).nodes)
print(*{"numba", "subprocess"} & {*sys.modules})
"""


@pytest.mark.skipif(not cpu.levels(), reason="there is no code for wheels on this system")
def test_code_in_a_wheel_runs_at_once(env: dict[str, str], tmp_path: Path) -> None:
    code, dist, packages, kept = (tmp_path / name for name in ("code", "dist", "packages", "kept"))
    run([sys.executable, "-c", SHIP, code], "", ROOT, env | {"PYTHONPATH": str(SOURCE)})
    build(ROOT, dist, "-t", "wheel", LUDARIUM_SHIPPED=str(code))
    (file,) = dist.iterdir()
    assert parse_wheel_filename(file.name)[-1] <= {*sys_tags()} and cpu.machine() in file.name
    with zipfile.ZipFile(file) as wheel:
        shipped = {Path(name).name for name in wheel.namelist() if "/shipped/" in name}
        described = next(wheel.read(name).decode() for name in wheel.namelist() if name.endswith("/WHEEL"))
    assert shipped == {f"ataxx-q-{level}.code" for level in load_tool("ship").LEVELS}
    assert "Root-Is-Purelib: false" in described
    pip = f"-m pip install --no-deps --no-index --no-compile --target {shlex.quote(str(packages))} {file.name}"
    subprocess.run([sys.executable, *shlex.split(pip)], cwd=dist, check=True, capture_output=True)
    env |= {"PYTHONPATH": str(packages), "LUDARIUM_CACHE": str(kept)}
    levels = [level for level in cpu.levels() if f"ataxx-q-{level}.code" in shipped]
    place, *nodes, compilers = run([sys.executable, "-c", SEARCH, *levels], "", tmp_path, env).splitlines()
    assert place.startswith(str(packages)) and len(nodes) == len(levels) and len({*nodes}) == 1
    assert not compilers and not kept.exists()


def test_the_library(installed: Path, env: dict[str, str], tmp_path: Path) -> None:
    program = """
import ludarium
print(ludarium.__file__)
for id in ludarium.games():
    game = ludarium.new(id)
    while game.legal_moves and len(game.moves) < 4:
        game.push(game.legal_moves[0])
    assert ludarium.load(game.record()) == game
    assert game.kind.help
    print(id, len(game.legal_moves))
"""
    place, *lines = run([installed / "python", "-c", program], "", tmp_path, env).splitlines()
    assert place.startswith(str(installed.parent))
    assert [line.split()[0] for line in lines] == [*ludarium.games()]


@pytest.mark.parametrize("id", PLAYED)
def test_line_mode(id: str, installed: Path, env: dict[str, str], tmp_path: Path) -> None:
    game = ludarium.new(id, seed=1) if "seed" in ludarium.new(id).kind.options else ludarium.new(id)
    inputs = ["seed 1\ndump\n", f"seed 1\n{game.legal_moves[0]}\ndump\n"]
    before, after = (run([installed / "ludarium", id], text, tmp_path, env) for text in inputs)
    assert before and after and before != after


def test_gamma_by_its_protocol(installed: Path, env: dict[str, str], tmp_path: Path) -> None:
    answers = run([installed / "ludarium", "gamma"], "B 4 4 2 3\nm 1 0 0\nm 2 3 3\nb 1\n", tmp_path, env)
    assert answers.splitlines()[:3] == ["OK 1", "1", "1"]


@pytest.mark.parametrize("id", ludarium.games())
def test_full_screen(id: str, installed: Path, env: dict[str, str], tmp_path: Path) -> None:
    master, terminal = pty.openpty()
    termios.tcsetwinsize(terminal, (40, 120))
    words: list[str | Path] = [installed / "ludarium", "play", id]
    pipes = {"stdin": terminal, "stdout": terminal, "stderr": terminal}
    with subprocess.Popen(words, cwd=tmp_path, env=env, start_new_session=True, **pipes) as program:  # type: ignore[call-overload]
        os.close(terminal)
        try:
            shown = read_until(master, ludarium.new(id).kind.title)
            assert "Traceback" not in shown
        finally:
            program.send_signal(signal.SIGKILL)
    os.close(master)


def read_until(terminal: int, text: str) -> str:
    """What a program shows until a text is there."""
    shown, end = "", time.monotonic() + PATIENCE
    while text not in shown:
        assert time.monotonic() < end and select.select([terminal], [], [], PATIENCE)[0], shown
        shown += os.read(terminal, 65536).decode("utf-8", "replace")
    return shown


def test_the_page_and_a_move_of_every_game(installed: Path, env: dict[str, str], tmp_path: Path) -> None:
    words: list[str | Path] = [installed / "ludarium", "serve", "--no-browser", "--no-compile", "--port", "0"]
    with subprocess.Popen(words, cwd=tmp_path, env=env, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        try:
            address = server.stdout.readline().split()[3]
            with httpx.Client(base_url=address, timeout=PATIENCE) as client:
                see_page(client)
                for id in ludarium.games():
                    move_once(client, id)
        finally:
            server.send_signal(signal.SIGTERM)
    assert server.returncode == 0


def see_page(client: httpx.Client) -> None:
    """The page, and every file that it names."""
    page = client.get("/").raise_for_status().text
    files = {*re.findall(r'"(/client/[^"#]+)', page)}
    assert {Path(file).suffix for file in files} >= {".js", ".css", ".svg"}
    for file in files:
        assert client.get(file).raise_for_status().content, file


def move_once(client: httpx.Client, id: str) -> None:
    """Begin a game and make the first of its moves over a socket."""
    game = ludarium.new(id)
    seats = ["human"] * game.kind.rules.players(game.constants)
    answer = client.post("/api/games", json={"kind": id, "seats": seats, "options": {}}).raise_for_status().json()
    url = f"{client.base_url}api/games/{answer['id']}/socket".replace("http", "ws", 1)
    cookies = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    with connect(url, additional_headers={"Cookie": cookies}, open_timeout=PATIENCE) as socket:
        while (told := json.loads(socket.recv(PATIENCE)))["say"] != "state":
            pass
        path = told["view"]["paths"][0]
        socket.send(json.dumps({"do": "play", "id": 1, "at": 0, "path": path}))
        while (told := json.loads(socket.recv(PATIENCE))).get("re") != 1:
            pass
        assert told["say"] == "done", told
