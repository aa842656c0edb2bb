"""A sensible player of The Zorro Dice Game: goes where success is likely and keeps what is needed.

Where the exact chance of a feat is worked out quickly, it is used; else the symbols still missing
are counted. Dice that fill a gap are saved, and equipment re-rolls those that do not.
"""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from dicerules.core import Answer, RandBelow, check_asked
from dicerules.forms import PickOne, PickSome
from dicerules.zorro import kits, limits
from dicerules.zorro.ask import places_of
from dicerules.zorro.cards import Cards
from dicerules.zorro.collect import excess, foe_to_come, overladen
from dicerules.zorro.default import default_answer
from dicerules.zorro.dice import count_of, missing, useful, useful_as_wild
from dicerules.zorro.needs import quick_need
from dicerules.zorro.odds import likely
from dicerules.zorro.play import company
from dicerules.zorro.state import Attempt, Places, State

QUICK = 5_000
"""Chances that take more steps than this are guessed: a playout asks for many."""


def steady(state: State, seat: int, randbelow: RandBelow) -> Answer:
    """Answer what the stage asks."""
    if state.stage == "travel":
        return _travel(state)
    if state.stage == "offer":
        return {"help": "yes" if _may_help(state, seat) else "no"}
    if state.stage == "pick":
        return _pick(state)
    if state.stage == "discard":
        return _discard(state)
    attempt = state.attempt
    assert attempt is not None
    if attempt.stage == "prepare":
        return _prepare(state.cards, attempt)
    if attempt.stage == "claim":
        return {"count": "yes"}
    if attempt.stage == "act":
        return _act(state, attempt, seat)
    return default_answer(state)


def _travel(state: State) -> Answer:
    """The feat with the best chance; one that brings a Hero Die and a fight counts for more."""
    feats, best, most = state.cards.feats, "", -1.0
    for at, slot in enumerate(state.market):
        if slot.feat is None:
            continue
        there = replace(state, aim=at)
        worth = _chance(state.cards, company(there, None))
        if foe_to_come(there, state.seat):
            worth *= 1.3
        if worth > most:
            best, most = feats[slot.feat].key, worth
    return {"feat": best}


@lru_cache(maxsize=65536)
def _chance(cards: Cards, attempt: Attempt) -> float:
    """The chance of an attempt that is about to begin."""
    return likely(cards, attempt, QUICK)


def _may_help(state: State, seat: int) -> bool:
    """A helper draws equipment, but does not help the player who is ahead of all others."""
    feats = [len(hand.feats) for hand in state.hands]
    lead = feats.pop(state.seat)
    return lead <= max(feats) or lead <= len(state.hands[seat].feats) + 1


def _pick(state: State) -> Answer:
    """The helper with the most dice and equipment; of equal ones who has the fewest feats."""
    offers = [seat for seat, offers in enumerate(state.offers) if offers]
    hands = state.hands

    def strength(seat: int) -> tuple[int, int]:
        return sum(hands[seat].heroes) + len(hands[seat].gear), -len(hands[seat].feats)

    return {"helper": f"seat_{max(offers, key=strength)}"}


def _discard(state: State) -> Answer:
    """The piece that does least: another of the same kind, then a re-roll of one symbol."""
    owner = overladen(state)
    assert owner is not None
    cards, gear = state.cards, state.hands[owner].gear
    keys = [cards.equipment[piece].key for piece in gear]

    def rank(piece: int) -> tuple[bool, bool, int]:
        card = cards.equipment[piece]
        return keys.count(card.key) < 2, card.effects[0].op != "reroll", piece

    return {"gear": f"g{min(excess(cards, gear), key=rank)}"}


def _prepare(cards: Cards, attempt: Attempt) -> Answer:
    """Name and set the symbols of which most are missing."""
    wanted = attempt.need or count_of([cards.duel] * 6)
    gaps = list(missing(wanted, kits.lead_kit(cards, attempt), count_of([])))
    answer: dict[str, str] = {}
    for piece in kits.pieces_to_name(cards, attempt):
        symbol = max(cards.basic, key=lambda symbol: gaps[symbol])
        gaps[symbol] = max(0, gaps[symbol] - 1)
        answer[f"name_{piece}"] = cards.symbols[symbol].mark
    for number in range(1, kits.lead_kit(cards, attempt).preset + 1):
        symbol = max(range(len(gaps)), key=lambda symbol: gaps[symbol])
        answer[f"set_{number}"] = cards.symbols[symbol].mark if gaps[symbol] > 0 else "none"
        gaps[symbol] -= 1
    return answer


def _act(state: State, attempt: Attempt, seat: int) -> Answer:
    """Re-roll by equipment what is not needed; when nothing is left for that, save the rest."""
    cards, kit = state.cards, kits.kit_in_use(state.cards, attempt)
    everything = tuple(at for at in range(len(attempt.kinds)) if at not in attempt.gone)
    keep = useful(cards, attempt, kit, everything)
    if attempt.need is not None:
        keep += useful_as_wild(cards, attempt, kit, everything, keep)
    (field,) = check_asked(quick_need(state), seat).fields
    if isinstance(field, PickOne):
        for option in field.options:
            for inner in option.fields:
                if option.key.startswith("reroll_") and isinstance(inner, PickSome):
                    loose = [one.key for one in inner.options if not _kept(one.key, keep)]
                    if loose:
                        return {"do": option.key, "again": loose}
                if option.key == "one" and isinstance(inner, PickOne):
                    loose = [one.key for one in inner.options if not _kept(one.key, keep)]
                    if loose:
                        return {"do": "one", "die": loose[0]}
        if field.options[0].key == "done":
            return {"do": "done"}
    return _save(cards, attempt, keep, isinstance(field, PickOne))


def _kept(key: str, keep: Places) -> bool:
    return places_of([key])[0] in keep


def _save(cards: Cards, attempt: Attempt, keep: Places, asked_first: bool) -> Answer:
    offered = limits.choices(cards, attempt)
    most = limits.most_saves(attempt, offered)
    saved = [f"d{at + 1}" for at in keep if at in offered][:most]
    return {"do": "save", "save": saved} if asked_first else {"save": saved}
