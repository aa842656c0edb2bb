"""Hints: what a field of a form is about, so that a screen can draw it as that. Plain data.

A hint changes no answer. What checks or fills a form never looks at one, and a screen that does
not know a hint draws the plain field.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from dicerules.views import Space

Pairs = tuple[tuple[str, int], ...]
"""Dice, each as (kind, value); a die with pips has its colour as kind."""

Icon = Literal[
    "",
    "thumb_up",
    "thumb_down",
    "deck",
    "discards",
    "use",
    "keep",
    "skip",
    "stop",
    "done",
    "again",
    "swap",
    "bank",
    "pay",
]
"""Drawings that screens have for options and slots."""


class Odds(Struct, frozen=True, gc=False, omit_defaults=True):
    """The chance of an option in percent.

    With ``by`` it depends on the number field of that key, which belongs to the option:
    ``percent`` then has an entry for each of its numbers, the lowest first. Without, it has one.
    """

    percent: tuple[int, ...]
    by: str = ""


class Level(Struct, frozen=True, gc=False, omit_defaults=True):
    """How full something is: ``has`` of ``of``."""

    has: int
    of: int


class SpacesToTap(Struct, frozen=True, gc=False, tag="spaces_to_tap", omit_defaults=True):
    """A row of spaces that are tapped. Each option says in ``marks`` which spaces it marks.

    ``total`` and ``dice`` stand at its head. ``at`` is its place among the rows of the form; a
    choice that is unavailable can have a row as well, which is drawn locked.
    """

    spaces: tuple[Space, ...]
    colour: str = ""
    total: str = ""
    dice: Pairs = ()
    at: int = 0


class Portraits(Struct, frozen=True, gc=False, tag="portraits", omit_defaults=True):
    """Picture cards, made of the options' ``dice``, each with its ``odds``.

    ``chances`` is the key of a track in the preview with a space for each option, in their order:
    for odds that take too long to be worked out with the form.
    """

    chances: str = ""


class Thumbs(Struct, frozen=True, gc=False, tag="thumbs", omit_defaults=True):
    """Two large answers side by side, each with an ``icon``."""


class Goals(Struct, frozen=True, gc=False, tag="goals", omit_defaults=True):
    """Goals with a ``level``; below them the dice that serve them, one's ``pool``."""

    pool: Pairs = ()


class Fan(Struct, frozen=True, gc=False, tag="fan", omit_defaults=True):
    """A hand of cards to swipe and lift; ``big`` is what stands large on a card."""


class CardsToTake(Struct, frozen=True, gc=False, tag="cards_to_take", omit_defaults=True):
    """Cards side by side, with their names and texts, some or one of which are taken."""


class Actions(Struct, frozen=True, gc=False, tag="actions", omit_defaults=True):
    """Things to do, each a large button with its picture and its hint as one line below its name.

    The picture is the option's ``icon``, its ``dice``, what it has ``big``, or else its ``colour``.
    Dice beside an icon are drawn below the name: they are what it is done with.
    """


class People(Struct, frozen=True, gc=False, tag="people", omit_defaults=True):
    """Players to tap. Each option says whose ``seat`` it is, or has an ``icon`` for nobody.

    ``chances`` is the key of a track in the preview with a space for each option, in their order.
    """

    chances: str = ""


class DiceOnTable(Struct, frozen=True, gc=False, tag="dice_on_table", omit_defaults=True):
    """Dice to tap where they lie. Those picked go to the places of the dice ``wanted``.

    Each option has one die, and says in ``marks`` which of those places it fits: "0" is the first.
    Where one option is picked it may have several dice, which are tapped as one; none are wanted.
    """

    wanted: Pairs = ()


class ChipsToPush(Struct, frozen=True, gc=False, tag="chips_to_push", omit_defaults=True):
    """Chips to push from a pile of ``purse`` into a ring."""

    purse: int
    colour: str = ""


class DiceToTake(Struct, frozen=True, gc=False, tag="dice_to_take", omit_defaults=True):
    """Dice in a row; the number says how many of them are taken."""

    dice: Pairs


class Stacks(Struct, frozen=True, gc=False, tag="stacks", omit_defaults=True):
    """A hand of cards to lay on dice.

    ``values`` is the key of a track in the preview: what each slot with dice is worth. ``rest`` is
    the slot of cards that stay in hand.
    """

    values: str = ""
    rest: str = ""


DrawOne = (
    SpacesToTap | Portraits | Thumbs | Goals | Fan | CardsToTake | Actions | People | DiceOnTable
)
DrawSome = DiceOnTable | CardsToTake
Draw = DrawOne | DrawSome | ChipsToPush | DiceToTake | Stacks
