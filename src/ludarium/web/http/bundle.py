"""Bundles the page's files when they are served: all modules into one script and all styles into one sheet.

Each file costs a browser a request, which takes longer than reading what is in it. The sources stay as they are and no
build step runs: `pip install` is the whole install. The bundler therefore knows only the forms that the page uses:

    import { a, b as c } from "./module.js";    import "./module.js";    import(url)
    export { a, b } from "./module.js";         export function, class or const, where it is declared
    @import "board/board.css";                  in a style, by the path from the root of the page

A bundled module becomes a function that is called once, after the modules that it imports; `import.meta.url` keeps the
address that the module would have as a file. Modules that no other module imports stay files of their own: the entry
point of the page, and the page module of each game.
"""

import posixpath
import re
from graphlib import CycleError, TopologicalSorter
from typing import NamedTuple

from ...contract.errors import LudariumError
from ...contract.quotation import quoted

MODULES = "modules.js"  # the script that holds all imported modules

_PATH = r'"(\.\.?/[\w./-]+)";$'
_IMPORT = re.compile(rf"^import (?:\{{([^}}]*)\}} from )?{_PATH}", re.MULTILINE)
_REEXPORT = re.compile(rf"^export \{{([^}}]*)\}} from {_PATH}", re.MULTILINE)
_EXPORT = re.compile(r"^export ((?:async )?function\*?|class|const) (\w+)", re.MULTILINE)
_UNKNOWN = re.compile(r"^(?:import\b(?!\()|export\b).*", re.MULTILINE)
_STYLE = re.compile(r'^@import "([\w./-]+)";$', re.MULTILINE)


class BundleError(LudariumError):
    """A file of the page is written in a form that the bundler does not understand."""


class _Script(NamedTuple):
    """A script with its import and export statements taken out."""

    text: str
    exported: str  # the names that it exports, separated by commas
    imported: list[str]  # the paths of the modules that it needs


def bundle(files: dict[str, str]) -> dict[str, str]:
    """All scripts and styles as they are sent, by path; files that became part of another one are left out."""
    scripts = {name: _parse(name, text) for name, text in files.items() if name.endswith(".js")}
    modules = {each for script in scripts.values() for each in script.imported}
    if missing := modules - set(scripts):
        raise BundleError(f"there is no module {min(missing)}")
    bundled = {name: _entry(name, script) for name, script in scripts.items() if name not in modules}
    if modules:
        bundled[MODULES] = _modules({name: scripts[name] for name in sorted(modules)})
    styles = {name: text for name, text in files.items() if name.endswith(".css")}
    included = {name for text in styles.values() for name in _STYLE.findall(text)}
    return bundled | {name: _style(name, styles) for name in styles if name not in included}


def _identifier(module: str) -> str:
    return "$" + re.sub(r"\W", "_", module.removesuffix(".js"))


def _parse(name: str, text: str) -> _Script:
    imported: list[str] = []
    reexported: list[str] = []

    def taken(found: re.Match[str]) -> str:
        """`import { a, b as c } from "./module.js";` as `const { a, b: c } = $module;`."""
        imported.append(posixpath.normpath(posixpath.join(posixpath.dirname(name), found[2])))
        names = (found[1] or "").replace(" as ", ": ")
        return f"const {{{names}}} = {_identifier(imported[-1])};" if names else ""

    def passed_on(found: re.Match[str]) -> str:
        reexported.extend(filter(None, (each.strip() for each in found[1].split(","))))
        return taken(found)

    text = _REEXPORT.sub(passed_on, _IMPORT.sub(taken, text))
    exported = ", ".join([*(found[1] for found in _EXPORT.findall(text)), *reexported])
    text = _EXPORT.sub(r"\1 \2", text)
    if found := _UNKNOWN.search(text):
        raise BundleError(f"{name} says {quoted(found[0])}, which is not a form that the bundler understands")
    return _Script(text, exported, imported)


def _entry(name: str, script: _Script) -> str:
    """A script that stays a file of its own."""
    text = script.text
    if script.imported:
        depth = name.count("/")
        names = ", ".join(dict.fromkeys(map(_identifier, script.imported)))
        text = f'import {{ {names} }} from "{"../" * depth or "./"}{MODULES}";\n{text}'
    return text + f"export {{ {script.exported} }};\n" if script.exported else text


def _modules(modules: dict[str, _Script]) -> str:
    order = TopologicalSorter({name: script.imported for name, script in modules.items()})
    try:
        names = list(order.static_order())
    except CycleError as error:
        raise BundleError(f"modules import each other: {', '.join(error.args[1])}") from None
    parts = [_module(name, modules[name]) for name in names]
    return "\n".join([*parts, f"export {{ {', '.join(map(_identifier, names))} }};\n"])


def _module(name: str, script: _Script) -> str:
    text = script.text.replace("import.meta.url", f'new URL("{name}", import.meta.url).href')
    return f"// {name}\nconst {_identifier(name)} = (() => {{\n{text}return {{ {script.exported} }};\n}})();\n"


def _style(name: str, styles: dict[str, str]) -> str:
    def included(found: re.Match[str]) -> str:
        if found[1] not in styles:
            raise BundleError(f"{name} includes {found[1]}, which is not there")
        return _style(found[1], styles)

    return _STYLE.sub(included, styles[name])
