"""What happened in R.Y.B., as beats for the screens. It decides nothing.

The news say it in order, sentence by sentence; what is worth a show becomes a beat. A card shows
its face to those who may see it: played and discarded cards to all, drawn cards to their owner,
traded cards to the two who trade.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from msgspec import Struct

from dicerules.beats import Beat, Change, Title, Tone, Transfer, Verdict
from dicerules.core import Message
from dicerules.ryb.attempt import aimed
from dicerules.ryb.cardface import plain_card, variable_does
from dicerules.ryb.cards import DICE
from dicerules.ryb.state import State
from dicerules.ryb.tally import target_for
from dicerules.views import Card
from dicerules.words import message

DECK, DISCARDS, GOALS = "centre/deck", "centre/discards", "centre/goals"


class _Step(Struct, frozen=True, gc=False):
    before: State
    after: State
    viewer: int


def beats(before: State, after: State, viewer: int) -> tuple[Beat, ...]:
    """What the viewer may see happen between two positions."""
    found: list[Beat] = []
    step = _Step(before, after, viewer)
    for told in after.news:
        found += _SHOWN.get(told.key, _nothing)(step, told)
    if after.ended is not None:
        found.append(Title(after.ended, tone="grand"))
    return tuple(found)


def _nothing(step: _Step, told: Message) -> Iterator[Beat]:
    return iter(())


def _first(step: _Step, told: Message) -> Iterator[Beat]:
    yield Title(message("title.first", seat=_seat(told)), seat=_seat(told))


def _turn(step: _Step, told: Message) -> Iterator[Beat]:
    seat = _seat(told)
    key = "title.turn_you" if step.viewer == seat else "title.turn"
    yield Title(message(key, seat=seat), seat=seat)


def _draws(step: _Step, told: Message) -> Iterator[Beat]:
    """Cards from the deck to the hand; their faces are for their owner."""
    draws = [one for one in step.after.news if one.key == "news.draws"]
    if told is not draws[0]:
        return  # shown with the first
    seat, target = _seat(told), f"{_at(told)}/hand"
    if not _sees(step, seat):
        yield Transfer("card", DECK, target, sum(_number(one, "count") for one in draws))
        return
    dumped = any(one.key == "news.dumps" for one in step.after.news)
    held = 0 if dumped else len(step.before.hands[seat])
    # Sorted as on the screen: places in the hand are a secret, as a random discard names one.
    for card in sorted(step.after.hands[seat][held:]):
        yield Transfer("card", DECK, target, card=_face(step, card))


def _dumps(step: _Step, told: Message) -> Iterator[Beat]:
    count = len(step.before.hands[_seat(told)])
    yield Transfer("card", f"{_at(told)}/hand", DISCARDS, count)


def _plays_goal(step: _Step, told: Message) -> Iterator[Beat]:
    yield from _put_down(step, told, GOALS)


def _plays(step: _Step, told: Message) -> Iterator[Beat]:
    """An action is named and laid down; a raid and a Red Rover are great moments."""
    grand = told.key in ("plays.raid", "plays.red_rover")
    tone: Tone = "grand" if grand else ""
    card = told.facts["card"]
    assert isinstance(card, Message)
    if card.key == "card.quoted":
        card = message("name", **card.facts)
    yield from _put_down(step, told, DISCARDS)
    yield Title(card, told, _seat(told), tone)


def _stopped(step: _Step, told: Message) -> Iterator[Beat]:
    yield from _put_down(step, told, DISCARDS)
    text = message("verdict.deny" if told.key == "news.deny" else "verdict.cancel")
    yield Verdict("bad", text, _seat(told))


def _pays(step: _Step, told: Message) -> Iterator[Beat]:
    yield from _put_down(step, told, DISCARDS)


def _put_down(step: _Step, told: Message, target: str) -> Iterator[Beat]:
    """The card that has left the hand; one that comes from elsewhere, none has."""
    seat = _seat(told)
    for card in Counter(step.before.hands[seat]) - Counter(step.after.hands[seat]):
        yield Transfer("card", f"{_at(told)}/hand", target, card=_face(step, card))


def _misses(step: _Step, told: Message) -> Iterator[Beat]:
    """An attempt that has failed so far; one that did not is told by what it won."""
    points, target = _number(told, "points"), _number(told, "target")
    if points < target:
        text = message("verdict.misses", points=points, target=target)
        yield Verdict("bad", text, _seat(told))


def _completes(step: _Step, told: Message) -> Iterator[Beat]:
    yield from _won(step, told, GOALS, Verdict("good", message("verdict.completes")))


def _raids(step: _Step, told: Message) -> Iterator[Beat]:
    owner = f"seat/{told.facts['to_seat']}"
    yield from _won(step, told, owner, Verdict("grand", message("verdict.raids")))


def _won(step: _Step, told: Message, source: str, verdict: Verdict) -> Iterator[Beat]:
    """A goal goes into the treasure, and all the dice that were rolled for it are lifted."""
    before = step.before
    assert before.aim is not None
    assert before.throw is not None
    dice = tuple(range(sum(before.throw.dice)))
    yield Verdict(verdict.tone, verdict.text, _seat(told), _number(told, "value"), dice)
    card = _face(step, aimed(before, before.aim).card)
    yield Transfer("card", source, f"{_at(told)}/treasure", card=card)


def _banks(step: _Step, told: Message) -> Iterator[Beat]:
    """A goal has come nearer: for all, or for the owner of a Swiss Bank."""
    yield Verdict("good", message("verdict.banks", count=_number(told, "count")), _seat(told))
    aim, cards, viewer = step.before.aim, step.after.cards, step.viewer
    if aim is None or aim.owner is not None:
        return
    old, new = step.before.goals[aim.goal], step.after.goals[aim.goal]
    left = [max(0, target_for(cards, goal, viewer)) for goal in (old, new)]
    if left[0] != left[1]:
        place = f"{GOALS}/{aim.goal}.{cards.kinds[new.card].key}"
        yield Change(place, str(left[0]), str(left[1]), "good")


def _banks_none(step: _Step, told: Message) -> Iterator[Beat]:
    yield Verdict("", message("verdict.banks_none"), _seat(told))


def _picks(step: _Step, told: Message) -> Iterator[Beat]:
    yield from _dice(told.facts["dice"], "centre/middle", _at(told))


def _gets(step: _Step, told: Message) -> Iterator[Beat]:
    """Dice go over; those of a Red Rover are lifted first."""
    throw, act = step.after.throw, step.before.act
    rolled = step.before.phase == "roll" and throw is not None and throw.what == "rover"
    if rolled and throw is not None and act is not None:
        dice = tuple(at for at, face in enumerate(throw.faces) if face == act.number)
        yield Verdict("grand", message("verdict.rover", count=len(dice)), _seat(told), dice=dice)
    yield from _dice(told.facts["dice"], f"seat/{told.facts['to_seat']}", _at(told))


def _none_go_over(step: _Step, told: Message) -> Iterator[Beat]:
    yield Verdict("", message("verdict.no_rover"))


def _returns(step: _Step, told: Message) -> Iterator[Beat]:
    yield from _dice(told.facts["dice"], _at(told), f"seat/{told.facts['to_seat']}")


def _exchange(step: _Step, told: Message) -> Iterator[Beat]:
    """Both sides of a trade: dice for all to see, cards face up for the two alone."""
    deal = step.before.trade.deal if step.before.trade is not None else None
    assert deal is not None
    maker, other = f"seat/{deal.maker}", f"seat/{deal.other}"
    sees = step.viewer in (deal.maker, deal.other) or step.after.rules.friendly
    yield Verdict("good", message("verdict.trade"))
    for dice, cards, source, target in (
        (told.facts["give"], deal.given, maker, other),
        (told.facts["take"], deal.taken, other, maker),
    ):
        yield from _dice(dice, source, target)
        for card in cards if sees else ():
            yield Transfer("card", source, target, card=_face(step, card))
        if cards and not sees:
            yield Transfer("card", source, target, len(cards))


def _pools(step: _Step, told: Message) -> Iterator[Beat]:
    """Everybody's dice change at once."""
    for seat, (old, new) in enumerate(zip(step.before.pools, step.after.pools, strict=True)):
        for colour, had, has in zip(DICE, old, new, strict=True):
            if had != has:
                yield Change(f"seat/{seat}/{colour}", str(had), str(has))


