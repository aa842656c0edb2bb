"""What can be asked of a tower that is there; safe to be asked again after a ``LinkError``.

Whether it is there, and finding it again, is its ``Tower``'s business.
"""

from __future__ import annotations

import base64
import binascii
import logging
from collections.abc import Sequence

from dicerules.core import Roll, Rolled
from msgspec import Struct
from tower.colours import COLOURS
from tower.scenes import PAGE, mask
from tower.wire import Frame

from dicehost.errors import LinkError, TowerError
from dicehost.journal.events import Committed
from dicehost.link.cues import Cue, spell_cue
from dicehost.link.numbers import deal, read_number, read_numbers, spell
from dicehost.link.proofs import ProofError, open_values, read_bytes
from dicehost.link.session import Session

log = logging.getLogger(__name__)

MOST_VALUES = 2000
"""Values of one roll; no tower draws more."""


class Rest(Struct, frozen=True):
    """What is left of how much time, in milliseconds, and whether it runs."""

    left: int
    of: int
    runs: bool


class Lit(Struct, frozen=True):
    """A die as the lamps show it: its value, nine lamps or none for pips, and its colour."""

    value: int
    lamps: int | None
    colour: str


class Requests:
    """The requests of one tower, over the session it has now."""

    def __init__(self) -> None:
        self._session: Session | None = None
        self._odd = False

    async def _ask(self, verb: str, *fields: tuple[str, str], expect: str) -> Frame:
        if self._session is None:
            raise LinkError("link.lost")
        answer = await self._session.ask(verb, *fields)
        if answer.verb != expect or answer.get("id") != dict(fields).get("id", ""):
            self._mistrust(LinkError("link.no_hello", got=answer.verb))
            raise LinkError("link.lost")
        return answer

    def _mistrust(self, why: LinkError) -> None:
        # This conversation makes no sense: start over, and not at once if that happens again.
        log.warning("the tower is asked again: %s", why)
        self._odd = True
        if self._session is not None:
            self._session.close()

    async def arm(self, roll_id: str, roll: Roll, colour: str, still: int = 0) -> bool:
        """Make the button live for a roll; true if it was pressed already.

        ``still`` are the places on the lamps that do not tumble, the first one the highest bit.
        """
        answer = await self._ask(
            "arm",
            ("id", roll_id),
            ("d", spell(roll)),
            ("c", COLOURS[colour][0]),
            *_stand(still),
            expect="armed",
        )
        return answer.get("st") != "armed"

    async def roll(self, roll_id: str, roll: Roll, still: int = 0) -> Rolled:
        """Have the tower draw, or say again what it drew for this id."""
        try:
            return await self._roll(roll_id, roll, still)
        except LinkError as error:
            if error.code == "link.number":
                self._mistrust(error)
            raise

    async def _roll(self, roll_id: str, roll: Roll, still: int) -> Rolled:
        spelt, values, count = spell(roll), list[int](), 1
        while len(values) < count:
            place = ("at", str(len(values)))
            answer = await self._ask(
                "roll", ("id", roll_id), ("d", spelt), place, *_stand(still), expect="rolled"
            )
            values.extend(read_numbers(answer, "f"))
            count = read_number(answer, "n")
            if count > MOST_VALUES:
                raise LinkError("link.number", verb="rolled", field="n", got=str(count))
        if answer.get("x") != f"{binascii.crc32('.'.join(map(str, values)).encode()):08x}":
            raise LinkError("link.lost")  # parts of two outcomes: the tower started anew between
        return deal(roll, values)

    async def commit(self, roll_id: str, roll: Roll) -> bytes:
        """Have the tower commit to its half of a roll, or say again what it committed to."""
        answer = await self._ask("commit", ("id", roll_id), ("d", spell(roll)), expect="committed")
        return self._read_bytes(answer, "commit")

    async def open(self, committed: Committed, roll: Roll, still: int = 0) -> tuple[Rolled, str]:
        """Give the tower the host's half; return what was rolled, and the tower's half in hex.

        Raises a ``ProofError`` if that does not fit what the tower committed to.
        """
        nonce = base64.b64encode(bytes.fromhex(committed.nonce)).decode()
        try:
            answer = await self._ask(
                "open", ("id", committed.id), ("nonce", nonce), *_stand(still), expect="opened"
            )
        except TowerError as refusal:
            if refusal.code == "tower.nonce":
                raise ProofError("tower.nonce") from None
            raise
        noise = self._read_bytes(answer, "noise")
        return deal(roll, open_values(committed, noise, answer.get("x"))), noise.hex()

    def _read_bytes(self, answer: Frame, field: str) -> bytes:
        try:
            return read_bytes(answer, field)
        except LinkError as error:
            self._mistrust(error)
            raise

    async def show(self, roll_id: str, dice: Sequence[Lit], first: int = 0) -> None:
        """Let the lamps settle on faces that are on disk, beginning with page ``first``."""
        pages = list(range(0, len(dice), PAGE))
        for at in pages[first:] + pages[:first]:
            page = dice[at : at + PAGE]
            fields = [
                ("id", roll_id),
                ("n", str(len(dice))),
                ("at", str(at)),
                ("f", ".".join(str(die.value) for die in page)),
                ("c", "".join(COLOURS[die.colour][0] for die in page)),
            ]
            if any(die.lamps is not None for die in page):
                fields.append(("p", "".join(f"{_lamps(die):03x}" for die in page)))
            await self._ask("show", *fields, expect="shown")

    async def capture(self, key: str, kind: str, size: int) -> bytes:
        """Noise to be measured: ``raw`` from the source, or ``cooked`` as rolls are made from."""
        taken = b""
        while len(taken) < size:
            asked = ("id", key), ("k", kind), ("n", str(size)), ("at", str(len(taken)))
            answer = await self._ask("capture", *asked, expect="captured")
            try:
                part = base64.b64decode(answer.get("b"), validate=True)
            except binascii.Error:
                part = b""
            if not part:
                got = answer.get("b")[:40]
                error = LinkError("link.number", verb="captured", field="b", got=got)
                self._mistrust(error)
                raise error
            taken += part
        if answer.get("x") != f"{binascii.crc32(taken):08x}":
            raise LinkError("link.lost")  # parts of two captures: the tower started anew between
        return taken

    async def lamp(
        self, scene: str, colour: str | None = None, countdown: Rest | None = None
    ) -> None:
        """Show a scene without dice, or how a time runs out.

        A tower before 1.2 knows a rest in seconds only, and before 1.1 none at all.
        """
        fields = [("k", scene)] + ([("c", COLOURS[colour][0])] if colour else [])
        if countdown is not None:
            fields += [
                ("s", str(-(-countdown.left // 1000) or 1)),
                ("of", str(-(-countdown.of // 100))),
            ]
            fields += [
                ("left", str(-(-countdown.left // 100))),
                ("hold", "0" if countdown.runs else "1"),
            ]
        await self._ask("lamp", *fields, expect="ok")

    async def play(self, key: str, cue: Cue) -> None:
        """Let the lamps play a pattern over what they show; the same ``key`` is played once."""
        await self._ask("play", ("id", key), *spell_cue(cue), expect="played")

    async def setting(self, name: str, value: int | None = None) -> int:
        """What a setting is, after it was changed if there is a value."""
        change = [] if value is None else [("v", str(value))]
        answer = await self._ask("set", ("k", name), *change, expect="set")
        return read_number(answer, "v")

    async def status(self, kind: str = "") -> Frame:
        """How it is, or with ``board`` what it runs on."""
        return await self._ask("status", *([("k", kind)] if kind else []), expect="status")


def _stand(still: int) -> list[tuple[str, str]]:
    return [("s", f"{still:02x}")] if still else []


def _lamps(die: Lit) -> int:
    return mask(die.value) if die.lamps is None else die.lamps
