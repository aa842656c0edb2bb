"""Ricemarll: hidden cards bend everybody's six dice towards goals that all can see."""

from importlib.resources import files

from dicerules.core import Game
from dicerules.ricemarll.cards import PLAYERS, read_cards
from dicerules.ricemarll.play import BOUND, apply, conserved, need, standing, start
from dicerules.ricemarll.preview import preview
from dicerules.ricemarll.show import view
from dicerules.ricemarll.state import Options, State

GAME = Game(
    key="ricemarll",
    name="Ricemarll",
    version=1,
    seats=PLAYERS,
    minutes=(45, 75),
    folder=files("dicerules.ricemarll"),
    options=Options,
    state=State,
    read_cards=read_cards,
    start=start,
    need=need,
    apply=apply,
    view=view,
    standing=standing,
    faces=lambda state: {},
    conserved=conserved,
    bound=BOUND,
    preview=preview,
)

__all__ = ["GAME"]
