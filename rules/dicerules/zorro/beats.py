"""What happened in The Zorro Dice Game, as beats for the screens. It decides nothing.

The news say it in order, sentence by sentence; what is worth a show becomes a beat. All of it is
open to everybody.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct

from dicerules.beats import Award, Beat, Title, Tone, Transfer, Verdict
from dicerules.core import Message
from dicerules.views import Card, Figure
from dicerules.words import message
from dicerules.zorro.cards import ZORRO_COLOUR
from dicerules.zorro.dice import useful
from dicerules.zorro.fights import foe_of
from dicerules.zorro.kits import kit_in_use
from dicerules.zorro.state import State
from dicerules.zorro.tell import dice_of, tell_effect, tell_gear

DECKS, MARKET = "centre/decks", "centre/market"


class _Step(Struct, frozen=True, gc=False):
    before: State
    after: State
    viewer: int


def beats(before: State, after: State, viewer: int) -> tuple[Beat, ...]:
    """What the viewer may see happen between two positions."""
    found: list[Beat] = []
    step = _Step(before, after, viewer)
    duel = before.fight if before.fight and before.fight.kind == "duel" else None
    scores, number = dict(duel.scores if duel else ()), duel.round if duel else 0
    for told in after.news:
        if told.key == "news.scores":
            scores[_seat(told)] = _count(told)
        elif told.key in ("news.duel", "news.won") and scores:
            found.append(_duel_round(scores, number))
            scores.clear()
        if told.key == "news.duel":
            number = _count(told)
        found += _SHOWN.get(told.key, _nothing)(step, told)
    return tuple(found)


def _nothing(step: _Step, told: Message) -> Iterator[Beat]:
    return iter(())


def _first(step: _Step, told: Message) -> Iterator[Beat]:
    yield Title(message("title.first", seat=_seat(told)), seat=_seat(told))


def _turn(step: _Step, told: Message) -> Iterator[Beat]:
    seat = _seat(told)
    key = "title.turn_you" if step.viewer == seat else "title.turn"
    yield Title(message(key, seat=seat), seat=seat)


def _handed(step: _Step, told: Message) -> Iterator[Beat]:
    """Zorro Dice go to the helper."""
    helper = f"seat/{told.facts['helper_seat']}"
    yield Transfer("die", "centre/dice", helper, _count(told), ZORRO_COLOUR)


def _feat(step: _Step, told: Message) -> Iterator[Beat]:
    cards = step.after.cards
    feat = next(feat for feat in cards.feats if feat.name == told.facts["feat"])
    yield Verdict("good", message("verdict.feat"), _seat(told), 1, _lifted(step))
    card = Card(feat.key, message("name", name=feat.name), dice=dice_of(feat.need))
    yield Transfer("card", _middle(step.before), _at(told), card=card)


def _unmet(step: _Step, told: Message) -> Iterator[Beat]:
    yield Verdict("bad", message("verdict.unmet"), _seat(told))


def _hero_die(step: _Step, told: Message) -> Iterator[Beat]:
    places = step.after.cards.locations
    colour = next(place.colour for place in places if place.name == told.facts["place"])
    yield Transfer("die", _middle(step.before), _at(told), colour=colour)


def _gear(step: _Step, told: Message) -> Iterator[Beat]:
    """The prize that lay under the feat."""
    yield Transfer("card", _middle(step.before), _at(told), card=_piece(step, told))


def _draws(step: _Step, told: Message) -> Iterator[Beat]:
    yield Transfer("card", _decks(step), _at(told), card=_piece(step, told))


def _discards(step: _Step, told: Message) -> Iterator[Beat]:
    yield Transfer("card", _at(told), _decks(step), card=_piece(step, told))


def _scoundrel(step: _Step, told: Message) -> Iterator[Beat]:
    cards, name = step.after.cards, str(told.facts["foe"])
    foe = next(foe for foe in cards.scoundrels if foe.name == name)
    yield Title(message("foe.scoundrel", name=name), tell_effect(cards, foe.ability), tone="bad")


def _villain(step: _Step, told: Message) -> Iterator[Beat]:
    below = message("foe.villain", name=str(told.facts["foe"]))
    yield Title(message("title.villain"), below, tone="grand")


def _beats(step: _Step, told: Message) -> Iterator[Beat]:
    fight = step.before.fight
    grand = fight is not None and fight.kind == "villain"
    tone: Tone = "grand" if grand else "good"
    yield Verdict(tone, message("verdict.beats"), _seat(told), dice=_lifted(step))


def _fails(step: _Step, told: Message) -> Iterator[Beat]:
    yield Verdict("bad", message("verdict.fails"), _seat(told))


def _leaves(step: _Step, told: Message) -> Iterator[Beat]:
    yield Verdict("", message("verdict.leaves"))


def _scores(step: _Step, told: Message) -> Iterator[Beat]:
    text = message("verdict.scores", count=_count(told), symbol=told.facts["symbol"])
    yield Verdict("", text, _seat(told))


def _duel(step: _Step, told: Message) -> Iterator[Beat]:
    yield Title(message("title.duel", count=_count(told)))


def _duel_round(scores: dict[int, int], number: int) -> Award:
    figures = tuple(Figure(seat, str(count)) for seat, count in scores.items())
    best = max(scores.values())
    winners = tuple(seat for seat, count in scores.items() if count == best)
    return Award(message("title.duel", count=number), figures, winners)


def _won(step: _Step, told: Message) -> Iterator[Beat]:
    yield Title(told, tone="grand")


_SHOWN: dict[str, Callable[[_Step, Message], Iterator[Beat]]] = {
    "news.first": _first,
    "news.turn": _turn,
    "news.hands": _handed,
    "news.feat": _feat,
    "news.unmet": _unmet,
    "news.hero_die": _hero_die,
    "news.gear": _gear,
    "news.draws": _draws,
    "news.discards": _discards,
    "news.scoundrel": _scoundrel,
    "news.villain": _villain,
    "news.beats": _beats,
    "news.fails": _fails,
    "news.leaves": _leaves,
    "news.scores": _scores,
    "news.duel": _duel,
    "news.won": _won,
}


def _seat(told: Message) -> int:
    seat = told.facts["seat"]
    assert isinstance(seat, int)
    return seat


def _count(told: Message) -> int:
    count = told.facts["count"]
    assert isinstance(count, int)
    return count


def _at(told: Message) -> str:
    return f"seat/{told.facts['seat']}"


def _piece(step: _Step, told: Message) -> Card:
    cards, name = step.after.cards, str(told.facts["gear"])
    piece = next(at for at, piece in enumerate(cards.equipment) if piece.name == name)
    return Card(f"g{piece}", message("name", name=name), tell_gear(cards, piece))


def _lifted(step: _Step) -> tuple[int, ...]:
    """The dice that met the requirement, if they have just been rolled for it."""
    rolled, done = step.before.attempt, step.after.last
    if rolled is None or rolled.stage != "roll" or done is None or rolled.seat != done.seat:
        return ()
    cards = step.after.cards
    return useful(cards, done, kit_in_use(cards, done), tuple(range(len(done.kinds))))


def _middle(state: State) -> str:
    """What lies in the middle of the table: the foe, the feat that is tried, or all feats."""
    if state.fight is not None:
        return f"centre/{'duel' if state.fight.kind == 'duel' else foe_of(state, state.fight).key}"
    if state.attempt is None or state.aim is None:
        return MARKET
    number = state.market[state.aim].feat
    assert number is not None
    return f"centre/{state.cards.feats[number].key}"


def _decks(step: _Step) -> str:
    """The decks are told of beside the feats; while dice are rolled they are out of sight."""
    seen = MARKET in (_middle(step.before), _middle(step.after))
    return DECKS if seen else _middle(step.before)
