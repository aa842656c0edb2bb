# A strip of lamps that is not there; the first frame that is lit is written to the console.


class NeoPixel:
    def __init__(self, pin, count):
        self.buf = bytearray(3 * count)
        self._lit = False

    def write(self):
        if any(self.buf) != self._lit:
            self._lit = not self._lit
            print("lamps", "lit" if self._lit else "dark")
