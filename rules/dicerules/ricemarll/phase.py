"""One phase of rolls and goals, from the roll to the claims. What comes between two is not here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from dicerules.core import Answer, cache_last
from dicerules.ricemarll.ask import CARD_KEYS, SPOT_KEYS
from dicerules.ricemarll.cards import DICE, HAND, Cards, Effect
from dicerules.ricemarll.goals import Values, achievers, turned, with_effect
from dicerules.ricemarll.state import Claim, Pile, Player, State
from dicerules.ricemarll.tell import listed, played, spell
from dicerules.words import News


def take_dice(state: State, faces: tuple[int, ...], news: News) -> State:
    """Everybody's dice are rolled, and everybody draws as many cards as their deck still has."""
    players = []
    for seat, player in enumerate(state.players):
        dice = faces[seat * DICE : (seat + 1) * DICE]
        deck = player.deck
        hand = tuple(sorted(deck[:HAND]))
        players.append(replace(player, dice=dice, worth=(), hand=hand, deck=deck[HAND:]))
        if not news.silent:
            news.say("news.rolls", seat=seat, faces=spell(dice))
    state = replace(state, players=tuple(players), claims=(), step="draw")
    return state if new_deck_seats(state) else replace(state, step="place")


def makes_new_deck(version: int, player: Player) -> bool:
    """Whether a player who has just drawn shuffles the discards into a new deck (RM-R14).

    The rule is "when your deck runs out". Since version 2 a deck has run out as soon as it is
    empty. In version 1 it had run out when a card was missing from the hand, so a deck that emptied
    exactly waited for the next draw, and the cards played in between were shuffled in as well.
    """
    if version >= 2:
        return not player.deck and bool(player.discards)
    return len(player.hand) < HAND


@cache_last
def new_deck_seats(state: State) -> list[int]:
    """The seats whose discards are shuffled into a new deck now."""
    players = enumerate(state.players)
    return [seat for seat, player in players if makes_new_deck(state.version, player)]


def refill(state: State, orders: tuple[tuple[int, ...], ...], news: News) -> State:
    """Discards became new decks, and hands that are not full yet are filled from them (RM-R14)."""
    players = list(state.players)
    for seat, order in zip(new_deck_seats(state), orders, strict=True):
        player = players[seat]
        deck = shuffled(player.discards, order)
        missing = HAND - len(player.hand)
        hand = tuple(sorted((*player.hand, *deck[:missing])))
        players[seat] = replace(player, hand=hand, deck=deck[missing:], discards=())
        news.say("news.reshuffles", seat=seat, count=len(order))
    return replace(state, players=tuple(players), step="place")


def place(state: State, seat: int, answer: Answer, news: News) -> State:
    """A seat has a plan for its cards; the last plan carries out all of them."""
    players = list(state.players)
    player = players[seat]
    players[seat] = replace(player, plan=planned(player, answer["cards"]))
    for other in players:
        if not other.plan:
            news.say("news.has_placed", seat=seat)
            return replace(state, players=tuple(players))
    if not news.silent:
        _tell_plans(state.cards, players, news)
    state = replace(state, players=tuple(map(_carry_out, players)))
    for player in players:
        if player.specials:
            news.say("news.all_placed")
            return replace(state, step="declare")
    return _turn_over(state, news)


def _tell_plans(cards: Cards, players: Sequence[Player], news: News) -> None:
    for seat, player in enumerate(players):
        *_, top, away = player.plan
        if top:
            news.say("news.puts_back", seat=seat, count=len(top))
        if away:
            news.say("news.discards", seat=seat, cards=listed(cards, away))


def planned(player: Player, placed: Mapping[str, Sequence[str]]) -> tuple[Pile, ...]:
    """The piles that a filled form speaks of: one for each die, the deck's top, the discards."""
    hand = player.hand
    piles: list[Pile] = [()] * len(SPOT_KEYS)
    for slot, keys in placed.items():
        pile: Pile = ()
        for key in keys:
            pile += (hand[_AT[key]],)
        piles[_SPOT[slot]] = pile
    return tuple(piles)


_AT = {key: at for at, key in enumerate(CARD_KEYS)}
_SPOT = {key: at for at, key in enumerate(SPOT_KEYS)}


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


def declare(state: State, seat: int, answer: Answer, news: News) -> State:
    """A seat declares some special goals or none; the last answer opens all of them (RM-R7)."""
    players, goals = list(state.players), state.cards.goals
    player = players[seat]
    declared_keys = answer["goals"]
    declares = tuple([card for card in player.specials if goals[card].key in declared_keys])
    players[seat] = replace(player, declares=declares)
    for other_player in players:
        if other_player.specials and other_player.declares is None:
            news.say("news.has_decided", seat=seat)
            return replace(state, players=tuple(players))
    declared = list(state.goals)
    for other, player in enumerate(players):
        if player.declares is None:
            continue
        for card in player.declares:
            declared.append(card)
            news.say("news.declares", seat=other, goal=goals[card].name)
        specials = tuple([card for card in player.specials if card not in declared])
        players[other] = replace(player, specials=specials, declares=None)
    if len(declared) == len(state.goals):
        news.say("news.declares_none")
    return _turn_over(replace(state, players=tuple(players), goals=tuple(declared)), news)


