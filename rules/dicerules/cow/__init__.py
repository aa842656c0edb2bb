"""Don't Have a Cow: bets on whether the roller's cubes will match a family portrait."""

from importlib.resources import files

from dicerules.core import Game, Quick
from dicerules.cow.beats import beats
from dicerules.cow.cards import PLAYERS, read_cards
from dicerules.cow.imagine import imagine
from dicerules.cow.play import (
    MAX_EVENTS,
    apply,
    need,
    quick_apply,
    quick_need,
    scores,
    start,
)
from dicerules.cow.preview import preview
from dicerules.cow.show import card_list, view
from dicerules.cow.state import Options, State
from dicerules.cow.steady import steady
from dicerules.cow.weigh import weigh

GAME = Game(
    key="cow",
    name="Don't Have a Cow",
    version=1,
    seats=PLAYERS,
    playing_time=(15, 30),
    folder=files("dicerules.cow"),
    options=Options,
    state=State,
    read_cards=read_cards,
    start=start,
    need=need,
    apply=apply,
    view=view,
    scores=scores,
    faces=lambda state: {"cube": state.cards.cube},
    invariant=lambda state: state.bank + sum(state.chips),
    max_events=MAX_EVENTS,
    preview=preview,
    card_list=card_list,
    theme="farm",
    beats=beats,
    imagine=imagine,
    steady=steady,
    weigh=weigh,
    quick=Quick(quick_need, quick_apply),
)

__all__ = ["GAME"]
