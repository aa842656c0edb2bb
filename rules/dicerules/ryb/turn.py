"""A turn of R.Y.B. from outside: drafting, dealing, refilling, whose turn it is, and the end.

What is done inside a turn is told in ``actions`` and ``attempt``.
"""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from dicerules.core import Answer, Ask, DiceGroup, Form, Message, Roll
from dicerules.forms import Option, PickOne
from dicerules.hints import Actions
from dicerules.ryb.cards import DICE
from dicerules.ryb.choices import colour_field
from dicerules.ryb.menu import can_play
from dicerules.ryb.state import NO_DICE, Draw, State
from dicerules.ryb.tally import add, has_won, leaders, less, moved, of_colour, worth
from dicerules.ryb.tell import heap, open_heap
from dicerules.words import News, message

TURNS = 500
"""The last turn, so that a match ends even if nobody ever attempts a goal (RY-R28)."""


def need_first(state: State) -> Roll:
    """Draw who begins, with picking dice or with the first turn."""
    return Roll(None, message("roll.first"), (DiceGroup(1, len(state.pools)),))


def drawn_first(state: State, faces: tuple[int, ...], news: News) -> State:
    """The drawn seat begins."""
    first = faces[0] - 1
    news.say("news.first", seat=first)
    phase = "draft" if state.rules.draft == "before_the_deal" else "deal"
    return replace(state, active=first, phase=phase)


def picker(state: State) -> int:
    """Whose pick of the draft it is: clockwise, then back from the last one, to and fro (RY-V5)."""
    seats = len(state.pools)
    picked = sum(map(sum, state.pools))
    lap, at = divmod(picked, seats)
    return (state.active + (at if lap % 2 == 0 else seats - 1 - at)) % seats


def ask_draft(state: State) -> Ask:
    """Ask the next picker for a die."""
    return Ask(
        {picker(state): Form(message("form.draft"), (colour_field(state.middle, single=True),))}
    )


def take_draft(state: State, seat: int, answer: Answer, news: News) -> State:
    """Give the picked die; after the last one go on to the deal or the first turn."""
    die = of_colour(DICE.index(answer["colour"]), 1)
    pools = list(state.pools)
    pools[seat] = add(pools[seat], die)
    middle = less(state.middle, die)
    news.say("news.picks", seat=seat, dice=heap(die))
    phase = state.phase
    if middle == NO_DICE:
        phase = "deal" if state.rules.draft == "before_the_deal" else "begin"
    return replace(state, pools=tuple(pools), middle=middle, phase=phase)


def need_deal(state: State) -> Roll:
    """Shuffle all cards."""
    return Roll(None, message("roll.deal"), shuffles=(len(state.cards.deck),), hidden=True)


def deal(state: State, order: tuple[int, ...], news: News) -> State:
    """Deal everybody's hand."""
    cards, size = state.cards.deck, state.rules.hand
    deck = tuple([cards[at] for at in order])
    hands = tuple(deck[seat * size : (seat + 1) * size] for seat in range(len(state.pools)))
    news.say("news.deal", count=size)
    phase = "draft" if state.rules.draft == "after_the_deal" else "begin"
    return replace(state, hands=hands, deck=deck[len(hands) * size :], phase=phase)


def begin(state: State, news: News) -> State:
    """Begin a turn; without any card to hold or draw there is nothing to ask first."""
    seat = state.active
    news.say("news.turn", seat=seat)
    idle = not state.hands[seat] and not _drawable(state)
    return replace(state, turn=state.turn + 1, moved=False, phase="hand" if idle else "refill")


def _drawable(state: State) -> int:
    # With two players the discards never come back (RY-R13).
    return len(state.deck) + (len(state.discards) if len(state.pools) > 2 else 0)


def ask_refill(state: State) -> Ask:
    """Ask whether to refill or to dump.

    Hidden even for a single seat: it sees new cards, so the answer cannot be taken back.
    """
    seat = state.active
    held = len(state.hands[seat])
    draws = hand_after(state, seat, dumped=False) - held
    anew = hand_after(state, seat, dumped=True)
    return Ask({seat: _refill_form(draws, held, anew)}, hidden=True)


def hand_after(state: State, seat: int, dumped: bool) -> int:
    """How many cards the seat will hold once it has refilled, or dumped and drawn anew."""
    held, drawable = len(state.hands[seat]), _drawable(state)
    if dumped:
        return min(state.rules.hand, drawable + (held if len(state.pools) > 2 else 0))
    return held + min(max(0, state.rules.hand - held), drawable)


