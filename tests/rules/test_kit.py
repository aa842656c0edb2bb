"""The kit: Don't Have a Cow passes it, and for every promise there is a game that it catches.

The caught ones are High Star (``little``) with one function broken.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from random import Random
from shutil import copytree
from typing import Any

import pytest
from dicerules.core import (
    Answer,
    Ask,
    Event,
    Game,
    Move,
    Need,
    Over,
    Roll,
    Rolled,
    RuleError,
    TimeUp,
    View,
    check_move,
    encode,
)
from dicerules.cow import GAME as COW
from dicerules.forms import Form, Option, PickSome
from dicerules.kit import KitError, check, play
from dicerules.simulate import begin, draw, summarise
from dicerules.views import TABLE, Board, Dice, Die, Item, Note
from dicerules.words import message
from msgspec.structs import replace
from pydantic import BaseModel

from tests.rules import little

STAR = little.GAME


@pytest.mark.parametrize("seats", COW.seats)
def test_dont_have_a_cow_keeps_every_promise(seats: int) -> None:
    check(COW, seats, Random(seats).randrange, matches=2)


def test_dont_have_a_cow_keeps_them_with_a_drawn_roller_and_few_chips() -> None:
    options = COW.options(first_roller="random", red_chips=20)
    check(COW, 4, Random(9).randrange, matches=2, options=options)


@pytest.mark.parametrize("seats", STAR.seats)
def test_the_little_game_keeps_every_promise(seats: int) -> None:
    check(STAR, seats, Random(seats).randrange, matches=20)


def caught(game: Game, seats: int = 3) -> str:
    """What the kit says about a game that breaks a promise."""
    with pytest.raises(KitError) as broken:
        check(game, seats, Random(5).randrange, matches=20)
    return str(broken.value)


def broken(**parts: Any) -> Game:
    return replace(STAR, **parts)


def changed_view(change: Callable[[Any, int, View], View]) -> Game:
    return broken(view=lambda state, viewer: change(state, viewer, little.view(state, viewer)))


def with_note(view: View, key: str = "card", **facts: Any) -> View:
    note = Note("leak", message(key, **facts))
    return replace(view, centre=(*view.centre, note))


def changed_apply(change: Callable[[Any, Event], Any]) -> Game:
    return broken(apply=change)


class TestTheKitCatches:
    def test_a_match_that_does_not_end(self) -> None:
        def again(state: Any, event: Event) -> Any:
            after = little.apply(state, event)
            return replace(after, guesses=(None,) * len(state.coins), face=0)

        assert "expected fewer than 20 events" in caught(changed_apply(again))

    def test_an_ask_that_asks_nobody(self) -> None:
        def nobody(state: Any) -> Need:
            return Ask({}) if state.face else little.need(state)

        assert "expected a need that 3 seats can meet, got Ask(forms={}" in caught(
            broken(need=nobody)
        )

    def test_a_roll_of_nothing(self) -> None:
        def nothing(state: Any) -> Need:
            return Roll(0, message("roll.star")) if state.face else little.need(state)

        assert "expected a need that 3 seats can meet" in caught(broken(need=nothing))

    def test_a_win_of_nobody(self) -> None:
        def nobody(state: Any) -> Need:
            need = little.need(state)
            return Over((), need.why) if isinstance(need, Over) else need

        assert "expected a need that 3 seats can meet" in caught(broken(need=nobody))

    def test_a_score_list_that_forgets_a_seat(self) -> None:
        assert "expected 3 scores" in caught(broken(scores=lambda state: state.coins[1:]))

    def test_an_offer_that_is_refused(self) -> None:
        def picky(state: Any, event: Event) -> Any:
            if isinstance(event, Move) and event.answer.get("stake") == 3:
                raise RuleError("not_asked", seat=event.seat)
            return little.apply(state, event)

        assert "was offered, but refused: not_asked" in caught(changed_apply(picky))

    def test_a_time_up_that_is_refused(self) -> None:
        def strict(state: Any, event: Event) -> Any:
            if isinstance(event, TimeUp):
                raise RuleError("not_asked", seat=event.seat)
            return little.apply(state, event)

        assert "TimeUp(seat=0, by=None) was offered, but refused" in caught(changed_apply(strict))

    @pytest.mark.parametrize(
        "wrong",
        [
            {"side": "high", "stake": 4},
            {"side": "high", "stake": 0},
            {"side": "high"},
            {"side": "low", "no such thing": 0},
        ],
    )
    def test_an_answer_not_offered_that_is_accepted(self, wrong: dict[str, Any]) -> None:
        def lax(state: Any, event: Event) -> Any:
            if isinstance(event, Move) and event.answer == wrong:
                event = Move(event.seat, {"side": "low"})
            return little.apply(state, event)

        assert f"answer={wrong}) was not offered, but accepted" in caught(changed_apply(lax))

    def test_an_answer_of_a_seat_that_is_not_asked(self) -> None:
        def lax(state: Any, event: Event) -> Any:
            if isinstance(event, Move) and event.seat == 3:
                event = Move(0, event.answer)
            return little.apply(state, event)

        assert "Move(seat=3" in caught(changed_apply(lax))

    def test_a_face_that_the_die_does_not_have(self) -> None:
        def lax(state: Any, event: Event) -> Any:
            if event == Rolled((7,)):
                event = Rolled((6,))
            return little.apply(state, event)

        assert "Rolled(faces=(7,), orders=()) was not offered, but accepted" in caught(
            changed_apply(lax)
        )

    def test_a_crash(self) -> None:
        def fragile(state: Any, event: Event) -> Any:
            if isinstance(event, Move):
                event.answer["side"].upper()
            return little.apply(state, event)

        assert "was neither accepted nor refused" in caught(changed_apply(fragile))

    def test_a_position_that_is_changed(self) -> None:
        class Sloppy(little.State, frozen=True, kw_only=True):
            log: list[int]

        def sloppy(state: Any, event: Event) -> Any:
            after = little.apply(state, event)
            state.log.append(1)
            return after

        def start(options: Any, seats: int, cards: Any) -> Sloppy:
            return Sloppy(cards, options.bank, (0,) * seats, log=[])

        game = broken(state=Sloppy, start=start, apply=sloppy)
        assert "changed the position that it was applied to" in caught(game)

    def test_a_position_that_does_not_read_back(self) -> None:
        class Vague(little.State, frozen=True):
            cards: Any = ()

        def start(options: Any, seats: int, cards: Any) -> Vague:
            return Vague(cards, options.bank, (0,) * seats)

        assert "expected the position to read back" in caught(broken(state=Vague, start=start))

    def test_a_replay_that_comes_to_another_end(self) -> None:
        calls = iter(range(10**9))

        class Moody(little.State, frozen=True):
            mood: int = 0

        def start(options: Any, seats: int, cards: Any) -> Moody:
            return Moody(cards, options.bank, (0,) * seats)

        def moody(state: Any, event: Event) -> Any:
            return replace(little.apply(state, event), mood=next(calls))

        game = broken(state=Moody, start=start, apply=moody)
        assert "the same events from the same start came to another end" in caught(game)

    def test_coins_out_of_nothing(self) -> None:
        def generous(state: Any, event: Event) -> Any:
            after = little.apply(state, event)
            return replace(after, bank=after.bank + 1) if after.face else after

        assert "changed the invariant: expected 20, got 21" in caught(changed_apply(generous))

    @pytest.mark.parametrize(
        ("on_table", "places", "said"),
        [
            ((Die(5, "star"), None), (1,), "expected dice that the table sees to stay"),
            ((), (0, 1), "expected a free place for every die rolled, got (0, 1)"),
        ],
    )
    def test_dice_that_lie_where_nobody_sees_them_or_have_no_place(
        self, on_table: tuple[Die | None, ...], places: tuple[int, ...], said: str
    ) -> None:
        def need(state: Any) -> Need:
            now = little.need(state)
            rolls = isinstance(now, Roll) and now.dice
            return replace(now, on_table=on_table, places=places) if rolls else now

        assert said in caught(broken(need=need))

    def test_a_preview_that_wants_the_whole_form(self) -> None:
        def picky(state: Any, seat: int, answer: Answer) -> tuple[Item, ...]:
            return (Note("side", message("card", card=answer["side"])),)

        assert "expected no KeyError('side')" in caught(broken(preview=picky))

    def test_a_preview_without_words_or_pictures(self) -> None:
        moon, star = Note("moon", message("moon")), Dice("star", message("star"), (Die(7, "star"),))
        assert "expected words for 'moon'" in caught(broken(preview=lambda *asked: (moon,)))
        assert "expected a picture of face 7" in caught(broken(preview=lambda *asked: (star,)))

    def test_a_die_without_pictures(self) -> None:
        assert "expected a picture of face 6 of 'star'" in caught(broken(faces=lambda state: {}))


class TestTheKitCatchesALeak:
    def test_of_an_answer_to_the_table(self) -> None:
        def leak(state: Any, viewer: int, view: View) -> View:
            stakes = sum(guess.stake for guess in state.guesses if guess)
            return with_note(view, card=stakes) if viewer == TABLE else view

        assert "the table can tell what seat 0 has answered in secret" in caught(changed_view(leak))

    def test_of_an_answer_to_another_seat(self) -> None:
        def leak(state: Any, viewer: int, view: View) -> View:
            known = state.guesses and state.guesses[0] and viewer == 2
            return with_note(view, card=state.guesses[0].side) if known else view

        assert "seat 2 can tell what seat 0 has answered in secret" in caught(changed_view(leak))

    def test_of_an_answer_through_the_news(self) -> None:
        def tell(state: Any, event: Event) -> Any:
            after = little.apply(state, event)
            if isinstance(event, Move):
                return replace(after, news=(message("card", card=event.answer["side"]),))
            return after

        assert "has answered in secret" in caught(changed_apply(tell))

    def test_of_an_answer_through_the_next_seats_form(self) -> None:
        def need(state: Any) -> Need:
            now = little.need(state)
            if isinstance(now, Ask) and state.guesses[0]:
                form = replace(little.form(), send=message(state.guesses[0].side))
                return Ask(dict.fromkeys(now.forms, form), hidden=True)
            return now

        assert "can tell what seat 0 has answered in secret" in caught(broken(need=need))

    def test_of_an_answer_through_another_seats_preview(self) -> None:
        def leak(state: Any, seat: int, answer: Answer) -> tuple[Item, ...]:
            known = state.guesses[0] and "side" in answer
            return (Note("leak", message("card", card=state.guesses[0].side)),) if known else ()

        assert "can tell what seat 0 has answered in secret" in caught(broken(preview=leak))

    def test_of_a_hand_to_the_table(self) -> None:
        def leak(state: Any, viewer: int, view: View) -> View:
            return with_note(view, card=state.cards[0]) if state.cards and viewer == TABLE else view

        said = caught(changed_view(leak))
        assert "the table can tell cards 1 and 2 of deck 1 of a hidden roll" in said

    def test_of_the_deck_to_every_seat(self) -> None:
        def leak(state: Any, viewer: int, view: View) -> View:
            return with_note(view, card=state.cards[-1]) if state.cards and viewer >= 0 else view

        assert "seats [0, 1, 2] can tell cards 7 and 8 of deck 1" in caught(changed_view(leak))

    def test_of_the_deck_later_on(self) -> None:
        def leak(state: Any, viewer: int, view: View) -> View:
            late = state.face and viewer >= 0
            return with_note(view, card=str(state.cards[-3:])) if late else view

        assert "of a hidden roll: expected 2 at most" in caught(changed_view(leak))

    def test_of_a_hidden_roll_as_a_whole(self) -> None:
        def leak(state: Any, viewer: int, view: View) -> View:
            return with_note(view, card=str(state.cards))

        assert "a hidden roll is open to the table as a whole" in caught(changed_view(leak))

    def test_of_hidden_dice(self) -> None:
        def need(state: Any) -> Need:
            now = little.need(state)
            if isinstance(now, Roll) and now.dice:
                return replace(now, hidden=True)
            return Over((0,), now.why) if isinstance(now, Over) else now

        def leak(state: Any, viewer: int, view: View) -> View:
            boards = tuple(Board(board.seat, 0) for board in view.boards)
            plain = replace(view, centre=(), news=(), boards=boards)
            return with_note(plain, card=state.face) if viewer in (0, 1) else plain

        game = replace(changed_view(leak), need=need, scores=lambda state: (0,) * len(state.coins))
        said = caught(game)
        assert "seats [0, 1] can tell die 1 of a hidden roll: expected 1 at most" in said


class TestTheKitCatchesMissingWords:
    def test_of_a_view(self) -> None:
        def silent(state: Any, viewer: int, view: View) -> View:
            return with_note(view, "no.such.words")

        assert "expected words for 'no.such.words'" in caught(changed_view(silent))

    def test_of_one_seats_view(self) -> None:
        def silent(state: Any, viewer: int, view: View) -> View:
            return with_note(view, "no.such.words") if viewer == 2 else view

        assert "expected words for 'no.such.words'" in caught(changed_view(silent))

    def test_of_a_blank_without_a_fact(self) -> None:
        assert "expected facts for ['card'] in 'Your card is {card}.'" in caught(
            changed_view(lambda state, viewer, view: with_note(view))
        )

    def test_of_a_form(self) -> None:
        def need(state: Any) -> Need:
            now = little.need(state)
            if isinstance(now, Ask):
                pick = PickSome(
                    "p", message("guess"), (Option("a", message("no.such.words")),), 0, 1
                )
                return Ask(dict.fromkeys(now.forms, Form(message("guess"), (pick,))), hidden=True)
            return now

        def apply(state: Any, event: Event) -> Any:
            now = need(state)
            if isinstance(event, Move) and isinstance(now, Ask) and event.seat in now.forms:
                check_move(now, event)
                event = Move(event.seat, {"side": "low"})
            return little.apply(state, event)

        assert "expected words for 'no.such.words'" in caught(broken(need=need, apply=apply))

    def test_of_a_refusal(self) -> None:
        def curt(state: Any, event: Event) -> Any:
            try:
                return little.apply(state, event)
            except RuleError:
                raise RuleError("go_away") from None

        assert "expected words for 'refusal.go_away'" in caught(changed_apply(curt))


class TestTheKitCatchesAFolder:
    def test_whose_rules_have_no_heading(self, tmp_path: Path) -> None:
        shutil.copytree(str(STAR.folder), tmp_path, dirs_exist_ok=True)
        (tmp_path / "RULES.md").write_text("no heading")
        with pytest.raises(KitError, match=r"expected RULES\.md to begin with a heading"):
            check(broken(folder=tmp_path), 2, Random(1).randrange)

    def test_whose_card_reader_takes_anything(self) -> None:
        with pytest.raises(KitError, match="expected CardError for a file that is not TOML"):
            check(broken(read_cards=lambda text, file: 8), 2, Random(1).randrange)

    def test_whose_options_have_no_words(self) -> None:
        class Bare(BaseModel):
            bank: int = 20

        with pytest.raises(KitError, match="option bank needs a title"):
            check(broken(options=Bare), 2, Random(1).randrange)

    def test_with_a_preset_that_cannot_be_started(self, tmp_path: Path) -> None:
        folder = tmp_path / "box"
        copytree(str(STAR.folder), folder)
        with (folder / "words" / "en.toml").open("a") as words:
            words.write('[preset.rich]\nname = "Rich"\nhow = "A full bank."\n')
        (folder / "presets.toml").write_text("[rich]\nbank = 50\n")

        def start(options: Any, seats: int, cards: int) -> Any:
            if options.bank == 50 and seats == 4:
                raise RuleError("seats", low=2, high=3, got=seats)
            return little.start(options, seats, cards)

        with pytest.raises(KitError, match="preset rich cannot be played by 4"):
            check(broken(folder=folder, start=start), 2, Random(1).randrange)


def test_a_failure_names_the_game_the_seats_the_match_and_the_event() -> None:
    def generous(state: Any, event: Event) -> Any:
        after = little.apply(state, event)
        return replace(after, bank=after.bank + 1) if after.face else after

    assert caught(changed_apply(generous)).startswith("star, 3 seats, match 1, after 5 events: ")


def test_play_goes_from_the_start_to_the_end() -> None:
    steps = list(play(COW, 3, randbelow=Random(1).randrange))
    assert encode(steps[0].before) == encode(begin(COW, 3))
    assert all(one.after is two.before for one, two in pairwise(steps))
    assert isinstance(COW.need(steps[-1].after), Over)


def test_a_shuffle_has_each_card_once() -> None:
    rolled = draw(Roll(None, message("roll.deal"), shuffles=(52, 3)), Random(1).randrange)
    assert sorted(rolled.orders[0]) == list(range(52))
    assert sorted(rolled.orders[1]) == [0, 1, 2]


@pytest.mark.parametrize("seats", COW.seats)
def test_many_matches_are_summed_up(seats: int) -> None:
    summary = summarise(COW, seats, range(50), Random(1).randrange)
    assert summary.matches == 50
    assert summary.longest < COW.max_events
    assert summary.mean == summary.events / 50
    assert sum(summary.wins) >= 50 + summary.shared
    assert summary.text().startswith(f"Don't Have a Cow, {seats} seats: 50 matches")
    assert summary.as_dict()["mean"] == round(summary.mean, 2)
