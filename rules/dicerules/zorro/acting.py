"""What a seat decides at the dice: the attempt that follows from an answer, and how it is told."""

from __future__ import annotations

from msgspec.structs import replace

from dicerules.core import Answer
from dicerules.words import News
from dicerules.zorro import attempt as attempts
from dicerules.zorro.ask import places_of
from dicerules.zorro.cards import Cards, sides, spell
from dicerules.zorro.dice import count_of, symbols_of
from dicerules.zorro.state import Attempt, Places


def acted(cards: Cards, attempt: Attempt, answer: Answer, news: News) -> Attempt:
    """The attempt after an answer, with nothing rolled yet; ``news`` gets what was done."""
    stage = attempt.stage
    if stage == "act":
        return _used(cards, attempt, answer, news)
    if stage == "prepare":
        return _prepared(cards, attempt, answer, news)
    if stage == "toll":
        return attempts.tolled(attempt, places_of([answer["die"]])[0])
    if stage == "hand":
        return _handed(attempt, places_of(answer["hand"]), news)
    return _claimed(attempt, answer["count"] == "yes", news)


def _prepared(cards: Cards, attempt: Attempt, answer: Answer, news: News) -> Attempt:
    seat, attempt = attempt.seat, attempts.prepared(cards, attempt, answer)
    for piece, symbol in attempt.named:
        name = cards.symbols[symbol].name
        news.say("news.names", seat=seat, gear=cards.equipment[piece].name, symbol=name)
    if attempt.kept:
        news.say("news.sets", seat=seat, faces=_shown(cards, attempt, attempt.kept))
    return attempt


def _handed(attempt: Attempt, places: Places, news: News) -> Attempt:
    assert attempt.helper is not None
    if places:
        count, helper = len(places), attempt.helper
        news.say("news.hands", seat=attempt.seat, helper_seat=helper, count=count)
    else:
        news.say("news.hands_none", seat=attempt.seat)
    return attempts.handed(attempt, places)


def _claimed(attempt: Attempt, counts: bool, news: News) -> Attempt:
    if not counts:
        news.say("news.declines", seat=attempt.roller)
    return replace(attempt, stage="done", declined=not counts)


def _used(cards: Cards, attempt: Attempt, answer: Answer, news: News) -> Attempt:
    do = answer.get("do", "save")
    if do == "done":
        news.say("news.done", seat=attempt.roller)
        return attempts.stopped(attempt)
    if do == "save":
        places = places_of(answer["save"])
        if not news.silent:
            key = "news.saves" if places else "news.saves_none"
            news.say(key, seat=attempt.roller, faces=_shown(cards, attempt, places))
        return attempts.saved(cards, attempt, places)
    places = places_of([answer["die"]] if do == "one" else answer["again"])
    news.say("news.again", seat=attempt.roller, count=len(places))
    return attempts.reroll(attempt, places, single=do == "one")


def rolled(cards: Cards, attempt: Attempt, faces: tuple[int, ...], news: News) -> Attempt:
    """The attempt after the dice in the cup have fallen."""
    if not news.silent:
        on, kinds = sides(cards), attempt.kinds
        fallen = zip(attempt.cup, faces, strict=True)
        shown = count_of([on[kinds[place]][face - 1] for place, face in fallen])
        news.say("news.rolls", seat=attempt.roller, faces=spell(cards, shown))
    return attempts.rolled(cards, attempt, faces)


def _shown(cards: Cards, attempt: Attempt, places: Places) -> str:
    symbols = symbols_of(cards, attempt)
    return spell(cards, count_of(symbols[place] for place in places))
