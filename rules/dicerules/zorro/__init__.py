"""The Zorro Dice Game: feats done with symbol dice, equipment and help, and one Villain to beat."""

from importlib.resources import files

from dicerules.core import Game, Outlook, Quick
from dicerules.zorro.beats import beats
from dicerules.zorro.card_list import card_list
from dicerules.zorro.cards import PLAYERS, pictures, read_cards
from dicerules.zorro.imagine import imagine
from dicerules.zorro.needs import need, quick_need
from dicerules.zorro.odds import exact
from dicerules.zorro.outlook import is_settled, outlook
from dicerules.zorro.play import MAX_EVENTS, apply, invariant, quick_apply, scores, start
from dicerules.zorro.preview import preview
from dicerules.zorro.sample import sample
from dicerules.zorro.show import view
from dicerules.zorro.state import VERSION, Options, State
from dicerules.zorro.steady import steady
from dicerules.zorro.weigh import weigh

GAME = Game(
    key="zorro",
    name="The Zorro Dice Game",
    version=VERSION,
    seats=PLAYERS,
    playing_time=(30, 45),
    folder=files("dicerules.zorro"),
    options=Options,
    state=State,
    read_cards=read_cards,
    start=start,
    need=need,
    apply=apply,
    view=view,
    scores=scores,
    faces=lambda state: pictures(state.cards),
    invariant=invariant,
    max_events=MAX_EVENTS,
    preview=preview,
    card_list=card_list,
    theme="night",
    beats=beats,
    imagine=imagine,
    steady=steady,
    weigh=weigh,
    sample=sample,
    quick=Quick(quick_need, quick_apply),
    exact=exact,
    outlook=Outlook(outlook, is_settled),
)

__all__ = ["GAME"]
