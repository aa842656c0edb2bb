"""What boards and cards of The Morty Zone are worth: bonuses after a toss, and a round's sheet."""

from __future__ import annotations

from functools import lru_cache

from dicerules.core import Message
from dicerules.morty_zone.cards import Cards, Prize
from dicerules.morty_zone.dice import listed, name
from dicerules.morty_zone.goals import Sight, met, worth
from dicerules.morty_zone.rows import FULL
from dicerules.morty_zone.state import Fate, Held, Sheet
from dicerules.words import News, message

FULL_ROW = 10
"""The bonus for a colour with all ten numbers checked."""


def score_goals(
    cards: Cards, seat: int, fate: Fate, sight: Sight, at_end: bool, news: News
) -> tuple[Held, ...]:
    """Score every goal that is met and has not scored yet (MZ-R7); those for the end only then.

    At the end of a round there are no dice, so that only goals of the board are met (MZ-R9).
    """
    bonus = fate.bonus
    for place, held in enumerate(bonus):
        if held.points is not None:
            continue
        card = cards.bonus[held.card]
        if card.points and (at_end or not card.end):
            assert card.when is not None
            if met(card.when, sight):
                news.say("news.scores", seat=seat, count=card.points, card=card.name)
                bonus = (*bonus[:place], Held(held.card, card.points), *bonus[place + 1 :])
    return bonus


def find_offers(cards: Cards, fate: Fate, sight: Sight) -> tuple[tuple[int, int], ...]:
    """Places and worth of the cards that the owner may score now."""
    offers = []
    for place, held in enumerate(fate.bonus):
        card = cards.bonus[held.card]
        if held.points is None and card.counts and (points := worth(card, sight)):
            offers.append((place, points))
    return tuple(offers)


@lru_cache(maxsize=4096)
def smith_of(cards: Cards, rows: tuple[int, ...]) -> tuple[Prize, ...]:
    """The Smith bonuses that a board has earned."""
    sight = Sight(rows, 0)
    return tuple([prize for prize in cards.smith if met(prize.when, sight)])


@lru_cache
def name_prize(prize: Prize) -> Message:
    """Name a crystal or a Smith bonus, with its colour where it has one: there are two Jerrys."""
    if prize.when.colour is None:
        return message("name", name=prize.name)
    return message("card.in_colour", name=prize.name, colour=name(prize.when.colour))


def tell_smith(cards: Cards, seat: int, before: Fate, after: Fate, news: News) -> None:
    """Tell which Smith bonuses are new."""
    earned = smith_of(cards, after.rows)
    if earned:
        known = smith_of(cards, before.rows)
        for prize in earned:
            if prize not in known:
                news.say("news.smith", seat=seat, card=name_prize(prize), count=prize.points)


def tell_sheet(sheet: Sheet) -> Message:
    """Say what a round's points are for, leaving out what brought none."""
    parts = {
        "rows": sum(sheet.rows),
        "full": sheet.full,
        "smith": sheet.smith,
        "crystal": sheet.crystal,
        "bonus": sheet.bonus,
    }
    told = [message(f"sheet.{part}", count=count) for part, count in parts.items() if count]
    return listed(told) if told else message("sheet.nothing")


def sheet_of(cards: Cards, fate: Fate, crystal: int = 0) -> Sheet:
    """Add up a board. ``crystal`` is what the crystal scored, nothing while it is a secret."""
    return Sheet(
        rows=tuple(row.bit_count() for row in fate.rows),
        full=FULL_ROW * fate.rows.count(FULL),
        smith=sum(prize.points for prize in smith_of(cards, fate.rows)),
        crystal=crystal,
        bonus=sum(held.points or 0 for held in fate.bonus),
    )
