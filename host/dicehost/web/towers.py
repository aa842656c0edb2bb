"""Routes for towers: which there are and how they feel, and what their owner does with them."""

from __future__ import annotations

from typing import Annotated

from dicerules.words import Message, sentence
from fastapi import APIRouter, Depends, Path, Response
from msgspec import Struct
from tower import VERSION

from dicehost.house.care import CheckFound, PanelSeen, TowerFacts, Update, found
from dicehost.house.house import House
from dicehost.link.noise_log import Span
from dicehost.link.tower import OWNER, State, Tower
from dicehost.web.access import OWNER_ONLY, TheHouse
from dicehost.web.described import refusals, struct
from dicehost.web.guarded import Guarded
from dicehost.web.refusals import json_answer
from dicehost.web.tower_models import (
    AnswerCheck,
    BeginCheck,
    ChangeSetting,
    LightDie,
    NameTower,
    SawDie,
    TowerListed,
)
from dicehost.wording import host_words

router = APIRouter(route_class=Guarded, prefix="/api", tags=["towers"])

ASKED = ("link.lost", "link.number", "tower.verb", "tower.field", "tower.other")
"""What can go wrong when a tower is asked something."""


class TowerCare(Struct, frozen=True):
    """A tower as its owner looks after it; ``facts`` is null while it is not there to ask.

    ``limits`` has the largest value of each setting, ``spans`` how its noise was over time.
    """

    facts: TowerFacts | None
    limits: dict[str, int]
    update: Update | None
    fault: Message | None
    spans: list[Span]


async def find_tower(
    house: TheHouse,
    tower: Annotated[str, Path(max_length=40, description="A tower's id, as it is listed.")],
) -> Tower:
    """The tower that an address names."""
    return house.towers.the(tower)


ATower = Annotated[Tower, Depends(find_tower)]


@router.get(
    "/towers",
    summary="The towers",
    dependencies=OWNER_ONLY,
    responses=refusals("seat.owner"),
)
async def list_towers(house: TheHouse) -> list[TowerListed]:
    """Every tower, its state, its match, and a simulated one's page. For the owner."""
    return list_all(house, is_owner=True)


def list_all(house: House, is_owner: bool, pages: bool = True) -> list[TowerListed]:
    """Every tower that is known; one that is looked for if none is, or if it makes trouble.

    Without ``pages`` no simulated tower's page is told, by which its button can be pressed.
    """
    towers, nobody = house.towers.all, house.towers.nobody
    if not towers or nobody.state is State.REFUSED:
        towers.append(nobody)
    return [list_tower(tower, is_owner, pages) for tower in towers]


def list_tower(tower: Tower, is_owner: bool, pages: bool = True) -> TowerListed:
    """A tower as it is listed."""
    fw = tower.hello.fw if tower.hello else ""
    return TowerListed(
        state=tower.state.value,
        source=tower.source,
        id=tower.id,
        fw=fw,
        health=tower.health if tower.state is State.READY else "",
        page=tower.port.page if tower.port and is_owner and pages else None,
        fault=sentence(tower.fault, host_words(), []) if tower.fault else None,
        name=tower.name if is_owner else "",
        match=tower.holder if is_owner and tower.holder != OWNER else None,
        old=bool(fw) and fw != VERSION,
    )


@router.get(
    "/towers/{tower}",
    summary="A tower for its owner",
    dependencies=OWNER_ONLY,
    response_class=Response,
    responses=struct("TowerCare", "What it tells.") | refusals("seat.owner", "tower.unknown"),
)
async def show_tower(house: TheHouse, tower: ATower) -> Response:
    """Settings, board, firmware, an update under way, and its noise over time. For the owner."""
    house.health.note(tower)
    facts = await house.care.facts(tower)
    care = house.care
    spans = house.health.spans(tower.id)
    return json_answer(TowerCare(facts, care.limits, care.update_of(tower), tower.fault, spans))


@router.post(
    "/towers/{tower}/name",
    summary="Name a tower",
    dependencies=OWNER_ONLY,
    responses=refusals(
        "seat.owner", "tower.unknown", "tower.name", "tower.name_taken", "journal.unwritten"
    ),
)
async def name_tower(house: TheHouse, tower: ATower, body: NameTower) -> TowerListed:
    """Give a tower a name; an empty one takes it away. For the owner."""
    house.towers.rename(tower, body.name)
    return list_tower(tower, is_owner=True)


