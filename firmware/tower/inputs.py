# Contacts: a level that chatters to one clean edge. It knows no pin.

BUTTON_LOCKOUT = 20  # ms; a good microswitch is at rest within 5
BEAM_LOCKOUT = 400  # ms; several dice dropped together are one drop


class Contact:
    # The first edge counts at once, for the lamps must follow the hand; what comes in the
    # lockout after it is chatter.

    def __init__(self, lockout: int) -> None:
        self._lockout = lockout
        self._closed = False
        self._deaf_until = 0

    def closes(self, closed: bool, now: int) -> bool:
        if now < self._deaf_until or closed == self._closed:
            return False
        self._closed = closed
        self._deaf_until = now + self._lockout
        return closed
