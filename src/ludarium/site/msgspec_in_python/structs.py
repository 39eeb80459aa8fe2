"""Functions of structs."""

from typing import TypeVar

from .struct_class import Struct

S = TypeVar("S", bound=Struct)


def replace(struct: S, /, **changes: object) -> S:
    """A struct with some fields changed."""
    kind = type(struct)
    for name in changes:
        if name not in kind.__struct_fields__:
            raise TypeError(f"`{kind.__name__}` has no field {name!r}")
    return kind(**{name: getattr(struct, name) for name in kind.__struct_fields__} | changes)
