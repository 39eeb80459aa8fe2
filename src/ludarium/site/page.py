"""The page of the site: the client's files as a server would send them, with addresses that hold at any place."""

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ..contract.errors import BadGame
from ..contract.kind import Kind
from ..web.http.static import HASH, HEADERS, INDEX, LOST, bundled, page_problems, sources

STATIC = Path(__file__).parent / "static"
# Modules of the client that are others in the site: the one that carries messages reaches a Worker, not a server
REPLACED = {"server/transport.js": STATIC / "transport.js"}
BESIDE = (
    "database.js",
    "mind.js",
    "register.js",
    "runtime.js",
    "worker.js",
)  # no part of the bundle
COMMENT = re.compile(rb"^[ ]*(?:/\*\*(?:(?!\*/).)*\*/|//[^\n]*)\n", re.MULTILINE | re.DOTALL)
STYLE_COMMENT, STYLE_SPACE = re.compile(rb"/\*.*?\*/", re.DOTALL), re.compile(rb"\n\s+")
ICONS = "icon.svg", "icon-192.png", "icon-512.png"
MANIFEST, SERVICE_WORKER = "manifest.webmanifest", "service_worker.js"
THEME, PAPER = "#2f6f8f", "#f6efdd"


def client_files(kinds: Sequence[Kind]) -> dict[str, bytes]:
    """The client's files for some games, without the page itself."""
    chosen = {kind.id for kind in kinds}
    if wrong := [
        problem for problem in page_problems() if any(problem.startswith(f"{kind.folder}: ") for kind in kinds)
    ]:
        raise BadGame("; ".join(wrong))
    contents = {}
    for name, path in sources().items():
        folder, _, rest = name.partition("/")
        if name not in (INDEX, LOST) and (folder != "games" or rest.partition("/")[0] in chosen):
            data = REPLACED.get(name, path).read_bytes()
            contents[name] = data if folder == "games" else _smaller(name, data)
    return bundled(contents) | {name: _uncommented((STATIC / name).read_bytes()) for name in BESIDE}


def _smaller(name: str, data: bytes) -> bytes:
    """A file of the house without what only its readers need."""
    if name.endswith(".css"):
        return STYLE_SPACE.sub(b"\n", STYLE_COMMENT.sub(b"", data))
    return _uncommented(data) if name.endswith(".js") else data


def _uncommented(script: bytes) -> bytes:
    """A script of the house without the comments that have lines of their own: a quarter of it."""
    return COMMENT.sub(b"", script)


def page(folder: str) -> bytes:
    """The page, which finds its files in a folder beside it."""
    text = sources()[INDEX].read_text(encoding="utf-8")
    text = re.sub(r'^ *<link rel="preload" href="/api/[^\n]*\n', "", text, flags=re.MULTILINE)
    text = text.replace(f"/client/{HASH}/", f"{folder}/")
    head = [
        f'<meta http-equiv="Content-Security-Policy" content="{policy()}" />',
        '<meta name="referrer" content="no-referrer" />',
        f'<meta name="theme-color" content="{THEME}" />',
        f'<link rel="manifest" href="{MANIFEST}" />',
        f'<script type="module" src="{folder}/register.js"></script>',
    ]
    charset = '<meta charset="utf-8" />\n'
    return text.replace(charset, charset + "".join(f"    {line}\n" for line in head), 1).encode()


def policy() -> str:
    """What the page may load: its own files alone."""
    rules = dict(rule.strip().split(" ", 1) for rule in HEADERS["Content-Security-Policy"].split(";"))
    del rules["frame-ancestors"]  # which browsers take from a header alone
    rules["script-src"] += " 'wasm-unsafe-eval'"
    rules |= {"worker-src": "'self'", "manifest-src": "'self'"}
    return "; ".join(f"{name} {what}" for name, what in rules.items())


def manifest(kinds: Sequence[Kind]) -> bytes:
    """What a browser shows when it installs the site."""
    name = kinds[0].title if len(kinds) == 1 else "Ludarium"
    icons: list[dict[str, Any]] = [
        {"src": "icon.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any maskable"}
    ]
    icons += [
        {"src": f"icon-{size}.png", "sizes": f"{size}x{size}", "type": "image/png", "purpose": "any maskable"}
        for size in (192, 512)
    ]
    told = {
        "name": name,
        "short_name": name,
        "description": "Abstract board games: " + ", ".join(kind.title for kind in kinds),
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "theme_color": THEME,
        "background_color": PAPER,
        "icons": icons,
    }
    return json.dumps(told, indent=2, ensure_ascii=False).encode() + b"\n"


def service_worker(files: Mapping[str, bytes]) -> bytes:
    """The service worker for some files."""
    hashes = {path: hashlib.sha256(data).hexdigest() for path, data in sorted(files.items())}
    text = (STATIC / SERVICE_WORKER).read_text(encoding="utf-8")
    for line, value in ("const FILES = {};", hashes), ('const VERSION = "";', digest(files)):
        assert text.count(line) == 1
        name = line.partition(" = ")[0]
        text = text.replace(line, f"{name} = {json.dumps(value, indent=2)};")
    return text.encode()


def digest(files: Mapping[str, bytes]) -> str:
    """One short hash of files and their paths."""
    whole = hashlib.sha256()
    for path, data in sorted(files.items()):
        whole.update(path.encode() + b"\0" + hashlib.sha256(data).digest())
    return whole.hexdigest()[:16]
