"""The Morty Zone: eight dice for everybody, and a board of four rows to check numbers on."""

from importlib.resources import files

from dicerules.core import Game, Quick
from dicerules.morty_zone.beats import beats
from dicerules.morty_zone.card_file import read_cards
from dicerules.morty_zone.card_views import card_list
from dicerules.morty_zone.cards import PLAYERS
from dicerules.morty_zone.dice import FACES
from dicerules.morty_zone.imagine import imagine
from dicerules.morty_zone.play import (
    MAX_EVENTS,
    apply,
    need,
    quick_apply,
    quick_need,
    scores,
    start,
)
from dicerules.morty_zone.preview import preview
from dicerules.morty_zone.sample import sample
from dicerules.morty_zone.show import view
from dicerules.morty_zone.state import Options, State
from dicerules.morty_zone.steady import steady
from dicerules.morty_zone.weigh import weigh


def invariant(state: State) -> tuple[list[int], list[int], list[int], int]:
    """Every Rick card, bonus card and crystal is in one place, and there are eight dice."""
    drawn = () if state.rick is None else (state.rick,)
    held = tuple(held.card for fate in state.fates for held in fate.bonus)
    crystals = tuple(fate.crystal for fate in state.fates if fate.crystal is not None)
    return (
        sorted(state.deck + state.discards + drawn),
        sorted(state.stock + held),
        sorted(state.crystals + crystals),
        len(state.dice),
    )


GAME = Game(
    key="morty_zone",
    name="The Morty Zone",
    version=1,
    seats=PLAYERS,
    playing_time=(15, 60),
    folder=files("dicerules.morty_zone"),
    options=Options,
    state=State,
    read_cards=read_cards,
    start=start,
    need=need,
    apply=apply,
    view=view,
    scores=scores,
    faces=lambda state: FACES,
    invariant=invariant,
    max_events=MAX_EVENTS,
    preview=preview,
    card_list=card_list,
    theme="portal",
    beats=beats,
    imagine=imagine,
    steady=steady,
    weigh=weigh,
    sample=sample,
    quick=Quick(quick_need, quick_apply),
)

__all__ = ["GAME"]
