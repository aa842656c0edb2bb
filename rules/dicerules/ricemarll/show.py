"""What a screen may see of Ricemarll. It decides nothing: the rules are in ``play``.

Hidden are every deck, a hand and what is planned with it, cards behind dice until they are turned
over, and a special goal until it is declared: each of them is shown to its own seat only. Discards
lie face up, so everybody can look through everybody's.
"""

from __future__ import annotations

from collections.abc import Iterator

from dicerules.core import Ask, Message, Over, View
from dicerules.ricemarll.ask import SPECIAL, die_seen, goal_text, modifier_text
from dicerules.ricemarll.cards import DICE, OPEN, PHASES, Goal, Modifier
from dicerules.ricemarll.cards import Cards as Box
from dicerules.ricemarll.goals import measure
from dicerules.ricemarll.play import need
from dicerules.ricemarll.preview import expect, face_up
from dicerules.ricemarll.selecting import share
from dicerules.ricemarll.state import Claim, Player, State
from dicerules.ricemarll.tell import listed, played, spell, together
from dicerules.views import TABLE, Board, Card, Cards, Dice, Figure, Item, Note, Space, Track
from dicerules.words import message

NO_CARDS = ((),) * DICE


def view(state: State, viewer: int) -> View:
    """Build up what the viewer may know."""
    return View(
        headline=_headline(state, viewer),
        turn=_turn(state),
        centre=tuple(_centre(state, viewer)),
        boards=tuple(_board(state, seat, viewer) for seat in range(len(state.players))),
        news=state.news,
    )


def _headline(state: State, viewer: int) -> Message:
    now = need(state)
    if isinstance(now, Over):
        return message("headline.over", seats=list(now.winners), count=len(now.winners))
    if not isinstance(now, Ask):
        return now.why
    key = f"headline.{state.step}{'_you' if viewer in now.forms else ''}"
    seats = list(now.forms)
    if state.step == "select":
        return message(key, seat=seats[0], count=share(state))
    return message(key, seats=seats, count=len(seats))


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
        yield Cards("market", message("market"), tuple(_market(state)))
    if state.goals:
        yield Cards("goals", message("goals", phase=state.phase), tuple(_goals(state)))
    if state.claims:
        claims = tuple(_claim(state, claim) for claim in state.claims)
        yield Cards("claims", message("claims"), claims)
    if viewer != TABLE and not state.claims:
        yield from _other_dice(state, viewer)
    yield from _tie_dice(state)
    if face_up(state):
        yield Cards("turned_up", message("turned_up"), tuple(_turned_up(state)))
    if any(player.discards for player in state.players):
        yield Cards("decks", message("decks"), tuple(_decks(state, viewer)))
    if state.phase:
        yield Note("phase", message("phase", phase=state.phase, count=PHASES), "quiet")


def _market(state: State) -> Iterator[Card]:
    for at, card in enumerate(state.market, 1):
        modifier = state.cards.modifiers[card]
        name, house = message("name", name=modifier.name), modifier.house
        yield Card(f"card{at}", name, modifier_text(modifier), house=house)
    for at in range(1, len(state.blind) + 1):
        yield Card(f"{SPECIAL}{at}", message("special.goal"), message("special.down"))


def _goals(state: State) -> Iterator[Card]:
    for at, card in enumerate(state.goals):
        yield _goal(state, card, at >= OPEN, str(state.cards.tokens))


def _goal(state: State, card: int, chosen: bool, value: str = "") -> Card:
    goal = state.cards.goals[card]
    return Card(
        goal.key,
        message("name", name=goal.name),
        goal_text(goal),
        value=value,
        state="chosen" if chosen else "",
        house=goal.house,
    )


def _claim(state: State, claim: Claim) -> Card:
    """A claimed goal: who took how much, and everybody's figure, which says why."""
    goal, seats = state.cards.goals[claim.goal], list(claim.seats)
    key = ("claim.nobody", "claim.one")[len(seats)] if len(seats) < 2 else "claim.shared"
    figures = together(
        message("figure", seat=seat, got=spell((measure(goal, player.worth),)))
        for seat, player in enumerate(state.players)
    )
    assert figures is not None
    return Card(
        goal.key,
        message("name", name=goal.name),
        message(key, seats=seats, tokens=claim.tokens, figures=figures),
        state="done" if seats else "closed",
        value=f"+{claim.tokens}" if claim.tokens else "",
        more=goal_text(goal),
        house=goal.house,
        figures=tuple(
            Figure(seat, spell((measure(goal, player.worth),)), seat in seats)
            for seat, player in enumerate(state.players)
        ),
    )


