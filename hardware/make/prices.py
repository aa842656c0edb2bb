"""What the tower costs: from the cheaper to the dearer of each thing's sources, or an estimate."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import date
from urllib.parse import urlsplit

from msgspec import Struct

from hardware.make.source import Offer, Page, Price, Priced, Source, Sundry

ENOUGH = 2
"""So many people must say what a thing costs; with fewer it is an estimate."""
EURO = "EUR"


class Cost(Struct, frozen=True):
    """Euros, from the cheapest source to the dearest, and how much of them is estimated."""

    low: float = 0
    high: float = 0
    estimated: float = 0

    def __add__(self, other: Cost) -> Cost:
        return Cost(self.low + other.low, self.high + other.high, self.estimated + other.estimated)

    def text(self) -> str:
        """As the tables write it. What costs nothing is paid with something else."""
        if self.high == 0:
            return "-"
        if self.estimated:
            return f"{self.estimated:.2f} (estimate)"
        low, high = f"{self.low:.2f}", f"{self.high:.2f}"
        return low if low == high else f"{low} to {high}"


def of(source: Source, ref: str) -> Price | None:
    """What is told of one part."""
    return next((each for each in source.prices if ref in each.refs), None)


def part(source: Source, ref: str) -> Cost:
    """One part."""
    told = of(source, ref)
    return _cost(source, told) if told else Cost()


def thing(source: Source, it: Priced) -> Cost:
    """A tool, or as many of a sundry as its count tells."""
    return _cost(source, it, int(it.count.split()[0]) if isinstance(it, Sundry) else 1)


def total(costs: Iterable[Cost]) -> Cost:
    """All of them together."""
    return sum(costs, Cost())


def _cost(source: Source, it: Priced, count: int = 1) -> Cost:
    if it.estimate is not None:
        return Cost(it.estimate, it.estimate, it.estimate)
    euros = [count * _each(source, offer) for offer in it.sources]
    return Cost(min(euros), max(euros)) if euros else Cost()


def _each(source: Source, offer: Offer) -> float:
    currency = page(source, offer).currency
    return offer.price / offer.pieces * (1 if currency == EURO else source.euros[currency])


def page(source: Source, offer: Offer) -> Page:
    """The page that prints the offer."""
    return next(each for each in source.pages if each.key == offer.page)


def offers(source: Source) -> list[tuple[str, Priced]]:
    """Everything that has a price, with the name that people know it by."""
    return [
        *((", ".join(each.refs), each) for each in source.prices),
        *((each.name, each) for each in source.hardware),
        *((each.name, each) for each in source.tools),
    ]


def told_by_two(source: Source) -> Iterator[str]:
    """Everything is priced once: by two people's pages, or by an estimate. No page is idle."""
    refs = Counter(ref for each in source.prices for ref in each.refs)
    for ref in sorted({each.ref for each in source.parts} | set(refs)):
        want = int(any(each.ref == ref for each in source.parts))
        if refs[ref] != want:
            yield f"{ref} has {refs[ref]} prices; expected {want}"
    pages = {each.key: each for each in source.pages}
    if len(pages) != len(source.pages):
        yield "two pages have the same key"
    for each in source.pages:
        yield from _page_faults(source, each)
    used = {offer.page for _, it in offers(source) for offer in it.sources}
    for key in sorted(used ^ set(pages)):
        yield f"page {key} is " + ("not told" if key in used else "told, but no price is from it")
    for name, it in offers(source):
        people = {_publisher(pages[each.page]) for each in it.sources if each.page in pages}
        if len(people) != len(it.sources):
            yield f"{name}: each source must be on a page of its own people"
        elif len(people) >= ENOUGH and it.estimate is not None:
            yield f"{name}: has {len(people)} sources, so it needs no estimate"
        elif len(people) < ENOUGH and it.estimate is None:
            yield f"{name}: expected {ENOUGH} sources or an estimate; got {len(people)}"
        if any(each.price <= 0 or each.pieces < 1 for each in it.sources):
            yield f"{name}: a price and its pieces are greater than nothing"


def _page_faults(source: Source, told: Page) -> Iterator[str]:
    if told.currency not in (EURO, *source.euros):
        yield f"page {told.key}: [euros] does not tell what a {told.currency} is counted for"
    if not told.address.startswith("https://"):
        yield f"page {told.key}: expected an address with https; got {told.address}"
    try:
        date.fromisoformat(told.dated)
    except ValueError:
        if told.dated != "undated":
            yield f"page {told.key}: expected a day or 'undated'; got {told.dated}"


def _publisher(told: Page) -> tuple[str, str]:
    """Whose page it is: the host, and on a host of many people the first step of the path."""
    address = urlsplit(told.address)
    return address.netloc, address.path.split("/")[1].casefold()
