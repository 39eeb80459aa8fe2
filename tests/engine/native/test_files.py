"""Files of machine code: what is damaged or foreign is made again, and where nothing can be kept the code runs, too."""

import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

import ludarium
from ludarium.engine import cache, warm_up
from ludarium.engine.code import GameCode
from ludarium.engine.native import compile_process, cpu, files
from ludarium.engine.native.architecture import NotSelfContained
from ludarium.engine.native.image import Image
from ludarium.engine.native.unit import ALL
from ludarium.engine.perft import count_lines
from ludarium.games import kind

UNIT = count_lines.__module__
IMAGE = Image(b"code", {f"{UNIT}.count_lines": 0}, {"log": 8}, [16])

# What a user does: the code is made, or found
COUNT = """
import ludarium
from ludarium.engine.perft import perft
game = ludarium.new("nim")
print(perft(game.kind, game.constants, game.row, 4))
"""


def count(nim_folder: Path, place: str, limit: Callable[[], None] | None = None) -> str:
    environment = os.environ | {"LUDARIUM_GAMES": str(nim_folder), "LUDARIUM_CACHE": place}
    done = subprocess.run(
        [sys.executable, "-c", COUNT], env=environment, capture_output=True, text=True, check=False, preexec_fn=limit
    )
    return done.stdout + done.stderr


def test_an_image_is_the_same_again() -> None:
    content = IMAGE.to_bytes("key")
    assert Image.from_bytes(content, "key") == IMAGE
    assert Image.from_bytes(content, "another") is None
    assert IMAGE.has(UNIT) and not IMAGE.has(UNIT.rpartition(".")[0]) and not IMAGE.has(f"{UNIT}.count_lines")


def test_a_damaged_image_is_noticed() -> None:
    content = IMAGE.to_bytes("key")
    for length in range(len(content)):
        assert Image.from_bytes(content[:length], "key") is None
    for place in range(len(content)):
        changed = bytearray(content)
        changed[place] ^= 1
        assert Image.from_bytes(bytes(changed), "key") is None
    assert Image.from_bytes(content + b"\0", "key") is None


