"""Holds what Home Assistant is told against its own schemas, on request: it is large.

    python -m tests.home_schemas PYTHON

PYTHON is one that has ``homeassistant`` and ``paho-mqtt`` installed.
"""

from __future__ import annotations

import json
import subprocess
import sys

from dicehost.outside import discovery
from dicehost.outside.facts import TowerFacts

HOST = discovery.Hosted("0123456789", "pi")
TOWER = TowerFacts("e660583883724a32", True, "tower", "0.2.0", "ok", None)
CONFIGS = {
    **discovery.describe_host(HOST),
    **discovery.describe_tower(HOST, TOWER),
    **discovery.describe_table(HOST, 1),
}
CHECK = """
import importlib, json, sys
for topic, config in json.load(sys.stdin).items():
    component = topic.split("/")[1]
    module = importlib.import_module("homeassistant.components.mqtt." + component)
    module.DISCOVERY_SCHEMA(config)
    print(component, config["unique_id"])
"""


def main(python: str) -> int:
    """Ask the schemas; 0 if they take everything."""
    return subprocess.run([python, "-c", CHECK], input=json.dumps(CONFIGS), text=True).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
