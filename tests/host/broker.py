"""A real broker in its own process, and somebody who hears everything that it is told."""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

import paho.mqtt.client as paho
from paho.mqtt.enums import CallbackAPIVersion

from tests.evening import end, wait_until


class Broker:
    """Mosquitto on a port of its own. It keeps nothing on disk: what it knows, it was told."""

    def __init__(self, folder: Path) -> None:
        self._program = shutil.which("mosquitto") or "/usr/sbin/mosquitto"
        assert Path(self._program).exists(), (
            "there is no mosquitto: 'sh .ci/home-tools' installs it"
        )
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self._settings = folder / "mosquitto.conf"
        self._settings.write_text(f"listener {self.port} 127.0.0.1\nallow_anonymous true\n")
        self.start()

    @property
    def address(self) -> str:
        return f"mqtt://127.0.0.1:{self.port}"

    def start(self) -> None:
        self.process = subprocess.Popen([self._program, "-c", self._settings], stderr=-3)

        def answers() -> bool:
            assert self.process.poll() is None, "the broker ended"
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
            except OSError:
                return False
            return True

        wait_until(answers, "the broker")

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def close(self) -> None:
        end(self.process)


class Heard(NamedTuple):
    topic: str
    payload: bytes
    retained: bool


class Ear:
    """Hears every topic. What was retained comes first."""

    def __init__(self, broker: Broker) -> None:
        self.heard: list[Heard] = []
        self._client = paho.Client(CallbackAPIVersion.VERSION2)
        self._client.on_connect = lambda client, *_: client.subscribe("#", qos=1)
        self._client.on_message = lambda _, __, said: self.heard.append(
            Heard(said.topic, bytes(said.payload), said.retain)
        )
        self._client.connect("127.0.0.1", broker.port)
        self._client.loop_start()

    def say(self, topic: str, payload: str, retain: bool = False) -> None:
        self._client.publish(topic, payload, qos=1, retain=retain).wait_for_publish(10)

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()

    def last(self, ending: str) -> Any:
        """What was said last on a topic that ends so; None if nothing was."""
        said = [one.payload for one in list(self.heard) if one.topic.endswith(ending)]
        return json.loads(said[-1]) if said else None

    def said(self, ending: str) -> list[Any]:
        heard = list(self.heard)
        return [json.loads(one.payload) for one in heard if one.topic.endswith(ending)]

    def status(self) -> dict[str, bytes]:
        """What each host's own topic says."""
        heard = list(self.heard)
        return {one.topic: one.payload for one in heard if one.topic.endswith("/status")}

    def topics(self, beginning: str = "") -> set[str]:
        return {one.topic for one in list(self.heard) if one.topic.startswith(beginning)}

    def find(self, secrets: Iterable[str]) -> list[str]:
        """Those of the secrets that were said, in a topic or a payload."""
        everything = b"\n".join(one.topic.encode() + b" " + one.payload for one in self.heard)
        return [secret for secret in secrets if secret.encode() in everything]
