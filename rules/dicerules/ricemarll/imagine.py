"""What a seat of Ricemarll can imagine: decks, hands, cards and goals face down, secret answers.

Everybody knows which cards somebody has in all, as taking and discarding are open: hidden is only
where they are. Nobody's memory goes further than a position: cards put on top of a deck count as
shuffled.
"""

from __future__ import annotations

from msgspec.structs import replace

from dicerules.core import RandBelow
from dicerules.forms import fill
from dicerules.hidden import dealt, shuffled
from dicerules.ricemarll.ask import DIE_KEYS, declare_form, pick_form, place_form
from dicerules.ricemarll.cards import DICE, Cards
from dicerules.ricemarll.phase import picks, planned
from dicerules.ricemarll.state import Pile, Player, State


def imagine(state: State, seat: int, randbelow: RandBelow) -> State:
    """Deal everything anew that the seat does not see, and answer anew what was answered."""
    others = [at for at in range(len(state.players)) if at != seat]
    goals = [*state.goal_deck, *state.blind]
    for at in others:
        goals += state.players[at].specials
    sizes = [len(state.players[at].specials) for at in others]
    *specials, blind, goal_deck = dealt(goals, [*sizes, len(state.blind)], randbelow)
    players = list(state.players)
    players[seat] = replace(players[seat], deck=shuffled(players[seat].deck, randbelow))
    for at, own in zip(others, specials, strict=True):
        player = replace(players[at], specials=own)
        player = _with_cards(player, state.step == "declare", randbelow)
        players[at] = _answered(state, at, player, randbelow)
    return replace(
        state,
        players=tuple(players),
        deck=shuffled(state.deck, randbelow),
        goal_deck=goal_deck,
        blind=blind,
    )


def _with_cards(player: Player, face_down: bool, randbelow: RandBelow) -> Player:
    """Another hand and deck; while cards lie face down, also others behind the dice.

    How many were placed is known, as those discarded or put back are counted; where, is not.
    """
    hidden = [*player.hand, *player.deck]
    placed = 0
    if face_down:
        hidden += [card for stack in player.stacks for card in stack]
        placed = sum(map(len, player.stacks))
    hand, down, deck = dealt(hidden, [len(player.hand), placed], randbelow)
    player = replace(player, hand=tuple(sorted(hand)), deck=deck)
    if not face_down:
        return player
    stacks: list[Pile] = [()] * DICE
    for card in down:
        at = randbelow(DICE)
        stacks[at] = (*stacks[at], card)
    return replace(player, stacks=tuple(stacks))


def _answered(state: State, seat: int, player: Player, randbelow: RandBelow) -> Player:
    """Another answer wherever one was given in secret."""
    cards: Cards = state.cards
    if player.plan:
        answer = fill(place_form(cards, player.hand, player.dice), randbelow)
        player = replace(player, plan=planned(player, answer["cards"]))
    if player.declares is not None:
        keys = fill(declare_form(cards, player.specials), randbelow)["goals"]
        declares = tuple(card for card in player.specials if cards.goals[card].key in keys)
        player = replace(player, declares=declares)
    if player.picks is not None:
        answer = fill(pick_form(player.dice, picks(state)[seat]), randbelow)
        player = replace(player, picks=tuple(int(answer.get(key, 0)) for key in DIE_KEYS))
    return player
