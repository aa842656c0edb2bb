# Runs on the board in place of main.py: the tower as ever, and it tells when its frames were begun.
# The board counts itself: from outside, frames sent while the processor sleeps blur into others.

from array import array

from tower import run
from tower.board import Pico

FRAMES = 101
SETTLED = 10  # frames before it counts: telling the last ones took a while
QUIET = 100  # ms without a byte, and it is not lines that arrive: it counts anew


class Heard(Pico):
    last = 0

    def read(self):
        came = super().read()
        if came:
            self.last = self.now()
        return came


class Counting(run.Tower):
    def __init__(self, board):
        super().__init__(board)
        self.begun = array("i", [0] * FRAMES)
        self.at = -SETTLED

    def frame(self, now):
        super().frame(now)
        if now - self.board.last > QUIET:
            self.at = -SETTLED
        if self.at >= 0:
            self.begun[self.at] = now
        self.at += 1
        if self.at == FRAMES:
            self.at = -SETTLED
            print("frames", *self.begun)


run.Tower = Counting
run.main(Heard())
