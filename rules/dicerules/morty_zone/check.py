"""Checking numbers in The Morty Zone: plans made in secret, then shown and carried out together.

Every seat plans for itself; the last one's answer opens all plans (MZ-R13).
"""

from __future__ import annotations

from collections.abc import Container
from functools import lru_cache

from msgspec.structs import replace

from dicerules.core import Answer, Form, Message
from dicerules.morty_zone import bare_ask
from dicerules.morty_zone import rows as row_of
from dicerules.morty_zone.ask import (
    KEEP,
    NUDGED,
    check_form,
    gifts_form,
    has_checks,
    has_gifts,
    lock_form,
)
from dicerules.morty_zone.cards import Cards
from dicerules.morty_zone.dice import COLOURS, Totals, listed, name
from dicerules.morty_zone.goals import see
from dicerules.morty_zone.score import find_offers, score_goals, tell_smith
from dicerules.morty_zone.state import Fate, Held, Plan, State
from dicerules.words import News, message


@lru_cache(maxsize=4096)
def gifts_of(cards: Cards, bonus: tuple[Held, ...]) -> dict[str, int]:
    """The places of a seat's unused gifts. Of two with one effect, one can be used in a toss."""
    return {
        cards.bonus[held.card].gift: place
        for place, held in reversed(tuple(enumerate(bonus)))
        if held.points is None and cards.bonus[held.card].gift
    }


def savers(
    cards: Cards, fate: Fate, totals: Totals, lost: list[int], decided: Container[str] = ()
) -> list[str]:
    """The names of a seat's cards that can still keep one of the lost colours open.

    ``decided`` are the gifts that the seat has made up its mind about.
    """
    have = gifts_of(cards, fate.bonus)
    able = {"skip_lock"}
    if any(_nudge_helps(fate.rows[colour], totals[colour]) for colour in lost):
        able.add("nudge")
    return [
        cards.bonus[fate.bonus[have[gift]].card].name
        for gift in GIFTS
        if gift in able and gift in have and gift not in decided
    ]


def _nudge_helps(row: int, total: int) -> bool:
    return any(row_of.ways(row, near) for near in (total - 1, total + 1) if near in NUDGED)


def begin_plan(cards: Cards, fate: Fate, totals: Totals) -> Plan:
    """Begin with what a seat is asked first; a seat without any choice is done at once."""
    rows, locked, have = fate.rows, fate.locked, gifts_of(cards, fate.bonus)
    if have and has_gifts(locked, rows, totals, "nudge" in have, "free_check" in have):
        return Plan("gifts", rows, totals)
    asked = has_checks(locked, rows, totals, "skip_lock" in have, "unlock" in have)
    return Plan("check" if asked else "done", rows, totals)


def plan_form(cards: Cards, fate: Fate, plan: Plan) -> Form:
    """Ask a seat for the next part of its plan."""
    ask = _gifts_form if plan.stage == "gifts" else _check_form
    # A seat that had gifts is asked twice, used or not: whether it used them stays its secret.
    return ask(cards, fate, plan) or lock_form(fate.locked, plan.totals)


# A seat is asked the same while the others answer.
@lru_cache(maxsize=64)
def bare_form(cards: Cards, fate: Fate, plan: Plan) -> Form:
    """What a seat is asked, without words."""
    if plan.stage == "gifts":
        return plan_form(cards, fate, plan)
    have = gifts_of(cards, fate.bonus)
    return bare_ask.check_form(
        fate.locked, plan.rows, plan.totals, "skip_lock" in have, "unlock" in have
    )


def _gifts_form(cards: Cards, fate: Fate, plan: Plan) -> Form | None:
    names = _names(cards, fate, "nudge", "free_check")
    return gifts_form(fate.locked, plan.rows, plan.totals, *names)


def _check_form(cards: Cards, fate: Fate, plan: Plan) -> Form | None:
    names = _names(cards, fate, "skip_lock", "unlock")
    return check_form(fate.locked, plan.rows, plan.totals, *names)


def _names(cards: Cards, fate: Fate, one: str, two: str) -> tuple[str, str]:
    """The names of the cards with two gifts, empty where the seat has none."""
    have = gifts_of(cards, fate.bonus)
    if not have:
        return "", ""
    first, second = [
        cards.bonus[fate.bonus[have[gift]].card].name if gift in have else "" for gift in (one, two)
    ]
    return first, second


def go_on(cards: Cards, fate: Fate, plan: Plan, answer: Answer) -> Plan:
    """Take an answer into a seat's plan."""
    have = gifts_of(cards, fate.bonus)
    used = tuple([have[gift] for gift in GIFTS if answer.get(gift, KEEP) != KEEP]) if have else ()
    if plan.stage == "gifts":
        return _use_gifts(fate, plan, used, answer, "unlock" in have)
    checks = tuple([_read_way(answer.get(colour, "lock")) for colour in COLOURS])
    skip, unlock = _colour(answer.get("skip_lock", KEEP)), _colour(answer.get("unlock", KEEP))
    return Plan("done", plan.rows, plan.totals, plan.used + used, checks, skip, unlock)


