"""What The Zorro Dice Game asks: every form, and the dice. Not when it does.

What positions have in common is built once: bots play tens of thousands a second.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby

from msgspec.structs import replace

from dicerules.core import Cast, Form, Roll, Say
from dicerules.forms import Closed, Field, Option, PickOne, PickSome
from dicerules.views import Die
from dicerules.words import say
from dicerules.zorro import attempt as rules
from dicerules.zorro.cards import ZORRO, Cards, kinds, sides, spell
from dicerules.zorro.effects import SYMBOLS
from dicerules.zorro.state import Attempt, Hand, Slot
from dicerules.zorro.tell import tell_gear, tell_pieces


@lru_cache(maxsize=4096)
def travel_form(cards: Cards, market: tuple[Slot, ...]) -> Form:
    """Ask where to travel."""
    options = tuple(_feat_option(cards, slot) for slot in market if slot.feat is not None)
    return Form(say("form.travel"), (PickOne("feat", say("form.feat"), options),))


@lru_cache(maxsize=4096)
def _feat_option(cards: Cards, slot: Slot) -> Option:
    assert slot.feat is not None
    feat = cards.feats[slot.feat]
    pieces = () if slot.gear is None else (slot.gear,)
    dice = tuple((ZORRO, at + 1) for at, count in enumerate(feat.need) for _ in range(count))
    place = cards.locations[feat.location].name
    hint = say("form.feat_hint", place=place, prize=tell_pieces(cards, pieces))
    return Option(feat.key, say("name", name=feat.name), hint=hint, dice=dice)


@lru_cache(maxsize=4096)
def offer_form(seat: int, feat: str) -> Form:
    """Ask one of the others whether to offer help."""
    yes_no = (Option("yes", say("form.help_yes")), Option("no", say("form.help_no")))
    title = say("form.offer", seat=seat, feat=feat)
    return Form(title, (PickOne("help", say("form.help"), yes_no),))


@lru_cache(maxsize=4096)
def helper_form(
    cards: Cards, hands: tuple[tuple[int, Hand], ...], declined: tuple[int, ...]
) -> Form:
    """Ask whose offer to take."""
    options = [Option("alone", say("form.alone"))]
    for seat, hand in hands:
        hint = say("form.helper_hint", gear=tell_pieces(cards, hand.gear), dice=sum(hand.heroes))
        options.append(Option(f"seat_{seat}", say("form.with", seat=seat), hint=hint))
    closed = tuple(Closed(say("form.with", seat=seat), say("closed.declined")) for seat in declined)
    company = PickOne("helper", say("form.company"), tuple(options), closed)
    return Form(say("form.helper"), (company,))


@lru_cache(maxsize=4096)
def prepare_form(cards: Cards, pieces: tuple[int, ...], preset: int) -> Form:
    """Ask for what equipment does before the first ROLL: naming symbols, setting dice."""
    fields: list[Field] = []
    for piece in pieces:
        name = say("form.name", name=cards.equipment[piece].name)
        options = tuple(_symbol_option(cards, symbol) for symbol in cards.basic)
        fields.append(PickOne(f"name_{piece}", name, options))
    leave = Option("none", say("form.set_none"))
    symbols = tuple(_symbol_option(cards, symbol) for symbol in range(SYMBOLS))
    fields += [
        PickOne(f"set_{number}", say("form.set", count=number), (leave, *symbols))
        for number in range(1, preset + 1)
    ]
    return Form(say("form.prepare"), tuple(fields))


@lru_cache(maxsize=256)
def _symbol_option(cards: Cards, symbol: int) -> Option:
    face = cards.symbols[symbol]
    return Option(face.mark, say("name", name=face.name), dice=((ZORRO, symbol + 1),))


@lru_cache(maxsize=8192)
def _die_option(cards: Cards, place: int, kind: int, face: int, kept: bool) -> Option:
    name = kinds(cards)[kind][0]
    symbol = cards.symbols[sides(cards)[kind][face - 1]].name
    label = say("name", name=symbol)
    if kind:
        label = say("form.hero_die", symbol=symbol, place=cards.locations[kind - 1].name)
    hint = say("form.was_saved") if kept else None
    return Option(f"d{place + 1}", label, hint=hint, dice=((name, face),))


def _dice_options(cards: Cards, attempt: Attempt, places: tuple[int, ...]) -> tuple[Option, ...]:
    own, faces, kept = attempt.kinds, attempt.faces, attempt.kept
    return tuple(
        [_die_option(cards, at, own[at], faces[at], at in kept) for at in places],
    )


def places_of(keys: list[str]) -> tuple[int, ...]:
    """The places that a filled form names."""
    return tuple(sorted(int(key[1:]) - 1 for key in keys))


def act_form(cards: Cards, attempt: Attempt) -> Form:
    """Ask what to save; where equipment can be used, whether to do that first."""
    last = attempt.fourth or attempt.rolls >= attempt.limit
    saving = () if last else (_save_field(cards, attempt),)
    title = _act_title(cards, attempt)
    by_symbol, singles = rules.rerollable(cards, attempt), rules.singles(attempt)
    if not by_symbol and not singles:
        return Form(title, saving, _SEND_REST)
    options = [Option("save", say("form.do_save"), then=saving) if saving else _DONE]
    for symbol, places in by_symbol.items():
        dice = _dice_options(cards, attempt, places)
        closed = _not_again(cards, attempt, symbol, places)
        field = PickSome("again", _AGAIN, dice, 1, len(dice), closed=closed)
        label = say("form.do_reroll", symbol=cards.symbols[symbol].name)
        options.append(Option(f"reroll_{cards.symbols[symbol].mark}", label, then=(field,)))
    if singles:
        one = PickOne("die", _ONE, _dice_options(cards, attempt, singles))
        options.append(Option("one", say("form.do_one"), then=(one,)))
    return Form(title, (PickOne("do", _DO, tuple(options)),))


def _save_field(cards: Cards, attempt: Attempt) -> PickSome:
    offered = rules.choices(cards, attempt)
    most = rules.most_saves(attempt, offered)
    # What was saved stays saved unless somebody thinks better of it (ZD-R2).
    picked = tuple(f"d{at + 1}" for at in offered if at in attempt.kept)[:most]
    closed = _not_saved(cards, attempt, offered)
    dice = _dice_options(cards, attempt, offered)
    return PickSome("save", _SAVE, dice, 0, most, picked, closed)


def _not_saved(cards: Cards, attempt: Attempt, offered: tuple[int, ...]) -> tuple[Closed, ...]:
    """Say why a foe leaves no choice about some dice."""
    if attempt.ability is None or len(offered) == len(attempt.kinds):
        return ()
    doomed, stuck = rules.doomed(cards, attempt), attempt.ability.op == "stuck"
    closed = []
    for at in range(len(attempt.kinds)):
        if at in offered:
            continue
        if at in attempt.gone:
            why = _GONE
        elif at in doomed:
            why = _DOOMED
        else:
            why = _STUCK if stuck else _FOR_GOOD
        closed.append(_closed_die(cards, attempt, at, why))
    return tuple(closed)


def _not_again(
    cards: Cards, attempt: Attempt, symbol: int, places: tuple[int, ...]
) -> tuple[Closed, ...]:
    """Say why equipment does not roll the other dice that show its symbol."""
    shown = rules.symbols_of(cards, attempt)
    return tuple(
        _closed_die(cards, attempt, at, _ONLY_ZORRO if attempt.kinds[at] else _FOR_GOOD)
        for at, face in enumerate(shown)
        if face == symbol and at not in places and at not in attempt.gone
    )


def _closed_die(cards: Cards, attempt: Attempt, at: int, why: Say) -> Closed:
    die = _die_option(cards, at, attempt.kinds[at], attempt.faces[at], False)
    return Closed(die.label, why, die.dice)


def _act_title(cards: Cards, attempt: Attempt) -> Say:
    left = 0 if attempt.fourth else max(0, attempt.limit - attempt.rolls)
    if attempt.need is None:
        return _duel_title(cards, left)
    kit, shown = rules.kit_in_use(cards, attempt), rules.symbols_of(cards, attempt)
    return _still(cards, rules.missing(attempt.need, kit, rules.count_of(shown)), left)


@lru_cache(maxsize=64)
def _duel_title(cards: Cards, left: int) -> Say:
    return say("form.act_duel", count=left, symbol=cards.symbols[cards.duel].name)


@lru_cache(maxsize=4096)
def _still(cards: Cards, gaps: tuple[int, ...], left: int) -> Say:
    return say("form.act", count=left, need=spell(cards, gaps))


def toll_form(cards: Cards, attempt: Attempt) -> Form:
    """Ask which of the dice in the cup leaves; of one kind any will do."""
    first = {attempt.kinds[at]: at for at in reversed(attempt.cup)}
    options = tuple(
        Option(f"d{at + 1}", _kind_label(cards, kind)) for kind, at in sorted(first.items())
    )
    return Form(say("form.toll"), (PickOne("die", say("form.toll_die"), options),))


@lru_cache(maxsize=64)
def _kind_label(cards: Cards, kind: int) -> Say:
    if kind == 0:
        return say("form.toll_zorro")
    return say("form.toll_hero", place=cards.locations[kind - 1].name)


def hand_form(cards: Cards, attempt: Attempt) -> Form:
    """Ask which Zorro Dice the helper rolls."""
    zorro = tuple(at for at, kind in enumerate(attempt.kinds) if kind == 0)
    dice = _dice_options(cards, attempt, zorro)
    assert attempt.helper is not None
    title = say("form.hand", seat=attempt.helper)
    return Form(title, (PickSome("hand", say("form.hand_dice"), dice, 0, len(dice)),))


@lru_cache(maxsize=4096)
def discard_form(cards: Cards, pieces: tuple[int, ...]) -> Form:
    """Ask which piece of equipment goes."""
    options = tuple(
        Option(
            f"g{piece}",
            say("name", name=cards.equipment[piece].name),
            hint=tell_gear(cards, piece),
        )
        for piece in pieces
    )
    return Form(say("form.discard"), (PickOne("gear", say("form.gear"), options),))


_DO, _SAVE, _AGAIN, _ONE = say("form.do"), say("form.save"), say("form.again"), say("form.one")
_SEND_REST = say("form.send_rest")
_GONE, _DOOMED = say("closed.gone"), say("closed.doomed")
_STUCK, _FOR_GOOD = say("closed.stuck"), say("closed.for_good")
_ONLY_ZORRO = say("closed.only_zorro")
_DONE = Option("done", say("form.do_done"))


def dice_roll(cards: Cards, attempt: Attempt, seat: int, why: str, count: int) -> Roll:
    """Ask the tower for the dice in the cup; the others lie where they are."""
    cup, away = attempt.cup, attempt.cup + attempt.gone
    own = tuple([attempt.kinds[place] for place in cup])
    roll = _kinds_roll(cards, seat, why, count, own)
    lying = [
        die_seen(cards, kind, face) if face and place not in away else None
        for place, (kind, face) in enumerate(zip(attempt.kinds, attempt.faces, strict=True))
    ]
    return replace(roll, lying=tuple(lying), places=cup) if any(lying) else roll


@lru_cache(maxsize=1024)
def die_seen(cards: Cards, kind: int, face: int) -> Die:
    """A die as it is seen, lying there."""
    return Die(face, *kinds(cards)[kind])


@lru_cache(maxsize=16384)
def _kinds_roll(cards: Cards, seat: int, why: str, count: int, own: tuple[int, ...]) -> Roll:
    casts = tuple(
        Cast(len(list(group)), SYMBOLS, *kinds(cards)[kind]) for kind, group in groupby(own)
    )
    return Roll(seat, say(why, seat=seat, count=count, dice=len(own)), casts)
