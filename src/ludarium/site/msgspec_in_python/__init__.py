"""The part of msgspec that the house uses, in plain Python; the static site has it under the name `msgspec`.

Options and types that the house does not use are refused with a TypeError.
"""

from typing import Any

from .errors import DecodeError, MsgspecError, ValidationError
from .raw import Raw
from .readers import Meta, convert
from .struct_class import Factory, Struct

__all__ = ["DecodeError", "Meta", "MsgspecError", "Raw", "Struct", "ValidationError", "convert", "field"]


def field(*, default_factory: Any) -> Any:
    """A field whose default is made anew for each struct."""
    return Factory(default_factory)
