"""The pages' files as they are sent: smaller than their sources, and the same to a browser."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import httpx
from dicehost.web.bundles import bundles, packed
from dicehost.web.offline import worker
from dicehost.web.packed import TYPES, Packed, PageFiles, pack, strip_script, strip_style
from dicehost.web.pages import PAGES
from playwright._impl._driver import compute_driver_executable
from starlette.applications import Starlette
from starlette.routing import Mount

FILES = sorted(file for file in PAGES.rglob("*") if file.suffix in TYPES)
MOST = 160_000
"""Bytes of all pages in one language, each file as it is sent; no device ever loads another one."""
MOST_FOR_OWNERS = 21_000
"""Bytes of the pages that take the owner's key: towers, home, overlay, past nights, fairness."""
OWNERS = ("events", "fairness", "history", "home", "overlay", "tower", "tower-choice", "trust")
MOST_FOR_THE_ROOM = 12_500
"""Bytes of the page of a whole room: a venue's television and its organiser open it, no player."""
ROOM = ("room", "organise", "notice")
_PIECE = re.compile(
    r"""//[^\n]*|/\*.*?\*/|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|[`{}]""", re.DOTALL
)
_CHUNK = re.compile(r"((?:[^`\\$]|\\.|\$(?!\{))*)(`|\$\{)", re.DOTALL)


def texts(script: str) -> list[str]:
    """Everything that a script says: its strings, and the words of its templates, nested or not."""
    found, around, at = list[str](), list[str](), 0
    while piece := _PIECE.search(script, at):
        token, at = piece[0], piece.end()
        if token[0] in "\"'":
            found.append(token)
        elif token == "{":
            around.append("{")
        elif token == "}" and around and around.pop() == "{":
            continue
        elif token in "`}":
            words = _CHUNK.match(script, at)
            assert words is not None
            found.append(words[1])
            at = words.end()
            if words[2] == "${":
                around.append("`")
    return found


def client(strip: bool = True) -> httpx.AsyncClient:
    app = Starlette(routes=[Mount("/static", PageFiles(PAGES, strip))])
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost")


def test_all_pages_together_are_small() -> None:
    sent = {path: scripts(path) for path in bundles(PAGES).loaded} | {
        file.relative_to(PAGES).as_posix(): pack(file, 0, strip=True)
        for file in FILES
        if packed(PAGES, file.relative_to(PAGES).as_posix()) is None
        and not file.name.endswith(".de.js")
    }
    assert len(sent) > 60
    sizes = {name: len(one.zipped) for name, one in sent.items()}
    owners, room = (
        {name: sizes.pop(name) for name in list(sizes) if Path(name).name.split(".")[0] in apart}
        for apart in (OWNERS, ROOM)
    )
    assert 0 < sum(room.values()) <= MOST_FOR_THE_ROOM, room
    assert sum(sizes.values()) <= MOST, sorted(sizes.items(), key=lambda one: -one[1])[:10]
    assert 0 < sum(owners.values()) <= MOST_FOR_OWNERS, owners


def scripts(path: str) -> Packed:
    made = packed(PAGES, path)
    assert made is not None, path
    return made


def test_a_stripped_script_says_everything_that_its_source_says() -> None:
    # Also in a template inside a template, which the library takes for code.
    said = 0
    for file in FILES:
        if file.suffix == ".js":
            source = file.read_text(encoding="utf-8")
            assert texts(strip_script(source)) == texts(source), file.name
            said += len(texts(source))
    assert said > 3000


def test_what_looks_like_a_comment_in_a_text_stays() -> None:
    source = 'const a = "https://x"; /* gone */ const b = `y  // ${a} /* z */`; // gone'
    stripped = 'const a="https://x";const b=`y  // ${a} /* z */`;'
    assert strip_script(source) == stripped
    assert texts(source) == ['"https://x"', "y  // ", " /* z */"]


def test_every_module_can_be_read_without_its_comments(tmp_path: Path) -> None:
    node, _ = compute_driver_executable()
    for file in FILES:
        if file.suffix == ".js" and file.name != "worker.js":
            copy = tmp_path / file.relative_to(PAGES).with_suffix(".mjs")
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(strip_script(file.read_text(encoding="utf-8")))
    check = "for (const file of process.argv.slice(1)) new (require('vm').SourceTextModule)"
    check += "(require('fs').readFileSync(file, 'utf8'), { identifier: file })"
    scripts = [str(file) for file in sorted(tmp_path.rglob("*.mjs"))]
    assert len(scripts) > 90
    command = [node, "--experimental-vm-modules", "--no-warnings", "--eval", check, "--", *scripts]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


async def test_a_file_is_sent_compressed_once_and_then_only_confirmed() -> None:
    async with client() as browser:
        first = await browser.get("/static/lib/dom.js")
        assert first.headers["content-encoding"] == "gzip"
        assert first.headers["content-type"] == "text/javascript"
        assert first.headers["cache-control"] == "no-cache"
        assert "/**" not in first.text
        known = {"If-None-Match": first.headers["etag"]}
        again = await browser.get("/static/lib/dom.js", headers=known)
        assert (again.status_code, again.content) == (304, b"")
        plain = await browser.get("/static/lib/dom.js", headers={"Accept-Encoding": "identity"})
        assert "content-encoding" not in plain.headers
        assert plain.text == first.text
        assert (await browser.get("/static/fonts/fredoka-latin.woff2")).status_code == 200
        assert (await browser.get("/static/nowhere.js")).status_code == 404


async def test_who_works_on_the_pages_gets_them_as_they_lie_in_the_folder() -> None:
    async with client(strip=False) as browser:
        shown = (await browser.get("/static/lib/dom.js")).text
    assert shown == (PAGES / "lib" / "dom.js").read_text(encoding="utf-8")


def test_a_file_that_changed_is_packed_anew(tmp_path: Path) -> None:
    file = tmp_path / "a.css"
    file.write_text("a { color: red }")
    before = pack(file, 1, strip=True)
    file.write_text("a { color: blue }")
    assert pack(file, 2, strip=True).tag != before.tag
    assert strip_style("/* gone */ a { color: red; }") == "a{color:red}"


def test_the_worker_is_stripped_below_its_first_two_lines() -> None:
    first, second, rest = worker(PAGES).split("\n", 2)
    assert first.startswith("const VERSION")
    assert second.startswith("const SHELL")
    assert "/**" not in rest
