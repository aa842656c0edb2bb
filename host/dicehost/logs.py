"""The service's log: one format for every line, and one line for everything that happens.

A line is ``key=value`` pairs. It never holds a token, a hidden choice or a face of a die: callers
hand in names of things, not what people chose.
"""

from __future__ import annotations

import json
import logging
import re
from collections import Counter
from datetime import UTC, datetime
from typing import Final

LEVELS = ("debug", "info", "warning", "error")
COUNTED: Final[Counter[tuple[str, str]]] = Counter()
"""How often each thing happened since the start, by event and its label; read by ``/metrics``."""

Fact = str | int | bool | None

_LABEL = {"command": "do", "roll": "source", "refusal": "code"}
_PLAIN = re.compile(r"[^\s\"'=\\]+")
_log = logging.getLogger("dicehost")


def happened(event: str, **facts: Fact) -> None:
    """Log one line for something that happened, and count it. Facts that are None are left out."""
    COUNTED[event, str(facts.get(_LABEL.get(event, ""), ""))] += 1
    _log.info(event, extra={"facts": facts})


def start(level: str) -> None:
    """Send the log to standard error, from this level on.

    Libraries log from "warning" on only: below that, some write down every message with its token.
    """
    handler = logging.StreamHandler()
    handler.setFormatter(KeyValues())
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
    _log.setLevel(level.upper())


class KeyValues(logging.Formatter):
    """Writes a record as ``time=… level=… event=…``; other modules' text becomes ``text="…"``."""

    def format(self, record: logging.LogRecord) -> str:
        """Write one record, followed by its traceback if it has one."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        pairs: dict[str, Fact] = {"time": at, "level": record.levelname.lower()}
        facts: dict[str, Fact] | None = getattr(record, "facts", None)
        if facts is None:
            pairs |= {"event": "note", "from": record.name, "text": record.getMessage()}
        else:
            pairs |= {"event": record.getMessage(), **facts}
        line = " ".join(f"{key}={_value(fact)}" for key, fact in pairs.items() if fact is not None)
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


def _value(fact: Fact) -> str:
    text = str(fact).lower() if isinstance(fact, bool) else str(fact)
    return text if _PLAIN.fullmatch(text) else json.dumps(text, ensure_ascii=False)