@pytest.fixture(scope="module")
def nim(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from ...support.nim import write_nim

    return write_nim(tmp_path_factory.mktemp("games"))


@pytest.fixture(scope="module")
def made(nim: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with compiled code."""
    folder = tmp_path_factory.mktemp("made")
    assert count(nim, str(folder)) == "31\n"
    return folder


@pytest.fixture
def cached(made: Path, tmp_path: Path) -> Path:
    return shutil.copytree(made, tmp_path / "cache")


def test_a_file_is_made_once_and_made_again_when_it_is_damaged(nim: Path, cached: Path) -> None:
    (file,) = cached.iterdir()
    whole = file.read_bytes()
    made = file.stat().st_mtime_ns
    assert count(nim, str(cached)) == "31\n" and file.stat().st_mtime_ns == made
    file.write_bytes(whole[:-1])
    assert count(nim, str(cached)) == "31\n" and file.read_bytes() == whole


# The first search begins to compile, and the program ends at once
LEAVE = """
import ludarium
ludarium.new("nim").best_move(level=3, seed=2)
"""


def test_a_program_that_ends_does_not_wait_for_the_compiler(nim: Path, tmp_path: Path) -> None:
    """Its output ends with it, before the code is there."""
    environment = os.environ | {"LUDARIUM_GAMES": str(nim), "LUDARIUM_CACHE": str(tmp_path)}
    subprocess.run([sys.executable, "-c", LEAVE], env=environment, capture_output=True, check=True)
    assert not list(tmp_path.glob("*.code"))


def test_two_processes_do_not_disturb_each_other(nim: Path, tmp_path: Path) -> None:
    said = list[str]()
    threads = [threading.Thread(target=lambda: said.append(count(nim, str(tmp_path)))) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert said == ["31\n"] * 2 and len(list(tmp_path.iterdir())) == 1


def no_room() -> None:
    """Let every file of this process stay empty, as on a full disk."""
    import resource

    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


def test_where_nothing_can_be_kept_it_runs(nim: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    assert count(nim, str(tmp_path / "file" / "below")) == "31\n"
    assert count(nim, str(tmp_path / "full"), no_room) == "31\n"
    assert list((tmp_path / "full").iterdir()) == []


def test_changed_rules_are_compiled_again(nim: Path, cached: Path) -> None:
    rules = nim / "nim" / "rules.py"
    source = rules.read_text(encoding="utf-8")
    rules.write_text(source.replace("MOST = 3", "MOST = 2"), encoding="utf-8")
    try:
        assert count(nim, str(cached)) == "15\n" and len(list(cached.iterdir())) == 2
    finally:
        rules.write_text(source, encoding="utf-8")


def test_a_file_that_was_not_used_for_a_month_is_deleted(tmp_path: Path) -> None:
    old, used, other = tmp_path / "old.code", tmp_path / "used.code", tmp_path / "other"
    for file in old, used:
        file.write_bytes(b"code")
        os.utime(file, (0, 0))
    other.mkdir()
    assert cache.read(used) == b"code" and cache.read(tmp_path / "missing") is None
    cache.keep(tmp_path / "new.code", b"new")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["new.code", "other", "used.code"]


def test_the_best_code_that_the_processor_runs_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ataxx = kind("ataxx")
    monkeypatch.setenv("LUDARIUM_CACHE", str(tmp_path))
    shipped = tmp_path / "shipped"
    shipped.mkdir()
    monkeypatch.setattr(files, "shipped", lambda kind, typecode, level: shipped / f"{kind.id}-{typecode}-{level}.code")
    for level in "x86-64-v2", "x86-64-v3":
        image = Image(level.encode(), {f"{UNIT}.count_lines": 0}, {}, [])
        key = files.key_of(ataxx, "q", ALL, level)
        files.shipped(ataxx, "q", level).write_bytes(image.to_bytes(key))

    def found(*levels: str) -> bytes:
        monkeypatch.setattr(cpu, "levels", lambda: levels)
        image = files.find(ataxx, "q", UNIT)
        return image.memory if image else b""

    assert found("x86-64-v3", "x86-64-v2", "x86-64") == b"x86-64-v3"
    assert found("x86-64-v2", "x86-64") == b"x86-64-v2"
    assert found("x86-64") == found() == b""


@pytest.mark.parametrize(
    ("machine", "flags", "level"),
    [
        ("x86_64", {"sse2"}, "x86-64"),
        ("x86_64", {"cx16", "lahf_lm", "popcnt", "sse4_1", "sse4_2", "ssse3"}, "x86-64-v2"),
        ("x86_64", {"abm", "avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "movbe"}, "x86-64"),
        ("aarch64", {"fp", "asimd", "crc32"}, "armv8-a"),
        ("aarch64", {"fp", "asimd", "crc32", "atomics", "asimdrdm", "dcpop", "asimddp"}, "armv8.2-a"),
    ],
)
def test_a_level_needs_all_that_belongs_to_it(
    machine: str, flags: set[str], level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cpu, "machine", lambda: machine)
    monkeypatch.setattr(cpu, "_flags", lambda: flags)
    assert cpu.levels.__wrapped__()[0] == level


@pytest.mark.parametrize("system", ["riscv64 on Linux", "macOS"])
def test_other_processors_and_systems_have_no_images(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if system == "macOS":
        monkeypatch.setattr(sys, "platform", "darwin")
    else:
        monkeypatch.setattr(os, "uname", lambda: SimpleNamespace(machine="riscv64"))
    assert cpu.machine() == "" and cpu.levels.__wrapped__() == ()


def test_without_images_numba_itself_compiles_before_the_first_call(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cpu, "levels", tuple)
    monkeypatch.setenv("LUDARIUM_CACHE", str(tmp_path))
    game = ludarium.new("ataxx")
    from numba.core.dispatcher import Dispatcher

    from ludarium.engine.memory import numbers, room_for_moves
    from ludarium.engine.native.signature import Rows

    code = GameCode(game.kind, "q")
    assert code.ready(count_lines) is None  # plain Python plays meanwhile
    native = code.native(count_lines)
    monkeypatch.setattr(Dispatcher, "compile", None)
    stack, out = Rows.beginning_with(game.row, 5), room_for_moves(game.kind, game.constants, 5)
    assert native(game.constants, stack, out, 0, 0, 3, True, numbers(8)) == 6460


def test_without_images_numba_keeps_what_is_compiled_ahead(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cpu, "levels", tuple)
    monkeypatch.setenv("LUDARIUM_CACHE", str(tmp_path))
    sort, why = compile_process._answer(kind("ataxx"), "q", [UNIT])
    assert (sort, why) == (compile_process.NEEDS_NUMBA, b"images cannot be run on this system")
    assert [*tmp_path.glob("numba-*/**/*.nbc")]


def test_warming_up_goes_on_where_numba_keeps_the_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Job:
        def __init__(self, *what: object) -> None:
            pass

        def wait(self) -> None:
            raise NotSelfContained("images cannot be run on this system")

        def stop(self) -> None:
            pass

    monkeypatch.setenv("LUDARIUM_CACHE", str(tmp_path))
    monkeypatch.setattr(warm_up, "CompileJob", Job)
    assert [*warm_up.warm_up([kind("ataxx")])] == [(0, 1), (1, 1)]
