"""Errors of rules, card files and the kit."""

from __future__ import annotations

from dicerules.words import Message


class RuleError(ValueError):
    """A refusal. ``code`` never changes; its sentence is ``refusal.<code>`` in the words."""

    def __init__(self, code: str, **facts: int | str | list[int] | Message) -> None:
        super().__init__(code, facts)
        self.code = code
        self.facts = facts

    def __str__(self) -> str:
        told = ", ".join(f"{name}={fact!r}" for name, fact in self.facts.items())
        return f"{self.code} ({told})" if told else self.code

    @property
    def words(self) -> Message:
        """The refusal as a message."""
        return Message(f"refusal.{self.code}", self.facts)


class CardError(ValueError):
    """A card file that cannot be used: the file, the row, the field and what was expected."""


class KitError(AssertionError):
    """A game that breaks a promise of the kit: which, where, and what came instead."""
