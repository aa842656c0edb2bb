"""Zorro as a show: feats and their prizes, foes that emerge, and duels round by round."""

from __future__ import annotations

from dicerules.beats import Award, Beat, Title, Transfer, Verdict
from dicerules.core import Ask, Move, Roll
from dicerules.forms import fill
from dicerules.views import TABLE, Figure
from dicerules.words import message
from dicerules.zorro import GAME
from dicerules.zorro.state import State
from msgspec.structs import replace

from tests.rules.zorro_table import (
    ANA,
    BETO,
    CARLA,
    CHARM,
    DASH,
    FARM,
    LEAP,
    TAUNT,
    THRUST,
    act,
    emerges,
    fails,
    lay_out,
    roll,
    save,
    table,
    travel,
)

FIRE = "HF01"
"""Leap, dash, thrust and taunt."""


def performed(before: State, after: State) -> tuple[Beat, ...]:
    return GAME.beats(before, after, TABLE)


def test_a_feat_lifts_its_dice_and_its_prizes_are_handed_over() -> None:
    state = travel(lay_out(table(), FIRE), FIRE)
    verdict, feat, prize, turn = performed(
        state, roll(state, CHARM, LEAP, DASH, THRUST, TAUNT, CHARM)
    )
    assert verdict == Verdict("good", message("verdict.feat"), ANA, 1, dice=(1, 2, 3, 4))
    for card in (feat, prize):
        assert isinstance(card, Transfer)
        assert (card.source, card.target) == (f"centre/{FIRE}", "seat/0")
        assert card.card is not None
    assert turn == Title(message("title.turn", seat=BETO), seat=BETO)


def test_a_feat_that_is_not_done_is_said_before_the_next_player_is_named() -> None:
    state = travel(lay_out(table(2, helper_min_players=7), FIRE), FIRE)
    state = replace(state, attempt=replace(state.attempt, limit=1))  # type: ignore[type-var]
    after = roll(state, *[CHARM] * 6)
    assert performed(state, after) == (
        Verdict("bad", message("verdict.unmet"), ANA),
        Title(message("title.turn", seat=BETO), seat=BETO),
    )


def test_dice_are_handed_to_the_helper() -> None:
    state = travel(lay_out(table(), FIRE), FIRE, helper=CARLA)
    while not isinstance(need := GAME.need(state), Ask) or "hand" not in need.forms[ANA].title.key:
        state = roll(state, *[CHARM] * 6) if isinstance(need, Roll) else save(state)
    after = act(state, ANA, hand=["d1", "d2"])
    assert performed(state, after) == (Transfer("die", "centre/dice", "seat/2", 2, "black"),)


def test_the_villain_has_an_entrance() -> None:
    state = table(2)
    villain = state.cards.villains[FARM].name
    news = emerges(state, "villain", FARM)
    entrance = replace(news, news=(message("news.villain", foe=villain),))
    below = message("foe.villain", name=villain)
    assert performed(state, entrance) == (Title(message("title.villain"), below, tone="grand"),)


def test_a_duel_is_awarded_round_by_round_with_everybodys_figure() -> None:
    state = fails(fails(emerges(table(2), "villain", FARM)))
    assert state.fight is not None
    assert state.fight.kind == "duel"
    first, second = state.fight.queue
    state = fails(state)
    assert state.fight is not None
    while state.fight is not None and state.fight.round == 1 and state.stage != "over":
        before, need = state, GAME.need(state)
        if isinstance(need, Roll):
            state = roll(state, *[THRUST] * sum(group.count for group in need.dice))
        else:
            assert isinstance(need, Ask)
            state = GAME.apply(state, Move(second, fill(need.forms[second], lambda n: n - 1)))
    (award,) = [beat for beat in performed(before, state) if isinstance(beat, Award)]
    assert award.title == message("title.duel", count=1)
    assert award.figures[0] == Figure(first, "0")
    assert award.figures[1].seat == second
    assert award.winners == (second,)
