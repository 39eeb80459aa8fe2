"""Compiles the modules with which the house starts. Runs in the browser's Python alone.

Tables of line numbers are a seventh of compressed bytecode. The house keeps them, for tracebacks in the console; of the
standard library, in which few errors begin, tracebacks name the lines where functions begin.
"""

import sys
from _imp import is_frozen
from importlib import import_module
from types import CodeType, ModuleType

WORK = "/compiling"
HOUSE, LIBRARY = "ludarium.zip", "python_stdlib.zip"
PLACES = {HOUSE: "/house", LIBRARY: "/library"}  # where the browser has the archives
START = "ludarium.site.home.worker"
STRIPPED = 2  # without docstrings, as python -OO compiles
SAME_LINE = 0x80 | 13 << 3  # an entry of a line table without columns
UNCHECKED = bytes([1, *bytes(11)])  # the flags of bytecode that is not compared with its source, and no hash


def started() -> dict[str, bool]:
    """The modules that are imported at a start, by their paths in the archives; True if Python itself holds one."""
    sys.path.insert(0, f"{WORK}/before/{HOUSE}")
    import_module(START)
    modules = [module for module in sys.modules.values() if isinstance(module, ModuleType)]
    files = {module: str(vars(module).get("__file__")) for module in modules}
    return {file.partition(".zip/")[2]: is_frozen(module.__name__) for module, file in files.items()}


def compile_archive(name: str, found: dict[str, bool]) -> None:
    """Write an archive with bytecode in the place of modules of the start, and the others as they are."""
    from zipfile import ZipFile  # not before the modules of a start are known

    with ZipFile(f"{WORK}/before/{name}") as before, ZipFile(f"{WORK}/after/{name}", "w") as after:
        for path in before.namelist():
            data = before.read(path)
            if path not in found:
                after.writestr(path, data)
            elif not found[path]:
                code = compile(data, f"{PLACES[name]}/{path}", "exec", dont_inherit=True, optimize=STRIPPED)
                after.writestr(f"{path}c", bytecode(code if name == HOUSE else without_lines(code)))


def without_lines(code: CodeType) -> CodeType:
    """Code that seems to be written on the line where its function begins."""
    inner = (without_lines(each) if isinstance(each, CodeType) else each for each in code.co_consts)
    # An entry of a line table: its sort, for how many of up to 8 units of code it holds, and the difference in lines
    whole, rest = divmod(len(code.co_code) // 2, 8)
    table = bytes([SAME_LINE + 7, 0]) * whole + bytes([SAME_LINE + rest - 1, 0] if rest else [])
    return code.replace(co_linetable=table, co_consts=tuple(inner))


def bytecode(code: CodeType) -> bytes:
    """The contents of a .pyc file."""
    import marshal
    from importlib.util import MAGIC_NUMBER

    return MAGIC_NUMBER + UNCHECKED + marshal.dumps(code)


modules = started()
for archive in PLACES:
    compile_archive(archive, modules)
