"""Puts compiled code into the wheel, where the variable LUDARIUM_SHIPPED names the folder that tools/ship.py has made.

Without it, as when pip builds a wheel, the wheel has none: pip's environment for building lacks numba.
"""

import os
import platform
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PLACE = "ludarium/engine/native/shipped"
# The code links nothing, so any Linux of this processor will do; this is the oldest that numba is for
TAG = f"py3-none-manylinux_2_17_{os.environ.get('LUDARIUM_MACHINE') or platform.machine()}"


class WheelHook(BuildHookInterface[Any]):
    """Called by hatchling before it builds a wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        folder = os.environ.get("LUDARIUM_SHIPPED")
        files = sorted(Path(self.root, folder).glob("*.code")) if folder and version == "standard" else []
        if files:
            build_data["force_include"] |= {str(file): f"{PLACE}/{file.name}" for file in files}
            build_data |= {"pure_python": False, "tag": TAG}
