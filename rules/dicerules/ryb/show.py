"""What a screen may see of R.Y.B. It decides nothing: the rules are in ``play``.

Hidden are hands but one's own, the order of the deck, reactions until all are in, and the faces of
cards on offer from everybody but the two who trade. Pools are open (RY-R27).
"""

from __future__ import annotations

from functools import lru_cache

from dicerules.core import Ask, Over, Say, View
from dicerules.ryb.attempt import aimed
from dicerules.ryb.cards import DICE, NEEDS
from dicerules.ryb.cards import Cards as Box
from dicerules.ryb.play import need
from dicerules.ryb.state import NO_DICE, Deal, Goal, Pool, State, Throw
from dicerules.ryb.tally import by_colour, colours, worth
from dicerules.ryb.tell import card_name, heap, listed, name_act
from dicerules.views import Board, Card, Cards, Chips, Dice, Die, Item, Note, Pile
from dicerules.words import say


def view(state: State, viewer: int) -> View:
    """Build up what the viewer may know."""
    return View(
        headline=_headline(state),
        turn=state.active if state.turn and state.ended is None else None,
        centre=_centre(state, viewer),
        boards=tuple(_board(state, seat, viewer) for seat in range(len(state.pools))),
        news=state.news,
    )


def _headline(state: State) -> Say:
    now = need(state)
    if isinstance(now, Over):
        winners = list(now.winners)
        return say("headline.over", why=now.why, seats=winners, count=len(winners))
    if not isinstance(now, Ask):
        return now.why
    seats = list(now.forms)
    if state.phase == "window":
        return _window(state, seats)
    if state.phase == "trade":
        return _trade(state, seats)
    if state.phase == "bank":
        assert state.aim is not None
        card = card_name(state.cards, aimed(state, state.aim).card)
        return say("headline.bank", seat=state.active, card=card)
    return say(f"headline.{state.phase}", seat=seats[0])


def _window(state: State, seats: list[int]) -> Say:
    act = state.act
    assert act is not None
    card = name_act(state.cards, act)
    if act.target is None:
        return say("headline.window", seat=state.active, card=card, seats=seats)
    told = {"seat": state.active, "to_seat": act.target}
    return say("headline.window_target", card=card, seats=seats, **told)


def _trade(state: State, seats: list[int]) -> Say:
    assert state.trade is not None
    deal = state.trade.deal
    if deal is None:
        return say("headline.trade", seat=state.active, seats=seats)
    if deal.accepted:
        return say("headline.confirm", seat=deal.maker)
    return say("headline.deal", seat=deal.maker, seats=seats, count=len(seats))


def _centre(state: State, viewer: int) -> tuple[Item, ...]:
    items: list[Item] = []
    if state.middle != NO_DICE:
        items.append(Dice("middle", say("label.middle"), _blank(state.middle)))
    if state.throw is not None:
        items.append(_throw(state.throw))
    deal = state.trade.deal if state.trade is not None else None
    if deal is not None and viewer in (deal.maker, deal.other):
        items += _offer(state.cards, deal)
    if state.turn:
        items += _piles(state)
    return (*items, *_notes(state))


def _piles(state: State) -> tuple[Item, ...]:
    """What lies on the table once the cards are dealt."""
    deck, discards = state.deck, state.discards
    top = _card(state.cards, deck[-1]) if state.rules.friendly and deck else None
    last = _card(state.cards, discards[-1]) if discards else None
    return (
        _goals(state),
        Pile("deck", say("label.deck"), len(deck), top),
        Pile("discards", say("label.discards"), len(discards), last),
    )


def _blank(dice: Pool) -> tuple[Die, ...]:
    return tuple(Die(0, colour=DICE[at]) for at, count in enumerate(dice) for _ in range(count))


@lru_cache(maxsize=4096)
def _throw(throw: Throw) -> Dice:
    if not throw.faces:
        return Dice("throw", say("label.cup"), _blank(throw.dice))
    parts = by_colour(throw.dice, throw.faces)
    dice = (Die(face, colour=DICE[at]) for at, part in enumerate(parts) for face in part)
    return Dice("throw", say("label.throw"), tuple(dice))


def _offer(cards: Box, deal: Deal) -> list[Item]:
    """The cards of an offer, to the two who deal; its dice are in the news for all."""
    items: list[Item] = []
    if deal.given:
        label = say("label.offer_gives", seat=deal.maker)
        items.append(Cards("given", label, tuple(_numbered(cards, deal.given))))
    if deal.taken:
        label = say("label.offer_gives", seat=deal.other)
        items.append(Cards("taken", label, tuple(_numbered(cards, deal.taken))))
    return items


