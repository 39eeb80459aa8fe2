"""Serves the page and its files, bundled and compressed once, and cached by browsers under the hash of them all.

A game folder, in the package or in a folder named by LUDARIUM_GAMES, may bring `page.js`, `page.css` and `pieces.svg`.
They are served as `games/<id>/page.js` and so on; the styles become part of `page.css`. The address of every file holds
the hash, so browsers keep files for ever and ask again for the page alone.
"""

import gzip
import hashlib
import mimetypes
import re
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from litestar import Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from ...contract.quotation import quoted
from ...games import all_folders, outside
from .bundle import BundleError, bundle
from .game_files import DRAWINGS, problem_of_drawings, style_of_names

FOLDER = Path(__file__).parents[1] / "client"
INDEX, LOST, STYLES = "index.html", "not_found.html", "page.css"
MODULE, STYLE = "page.js", "page.css"  # what a game folder may bring besides its drawings
COLOURS = "games/colours.css"  # of players, by name
HASH = "HASH"  # stands for the hash in the addresses that the page's HTML names

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
}
FOR_EVER, ASK_AGAIN = "public, max-age=31536000, immutable", "no-cache"
TYPES = {".js": "text/javascript", ".svg": "image/svg+xml", ".css": "text/css", ".html": "text/html"}


class Client(NamedTuple):
    """All files of the page as they are sent, and their hash."""

    files: dict[str, bytes]
    hash: str
    compressed: dict[str, bytes]  # the same files, by gzip


_left_out: list[str] = []  # why files of games are not served
_cached: tuple[object, Client] = (None, Client({}, "", {}))


def client() -> Client:
    """The files as they are now; read again only if one of them has changed."""
    global _cached
    paths = sources()
    # The size too: two changes within a few milliseconds may have the same time
    stats = {name: path.stat() for name, path in paths.items()}
    stamp = tuple((name, str(paths[name]), stat.st_mtime_ns, stat.st_size) for name, stat in stats.items())
    if stamp != _cached[0]:
        contents = {name: path.read_bytes() for name, path in paths.items()}
        _left_out.clear()
        for id, folder in outside().items():
            _leave_out_wrong(id, folder, contents)
        files = bundled(contents)
        digest = hashlib.sha256()
        for name, data in files.items():
            digest.update(name.encode() + b"\0" + data + b"\0")
        compressed = {name: gzip.compress(data, mtime=0) for name, data in files.items()}
        _cached = stamp, Client(files, digest.hexdigest()[:16], compressed)
    return _cached[1]


def has_module(files: dict[str, bytes], id: str) -> bool:
    """Whether a game brings a module for its page."""
    return f"games/{id}/{MODULE}" in files


def game_symbols(files: dict[str, bytes], id: str) -> dict[str, str]:
    """The drawings that a game brings, by id."""
    return symbols(files.get(f"games/{id}/{DRAWINGS}", b""))


@lru_cache(32)
def symbols(sprite: bytes) -> dict[str, str]:
    """The symbols of an SVG file, by id."""
    found = re.finditer(r'<symbol id="([a-z0-9-]+)".*?</symbol>', sprite.decode(), re.DOTALL)
    return {each[1]: each[0] for each in found}


def sources() -> dict[str, Path]:
    """The files of the page and of the games by the path under which they are served; type declarations are not."""
    own = sorted(path for path in FOLDER.rglob("*") if path.is_file() and not path.name.endswith(".d.ts"))
    return {path.relative_to(FOLDER).as_posix(): path for path in own} | game_sources()


def game_sources() -> dict[str, Path]:
    """The files that games bring for the page, by the path under which they are served."""
    folders = all_folders().games
    files = {f"games/{id}/{name}": folders[id] / name for id in folders for name in (MODULE, STYLE, DRAWINGS)}
    return {name: path for name, path in files.items() if path.is_file()}


def page_problems() -> list[str]:
    """Why the files that some games bring for the page are left out, a sentence each."""
    client()
    return list(_left_out)


