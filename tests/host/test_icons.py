"""Faces with pictures name a drawing, and the screens have it."""

from __future__ import annotations

import re

import pytest
from dicehost.web.pages import PAGES
from dicerules import games
from dicerules.core import Face, Game
from dicerules.simulate import begin

DRAWINGS = PAGES / "images" / "icons.svg"
PICTURED = ("cow", "zorro")
"""Games whose dice have pictures; the others have pips."""


def faces_of(game: Game) -> list[Face]:
    pictures = game.faces(begin(game, game.seats[0]))
    return [face for faces in pictures.values() for face in faces]


@pytest.mark.parametrize("key", PICTURED)
def test_every_picture_on_a_die_names_a_drawing_of_its_own(key: str) -> None:
    icons = {face.name: face.icon for face in faces_of(games()[key])}
    assert all(icons.values())
    assert len(set(icons.values())) == len(icons)


def test_every_drawing_that_a_game_names_is_there() -> None:
    drawn = set(re.findall(r'<symbol id="i-([^"]+)"', DRAWINGS.read_text(encoding="utf-8")))
    named = {face.icon for key in PICTURED for face in faces_of(games()[key])}
    assert named <= drawn
