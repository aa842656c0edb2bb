"""A table of The Zorro Dice Game, in words that tests can be read in. Proves nothing itself."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement
from typing import Any, Literal

from dicerules.cards import default_cards
from dicerules.core import Ask, Move, Need, Over, Roll, Rolled, single_dice
from dicerules.forms import Option, PickOne, PickSome, fill
from dicerules.views import TABLE, Note
from dicerules.words import SILENCE, sentence, words_for
from dicerules.zorro import GAME, kits, limits
from dicerules.zorro import attempt as attempts
from dicerules.zorro.effects import Effect
from dicerules.zorro.fights import emerge
from dicerules.zorro.state import Attempt, Due, Hand, Options, Slot, State
from msgspec.structs import replace

CARDS = default_cards(GAME)
WORDS = words_for(GAME.folder)
NAMES = ("Ana", "Beto", "Carla", "Diego", "Elena", "Felipe")
ANA, BETO, CARLA, DIEGO, ELENA, FELIPE = range(6)
CHARM, LEAP, DASH, GRAB, THRUST, TAUNT = range(1, 7)
"""The faces of the Zorro Dice. On a Hero Die 1 to 4 are its own symbol, then thrust and taunt."""
OWN = 1
FARM, TAVERN, PLAZA, MARKET = range(4)

BY_NAME = {piece.name: at for at, piece in reversed(list(enumerate(CARDS.equipment)))}
FEATS = {feat.key: at for at, feat in enumerate(CARDS.feats)}
SCOUNDRELS = {foe.key: place for place, foe in enumerate(CARDS.scoundrels)}
VILLAINS = {foe.key: place for place, foe in enumerate(CARDS.villains)}

EASY = replace(
    CARDS,
    feats=tuple(
        replace(feat, need=tuple(int(count == max(feat.need)) for count in feat.need))
        for feat in CARDS.feats[:14]
        if max(feat.need) > 1
    ),
)
"""A box of ten feats that even random play gets done, so that foes and discards come soon."""


def gear(*names: str) -> tuple[int, ...]:
    """Pieces of equipment by name; a name said twice is two copies."""
    return tuple(BY_NAME[name] + names[:at].count(name) for at, name in enumerate(names))


def table(seats: int = 3, **options: object) -> State:
    """A match after the shuffle, with every deck in the order of the card file."""
    state = GAME.start(Options.model_validate(options), seats, CARDS)
    if state.stage == "first":
        state = GAME.apply(state, Rolled((1,)))
    return GAME.apply(state, shuffled(state))


def shuffled(state: State) -> Rolled:
    need = GAME.need(state)
    assert isinstance(need, Roll)
    return Rolled((), tuple(tuple(range(size)) for size in need.shuffles))


def give(state: State, seat: int, *names: str, feats: str = "", heroes: Any = None) -> State:
    """Give a seat equipment, feats and Hero Dice, out of the decks or the market."""
    pieces, done = gear(*names), tuple(FEATS[key] for key in feats.split())
    left = [piece for piece in (*state.common, *state.premium) if piece not in pieces]
    hand = state.hands[seat]
    dice = tuple((heroes or {}).get(place, 0) for place in range(4))
    hand = Hand(
        tuple(map(sum, zip(hand.heroes, dice, strict=True))),
        hand.feats + done,
        hand.gear + pieces,
    )
    return replace(
        state,
        hands=(*state.hands[:seat], hand, *state.hands[seat + 1 :]),
        hero_dice=tuple(had - got for had, got in zip(state.hero_dice, dice, strict=True)),
        feats=tuple(feat for feat in state.feats if feat not in done),
        common=tuple(piece for piece in left if not CARDS.equipment[piece].premium),
        premium=tuple(piece for piece in left if CARDS.equipment[piece].premium),
        market=tuple(
            Slot(slot.feat, None if slot.gear in pieces else slot.gear) for slot in state.market
        ),
    )


def lay_out(state: State, *keys: str) -> State:
    """Put these feats into the market, in exchange for those lying there."""
    deck, market = list(state.feats), list(state.market)
    for at, key in enumerate(keys):
        feat, other = FEATS[key], market[at].feat
        assert other is not None
        if feat in deck:
            deck[deck.index(feat)] = other
        else:
            (place,) = [place for place, slot in enumerate(market) if slot.feat == feat]
            market[place] = replace(market[place], feat=other)
        market[at] = replace(market[at], feat=feat)
    return replace(state, feats=tuple(deck), market=tuple(market))


def act(state: State, seat: int, **answer: Any) -> State:
    return GAME.apply(state, Move(seat, answer))


def roll(state: State, *faces: int) -> State:
    return GAME.apply(state, Rolled(faces))


def travel(state: State, feat: str, helper: int | None = None) -> State:
    """The seat to move travels to a feat, alone or with a helper."""
    lead = state.seat
    state = act(state, lead, feat=feat)
    while state.stage == "offer":
        need = GAME.need(state)
        assert isinstance(need, Ask)
        other = next(iter(need.forms))
        state = act(state, other, help="yes" if other == helper else "no")
    if helper is not None:
        state = act(state, lead, helper=f"seat_{helper}")
    return state


def save(state: State, *places: int) -> State:
    """Save the dice at these places, counted from 1."""
    asked = fields(state)
    answer: dict[str, Any] = {"save": [f"d{place}" for place in places]}
    if "save" not in asked:
        answer["do"] = "save"
    return GAME.apply(state, Move(asker(state), answer))


def asker(state: State) -> int:
    need = GAME.need(state)
    assert isinstance(need, Ask), need
    (seat,) = need.forms
    return seat


def fields(state: State) -> dict[str, PickOne | PickSome]:
    """The fields of the one form that is asked."""
    need = GAME.need(state)
    assert isinstance(need, Ask), need
    (form,) = need.forms.values()
    return {field.key: field for field in form.fields if isinstance(field, PickOne | PickSome)}


def offered(state: State, key: str) -> dict[str, Option]:
    return {option.key: option for option in fields(state)[key].options}


def saveable(state: State) -> list[int]:
    """Places of the dice that may be saved, counted from 1."""
    asked = fields(state)
    field: Any = asked["save"] if "save" in asked else offered(state, "do")["save"].fields[0]
    return [int(option.key[1:]) for option in field.options]


def cup(state: State) -> int:
    """How many dice the tower is to roll."""
    need = GAME.need(state)
    assert isinstance(need, Roll), need
    return sum(group.count for group in need.dice)


def attempt_of(state: State) -> Attempt:
    assert state.attempt is not None
    return state.attempt


def alone_against(
    need: tuple[int, ...] | None,
    ability: Effect | None = None,
    *names: str,
    heroes: tuple[int, ...] = (0, 0, 0, 0),
    version: int = 2,
) -> Attempt:
    """An attempt of Ana's with this equipment, by the rules of a version."""
    attempt = Attempt(ANA, need, ability, gear(*names), (), (), 0, reroll_saved=version >= 2)
    return attempts.begin(CARDS, attempt, heroes)


