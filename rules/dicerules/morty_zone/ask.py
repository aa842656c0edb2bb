"""What The Morty Zone asks: rolls, and the forms for Rick cards, checks and bonus cards. Not when.

Parts that many positions share are built once: bots play tens of thousands of events a second.
"""

from __future__ import annotations

from functools import cache, lru_cache

from msgspec.structs import replace

from dicerules.core import DiceGroup, Form, Roll
from dicerules.forms import Field, Option, PickOne, Unavailable
from dicerules.hints import Actions, Odds, SpacesToTap
from dicerules.morty_zone import rows as row_of
from dicerules.morty_zone.cards import Cards, Rick
from dicerules.morty_zone.dice import (
    COLOURS,
    OUT,
    Dice,
    Totals,
    dice_groups,
    die_seen,
    listed,
    name,
)
from dicerules.morty_zone.rick import choices, tell
from dicerules.previews import whole_percent
from dicerules.views import Space
from dicerules.words import Message, message

KEEP = "keep"
KEPT = Option(KEEP, message("form.keep"), icon="keep")
_ACTIONS = Actions()
NUDGED = range(1, 13)
"""What a card can change a total to."""


@lru_cache
def first_roll(contenders: tuple[int, ...], again: bool) -> Roll:
    """Ask for two dice each from those who may begin; on the lamps each pair has a colour."""
    key = "roll.level" if again else "roll.first"
    pairs = tuple(DiceGroup(2, 6, colour=COLOURS[seat], seat=seat) for seat in contenders)
    return Roll(contenders[0], message(key, seats=list(contenders)), pairs)


@lru_cache
def deal(cards: Cards) -> Roll:
    """Ask for all three decks in a new order (MZ-R12)."""
    decks = (len(cards.rick), len(cards.bonus), len(cards.crystals))
    return Roll(None, message("roll.deal"), shuffles=decks, hidden=True)


@lru_cache
def shuffle(count: int) -> Roll:
    """Ask for the discarded Rick cards in a new order (MZ-R6)."""
    return Roll(None, message("roll.shuffle"), shuffles=(count,), hidden=True)


@lru_cache
def toss(seat: int) -> Roll:
    """Ask for all eight dice."""
    return Roll(seat, message("roll.toss", seat=seat), dice_groups((2, 2, 2, 2)))


