"""A thousand frames of each scene with a stand-in for the board: prints what memory they took."""

import gc

from tower.lamps import Lamps
from tower.patterns import Patterns, read
from tower.scenes import Scene
from tower.stage import Stage
from tower.tones import Tones
from tower.wire import Frame

FRAMES = 1000


def film(
    scene: Scene, lamps: Lamps, tones: Tones, stage: Stage, patterns: Patterns | None = None
) -> int:
    for now in range(0, 200, 20):
        lamps.draw(scene, now)
    gc.collect()
    gc.disable()
    before = gc.mem_alloc()
    now = 0
    for _ in range(FRAMES):
        lamps.draw(scene, now, patterns.at(now) if patterns else None)
        tones.sounds(scene, now)
        stage.scene(now)
        now += 20
    taken = gc.mem_alloc() - before
    gc.enable()
    return taken


def main() -> None:
    lamps, tones, stage = Lamps(250, 32), Tones(), Stage(0)
    names = (
        "idle",
        "turn",
        "armed",
        "tumble",
        "win",
        "wait",
        "time",
        "test",
        "lost",
        "fault",
        "choose",
    )
    for name in names:
        print(name, film(Scene(name, 0), lamps, tones, stage))
    print("sand", film(Scene("time", 0).runs_out(99999, 99999, False), lamps, tones, stage))
    six = Scene("show", 0).put("a", 0, (6,) * 8, (), (), (3,) * 8)
    print("show", film(six, lamps, tones, stage))
    print("plain", film(Scene("plain", 0).put("a", 0, (1, 2)), lamps, tones, stage))
    print("digits", film(Scene("show", 0).put("a", 0, (20, 11, 100)), lamps, tones, stage))
    patterns = Patterns()
    for key, wait in (("a", "0"), ("b", "7000")):
        steps = ("p", "d.f0fsuc28sl728r.30fk.20fcd028")
        told = (("id", key), steps, ("d", "a5"), ("n", "3"), ("in", wait))
        patterns.add(read(Frame("play", 0, *told), 0))
    print("pattern", film(six, lamps, tones, stage, patterns))
    lamps.calm = True
    print("calm", film(six, lamps, tones, stage, patterns))
    lamps.calm = False
    print("still", film(Scene("tumble", 0).stand(0xAA, six), lamps, tones, stage))


if __name__ == "__main__":
    main()