_SHOWN: dict[str, Callable[[_Step, Message], Iterator[Beat]]] = {
    "news.first": _first,
    "news.turn": _turn,
    "news.picks": _picks,
    "news.draws": _draws,
    "news.dumps": _dumps,
    "plays.goal": _plays_goal,
    **{
        f"plays.{what}": _plays
        for what in (
            *("plain", "gimme", "red_rover", "shanghai", "balance", "equalizer", "void"),
            *("swiss_bank", "raid"),
        )
    },
    "news.cancel": _stopped,
    "news.deny": _stopped,
    "news.pays": _pays,
    "news.scores": _misses,
    "news.completes": _completes,
    "news.raids": _raids,
    "news.banks": _banks,
    "news.banks_swiss": _banks,
    "news.banks_none": _banks_none,
    "news.gets": _gets,
    "news.none_go_over": _none_go_over,
    "news.returns": _returns,
    "news.exchange": _exchange,
    "news.reset": _pools,
    "news.tea_party": _pools,
}


def _seat(told: Message) -> int:
    return _number(told, "seat")


def _number(told: Message, name: str) -> int:
    number = told.facts[name]
    assert isinstance(number, int)
    return number


def _at(told: Message) -> str:
    return f"seat/{told.facts['seat']}"


def _sees(step: _Step, seat: int) -> bool:
    """Whether the viewer sees a seat's hand."""
    return step.viewer == seat or step.after.rules.friendly


def _face(step: _Step, card: int) -> Card:
    return plain_card(step.after.cards, card, variable_does(step.after))


def _dice(heap: object, source: str, target: str) -> Iterator[Beat]:
    """The dice that a sentence counts by colour, on their way."""
    assert isinstance(heap, Message)
    colour = heap.key.removeprefix("heap.")
    if colour in DICE:
        yield Transfer("die", source, target, _number(heap, "count"), colour)
    for part in heap.facts.values():
        if isinstance(part, Message):
            yield from _dice(part, source, target)
