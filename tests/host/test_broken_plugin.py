"""A plugin that is broken is named and skipped, and takes nothing else down."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.evening import Host, Tower

MODULES = {
    "raises": "raise RuntimeError('no luck today')\n",
    "leaves": "import sys\nsys.exit(3)\n",
    "is_no_game": "GAME = {'key': 'x'}\n",
    "is_missing": None,
    "doubles": "from dicerules.cow import GAME\n",
    "has_no_seats": "import msgspec\nfrom dicerules.cow import GAME as COW\n"
    "GAME = msgspec.structs.replace(COW, key='seatless', seats=range(0))\n",
    "has_bad_presets": "import msgspec, pathlib\nfrom dicerules.cow import GAME as COW\n"
    "GAME = msgspec.structs.replace(COW, key='badly', folder=pathlib.Path(__file__).parent)\n",
    "breaks_later": "import msgspec\nfrom dicerules.cow import GAME as COW\n"
    "def start(options, seats, cards):\n    raise KeyError('teal')\n"
    "GAME = msgspec.structs.replace(COW, key='later', start=start)\n",
}
SKIPPED = {
    "raises": "RuntimeError: no luck today",
    "leaves": "SystemExit: 3",
    "is_no_game": "expected a dicerules.core.Game; got dict",
    "is_missing": "No module named 'plugin_is_missing'",
    "doubles": "another game already has the key 'cow'",
    "has_no_seats": "expected seats",
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with packages as pip leaves them: a module, and metadata with an entry point."""
    folder = tmp_path_factory.mktemp("site")
    for name, text in MODULES.items():
        if text is not None:
            (folder / f"plugin_{name}.py").write_text(text)
        info = folder / f"plugin_{name}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(
            f"Metadata-Version: 2.1\nName: plugin-{name}\nVersion: 1.0\n"
        )
        (info / "entry_points.txt").write_text(f"[dicetower.games]\n{name} = plugin_{name}:GAME\n")
    (folder / "presets.toml").write_text("this is no TOML")
    return folder


@pytest.fixture
def with_plugins(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paths = [str(site), *filter(None, [os.environ.get("PYTHONPATH", "")])]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(paths))


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "dicehost.cli", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.usefixtures("with_plugins")
def test_games_lists_the_good_ones_and_says_what_is_wrong_with_the_others() -> None:
    done = run("games")
    assert done.returncode == 0, done.stderr
    for key in ("cow", "morty_zone", "ricemarll", "ryb", "zorro"):
        assert f"\n{key} " in f"\n{done.stdout}"
    assert done.stdout.count("Don't Have a Cow, 2-4 players") == 3, "cow, badly and later"
    for name, why in SKIPPED.items():
        (row,) = (row for row in done.stdout.splitlines() if row.startswith(f"{name} "))
        assert "broken" in row
        assert f"plugin-{name}" in row
        assert why in row


@pytest.mark.usefixtures("with_plugins")
@pytest.mark.parametrize("name", sorted(SKIPPED))
def test_simulating_a_broken_game_says_why(name: str) -> None:
    done = run("simulate", name, "--matches", "1")
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert SKIPPED[name] in done.stderr
    assert f"plugin-{name}" in done.stderr


@pytest.mark.usefixtures("with_plugins")
def test_simulating_goes_on_for_the_others_and_says_where_one_breaks_in_play() -> None:
    assert run("simulate", "cow", "--matches", "1").returncode == 0
    done = run("simulate", "later", "--matches", "1")
    assert done.returncode == 2
    assert "Don't Have a Cow broke: KeyError: 'teal'" in done.stderr
    assert "plugin_breaks_later.py" in done.stderr, "the author sees where"


@pytest.mark.usefixtures("with_plugins")
def test_play_names_broken_games_and_plays_the_others(tmp_path: Path, tower: Tower) -> None:
    host = Host(tmp_path)
    log = host.errors
    try:
        host.open(["Ed", "Chris"])
        with host.client() as client:
            listed = {game["key"] for game in client.get("/api/games").json()}
            broken = {one["name"]: one for one in client.get("/api/broken-games").json()}
            refused = client.post("/api/matches", json={"game": "raises", "names": ["Ed", "Chris"]})
            broke = client.post("/api/matches", json={"game": "later", "names": ["Ed", "Chris"]})
            assert client.get("/api/matches").status_code == 200, "the host plays on"
        with host.client("wrong") as client:
            assert client.get("/api/broken-games").status_code == 403
    finally:
        host.close()
    assert {"cow", "zorro", "later"} <= listed
    assert not listed & {"badly", *SKIPPED}
    for name, why in SKIPPED.items():
        assert f"'{name}' of the package plugin-{name}" in host.said
        assert f"plugin-{name} is broken" in log.read_text()
        assert why in broken[name]["why"]
        assert broken[name]["package"] == f"plugin-{name}"
    assert "TOML" in broken["badly"]["why"]
    assert broke.status_code >= 400
    assert broke.json()["message"].endswith("."), "also what nobody foresaw is answered in words"
    assert "plugin_breaks_later.py" in log.read_text()
    assert refused.status_code == 409
    assert refused.json()["code"] == "match.broken_game"
    assert "no luck today" in refused.json()["message"]