def again(seat: int, dice: Dice, places: tuple[int, ...]) -> Roll:
    """Ask for some of the dice once more; the others lie where they are."""
    colours = [place // 2 for place in places]
    counts = tuple(colours.count(colour) for colour in range(len(COLOURS)))
    on_table = tuple(
        None if face == OUT or place in places else die_seen(COLOURS[place // 2], face)
        for place, face in enumerate(dice)
    )
    why = message("roll.again", seat=seat, count=len(places))
    return Roll(seat, why, dice_groups(counts), on_table=on_table, places=places)


@lru_cache
def go_form(number: int) -> Form:
    """Ask who begins the next round to say when."""
    ready = Option("go", message("form.go"), icon="done")
    go = PickOne("go", message("form.go_label"), (ready,), draw=_ACTIONS)
    return Form(message("form.next_round", number=number), (go,))


def rick_form(card: Rick, dice: Dice) -> Form:
    """Ask whether and how the Rick card is used on these dice."""
    how = choices(card, dice)
    assert how is not None, "a card that can do nothing is not asked for"
    use = Option("use", message("form.use"), tell(card), fields=how, icon="use")
    choice = PickOne("rick", message("form.rick_label"), (use, DECLINE), draw=_ACTIONS)
    return Form(_title("form.rick", card.name), (choice,))


DECLINE = Option("decline", message("form.decline"), icon="skip")


@lru_cache
def _title(key: str, card: str) -> Message:
    return message(key, card=card)


def row_field(colour: int, row: int, total: int) -> PickOne | None:
    """Ask how to check a total in a row; None if the row locks."""
    options = _row_options(row, total)
    if not options:
        return None
    label, sheet = _row_label(colour, total), sheet_row(colour, row, total)
    return PickOne(COLOURS[colour], label, options, draw=sheet)


@cache
def _row_options(row: int, total: int) -> tuple[Option, ...]:
    return tuple([_way(row, way) for way in row_of.ways(row, total)])


def _way(row: int, way: int) -> Option:
    """Offer numbers to check; its odds are those that the next toss does not lock the row."""
    stays = whole_percent(row_of.safety(row | way) / sum(row_of.WAYS.values()))
    return Option(
        row_of.spell(way, "+"),
        _numbers(way),
        _leaves(row_of.FULL & ~row & ~way),
        odds=Odds((stays,)),
        marks=_labels(way),
    )


def _labels(row: int) -> tuple[str, ...]:
    return tuple(map(str, row_of.numbers(row)))


@cache
def sheet_row(colour: int, row: int, total: int, locked: bool = False) -> SpacesToTap:
    """A row as it stands on the sheet, with its total of this toss, 0 for none."""
    spaces = tuple(
        Space(str(number), "marked" if row >> (number - 1) & 1 else "closed" if locked else "open")
        for number in row_of.NUMBERS
    )
    return SpacesToTap(spaces, COLOURS[colour], str(total or ""), at=colour)


@cache
def _row_label(colour: int, total: int) -> Message:
    return message("form.row", colour=name(colour), total=total)


@cache
def _numbers(way: int) -> Message:
    return message("form.numbers", numbers=row_of.spell(way))


@cache
def _leaves(still_open: int) -> Message:
    if not still_open:
        return message("form.leaves_none")
    return message("form.leaves", numbers=row_of.spell(still_open, " "))


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
    return Form(message("form.gifts"), tuple(fields)) if fields else None


def has_gifts(locked: int, rows: tuple[int, ...], totals: Totals, nudge: bool, free: bool) -> bool:
    """Tell whether gifts that come before the checks can be used: whether there is a form."""
    for colour, total in enumerate(totals):
        if locked >> colour & 1:
            continue
        # Every total can be changed, up or down.
        if (nudge and total) or (free and rows[colour] != row_of.FULL):
            return True
    return False


def _nudges(locked: int, totals: Totals) -> tuple[Option, ...]:
    return tuple(
        Option(
            f"{COLOURS[colour]}{to}",
            message("form.nudge", colour=name(colour), total=total, to=to),
            colour=COLOURS[colour],
            big=str(to),
        )
        for colour, total in enumerate(totals)
        if total and not locked >> colour & 1
        for to in (total - 1, total + 1)
        if to in NUDGED
    )


def _free_checks(locked: int, rows: tuple[int, ...]) -> tuple[Option, ...]:
    """Offer the colours that have an open number, and under each its open numbers."""
    return tuple(
        replace(_colour_option(colour), fields=(_free_field(colour, row),))
        for colour, row in enumerate(rows)
        if row != row_of.FULL and not locked >> colour & 1
    )


@cache
def _free_field(colour: int, row: int) -> PickOne:
    options = tuple(
        Option(str(number), _numbers(row_of.bits(number)), marks=(str(number),))
        for number in row_of.numbers(row_of.FULL & ~row)
    )
    label = message("form.free", colour=name(colour))
    return PickOne("number", label, options, draw=sheet_row(colour, row, 0))


def _gift_field(gift: str, card: str, options: tuple[Option, ...]) -> PickOne:
    label = message("form.gift", card=card, what=message(f"gift.{gift}"))
    return PickOne(gift, label, (KEPT, *options), draw=_ACTIONS)


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
        unavailable = [colour for colour in range(len(COLOURS)) if locked >> colour & 1]
        fields.append(_gift_field("unlock", unlock, _colour_options(unavailable)))
    if not fields:
        return None
    why = _closed_colours(locked, rows, tuple(locking), totals, skip)
    return Form(_check_title(tuple(locking), skip), tuple(fields), unavailable=why)


def has_checks(
    locked: int, rows: tuple[int, ...], totals: Totals, skip: bool, unlock: bool
) -> bool:
    """Tell whether there is anything to decide about the checks: whether there is a form."""
    locking = False
    for colour, total in enumerate(totals):
        if total and not locked >> colour & 1:
            if row_of.ways(rows[colour], total):
                return True
            locking = True
    return (skip and locking) or (unlock and locked != 0)


@lru_cache(maxsize=4096)
def _closed_colours(
    locked: int, rows: tuple[int, ...], locking: tuple[int, ...], totals: Totals, skip: str
) -> tuple[Unavailable, ...]:
    """Say why nothing can be checked in the other colours."""
    unavailable = []
    for colour, total in enumerate(totals):
        if locked >> colour & 1:
            why = message("closed.locked")
        elif not total:
            why = message("closed.no_total")
        elif colour in locking:
            key = "closed.locking_unless" if skip else "closed.locking"
            why = message(key, total=total, card=skip)
        else:
            continue
        sheet = sheet_row(colour, rows[colour], total, locked=True)
        unavailable.append(Unavailable(name(colour), why, draw=sheet))
    return tuple(unavailable)


@lru_cache
def lock_form(locked: int, totals: Totals) -> Form:
    """Tell a seat that all its colours lock, as a form in which nothing can be chosen."""
    locking = [at for at, total in enumerate(totals) if total and not locked >> at & 1]
    fields = tuple(
        PickOne(COLOURS[at], _row_label(at, totals[at]), _LOCK, draw=_ACTIONS) for at in locking
    )
    return Form(_check_title(tuple(locking), ""), fields)


_LOCK = (Option("lock", message("form.lock"), icon="stop"),)


@lru_cache
def _check_title(locking: tuple[int, ...], skip: str) -> Message:
    """Say what locks, and which card could still save a colour."""
    if not locking:
        return message("form.check")
    colours = listed([name(colour) for colour in locking])
    if not skip:
        return message("form.check_locking", colours=colours)
    key = "form.check_saving" if len(locking) == 1 else "form.check_saving_one"
    return message(key, colours=colours, card=skip)


def _colour_options(colours: list[int]) -> tuple[Option, ...]:
    return tuple(_colour_option(colour) for colour in colours)


@cache
def _colour_option(colour: int) -> Option:
    return Option(COLOURS[colour], name(colour), colour=COLOURS[colour])


@lru_cache(maxsize=4096)
def bonus_form(cards: Cards, hand: tuple[int, ...], offers: tuple[tuple[int, int], ...]) -> Form:
    """Ask for each card that counts whether it is to score what it is worth now."""
    fields = tuple(
        PickOne(
            f"card{place + 1}",
            message("form.score_label", card=cards.bonus[hand[place]].name),
            (
                Option("score", message("form.score", count=points), big=f"+{points}"),
                KEPT,
            ),
            draw=_ACTIONS,
        )
        for place, points in offers
    )
    return Form(message("form.bonus"), fields)
