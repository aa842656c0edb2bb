"""Cards of The Morty Zone as screens show them, and the list of all of them for the help page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec.structs import replace

from dicerules.core import Message
from dicerules.morty_zone.cards import Bonus, Cards, Prize, Rick
from dicerules.morty_zone.goals import tell_bonus, tell_goal
from dicerules.morty_zone.rick import tell
from dicerules.morty_zone.score import name_prize
from dicerules.views import Card, Figure, Item
from dicerules.views import Cards as Spread
from dicerules.words import message


def card_list(cards: Cards) -> tuple[Item, ...]:
    """Every card of the box, once each."""
    return (
        Spread(
            "rick", message("label.rick"), tuple(rick_card(card, card.key) for card in cards.rick)
        ),
        Spread(
            "bonus",
            message("label.all_bonus"),
            tuple(bonus_card(card, card.key) for card in cards.bonus),
        ),
        Spread(
            "crystals",
            message("label.crystals"),
            tuple(smith_card(prize) for prize in cards.crystals),
        ),
        Spread("smith", message("label.smith"), tuple(smith_card(prize) for prize in cards.smith)),
    )


def rick_card(card: Rick, key: str) -> Card:
    """A Rick card."""
    return Card(key, message("name", name=card.name), tell(card), house=card.house)


def bonus_card(card: Bonus, key: str, owner: int | None = None, scored: int | None = None) -> Card:
    """A public bonus card and what it is worth or has scored; ``owner`` where many lie together."""
    value = f"={scored}" if scored is not None else "+?" if card.counts else f"+{card.points}"
    text = tell_bonus(card)
    return Card(
        key,
        message("name", name=card.name),
        text if owner is None else message("card.owned", seat=owner, what=text),
        value=value,
        state="" if scored is None else "done",
        house=card.house,
        figures=() if owner is None else (Figure(owner),),
    )


def crystal_card(prize: Prize, state: Literal["", "done", "closed"]) -> Card:
    """A seat's own crystal, named by what it is."""
    return _prize_card(prize, "crystal", message("card.crystal"), tell_goal(prize.when), state)


def smith_card(prize: Prize, earned_by: Sequence[int] = (), tell_who: bool = False) -> Card:
    """A Smith bonus, done once it is earned; on the tablet it says by whom."""
    goal = tell_goal(prize.when)
    card = _prize_card(prize, prize.key, name_prize(prize), goal, "done" if earned_by else "")
    if not tell_who or not earned_by:
        return card
    who = list(earned_by)
    return replace(
        card,
        text=message("card.earned", what=goal, seats=who),
        figures=tuple(Figure(seat) for seat in who),
    )


def _prize_card(
    prize: Prize, key: str, name: Message, text: Message, state: Literal["", "done", "closed"]
) -> Card:
    return Card(key, name, text, value=f"+{prize.points}", state=state, house=prize.house)
