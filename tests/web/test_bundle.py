"""The page's files, bundled: what scripts and styles become, and what is refused."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from ludarium.web.http.bundle import BundleError, bundle
from ludarium.web.http.static import client, sources

FILES = {
    "main.js": 'import { double } from "./sums.js";\nimport {\n  name as called,\n  Thing,\n} from "./things.js";\n\n'
    'const own = await import("./games/one.js");\n'
    "console.log(JSON.stringify([double(2), called, new Thing().worth(), own.play()]));\n",
    "sums.js": "const two = 2;\n\nexport const double = (x) => two * x;\nexport async function later() {}\n",
    "things.js": 'import { double } from "./sums.js";\nimport "./other.js";\n\nexport const name = "thing";\n'
    "export class Thing {\n  worth() {\n    return double(21) + globalThis.other;\n  }\n}\n",
    "other.js": "const two = 100;\n\nglobalThis.other = two;\n",
    "games/one.js": 'import { Thing, name } from "../things.js";\n\n'
    "export function play() {\n  return `${name} ${new Thing().worth()}`;\n}\n",
    "page.css": '@import "one.css";\n@import "games/two.css";\n',
    "one.css": "a {\n}\n",
    "games/two.css": "b {\n}\n",
}


def test_scripts_do_the_same_when_they_are_bundled(tmp_path: Path) -> None:
    node = shutil.which("node")
    assert node, "the page's scripts are tested with node"
    bundled = bundle(FILES)
    for folder, files in ("apart", FILES), ("bundled", bundled):
        for name, text in {**files, "package.json": '{"type": "module"}'}.items():
            path = tmp_path / folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        printed = subprocess.run([node, "main.js"], cwd=tmp_path / folder, capture_output=True, text=True, check=True)
        assert json.loads(printed.stdout) == [4, "thing", 142, "thing 142"], folder


def test_what_nobody_imports_stays_a_file() -> None:
    bundled = bundle(FILES)
    assert sorted(bundled) == ["games/one.js", "main.js", "modules.js", "page.css"]
    assert bundled["page.css"] == "a {\n}\n\nb {\n}\n\n"
    assert bundled["modules.js"].index("// sums.js") < bundled["modules.js"].index("// things.js")


def test_files_that_need_nothing_are_left_as_they_are() -> None:
    assert bundle({"theme.js": "{\n}\n", "a.css": "b {}"}) == {"theme.js": "{\n}\n", "a.css": "b {}"}


@pytest.mark.parametrize(
    ("files", "sentence"),
    [
        ({"a.js": "export default 1;\n"}, "a.js says 'export default 1;', which is not a form"),
        ({"a.js": 'import * as b from "./b.js";\n', "b.js": ""}, "a.js says 'import [*] as b"),
        ({"a.js": 'import { b } from "./b.js";\n'}, "there is no module b.js"),
        (
            {
                "a.js": 'import { b } from "./b.js";\nexport const a = 1;\n',
                "b.js": 'import { a } from "./a.js";\nexport const b = 1;\n',
            },
            "modules import each other: [ab].js, [ab].js, [ab].js",
        ),
        ({"a.css": '@import "b.css";\n'}, "a.css includes b.css, which is not there"),
    ],
)
def test_what_cannot_be_bundled(files: dict[str, str], sentence: str) -> None:
    with pytest.raises(BundleError, match=sentence):
        bundle(files)


def test_the_page_is_few_files() -> None:
    sent = {name for name in client().files if name.endswith((".js", ".css"))}
    games = {name for name in sources() if name.startswith("games/") and name.endswith(".js")}
    assert sent == {"main.js", "modules.js", "core/theme.js", "page.css"} | games
    assert b"@import" not in client().files["page.css"]
