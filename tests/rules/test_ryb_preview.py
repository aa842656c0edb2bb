"""R.Y.B.'s preview: the chance of an attempt, the worth of a goal, the pools after a card."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest
from dicerules.core import Ask, Move, Over, encode
from dicerules.forms import fill
from dicerules.ryb import GAME
from dicerules.ryb.cards import NEEDS
from dicerules.ryb.preview import preview, reach
from dicerules.ryb.state import State, Trade
from dicerules.ryb.tally import total
from dicerules.simulate import begin, play_on
from dicerules.views import Note
from dicerules.words import sentence
from msgspec.structs import replace

from tests.rules.ryb_table import (
    AL,
    BRUCE,
    CARDS,
    NAMES,
    WORDS,
    asked,
    do,
    goal,
    play,
    roll,
    table,
)

TRADE = {"variable": "trade"}


def foreseen(state: State, seat: int, **answer: Any) -> list[str]:
    items = preview(state, seat, answer)
    told = [sentence(item.text, WORDS, NAMES) for item in items if isinstance(item, Note)]
    return [line.replace("\N{NO-BREAK SPACE}", " ") for line in told]


@pytest.mark.parametrize("colour", ["red", "orange", "black"])
def test_the_chance_is_what_counting_all_rolls_comes_to(colour: str) -> None:
    dice = tuple((2, 1, 2)[at] if at in NEEDS[colour] else 0 for at in range(3))
    pool = (dice[0], dice[1], dice[2])
    rolls = list(product(range(1, 7), repeat=sum(pool)))
    for target in range(-1, 14):
        made = sum(total(colour, pool, faces) >= target for faces in rolls)
        assert reach(colour, pool, target) == pytest.approx(made / len(rolls))


def test_an_attempt_tells_its_chance_and_what_it_would_be_worth() -> None:
    state = table(phase="attempt", goals=[goal("red_8"), goal("green_9", banked=3)])
    value = state.cards.kinds[state.goals[0].card].value
    assert foreseen(state, AL) == []
    assert foreseen(state, AL, goal="none") == []
    assert foreseen(state, AL, goal="0") == [
        "Red 8 with 2 red dice: 42 %",
        f"If you complete it: {value} more, making {value} points in 1 colour",
    ]
    # Two dice each come to 6 in 26 of 36 ways, and both colours have to.
    assert foreseen(state, AL, goal="1")[0].endswith(f": {round(100 * (26 / 36) ** 2)} %")


def test_a_goal_that_would_win_the_match_says_so() -> None:
    richest = sorted(CARDS.kinds, key=lambda kind: -kind.value)
    keys: dict[str, str] = {}
    for kind in richest:
        if kind.colour:
            keys.setdefault(kind.colour, kind.key)
    *owned, last = list(keys.values())[:6]
    state = table(phase="attempt", goals=[goal(last)], treasure={AL: owned})
    assert foreseen(state, AL, goal="0")[-1].endswith("and you win")


def test_banking_tells_what_is_left_for_whom() -> None:
    state = table(phase="attempt", goals=[goal("red_8")])
    state = roll(do(state, AL, goal="0"), 1, 2)
    assert foreseen(state, AL, do="bank") == []
    assert foreseen(state, AL, do="bank", points=2) == ["Then Red 8 needs 6 from everybody"]


def test_refilling_and_dumping_tell_the_hand_they_leave() -> None:
    state = table(phase="refill", hands={AL: ["gimme"]})
    assert foreseen(state, AL, do="refill") == ["You will hold 4 cards, and then play one"]
    assert foreseen(state, AL, do="dump") == [
        "You will hold 4 new cards, and your turn will be over"
    ]


def test_actions_tell_the_pools_after_them() -> None:
    state = table(hands={AL: ["gimme", "shanghai", "swap", "red_rover", "red_8"]})
    assert foreseen(state, AL, card="gimme", target=str(BRUCE)) == [], "not whole yet"
    assert foreseen(state, AL, card="gimme", target=str(BRUCE), colour="red") == [
        "Your dice after this: 3 red dice, 2 yellow dice and 2 blue dice",
        "Bruce's dice after this: 1 red die, 2 yellow dice and 2 blue dice",
    ]
    assert foreseen(state, AL, card="shanghai", target=str(BRUCE), colour="red")[1] == (
        "Bruce's dice after this: 2 yellow dice and 2 blue dice"
    )
    assert foreseen(state, AL, card="swap", red=2, yellow=0, blue=0) == [
        f"10 or less with 2 red dice: {round(100 * 33 / 36)} %"
    ]
    assert foreseen(state, AL, card="red_rover", target=str(BRUCE), number=3) == [
        f"Bruce rolls 6 dice. Chance that you get at least one: {round(100 * (1 - (5 / 6) ** 6))} %"
    ]
    assert foreseen(state, AL, card="red_8")[0] == "Red 8 with 2 red dice: 42 %"
    bare = table(hands={AL: ["red_8"]}, pools={AL: (0, 2, 2)})
    assert foreseen(bare, AL, card="red_8")[0] == "Missing for Red 8: red dice"


def test_an_offer_and_its_answer_tell_the_dice_and_the_hand_they_come_to() -> None:
    state = table(hands={AL: ["gimme", "variable"], BRUCE: ["swap"]}, options=TRADE)
    state = play(state, "variable")
    while state.phase == "window":
        state = do(state, next(iter(asked(state))), do="pass")
    wish = {"to": BRUCE, "give": ["red.1"], "take": ["blue.1", "blue.2", "card.0"]}
    assert foreseen(state, AL, do="done") == []
    assert foreseen(state, AL, do="offer") == [], "not whole yet"
    assert foreseen(state, AL, do="offer", offer=wish) == [
        "Your dice after this: 1 red die, 2 yellow dice and 4 blue dice",
        "Bruce's dice after this: 3 red dice and 2 yellow dice",
        "You will hold 2 cards",
    ]
    state = do(state, AL, do="offer", offer=wish)
    assert foreseen(state, BRUCE, do="decline") == []
    assert foreseen(state, BRUCE, do="accept", cards=["card.0"]) == [
        "Your dice after this: 3 red dice and 2 yellow dice",
        "Al's dice after this: 1 red die, 2 yellow dice and 4 blue dice",
        "You will hold 0 cards",
    ]
    state = do(state, BRUCE, do="accept", cards=["card.0"])
    told = foreseen(state, AL, do="accept")
    after = do(state, AL, do="accept")
    assert after.pools[AL] == (1, 2, 4)
    assert len(after.hands[AL]) == 2
    assert told[0] == "Your dice after this: 1 red die, 2 yellow dice and 4 blue dice"
    assert told[-1] == "You will hold 2 cards"


@pytest.mark.parametrize("seats", [2, 4])
def test_pools_that_are_told_come_true_where_nobody_stops_it(seats: int) -> None:
    chance, seen = Random(seats), 0
    options = GAME.options(variable="decided_each_time", draft="after_the_deal")
    for _ in range(3):
        for step in play_on(GAME, begin(GAME, seats, options, CARDS), chance.randrange):
            state, need = step.before, GAME.need(step.before)
            if state.turn > 40:
                break
            if not isinstance(need, Ask) or state.phase not in ("draft", "play", "recycle", "give"):
                continue
            ((seat, form),) = need.forms.items()
            whole = fill(form, chance.randrange)
            told = [line for line in foreseen(state, seat, **whole) if "dice after this" in line]
            after = GAME.apply(state, Move(seat, whole))
            now = GAME.need(after)
            while isinstance(now, Ask) and after.phase == "window":
                after = GAME.apply(after, Move(next(iter(now.forms)), {"do": "pass"}))
                now = GAME.need(after)
            # A turn that is over has given back what was lent.
            if told and not isinstance(now, Over) and after.turn == state.turn:
                seen += 1
                changed = [at for at in range(seats) if after.pools[at] != state.pools[at]]
                assert len(told) == len(changed)
                assert told[0].startswith("Your dice") == (seat in changed)
    assert seen > 20


def test_nothing_depends_on_hands_of_others_or_on_the_deck() -> None:
    state = table(hands={AL: ["gimme", "shanghai"], BRUCE: ["red_rover", "variable"]})
    other = replace(
        state,
        hands=(state.hands[AL], state.deck[:2], *state.hands[2:]),
        deck=(*state.hands[BRUCE], *state.deck[:1:-1]),
    )
    for card in ("gimme", "shanghai"):
        answer = {"card": card, "target": str(BRUCE), "colour": "blue"}
        assert encode(preview(other, AL, answer)) == encode(preview(state, AL, answer))
    wish = {"do": "offer", "offer": {"to": BRUCE, "give": ["red.1"], "take": ["card.0"]}}
    trading, unlike = (replace(one, phase="trade", trade=Trade(0)) for one in (state, other))
    assert preview(trading, AL, wish)
    assert encode(preview(unlike, AL, wish)) == encode(preview(trading, AL, wish))
