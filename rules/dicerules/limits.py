"""What a table can show and roll, in numbers. A test holds them equal to the tower's own."""

from __future__ import annotations

COLOURS = (
    *("ivory", "red", "yellow", "blue", "green", "black"),
    *("white", "cyan", "plum", "grey", "peach", "pink"),
)
"""The colours of the tower's lamps: of dice, chips and tracks."""

FEWEST_FACES = 2
MOST_FACES = 100
MOST_PIPS = 6
"""Faces of a die with pips; a die with more needs a picture for each face."""
MOST_LAMPS = 0o777
"""All nine lamps of a face."""

MOST_CARDS = 200
"""Cards in one shuffle."""
MOST_VALUES = 400
"""Dice and cards in one roll, and places for dice on the lamps."""
LONGEST_ROLL = 54
"""Letters of a roll on the wire, as in "8x6.2x10.s52": 8 dice, 2 dice with 10 faces, a shuffle."""

MOST_SEATS = 8

MOST_LAMP_STEPS = 6
MOST_LAMP_STEPS_WITH_PICTURE = 4
"""Steps of a pattern for lamps: with a picture fewer fit into one line to the tower."""
MOST_LAMP_LEVEL = 15
LAMP_STEP_MS = range(200, 5101, 20)
MOVING_LAMP_STEP_MS = range(800, 5101, 20)
"""How long a step takes: shorter ones could flash more than three times a second."""
MOST_PATTERN_TIMES = 9
LONGEST_PATTERN_MS = 15_000
