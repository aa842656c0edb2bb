"""What Home Assistant is told is whole; ``python -m tests.home_schemas`` asks its own schemas."""

from __future__ import annotations

import json
import re
from pathlib import Path

import yaml
from dicehost.outside.happenings import EVENTS

from tests.home_schemas import CONFIGS, HOST


def test_every_thing_has_a_name_a_device_and_an_id_of_its_own() -> None:
    ids = [config["unique_id"] for config in CONFIGS.values()]
    assert len(set(ids)) == len(ids)
    for topic, config in CONFIGS.items():
        assert re.fullmatch(r"homeassistant/\w+/[\w-]+/[\w-]+/config", topic)
        assert config["name"]
        assert config["device"]["identifiers"]
        assert "availability_topic" in config or config["state_topic"] == HOST.status
    (happened,) = (config for config in CONFIGS.values() if "event_types" in config)
    assert tuple(happened["event_types"]) == EVENTS
    json.dumps(CONFIGS)


def test_the_guide_has_three_automations_that_are_yaml() -> None:
    guide = (Path(__file__).parents[2] / "host" / "AT-HOME.md").read_text()
    found = re.findall(r"<!-- automation -->\n```yaml\n(.*?)```", guide, re.DOTALL)
    assert len(found) == 3
    for text in found:
        automation = yaml.safe_load(text)
        assert {"alias", "triggers", "actions"} <= set(automation)
        assert "event.dice_table_1_HOST_happened" in text
        for kind in re.findall(r"event_type == '(\w+)'", text):
            assert kind in EVENTS
