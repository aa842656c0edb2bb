"""A form of every kind, larger than any game asks, drawn by the seat's own page. Knows no game."""

from __future__ import annotations

import msgspec
from dicerules.forms import (
    Form,
    Number,
    Offer,
    Option,
    Party,
    PickOne,
    PickSome,
    Place,
    Slot,
    Unavailable,
)
from dicerules.hints import (
    Actions,
    CardsToTake,
    ChipsToPush,
    DiceOnTable,
    DiceToTake,
    Fan,
    Goals,
    Level,
    Odds,
    People,
    Portraits,
    SpacesToTap,
    Stacks,
    Thumbs,
)
from dicerules.views import Space
from dicerules.words import Message, message
from msgspec.structs import replace
from playwright.sync_api import Page

WORDS = {
    "text": "{it}",
    "send": "Send",
    "why": "Somebody has taken it already, and that is how we play (SD-R7)",
}


def tell(it: str) -> Message:
    return message("text", it=it)


PORTRAITS = tuple(
    Option(f"p{at}", tell(f"Portrait {at}"), tell("four cubes of one family"), (("red", 3),) * 4)
    for at in range(12)
)
DICE = tuple(
    Option(f"d{at}", tell(f"Die showing {at % 6 + 1}"), None, (("ivory", at % 6 + 1),))
    for at in range(10)
)
POOL = tuple(
    Option(f"{colour}.{at}", tell(f"{colour} die"), None, ((colour, 0),))
    for colour in ("red", "yellow", "blue")
    for at in range(6)
)
HAND = tuple(Option(f"c{at}", tell(f"Modifier {'+-*'[at % 3]}{at % 4}")) for at in range(8))
SPOTS = tuple(Slot(f"s{at}", tell(f"Die {at + 1}"), dice=(("ivory", at + 1),)) for at in range(6))
GONE = tuple(
    Unavailable(tell(f"Portrait {at}"), message("why"), (("red", 3),) * 4) for at in (12, 13, 14)
)

FORMS = {
    "pick_one": Form(tell("Which portrait?"), (PickOne("one", tell("Portrait"), PORTRAITS, GONE),)),
    "pick_dice": Form(
        tell("Which dice stay?"), (PickSome("some", tell("Dice"), DICE, 0, 4, ("d1", "d2")),)
    ),
    "pick_kinds": Form(tell("What goes?"), (PickSome("pool", tell("Pool"), POOL, 3, 3),)),
    "number": Form(tell("How many?"), (Number("bet", tell("Chips to bet"), 1, 10),)),
    "place": Form(
        tell("Where do they go?"),
        (Place("cards", tell("Your cards"), HAND, (*SPOTS, Slot("away", tell("Discards")))),),
    ),
    "offer": Form(
        tell("What do you offer?"),
        (Offer("offer", tell("Offer"), (Party(1, POOL), Party(2, HAND)), POOL, least=1),),
    ),
}

NUMBERS = tuple(Space(str(at), "marked" if at in (2, 5) else "open") for at in range(1, 11))


def _row(at: int, colour: str) -> PickOne:
    ways = (("8",), ("1", "7"), ("3", "4"))
    options = tuple(
        Option("+".join(way), tell(" and ".join(way)), odds=Odds((97,)), marks=way) for way in ways
    )
    draw = SpacesToTap(NUMBERS, colour, "8", (("ivory", 3), ("ivory", 5)), at)
    return PickOne(colour, tell(f"{colour} 8"), options, draw=draw)


_BET = Number("bet", tell("Chips to bet"), 1, 5, 2, ChipsToPush(19, "red"))


def _portrait(option: Option, at: int) -> Option:
    low = 1 + at % 4
    row = DiceToTake((("yellow", 0),) * 8)
    cubes = Number("cubes", tell("Cubes to roll"), low, 8, 8, row)
    odds = Odds(tuple(range(20, 20 + 9 - low)), "cubes")
    return replace(option, fields=(_BET, cubes), odds=odds)


