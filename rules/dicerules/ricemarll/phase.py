"""One phase of rolls and goals, from the roll to the claims. What comes between two is not here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain

from msgspec.structs import replace

from dicerules.core import Answer, Message
from dicerules.ricemarll.ask import CARD_KEYS, DIE_KEYS, SPOT_KEYS
from dicerules.ricemarll.cards import DICE, HAND, Cards, Effect
from dicerules.ricemarll.goals import achievers, flipped, with_effect, worth
from dicerules.ricemarll.state import Claim, Pile, Player, State
from dicerules.ricemarll.tell import listed, played, spell
from dicerules.words import message


def with_player(state: State, seat: int, player: Player) -> State:
    """The position with other belongings of one seat."""
    players = state.players
    return replace(state, players=(*players[:seat], player, *players[seat + 1 :]))


def take_dice(state: State, faces: tuple[int, ...], news: list[Message]) -> State:
    """Everybody's dice are rolled, and everybody draws as many cards as their deck still has."""
    players = []
    for seat, player in enumerate(state.players):
        dice = faces[seat * DICE : (seat + 1) * DICE]
        deck = player.deck
        hand = tuple(sorted(deck[:HAND]))
        players.append(replace(player, dice=dice, worth=(), hand=hand, deck=deck[HAND:]))
        news.append(message("news.rolls", seat=seat, faces=spell(dice)))
    state = replace(state, players=tuple(players), claims=())
    return replace(state, step="draw" if new_deck_seats(state) else "place")


def makes_new_deck(version: int, player: Player) -> bool:
    """Whether a player who has just drawn shuffles the discards into a new deck (RM-R14).

    The rule is "when your deck runs out". Since version 2 a deck has run out as soon as it is
    empty. In version 1 it had run out when a card was missing from the hand, so a deck that emptied
    exactly waited for the next draw, and the cards played in between were shuffled in as well.
    """
    if version >= 2:
        return not player.deck and bool(player.discards)
    return len(player.hand) < HAND


def new_deck_seats(state: State) -> list[int]:
    """The seats whose discards are shuffled into a new deck now."""
    players = enumerate(state.players)
    return [seat for seat, player in players if makes_new_deck(state.version, player)]


def refill(state: State, orders: tuple[tuple[int, ...], ...], news: list[Message]) -> State:
    """Discards became new decks, and hands that are not full yet are filled from them (RM-R14)."""
    players = list(state.players)
    for seat, order in zip(new_deck_seats(state), orders, strict=True):
        player = players[seat]
        deck = shuffled(player.discards, order)
        missing = HAND - len(player.hand)
        hand = tuple(sorted((*player.hand, *deck[:missing])))
        players[seat] = replace(player, hand=hand, deck=deck[missing:], discards=())
        news.append(message("news.reshuffles", seat=seat, count=len(order)))
    return replace(state, players=tuple(players), step="place")


def place(state: State, seat: int, answer: Answer, news: list[Message]) -> State:
    """A seat has a plan for its cards; the last plan carries out all of them."""
    player = state.players[seat]
    plan = planned(player, answer["cards"])
    state = with_player(state, seat, replace(player, plan=plan))
    if any(not player.plan for player in state.players):
        news.append(message("news.has_placed", seat=seat))
        return state
    players = tuple(map(_carry_out, state.players))
    for other, player in enumerate(state.players):
        *_, top, away = player.plan
        if top:
            news.append(message("news.puts_back", seat=other, count=len(top)))
        if away:
            news.append(message("news.discards", seat=other, cards=listed(state.cards, away)))
    state = replace(state, players=players)
    if any(player.specials for player in players):
        news.append(message("news.all_placed"))
        return replace(state, step="declare")
    return _turn_over(state, news)


def planned(player: Player, placed: Mapping[str, Sequence[str]]) -> tuple[Pile, ...]:
    """The piles that a filled form speaks of: one for each die, the deck's top, the discards."""
    card = dict(zip(CARD_KEYS, player.hand, strict=True))
    return tuple([tuple([card[key] for key in placed.get(slot, ())]) for slot in SPOT_KEYS])


def _carry_out(player: Player) -> Player:
    *stacks, top, away = player.plan
    return replace(
        player,
        hand=(),
        plan=(),
        stacks=tuple(stacks),
        deck=top + player.deck,
        discards=player.discards + away,
    )


def declare(state: State, seat: int, answer: Answer, news: list[Message]) -> State:
    """A seat declares some special goals or none; the last answer opens all of them (RM-R7)."""
    player, goals = state.players[seat], state.cards.goals
    declares = tuple(card for card in player.specials if goals[card].key in answer["goals"])
    state = with_player(state, seat, replace(player, declares=declares))
    if any(player.specials and player.declares is None for player in state.players):
        news.append(message("news.has_decided", seat=seat))
        return state
    players, declared = [], list(state.goals)
    for other, player in enumerate(state.players):
        for card in player.declares or ():
            declared.append(card)
            news.append(message("news.declares", seat=other, goal=goals[card].name))
        specials = tuple(card for card in player.specials if card not in declared)
        players.append(replace(player, specials=specials, declares=None))
    if len(declared) == len(state.goals):
        news.append(message("news.declares_none"))
    return _turn_over(replace(state, players=tuple(players), goals=tuple(declared)), news)


