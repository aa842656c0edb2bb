"""R.Y.B.: coloured dice complete coloured goals, and action cards move the dice about."""

from importlib.resources import files

from dicerules.core import Game, Quick
from dicerules.ryb.beats import beats
from dicerules.ryb.cardface import card_list
from dicerules.ryb.cards import DICE, PLAYERS, read_cards
from dicerules.ryb.imagine import imagine
from dicerules.ryb.play import MAX_EVENTS, apply, need, quick_apply, quick_need, scores, start
from dicerules.ryb.preview import preview
from dicerules.ryb.sample import sample
from dicerules.ryb.show import view
from dicerules.ryb.state import VERSION, Options, State
from dicerules.ryb.steady import steady
from dicerules.ryb.tally import all_there_is
from dicerules.ryb.weigh import weigh

GAME = Game(
    key="ryb",
    name="R.Y.B.",
    version=VERSION,
    seats=PLAYERS,
    playing_time=(30, 60),
    folder=files("dicerules.ryb"),
    options=Options,
    state=State,
    read_cards=read_cards,
    start=start,
    need=need,
    apply=apply,
    view=view,
    scores=scores,
    faces=lambda state: {},
    invariant=all_there_is,
    max_events=MAX_EVENTS,
    preview=preview,
    card_list=card_list,
    dice_colours=frozenset(DICE),
    theme="primary",
    beats=beats,
    imagine=imagine,
    steady=steady,
    weigh=weigh,
    sample=sample,
    quick=Quick(quick_need, quick_apply),
)

__all__ = ["GAME"]
