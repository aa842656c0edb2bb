"""An object that keeps what its methods worked out, and takes it along when it goes.

``lru_cache`` around a bound method makes a ring: the object holds the cache, and that the object.
Only the garbage collector takes rings apart, thousands of columns at once, in the middle of
whatever a bot is thinking about then.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, TypeVarTuple

Asked = TypeVarTuple("Asked")
Result = TypeVar("Result")


class Keeper:
    """Keeps results by the name of the method, and by what it was asked."""

    def __init__(self) -> None:
        self._kept: defaultdict[str, dict[Any, Any]] = defaultdict(dict)

    def count_kept(self, *methods: str) -> int:
        """How many results of these methods are kept."""
        return sum(len(self._kept[method]) for method in methods)


def kept(method: Callable[[Any, *Asked], Result]) -> Callable[[Any, *Asked], Result]:
    """Work out each result of a method once. None is not kept."""
    name = method.__name__

    @wraps(method)
    def found(self: Any, *asked: *Asked) -> Result:
        known: dict[Any, Result] = self._kept[name]
        result = known.get(asked)
        if result is None:
            result = known[asked] = method(self, *asked)
        return result

    return found
