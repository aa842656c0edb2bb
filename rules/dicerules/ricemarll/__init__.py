"""Ricemarll: hidden cards bend everybody's six dice towards goals that all can see."""

from importlib.resources import files

from dicerules.core import Game, Quick
from dicerules.ricemarll.beats import beats
from dicerules.ricemarll.cards import PLAYERS, read_cards
from dicerules.ricemarll.imagine import imagine
from dicerules.ricemarll.play import (
    MAX_EVENTS,
    apply,
    invariant,
    need,
    quick_apply,
    quick_need,
    scores,
    start,
)
from dicerules.ricemarll.preview import preview
from dicerules.ricemarll.sample import sample
from dicerules.ricemarll.show import card_list, view
from dicerules.ricemarll.state import VERSION, Options, State
from dicerules.ricemarll.steady import steady

GAME = Game(
    key="ricemarll",
    name="Ricemarll",
    version=VERSION,
    seats=PLAYERS,
    playing_time=(45, 75),
    folder=files("dicerules.ricemarll"),
    options=Options,
    state=State,
    read_cards=read_cards,
    start=start,
    need=need,
    apply=apply,
    view=view,
    scores=scores,
    faces=lambda state: {},
    invariant=invariant,
    max_events=MAX_EVENTS,
    preview=preview,
    card_list=card_list,
    theme="felt",
    beats=beats,
    imagine=imagine,
    steady=steady,
    sample=sample,
    quick=Quick(quick_need, quick_apply),
)

__all__ = ["GAME"]
