"""What a screen may see of Ricemarll. It decides nothing: the rules are in ``play``.

Hidden are every deck, a hand and what is planned with it, cards behind dice until they are turned
over, and a special goal until it is declared: each of them is shown to its own seat only.
"""

from __future__ import annotations

from collections.abc import Iterator

from dicerules.core import Ask, Over, Say, View
from dicerules.ricemarll.ask import SPECIAL, die_seen, goal_text, modifier_text
from dicerules.ricemarll.cards import DICE, OPEN, PHASES
from dicerules.ricemarll.phase import names, played, spell
from dicerules.ricemarll.play import need
from dicerules.ricemarll.preview import expect, face_up
from dicerules.ricemarll.selecting import share
from dicerules.ricemarll.state import Claim, Player, State
from dicerules.views import TABLE, Board, Card, Cards, Dice, Item, Note, Space, Track
from dicerules.words import say

NO_CARDS = ((),) * DICE


def view(state: State, viewer: int) -> View:
    """Build up what the viewer may know."""
    return View(
        headline=_headline(state),
        turn=_turn(state),
        centre=tuple(_centre(state, viewer)),
        boards=tuple(_board(state, seat, viewer) for seat in range(len(state.players))),
        news=state.news,
    )


def _headline(state: State) -> Say:
    now = need(state)
    if isinstance(now, Over):
        return say("headline.over", seats=list(now.winners), count=len(now.winners))
    if not isinstance(now, Ask):
        return now.why
    seats = list(now.forms)
    if state.step == "select":
        return say("headline.select", seat=seats[0], count=share(state))
    return say(f"headline.{state.step}", seats=seats, count=len(seats))


def _turn(state: State) -> int | None:
    now = need(state)
    if isinstance(now, Over):
        return None
    if isinstance(now, Ask):
        return next(iter(now.forms)) if state.step == "select" else None
    return now.seat


def _centre(state: State, viewer: int) -> Iterator[Item]:
    if (state.market or state.blind) and viewer != _turn(state):
        # Whose turn it is has the same cards in the form.
        yield Cards("market", say("market"), tuple(_market(state)))
    if state.goals:
        yield Cards("goals", say("goals", phase=state.phase), tuple(_goals(state)))
    if state.claims:
        claims = tuple(_claim(state, claim) for claim in state.claims)
        yield Cards("claims", say("claims"), claims)
    if viewer != TABLE and not state.claims:
        yield from _other_dice(state, viewer)
    if face_up(state):
        yield Cards("turned_up", say("turned_up"), tuple(_turned_up(state)))
    elif state.step in ("place", "declare") and viewer == TABLE:
        yield Cards("decks", say("decks"), tuple(_decks(state)))
    if state.phase:
        yield Note("phase", say("phase", phase=state.phase, count=PHASES), "quiet")


def _market(state: State) -> Iterator[Card]:
    for at, card in enumerate(state.market, 1):
        modifier = state.cards.modifiers[card]
        yield Card(f"card{at}", say("name", name=modifier.name), modifier_text(modifier))
    for at in range(1, len(state.blind) + 1):
        yield Card(f"{SPECIAL}{at}", say("special.goal"), say("special.down"), state="closed")


def _goals(state: State) -> Iterator[Card]:
    for at, card in enumerate(state.goals):
        yield _goal(state, card, at >= OPEN, str(state.cards.tokens))


def _goal(state: State, card: int, chosen: bool, value: str = "") -> Card:
    goal = state.cards.goals[card]
    return Card(
        goal.key,
        say("name", name=goal.name),
        goal_text(goal),
        value=value,
        state="chosen" if chosen else "",
    )


def _claim(state: State, claim: Claim) -> Card:
    goal, seats = state.cards.goals[claim.goal], list(claim.seats)
    key = "claim.some" if seats else "claim.nobody"
    return Card(
        goal.key,
        say("name", name=goal.name),
        say(key, seats=seats, tokens=claim.tokens),
        state="done" if seats else "closed",
        more=goal_text(goal),
    )


def _other_dice(state: State, viewer: int) -> Iterator[Item]:
    """A phone shows no boards but its own, and what the others have decides what is worth while."""
    for seat, player in enumerate(state.players):
        if seat != viewer and player.dice:
            yield _dice(player, f"dice{seat}", say("dice.of", seat=seat))


def _decks(state: State) -> Iterator[Card]:
    for seat, player in enumerate(state.players):
        counts = {"deck": len(player.deck), "discards": len(player.discards)}
        yield Card(f"deck{seat}", say("dice.of", seat=seat), say("deck", **counts))


def _turned_up(state: State) -> Iterator[Card]:
    for seat, player in enumerate(state.players):
        told = played(state, player.dice, player.stacks) or say("played_none")
        yield Card(f"turned_up{seat}", say("dice.of", seat=seat), told)


def _board(state: State, seat: int, viewer: int) -> Board:
    player = state.players[seat]
    items: list[Item] = []
    if player.worth:
        spaces = tuple(Space(spell((value,))) for value in player.worth)
        total = spell((sum(player.worth),))
        items.append(Track("worth", say("worth"), spaces, value=total))
    elif player.dice:
        items.append(_dice(player, "dice", say(f"dice.{_status(state, seat)}")))
    if seat == viewer:
        items += _own(state, seat)
    elif player.specials:
        items.append(Note("specials", say("special.count", count=len(player.specials)), "quiet"))
    return Board(seat, player.tokens, tuple(items))


def _dice(player: Player, key: str, label: Say) -> Dice:
    return Dice(key, label, tuple(map(die_seen, player.dice)))


def _status(state: State, seat: int) -> str:
    """Who has answered in secret is no secret."""
    now, player = need(state), state.players[seat]
    if isinstance(now, Ask) and now.hidden and seat in now.forms:
        return "thinks"
    answered = player.plan or player.declares is not None or player.picks is not None
    return "ready" if answered else "lie"


def _own(state: State, seat: int) -> Iterator[Item]:
    """What only this seat sees of its board."""
    player = state.players[seat]
    if state.step in ("place", "declare", "reroll", "pick"):
        stacks = player.plan[:DICE] or player.stacks or NO_CARDS
        told = played(state, player.dice, stacks)
        if told and not face_up(state):
            yield Note("plan", say("plan", cards=told))
        # While the seat fills a form that changes its dice, the form's preview tells this.
        if state.step == "declare" or _status(state, seat) != "thinks":
            yield from expect(state, seat, stacks, _picked(player))
    if player.specials:
        declares = player.declares or ()
        specials = tuple(_goal(state, card, card in declares) for card in player.specials)
        yield Cards("specials", say("special.own"), specials)
    if player.deck:
        yield Note("own_deck", say("own_deck", cards=names(state, sorted(player.deck))), "quiet")
    if player.discards:
        told = say("own_discards", cards=names(state, sorted(player.discards)))
        yield Note("own_discards", told, "quiet")


def _picked(player: Player) -> dict[int, int]:
    return {at: face for at, face in enumerate(player.picks or ()) if face}
