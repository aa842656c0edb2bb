"""What a screen may see of The Zorro Dice Game. It decides nothing: the rules are in ``play``.

All is open but the order of the decks, and no view is built from them: only from their sizes.
"""

from __future__ import annotations

from dicerules.core import Ask, Over, Say, View
from dicerules.previews import percent
from dicerules.views import Board, Card, Cards, Chips, Dice, Die, Item, Note
from dicerules.words import say
from dicerules.zorro import attempt as attempts
from dicerules.zorro.cards import ZORRO, ZORRO_COLOUR, Location, Need, kinds, sides, spell
from dicerules.zorro.cards import Cards as Box
from dicerules.zorro.fights import foe_of
from dicerules.zorro.odds import chance, chance_now, is_quick, question_of
from dicerules.zorro.play import need
from dicerules.zorro.question import Question
from dicerules.zorro.state import Attempt, Fight, Hand, Slot, State
from dicerules.zorro.tell import tell_effect, tell_gear, tell_pieces


def view(state: State, viewer: int) -> View:
    """Build up what the viewer may know."""
    return View(
        headline=_headline(state),
        turn=None if state.stage in ("first", "shuffle", "over") else state.seat,
        centre=_centre(state),
        boards=tuple(_board(state, seat, viewer) for seat in range(len(state.hands))),
        news=state.news,
    )


def _headline(state: State) -> Say:
    now = need(state)
    if isinstance(now, Over):
        return say("headline.over", seats=list(state.winners), count=len(state.winners))
    if not isinstance(now, Ask):
        return now.why
    asked = list(now.forms)
    if state.stage == "attempt":
        assert state.attempt is not None
        return _headline_of(state, state.attempt, asked[0])
    if state.stage == "offer":
        return say(
            "headline.offer", seats=asked, count=len(asked), seat=state.seat, aim=_aim(state)
        )
    return say(f"headline.{state.stage}", seat=asked[0])


def _headline_of(state: State, attempt: Attempt, seat: int) -> Say:
    aim = _aim(state)
    if attempt.stage == "hand":
        return say("headline.hand", seat=seat, aim=aim, helper_seat=attempt.helper or 0)
    if attempt.stage != "act":
        return say(f"headline.{attempt.stage}", seat=seat, aim=aim)
    left = 0 if attempt.fourth else attempt.limit - attempt.rolls
    return say("headline.act" if left else "headline.last", seat=seat, aim=aim, count=left)


def _aim(state: State) -> Say:
    """What the dice are rolled for."""
    if state.fight is not None:
        if state.fight.kind == "duel":
            return say("aim.duel")
        return say("name", name=foe_of(state, state.fight).name)
    assert state.aim is not None
    feat = state.market[state.aim].feat
    assert feat is not None
    return say("name", name=state.cards.feats[feat].name)


def _centre(state: State) -> tuple[Item, ...]:
    items: list[Item] = []
    attempt = state.attempt or state.last
    if attempt is not None and attempt.stage != "prepare":
        label = say("dice.now" if state.attempt else "dice.last")
        items.append(Dice("dice", label, _dice(state.cards, attempt)))
    if state.fight is not None:
        items.append(_foe(state, state.fight))
    elif state.attempt is not None and state.aim is not None:
        items.append(_feat(state, state.aim, state.market[state.aim]))
    if state.attempt is not None:
        items += _prospects(state, state.attempt)
    elif state.market and state.fight is None:
        cards = tuple(_feat(state, at, slot) for at, slot in enumerate(state.market))
        items.append(Cards("market", say("market"), cards))
        items.append(Note("decks", _decks(state), "quiet"))
    return tuple(items)


def _dice(box: Box, attempt: Attempt) -> tuple[Die, ...]:
    return tuple(_die(box, attempt, place) for place in range(len(attempt.kinds)))


def _die(box: Box, attempt: Attempt, place: int) -> Die:
    name, colour = kinds(box)[attempt.kinds[place]]
    face = 0 if place in attempt.cup else attempt.faces[place]
    if place in attempt.gone:
        return Die(face, name, colour, "out")
    return Die(face, name, colour, "kept" if face and place in attempt.kept else "")


def _prospects(state: State, attempt: Attempt) -> list[Item]:
    """What is still needed, and how likely it is to come."""
    box = state.cards
    kit, shown = attempts.kit_in_use(box, attempt), attempts.symbols_of(box, attempt)
    lying = [-1 if place in attempt.cup else symbol for place, symbol in enumerate(shown)]
    if attempt.need is None:
        symbol, count = box.symbols[box.duel].name, attempts.score(box, attempt)
        return [Note("still", say("note.duel", symbol=symbol, count=count))]
    gaps = attempts.missing(attempt.need, kit, attempts.count_of(lying))
    items: list[Item] = [Note("still", say("note.still", need=spell(box, gaps)))]
    question = question_of(box, attempt)
    if question is not None and is_quick(question, attempt.limit - attempt.rolls):
        part = percent(chance_now(box, attempt) or 0.0)
        items.append(Note("chance", say("note.chance", percent=part), "quiet"))
    return items