GIFTS = ("nudge", "free_check", "skip_lock", "unlock")


def _use_gifts(
    fate: Fate, plan: Plan, used: tuple[int, ...], answer: Answer, may_unlock: bool
) -> Plan:
    rows, totals = list(plan.rows), list(plan.totals)
    nudge, free = answer.get("nudge", KEEP), answer.get("free_check", KEEP)
    if nudge != KEEP:
        colour = nudge.rstrip("0123456789")
        totals[COLOURS.index(colour)] = int(nudge.removeprefix(colour))
    if free != KEEP:
        rows[COLOURS.index(free)] |= row_of.bits(int(answer["number"]))
    # Not by the answer: whether the seat is asked on must not tell what it did.
    asked = any(total and not fate.locked >> at & 1 for at, total in enumerate(totals))
    asked = asked or (may_unlock and fate.locked != 0)
    return Plan("check" if asked else "done", tuple(rows), tuple(totals), used)


def _colour(key: str) -> int | None:
    return None if key == KEEP else COLOURS.index(key)


@lru_cache
def _read_way(key: str) -> int:
    return 0 if key == "lock" else row_of.bits(*map(int, key.split("+")))


def default_plan(cards: Cards, fate: Fate, plan: Plan) -> Answer:
    """Check for a seat whose time is up, as RULES.md tells: gifts are kept, checks are safe."""
    form = plan_form(cards, fate, plan)
    answer = {field.key: KEEP for field in form.fields}
    if plan.stage == "check":
        for colour, total in enumerate(plan.totals):
            if COLOURS[colour] in answer:
                ways = row_of.ways(plan.rows[colour], total)
                way = row_of.safest(plan.rows[colour], total) if ways else 0
                answer[COLOURS[colour]] = row_of.spell(way, "+") or "lock"
    return answer


def carry_out(state: State, news: News) -> State:
    """Show all plans, check and lock, and score what follows from it."""
    fates, offers = [], []
    for seat, (fate, plan) in enumerate(zip(state.fates, state.plans, strict=True)):
        after = _carry_out(state.cards, seat, fate, plan, news)
        gained = sum(map(int.bit_count, after.rows)) - sum(map(int.bit_count, fate.rows))
        sight = see(after.rows, after.locked, state.dice, gained, state.toss)
        if not news.silent:
            tell_smith(state.cards, seat, fate, after, news)
        bonus = score_goals(state.cards, seat, after, sight, False, news)
        fates.append(Fate(after.rows, after.locked, bonus, after.crystal))
        offers.append(find_offers(state.cards, fates[-1], sight))
    return replace(
        state, phase="bonus", fates=tuple(fates), plans=(), offers=tuple(offers), news=tuple(news)
    )


def _carry_out(cards: Cards, seat: int, fate: Fate, plan: Plan, news: News) -> Fate:
    rows, locked = list(plan.rows), fate.locked
    for colour, total in enumerate(plan.totals):
        if fate.locked >> colour & 1:
            if colour == plan.unlock:
                locked &= ~(1 << colour)
        elif total:
            check = plan.checks[colour]
            rows[colour] |= check
            if not check and colour != plan.skip:
                locked |= 1 << colour
    bonus = fate.bonus
    for place in plan.used:
        held = bonus[place]
        bonus = (*bonus[:place], Held(held.card, 0), *bonus[place + 1 :])
    if not news.silent:
        _tell_plan(cards, seat, fate, plan, news)
    return Fate(tuple(rows), locked, bonus, fate.crystal)


def _tell_plan(cards: Cards, seat: int, fate: Fate, plan: Plan, news: News) -> None:
    for place in plan.used:
        news.say("news.gift", seat=seat, card=cards.bonus[fate.bonus[place].card].name)
    told = []
    for colour, (row, total) in enumerate(zip(plan.rows, plan.totals, strict=True)):
        if row != fate.rows[colour]:
            free = _tell("checks", colour, row & ~fate.rows[colour])
            news.say("news.free", seat=seat, what=free)
        check = plan.checks[colour]
        if fate.locked >> colour & 1:
            if colour == plan.unlock:
                told.append(_tell("reopens", colour, 0))
        elif total and check:
            told.append(_tell("checks", colour, check))
        elif total:
            told.append(_tell("skips" if colour == plan.skip else "locks", colour, 0))
    if told:
        news.say("news.plan", seat=seat, what=listed(told))


@lru_cache(maxsize=4096)
def _tell(what: str, colour: int, check: int) -> Message:
    return message(f"plan.{what}", colour=name(colour), numbers=row_of.spell(check))
