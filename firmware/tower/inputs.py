# Contacts: a level that chatters to clean edges, and how long it lasts. It knows no pin.

BUTTON_LOCKOUT = 20  # ms; a good microswitch is at rest within 5
BEAM_LOCKOUT = 400  # ms; several dice dropped together are one drop
HOLD = 1000  # ms after which a press is a long one
HOLD_AGAIN = 700  # and each further step of a finger that stays
BLOCKED = 2000  # ms; no die takes so long to fall through


class Contact:
    # The first edge counts at once, for the lamps must follow the hand; what comes in the
    # lockout after it is chatter.

    def __init__(self, lockout: int) -> None:
        self._lockout = lockout
        self.closed = False
        self._deaf_until = 0
        self._since = 0
        self._steps = 0

    def turn_back(self, ms: int) -> None:
        self._deaf_until = max(self._deaf_until - ms, 0)
        self._since = max(self._since - ms, -BLOCKED)

    def closes(self, closed: bool, now: int) -> bool:
        if now < self._deaf_until or closed == self.closed:
            return False
        self.closed = closed
        self._deaf_until = now + self._lockout
        self._since = now
        self._steps = 0
        return closed

    def held(self, now: int) -> int:
        # 1 when a press has become a long one, then 2 and so on for each step it lasts; else 0.
        if not self.closed or now < self._since + HOLD + self._steps * HOLD_AGAIN:
            return 0
        self._steps += 1
        return self._steps

    def blocked(self, now: int) -> bool:
        return self.closed and now >= self._since + BLOCKED
