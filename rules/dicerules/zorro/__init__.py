"""The Zorro Dice Game: feats done with symbol dice, equipment and help, and one Villain to beat."""

from importlib.resources import files

from dicerules.core import Game
from dicerules.zorro.cards import PLAYERS, pictures, read_cards
from dicerules.zorro.play import BOUND, apply, conserved, need, standing, start
from dicerules.zorro.preview import preview
from dicerules.zorro.show import view
from dicerules.zorro.state import Options, State

GAME = Game(
    key="zorro",
    name="The Zorro Dice Game",
    version=1,
    seats=PLAYERS,
    minutes=(30, 45),
    folder=files("dicerules.zorro"),
    options=Options,
    state=State,
    read_cards=read_cards,
    start=start,
    need=need,
    apply=apply,
    view=view,
    standing=standing,
    faces=lambda state: pictures(state.cards),
    conserved=conserved,
    bound=BOUND,
    preview=preview,
)

__all__ = ["GAME"]
