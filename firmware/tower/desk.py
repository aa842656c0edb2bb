# The desk: requests in, answers out. It holds the promises of the protocol: nothing is done twice,
# one id has one outcome, no face is lit before the host says so. PROTOCOL.md tells them in full.
# It knows no port, pin or clock: bytes and milliseconds are handed in.

import binascii

from tower import VERSION
from tower.colours import by_letter
from tower.dice import MOST_VALUES, DiceError, Item, Stream, draw, parse
from tower.events import Events
from tower.noise import Noise, NoiseError
from tower.patterns import Patterns
from tower.patterns import read as read_pattern
from tower.pictures import MARKS
from tower.proof import NONCE, commitment, seed
from tower.refusals import DeskError, number, roll_id, same_dice
from tower.rolls import Commitment, Outcome, Rolls, dotted
from tower.scenes import OLD, PAGE, Scene
from tower.settings import Settings
from tower.stage import RESTS, Stage
from tower.wire import LONGEST, PROTO, Frame, Lines, WireError, decode, encode, next_seq

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tower.captures import Captures

LOST_AFTER = 6000  # ms without a good frame, and the host is thought lost
_SURE_ROOM = 34  # characters of values that fit whatever the other fields are
_LONGEST_TIME = 99999  # tenths of a second that can run out on the lamps
_LOOKS = ("status", "set", "capture")  # requests that wake nobody
_MOST_TOLD = 9999999  # of a count in status: a frame is short


