"""What a screen may see of The Zorro Dice Game. It decides nothing: the rules are in ``play``.

All is open but the order of the decks, and no view is built from them: only from their sizes.
"""

from __future__ import annotations

from dicerules.core import Ask, Message, Over, View
from dicerules.previews import percent
from dicerules.views import Board, Card, Cards, Chips, Dial, Dice, Die, Item, Note
from dicerules.words import message
from dicerules.zorro import attempt as attempts
from dicerules.zorro import kits
from dicerules.zorro.cards import Cards as Box
from dicerules.zorro.cards import Location, Need, kinds, sides, spell
from dicerules.zorro.dice import count_of, hero_kinds, missing, score, symbols_of
from dicerules.zorro.fights import foe_of
from dicerules.zorro.needs import aimed_at, need
from dicerules.zorro.odds import chance, chance_now, is_quick, question_of
from dicerules.zorro.question import Question
from dicerules.zorro.state import Attempt, Fight, Hand, Slot, State
from dicerules.zorro.tell import dice_of, tell_effect, tell_gear, tell_pieces


def view(state: State, viewer: int) -> View:
    """Build up what the viewer may know."""
    return View(
        headline=_headline(state, viewer),
        turn=None if state.stage in ("first", "shuffle", "over") else state.seat,
        centre=_centre(state),
        boards=tuple(_board(state, seat, viewer) for seat in range(len(state.hands))),
        news=state.news,
    )


def _headline(state: State, viewer: int) -> Message:
    """What is waited for; a seat that it is about reads "you" instead of its own name."""
    now = need(state)
    if isinstance(now, Over):
        return message("headline.over", seats=list(state.winners), count=len(state.winners))
    if not isinstance(now, Ask):
        return message(f"{now.why.key}_you", **now.why.facts) if now.seat == viewer else now.why
    asked = list(now.forms)
    you = "_you" if viewer in asked else ""
    if state.stage == "attempt":
        assert state.attempt is not None
        return _headline_of(state, state.attempt, asked[0], you)
    if state.stage == "offer":
        key = "offer_yours" if viewer == state.seat else f"offer{you}"
        return message(f"headline.{key}", seats=asked, seat=state.seat, feat=aimed_at(state))
    return message(f"headline.{state.stage}{you}", seat=asked[0])


def _headline_of(state: State, attempt: Attempt, seat: int, you: str) -> Message:
    aim = _aim(state)
    if attempt.stage == "hand":
        return message(f"headline.hand{you}", seat=seat, aim=aim, helper_seat=attempt.helper or 0)
    if attempt.stage != "act":
        return message(f"headline.{attempt.stage}{you}", seat=seat, aim=aim)
    left = 0 if attempt.fourth else attempt.limit - attempt.rolls
    key = "act" if left else "last"
    return message(f"headline.{key}{you}", seat=seat, aim=aim, count=left)


def _aim(state: State) -> Message:
    """What the dice are rolled for."""
    if state.fight is None:
        return message("aim.feat", name=aimed_at(state))
    if state.fight.kind == "duel":
        return message("aim.duel")
    return message("aim.foe", name=foe_of(state, state.fight).name)


def _centre(state: State) -> tuple[Item, ...]:
    items: list[Item] = []
    attempt = state.attempt or state.last
    if attempt is not None and attempt.stage != "prepare":
        label = message("dice.now" if state.attempt else "dice.last")
        items.append(Dice("dice", label, _dice(state.cards, attempt)))
    if state.fight is not None:
        items.append(_foe(state, state.fight))
    elif state.attempt is not None and state.aim is not None:
        items.append(_feat(state, state.aim, state.market[state.aim]))
    if state.attempt is not None:
        items += _prospects(state, state.attempt)
    elif state.market and state.fight is None:
        cards = tuple(_feat(state, at, slot) for at, slot in enumerate(state.market))
        items.append(Cards("market", message("market"), cards))
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
    kit, shown = kits.kit_in_use(box, attempt), symbols_of(box, attempt)
    on_table = [-1 if place in attempt.cup else symbol for place, symbol in enumerate(shown)]
    if attempt.need is None:
        symbol, count = box.symbols[box.duel].name, score(box, attempt)
        return [Note("still", message("note.duel", symbol=symbol, count=count))]
    gaps = missing(attempt.need, kit, count_of(on_table))
    enough = attempt.stage == "claim" or not any(gaps)
    text = message("note.enough") if enough else message("note.still", need=spell(box, gaps))
    items: list[Item] = [Note("still", text)]
    question = question_of(box, attempt)
    if question is not None and is_quick(question, attempt.limit - attempt.rolls):
        likely = chance_now(box, attempt) or 0.0
        items.append(Dial("chance", message("note.chance"), round(100 * likely, 1)))
    return items


