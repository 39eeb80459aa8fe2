"""The scripts of tools/, as modules."""

import importlib
import sys
from pathlib import Path
from types import ModuleType

TOOLS = str(Path(__file__).parents[2] / "tools")


def tool(name: str) -> ModuleType:
    """A script by its name, which finds those beside it, here and in processes that it starts."""
    if TOOLS not in sys.path:
        sys.path.append(TOOLS)
    return importlib.import_module(name)
