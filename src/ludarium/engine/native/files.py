"""Where images are: shipped with the package, or compiled on this machine and kept in the cache."""

import hashlib
import os
from collections.abc import Iterator
from functools import cache as cache_results
from importlib.util import find_spec
from pathlib import Path

from ...contract.kind import Kind
from .. import cache
from . import cpu
from .image import Image
from .unit import ALL


def key_of(kind: Kind, typecode: str, unit: str, level: str) -> str:
    """What an image is made of, and for: it may be run only where this is the same."""
    is_checked = kind.is_outside or os.environ.get("NUMBA_BOUNDSCHECK")
    checks = "with bounds checks" if is_checked else "without checks"
    return f"{kind.id} {typecode} {unit} {level} {checks} {cache.digest(kind)} {_digest_of(unit)}"


@cache_results
def _digest_of(unit: str) -> str:
    """A hash of a unit's own source, where it belongs neither to the engine nor to the game."""
    if unit == ALL or unit.startswith(__name__.partition(".")[0] + "."):
        return "-"
    found = find_spec(unit)
    return hashlib.sha256(Path(str(found and found.origin)).read_bytes()).hexdigest()


def shipped(kind: Kind, typecode: str, level: str) -> Path:
    """The file in the package, which has all units."""
    return Path(__file__).parent / "shipped" / f"{kind.id}-{typecode}-{level}.code"


def find(kind: Kind, typecode: str, unit: str) -> Image | None:
    """An image with a unit, if it was compiled before."""
    for level in cpu.levels():
        for file, key in _places(kind, typecode, unit, level):
            content = cache.read(file)
            image = Image.from_bytes(content, key) if content else None
            if image and image.has(unit):
                return image
    return None


def _places(kind: Kind, typecode: str, unit: str, level: str) -> Iterator[tuple[Path, str]]:
    """The files in which a unit may be, with their keys; one after the other, since each takes a while to name."""
    whole = key_of(kind, typecode, ALL, level)
    yield shipped(kind, typecode, level), whole
    yield cached(whole), whole
    alone = key_of(kind, typecode, unit, level)
    yield cached(alone), alone


def cached(key: str) -> Path:
    """The file in the cache. Another version of numba may compile better, or work round an error of the last."""
    made_by = f"{key} {_version('numba')} {_version('llvmlite')}"
    return cache.folder() / f"{key.split()[0]}-{hashlib.sha256(made_by.encode()).hexdigest()[:24]}.code"


@cache_results
def _version(package: str) -> str:
    """The name and version of a package, as the folder beside it has them: to read more takes longer than to begin."""
    found = find_spec(package)
    places = Path(str(found.origin)).parents[1].glob(f"{package}-*.dist-info") if found else ()
    if name := next((place.stem for place in places), ""):
        return name
    from importlib.metadata import version

    return f"{package}-{version(package)}"
