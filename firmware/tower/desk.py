# The desk: requests in, answers out. It holds the promises of the protocol: nothing is done twice,
# one id has one outcome, no face is lit before the host says so. PROTOCOL.md tells them in full.
# It knows no port, pin or clock: bytes and milliseconds are handed in.

from tower import VERSION
from tower.colours import by_letter
from tower.dice import MOST_VALUES, DiceError, Item, Stream, draw, parse
from tower.events import Events
from tower.noise import Noise, NoiseError
from tower.rolls import Outcome, Rolls, dotted
from tower.scenes import PAGE, Scene
from tower.stage import RESTS, Stage
from tower.wire import LONGEST, PROTO, Frame, Lines, WireError, decode, encode, next_seq

LOST_AFTER = 6000  # ms without a good frame, and the host is thought lost
LONGEST_ID = 24
_LONGEST_ECHO = 24  # of a value told back in a refusal


class DeskError(ValueError):
    # A request the desk refuses: a stable code, and where useful what it wanted and got.

    def __init__(self, code: str, want: str = "", got: str = "") -> None:
        super().__init__("%s: want %s, got %s" % (code, want, got))
        fields = [("code", code)]
        if want:
            fields.append(("want", want[:_LONGEST_ECHO]))
        if got:
            fields.append(("got", got[:_LONGEST_ECHO]))
        self.fields = tuple(fields)


