"""The host's own sentences sound like people: plain words, right numbers, the next step."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest
from dicehost.past.fairness import judge
from dicehost.past.ledger import tally
from dicehost.wording import host_words
from dicerules.words import sentence

ODD = {
    "en": (
        "go on when",
        "let the clocks",
        "let go on",
        "tower was gone",
        "letters and figures",
        "taken in",
        "take it in",
        "times in a row",
        "for ever",
        "an own",
        "so many",
        "whoever",
        "how it feels",
        "speaks against",
        "thread of the conversation",
        "rolls no dice",
        "anew",
    ),
    "de": ("laufen gelassen", "weiterlaufen lassen", "Faden verloren", "birgt", "jenes", " and "),
}
COMMANDS = (
    "play",
    "towers",
    "flash",
    "doctor",
    "games",
    "new-game",
    "simulate",
    "replay",
    "export",
    "import",
    "fairness",
)


@pytest.mark.parametrize("language", sorted(ODD))
def test_no_sentence_of_the_host_sounds_odd(language: str) -> None:
    words = {key: text for key, text in host_words(language).items() if key.startswith("host.")}
    assert len(words) > 100
    odd = {key: text for key, text in words.items() if any(one in text for one in ODD[language])}
    assert odd == {}


@pytest.mark.parametrize("language", sorted(ODD))
def test_every_refusal_is_a_whole_sentence(language: str) -> None:
    words = host_words(language)
    parts = {"host.after.field", "host.after.list", "host.after.placed", "host.after.offer"}
    for key, text in words.items():
        # Awards and the fairness report have titles and figures; settings and checks have names.
        named = re.fullmatch(r"host\.(setting\.\w+|check\.\w+\.name)", key)
        if key.startswith(("host.award.", "host.lab.")) or named:
            continue
        if key.startswith("host.") and key not in parts | {"host.after.nothing"}:
            assert re.match(r"[A-ZÄÖÜ{]", text), key
            assert text.endswith((".", "?", "{why}")), key


def test_a_run_of_one_is_said_as_one() -> None:
    verdict = judge(tally(6, "tower", "", [1, 2, 3]))
    said = sentence(verdict.run_said, host_words(), [])
    assert said.startswith("The longest run of one face was 1;")


def test_help_is_plain_and_names_every_command() -> None:
    command = [sys.executable, "-m", "dicehost.cli", "--help"]
    told = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True).stdout
    for name in COMMANDS:
        assert re.search(rf"^ +{name} +\w", told, re.MULTILINE), name
    assert "--log-level" in told
    assert not [one for one in (*ODD["en"], "look a tower over") if one in told]
