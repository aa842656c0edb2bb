"""A table of Ricemarll, in words that tests can be read in. Proves nothing itself."""

from __future__ import annotations

from itertools import chain
from random import Random
from typing import Any

from dicerules.cards import default_cards
from dicerules.core import Ask, Move, Over, Roll, Rolled
from dicerules.ricemarll import GAME
from dicerules.ricemarll.state import Options, Player, State
from dicerules.words import Message, sentence, words_for
from msgspec.structs import replace

CARDS = default_cards(GAME)
WORDS = words_for(GAME.folder)
NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo")
ANN, BO, CY, DI, ED, FLO = range(6)

MODIFIERS = {modifier.key: at for at, modifier in enumerate(CARDS.modifiers)}
GOALS = {goal.key: at for at, goal in enumerate(CARDS.goals)}
PLAIN = (1, 2, 3, 4, 5, 6)


def modifiers(text: str) -> tuple[int, ...]:
    """Cards by their keys: "plus1 half"."""
    return tuple(MODIFIERS[key] for key in text.split())


def goals(text: str) -> tuple[int, ...]:
    return tuple(GOALS[key] for key in text.split())


def begun(seats: int = 2) -> State:
    """Before the first shuffle."""
    return GAME.start(Options(), seats, CARDS)


def table(seats: int = 2) -> State:
    """All decks lie as they were in the box; the first dice are to be rolled."""
    need = GAME.need(begun(seats))
    assert isinstance(need, Roll)
    orders = tuple(tuple(range(size)) for size in need.shuffles)
    return GAME.apply(begun(seats), Rolled(orders=orders))


def roll(state: State, *faces: int) -> State:
    return GAME.apply(state, Rolled(faces))


def placing(
    *hands: str,
    dice: tuple[tuple[int, ...], ...] = (),
    aims: str = "most_1s most_2s most_3s",
    phase: int = 1,
) -> State:
    """Everybody has rolled, and holds the cards named; decks and discards are empty.

    Cards and goals come out of nowhere here: such a table is for looking at a single phase.
    """
    players = tuple(
        Player(deck=(), hand=modifiers(f"{hand}{' blank' * (6 - len(hand.split()))}"), dice=PLAIN)
        for hand in hands
    )
    state = replace(table(len(hands)), step="place", phase=phase, players=players)
    for seat, faces in enumerate(dice):
        state = with_player(state, seat, dice=faces)
    return replace(state, goals=goals(aims))


def with_player(state: State, seat: int, **belongings: Any) -> State:
    players = list(state.players)
    players[seat] = replace(players[seat], **belongings)
    return replace(state, players=tuple(players))


def place(state: State, seat: int, **piles: str) -> State:
    """Place the cards of the hand: ``die1="plus1 half"``; what is not named is discarded."""
    return GAME.apply(state, Move(seat, {"cards": placed(state, seat, **piles)}))


def placed(state: State, seat: int, **piles: str) -> dict[str, list[str]]:
    left = [(f"card{at}", card) for at, card in enumerate(state.players[seat].hand, 1)]
    answer: dict[str, list[str]] = {}
    for slot, text in piles.items():
        for wanted in modifiers(text):
            key = next(key for key, card in left if card == wanted)
            left.remove((key, wanted))
            answer.setdefault(slot, []).append(key)
    answer.setdefault("discards", []).extend(key for key, _ in left)
    return answer


def nobody_else_plays(state: State, *seats: int) -> State:
    for seat in seats:
        state = place(state, seat)
    return state


def declare(state: State, seat: int, text: str = "") -> State:
    return GAME.apply(state, Move(seat, {"goals": text.split()}))


def pick(state: State, seat: int, **sides: int) -> State:
    answer = {die: str(side) for die, side in sides.items()}
    return GAME.apply(state, Move(seat, answer))


