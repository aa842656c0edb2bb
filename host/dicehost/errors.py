"""What the host says no with. Each family has one class; every refusal a code and a sentence."""

from __future__ import annotations

from dicerules.words import Message


class HostError(Exception):
    """A refusal with a stable code; its sentence is ``host.<code>`` in the host's words."""

    def __init__(self, code: str, **facts: int | str | list[int] | Message) -> None:
        super().__init__(code, facts)
        self.code = code
        self.facts = facts

    def __str__(self) -> str:
        told = ", ".join(f"{name}={fact!r}" for name, fact in self.facts.items())
        return f"{self.code} ({told})" if told else self.code

    @property
    def words(self) -> Message:
        """The refusal as a sentence to be said."""
        return Message(f"host.{self.code}", self.facts)


class JournalError(HostError, OSError):
    """The journal cannot be written or read as it must be."""


class LinkError(HostError, ConnectionError):
    """The tower cannot be asked now. What was asked can be asked again: every request is safe."""


class TowerError(HostError, RuntimeError):
    """The tower understood and said no; asking again will not help by itself."""


class TableError(HostError, ValueError):
    """The table does not take this command now."""


class BrokenError(HostError, RuntimeError):
    """A game, or a part of the host, ran into an error of its own. The log has its traceback."""


class HeldError(BrokenError):
    """This host may not play the match now: another one does, or the venue is not reached."""


class SeatError(HostError, PermissionError):
    """The token opens no seat, or not this one."""


class TournamentError(HostError, ValueError):
    """A tournament does not take this now."""


class PlayError(HostError, OSError):
    """The service cannot be started as asked."""
