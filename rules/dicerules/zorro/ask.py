"""What The Zorro Dice Game asks: every form, and the dice. Not when it does.

What positions have in common is built once: bots play tens of thousands a second.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import groupby

from msgspec.structs import replace

from dicerules.core import DiceGroup, Form, Message, Roll
from dicerules.forms import Field, Option, PickOne, PickSome, Unavailable
from dicerules.hints import Actions, CardsToTake, DiceOnTable, Pairs, People, Portraits, Thumbs
from dicerules.views import Die
from dicerules.words import message
from dicerules.zorro import kits, limits
from dicerules.zorro.cards import ZORRO, Cards, Need, kinds, sides, spell
from dicerules.zorro.dice import count_of, missing, symbols_of
from dicerules.zorro.effects import SYMBOLS
from dicerules.zorro.state import Attempt, Hand, Slot
from dicerules.zorro.tell import tell_gear, tell_pieces, tell_pieces_at_length

NUMBERED = 7
"""The words have a name for this many ROLLs of an attempt."""


@lru_cache(maxsize=4096)
def travel_form(cards: Cards, market: tuple[Slot, ...]) -> Form:
    """Ask where to travel."""
    options = tuple(_feat_option(cards, slot) for slot in market if slot.feat is not None)
    field = PickOne("feat", message("form.feat"), options, draw=Portraits("chances"))
    return Form(message("form.travel"), (field,))


@lru_cache(maxsize=4096)
def _feat_option(cards: Cards, slot: Slot) -> Option:
    assert slot.feat is not None
    feat = cards.feats[slot.feat]
    pieces = () if slot.gear is None else (slot.gear,)
    dice = _as_dice(feat.need)
    place = cards.locations[feat.location].name
    hint = message("form.feat_hint", place=place, prize=tell_pieces(cards, pieces))
    return Option(feat.key, message("name", name=feat.name), hint=hint, dice=dice)


@lru_cache(maxsize=4096)
def offer_form(seat: int, feat: str) -> Form:
    """Ask one of the others whether to offer help."""
    title = message("form.offer", seat=seat, feat=feat)
    return Form(title, (_yes_or_no("help", "help", "help"),))


def _yes_or_no(key: str, label: str, answer: str) -> PickOne:
    yes = Option("yes", message(f"form.{answer}_yes"), icon="thumb_up")
    no = Option("no", message(f"form.{answer}_no"), icon="thumb_down")
    return PickOne(key, message(f"form.{label}"), (yes, no), draw=Thumbs())


@lru_cache(maxsize=4096)
def helper_form(
    cards: Cards, hands: tuple[tuple[int, Hand], ...], declined: tuple[int, ...]
) -> Form:
    """Ask whose offer to take."""
    options = [Option("alone", message("form.alone"), icon="skip")]
    for seat, hand in hands:
        gear = tell_pieces_at_length(cards, hand.gear)
        hint = message("form.helper_hint", gear=gear, dice=sum(hand.heroes))
        label = message("form.with", seat=seat)
        options.append(Option(f"seat_{seat}", label, hint=hint, seat=seat))
    unavailable = tuple(
        Unavailable(message("form.with", seat=seat), message("closed.declined"))
        for seat in declined
    )
    who = People("chances")
    company = PickOne("helper", message("form.company"), tuple(options), unavailable, who)
    return Form(message("form.helper"), (company,))


@lru_cache(maxsize=4096)
def prepare_form(cards: Cards, pieces: tuple[int, ...], preset: int) -> Form:
    """Ask for what equipment does before the first ROLL: naming symbols, setting dice."""
    fields: list[Field] = []
    for piece in pieces:
        name = message("form.name", name=cards.equipment[piece].name)
        options = tuple(_symbol_option(cards, symbol) for symbol in cards.basic)
        fields.append(PickOne(f"name_{piece}", name, options, draw=_DICE))
    leave = Option("none", message("form.set_none"), dice=((ZORRO, 0),))
    symbols = tuple(_symbol_option(cards, symbol) for symbol in range(SYMBOLS))
    fields += [
        PickOne(f"set_{number}", message("form.set", count=number), (leave, *symbols), draw=_DICE)
        for number in range(1, preset + 1)
    ]
    return Form(message("form.prepare"), tuple(fields))


@lru_cache(maxsize=256)
def _symbol_option(cards: Cards, symbol: int) -> Option:
    face = cards.symbols[symbol]
    return Option(face.mark, message("name", name=face.name), dice=((ZORRO, symbol + 1),))


@lru_cache(maxsize=8192)
def _die_option(
    cards: Cards, place: int, kind: int, face: int, kept: bool, marks: tuple[str, ...] = ()
) -> Option:
    name = kinds(cards)[kind][0]
    symbol = cards.symbols[sides(cards)[kind][face - 1]].name
    label = message("name", name=symbol)
    if kind:
        label = message("form.hero_die", symbol=symbol, place=cards.locations[kind - 1].name)
    hint = message("form.was_saved") if kept else None
    return Option(f"d{place + 1}", label, hint=hint, dice=((name, face),), marks=marks)


def _dice_options(cards: Cards, attempt: Attempt, places: tuple[int, ...]) -> tuple[Option, ...]:
    own, faces, kept = attempt.kinds, attempt.faces, attempt.kept
    return tuple(
        [_die_option(cards, at, own[at], faces[at], at in kept) for at in places],
    )


def places_of(keys: list[str]) -> tuple[int, ...]:
    """The places that a filled form names."""
    return tuple(sorted(map(_place_of, keys)))


@cache
def _place_of(key: str) -> int:
    return int(key[1:]) - 1


def act_form(cards: Cards, attempt: Attempt) -> Form:
    """Ask what to save; where equipment can be used, whether to do that first."""
    last = attempt.fourth or attempt.rolls >= attempt.limit
    saving = () if last else (_save_field(cards, attempt),)
    title = _act_title(cards, attempt)
    by_symbol, singles = limits.rerollable(cards, attempt), limits.singles(attempt)
    if not by_symbol and not singles:
        return Form(title, saving, _SEND_REST)
    save = Option("save", message("form.do_save"), fields=saving, icon="keep")
    options = [save if saving else _DONE]
    for symbol, places in by_symbol.items():
        dice = _dice_options(cards, attempt, places)
        unavailable = _not_again(cards, attempt, symbol, places)
        field = PickSome("again", _AGAIN, dice, 1, len(dice), (), unavailable, _DICE)
        label = message("form.do_reroll", symbol=cards.symbols[symbol].name)
        key, shown = f"reroll_{cards.symbols[symbol].mark}", ((ZORRO, symbol + 1),)
        options.append(Option(key, label, dice=shown, fields=(field,)))
    if singles:
        one = PickOne("die", _ONE, _dice_options(cards, attempt, singles), draw=_DICE)
        options.append(Option("one", message("form.do_one"), fields=(one,), icon="again"))
    return Form(title, (PickOne("do", _DO, tuple(options), draw=Actions()),))


def _save_field(cards: Cards, attempt: Attempt) -> PickSome:
    offered = limits.choices(cards, attempt)
    most = limits.most_saves(attempt, offered)
    # What was saved stays saved unless somebody thinks better of it (ZD-R2).
    picked = tuple(f"d{at + 1}" for at in offered if at in attempt.kept)[:most]
    unavailable = _not_saved(cards, attempt, offered)
    wanted = _wanted(cards, attempt)
    shown, own, faces = symbols_of(cards, attempt), attempt.kinds, attempt.faces
    dice = tuple(
        [
            _die_option(cards, at, own[at], faces[at], at in attempt.kept, _fits(wanted, shown[at]))
            for at in offered
        ]
    )
    return PickSome("save", _SAVE, dice, 0, most, picked, unavailable, _slots(wanted))


def _wanted(cards: Cards, attempt: Attempt) -> Need:
    """What the dice have to show besides what equipment adds; nothing certain in a duel."""
    if attempt.need is None:
        return _NOTHING
    return missing(attempt.need, kits.kit_in_use(cards, attempt), _NOTHING)


_NOTHING: Need = (0,) * SYMBOLS


@lru_cache(maxsize=1024)
def _slots(wanted: Need) -> DiceOnTable:
    return DiceOnTable(_as_dice(wanted))


def _as_dice(need: Need) -> Pairs:
    return tuple((ZORRO, at + 1) for at, count in enumerate(need) for _ in range(count))


@lru_cache(maxsize=4096)
def _fits(wanted: Need, symbol: int) -> tuple[str, ...]:
    """The places in the slots that a die with this symbol fits."""
    return tuple(str(at) for at, (_, face) in enumerate(_as_dice(wanted)) if face == symbol + 1)


def _not_saved(cards: Cards, attempt: Attempt, offered: tuple[int, ...]) -> tuple[Unavailable, ...]:
    """Say why a foe leaves no choice about some dice."""
    if attempt.ability is None or len(offered) == len(attempt.kinds):
        return ()
    doomed, stuck = limits.doomed(cards, attempt), attempt.ability.op == "stuck"
    unavailable = []
    for at in range(len(attempt.kinds)):
        if at in offered:
            continue
        if at in attempt.gone:
            why = _GONE
        elif at in doomed:
            why = _DOOMED
        else:
            why = _STUCK if stuck else _FOR_GOOD
        unavailable.append(_closed_die(cards, attempt, at, why))
    return tuple(unavailable)


def _not_again(
    cards: Cards, attempt: Attempt, symbol: int, places: tuple[int, ...]
) -> tuple[Unavailable, ...]:
    """Say why equipment does not roll the other dice that show its symbol."""
    shown = symbols_of(cards, attempt)
    return tuple(
        _closed_die(cards, attempt, at, _ONLY_ZORRO if attempt.kinds[at] else _FOR_GOOD)
        for at, face in enumerate(shown)
        if face == symbol and at not in places and at not in attempt.gone
    )


def _closed_die(cards: Cards, attempt: Attempt, at: int, why: Message) -> Unavailable:
    die = _die_option(cards, at, attempt.kinds[at], attempt.faces[at], False)
    return Unavailable(die.label, why, die.dice)


def _act_title(cards: Cards, attempt: Attempt) -> Message:
    left = 0 if attempt.fourth else max(0, attempt.limit - attempt.rolls)
    if attempt.need is None:
        return _duel_title(cards, left)
    kit, shown = kits.kit_in_use(cards, attempt), symbols_of(cards, attempt)
    return _still(cards, missing(attempt.need, kit, count_of(shown)), left)


@lru_cache(maxsize=64)
def _duel_title(cards: Cards, left: int) -> Message:
    return message("form.act_duel", count=left, symbol=cards.symbols[cards.duel].name)


@lru_cache(maxsize=4096)
def _still(cards: Cards, gaps: tuple[int, ...], left: int) -> Message:
    return message("form.act", count=left, need=spell(cards, gaps))


def toll_form(cards: Cards, attempt: Attempt) -> Form:
    """Ask which of the dice in the cup leaves; of one kind any will do."""
    first = {attempt.kinds[at]: at for at in reversed(attempt.cup)}
    options = tuple(
        Option(f"d{at + 1}", _kind_label(cards, kind), dice=((kinds(cards)[kind][1], 0),))
        for kind, at in sorted(first.items())
    )
    which = PickOne("die", message("form.toll_die"), options, draw=_DICE)
    return Form(message("form.toll"), (which,))


@lru_cache(maxsize=64)
def _kind_label(cards: Cards, kind: int) -> Message:
    if kind == 0:
        return message("form.toll_zorro")
    return message("form.toll_hero", place=cards.locations[kind - 1].name)


def hand_form(cards: Cards, attempt: Attempt) -> Form:
    """Ask which Zorro Dice the helper rolls."""
    zorro = tuple(at for at, kind in enumerate(attempt.kinds) if kind == 0)
    dice = _dice_options(cards, attempt, zorro)
    assert attempt.helper is not None
    title = message("form.hand", seat=attempt.helper)
    field = PickSome("hand", message("form.hand_dice"), dice, 0, len(dice), draw=_DICE)
    return Form(title, (field,))


def claim_form(feat: str, fields: Message) -> Form:
    """Ask whether equipment counts that completes a feat; ``fields`` says which foe that brings."""
    title = message("form.claim", feat=feat, then=fields)
    return Form(title, (_yes_or_no("count", "claim_count", "claim"),))


@lru_cache(maxsize=4096)
def discard_form(cards: Cards, pieces: tuple[int, ...]) -> Form:
    """Ask which piece of equipment goes."""
    options = tuple(
        Option(
            f"g{piece}",
            message("name", name=cards.equipment[piece].name),
            hint=tell_gear(cards, piece),
        )
        for piece in pieces
    )
    field = PickOne("gear", message("form.gear"), options, draw=CardsToTake())
    return Form(message("form.discard"), (field,))


_DO, _SAVE, _AGAIN, _ONE = (
    message("form.do"),
    message("form.save"),
    message("form.again"),
    message("form.one"),
)
_SEND_REST = message("form.send_rest")
_GONE, _DOOMED = message("closed.gone"), message("closed.doomed")
_STUCK, _FOR_GOOD = message("closed.stuck"), message("closed.for_good")
_ONLY_ZORRO = message("closed.only_zorro")
_DONE = Option("done", message("form.do_done"), icon="done")
_DICE = DiceOnTable()


def dice_roll(cards: Cards, attempt: Attempt) -> Roll:
    """Ask the tower for the dice in the cup; the others lie where they are."""
    cup, away = attempt.cup, attempt.cup + attempt.gone
    own = tuple([attempt.kinds[place] for place in cup])
    roll = _kinds_roll(cards, attempt.roller, _why(attempt), attempt.rolls + 1, own)
    on_table = [
        die_seen(cards, kind, face) if face and place not in away else None
        for place, (kind, face) in enumerate(zip(attempt.kinds, attempt.faces, strict=True))
    ]
    return replace(roll, on_table=tuple(on_table), places=cup) if any(on_table) else roll


def _why(attempt: Attempt) -> str:
    if not attempt.is_roll:
        return "roll.again"
    return "roll.fourth" if attempt.fourth else "roll.dice"


@lru_cache(maxsize=1024)
def die_seen(cards: Cards, kind: int, face: int) -> Die:
    """A die as it is seen, lying there."""
    return Die(face, *kinds(cards)[kind])


@lru_cache(maxsize=16384)
def _kinds_roll(cards: Cards, seat: int, why: str, count: int, own: tuple[int, ...]) -> Roll:
    dice_groups = tuple(
        DiceGroup(len(list(group)), SYMBOLS, *kinds(cards)[kind]) for kind, group in groupby(own)
    )
    nth = message(f"nth.{count}") if count <= NUMBERED else message("nth.more", count=count)
    return Roll(seat, message(why, seat=seat, nth=nth, dice=len(own)), dice_groups)
