"""Holds what Home Assistant is told against its own schemas and templates, on request: it is large.

    python -m tests.home_schemas PYTHON

PYTHON is one that has ``homeassistant`` and ``paho-mqtt`` installed.
"""

from __future__ import annotations

import subprocess
import sys

from dicehost.outside import discovery
from dicehost.outside.facts import DieTold, PlayerTold, RollTold, TableFacts, TowerFacts
from dicehost.outside.happenings import Happened
from dicerules.core import encode

HOST = discovery.Hosted("0123456789", "pi")
TOWER = TowerFacts("e660583883724a32", True, "tower", "0.2.0", "ok", None)
ROLL = RollTold("r1", (DieTold(6, "6", "pips", "red"), DieTold(2, "2", "pips", "red")), 8, "tower")
TABLE = TableFacts(
    table=1,
    match="aa",
    line=9,
    game="cow",
    title="Don't Have a Cow",
    state="roll",
    headline="Ann rolls.",
    turn="Ann",
    acting=("Ann",),
    players=(PlayerTold("Ann", "cyan", 12, False, True),) * 2,
    winners=(),
    roll=None,
    last_roll=ROLL,
    times=(),
    clocks=True,
)
HAPPENED = [
    Happened("roll", 1, "aa", "cow", 9, ("Ann",), ROLL),
    Happened("turn", 1, "aa", "cow", 9, ("Ann",)),
    Happened("win", 1, "aa", "cow", 9, ("Ann",), scores={"Ann": 12}),
    Happened("time", 1, "aa", "cow", 9, ("Ann",), left_ms=9_000),
]
CONFIGS = {
    **discovery.describe_host(HOST),
    **discovery.describe_tower(HOST, TOWER),
    **discovery.describe_table(HOST, 1),
}
STATES = {
    HOST.tower(TOWER.id): [discovery.tower_state(TOWER), discovery.gone_tower()],
    HOST.table(1, "state"): [discovery.table_state(TABLE), discovery.empty_table()],
}
EVENTS = [discovery.happened_event(one) for one in HAPPENED]
CHECK = """
import importlib, json, sys
from homeassistant.helpers.template import TemplateEnvironment
told = json.load(sys.stdin)
templates = TemplateEnvironment(None)
for topic, config in told["configs"].items():
    component = topic.split("/")[1]
    module = importlib.import_module("homeassistant.components.mqtt." + component)
    module.DISCOVERY_SCHEMA(config)
    shown = []
    for state in told["states"].get(config.get("state_topic"), []):
        said = templates.from_string(config["value_template"]).render(value_json=state)
        assert len(said) <= 255, said
        assert said == "None" or said in config.get("options", [said]), said
        shown.append(said)
        if "json_attributes_template" in config:
            text = config["json_attributes_template"]
            parts = templates.from_string(text).render(value_json=state)
            assert isinstance(json.loads(parts), dict), parts
    if component == "event":
        shown = [event["event_type"] for event in told["events"]]
        assert set(shown) == set(config["event_types"]), shown
    print(component, config["unique_id"], *shown)
"""


def main(python: str) -> int:
    """Ask the schemas; 0 if they take everything."""
    told = encode({"configs": CONFIGS, "states": STATES, "events": EVENTS}).decode()
    return subprocess.run([python, "-c", CHECK], input=told, text=True).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
