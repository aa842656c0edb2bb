"""R.Y.B.: coloured dice complete coloured goals, and action cards move the dice about."""

from importlib.resources import files

from dicerules.core import Game
from dicerules.ryb.cards import PLAYERS, read_cards
from dicerules.ryb.play import BOUND, apply, need, standing, start
from dicerules.ryb.preview import preview
from dicerules.ryb.show import view
from dicerules.ryb.state import Options, State
from dicerules.ryb.tally import all_there_is

GAME = Game(
    key="ryb",
    name="R.Y.B.",
    version=1,
    seats=PLAYERS,
    minutes=(30, 60),
    folder=files("dicerules.ryb"),
    options=Options,
    state=State,
    read_cards=read_cards,
    start=start,
    need=need,
    apply=apply,
    view=view,
    standing=standing,
    faces=lambda state: {},
    conserved=all_there_is,
    bound=BOUND,
    preview=preview,
)

__all__ = ["GAME"]
