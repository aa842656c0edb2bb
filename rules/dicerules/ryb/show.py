"""What a screen may see of R.Y.B. It decides nothing: the rules are in ``play``.

Hidden are the hands of others, the order of the deck, and reactions until all are in. Only the two
who trade see the faces of the cards on offer. Pools are open (RY-R27).
"""

from __future__ import annotations

from functools import lru_cache

from dicerules.core import Ask, Message, Over, View
from dicerules.ryb.attempt import aimed
from dicerules.ryb.cardface import (
    cards_side_by_side,
    goal_in_play,
    kinds_in,
    plain_card,
    variable_does,
)
from dicerules.ryb.cards import DICE
from dicerules.ryb.cards import Cards as Box
from dicerules.ryb.play import need
from dicerules.ryb.state import NO_DICE, Deal, Goal, Loan, Pool, Raid, State, Throw
from dicerules.ryb.tally import COLOURS, WIN, by_colour, colours, worth
from dicerules.ryb.tell import card_name, heap, listed, name_act
from dicerules.views import Board, Cards, Chips, Dice, Die, Item, Note, Pile
from dicerules.words import message


def view(state: State, viewer: int) -> View:
    """Build up what the viewer may know."""
    return View(
        headline=_headline(state, viewer),
        turn=state.active if state.turn and state.ended is None else None,
        centre=_centre(state, viewer),
        boards=tuple(_board(state, seat, viewer) for seat in range(len(state.pools))),
        news=state.news,
    )


def _headline(state: State, viewer: int) -> Message:
    """What is waited for; a seat that it is about reads "you" instead of its own name."""
    now = need(state)
    if isinstance(now, Over):
        winners = list(now.winners)
        return message("headline.over", why=now.why, seats=winners, count=len(winners))
    if not isinstance(now, Ask):
        why = now.why
        return message(f"{why.key}_you", **why.facts) if why.facts.get("seat") == viewer else why
    seats = list(now.forms)
    if state.phase == "window":
        return _window(state, seats, viewer)
    if state.phase == "trade":
        return _trade(state, seats, viewer)
    you = "_you" if viewer in seats else ""
    if state.phase == "bank":
        assert state.aim is not None
        card = card_name(state.cards, aimed(state, state.aim).card)
        return message(f"headline.bank{you}", seat=state.active, card=card)
    return message(f"headline.{state.phase}{you}", seat=seats[0])


def _to(viewer: int, owner: int, seats: list[int]) -> str:
    """The end of the key of a headline about the owner's card or offer that others answer."""
    if viewer == owner:
        return "_yours"
    return "_you" if viewer in seats else ""


def _window(state: State, seats: list[int], viewer: int) -> Message:
    act, to = state.act, _to(viewer, state.active, seats)
    assert act is not None
    card = name_act(state.cards, act)
    if act.target is None:
        return message(f"headline.window{to}", seat=state.active, card=card, seats=seats)
    told = {"seat": state.active, "to_seat": act.target}
    key = "window_on_you" if viewer == act.target and viewer in seats else f"window_target{to}"
    return message(f"headline.{key}", card=card, seats=seats, **told)


def _trade(state: State, seats: list[int], viewer: int) -> Message:
    assert state.trade is not None
    deal = state.trade.deal
    if deal is None:
        to = _to(viewer, state.active, seats)
        return message(f"headline.trade{to}", seat=state.active, seats=seats)
    if deal.accepted:
        you = "_you" if viewer == deal.maker else ""
        return message(f"headline.confirm{you}", seat=deal.maker)
    to = _to(viewer, deal.maker, seats)
    return message(f"headline.deal{to}", seat=deal.maker, seats=seats, count=len(seats))


def _centre(state: State, viewer: int) -> tuple[Item, ...]:
    items: list[Item] = []
    if state.middle != NO_DICE:
        items.append(Dice("middle", message("label.middle"), _blank(state.middle)))
    if state.throw is not None:
        items.append(_throw(state.throw))
    deal = state.trade.deal if state.trade is not None else None
    if deal is not None and viewer in (deal.maker, deal.other):
        items += _offer(state, deal)
    if state.turn:
        items += _piles(state, viewer)
    return (*items, *_notes(state, viewer))


def _piles(state: State, viewer: int) -> tuple[Item, ...]:
    """What lies on the table once the cards are dealt."""
    deck, discards, does = state.deck, state.discards, variable_does(state)
    top = plain_card(state.cards, deck[-1], does) if state.rules.friendly and deck else None
    last = plain_card(state.cards, discards[-1], does) if discards else None
    seen = kinds_in(state, discards)
    return (
        _goals(state, viewer),
        Pile("deck", message("label.deck"), len(deck), top),
        Pile("discards", message("label.discards"), len(discards), last, seen),
    )