def take(state: State, seat: int, text: str) -> State:
    """Take cards from the market, named by their keys, or "special"."""
    left = [(f"card{at}", CARDS.modifiers[card].key) for at, card in enumerate(state.market, 1)]
    keys = []
    for wanted in text.split():
        key = "special"
        if wanted != "special":
            key = next(key for key, name in left if name == wanted)
            left.remove((key, wanted))
        keys.append(key)
    return GAME.apply(state, Move(seat, {"take": keys}))


def worth_of(face: int, pile: str, *rolled: int, picks: int = 0) -> int:
    """What Ann's first die is worth after a phase in which these cards lay on it."""
    state = placing(pile, "", dice=((face, 1, 1, 1, 1, 1),))
    state = nobody_else_plays(place(state, ANN, die1=pile), BO)
    if rolled:
        state = roll(state, *rolled)
    if picks:
        state = pick(state, ANN, die1=picks)
    return state.players[ANN].worth[0]


def asked(state: State) -> Ask:
    need = GAME.need(state)
    assert isinstance(need, Ask), need
    return need


def rolls(state: State) -> Roll:
    need = GAME.need(state)
    assert isinstance(need, Roll), need
    return need


def winners(state: State) -> tuple[int, ...]:
    need = GAME.need(state)
    assert isinstance(need, Over), need
    return need.winners


def tell(what: Message) -> str:
    return sentence(what, WORDS, NAMES)


def news(state: State) -> list[str]:
    return [tell(item) for item in state.news]


def after_phase(*dice: tuple[int, ...], aims: str) -> State:
    """Nobody plays a card in the first phase."""
    state = placing(*[""] * len(dice), dice=dice, aims=aims)
    return nobody_else_plays(state, *range(len(dice)))


def selecting(seats: int, tokens: tuple[int, ...]) -> State:
    """A phase that gave nobody a token is over, and seats have what they had before."""
    state = placing(*[""] * seats, aims="most_zeroes")
    for seat, count in enumerate(tokens):
        state = with_player(state, seat, tokens=count)
    return nobody_else_plays(state, *range(seats))


def with_other_secrets(state: State, viewer: int, chance: Random) -> State:
    """The same position with everything changed that the viewer may not know."""
    hidden_goals = [*state.goal_deck, *state.blind]
    hidden_goals += chain(*(player.specials for player in others(state, viewer)))
    chance.shuffle(hidden_goals)
    players = list(state.players)
    for seat, player in enumerate(players):
        if seat != viewer:
            specials = tuple(hidden_goals.pop() for _ in player.specials)
            players[seat] = with_other_cards(state, replace(player, specials=specials), chance)
    return replace(
        state,
        players=tuple(players),
        blind=tuple(hidden_goals.pop() for _ in state.blind),
        goal_deck=tuple(hidden_goals),
        deck=tuple(chance.sample(state.deck, len(state.deck))),
    )


def others(state: State, viewer: int) -> list[Player]:
    return [player for seat, player in enumerate(state.players) if seat != viewer]


def with_other_cards(state: State, player: Player, chance: Random) -> Player:
    face_down = state.step not in ("reroll", "pick")
    unseen = [*player.deck, *player.hand, *(chain(*player.stacks) if face_down else ())]
    chance.shuffle(unseen)
    draw = iter(unseen)
    hand = tuple(sorted(next(draw) for _ in player.hand))
    deck = tuple(next(draw) for _ in player.deck)
    piles: list[list[int]] = [[] for _ in player.plan]
    for card in hand if piles else ():
        piles[chance.randrange(len(piles))].append(card)
    stacks = player.stacks
    if stacks and face_down:
        heaps: list[list[int]] = [[] for _ in stacks]
        for card in draw:
            heaps[chance.randrange(len(heaps))].append(card)
        stacks = tuple(map(tuple, heaps))
    declares, picks = player.declares, player.picks
    if declares is not None:
        declares = tuple(card for card in player.specials if chance.randrange(2))
    if picks is not None:
        picks = tuple(face and chance.randrange(1, 7) for face in picks)
    plan = tuple(map(tuple, piles))
    return replace(
        player, hand=hand, deck=deck, plan=plan, stacks=stacks, declares=declares, picks=picks
    )