class Desk:
    def __init__(
        self,
        noise: Noise,
        settings: Settings,
        chip: str,
        boot: str,
        can: str,
        first_event: int,
        now: int,
    ) -> None:
        self.stage = Stage(now)
        self.patterns = Patterns()
        self.events = Events(first_event)
        self.drawn = 0
        self.supply = "usb"
        self.python = ""  # the version of MicroPython; none on a simulated tower
        self.model = ""  # what board it is; none on a simulated tower
        self.faults: tuple[str, ...] = ()  # that the board found as it started
        self.acted = now  # when the host last did something but look
        self.firmware = ""  # the folder it was started from, if it was not the usual one
        self._noise = noise
        self._settings = settings
        self._captures: Captures | None = None
        self._chip = chip
        self._boot = boot
        self._can = can
        self._started = now
        self._earlier = 0  # seconds since the start that were turned back
        self._lines = Lines()
        self._damaged = 0
        self._rolls = Rolls()
        self._fault_told = False
        self._heard = now
        self._lost_scene: Scene | None = None
        self._blocked = False
        # The session: the request answered last, and its answer. None: nobody said hello.
        self._last: Frame | None = None
        self._answer = b""

    @property
    def greeted(self) -> bool:
        return self._last is not None

    @property
    def bad(self) -> int:
        return self._damaged + self._lines.spilt

    def lines(self, chunk: bytes) -> list[bytes]:
        # The lines that end in it, to be handed back one by one.
        return self._lines.feed(chunk)

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

    def turn_back(self, ms: int) -> None:
        # Time begins anew, so that it stays a small number: a large one is an object on the board,
        # and fifty times a second another one. `ms` is a number of whole seconds.
        self.stage.turn_back(ms)
        self.patterns.turn_back(ms)
        self.events.turn_back(ms)
        self._heard = max(self._heard - ms, -LOST_AFTER)
        self.acted = max(self.acted - ms, -OLD)
        self._started -= ms
        self._earlier += (0 - self._started) // 1000
        self._started += (0 - self._started) // 1000 * 1000
        if self._lost_scene is not None:
            self._lost_scene.turn_back(ms)

    def lost(self, now: int) -> bool:
        return now - self._heard >= LOST_AFTER

    def scene(self, now: int) -> Scene:
        # Without a host nothing goes on: a roll that waits says so, and time stands.
        scene = self.stage.scene(now)
        waits = self.stage.waits()
        if not (self.lost(now) and (waits or scene.name == "time")):
            self._lost_scene = None
            return scene
        if self._lost_scene is None:
            self._lost_scene = Scene("lost", now) if waits else scene.stopped(now)
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
        if verb not in _LOOKS:
            self.acted = now
        if verb == "arm":
            return self._arm(frame, now)
        if verb == "roll":
            return self._roll(frame, now)
        if verb == "commit":
            return self._commit(frame)
        if verb == "open":
            return self._open(frame, now)
        if verb == "show":
            return self._show(frame, now)
        if verb == "lamp":
            return self._lamp(frame, now)
        if verb == "play":
            return self._play(frame, now)
        if verb == "status":
            return self._status(frame, now)
        if verb == "capture":
            return self._capture(frame)
        if verb == "set":
            return self._set(frame)
        raise DeskError("verb", "", verb)

    def _hello(self, frame: Frame, now: int) -> Frame:
        proto = frame.get("proto")
        major = proto.partition(".")[0]
        if major != str(PROTO[0]):
            self._last = None
            raise DeskError("proto", str(PROTO[0]), major)
        self.stage.greet(now)
        self.events.afresh()
        self.acted = now
        fields = [
            ("proto", "%d.%d" % PROTO),
            ("fw", VERSION),
            ("id", self._chip),
            ("boot", self._boot),
            ("dice", str(PAGE)),
            ("can", self._can),
        ]
        told = len(encode(Frame("hello", frame.seq, *fields)))
        if self.model and told + len(self.model) + 4 <= LONGEST:
            fields.append(("on", self.model))
        return Frame("hello", frame.seq, *fields)

    def _arm(self, frame: Frame, now: int) -> Frame:
        key = roll_id(frame)
        dice = frame.get("d")
        items = parse(dice)
        still = _still(frame.get("s"))
        stage = self.stage
        outcome = self._rolls.find(key)
        if outcome is not None:
            same_dice(outcome.dice, dice)
            stage.tumble(key, dice, _lamps_for(items, still), still, now)
            state = "drawn"
        else:
            self._same_as_armed(key, dice)
            known = self._rolls.committed(key)
            if known is not None:
                same_dice(known.dice, dice)
            stage.arm(key, dice, frame.get("c"), _lamps_for(items, still), still, now)
            state = stage.state
        return Frame("armed", frame.seq, ("id", key), ("st", state))

    def _roll(self, frame: Frame, now: int) -> Frame:
        key = roll_id(frame)
        dice = frame.get("d")
        items = parse(dice)
        still = _still(frame.get("s"))
        at = number(frame, "at", MOST_VALUES - 1)
        outcome = self._rolls.find(key)
        if outcome is None:
            if at:
                # The rest of a roll that is not remembered is never the rest of a new one.
                raise DeskError("at", "0", str(at))
            if self._rolls.committed(key) is not None:
                raise DeskError("sealed")
            self._same_as_armed(key, dice)
            outcome = Outcome(key, dice, self._draw(items, self._noise.pool()))
            self._rolls.keep(outcome)
        same_dice(outcome.dice, dice)
        if at >= len(outcome.values):
            raise DeskError("at", "0-%d" % (len(outcome.values) - 1), str(at))
        self.stage.tumble(key, dice, _lamps_for(items, still), still, now)
        return _slice(frame.seq, outcome, at)

    def _commit(self, frame: Frame) -> Frame:
        # The noise is drawn now and told as a hash. It follows from nothing the host says later.
        key = roll_id(frame)
        dice = frame.get("d")
        parse(dice)
        outcome = self._rolls.find(key)
        known = outcome.commitment if outcome is not None else self._rolls.committed(key)
        if known is None:
            if outcome is not None:
                raise DeskError("drawn")
            self._same_as_armed(key, dice)
            noise = self._noise.pool()
            known = Commitment(key, dice, noise, commitment(key, dice, noise))
            self._rolls.commit(known)
        same_dice(known.dice, dice)
        return Frame("committed", frame.seq, ("id", key), ("commit", _base64(known.told)))

    def _open(self, frame: Frame, now: int) -> Frame:
        # The host's half came: the faces follow from both, and ours is told.
        key = roll_id(frame)
        nonce = _nonce(frame.get("nonce"))
        still = _still(frame.get("s"))
        outcome = self._rolls.find(key)
        known = self._rolls.committed(key) if outcome is None else outcome.commitment
        if known is None:
            raise DeskError("commit" if outcome is None else "nonce")
        items = parse(known.dice)
        if outcome is None:
            values = self._draw(items, seed(key, known.dice, known.noise, nonce))
            outcome = Outcome(key, known.dice, values, known, nonce)
            self._rolls.open(outcome)
        elif outcome.nonce != nonce:
            # Another nonce would be another roll under the same name.
            raise DeskError("nonce")
        self.stage.tumble(key, known.dice, _lamps_for(items, still), still, now)
        noise = ("noise", _base64(known.noise))
        return Frame("opened", frame.seq, ("id", key), noise, ("x", outcome.check))

    def _same_as_armed(self, key: str, dice: str) -> None:
        if self.stage.waits() and self.stage.roll == key:
            same_dice(self.stage.dice, dice)

    def _draw(self, items: list[Item], pool: bytes) -> bytes:
        self.patterns.clear()  # they belonged to the roll before
        values = draw(items, Stream(pool))
        self.drawn += 1
        return values

    def _show(self, frame: Frame, now: int) -> Frame:
        key = roll_id(frame)
        faces = []
        for word in frame.get("f").split("."):
            if not (word.isdigit() and len(word) < 4 and int(word) < 512):
                raise DeskError("field", "f", frame.get("f"))
            faces.append(int(word))
        at = number(frame, "at", MOST_VALUES - 1)
        count = number(frame, "n", MOST_VALUES)
        if len(faces) > PAGE or at + len(faces) > count:
            raise DeskError("field", "n", "%d+%d/%d" % (at, len(faces), count))
        masks = _masks(frame.get("p"), len(faces))
        letters = frame.get("c")
        if letters and len(letters) != len(faces):
            raise DeskError("field", "c", letters)
        lights = tuple([by_letter(letter) for letter in letters])
        groups = _groups(frame.get("g"), len(faces))
        page = Scene("show", now, count=count)
        if not self.stage.show(page.put(key, at, tuple(faces), masks, lights, groups)):
            raise DeskError("field", "at", str(at))
        return Frame("shown", frame.seq, ("id", key))

    def _lamp(self, frame: Frame, now: int) -> Frame:
        kind = frame.get("k")
        if kind not in RESTS:
            raise DeskError("field", "k", kind)
        whole = left = 10 * number(frame, "s", 999)
        if frame.get("of"):
            whole = number(frame, "of", _LONGEST_TIME)
            left = number(frame, "left", whole)
        held = number(frame, "hold", 1) == 1
        self.stage.rest(kind, frame.get("c"), now).runs_out(left, whole, held)
        return Frame("ok", frame.seq)

    def _play(self, frame: Frame, now: int) -> Frame:
        pattern = read_pattern(frame, now)
        self.patterns.add(pattern)
        return Frame("played", frame.seq, ("id", pattern.key))

    def _capture(self, frame: Frame) -> Frame:
        # For people who measure a tower: nobody else's has it in memory.
        if self._captures is None:
            from tower.captures import Captures

            self._captures = Captures(self._noise)
        return self._captures.answer(frame)

    def _set(self, frame: Frame) -> Frame:
        # Without a value it only tells. The board writes what changed when nobody waits for dice.
        name = frame.get("k")
        most = self._settings.most(name)
        if most < 0:
            raise DeskError("field", "k", name)
        if frame.get("v"):
            self._settings.put(name, number(frame, "v", most))
        return Frame("set", frame.seq, ("k", name), ("v", str(self._settings.get(name))))

    def _status(self, frame: Frame, now: int) -> Frame:
        if frame.get("k") == "board":
            runs = [("py", self.python)] if self.python else []
            if self.model:
                runs.append(("on", self.model))
            if self.firmware:
                runs.append(("set", self.firmware))
            return Frame("status", frame.seq, *runs)
        noise = self._noise
        fields = [
            ("h", noise.health),
            ("rolls", _told(self.drawn)),
            ("trips", _told(min(noise.trips, 999))),
            ("bad", _told(self.bad)),
            ("up", str(self._earlier + (now - self._started) // 1000)),
            ("t", ".".join([_told(min(count, 999)) for count in noise.tests.failures])),
            ("sup", self.supply),
        ]
        faults = list(self.faults)
        if self._settings.damaged:
            faults.append("cfg")
        if self._blocked:
            faults.append("beam")
        if faults:
            fields.append(("f", ".".join(faults)))
        return Frame("status", frame.seq, *fields)

    def hold(self, step: int, now: int) -> None:
        # A long press is for people without a host: if one is there it has had the press already.
        # While a roll waits for a lost host it gives plain dice, and the roll goes on waiting.
        if self._last is not None and not self.lost(now):
            return
        if not self.stage.waits():
            self.stage.choose(now)
        elif step == 1:
            faces = self._plain_faces(now)
            if faces:
                self._lost_scene = self.stage.plain(faces, now)

    def beam_blocked(self, blocked: bool) -> None:
        if blocked and not self._blocked:
            self.events.add(("k", "fault"), ("code", "beam"))
        self._blocked = blocked

    def _trigger(self, kind: str, now: int) -> None:
        if self.stage.skip(now):
            return
        if self.stage.press(now):
            self.patterns.clear()
            self.events.add(("k", kind), ("id", self.stage.roll))
        elif self.stage.waits():
            return
        elif self._last is None or self.lost(now):
            self._stand_alone(now)
        else:
            self.events.add(("k", kind))

    def _stand_alone(self, now: int) -> None:
        # Nobody is there to ask or to write anything down: plain dice.
        faces = self._plain_faces(now)
        if faces:
            self.stage.lie_plain(faces, now)

    def _plain_faces(self, now: int) -> tuple[int, ...]:
        try:
            return tuple(self._draw([Item(self.stage.plain_dice, 6)], self._noise.pool()))
        except NoiseError:
            self._look_at_health(now)
            return ()

    def _look_at_health(self, now: int) -> None:
        if self._noise.health == "trip" and not self._fault_told:
            self._fault_told = True
            self.stage.rest("fault", "", now)
            self.events.add(("k", "fault"), ("code", "noise"), urgent=True)


def _lamps_for(items: list[Item], still: int) -> int:
    # Dice on the lamps, those that stand still among them. Cards have none, so all tumble.
    kept = sum([still >> die & 1 for die in range(PAGE)]) if still else 0
    return kept + sum([item.count for item in items if item.faces]) or PAGE


def _still(text: str) -> int:
    if len(text) > 2 or text.strip("0123456789abcdef"):
        raise DeskError("field", "s", text)
    return int(text or "0", 16)


def _base64(data: bytes) -> str:
    return binascii.b2a_base64(data).decode().strip()


def _nonce(text: str) -> bytes:
    try:
        nonce = binascii.a2b_base64(text)
    except ValueError:
        nonce = b""
    if len(nonce) != NONCE or _base64(nonce) != text:
        raise DeskError("field", "nonce", text)
    return nonce


def _groups(text: str, dice: int) -> tuple[int, ...]:
    if not text:
        return ()
    if not text.isdigit() or len(text) != dice:
        raise DeskError("field", "g", text)
    return tuple([int(digit) % len(MARKS) for digit in text])


def _told(count: int) -> str:
    return str(min(count, _MOST_TOLD))


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
    text = dotted(outcome.values[at:])
    if len(text) > _SURE_ROOM:
        # Measured with as many characters as surely fit: a shorter frame may be padded.
        sure = encode(_rolled(seq, outcome, at, "0" * _SURE_ROOM))
        room = LONGEST - len(sure) + _SURE_ROOM
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
