"""What Home Assistant is told so that tower and tables appear in it by themselves. Pure values.

One retained message for each thing it can show, by MQTT discovery. Every topic of a host has its id
in it, so several hosts share a broker.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from dicehost import __version__
from dicehost.outside.facts import TableFacts, TowerFacts
from dicehost.outside.happenings import EVENTS, Happened

PREFIX = "homeassistant"
LONGEST = 255
"""Characters that a state of Home Assistant may have."""
STATES = ["choice", "roll", "tumbling", "paused", "stopped", "over", "empty"]
NOISE = ["ok", "warm", "trip"]


class Hosted(NamedTuple):
    """A host as others see it on a broker: its id and the machine it runs on."""

    id: str
    machine: str

    @property
    def base(self) -> str:
        """What every topic of this host begins with."""
        return f"dicetower/{self.id}"

    @property
    def status(self) -> str:
        """Where it says online, and the broker offline once it is gone."""
        return f"{self.base}/status"

    def table(self, number: int | str, what: str) -> str:
        """A topic of a table, or of every one (+): its state, its events or its buttons."""
        return f"{self.base}/table/{number}/{what}"

    def tower(self, tower: str) -> str:
        """The topic of a tower's state, or of every tower's (+)."""
        return f"{self.base}/tower/{tower}/state"


Configs = dict[str, dict[str, Any]]
"""A configuration for each topic."""


def describe_host(host: Hosted) -> Configs:
    """The host itself: whether it runs."""
    return _configs(
        host,
        "host",
        _host_device(host),
        {
            "binary_sensor.service": {
                "name": "Service",
                "device_class": "running",
                "entity_category": "diagnostic",
                "state_topic": host.status,
                "payload_on": "online",
                "payload_off": "offline",
            }
        },
        available=False,
    )


def describe_tower(host: Hosted, tower: TowerFacts) -> Configs:
    """A tower: connected or not, and how its noise is."""
    topic = host.tower(tower.id)
    device = {
        "identifiers": [f"dicetower_{host.id}_tower_{tower.id}"],
        "name": f"Dice tower {tower.id[-4:]}",
        "model": "Simulated dice tower" if tower.source == "simulated" else "Dice tower",
        "manufacturer": "dicetower",
        "sw_version": tower.firmware,
        "via_device": f"dicetower_{host.id}",
    }
    return _configs(
        host,
        f"tower_{tower.id}",
        device,
        {
            "binary_sensor.connected": {
                "name": "Connected",
                "device_class": "connectivity",
                "state_topic": topic,
                "value_template": "{{ 'ON' if value_json.connected else 'OFF' }}",
            },
            "sensor.noise": {
                "name": "Noise",
                "icon": "mdi:waveform",
                "entity_category": "diagnostic",
                "device_class": "enum",
                "options": NOISE,
                "state_topic": topic,
                "value_template": "{{ value_json.noise }}",
            },
        },
    )


def describe_table(host: Hosted, number: int) -> Configs:
    """A table: what it shows, what happens there, and two buttons."""
    topic = host.table(number, "state")
    device = {
        "identifiers": [f"dicetower_{host.id}_table_{number}"],
        "name": f"Dice table {number} ({host.machine})",
        "model": "Table",
        "manufacturer": "dicetower",
        "via_device": f"dicetower_{host.id}",
    }

    def sensor(name: str, field: str, icon: str, **more: Any) -> dict[str, Any]:
        template = f"{{{{ value_json.{field} }}}}"
        said = {"name": name, "icon": icon, "state_topic": topic, "value_template": template}
        return said | more

    def attributes(*fields: str) -> dict[str, Any]:
        picked = ", ".join(f"'{field}': value_json.{field}" for field in fields)
        template = f"{{{{ {{{picked}}} | tojson }}}}"
        return {"json_attributes_topic": topic, "json_attributes_template": template}

    def button(name: str, payload: str, icon: str) -> dict[str, Any]:
        command = host.table(number, "press")
        return {"name": name, "icon": icon, "command_topic": command, "payload_press": payload}

    return _configs(
        host,
        f"table_{number}",
        device,
        {
            "sensor.state": sensor(
                "State",
                "state",
                "mdi:table-furniture",
                device_class="enum",
                options=STATES,
                **attributes("headline", "match"),
            ),
            "sensor.game": sensor("Game", "game", "mdi:dice-multiple"),
            "sensor.turn": sensor("Turn", "turn", "mdi:account", **attributes("acting")),
            "sensor.scores": sensor(
                "Scores", "scores", "mdi:scoreboard", **attributes("players", "winners")
            ),
            "sensor.last_roll": sensor(
                "Last roll", "last_roll", "mdi:dice-6", **attributes("faces", "sum", "source")
            ),
            "event.happened": {
                "name": "Happened",
                "icon": "mdi:bell",
                "event_types": list(EVENTS),
                "state_topic": host.table(number, "event"),
            },
            "button.roll": button("Roll", "roll", "mdi:dice-5"),
            "button.pause": button("Pause or go on", "pause", "mdi:pause"),
        },
    )


def tower_state(tower: TowerFacts) -> dict[str, Any]:
    """A tower's state as its topic holds it."""
    return {
        "connected": tower.connected,
        "noise": tower.noise if tower.noise in NOISE else None,
        "source": tower.source,
        "fault": tower.fault,
    }