def _blank(dice: Pool) -> tuple[Die, ...]:
    return tuple(Die(0, colour=DICE[at]) for at, count in enumerate(dice) for _ in range(count))


@lru_cache(maxsize=4096)
def _throw(throw: Throw) -> Dice:
    if not throw.faces:
        return Dice("throw", message("label.cup"), _blank(throw.dice))
    parts = by_colour(throw.dice, throw.faces)
    dice = (Die(face, colour=DICE[at]) for at, part in enumerate(parts) for face in part)
    return Dice("throw", message("label.throw"), tuple(dice))


def _offer(state: State, deal: Deal) -> list[Item]:
    """The cards of an offer, to the two who deal; its dice are in the news for all."""
    items: list[Item] = []
    if deal.given:
        label = message("label.offer_gives", seat=deal.maker)
        items.append(Cards("given", label, cards_side_by_side(state, deal.given)))
    if deal.taken:
        label = message("label.offer_gives", seat=deal.other)
        items.append(Cards("taken", label, cards_side_by_side(state, deal.taken)))
    return items


def _goals(state: State, viewer: int) -> Cards:
    aim = state.aim
    chosen = aim.goal if aim is not None and aim.owner is None else None
    shown = [
        goal_in_play(state.cards, at, goal, at == chosen, viewer)
        for at, goal in enumerate(state.goals)
    ]
    return Cards("goals", message("label.goals"), tuple(shown))


def _notes(state: State, viewer: int) -> list[Item]:
    items: list[Item] = []
    if state.trade is not None and state.phase != "trade":
        items.append(Note("trade", message("note.trade"), "good"))
    if state.loan is not None:
        items.append(Note("loan", _loan(state.loan, viewer)))
    if state.raid is not None:
        items.append(Note("raid", _raid(state, state.raid, viewer)))
    items.append(Note("variable", _variable(state), "quiet"))
    return items


def _loan(loan: Loan, viewer: int) -> Message:
    dice = heap(loan.dice)
    if viewer == loan.owner:
        return message("note.loan_yours", dice=dice)
    return message("note.loan", dice=dice, seat=loan.owner)


def _raid(state: State, raid: Raid, viewer: int) -> Message:
    card = card_name(state.cards, state.treasure[raid.owner][raid.goal].card)
    if viewer == state.active:
        return message("note.raid_you", to_seat=raid.owner, card=card)
    if viewer == raid.owner:
        return message("note.raid_yours", seat=state.active, card=card)
    return message("note.raid", seat=state.active, to_seat=raid.owner, card=card)


def _variable(state: State) -> Message:
    does = variable_does(state)
    if not state.function:
        return message(f"note.{does}")
    return message("note.variable", function=message(f"function.{does}"))


def _board(state: State, seat: int, viewer: int) -> Board:
    cards, hand, treasure = state.cards, state.hands[seat], state.treasure[seat]
    items: list[Item] = list(_pool(state.pools[seat]))
    if seat == viewer or state.rules.friendly:
        label = message("label.your_hand" if seat == viewer else "label.hand")
        items.append(Cards("hand", label, cards_side_by_side(state, tuple(sorted(hand)))))
    else:
        label = message("label.cards", count=len(hand))
        items.append(Chips("hand", label, len(hand), picture="card"))
    items.append(_treasure(cards, treasure))
    return Board(seat, worth(cards, treasure), tuple(items))


@lru_cache(maxsize=1024)
def _pool(pool: Pool) -> tuple[Chips, ...]:
    counts = zip(DICE, pool, strict=True)
    return tuple(
        Chips(colour, message(f"label.{colour}"), count, colour) for colour, count in counts
    )


@lru_cache(maxsize=8192)
def _treasure(cards: Box, treasure: tuple[Goal, ...]) -> Note:
    """How far a seat has come, and its goals, in one line: five of them fit on one tablet."""
    told = message(
        "note.progress",
        points=worth(cards, treasure),
        enough=WIN + 1,
        count=min(COLOURS, colours(cards, treasure)),
        most=COLOURS,
    )
    if treasure:
        goals = listed([_completed(cards, goal) for goal in sorted(treasure, key=_rank)])
        told = message("note.treasure", progress=told, goals=goals)
    return Note("treasure", told, "quiet")


def _completed(cards: Box, goal: Goal) -> Message:
    name = card_name(cards, goal.card)
    return message("card.raided", card=name, count=goal.banked) if goal.banked else name


def _rank(goal: Goal) -> int:
    return goal.card
