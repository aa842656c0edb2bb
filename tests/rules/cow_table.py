"""A table of Don't Have a Cow, in words that tests can be read in. Proves nothing itself."""

from __future__ import annotations

from dicerules.cards import default_cards
from dicerules.core import Ask, Move, Over, Rolled
from dicerules.cow import GAME
from dicerules.cow.state import Options, State
from dicerules.forms import Number, PickOne
from dicerules.views import Note
from dicerules.words import sentence, words_for

CARDS = default_cards(GAME)
WORDS = words_for(GAME.folder)
NAMES = ("Ed", "Chris", "Donna", "Dan")
ED, CHRIS, DONNA, DAN = range(4)
HOMER, MARGE, BART, LISA, MAGGIE, WILD = range(1, 7)

HOMER_ALONE, BART_ALONE, DATE_NIGHT = "FP01", "FP03", "FP06"
WHY_YOU, CAR_RIDE, BLOCK_PARTY = "FP12", "FP13", "FP16"
SINGLES = ("FP01", "FP02", "FP03", "FP04", "FP05")


def table(seats: int = 3, **options: object) -> State:
    return GAME.start(Options.model_validate(options), seats, CARDS)


def choose(state: State, portrait: str, bet: int, cubes: int | None = None) -> State:
    answer = {"portrait": portrait, "bet": bet} | ({"cubes": cubes} if cubes else {})
    return GAME.apply(state, Move(state.roller, answer))


def bet(state: State, seat: int, side: str, chips: int) -> State:
    return GAME.apply(state, Move(seat, {"side": side, "bet": chips}))


def roll(state: State, *faces: int) -> State:
    return GAME.apply(state, Rolled(faces))


def everybody_bets(state: State, side: str = "yes", chips: int = 1) -> State:
    need = GAME.need(state)
    assert isinstance(need, Ask)
    for seat in need.forms:
        state = bet(state, seat, side, chips)
    return state


def portraits_offered(state: State) -> dict[str, dict[str, tuple[int, int]]]:
    """Each portrait the roller may choose, with the ranges of the numbers that come with it."""
    need = GAME.need(state)
    assert isinstance(need, Ask)
    (pick,) = need.forms[state.roller].fields
    assert isinstance(pick, PickOne)
    return {
        option.key: {
            field.key: (field.low, field.high)
            for field in option.fields
            if isinstance(field, Number)
        }
        for option in pick.options
    }


def news(state: State) -> list[str]:
    return [sentence(item, WORDS, NAMES) for item in state.news]


def winners(state: State) -> tuple[int, ...]:
    need = GAME.need(state)
    assert isinstance(need, Over), need
    return need.winners


def board_note(state: State, seat: int, viewer: int) -> str:
    board = GAME.view(state, viewer).boards[seat]
    (note,) = [item for item in board.items if isinstance(item, Note)]
    return sentence(note.text, WORDS, NAMES)


def bets_of_the_example() -> State:
    """Ed bets 2 on "Why you little …!" with 6 cubes, Chris 1 for him, Donna 3 against him."""
    state = choose(table(), WHY_YOU, bet=2, cubes=6)
    return bet(bet(state, CHRIS, "yes", 1), DONNA, "no", 3)