def _leave_out_wrong(id: str, folder: Path, contents: dict[str, bytes]) -> None:
    """Leave out the files of a game that would spoil the page for all others."""
    own = f"games/{id}/"
    for name in [name for name in contents if name.startswith(own)]:
        others = {other: data for other, data in contents.items() if not other.startswith("games/")}
        try:
            bundled({**others, name: contents[name]})
            problem = _problem_of(name, contents[name])
        except BundleError as error:
            problem = str(error)
        except UnicodeDecodeError:
            problem = "this is not text in UTF-8"
        if problem:
            del contents[name]
            problem = problem.removeprefix(f"{name} says ")
            _left_out.append(f"{folder}: {name.removeprefix(own)} is left out: {problem}")


def _problem_of(name: str, data: bytes) -> str:
    """What is wrong with a file that a game brings; empty if nothing is."""
    if name.endswith(DRAWINGS):
        return problem_of_drawings(data)
    return _unbalanced(data.decode()) if name.endswith(STYLE) else ""


def _unbalanced(style: str) -> str:
    """Why a style would end in the middle of a rule, which would swallow the styles of the next game."""
    text = re.sub(r"/\*.*?\*/|\"[^\"\n]*\"|'[^'\n]*'", "", style, flags=re.DOTALL)
    opened, closed = text.count("{"), text.count("}")
    if "/*" in text:
        return "a comment has no end"
    return "" if opened == closed else f"it has {opened} {{ and {closed} }}"


def bundled(files: dict[str, bytes]) -> dict[str, bytes]:
    """The files as they are sent: modules and styles bundled, the styles and colours of games among them."""
    texts = {name: data.decode() for name, data in files.items() if name.endswith((".js", ".css"))}
    others = {name: data for name, data in files.items() if name not in texts}
    if STYLES in texts:
        styles = [name for name in texts if name.startswith("games/") and name.endswith(f"/{STYLE}")]
        texts[STYLES] += "".join(f'@import "{name}";\n' for name in styles)
        texts[COLOURS] = style_of_names()
        texts[STYLES] += f'@import "{COLOURS}";\n'
    return others | {name: text.encode() for name, text in bundle(texts).items()}


@get("/", include_in_schema=False, sync_to_thread=False)
def page(request: "Request[Any, Any, Any]") -> Response[bytes]:
    """The page, unless the browser has its current version."""
    found = client()
    tag = f'"{found.hash}"'
    headers = {"ETag": tag, "Cache-Control": ASK_AGAIN}
    if request.headers.get("if-none-match") == tag:
        return Response(b"", status_code=304, headers=headers, media_type="text/html")
    if INDEX not in found.files:
        raise NotFoundException("the page is not installed")
    return Response(_with_hash(found, INDEX), headers=headers, media_type="text/html")


def _with_hash(found: Client, name: str) -> bytes:
    """A page whose files have the addresses of today."""
    return found.files[name].replace(f"/client/{HASH}/".encode(), f"/client/{found.hash}/".encode())


def not_found_page() -> bytes:
    """What people see at an address that nothing is served at."""
    found = client()
    return _with_hash(found, LOST) if LOST in found.files else b""


@get("/client/{hash:str}/{path:path}", include_in_schema=False, sync_to_thread=False)
def client_file(hash: FromPath[str], path: FromPath[Path], request: "Request[Any, Any, Any]") -> Response[bytes]:
    """A file of the page. Under an outdated hash the current file is sent, and may not be cached."""
    # A browser that has the current page asks with the current hash: the files need not be checked again
    found, name = _cached[1] if hash == _cached[1].hash else client(), path.as_posix().lstrip("/")
    if name not in found.files or name in (INDEX, LOST):
        raise NotFoundException(f"there is no file {quoted(name)} here")
    headers = {"Cache-Control": FOR_EVER if hash == found.hash else "no-store", "Vary": "Accept-Encoding"}
    data = found.files[name]
    if "gzip" in request.headers.get("accept-encoding", ""):
        data, headers["Content-Encoding"] = found.compressed[name], "gzip"
    kind = TYPES.get(Path(name).suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    return Response(data, headers=headers, media_type=kind)