def _tie_dice(state: State) -> Iterator[Item]:
    """The dice that were just rolled for a tie: they lie there as long as they are news."""
    for told in state.news:
        if told.key == "news.tie_roll":
            seat, face = told.facts["seat"], told.facts["face"]
            assert isinstance(seat, int)
            assert isinstance(face, int)
            yield Dice(f"tie{seat}", message("dice.tie", seat=seat), (die_seen(face),))


def _other_dice(state: State, viewer: int) -> Iterator[Item]:
    """A phone shows no board but its own; what the others rolled decides what is worth trying."""
    for seat, player in enumerate(state.players):
        if seat != viewer and player.dice:
            yield _dice(player, f"dice{seat}", message("dice.of", seat=seat))


def _decks(state: State, viewer: int) -> Iterator[Card]:
    """How many discards everybody has, and on a tap which; one's own are on the own board."""
    for seat, player in enumerate(state.players):
        if seat == viewer:
            continue
        deck = len(player.deck)
        more = message("deck_only", deck=deck)
        if player.discards:
            more = message("deck", cards=listed(state.cards, player.discards), deck=deck)
        value = str(len(player.discards))
        yield Card(f"deck{seat}", message("dice.of", seat=seat), value=value, more=more)


def _turned_up(state: State) -> Iterator[Card]:
    for seat, player in enumerate(state.players):
        told = played(state.cards, player.dice, player.stacks) or message("played_none")
        yield Card(f"turned_up{seat}", message("dice.of", seat=seat), told)


def _board(state: State, seat: int, viewer: int) -> Board:
    player = state.players[seat]
    items: list[Item] = []
    if player.worth:
        spaces = tuple(Space(spell((value,))) for value in player.worth)
        total = spell((sum(player.worth),))
        items.append(Track("worth", message("worth"), spaces, value=total))
    elif player.dice:
        items.append(_dice(player, "dice", message(f"dice.{_status(state, seat)}")))
    if seat == viewer:
        items += _own(state, seat)
    elif player.specials:
        items.append(
            Note("specials", message("special.count", count=len(player.specials)), "quiet")
        )
    return Board(seat, player.tokens, tuple(items))


def _dice(player: Player, key: str, label: Message) -> Dice:
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
        told = played(state.cards, player.dice, stacks)
        if told and not face_up(state):
            yield Note("plan", message("plan", cards=told))
        # While the seat fills a form that changes its dice, the form's preview tells this.
        if state.step == "declare" or _status(state, seat) != "thinks":
            yield from expect(state, seat, stacks, _picked(player))
    if player.specials:
        declares = player.declares or ()
        specials = tuple(_goal(state, card, card in declares) for card in player.specials)
        yield Cards("specials", message("special.own"), specials)
    if player.deck:
        told = message("own_deck", cards=listed(state.cards, player.deck))
        yield Note("own_deck", told, "quiet")
    if player.discards:
        told = message("own_discards", cards=listed(state.cards, player.discards))
        yield Note("own_discards", told, "quiet")


def _picked(player: Player) -> dict[int, int]:
    return {at: face for at, face in enumerate(player.picks or ()) if face}


def card_list(cards: Box) -> tuple[Item, ...]:
    """Every card in the box, for the help page."""
    return (
        Cards(
            "modifiers", message("list.modifiers"), tuple(map(_listed_modifier, cards.modifiers))
        ),
        Cards("goals", message("list.goals"), tuple(map(_listed_goal, cards.goals))),
    )


def _listed_modifier(modifier: Modifier) -> Card:
    text = modifier_text(modifier)
    parts = [] if text is None else [text]
    parts.append(message("list.copies", count=modifier.count))
    if modifier.start:
        parts.append(message("list.start", count=modifier.start))
    name = message("name", name=modifier.name)
    return Card(modifier.key, name, together(parts), house=modifier.house)


def _listed_goal(goal: Goal) -> Card:
    return Card(goal.key, message("name", name=goal.name), goal_text(goal), house=goal.house)
