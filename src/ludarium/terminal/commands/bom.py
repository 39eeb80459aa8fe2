"""A bill of materials: the packages that are installed beside Ludarium, as CycloneDX in JSON.

Written by hand: the format is a list with names, and the libraries that write it would be a dozen more packages on the
bill.
"""

import hashlib
import json
import re
import uuid
from collections.abc import Iterable
from datetime import UTC, datetime
from importlib.metadata import Distribution, distributions
from typing import Any

from ... import __version__

FORMAT, VERSION = "CycloneDX", "1.5"
OWN = "ludarium"
ALGORITHMS = {"sha256": "SHA-256", "sha384": "SHA-384", "sha512": "SHA-512"}
LICENCE = "License :: "  # the beginning of the classifiers that name licences


def bill(found: Iterable[Distribution] | None = None) -> dict[str, Any]:
    """The bill of the packages that this Python can import."""
    packages = {_name(each): each for each in (distributions() if found is None else found)}
    own = packages.pop(OWN, None)
    component = _component(own) if own else {"type": "application", "name": OWN, "version": __version__}
    return {
        "bomFormat": FORMAT,
        "specVersion": VERSION,
        "serialNumber": f"urn:uuid:{uuid.uuid4()}",
        "version": 1,
        "metadata": {
            "timestamp": datetime.now(UTC).isoformat(timespec="seconds"),
            "component": component | {"type": "application"},
        },
        "components": [_component(packages[name]) for name in sorted(packages)],
    }


def _component(package: Distribution) -> dict[str, Any]:
    name = _name(package)
    purl = f"pkg:pypi/{name}@{package.version}"
    made: dict[str, Any] = {
        "type": "library",
        "bom-ref": purl,
        "name": name,
        "version": package.version,
        "purl": purl,
    }
    if summary := _field(package, "Summary"):
        made["description"] = summary
    if licences := _licences(package):
        made["licenses"] = licences
    if hashes := _hashes(package):
        made["hashes"] = hashes
    if record := package.read_text("RECORD"):
        # The record holds the hashes of all installed files
        made["properties"] = [{"name": "ludarium:record-sha256", "value": hashlib.sha256(record.encode()).hexdigest()}]
    return made


def _name(package: Distribution) -> str:
    """The name of a package as an index normalizes it."""
    return re.sub(r"[-_.]+", "-", package.metadata["Name"]).lower()


def _field(package: Distribution, name: str) -> str:
    return package.metadata[name].strip() if name in package.metadata else ""


def _licences(package: Distribution) -> list[dict[str, Any]]:
    """What a package says about its licence: an expression, else classifiers, else a line of text."""
    if expression := _field(package, "License-Expression"):
        return [{"expression": expression}]
    classifiers = package.metadata.get_all("Classifier") or []
    names = [line.rpartition(" :: ")[2] for line in classifiers if line.startswith(LICENCE)]
    text = _field(package, "License")
    return [{"license": {"name": name}} for name in names or [text.partition("\n")[0][:200]] if name]


def _hashes(package: Distribution) -> list[dict[str, str]]:
    """The hashes of the file that a package was installed from, if pip has noted them."""
    try:
        noted = json.loads(package.read_text("direct_url.json") or "{}")["archive_info"]["hashes"]
    except (ValueError, KeyError, TypeError):
        return []
    return [{"alg": ALGORITHMS[name], "content": value} for name, value in noted.items() if name in ALGORITHMS]