_LYING = tuple(replace(die, marks=("0", "1") if at < 3 else ()) for at, die in enumerate(DICE))
_MODIFIERS = tuple(replace(card, tone="plus" if at % 2 else "") for at, card in enumerate(HAND))
_GOALS = tuple(
    Option(
        f"g{at}",
        tell(f"Goal {at}"),
        tell("needs 9 from you"),
        dice=((colour, 0),),
        odds=Odds((50 + at,)),
        level=Level(at, 9),
        colour=colour,
    )
    for at, colour in enumerate(("red", "yellow", "blue", "black"))
)
DRAWN = {
    "spaces_to_tap": Form(
        tell("Check your numbers"),
        (_row(0, "red"), _row(2, "blue")),
        unavailable=(
            Unavailable(
                tell("green"), message("why"), draw=SpacesToTap(NUMBERS, "green", "7", at=1)
            ),
        ),
    ),
    "portraits": Form(
        tell("Which portrait?"),
        (
            PickOne(
                "one",
                tell("Portrait"),
                tuple(_portrait(option, at) for at, option in enumerate(PORTRAITS)),
                draw=Portraits(),
            ),
        ),
    ),
    "thumbs": Form(
        tell("Will it match?"),
        (
            PickOne(
                "side",
                tell("Your guess"),
                (
                    Option("yes", tell("Yes"), odds=Odds((55,)), icon="thumb_up"),
                    Option("no", tell("No"), odds=Odds((45,)), icon="thumb_down"),
                ),
                draw=Thumbs(),
            ),
            _BET,
        ),
    ),
    "actions": Form(
        tell("What now?"),
        (
            PickOne(
                "do",
                tell("Your choice"),
                (
                    Option("save", tell("Save dice and roll the rest"), icon="keep"),
                    Option(
                        "swap",
                        tell("Swap these dice"),
                        tell("with somebody who has as many"),
                        dice=(("red", 2), ("blue", 5)),
                        icon="swap",
                        fields=(
                            PickOne(
                                "to",
                                tell("Which player"),
                                (
                                    Option("1", tell("Bo"), seat=1),
                                    Option("2", tell("Maximiliane-Sophie"), seat=2),
                                ),
                                draw=People(),
                            ),
                        ),
                    ),
                    Option("again", tell("Roll again"), dice=(("ivory", 4),)),
                    Option("red", tell("red 8"), colour="red", big="8"),
                    Option("blue", tell("blue"), colour="blue"),
                ),
                draw=Actions(),
            ),
        ),
    ),
    "people": Form(
        tell("Who should help you?"),
        (
            PickOne(
                "helper",
                tell("Helper"),
                (
                    Option("alone", tell("Nobody"), icon="skip"),
                    Option("1", tell("Bo"), tell("a rope and a whip, no dice"), seat=1),
                    Option("2", tell("Cleo"), tell("nothing"), seat=2),
                ),
                draw=People(),
            ),
        ),
    ),
    "one_of_dice": Form(
        tell("Which die changes?"),
        (
            PickOne(
                "die",
                tell("Die"),
                tuple(replace(die, hint=tell("makes 8")) for die in DICE),
                draw=DiceOnTable(),
            ),
            PickOne(
                "pair",
                tell("Pair"),
                tuple(
                    Option(colour, tell(colour), dice=((colour, 4), (colour, 2)))
                    for colour in ("red", "yellow", "blue", "black")
                ),
                draw=DiceOnTable(),
            ),
        ),
    ),
    "cards_to_take": Form(
        tell("Which cards?"),
        (
            PickSome(
                "some",
                tell("Cards to take"),
                tuple(replace(card, tone="plus" if at % 3 else "") for at, card in enumerate(HAND)),
                2,
                2,
                draw=CardsToTake(),
            ),
            PickOne("one", tell("One to give"), PORTRAITS, draw=CardsToTake()),
        ),
    ),
    "dice_on_table": Form(
        tell("Which dice stay?"),
        (
            PickSome(
                "some",
                tell("Dice to keep"),
                _LYING,
                0,
                4,
                ("d1",),
                draw=DiceOnTable((("ivory", 1), ("ivory", 1))),
            ),
        ),
    ),
    "stacks": Form(
        tell("Where do they go?"),
        (
            Place(
                "cards",
                tell("Your cards"),
                _MODIFIERS,
                (*SPOTS, Slot("away", tell("Discards"), icon="discards")),
                Stacks("worth", "away"),
            ),
        ),
    ),
    "goals": Form(
        tell("Attempt a goal?"),
        (
            PickOne(
                "goal",
                tell("Goal"),
                (Option("none", tell("No attempt")), *_GOALS),
                draw=Goals((("red", 0), ("red", 0), ("blue", 0))),
            ),
        ),
    ),
    "fan": Form(
        tell("Play a card"),
        (
            PickOne(
                "card",
                tell("Card"),
                tuple(
                    Option(f"c{at}", tell(f"Card {at}"), tell("does much"), colour="blue", big="7")
                    for at in range(7)
                ),
                draw=Fan(),
            ),
        ),
    ),
}
"""A form of every hint, by what it is drawn as."""
FORMS |= DRAWN

_DRAW = """async ([asked, words]) => {
  const { learn, makeForm } = await import("/static/play/forms.js");
  const { loadWords, voice } = await import("/static/lib/words.js");
  await loadWords();
  await learn(asked);
  const names = ["Ann", "Bo", "Cleo"];
  const seats = names.map((name) => ({ name, colour: "cyan" }));
  const ctx = { ...voice(words, names), faces: {}, me: 0, seats, leaders: [], tell() {} };
  window.sent = [];
  const send = async (answer) => (window.sent.push(answer), false);
  const form = makeForm(asked, ctx, send, async () => []);
  document.getElementById("form").replaceChildren(form.node);
  form.focus();
}"""


def draw_form(page: Page, kind: str) -> None:
    """Let a seat's page draw a form; what is sent of it is kept in ``window.sent``."""
    # Its own form comes when its parts are there, and would take the place of this one.
    page.locator("#form form").wait_for()
    page.evaluate(_DRAW, [msgspec.to_builtins(FORMS[kind]), WORDS])