def _feat(state: State, at: int, slot: Slot) -> Card:
    if slot.feat is None:
        return Card(f"slot{at}", say("market_empty"), state="closed")
    feat = state.cards.feats[slot.feat]
    pieces = () if slot.gear is None else (slot.gear,)
    place = state.cards.locations[feat.location].name
    return Card(
        feat.key,
        say("name", name=feat.name),
        text=say("feat_text", place=place, prize=tell_pieces(state.cards, pieces)),
        dice=_needed(feat.need),
        value=_alone(state, feat.need) if state.stage == "travel" else "",
        state="chosen" if at == state.aim else "",
        more=None if slot.gear is None else tell_gear(state.cards, slot.gear),
    )


def _alone(state: State, want: Need) -> str:
    """The chance of the seat to move, on its own."""
    hand = state.hands[state.seat]
    kit = attempts.kit_of(state.cards, hand.gear)
    question = Question(
        sides(state.cards),
        want,
        zorro=6,
        heroes=attempts.hero_kinds(hand.heroes),
        rolls=attempts.ROLLS + kit.rolls,
        kit=kit,
        basic=state.cards.basic,
    )
    return f"{percent(chance(question))}%" if is_quick(question, question.rolls) else ""


def _needed(want: Need) -> tuple[Die, ...]:
    return tuple(
        Die(symbol + 1, ZORRO, ZORRO_COLOUR)
        for symbol, count in enumerate(want)
        for _ in range(count)
    )


def _foe(state: State, fight: Fight) -> Card:
    if fight.kind == "duel":
        symbol = state.cards.symbols[state.cards.duel].name
        text = say("duel_text", symbol=symbol, seats=list(fight.standing))
        return Card("duel", say("aim.duel"), text=text, state="chosen")
    foe = foe_of(state, fight)
    name = say(f"foe.{fight.kind}", name=foe.name)
    text = tell_effect(state.cards, foe.ability)
    return Card(foe.key, name, text=text, dice=_needed(foe.need), state="chosen")


def _decks(state: State) -> Say:
    return say(
        "decks",
        feats=len(state.feats),
        common=len(state.common),
        premium=len(state.premium),
        heroes=sum(state.hero_dice),
    )


def _board(state: State, seat: int, viewer: int) -> Board:
    """What a seat has: at length on its own phone, in short where six boards have to fit."""
    hand = state.hands[seat]
    items = _own(state, hand) if seat == viewer else _in_short(state, hand)
    return Board(seat, len(hand.feats), (*items, *_fate(state, seat)))


def _own(state: State, hand: Hand) -> list[Item]:
    box = state.cards
    items: list[Item] = [
        Chips(place.key, say("name", name=place.name), count, place.colour)
        for place, count in _feats_by_place(box, hand)
    ]
    dice = [place.name for place, count in _heroes_by_place(box, hand) for _ in range(count)]
    if dice:
        items.append(Note("heroes", say("hero_dice", places=", ".join(dice))))
    if hand.gear:
        items.append(Cards("gear", say("gear.own"), tuple(_gear(box, hand))))
    return items


def _in_short(state: State, hand: Hand) -> list[Item]:
    box = state.cards
    feats = ", ".join(f"{place.name} {count}" for place, count in _feats_by_place(box, hand))
    heroes = ", ".join(f"{place.name} {count}" for place, count in _heroes_by_place(box, hand))
    items: list[Item] = []
    if heroes:
        items.append(Note("feats", say("feats_and_dice", feats=feats, heroes=heroes)))
    elif feats:
        items.append(Note("feats", say("name", name=feats)))
    if hand.gear:
        items.append(Note("gear", tell_pieces(box, hand.gear), "quiet"))
    return items


def _feats_by_place(box: Box, hand: Hand) -> list[tuple[Location, int]]:
    counts = [0] * len(box.locations)
    for feat in hand.feats:
        counts[box.feats[feat].location] += 1
    return [(place, n) for place, n in zip(box.locations, counts, strict=True) if n]


def _heroes_by_place(box: Box, hand: Hand) -> list[tuple[Location, int]]:
    return [(place, n) for place, n in zip(box.locations, hand.heroes, strict=True) if n]


def _fate(state: State, seat: int) -> list[Item]:
    """How the Final Battle stands for a seat, and whether help was offered."""
    if state.offers and state.offers[seat] is not None:
        return [Note("offer", say("offer.yes" if state.offers[seat] else "offer.no"), "quiet")]
    fight = state.fight
    if fight is None or fight.kind == "scoundrel":
        return []
    if fight.kind == "villain":
        if seat in fight.queue:
            return []
        won = seat in fight.standing
        return [Note("fate", say("fate.won" if won else "fate.lost"), "good" if won else "bad")]
    if seat not in fight.standing:
        return [Note("fate", say("fate.out"), "bad")]
    score = dict(fight.scores).get(seat)
    text = say("fate.duels") if score is None else say("fate.score", count=score)
    return [Note("fate", text, "good")]


def _gear(box: Box, hand: Hand) -> list[Card]:
    return [
        Card(f"g{piece}", say("name", name=box.equipment[piece].name), text=tell_gear(box, piece))
        for piece in hand.gear
    ]