def _goals(state: State) -> Cards:
    aim = state.aim
    chosen = aim.goal if aim is not None and aim.owner is None else None
    shown = (_goal(state.cards, at, goal, at == chosen) for at, goal in enumerate(state.goals))
    return Cards("goals", say("label.goals"), tuple(shown))


@lru_cache(maxsize=8192)
def _goal(cards: Box, at: int, goal: Goal, chosen: bool) -> Card:
    kind = cards.kinds[goal.card]
    text, left = _to_go(kind.target, goal), max(0, kind.target - goal.banked)
    return Card(
        f"{at}.{kind.key}",
        card_name(cards, goal.card),
        text=text,
        dice=_needs(kind.colour),
        value=str(kind.value),
        state="chosen" if chosen else "",
        short=say("card.left", left=left),
    )


def _to_go(target: int, goal: Goal) -> Say:
    left = max(0, target - goal.banked)
    if goal.swiss:
        owners = sorted({swiss.seat for swiss in goal.swiss})
        points = sum(swiss.points for swiss in goal.swiss)
        return say("card.swiss", left=left, points=points, seats=owners)
    if goal.banked:
        return say("card.banked", left=left, count=goal.banked)
    return say("card.left", left=left)


@lru_cache(maxsize=16)
def _needs(colour: str) -> tuple[Die, ...]:
    return tuple(Die(0, colour=DICE[at]) for at in NEEDS[colour])


@lru_cache(maxsize=1024)
def _card(cards: Box, card: int, at: int = 0) -> Card:
    """A card of a hand or a pile."""
    kind = cards.kinds[card]
    key, name = f"{at}.{kind.key}", card_name(cards, card)
    if kind.colour:
        return Card(key, name, dice=_needs(kind.colour), value=str(kind.value))
    return Card(key, name, more=say(f"hint.{kind.does}"))


def _numbered(cards: Box, held: tuple[int, ...]) -> list[Card]:
    return [_card(cards, card, at) for at, card in enumerate(held)]


def _notes(state: State) -> list[Item]:
    items: list[Item] = []
    if state.trade is not None and state.phase != "trade":
        items.append(Note("trade", say("note.trade"), "good"))
    if state.loan is not None:
        told = heap(state.loan.dice)
        items.append(Note("loan", say("note.loan", dice=told, seat=state.loan.owner)))
    if state.raid is not None:
        raid = state.raid
        card = card_name(state.cards, state.treasure[raid.owner][raid.goal].card)
        told = say("note.raid", seat=state.active, to_seat=raid.owner, card=card)
        items.append(Note("raid", told))
    items.append(Note("variable", _variable(state), "quiet"))
    return items


def _variable(state: State) -> Say:
    if not state.function:
        first = state.rules.variable == "first_to_play_decides"
        return say("note.variable_first" if first else "note.variable_each")
    does = state.rules.trade if state.function == "trade" else state.function
    return say("note.variable", function=say(f"function.{does}"))


def _board(state: State, seat: int, viewer: int) -> Board:
    cards, hand, treasure = state.cards, state.hands[seat], state.treasure[seat]
    items: list[Item] = list(_pool(state.pools[seat]))
    if seat == viewer or state.rules.friendly:
        label = say("label.your_hand" if seat == viewer else "label.hand")
        items.append(Cards("hand", label, tuple(_numbered(cards, tuple(sorted(hand))))))
    else:
        items.append(Chips("hand", say("label.cards", count=len(hand)), len(hand)))
    if treasure:
        items.append(_treasure(cards, treasure))
    return Board(seat, worth(cards, treasure), tuple(items))


@lru_cache(maxsize=1024)
def _pool(pool: Pool) -> tuple[Chips, ...]:
    counts = zip(DICE, pool, strict=True)
    return tuple(Chips(colour, say(f"label.{colour}"), count, colour) for colour, count in counts)


@lru_cache(maxsize=8192)
def _treasure(cards: Box, treasure: tuple[Goal, ...]) -> Note:
    """A line of goals: five players' treasures have to fit on one tablet."""
    told = listed([_completed(cards, goal) for goal in sorted(treasure, key=_rank)])
    return Note("treasure", say("note.treasure", count=colours(cards, treasure), goals=told))


def _completed(cards: Box, goal: Goal) -> Say:
    name = card_name(cards, goal.card)
    return say("card.raided", card=name, count=goal.banked) if goal.banked else name


def _rank(goal: Goal) -> int:
    return goal.card
