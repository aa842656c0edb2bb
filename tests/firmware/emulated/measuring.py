# Runs on the board in place of main.py: times what cannot be seen from outside, and prints it.

import gc
from time import ticks_diff, ticks_us

from tower.board import Pico
from tower.run import Tower
from tower.scenes import Scene
from tower.wire import Frame, encode


def timed(name, work, *args):
    began = ticks_us()
    work(*args)
    print("figure", name, ticks_diff(ticks_us(), began))


def busy(us):
    # Not asleep: while the processor sleeps, the emulator moves its clock in steps that are too
    # long for the lamps' pulses.
    began = ticks_us()
    while ticks_diff(ticks_us(), began) < us:
        pass


def frame(tower, scene, now):
    tower.board.lamps(tower.lamps.draw(scene, now))


def answer(tower, request):
    # As the listening task does it, from the last byte that came to the last that is written.
    for line in tower.desk.lines(request):
        tower.board.write(tower.desk.line(line, 0))


def main():
    tower = Tower(Pico())
    board, noise = tower.board, tower.noise
    noise.start()
    tower.frame(0)
    gc.collect()
    print("figure free_bytes", gc.mem_free())
    six = Scene("show", 0).put("a", 0, (6,) * 8, (), ((255, 255, 255),) * 8, (3,) * 8)
    scenes = (
        ("settling", six, 300),
        ("lying", six, 5000),
        ("tumble", Scene("tumble", 0), 500),
        ("win", Scene("win", 0), 500),
        ("digits", Scene("show", 0).put("a", 0, (20, 17, 100)), 5000),
    )
    for name, scene, now in scenes:
        busy(6000)
        timed("frame_us_" + name, frame, tower, scene, now)
    busy(6000)
    gc.collect()
    gc.disable()
    before = gc.mem_alloc()
    for now in range(0, 1000, 20):
        tower.frame(now)
    print("figure bytes_in_50_frames", gc.mem_alloc() - before)
    gc.enable()
    raw = bytearray(128)
    timed("raw_us", board.source.raw, raw)
    timed("tests_us", noise.tests.passes, raw)
    timed("pool_us", noise.pool)
    answer(tower, encode(Frame("hello", 1, ("proto", "1.1"))))
    timed("status_us", answer, tower, encode(Frame("status", 2)))
    dice = (("id", "7f3a91c2.1f"), ("d", "8x6"), ("at", "0"))
    timed("roll_us", answer, tower, encode(Frame("roll", 3, *dice)))
    tests = noise.tests
    print("figure cutoffs", tests.longest_run, tests.most_alike, tests.most_guessed)
    print("figure done")


main()
