# The desk: requests in, answers out. It holds the promises of the protocol: nothing is done twice,
# one id has one outcome, no face is lit before the host says so. PROTOCOL.md tells them in full.
# It knows no port, pin or clock: bytes and milliseconds are handed in.

from tower import VERSION, pages, patterns
from tower.dice import DiceError
from tower.events import Events
from tower.noise import Noise, NoiseError
from tower.refusals import DeskError, number, roll_id
from tower.rolls import Rolls
from tower.scenes import OLD, PAGE, Scene
from tower.settings import Settings
from tower.stage import RESTS, Stage
from tower.wire import LONGEST, PROTO, Frame, Lines, WireError, decode, encode, next_seq

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tower.captures import Captures

LOST_AFTER = 6000  # ms without a good frame, and the host is thought lost
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
        self.patterns = patterns.Patterns()
        self.events = Events(first_event)
        self.rolls = Rolls(noise, self.stage, self.patterns)
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
            return self.rolls.arm(frame, now)
        if verb == "roll":
            return self.rolls.roll(frame, now)
        if verb == "commit":
            return self.rolls.commit(frame)
        if verb == "open":
            return self.rolls.open(frame, now)
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

    def _show(self, frame: Frame, now: int) -> Frame:
        key = roll_id(frame)
        if not self.stage.show(pages.read(frame, key, now)):
            raise DeskError("field", "at", frame.get("at"))
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
        pattern = patterns.read(frame, now)
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
            ("rolls", _told(self.rolls.drawn)),
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
            return self.rolls.plain()
        except NoiseError:
            self._look_at_health(now)
            return ()

    def _look_at_health(self, now: int) -> None:
        if self._noise.health == "trip" and not self._fault_told:
            self._fault_told = True
            self.stage.rest("fault", "", now)
            self.events.add(("k", "fault"), ("code", "noise"), urgent=True)


def _told(count: int) -> str:
    return str(min(count, _MOST_TOLD))