def emerges(state: State, kind: Literal["scoundrel", "villain"], place: int) -> State:
    """The foe of a place emerges after the turn of the seat to move."""
    return emerge(replace(state, aim=None), Due(kind, place), SILENCE)


def fails(state: State) -> State:
    """The seat at the dice rolls and saves nothing until the attempt is over."""
    before = attempt_of(state)
    seat, fight = before.seat, state.fight
    while state.attempt is not None and state.attempt.seat == seat and state.fight == fight:
        need = GAME.need(state)
        if isinstance(need, Roll):
            dull = next(
                face for face in range(1, 7) if not (before.need or (0,) * 4 + (1,) * 2)[face - 1]
            )
            faces = [dull if die.kind == "zorro" else OWN for die in single_dice(need)]
            state = roll(state, *faces)
        else:
            state = GAME.apply(state, Move(asker(state), fill(need.forms[seat], lambda n: 0)))
    return state


def news(state: State) -> list[str]:
    return [sentence(item, WORDS, NAMES) for item in state.news]


def headline(state: State, viewer: int = TABLE) -> str:
    return sentence(GAME.view(state, viewer).headline, WORDS, NAMES)


def winners(state: State) -> tuple[int, ...]:
    need: Need = GAME.need(state)
    assert isinstance(need, Over), need
    return need.winners


def notes(items: Any) -> dict[str, str]:
    return {item.key: sentence(item.text, WORDS, NAMES) for item in items if isinstance(item, Note)}


def ways(cards: Any, attempt: Attempt) -> Iterator[Attempt]:
    """Everything that may be done in an attempt that asks for a choice."""
    if attempt.stage == "hand":
        zorro = [at for at, kind in enumerate(attempt.kinds) if kind == 0]
        for places in _some(zorro):
            yield attempts.handed(attempt, places)
    elif attempt.stage == "toll":
        for place in attempt.cup:
            yield attempts.tolled(attempt, place)
    elif attempt.stage == "prepare":
        for marks in combinations_with_replacement("nCLDGTZ", kits.lead_kit(cards, attempt).preset):
            answer = {f"set_{at}": mark for at, mark in enumerate(marks)}
            yield attempts.prepared(cards, attempt, answer)
    elif attempt.stage == "act":
        if attempt.fourth or attempt.rolls >= attempt.limit:
            yield attempts.stopped(attempt)
        else:
            choices = limits.choices(cards, attempt)
            most = limits.most_saves(attempt, choices)
            for places in _some(choices):
                if len(places) <= most:
                    yield attempts.saved(cards, attempt, places)
        for places in limits.rerollable(cards, attempt).values():
            for some in _some(places):
                if some:
                    yield attempts.reroll(attempt, some, single=False)
        for place in limits.singles(attempt):
            yield attempts.reroll(attempt, (place,), single=True)


def _some(places: Any) -> Iterator[tuple[int, ...]]:
    for size in range(len(places) + 1):
        yield from combinations(places, size)
