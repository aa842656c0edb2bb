"""What The Morty Zone asks: rolls, and the forms for Rick cards, checks and bonus cards. Not when.

Parts that many positions share are built once: bots play tens of thousands of events a second.
"""

from __future__ import annotations

from functools import cache, lru_cache

from dicerules.core import Cast, Form, Roll
from dicerules.forms import Closed, Field, Option, PickOne
from dicerules.morty_zone import rows as row_of
from dicerules.morty_zone.cards import Cards, Rick
from dicerules.morty_zone.dice import COLOURS, OUT, Dice, Totals, casts, die_seen, listed, name
from dicerules.morty_zone.rick import choices, tell
from dicerules.words import Say, say

KEEP = "keep"
KEPT = Option(KEEP, say("form.keep"))


@lru_cache
def first_roll(contenders: tuple[int, ...], again: bool) -> Roll:
    """Ask for two dice each from those who may begin; every seat has the pair of a colour."""
    key = "roll.level" if again else "roll.first"
    pairs = tuple(Cast(2, 6, COLOURS[seat], COLOURS[seat], seat) for seat in contenders)
    return Roll(contenders[0], say(key, seats=list(contenders)), pairs)


@lru_cache
def deal(cards: Cards) -> Roll:
    """Ask for all three decks in a new order (MZ-R12)."""
    decks = (len(cards.rick), len(cards.bonus), len(cards.crystals))
    return Roll(None, say("roll.deal"), shuffles=decks, hidden=True)


@lru_cache
def shuffle(count: int) -> Roll:
    """Ask for the discarded Rick cards in a new order (MZ-R6)."""
    return Roll(None, say("roll.shuffle"), shuffles=(count,), hidden=True)


@lru_cache
def toss(seat: int) -> Roll:
    """Ask for all eight dice."""
    return Roll(seat, say("roll.toss", seat=seat), casts((2, 2, 2, 2)))


