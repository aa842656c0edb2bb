# What the tower says unasked: each event is sent, and sent again, until the host has it.
# One is in flight at a time and they keep their order. It knows no port and no clock.

from tower.wire import Frame, encode, next_seq

MOST = 8  # waiting; a button hammered while nobody listens must not fill the memory
_FIRST_WAIT = 100  # ms before an event is sent again, doubled each time
_LONGEST_WAIT = 1000


class Events:
    def __init__(self, seq: int) -> None:
        self.surplus = 0  # events that found no room; the oldest are kept, they came first
        self._seq = seq
        self._waiting: list[tuple[int, bytes]] = []
        self._due = 0
        self._wait = 0

    def add(self, *fields: tuple[str, str], urgent: bool = False) -> None:
        if len(self._waiting) == MOST:
            self.surplus += 1
            if not urgent:
                return
            self._waiting.pop()  # never sent yet: one after the other they go
        self._waiting.append((self._seq, encode(Frame("event", self._seq, *fields))))
        self._seq = next_seq(self._seq)

    def ack(self, seq: int) -> None:
        if self._waiting and self._waiting[0][0] == seq:
            self._waiting.pop(0)
            self.afresh()

    def afresh(self) -> None:
        # The next event goes out at once: the former one arrived, or somebody new listens.
        self._wait = 0

    def turn_back(self, ms: int) -> None:
        self._due = max(self._due - ms, 0)

    def due(self, now: int) -> bytes | None:
        if not self._waiting or (self._wait and now < self._due):
            return None
        self._wait = min(2 * self._wait, _LONGEST_WAIT) if self._wait else _FIRST_WAIT
        self._due = now + self._wait
        return self._waiting[0][1]
