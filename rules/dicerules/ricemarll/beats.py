"""What happened in Ricemarll, as beats for the screens. It decides nothing.

The reveal goes die by die: the cards behind it turn up, and its face becomes a value. Then the
goals are awarded one by one, each with everybody's figure.
"""

from __future__ import annotations

from collections.abc import Iterator

from dicerules.beats import Award, Beat, Change, Flip, Reveal, Title, Transfer
from dicerules.core import Message
from dicerules.ricemarll.ask import die_seen, goal_text, modifier_text
from dicerules.ricemarll.cards import DICE, PHASES
from dicerules.ricemarll.goals import flipped, measure
from dicerules.ricemarll.preview import face_up
from dicerules.ricemarll.state import Claim, Pile, State
from dicerules.ricemarll.tell import spell, stacked
from dicerules.views import Card, Figure
from dicerules.words import message


def beats(before: State, after: State, viewer: int) -> tuple[Beat, ...]:
    """What the viewer may see happen between two positions."""
    found = [*_declared(after), *_tie(before, after)]
    if face_up(after) and not face_up(before):
        found.append(Flip(("centre/turned_up",)))
    if after.claims and not before.claims:
        for seat in range(len(after.players)):
            found += _reveal(before, after, seat)
        found += [_award(after, claim) for claim in after.claims]
    if before.step == "select":
        found += _taken(before, after, viewer)
    if after.phase != before.phase:
        found.append(_phase(after))
    return tuple(found)


def _phase(after: State) -> Title:
    last = after.phase == PHASES
    text = message("title.last" if last else "title.phase", phase=after.phase, count=PHASES)
    goals = ", ".join(after.cards.goals[card].name for card in after.goals)
    return Title(text, message("name", name=goals), tone="grand" if last else "")


def _declared(after: State) -> Iterator[Beat]:
    goals = {goal.name: goal for goal in after.cards.goals}
    for told in after.news:
        if told.key == "news.declares":
            goal = goals[str(told.facts["goal"])]
            card = Card(goal.key, message("name", name=goal.name), goal_text(goal))
            source = f"seat/{told.facts['seat']}"
            yield Transfer("card", source, "centre/goals", card=card)


def _reveal(before: State, after: State, seat: int) -> Iterator[Beat]:
    """Every die of a seat that has cards behind it, and then what all six came to."""
    player, cards = after.players[seat], after.cards
    stacks = before.players[seat].stacks or _stacks_told(before, after, seat)
    for face, stack, value in zip(player.dice, stacks, player.worth, strict=True):
        if stack:
            # A flipped die lies on its other side by now; flipped again, it lies as before.
            die = die_seen(flipped(cards, face, stack))
            yield Reveal(seat, die, tuple(_turned(after, stack)), spell((value,)))
    total = spell((sum(player.worth),))
    yield Change(f"seat/{seat}/worth", spell((sum(before.players[seat].dice),)), total)


def _turned(after: State, stack: Pile) -> Iterator[Card]:
    for at, card in enumerate(stack, 1):
        modifier = after.cards.modifiers[card]
        name, text = message("name", name=modifier.name), modifier_text(modifier)
        yield Card(f"{modifier.key}-{at}", name, text, house=modifier.house)


def _stacks_told(before: State, after: State, seat: int) -> tuple[Pile, ...]:
    """The cards behind a seat's dice that were turned up and put away in the same step.

    They are the last of the discards, die by die; the news say which cards lay behind which die.
    """
    news = [told for told in after.news if told.key == "news.plays" and told.facts["seat"] == seat]
    stacks: list[Pile] = [()] * DICE
    left = after.players[seat].discards
    for told in (part for plays in news for part in reversed(_parts(plays.facts["cards"]))):
        size = 1
        while stacked(after.cards, left[-size:]) != told.facts["cards"]:
            size += 1
        stacks[_place(before.players[seat].dice, told)] = left[-size:]
        left = left[:-size]
    return tuple(stacks)


def _parts(told: object) -> list[Message]:
    """The single sentences that were put into one."""
    assert isinstance(told, Message)
    if told.key != "both":
        return [told]
    return [*_parts(told.facts["first"]), *_parts(told.facts["second"])]


def _place(dice: tuple[int, ...], told: Message) -> int:
    """The place of the die that a sentence names by its face, and by which of them it is."""
    nth = told.facts.get("nth")
    number = int(nth.key.removeprefix("nth.")) if isinstance(nth, Message) else 1
    return [at for at, face in enumerate(dice) if face == told.facts["face"]][number - 1]


def _award(after: State, claim: Claim) -> Award:
    goal = after.cards.goals[claim.goal]
    figures = tuple(
        Figure(seat, spell((measure(goal, player.worth),)))
        for seat, player in enumerate(after.players)
    )
    return Award(message("name", name=goal.name), figures, claim.seats, claim.tokens or None)


def _tie(before: State, after: State) -> Iterator[Beat]:
    """Dice that were rolled for a tie, and whom they put first; equal ones are rolled again."""
    rolled = [told.facts for told in after.news if told.key == "news.tie_roll"]
    if not rolled:
        return
    faces = {facts["seat"]: str(facts["face"]) for facts in rolled}
    figures = tuple(Figure(seat, face) for seat, face in faces.items() if isinstance(seat, int))
    if before.step == "decide":
        yield Award(message("title.decide"), figures, after.leaders if after.step == "over" else ())
    else:
        order = [group for group in after.queue if group[0] in faces]
        first = order[0] if len(order[0]) == 1 else ()
        yield Award(message("title.order"), figures, first)


def _taken(before: State, after: State, viewer: int) -> Iterator[Beat]:
    """Modifiers go from the market to decks, face up; special goals stay face down.

    Who chooses has the market in the form, so there is nothing to be taken from on that screen.
    """
    if viewer == before.queue[0][0]:
        return
    for (seat,) in before.queue[: len(before.queue) - len(after.queue)]:
        old, new = before.players[seat], after.players[seat]
        for card in _turned(after, new.deck[: len(new.deck) - len(old.deck)]):
            yield Transfer("card", "centre/market", f"seat/{seat}", card=card)
        goals = len(new.specials) - len(old.specials)
        if goals:
            yield Transfer("card", "centre/market", f"seat/{seat}", goals)
