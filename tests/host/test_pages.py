"""The pages' files fit together, and fit what the host sends."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from dicehost.web import page_types
from dicehost.web.bundles import bundles
from dicehost.web.pages import PAGES
from playwright._impl._driver import compute_driver_executable

MODULES = sorted(
    path for path in PAGES.rglob("*.js") if path.parent.name != "entry" and path.parent != PAGES
)
PAGE_FILES = sorted(PAGES.glob("*.html"))
_LABEL = re.compile(r'data-(?:word|label)="([\w.]+)"')
_SENTENCE = re.compile(r'^ {2}"?([\w.]+)"?: "', re.MULTILINE)
_BUTTON = re.compile(r"<button[^>]*>")
_FORM = re.compile(r"<form[^>]*>")
_IMPORT_ALL = """
const broken = [];
for (const file of process.argv.slice(1)) {
  try {
    await import(file);
  } catch (error) {
    broken.push(`${file}: ${error}`);
  }
}
console.log(broken.join("\\n"));
process.exit(broken.length ? 1 : 0);
"""


def sentences() -> set[str]:
    return {
        key
        for file in PAGES.glob("words/*.en.js")
        for key in _SENTENCE.findall(file.read_text(encoding="utf-8"))
    }


def test_the_types_of_the_pages_are_those_of_what_the_host_sends() -> None:
    written = page_types.FILE.read_text(encoding="utf-8")
    assert written == page_types.declarations(), "run: python -m dicehost.web.page_types"


def test_every_sentence_that_a_page_says_is_in_its_words() -> None:
    said = set()
    for file in MODULES:
        # A family of states is a prefix, which `kind` completes with the host's word.
        said |= set(re.findall(r'\bword\(\s*"([\w.]+)"', file.read_text(encoding="utf-8")))
    for file in PAGE_FILES:
        said |= set(_LABEL.findall(file.read_text(encoding="utf-8")))
    assert len(said) > 100
    assert said <= sentences()


RIDDLES = {
    "en": (
        "Why not",
        "somebody else",
        "figures",
        "Take in",
        "taken in",
        "Look back",
        "marked for ever",
    ),
    "de": ("Warum nichts", "Erst jemand", "einlesen", "Zurückblicken", "Rückblick", "für immer"),
}
"""What readers stumbled over or smiled at."""


@pytest.mark.parametrize("language", RIDDLES)
def test_the_words_that_readers_stumbled_over_are_gone(language: str) -> None:
    for file in PAGES.glob(f"words/*.{language}.js"):
        said = "\n".join(file.read_text(encoding="utf-8").splitlines()[1:])
        assert [words for words in RIDDLES[language] if words in said] == [], file.name


def test_no_module_does_anything_but_define_when_it_is_imported() -> None:
    node, _ = compute_driver_executable()  # Playwright brings its own
    assert len(MODULES) > 50
    # Without a browser there is no page to touch: a module that touches one on import fails.
    done = subprocess.run(
        [node, "--input-type=module", "--eval", _IMPORT_ALL, "--", *map(str, MODULES)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.strip() == ""
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("file", PAGE_FILES, ids=lambda file: file.name)
def test_no_button_can_be_pressed_and_no_form_sent_before_the_script_is_there(file: Path) -> None:
    html = file.read_text(encoding="utf-8")
    assert [tag for tag in _BUTTON.findall(html) if " disabled" not in tag] == []
    # A dialog's form that is in no dialog goes nowhere, not even with the Enter key.
    assert [tag for tag in _FORM.findall(html) if 'method="dialog"' not in tag] == []


@pytest.mark.parametrize("file", PAGE_FILES, ids=lambda file: file.name)
def test_a_page_has_one_entry_and_every_file_it_names_is_there(file: Path) -> None:
    html = file.read_text(encoding="utf-8")
    entries = set(re.findall(r'src="/static/(entry/[\w-]+\.js)"', html))
    assert len(entries - {"entry/appearance.js"}) == 1
    for path in re.findall(r'"/static/([^"]+)"', html):
        assert (PAGES / path).is_file() or path in bundles(PAGES).loaded, path


def test_no_page_names_anything_outside_the_house() -> None:
    files = [file for end in ("html", "js", "css") for file in PAGES.rglob(f"*.{end}")]
    assert files
    for file in files:
        text = file.read_text().replace("http://www.w3.org/", "")  # the name of SVG, not a place
        assert not re.search(r"https?://\w", text), f"{file} needs the internet"
