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
from dicerules.words import Message, message
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

_DRAW = """async ([asked, words]) => {
  const { learn, makeForm } = await import("/static/play/forms.js");
  const { loadWords, voice } = await import("/static/lib/words.js");
  await loadWords();
  await learn();
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
    page.evaluate(_DRAW, [msgspec.to_builtins(FORMS[kind]), WORDS])