def _feat(state: State, at: int, slot: Slot) -> Card:
    if slot.feat is None:
        return Card(f"slot{at}", message("market_empty"), state="closed")
    feat = state.cards.feats[slot.feat]
    pieces = () if slot.gear is None else (slot.gear,)
    place = state.cards.locations[feat.location].name
    return Card(
        feat.key,
        message("name", name=feat.name),
        text=message("feat_text", place=place, prize=tell_pieces(state.cards, pieces)),
        dice=dice_of(feat.need),
        value=_alone(state, feat.need) if state.stage == "travel" else "",
        state="chosen" if at == state.aim else "",
        more=None if slot.gear is None else tell_gear(state.cards, slot.gear),
        house=feat.house,
    )


def _alone(state: State, want: Need) -> str:
    """The chance of the seat to move, on its own."""
    hand = state.hands[state.seat]
    kit = kits.kit_of(state.cards, hand.gear)
    question = Question(
        sides(state.cards),
        want,
        zorro=6,
        heroes=hero_kinds(hand.heroes),
        rolls=attempts.ROLLS + kit.rolls,
        kit=kit,
        basic=state.cards.basic,
    )
    return f"{percent(chance(question))}%" if is_quick(question, question.rolls) else ""


def _foe(state: State, fight: Fight) -> Card:
    if fight.kind == "duel":
        symbol = state.cards.symbols[state.cards.duel].name
        text = message("duel_text", symbol=symbol, seats=list(fight.standing))
        return Card("duel", message("duel_name"), text=text, state="chosen")
    foe = foe_of(state, fight)
    name = message(f"foe.{fight.kind}", name=foe.name)
    text = tell_effect(state.cards, foe.ability)
    return Card(foe.key, name, text=text, dice=dice_of(foe.need), state="chosen", house=foe.house)


def _decks(state: State) -> Message:
    return message(
        "decks",
        feats=len(state.feats),
        common=len(state.common),
        premium=len(state.premium),
        heroes=sum(state.hero_dice),
    )


def _board(state: State, seat: int, viewer: int) -> Board:
    """What a seat has: at length on its own phone, in short where six boards have to fit."""
    hand = state.hands[seat]
    if seat == viewer:
        items = [*_own(state, hand), *_fate(state, seat, "own_")]
    else:
        items = [*_in_short(state, hand), *_fate(state, seat, "")]
    return Board(seat, len(hand.feats), tuple(items))


def _own(state: State, hand: Hand) -> list[Item]:
    box = state.cards
    items: list[Item] = [
        Chips(place.key, message("name", name=place.name), count, place.colour)
        for place, count in _feats_by_place(box, hand)
    ]
    dice = [place.name for place, count in _heroes_by_place(box, hand) for _ in range(count)]
    if dice:
        items.append(Note("heroes", message("hero_dice", places=", ".join(dice))))
    if hand.gear:
        items.append(Cards("gear", message("gear.own"), tuple(_gear(box, hand))))
    return items


def _in_short(state: State, hand: Hand) -> list[Item]:
    box = state.cards
    feats = ", ".join(f"{place.name} {count}" for place, count in _feats_by_place(box, hand))
    heroes = ", ".join(f"{place.name} {count}" for place, count in _heroes_by_place(box, hand))
    items: list[Item] = []
    if heroes:
        items.append(Note("feats", message("feats_and_dice", feats=feats, heroes=heroes)))
    elif feats:
        items.append(Note("feats", message("name", name=feats)))
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


def _fate(state: State, seat: int, own: str) -> list[Item]:
    """How the Final Battle stands for a seat, and whether help was offered."""
    if state.offers and state.offers[seat] is not None:
        key = "yes" if state.offers[seat] else "no"
        return [Note("offer", message(f"offer.{own}{key}"), "quiet")]
    fight = state.fight
    if fight is None or fight.kind == "scoundrel":
        return []
    if fight.kind == "villain":
        if seat in fight.queue:
            return []
        if seat in fight.standing:
            return [Note("fate", message(f"fate.{own}won"), "good")]
        return [Note("fate", message(f"fate.{own}lost"), "bad")]
    if seat not in fight.standing:
        return [Note("fate", message(f"fate.{own}out"), "bad")]
    score = dict(fight.scores).get(seat)
    if score is None:
        return [Note("fate", message(f"fate.{own}duels"), "good")]
    return [Note("fate", message(f"fate.{own}score", count=score), "good")]


def _gear(box: Box, hand: Hand) -> list[Card]:
    return [
        Card(
            f"g{piece}",
            message("name", name=box.equipment[piece].name),
            text=tell_gear(box, piece),
            house=box.equipment[piece].house,
        )
        for piece in hand.gear
    ]