def _turn_over(state: State, news: list[Message]) -> State:
    """All cards behind the dice are turned face up."""
    for seat, player in enumerate(state.players):
        told = played(state.cards, player.dice, player.stacks)
        if told:
            news.append(message("news.plays", seat=seat, cards=told))
    return replace(state, step="reroll") if rerolls(state) else _before_picks(state, news)


def rerolls(state: State) -> dict[int, list[int]]:
    """For each seat with a Reroll: the places of the dice to roll again, twice if it has two."""
    return _places(state, "reroll")


def picks(state: State) -> dict[int, tuple[int, ...]]:
    """For each seat with a Pick: the places of the dice to be picked, each once."""
    return {seat: tuple(sorted(set(at))) for seat, at in _places(state, "pick").items()}


def _places(state: State, effect: Effect) -> dict[int, list[int]]:
    wanted = with_effect(state.cards, effect)
    found = {}
    for seat, player in enumerate(state.players):
        stacks = enumerate(player.stacks)
        places = [at for at, stack in stacks for card in stack if card in wanted]
        if places:
            found[seat] = places
    return found


def reroll(state: State, faces: tuple[int, ...], news: list[Message]) -> State:
    """Dice with a Reroll are rolled again; of two rolls the last counts (RM-R4)."""
    left = iter(faces)
    for seat, places in rerolls(state).items():
        player = state.players[seat]
        dice = list(player.dice)
        for at in places:
            new = next(left)
            news.append(message("news.rerolls", seat=seat, face=dice[at], new=new))
            dice[at] = new
        state = with_player(state, seat, replace(player, dice=tuple(dice)))
    return _before_picks(state, news)


def _before_picks(state: State, news: list[Message]) -> State:
    return replace(state, step="pick") if picks(state) else _finish(state, news)


def pick(state: State, seat: int, answer: Answer, news: list[Message]) -> State:
    """A seat has picked sides for its dice; the last answer opens all of them (RM-R5)."""
    chosen = tuple(int(answer.get(key, 0)) for key in DIE_KEYS)
    state = with_player(state, seat, replace(state.players[seat], picks=chosen))
    pickers = picks(state)
    if any(state.players[other].picks is None for other in pickers):
        news.append(message("news.has_picked", seat=seat))
        return state
    for other in pickers:
        player = state.players[other]
        assert player.picks is not None
        for old, new in zip(player.dice, player.picks, strict=True):
            if new:
                key = "news.picks_same" if new == old else "news.picks"
                news.append(message(key, seat=other, face=old, new=new))
        dice = tuple(new or old for old, new in zip(player.dice, player.picks, strict=True))
        state = with_player(state, other, replace(player, dice=dice, picks=None))
    return _finish(state, news)


def _finish(state: State, news: list[Message]) -> State:
    """Flip, value the dice, claim the goals, and put all cards that were played away."""
    players = [_valued(state.cards, player) for player in state.players]
    for seat, player in enumerate(players):
        told = {"values": spell(player.worth), "total": spell((sum(player.worth),))}
        news.append(message("news.worth", seat=seat, **told))
    claims = []
    for card in state.goals:
        claim = _claim(state, card, players, news)
        for seat in claim.seats:
            players[seat] = replace(players[seat], tokens=players[seat].tokens + claim.tokens)
        claims.append(claim)
    return replace(
        state,
        step="claimed",
        players=tuple(players),
        goals=(),
        gone=state.gone + state.goals,
        claims=tuple(claims),
    )


def _valued(cards: Cards, player: Player) -> Player:
    dice, values = [], []
    for face, stack in zip(player.dice, player.stacks, strict=True):
        side = flipped(cards, face, stack) if stack else face
        dice.append(side)
        values.append(worth(cards, side, stack) if stack else side)
    return replace(
        player,
        dice=tuple(dice),
        worth=tuple(values),
        stacks=(),
        discards=player.discards + tuple(chain(*player.stacks)),
    )


def _claim(state: State, card: int, players: list[Player], news: list[Message]) -> Claim:
    goal, tokens = state.cards.goals[card], state.cards.tokens
    seats = achievers(goal, [player.worth for player in players])
    share = tokens // len(seats) if seats else 0
    key = ("news.unclaimed", "news.claims")[len(seats)] if len(seats) < 2 else "news.share"
    rest = tokens - share * len(seats)
    if rest and len(seats) > 1:
        key = "news.share_rest"
    news.append(message(key, seats=list(seats), goal=goal.name, count=share, rest=rest))
    return Claim(card, seats, share)


def shuffled(cards: Pile, order: tuple[int, ...]) -> Pile:
    """The cards in the order that the tower gave them."""
    return tuple([cards[at] for at in order])
