"""What the rules say no with: one error family, each with a stable code and its facts."""

from __future__ import annotations

from dicerules.words import Say


class RuleError(ValueError):
    """A refusal. ``code`` never changes; the sentence for people is made from ``words``."""

    def __init__(self, code: str, **facts: int | str | list[int] | Say) -> None:
        super().__init__(code, facts)
        self.code = code
        self.facts = facts

    def __str__(self) -> str:
        told = ", ".join(f"{name}={fact!r}" for name, fact in self.facts.items())
        return f"{self.code} ({told})" if told else self.code

    @property
    def words(self) -> Say:
        """The refusal as a sentence to be said."""
        return Say(f"refusal.{self.code}", self.facts)


class CardError(ValueError):
    """A card file that cannot be used: names the file, the row, the field and what was expected."""


class KitError(AssertionError):
    """A game that breaks what every game promises: says which promise, where, and what came."""
