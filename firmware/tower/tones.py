# Tones: the sounds that go with scenes, one note at a time. Sound never tells alone: each goes with
# something the lamps show. It knows no buzzer.

from tower.scenes import APART, Scene

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

# Pairs of hertz and milliseconds; 0 hertz is a rest.
_ARMED = (2600, 40)
_TUMBLE = (2000, 8, 0, 60, 2300, 8, 0, 60, 2000, 8)
_SETTLE = (3000, 20, 0, APART - 20)  # for each die, as fast as they come to rest
_LAST = (3400, 80)
_WIN = (2100, 90, 2600, 90, 3150, 90, 4200, 180)
_FAULT = (2200, 150, 0, 80, 2000, 150, 0, 80, 2200, 150)
_LOST = (2400, 120, 2000, 200)
_NUDGE = (2500, 60, 0, 120, 2500, 60)
_WITH = {"armed": _ARMED, "tumble": _TUMBLE, "win": _WIN, "fault": _FAULT, "lost": _LOST}
_SETTLING = tuple([_SETTLE * dice + _LAST for dice in range(8)])


class Tones:
    # Hears a scene begin, and says which frequency is to sound now.

    def __init__(self) -> None:
        self.quiet = False
        self._scene: Scene | None = None
        self._notes: Sequence[int] = ()
        self._at = 0
        self._until = 0

    def turn_back(self, ms: int) -> None:
        self._until = max(self._until - ms, 0)

    def sounds(self, scene: Scene, now: int) -> int:
        # Hertz; 0 is silence. Dice are heard when they come to rest, not before.
        if scene is not self._scene and now >= scene.since:
            self._scene = scene
            self._notes = _WITH.get(scene.name, ())
            if scene.name == "time" and not scene.whole:
                self._notes = _NUDGE  # sand that runs is silent: who thinks is not to be hurried
            if scene.faces:
                self._notes = _SETTLING[min(len(scene.faces), 8) - 1]
            self._at = 0
            self._until = now
        while self._at < len(self._notes) and now >= self._until:
            self._until += self._notes[self._at + 1]
            self._at += 2
        if self.quiet or not self._at or now >= self._until:
            return 0
        return self._notes[self._at - 2]