def again(seat: int, dice: Dice, places: tuple[int, ...]) -> Roll:
    """Ask for some of the dice once more; the others lie where they are."""
    colours = [place // 2 for place in places]
    counts = tuple(colours.count(colour) for colour in range(len(COLOURS)))
    lying = tuple(
        None if face == OUT or place in places else die_seen(COLOURS[place // 2], face)
        for place, face in enumerate(dice)
    )
    why = say("roll.again", seat=seat, count=len(places))
    return Roll(seat, why, casts(counts), lying=lying, places=places)


@lru_cache
def go_form(number: int) -> Form:
    """Ask who begins the next round to say when."""
    go = PickOne("go", say("form.go_label"), (Option("go", say("form.go")),))
    return Form(say("form.next_round", number=number), (go,))


def rick_form(card: Rick, dice: Dice) -> Form:
    """Ask whether and how the Rick card is used on these dice."""
    how = choices(card, dice)
    assert how is not None, "a card that can do nothing is not asked for"
    use = Option("use", say("form.use"), tell(card), then=how)
    return Form(
        _title("form.rick", card.name), (PickOne("rick", say("form.rick_label"), (use, DECLINE)),)
    )


DECLINE = Option("decline", say("form.decline"))


@lru_cache
def _title(key: str, card: str) -> Say:
    return say(key, card=card)


def row_field(colour: int, row: int, total: int) -> PickOne | None:
    """Ask how to check a total in a row; None if the row locks."""
    options = _row_options(row, total)
    return PickOne(COLOURS[colour], _row_label(colour, total), options) if options else None


@cache
def _row_options(row: int, total: int) -> tuple[Option, ...]:
    return tuple(
        [
            Option(row_of.spell(way, "+"), _numbers(way), _leaves(row_of.FULL & ~row & ~way))
            for way in row_of.ways(row, total)
        ]
    )


@cache
def _row_label(colour: int, total: int) -> Say:
    return say("form.row", colour=name(colour), total=total)


@cache
def _numbers(way: int) -> Say:
    return say("form.numbers", numbers=row_of.spell(way))


@cache
def _leaves(still_open: int) -> Say:
    if not still_open:
        return say("form.leaves_none")
    return say("form.leaves", numbers=row_of.spell(still_open, " "))


@lru_cache(maxsize=4096)
def gifts_form(
    locked: int, rows: tuple[int, ...], totals: Totals, nudge: str, free: str
) -> Form | None:
    """Ask for gifts that come before the checks: another total, a free number (MZ-R14).

    ``nudge`` and ``free`` are the names of the seat's cards, empty where it has none.
    """
    fields = []
    if nudge and (options := _nudges(locked, totals)):
        fields.append(_gift_field("nudge", nudge, options))
    if free and (options := _free_checks(locked, rows)):
        fields.append(_gift_field("free_check", free, options))
    return Form(say("form.gifts"), tuple(fields)) if fields else None


def _nudges(locked: int, totals: Totals) -> tuple[Option, ...]:
    return tuple(
        Option(f"{COLOURS[colour]}{to}", say("form.nudge", colour=name(colour), total=total, to=to))
        for colour, total in enumerate(totals)
        if total and not locked >> colour & 1
        for to in (total - 1, total + 1)
        if 1 <= to <= 12
    )


def _free_checks(locked: int, rows: tuple[int, ...]) -> tuple[Option, ...]:
    """Offer the colours that have an open number, and under each its open numbers."""
    return tuple(
        Option(COLOURS[colour], name(colour), then=(_free_field(colour, row),))
        for colour, row in enumerate(rows)
        if row != row_of.FULL and not locked >> colour & 1
    )


@cache
def _free_field(colour: int, row: int) -> PickOne:
    options = tuple(
        Option(str(number), _numbers(row_of.bits(number)))
        for number in row_of.numbers(row_of.FULL & ~row)
    )
    return PickOne("number", say("form.free", colour=name(colour)), options)


def _gift_field(gift: str, card: str, options: tuple[Option, ...]) -> PickOne:
    label = say("form.gift", card=card, what=say(f"gift.{gift}"))
    return PickOne(gift, label, (KEPT, *options))


@lru_cache(maxsize=4096)
def check_form(
    locked: int, rows: tuple[int, ...], totals: Totals, skip: str, unlock: str
) -> Form | None:
    """Ask for the checks in every colour that has a total and is not locked; None: no choice.

    ``skip`` and ``unlock`` are the names of the seat's cards, empty where it has none.
    """
    fields: list[Field] = []
    locking = []
    for colour, total in enumerate(totals):
        if total and not locked >> colour & 1:
            field = row_field(colour, rows[colour], total)
            if field is None:
                locking.append(colour)
            else:
                fields.append(field)
    if skip and locking:
        fields.append(_gift_field("skip_lock", skip, _colour_options(locking)))
    if unlock and locked:
        closed = [colour for colour in range(len(COLOURS)) if locked >> colour & 1]
        fields.append(_gift_field("unlock", unlock, _colour_options(closed)))
    if not fields:
        return None
    why = _closed_colours(locked, tuple(locking), totals)
    return Form(_check_title(tuple(locking)), tuple(fields), closed=why)


@lru_cache(maxsize=4096)
def _closed_colours(locked: int, locking: tuple[int, ...], totals: Totals) -> tuple[Closed, ...]:
    """Say why nothing can be checked in the other colours."""
    return tuple(
        Closed(
            name(colour),
            say("closed.locked")
            if locked >> colour & 1
            else say("closed.locking", total=totals[colour])
            if colour in locking
            else say("closed.no_total"),
        )
        for colour in range(len(COLOURS))
        if locked >> colour & 1 or colour in locking or not totals[colour]
    )


@lru_cache
def lock_form(locked: int, totals: Totals) -> Form:
    """Tell a seat that all its colours lock, as a form in which nothing can be chosen."""
    locking = [at for at, total in enumerate(totals) if total and not locked >> at & 1]
    lock = (Option("lock", say("form.lock")),)
    fields = tuple(PickOne(COLOURS[at], _row_label(at, totals[at]), lock) for at in locking)
    return Form(_check_title(tuple(locking)), fields)


@lru_cache
def _check_title(locking: tuple[int, ...]) -> Say:
    if not locking:
        return say("form.check")
    return say("form.check_locking", colours=listed([name(colour) for colour in locking]))


def _colour_options(colours: list[int]) -> tuple[Option, ...]:
    return tuple(Option(COLOURS[colour], name(colour)) for colour in colours)


@lru_cache(maxsize=4096)
def bonus_form(cards: Cards, hand: tuple[int, ...], offers: tuple[tuple[int, int], ...]) -> Form:
    """Ask for each card that counts whether it is to score what it is worth now."""
    fields = tuple(
        PickOne(
            f"card{place + 1}",
            say("form.score_label", card=cards.bonus[hand[place]].name),
            (
                Option("score", say("form.score", count=points)),
                KEPT,
            ),
        )
        for place, points in offers
    )
    return Form(say("form.bonus"), fields)
