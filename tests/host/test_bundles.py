"""Scripts that are sent together: every module once, and only what a bundle can do."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from dicehost.web.bundles import SHARED, Bundles, bundles, read
from dicehost.web.pages import PAGES
from playwright._impl._driver import compute_driver_executable

MODULES = [
    path.relative_to(PAGES).as_posix()
    for path in sorted(PAGES.rglob("*.js"))
    if path.parent.name != "words" and path.name != "worker.js"
]
FIRST_LINE = re.compile(r"^(?:async )?function \w+\([^\n]*", re.MULTILINE)
LINK = """
const { SourceTextModule } = require("vm");
const { readFileSync } = require("fs");
const known = new Map();
const root = process.argv[1];
function make(path) {
  if (!known.has(path)) {
    const text = readFileSync(`${root}/${path}`, "utf8");
    known.set(path, new SourceTextModule(text, { identifier: path }));
  }
  return known.get(path);
}
(async () => {
  for (const path of process.argv.slice(2)) {
    const module = make(path);
    if (module.status === "unlinked") {
      await module.link((address) => make(address.replace("/static/", "")));
    }
  }
})().catch((error) => { console.error(error); process.exit(1); });
"""


def test_every_module_is_in_exactly_one_of_the_files_that_pages_load() -> None:
    served = bundles(PAGES)
    texts = {path: served.text(path) or "" for path in served.loaded}
    looked = 0
    for path in MODULES:
        source = (PAGES / path).read_text(encoding="utf-8")
        inside = FIRST_LINE.findall(source.replace("export default ", "").replace("export ", ""))
        if inside:
            looked += 1
            found = [name for name, text in texts.items() if all(line in text for line in inside)]
            assert len(found) == 1, (path, found)
    assert looked > 80


def test_every_file_can_be_linked_with_those_it_names(tmp_path: Path) -> None:
    # A name that no file gives, or a mistake in what was put together, is found here.
    served = bundles(PAGES)
    for path in {*served.loaded, *MODULES}:
        file = tmp_path / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(served.text(path) or "", encoding="utf-8")
    node, _ = compute_driver_executable()
    command = [node, "--experimental-vm-modules", "--no-warnings", "--eval", LINK, "--"]
    done = subprocess.run(
        [*command, str(tmp_path), *served.loaded, *MODULES],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_a_page_loads_no_other_pages_script() -> None:
    served = bundles(PAGES)
    for path in served.loaded:
        named = re.findall(r'from"/static/([^"]+)"', served.text(path) or "")
        assert all(name.startswith(SHARED) for name in named), (path, named)


@pytest.mark.parametrize(
    "source",
    [
        "export let count = 0;\n",
        'import thing from "./b.js";\n',
        'import * as all from "./b.js";\n',
        'export { a } from "./b.js";\n',
    ],
)
def test_what_a_bundle_cannot_do_is_refused_with_its_place(source: str) -> None:
    with pytest.raises(ValueError, match=r"^lib/a\.js: .* but found: (import|export)"):
        read("lib/a.js", source)


def test_modules_that_need_each_other_are_refused(tmp_path: Path) -> None:
    for name, other in (("entry/a.js", "b.js"), ("entry/b.js", "a.js")):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(f'import {{ x }} from "./{other}";\nexport const y = x;\n')
    with pytest.raises(
        ValueError, match=r"need each other: entry/a\.js → entry/b\.js → entry/a\.js"
    ):
        Bundles(tmp_path)


def test_a_module_keeps_its_own_names_and_gets_those_it_takes(tmp_path: Path) -> None:
    (tmp_path / "entry").mkdir()
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "a.js").write_text("const x = 1;\nexport function give() { return x; }\n")
    (tmp_path / "entry" / "p.js").write_text(
        'import { give as take } from "../lib/a.js";\nconst x = 2;\nawait take(x);\n'
    )
    made = Bundles(tmp_path).text("entry/p.js")
    assert made is not None
    assert made.splitlines() == [
        "const $1=(()=>{const x = 1;",
        "function give() { return x; }",
        "",
        "return{give};})();",
        "const {give:take}=$1;",
        "const x = 2;",
        "await take(x);",
    ]
