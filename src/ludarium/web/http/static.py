"""The page and its files: cached for ever under a name made of their contents, the page itself never unasked."""

import gzip
import hashlib
import mimetypes
from pathlib import Path
from typing import Any, NamedTuple

from litestar import Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from .bundle import bundle

FOLDER = Path(__file__).parents[1] / "client"
INDEX = "index.html"
PLACE = "HASH"  # what the page writes for the name of the folder

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
    """All files of the page as they are sent, and the hash of them."""

    files: dict[str, bytes]
    hash: str
    packed: dict[str, bytes]  # the same files as gzip makes them smaller


_known: tuple[object, Client] = (None, Client({}, "", {}))


def client() -> Client:
    """The files as they are now; read again only if one of them was changed."""
    global _known
    paths = sorted(path for path in FOLDER.rglob("*") if path.is_file())
    stamp = tuple((str(path), path.stat().st_mtime_ns) for path in paths)
    if stamp != _known[0]:
        files = _packed({path.relative_to(FOLDER).as_posix(): path.read_bytes() for path in paths})
        digest = hashlib.sha256()
        for name, data in files.items():
            digest.update(name.encode() + b"\0" + data + b"\0")
        packed = {name: gzip.compress(data, mtime=0) for name, data in files.items()}
        _known = stamp, Client(files, digest.hexdigest()[:16], packed)
    return _known[1]


def _packed(files: dict[str, bytes]) -> dict[str, bytes]:
    """The files as they are sent."""
    texts = {name: data.decode() for name, data in files.items() if name.endswith((".js", ".css"))}
    others = {name: data for name, data in files.items() if name not in texts}
    return others | {name: text.encode() for name, text in bundle(texts).items()}


@get("/", include_in_schema=False, sync_to_thread=False)
def page(request: "Request[Any, Any, Any]") -> Response[bytes]:
    """The page, if the browser has not got it already."""
    found = client()
    tag = f'"{found.hash}"'
    headers = {"ETag": tag, "Cache-Control": ASK_AGAIN}
    if request.headers.get("if-none-match") == tag:
        return Response(b"", status_code=304, headers=headers, media_type="text/html")
    if INDEX not in found.files:
        raise NotFoundException("the page is not here")
    text = found.files[INDEX].replace(f"/client/{PLACE}/".encode(), f"/client/{found.hash}/".encode())
    return Response(text, headers=headers, media_type="text/html")


@get("/client/{hash:str}/{path:path}", include_in_schema=False, sync_to_thread=False)
def client_file(hash: FromPath[str], path: FromPath[Path], request: "Request[Any, Any, Any]") -> Response[bytes]:
    """A file of the page. One that was asked for under the name of other contents may not be kept."""
    # Whoever has the page has its files looked at already
    found, name = _known[1] if hash == _known[1].hash else client(), path.as_posix().lstrip("/")
    if name not in found.files or name == INDEX:
        raise NotFoundException(f"there is no file {name!r:.60} here")
    headers = {"Cache-Control": FOR_EVER if hash == found.hash else "no-store", "Vary": "Accept-Encoding"}
    data = found.files[name]
    if "gzip" in request.headers.get("accept-encoding", ""):
        data, headers["Content-Encoding"] = found.packed[name], "gzip"
    kind = TYPES.get(Path(name).suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    return Response(data, headers=headers, media_type=kind)
