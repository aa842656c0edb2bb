# Runs on the board in place of main.py: the tower as ever, and a line for every fiftieth frame.
# The board counts itself: from outside, frames sent while the processor sleeps blur into others.

from tower.board import Pico
from tower.run import main


class Counted(Pico):
    def __init__(self):
        super().__init__()
        self.started = 0

    def lamps(self, pixels):
        super().lamps(pixels)
        self.started += 1
        if self.started % 50 == 0:
            print("fiftieth", self.now())


main(Counted())