class Desk:
    def __init__(
        self, noise: Noise, chip: str, boot: str, can: str, first_event: int, now: int
    ) -> None:
        self.stage = Stage(now)
        self.events = Events(first_event)
        self._noise = noise
        self._chip = chip
        self._boot = boot
        self._can = can
        self._started = now
        self._lines = Lines()
        self._damaged = 0
        self._rolls = Rolls()
        self._fault_told = False
        self._heard = now
        self._lost_scene: Scene | None = None
        # The session: the request answered last, and its answer. None: nobody said hello.
        self._last: Frame | None = None
        self._answer = b""

    @property
    def bad(self) -> int:
        return self._damaged + self._lines.spilt

    def feed(self, chunk: bytes, now: int) -> list[bytes]:
        answers = [self.line(line, now) for line in self._lines.feed(chunk)]
        return [answer for answer in answers if answer]

    def line(self, line: bytes, now: int) -> bytes | None:
        try:
            frame = decode(line)
        except WireError as error:
            if error.code != "mark":
                self._damaged += 1
            return None
        self._heard = now
        if frame.verb == "ack":
            self.events.ack(frame.seq)
            return None
        try:
            if frame.verb == "hello":
                answer = self._hello(frame, now)
            elif self._last is None:
                raise DeskError("seq")
            elif frame.seq == self._last.seq:
                # Only the very request is answered from memory: another one that bears its
                # number is a stray from a former session.
                if frame == self._last:
                    return self._answer
                raise DeskError("seq")
            elif frame.seq != next_seq(self._last.seq):
                raise DeskError("seq", str(next_seq(self._last.seq)), str(frame.seq))
            else:
                answer = self._judge(frame, now)
        except DeskError as refusal:
            return encode(Frame("no", frame.seq, *refusal.fields))
        self._last = frame
        self._answer = encode(answer)
        return self._answer

    def press(self, now: int) -> None:
        self._trigger("press", now)

    def drop(self, now: int) -> None:
        # Something fell through the tower: another way of pressing.
        self._trigger("drop", now)

    def tick(self, now: int) -> bytes | None:
        self._look_at_health(now)
        return self.events.due(now) if self._last else None

    def lost(self, now: int) -> bool:
        return now - self._heard >= LOST_AFTER

    def scene(self, now: int) -> Scene:
        if not (self.lost(now) and self.stage.waits()):
            self._lost_scene = None
            return self.stage.scene(now)
        if self._lost_scene is None:
            self._lost_scene = Scene("lost", now)
        return self._lost_scene

    def _judge(self, frame: Frame, now: int) -> Frame:
        # A refusal is an answer like any other: it too is remembered and given again.
        try:
            return self._do(frame, now)
        except DeskError as refusal:
            return Frame("no", frame.seq, *refusal.fields)
        except DiceError as error:
            return Frame("no", frame.seq, *DeskError("dice", error.want, error.got).fields)
        except NoiseError as error:
            self._look_at_health(now)
            return Frame("no", frame.seq, ("code", error.code))

    def _do(self, frame: Frame, now: int) -> Frame:
        verb = frame.verb
        if verb == "arm":
            return self._arm(frame, now)
        if verb == "roll":
            return self._roll(frame, now)
        if verb == "show":
            return self._show(frame, now)
        if verb == "lamp":
            return self._lamp(frame, now)
        if verb == "status":
            return self._status(frame, now)
        raise DeskError("verb", "", verb)

    def _hello(self, frame: Frame, now: int) -> Frame:
        proto = frame.get("proto")
        major = proto.partition(".")[0]
        if major != str(PROTO[0]):
            self._last = None
            raise DeskError("proto", str(PROTO[0]), major)
        self.stage.greet(now)
        self.events.afresh()
        return Frame(
            "hello",
            frame.seq,
            ("proto", "%d.%d" % PROTO),
            ("fw", VERSION),
            ("id", self._chip),
            ("boot", self._boot),
            ("dice", str(PAGE)),
            ("can", self._can),
        )

    def _arm(self, frame: Frame, now: int) -> Frame:
        key = _roll_id(frame)
        dice = frame.get("d")
        items = parse(dice)
        stage = self.stage
        outcome = self._rolls.find(key)
        if outcome is not None:
            _same_dice(outcome.dice, dice)
            stage.tumble(key, dice, _lamps_for(items), now)
            state = "drawn"
        else:
            if stage.waits() and stage.roll == key:
                _same_dice(stage.dice, dice)
            stage.arm(key, dice, frame.get("c"), _lamps_for(items), now)
            state = stage.state
        return Frame("armed", frame.seq, ("id", key), ("st", state))

    def _roll(self, frame: Frame, now: int) -> Frame:
        key = _roll_id(frame)
        dice = frame.get("d")
        items = parse(dice)
        at = _number(frame, "at", MOST_VALUES - 1)
        outcome = self._rolls.find(key)
        if outcome is None:
            if at:
                # The rest of a roll that is not remembered is never the rest of a new one.
                raise DeskError("at", "0", str(at))
            if self.stage.waits() and self.stage.roll == key:
                _same_dice(self.stage.dice, dice)
            outcome = Outcome(key, dice, self._draw(items))
            self._rolls.keep(outcome)
        _same_dice(outcome.dice, dice)
        if at >= len(outcome.values):
            raise DeskError("at", "0-%d" % (len(outcome.values) - 1), str(at))
        self.stage.tumble(key, dice, _lamps_for(items), now)
        return _slice(frame.seq, outcome, at)

    def _draw(self, items: list[Item]) -> bytes:
        return draw(items, Stream(self._noise.pool()))

    def _show(self, frame: Frame, now: int) -> Frame:
        key = _roll_id(frame)
        faces = []
        for word in frame.get("f").split("."):
            if not (word.isdigit() and len(word) < 4 and int(word) < 512):
                raise DeskError("field", "f", frame.get("f"))
            faces.append(int(word))
        at = _number(frame, "at", MOST_VALUES - 1)
        count = _number(frame, "n", MOST_VALUES)
        if len(faces) > PAGE or at + len(faces) > count:
            raise DeskError("field", "n", "%d+%d/%d" % (at, len(faces), count))
        masks = _masks(frame.get("p"), len(faces))
        letters = frame.get("c")
        if letters and len(letters) != len(faces):
            raise DeskError("field", "c", letters)
        lights = tuple([by_letter(letter) for letter in letters])
        self.stage.show(Scene("show", now, count=count).put(key, at, tuple(faces), masks, lights))
        return Frame("shown", frame.seq, ("id", key))

    def _lamp(self, frame: Frame, now: int) -> Frame:
        kind = frame.get("k")
        if kind not in RESTS:
            raise DeskError("field", "k", kind)
        self.stage.rest(kind, frame.get("c"), now)
        return Frame("ok", frame.seq)

    def _status(self, frame: Frame, now: int) -> Frame:
        noise = self._noise
        return Frame(
            "status",
            frame.seq,
            ("h", noise.health),
            ("rolls", str(noise.drawn)),
            ("trips", str(noise.trips)),
            ("bad", str(self.bad)),
            ("up", str((now - self._started) // 1000)),
        )

    def _trigger(self, kind: str, now: int) -> None:
        if self.stage.press(now):
            self.events.add(("k", kind), ("id", self.stage.roll))
        elif self.stage.waits():
            return
        elif self._last is None or self.lost(now):
            self._stand_alone(now)
        else:
            self.events.add(("k", kind))

    def _stand_alone(self, now: int) -> None:
        # Nobody is there to ask or to write anything down: plain dice.
        try:
            faces = self._draw([Item(self.stage.plain_dice, 6)])
        except NoiseError:
            self._look_at_health(now)
            return
        self.stage.plain(tuple(faces), now)

    def _look_at_health(self, now: int) -> None:
        if self._noise.health == "trip" and not self._fault_told:
            self._fault_told = True
            self.stage.rest("fault", "", now)
            self.events.add(("k", "fault"), ("code", "noise"))


def _roll_id(frame: Frame) -> str:
    key = frame.get("id")
    if not 1 <= len(key) <= LONGEST_ID:
        raise DeskError("field", "id", key)
    return key


def _number(frame: Frame, key: str, most: int) -> int:
    text = frame.get(key, "0")
    if not (text.isdigit() and len(text) < 4 and int(text) <= most):
        raise DeskError("field", key, text)
    return int(text)


def _same_dice(want: str, got: str) -> None:
    if want != got:
        raise DeskError("dice", want, got)


def _lamps_for(items: list[Item]) -> int:
    # Dice to tumble; cards have none, so all of them do.
    return sum([item.count for item in items if item.faces]) or PAGE


def _masks(text: str, dice: int) -> tuple[int, ...]:
    if not text:
        return ()
    masks = []
    for i in range(0, len(text), 3):
        digits = text[i : i + 3]
        if digits.strip("0123456789abcdef") or len(text) != 3 * dice or int(digits, 16) > 0x1FF:
            raise DeskError("field", "p", text)
        masks.append(int(digits, 16))
    return tuple(masks)


def _slice(seq: int, outcome: Outcome, at: int) -> Frame:
    # As many values from `at` as one frame holds.
    values = outcome.values[at:]
    room = LONGEST - len(encode(_rolled(seq, outcome, at, "0"))) + 1
    text = dotted(values)
    if len(text) > room:
        text = text[: text.rfind(".", 0, room + 1)]
    return _rolled(seq, outcome, at, text)


def _rolled(seq: int, outcome: Outcome, at: int, text: str) -> Frame:
    return Frame(
        "rolled",
        seq,
        ("id", outcome.key),
        ("n", str(len(outcome.values))),
        ("at", str(at)),
        ("f", text),
        ("h", "ok"),
        ("x", outcome.check),
    )