def _turn_over(state: State, news: News) -> State:
    """All cards behind the dice are turned face up."""
    if not news.silent:
        _tell_played(state, news)
    state = replace(state, step="reroll")
    return state if rerolls(state) else _before_picks(state, news)


def _tell_played(state: State, news: News) -> None:
    for seat, player in enumerate(state.players):
        told = played(state.cards, player.dice, player.stacks)
        if told:
            news.say("news.plays", seat=seat, cards=told)


@cache_last
def rerolls(state: State) -> dict[int, list[int]]:
    """For each seat with a Reroll: the places of the dice to roll again, twice if it has two."""
    return _places(state, "reroll")


@cache_last
def picks(state: State) -> dict[int, tuple[int, ...]]:
    """For each seat with a Pick: the places of the dice to be picked, each once."""
    return {seat: tuple(sorted(set(at))) for seat, at in _places(state, "pick").items()}


def _places(state: State, effect: Effect) -> dict[int, list[int]]:
    wanted = with_effect(state.cards, effect)
    found = {}
    for seat, player in enumerate(state.players):
        stacks = player.stacks
        # Few have any, and this is asked often.
        if not wanted.isdisjoint(sum(stacks, ())):
            found[seat] = [
                at for at, stack in enumerate(stacks) for card in stack if card in wanted
            ]
    return found


def reroll(state: State, faces: tuple[int, ...], news: News) -> State:
    """Dice with a Reroll are rolled again; of two rolls the last counts (RM-R4)."""
    left, players = iter(faces), list(state.players)
    for seat, places in rerolls(state).items():
        player = players[seat]
        dice = list(player.dice)
        for at in places:
            new = next(left)
            news.say("news.rerolls", seat=seat, face=dice[at], new=new)
            dice[at] = new
        players[seat] = replace(player, dice=tuple(dice))
    return _before_picks(replace(state, players=tuple(players)), news)


def _before_picks(state: State, news: News) -> State:
    state = replace(state, step="pick")
    return state if picks(state) else _finish(state, news)


def pick(state: State, seat: int, answer: Answer, news: News) -> State:
    """A seat has picked sides for its dice; the last answer opens all of them (RM-R5)."""
    players, pickers = list(state.players), picks(state)
    players[seat] = replace(players[seat], picks=_chosen(answer))
    for other in pickers:
        if players[other].picks is None:
            news.say("news.has_picked", seat=seat)
            return replace(state, players=tuple(players))
    for other in pickers:
        player = players[other]
        assert player.picks is not None
        dice = list(player.dice)
        for at, new in enumerate(player.picks):
            if new:
                key = "news.picks_same" if new == dice[at] else "news.picks"
                news.say(key, seat=other, face=dice[at], new=new)
                dice[at] = new
        players[other] = replace(player, dice=tuple(dice), picks=None)
    return _finish(replace(state, players=tuple(players)), news)


def _chosen(answer: Answer) -> tuple[int, ...]:
    """The side picked for each die, 0 where none was to be picked."""
    sides = [0] * DICE
    for key, side in answer.items():
        sides[_SPOT[key]] = int(side)
    return tuple(sides)


def _finish(state: State, news: News) -> State:
    """Flip, value the dice, claim the goals, and put all cards that were played away."""
    cards = state.cards
    shown, table = turned(cards, state.players)
    if not news.silent:
        for seat, worth in enumerate(table):
            told = {"values": spell(worth), "total": spell((sum(worth),))}
            news.say("news.worth", seat=seat, **told)
    claims, tokens = [], [player.tokens for player in state.players]
    for card in state.goals:
        claim = _claim(state, card, table, news)
        claims.append(claim)
        for seat in claim.seats:
            tokens[seat] += claim.tokens
    players = []
    for player, dice, worth, has in zip(state.players, shown, table, tokens, strict=True):
        discards = sum(player.stacks, player.discards)
        players.append(
            replace(player, dice=dice, worth=worth, stacks=(), discards=discards, tokens=has)
        )
    return replace(
        state,
        step="claimed",
        players=tuple(players),
        goals=(),
        gone=state.gone + state.goals,
        claims=tuple(claims),
    )


def _claim(state: State, card: int, table: Sequence[Values], news: News) -> Claim:
    goal, tokens = state.cards.goals[card], state.cards.tokens
    seats = achievers(goal, table)
    share = tokens // len(seats) if seats else 0
    if not news.silent:
        key = ("news.unclaimed", "news.claims")[len(seats)] if len(seats) < 2 else "news.share"
        rest = tokens - share * len(seats)
        if rest and len(seats) > 1:
            key = "news.share_rest"
        news.say(key, seats=list(seats), goal=goal.name, count=share, rest=rest)
    return Claim(card, seats, share)


def shuffled(cards: Pile, order: tuple[int, ...]) -> Pile:
    """The cards in the order that the tower gave them."""
    return tuple([cards[at] for at in order])
