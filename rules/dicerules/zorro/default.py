"""What is played for a seat whose time is up, as RULES.md tells: nothing rash, nothing clever."""

from __future__ import annotations

from dicerules.core import Answer
from dicerules.zorro import kits, limits
from dicerules.zorro.cards import Cards
from dicerules.zorro.collect import excess, overladen
from dicerules.zorro.dice import count_of, useful, useful_as_wild
from dicerules.zorro.state import Attempt, State, hands_over_spare_dice_only


def default_answer(state: State) -> Answer:
    """Answer what the position asks."""
    cards = state.cards
    if state.stage == "attempt":
        assert state.attempt is not None
        if state.attempt.stage == "hand":
            return _hand_over(state, state.attempt)
        return _in_attempt(cards, state.attempt)
    if state.stage == "travel":
        feat = next(slot.feat for slot in state.market if slot.feat is not None)
        return {"feat": cards.feats[feat].key}
    if state.stage == "offer":
        return {"help": "no"}
    if state.stage == "pick":
        return {"helper": "alone"}
    owner = overladen(state)
    assert owner is not None
    return {"gear": f"g{excess(cards, state.hands[owner].gear)[0]}"}


def _in_attempt(cards: Cards, attempt: Attempt) -> Answer:
    if attempt.stage == "prepare":
        return _unprepared(cards, attempt)
    if attempt.stage == "claim":
        return {"count": "yes"}
    if attempt.stage == "toll":
        return {"die": f"d{attempt.cup[0] + 1}"}
    if attempt.fourth or attempt.rolls >= attempt.limit:
        return {"do": "done"}
    offered = limits.choices(cards, attempt)
    kit = kits.kit_in_use(cards, attempt)
    keep = useful(cards, attempt, kit, offered)[: limits.most_saves(attempt, offered)]
    return {"do": "save", "save": [f"d{at + 1}" for at in keep]}


def _hand_over(state: State, attempt: Attempt) -> Answer:
    """Hand over the Zorro Dice that the helper does not need."""
    cards = state.cards
    zorro = tuple(at for at, kind in enumerate(attempt.kinds) if kind == 0)
    if hands_over_spare_dice_only(state):
        kit = kits.helper_kit(cards, attempt)
        keep = useful(cards, attempt, kit, zorro)
        keep += useful_as_wild(cards, attempt, kit, zorro, keep)
    else:
        keep = useful(cards, attempt, kits.lead_kit(cards, attempt), zorro)
    return {"hand": [f"d{at + 1}" for at in zorro if at not in keep]}


def _unprepared(cards: Cards, attempt: Attempt) -> Answer:
    """Name the basic symbol that is needed most, and set no dice."""
    need = attempt.need or count_of([cards.duel])
    wanted = max(cards.basic, key=lambda symbol: need[symbol])
    answer = {
        f"name_{piece}": cards.symbols[wanted].mark for piece in kits.pieces_to_name(cards, attempt)
    }
    preset = kits.lead_kit(cards, attempt).preset
    return answer | {f"set_{number}": "none" for number in range(1, preset + 1)}