@lru_cache(maxsize=1024)
def _refill_form(draws: int, held: int, anew: int) -> Form:
    label = message("form.refill", count=draws) if draws else message("form.keep")
    options = [Option("refill", label, icon="deck")]
    if held:
        hint = message("hint.dump", count=anew)
        options.append(Option("dump", message("form.dump", count=held), hint=hint, icon="again"))
    hand = PickOne("do", message("form.hand"), tuple(options), draw=Actions())
    return Form(message("form.begin"), (hand,))


def take_refill(state: State, seat: int, answer: Answer, news: News) -> State:
    """Refill the hand, or dump it first and lose the rest of the turn (RY-R12)."""
    hand, size = state.hands[seat], state.rules.hand
    if answer["do"] == "refill":
        missing = size - len(hand)
        if missing <= 0:
            return replace(state, phase="hand")
        return replace(state, drawing=Draw(missing, "hand"), phase="draw")
    if not news.silent:
        cards = open_heap(state.cards, NO_DICE, tuple(sorted(hand)))
        news.say("news.dumps", seat=seat, cards=cards)
    return replace(
        state,
        hands=with_hand(state, seat, ()),
        discards=state.discards + hand,
        moved=True,
        drawing=Draw(size, "end"),
        phase="draw",
    )


def draw(state: State, news: News) -> State:
    """Draw as far as the deck goes; the discards make a new one unless two play."""
    drawing, seat = state.drawing, state.active
    assert drawing is not None
    count = min(drawing.count, len(state.deck))
    left = drawing.count - count
    if count:
        at = len(state.deck) - count
        hands = with_hand(state, seat, state.hands[seat] + state.deck[at:])
        news.say("news.draws", seat=seat, count=count)
        deck = state.deck[:at]
        if not left:
            return replace(
                state, hands=hands, deck=deck, moved=True, drawing=None, phase=drawing.then
            )
        state = replace(state, hands=hands, deck=deck, moved=True)
    if not left or not _drawable(state):
        return replace(state, drawing=None, phase=drawing.then)
    if len(state.discards) == 1:
        # Nothing to shuffle.
        return replace(state, deck=state.discards, discards=(), drawing=Draw(left, drawing.then))
    return replace(state, drawing=Draw(left, drawing.then), phase="reshuffle")


def need_reshuffle(state: State) -> Roll:
    """Shuffle the discards."""
    return Roll(None, message("roll.reshuffle"), shuffles=(len(state.discards),), hidden=True)


def reshuffle(state: State, order: tuple[int, ...], news: News) -> State:
    """Make the discards the new deck."""
    news.say("news.reshuffle", count=len(order))
    deck = tuple([state.discards[at] for at in order])
    return replace(state, deck=deck, discards=(), phase="draw")


def hand(state: State, news: News) -> State:
    """Go on to the card to be played, unless there is none (RY-R6)."""
    if can_play(state, state.hands[state.active]):
        return replace(state, phase="play")
    news.say("news.no_card", seat=state.active)
    return replace(state, phase="aim")


def end(state: State, news: News) -> State:
    """End the turn: give back what was lent, see who has won and whether anything still moves.

    Only the player's own treasure grows in a turn, and that ends it: so a win is seen at once.
    """
    pools, loan, seats = state.pools, state.loan, len(state.pools)
    if loan is not None:
        pools = moved(pools, state.active, loan.owner, loan.dice)
        told = heap(loan.dice)
        news.say("news.returns", seat=state.active, to_seat=loan.owner, dice=told)
    if state.trade is not None:
        state = close_trade(state, news)
    idle = 0 if state.moved else state.idle + 1
    why = None
    if has_won(state.cards, state.treasure[state.active]):
        why = message("over.won", seat=state.active)
    elif idle == seats:
        why = message("over.deadlock")
    elif state.turn == TURNS:
        why = message("over.turns", count=TURNS)
    state = replace(
        state,
        pools=pools,
        idle=idle,
        loan=None,
        raid=None,
        aim=None,
        active=state.active if why else (state.active + 1) % seats,
        phase="begin",
    )
    return finish(state, why, news) if why else state


def close_trade(state: State, news: News) -> State:
    """Discard the Trade card; what is on offer lapses."""
    trade = state.trade
    assert trade is not None
    news.say("news.trade_over")
    return replace(state, discards=(*state.discards, trade.card), trade=None)


def finish(state: State, why: Message, news: News) -> State:
    """End the match."""
    winners = list(leaders(state))
    points = worth(state.cards, state.treasure[winners[0]])
    news.append(why)
    news.say("news.won", seats=winners, count=len(winners), points=points)
    return replace(state, ended=why, phase="over")


def with_hand(state: State, seat: int, hand: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Everybody's hand, one of them another."""
    return (*state.hands[:seat], hand, *state.hands[seat + 1 :])


def without(hand: tuple[int, ...], *cards: int) -> tuple[int, ...]:
    """A hand less some of its cards."""
    left = list(hand)
    for card in cards:
        left.remove(card)
    return tuple(left)