def gone_tower() -> dict[str, Any]:
    """The state of a tower that has not come back."""
    return {"connected": False, "noise": None, "source": None, "fault": None}


def table_state(table: TableFacts) -> dict[str, Any]:
    """A table's state as its topic holds it: short texts, and the same in parts."""
    last = table.last_roll
    faces = [die.face for die in last.dice] if last else []
    return {
        "state": table.state,
        "match": table.match,
        "game": table.title,
        "headline": table.headline[:LONGEST],
        "turn": table.turn,
        "acting": list(table.acting),
        "scores": ", ".join(f"{one.name} {one.score}" for one in table.players)[:LONGEST],
        "players": {one.name: one.score for one in table.players},
        "winners": list(table.winners),
        "last_roll": ", ".join(faces)[:LONGEST] if last else None,
        "faces": faces,
        "sum": last.sum if last else None,
        "source": last.source if last else None,
    }


def empty_table() -> dict[str, Any]:
    """The state of a table that nobody sits at any more."""
    return {"state": "empty", "acting": [], "players": {}, "winners": [], "faces": []} | (
        dict.fromkeys(("match", "game", "headline", "turn", "scores", "last_roll", "sum", "source"))
    )


def happened_event(happened: Happened) -> dict[str, Any]:
    """Something that happened, as Home Assistant's events have it."""
    said: dict[str, Any] = {
        "event_type": happened.event,
        "players": list(happened.players),
        "game": happened.game,
    }
    if happened.roll is not None:
        said |= {"faces": [die.face for die in happened.roll.dice], "sum": happened.roll.sum}
    if happened.scores:
        said["scores"] = happened.scores
    if happened.left_ms is not None:
        said["left_s"] = round(happened.left_ms / 1000)
    return said


def _host_device(host: Hosted) -> dict[str, Any]:
    return {
        "identifiers": [f"dicetower_{host.id}"],
        "name": f"dicetower on {host.machine}",
        "manufacturer": "dicetower",
        "model": "Service",
        "sw_version": __version__,
    }


def _configs(
    host: Hosted, node: str, device: dict[str, Any], parts: Configs, available: bool = True
) -> Configs:
    configs: Configs = {}
    for name, part in parts.items():
        component, _, key = name.partition(".")
        unique = f"dicetower_{host.id}_{node}_{key}"
        config = {**part, "unique_id": unique, "device": device}
        if available:
            config |= {"availability_topic": host.status}
        config["origin"] = {"name": "dicetower", "sw_version": __version__}
        configs[f"{PREFIX}/{component}/dicetower_{host.id}/{node}_{key}/config"] = config
    return configs
