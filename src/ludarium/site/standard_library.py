"""Python's standard library for the browser, without what no game and no page needs."""

import io
import zipfile
from collections.abc import Iterable

from .archive import packed

# Programs, servers, mail, formats of others, tests, debuggers, other systems: large, and of no use to a game
LEFT_OUT = frozenset(
    [
        "__phello__",
        "_aix_support",
        "_android_support",
        "_apple_support",
        "_ios_support",
        "_markupbase",
        "_osx_support",
        "_pydatetime",
        "_pydecimal",
        "_pyio",
        "_pyrepl",
        "_sysconfigdata__emscripten_wasm32-emscripten",
        "antigravity",
        "argparse",
        "asyncio.__main__",
        "asyncio.proactor_events",
        "asyncio.tools",
        "asyncio.windows_events",
        "asyncio.windows_utils",
        "bdb",
        "cProfile",
        "cgi",
        "cmd",
        "code",
        "compileall",
        "concurrent.futures.interpreter",
        "concurrent.futures.process",
        "concurrent.interpreters",
        "configparser",
        "ctypes._aix",
        "ctypes.macholib",
        "ctypes.util",
        "ctypes.wintypes",
        "dbm",
        "difflib",
        "doctest",
        "email",
        "ensurepip",
        "filecmp",
        "fileinput",
        "ftplib",
        "getopt",
        "getpass",
        "gettext",
        "html",
        "http",
        "idlelib",
        "imaplib",
        "json.tool",
        "lib2to3",
        "logging.config",
        "logging.handlers",
        "mailbox",
        "mailcap",
        "mimetypes",
        "modulefinder",
        "multiprocessing",
        "netrc",
        "nntplib",
        "nturl2path",
        "optparse",
        "pdb",
        "pickletools",
        "pkgutil",
        "platform",
        "plistlib",
        "poplib",
        "profile",
        "pstats",
        "pty",
        "py_compile",
        "pyclbr",
        "pydoc",
        "pydoc_data",
        "pyodide._nodesock_transport",
        "pyodide.console",
        "pyodide.http",
        "quopri",
        "rlcompleter",
        "runpy",
        "sched",
        "shelve",
        "smtplib",
        "socketserver",
        "sqlite3",
        "ssl",
        "symtable",
        "sysconfig.__main__",
        "tabnanny",
        "tarfile",
        "telnetlib",
        "test",
        "this",
        "timeit",
        "tkinter",
        "trace",
        "tracemalloc",
        "tty",
        "turtle",
        "turtledemo",
        "unittest",
        "urllib.request",
        "urllib.robotparser",
        "uuid",
        "venv",
        "wave",
        "webbrowser",
        "wsgiref",
        "xml",
        "xmlrpc",
        "zipapp",
        "zoneinfo",
    ]
)
ENCODINGS = frozenset(
    [
        "__init__",
        "aliases",
        "ascii",
        "base64_codec",
        "charmap",
        "cp437",
        "hex_codec",
        "idna",
        "latin_1",
        "punycode",
        "raw_unicode_escape",
        "undefined",
        "unicode_escape",
        "utf_16",
        "utf_16_be",
        "utf_16_le",
        "utf_32",
        "utf_32_be",
        "utf_32_le",
        "utf_8",
        "utf_8_sig",
    ]
)


def smaller(library: bytes, imported: Iterable[str]) -> bytes:
    """The library without what is left out; whole if one of the imported modules is among that."""
    with zipfile.ZipFile(io.BytesIO(library)) as archive:
        files = {info.filename: archive.read(info) for info in archive.infolist() if not info.is_dir()}
    if not any(map(_is_left_out, imported)):
        files = {path: data for path, data in files.items() if _is_needed(path)}
    return packed(dict(sorted(files.items())))


def _is_left_out(module: str) -> bool:
    parts = module.split(".")
    return any(".".join(parts[:end]) in LEFT_OUT for end in range(1, len(parts) + 1))


def _is_needed(path: str) -> bool:
    module = path.removesuffix(".py").replace("/", ".")
    first, _, rest = module.partition(".")
    return path.endswith(".py") and not _is_left_out(module) and (first != "encodings" or rest in ENCODINGS)
