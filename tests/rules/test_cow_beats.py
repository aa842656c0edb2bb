"""Don't Have a Cow as a show: bets turn over together, a throw has its verdict, chips move."""

from __future__ import annotations

from dicerules.beats import Flip, Title, Transfer, Verdict
from dicerules.cow import GAME
from dicerules.views import TABLE
from dicerules.words import message

from tests.rules.cow_table import (
    BART,
    BART_ALONE,
    BLOCK_PARTY,
    CHRIS,
    DONNA,
    ED,
    HOMER,
    HOMER_ALONE,
    LISA,
    bet,
    choose,
    everybody_bets,
    roll,
    table,
)

BANK = "centre/bank"


def test_bets_turn_over_together_when_the_last_one_is_in() -> None:
    one = bet(choose(table(), HOMER_ALONE, 2, 8), CHRIS, "no", 1)
    all_in = bet(one, DONNA, "yes", 3)
    assert GAME.beats(table(), one, TABLE) == ()
    assert GAME.beats(one, all_in, TABLE) == (Flip(("seat/1/bet", "seat/2/bet")),)
    assert GAME.beats(one, all_in, DONNA) == (Flip(("seat/1/bet",)),)


def test_open_bets_have_nothing_to_turn_over() -> None:
    one = bet(choose(table(open_bets=True), HOMER_ALONE, 2, 8), CHRIS, "no", 1)
    assert GAME.beats(one, bet(one, DONNA, "yes", 3), TABLE) == ()


def test_a_match_lifts_its_cubes_and_pays_bet_after_bet() -> None:
    bets = bet(bet(choose(table(), HOMER_ALONE, 2, cubes=4), CHRIS, "no", 1), DONNA, "yes", 3)
    thrown = roll(bets, BART, HOMER, LISA, LISA)
    assert GAME.beats(bets, thrown, TABLE) == (
        Verdict("good", message("verdict.matched"), ED, 3, dice=(1,)),
        Transfer("chips", BANK, "seat/0", 2, "red"),
        Transfer("chips", "seat/1", "seat/0", 1, "red"),
        Transfer("chips", BANK, "seat/2", 3, "red"),
    )


def test_a_match_that_few_throws_make_is_grand_and_all_cubes_grander() -> None:
    bets = everybody_bets(choose(table(), BART_ALONE, 1, cubes=1))
    alone = roll(bets, BART)
    verdicts = [beat for beat in GAME.beats(bets, alone, TABLE) if isinstance(beat, Verdict)]
    # One cube shows Bart or a wild face in 1 throw of 3.
    assert [(one.tone, one.text.key) for one in verdicts] == [
        ("good", "verdict.matched"),
        ("grand", "verdict.all"),
    ]
    bets = everybody_bets(choose(table(), BLOCK_PARTY, 1, 8))
    assert bets.aim is not None
    first, *_ = GAME.beats(bets, roll(bets, *bets.aim.portrait.need), TABLE)
    assert isinstance(first, Verdict)
    assert first.tone == "grand"


def test_a_miss_costs_the_bet_and_names_the_next_roller() -> None:
    bets = bet(bet(choose(table(), HOMER_ALONE, 2, cubes=1), CHRIS, "no", 1), DONNA, "yes", 3)
    assert GAME.beats(bets, roll(bets, BART), TABLE) == (
        Verdict("bad", message("verdict.missed"), ED, -2),
        Transfer("chips", "seat/0", BANK, 2, "red"),
        Transfer("chips", BANK, "seat/1", 1, "red"),
        Transfer("chips", "seat/2", BANK, 3, "red"),
        Title(message("title.turn", seat=CHRIS), seat=CHRIS),
    )
    *_, title = GAME.beats(bets, roll(bets, BART), CHRIS)
    assert title == Title(message("title.turn_you", seat=CHRIS), seat=CHRIS)