@router.post(
    "/towers/{tower}/forget",
    summary="Forget a tower",
    dependencies=OWNER_ONLY,
    responses=refusals("seat.owner", "tower.unknown", "tower.here", "journal.unwritten"),
)
async def forget_tower(house: TheHouse, tower: ATower) -> list[TowerListed]:
    """Forget a tower that is unplugged for good; its matches take another one. For the owner."""
    house.towers.forget(tower)
    return list_all(house, is_owner=True)


@router.post(
    "/towers/{tower}/set",
    summary="Change a setting",
    dependencies=OWNER_ONLY,
    responses=refusals("seat.owner", "tower.unknown", "setting.range", *ASKED),
)
async def change_setting(house: TheHouse, tower: ATower, body: ChangeSetting) -> ChangeSetting:
    """Change a setting of a tower; it keeps it. As it is now. For the owner."""
    value = await house.care.change(tower, body.name, body.value)
    return ChangeSetting(name=body.name, value=value)


@router.post(
    "/towers/{tower}/light",
    summary="Light a die",
    dependencies=OWNER_ONLY,
    responses=refusals("seat.owner", "tower.unknown", *ASKED),
)
async def light_die(house: TheHouse, tower: ATower, body: LightDie) -> TowerListed:
    """Light one die of the lamps, or every die with its number. For the owner.

    A match that has the tower waits until it is given back.
    """
    await house.care.light(tower, body.die)
    return list_tower(tower, is_owner=True)


@router.post(
    "/towers/{tower}/saw",
    summary="Say where a die lit up",
    dependencies=OWNER_ONLY,
    response_class=Response,
    responses=struct("PanelSeen", "The settings now, and the die lit next.")
    | refusals("seat.owner", "tower.unknown", "panels.lost", *ASKED),
)
async def saw_die(house: TheHouse, tower: ATower, body: SawDie) -> Response:
    """Set the panels right by where a die lit up, and light the next die. For the owner."""
    seen: PanelSeen = await house.care.saw(tower, body.lit, body.seen, body.sure)
    return json_answer(seen)


@router.post(
    "/towers/{tower}/check",
    summary="Begin a check",
    dependencies=OWNER_ONLY,
    response_class=Response,
    responses=struct("CheckFound", "A question for a person, or what was found.")
    | refusals("seat.owner", "tower.unknown", *ASKED),
)
async def begin_check(house: TheHouse, tower: ATower, body: BeginCheck) -> Response:
    """Begin a check of the self-test. For the owner.

    One of the lamps or the buzzer asks a person. One of the button or the beam waits for it a few
    seconds; if nothing came, ask again.
    """
    begun: CheckFound = await house.care.begin_check(tower, body.check)
    return json_answer(begun)


@router.post(
    "/towers/{tower}/checked",
    summary="Answer a check",
    dependencies=OWNER_ONLY,
    response_class=Response,
    responses=struct("CheckFound", "What was found.") | refusals("seat.owner", "tower.unknown"),
)
async def answer_check(tower: ATower, body: AnswerCheck) -> Response:
    """What follows from what a person saw or heard. For the owner."""
    return json_answer(found(body.check, body.good))


@router.post(
    "/towers/{tower}/done",
    summary="Give a tower back",
    dependencies=OWNER_ONLY,
    responses=refusals("seat.owner", "tower.unknown"),
)
async def give_back(house: TheHouse, tower: ATower) -> TowerListed:
    """Let the match that had the tower roll again. For the owner."""
    house.care.give_back(tower)
    return list_tower(tower, is_owner=True)


@router.post(
    "/towers/{tower}/update",
    summary="Update a tower's firmware",
    dependencies=OWNER_ONLY,
    response_class=Response,
    responses=struct("Update", "It is under way.")
    | refusals("seat.owner", "tower.unknown", "flash.under_way", "flash.simulated", "link.lost"),
)
async def update_tower(house: TheHouse, tower: ATower) -> Response:
    """Put this host's firmware on a tower. How far it is, the tower's own address tells.

    It is copied beside the one that runs, checked by its hashes and tried; a tower on which it
    fails goes back to the former one by itself. Matches that use the tower wait. For the owner.
    """
    return json_answer(house.care.update(tower))
