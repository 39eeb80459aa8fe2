"""The page's files as they are sent: its modules in one file and its styles in another, since each file that a browser
asks for costs it more than what is in it.

Nothing is built beforehand, and people read and write the files as they are. A module imports others by name, as in
`import { h } from "./dom.js";`, and exports functions, classes and constants where they stand. Sent, it is a function
that is called once, after those that it imports. What nobody imports stays a file of its own: the entrance of the page,
and what a game has for itself. A style that says `@import "board.css";` has that style in it.
"""

import posixpath
import re
from graphlib import CycleError, TopologicalSorter
from typing import NamedTuple

from ...contract.errors import LudariumError

MODULES = "modules.js"  # the file that all modules are in

_IMPORT = re.compile(r'^import (?:\{([^}]*)\} from )?"(\.\.?/[\w./-]+)";$', re.MULTILINE)
_EXPORT = re.compile(r"^export ((?:async )?function\*?|class|const) (\w+)", re.MULTILINE)
_ELSE = re.compile(r"^(?:import\b(?!\()|export\b).*", re.MULTILINE)
_STYLE = re.compile(r'^@import "([\w./-]+)";$', re.MULTILINE)


class CannotPack(LudariumError):
    """A file of the page is written otherwise than all others."""


class _Script(NamedTuple):
    """A script without the words that import and export."""

    text: str
    exported: str  # the names of what it exports, for between braces
    imported: list[str]  # the files that it needs


def pack(files: dict[str, str]) -> dict[str, str]:
    """All scripts and styles as they are sent, by name; what is in another file now is not among them."""
    scripts = {name: _script(name, text) for name, text in files.items() if name.endswith(".js")}
    modules = {each for script in scripts.values() for each in script.imported}
    if missing := modules - set(scripts):
        raise CannotPack(f"there is no module {min(missing)}")
    packed = {name: _alone(name, script) for name, script in scripts.items() if name not in modules}
    if modules:
        packed[MODULES] = _together({name: scripts[name] for name in sorted(modules)})
    styles = {name: text for name, text in files.items() if name.endswith(".css")}
    included = {name for text in styles.values() for name in _STYLE.findall(text)}
    return packed | {name: _style(name, styles) for name in styles if name not in included}


def _identifier(module: str) -> str:
    return "$" + re.sub(r"\W", "_", module.removesuffix(".js"))


def _script(name: str, text: str) -> _Script:
    imported: list[str] = []

    def taken(found: re.Match[str]) -> str:
        """`import { a, b as c } from "./module.js";` as `const { a, b: c } = $module;`."""
        imported.append(posixpath.normpath(posixpath.join(posixpath.dirname(name), found[2])))
        names = (found[1] or "").replace(" as ", ": ")
        return f"const {{{names}}} = {_identifier(imported[-1])};" if names else ""

    text = _IMPORT.sub(taken, text)
    exported = ", ".join(found[1] for found in _EXPORT.findall(text))
    text = _EXPORT.sub(r"\1 \2", text)
    if found := _ELSE.search(text):
        raise CannotPack(f"{name} says {found[0]!r:.60}, which is neither of the ways to import and export here")
    return _Script(text, exported, imported)


def _alone(name: str, script: _Script) -> str:
    """A script that stays a file of its own."""
    text = script.text
    if script.imported:
        depth = name.count("/")
        names = ", ".join(dict.fromkeys(map(_identifier, script.imported)))
        text = f'import {{ {names} }} from "{"../" * depth or "./"}{MODULES}";\n{text}'
    return text + f"export {{ {script.exported} }};\n" if script.exported else text


def _together(modules: dict[str, _Script]) -> str:
    order = TopologicalSorter({name: script.imported for name, script in modules.items()})
    try:
        names = list(order.static_order())
    except CycleError as error:
        raise CannotPack(f"modules import each other: {', '.join(error.args[1])}") from None
    parts = [
        f"// {name}\nconst {_identifier(name)} = (() => {{\n{text}return {{ {exported} }};\n}})();\n"
        for name, (text, exported, _) in ((name, modules[name]) for name in names)
    ]
    return "\n".join([*parts, f"export {{ {', '.join(map(_identifier, names))} }};\n"])


def _style(name: str, styles: dict[str, str]) -> str:
    def included(found: re.Match[str]) -> str:
        if found[1] not in styles:
            raise CannotPack(f"{name} includes {found[1]}, which is not there")
        return _style(found[1], styles)

    return _STYLE.sub(included, styles[name])
