"""Classes of messages: their fields, and functions generated for each class when it is first used.

Most classes of a program are not used in one run, so a class costs little until then.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, NoReturn

REQUIRED: Any = object()  # the default of a field that has none
OPTIONS = {"frozen", "kw_only", "omit_defaults", "forbid_unknown_fields", "tag", "tag_field"}


class Factory(NamedTuple):
    """A default that is made anew for each struct."""

    make: Callable[[], Any]


class Config(NamedTuple):
    """The options of a class, with those of its base."""

    frozen: bool
    omit_defaults: bool
    forbid_unknown_fields: bool
    tag: str | None
    tag_field: str | None


class StructMeta(type):
    """The class of struct classes."""

    __struct_fields__: tuple[str, ...]
    __struct_config__: Config
    __struct_options__: dict[str, Any]  # as they were given to the class and its bases
    __struct_defaults__: dict[str, Any]  # of all fields, REQUIRED where there is none
    __struct_keywords__: frozenset[str]  # the fields that are only given by name

    def __new__(mcls, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **options: Any) -> "StructMeta":
        _check_options(name, bases, options)
        base = bases[0] if bases else None
        inherited = base.__struct_options__ if isinstance(base, StructMeta) else {}
        merged = inherited | {option: value for option, value in options.items() if option != "kw_only"}
        config = _config(name, merged)
        defaults, keywords = _fields(name, base, namespace, bool(options.get("kw_only")))
        old = base.__struct_defaults__ if isinstance(base, StructMeta) else {}
        namespace |= {
            "__slots__": tuple(field for field in defaults if field not in old),
            "__struct_fields__": tuple(defaults),
            "__struct_config__": config,
            "__struct_options__": merged,
            "__struct_defaults__": defaults,
            "__struct_keywords__": keywords,
            "__match_args__": tuple(field for field in defaults if field not in keywords),
            "__init__": _first_init,
            "__struct_object__": _first_object,
        }
        if config.frozen:
            namespace |= {"__setattr__": _refuse, "__delattr__": _refuse, "__hash__": _hash}
        return super().__new__(mcls, name, bases, namespace)


def _check_options(name: str, bases: tuple[type, ...], options: dict[str, Any]) -> None:
    for option in options:
        if option not in OPTIONS:
            raise TypeError(f"{name}: the option {option!r} is not supported by msgspec in plain Python")
    if len(bases) > 1:
        raise TypeError(f"{name}: several bases are not supported by msgspec in plain Python")
    if not isinstance(options.get("tag", ""), str) or not isinstance(options.get("tag_field", ""), str):
        raise TypeError(f"{name}: only texts are supported as tags by msgspec in plain Python")


def _config(name: str, options: dict[str, Any]) -> Config:
    """A class with a tag field and no tag has its name as a tag, which its subclasses do not inherit."""
    tag_field = options.get("tag_field", "type" if "tag" in options else None)
    return Config(
        bool(options.get("frozen")),
        bool(options.get("omit_defaults")),
        bool(options.get("forbid_unknown_fields")),
        options.get("tag", name) if tag_field else None,
        tag_field,
    )


def _fields(
    name: str, base: type | None, namespace: dict[str, Any], kw_only: bool
) -> tuple[dict[str, Any], frozenset[str]]:
    """The defaults of all fields in their order, those given only by name last; and which these are."""
    ordered: dict[str, Any] = {}
    named: dict[str, Any] = {}
    if isinstance(base, StructMeta):
        for field, default in base.__struct_defaults__.items():
            (named if field in base.__struct_keywords__ else ordered)[field] = default
    for field in _annotated(namespace):
        (ordered if kw_only else named).pop(field, None)
        (named if kw_only else ordered)[field] = _default(namespace.pop(field, REQUIRED))
    optional = False
    for field, default in ordered.items():
        if optional and default is REQUIRED:
            raise TypeError(f"{name}: required field {field!r} cannot follow optional fields without `kw_only=True`")
        optional = default is not REQUIRED
    return ordered | named, frozenset(named)


def _annotated(namespace: dict[str, Any]) -> list[str]:
    """The names that a class body annotates. From Python 3.14 on, it has a function that evaluates its annotations."""
    if "__annotate_func__" in namespace:
        return list(namespace["__annotate_func__"](1))
    return list(namespace.get("__annotations__", ()))


def _default(given: Any) -> Any:
    if isinstance(given, dict | list | set):
        if given:
            raise TypeError(f"a default that is not empty and can change needs a default_factory: {given}")
        return Factory(type(given))
    return given


def _values(struct: Any) -> list[Any]:
    return [getattr(struct, name) for name in struct.__struct_fields__]


def _hash(self: Any) -> int:
    return hash((type(self), *_values(self)))


def _refuse(self: object, *_: object) -> NoReturn:
    raise AttributeError(f"immutable type: {type(self).__name__!r}")


def _first_init(self: Any, *given: Any, **named: Any) -> None:
    """Stands for `__init__` until the first struct of a class is made."""
    cls: Any = type(self)
    cls.__init__ = _init_of(cls)
    cls.__init__(self, *given, **named)


def _init_of(cls: StructMeta) -> Any:
    """The function `__init__`. A frozen struct refuses assignments, so it sets fields by their slots."""
    names: dict[str, Any] = {"required": REQUIRED}
    parameters, lines = ["self"], []
    for number, (field, default) in enumerate(cls.__struct_defaults__.items()):
        if field in cls.__struct_keywords__ and "*" not in parameters:
            parameters.append("*")
        parameters.append(field if default is REQUIRED else f"{field}=default{number}")
        if isinstance(default, Factory):
            names |= {f"default{number}": REQUIRED, f"make{number}": default.make}
            lines.append(f"if {field} is required: {field} = make{number}()")
        else:
            names[f"default{number}"] = default
        names[f"set{number}"] = getattr(cls, field).__set__
        lines.append(f"set{number}(self, {field})")
    return _generated("__init__", parameters, [*lines, "return None"], names)


def _first_object(self: Any) -> Any:
    """Stands for `__struct_object__` until the first struct of a class is written."""
    cls: Any = type(self)
    cls.__struct_object__ = _object_of(cls)
    return cls.__struct_object__(self)


def _object_of(cls: StructMeta) -> Any:
    """The function that gives a struct as a dictionary: the tag, then the fields. Defaults are known by identity."""
    config, names = cls.__struct_config__, dict[str, Any]()
    entries = [f"{config.tag_field!r}: {config.tag!r}"] if config.tag_field else []
    if not config.omit_defaults:
        entries += [f"{field!r}: self.{field}" for field in cls.__struct_fields__]
        return _generated("__struct_object__", ["self"], [f"return {{{', '.join(entries)}}}"], names)
    lines = [f"found = {{{', '.join(entries)}}}"]
    for number, (field, default) in enumerate(cls.__struct_defaults__.items()):
        names[f"default{number}"] = default
        lines.append(f"value = self.{field}")
        if not isinstance(default, Factory):
            condition = f"value is not default{number}"
        elif default.make in (dict, list, set):
            names[f"default{number}"] = default.make
            condition = f"value or type(value) is not default{number}"
        else:
            condition = "True"
        lines.append(f"if {condition}: found[{field!r}] = value")
    return _generated("__struct_object__", ["self"], [*lines, "return found"], names)


def _generated(name: str, parameters: list[str], lines: list[str], names: dict[str, Any]) -> Any:
    body = "\n    ".join(lines)
    exec(f"def {name}({', '.join(parameters)}):\n    {body}\n", names)
    return names[name]


class Struct(metaclass=StructMeta):
    """A message: fields with types, which JSON is read into and written from."""

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and _values(self) == _values(other)

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in type(self).__struct_fields__)
        return f"{type(self).__name__}({shown})"
