# Frames on the wire: how they are written, read and found in a stream of bytes.
# Both ends import this file; it is the only definition. It knows no verb and keeps no promise:
# what is asked and answered is the desk's affair, what is sent again is the link's.
#
#     ~roll 17 id=7f3a91c2.1f d=8x6 at=0 *0c428e90
#     |verb seq fields                   |CRC-32 of all before the star

import binascii

PROTO = (1, 4)  # major: both ends must agree; minor: the newer end knows more
LONGEST = 120  # bytes of a frame with its newline; USB-CDC buffers hold 256 out, 512 in
_STALL = 64  # a write of exactly one USB packet has been seen to stall
LAST_SEQ = 999999

MARK = 0x7E  # "~" begins a frame and stands nowhere inside one
_STAR = 0x2A


class WireError(ValueError):
    # A line that is no good frame. The code is stable; `args` tell what was expected and came.

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class Frame:
    # One frame. Fields keep their order: MicroPython's dictionaries do not.

    def __init__(self, verb: str, seq: int, *fields: tuple[str, str]) -> None:
        self.verb = verb
        self.seq = seq
        self.fields = fields

    def get(self, key: str, default: str = "") -> str:
        for name, value in self.fields:
            if name == key:
                return value
        return default

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Frame) and (self.verb, self.seq, self.fields) == (
            other.verb,
            other.seq,
            other.fields,
        )

    def __hash__(self) -> int:
        return hash((self.verb, self.seq, self.fields))

    def __repr__(self) -> str:
        return "Frame(%s)" % ", ".join([repr(part) for part in (self.verb, self.seq) + self.fields])


def next_seq(seq: int) -> int:
    return seq + 1 if seq < LAST_SEQ else 0


def encode(frame: Frame) -> bytes:
    parts = [frame.verb, str(frame.seq)] + ["=".join(field) for field in frame.fields]
    text = " ".join(parts)
    # On the board a look at each character takes longer than all the rest: only who errs pays it.
    if not _clean(text.encode(), len(parts)):
        for part in parts:
            _check_part(part)
    if not 0 <= frame.seq <= LAST_SEQ:
        raise WireError("seq", "sequence is %d; it runs from 0 to %d" % (frame.seq, LAST_SEQ))
    body = "~" + text + " "
    if len(body) + 10 == _STALL:
        body += " "
    line = body.encode()
    line += b"*%08x\n" % binascii.crc32(line)
    if len(line) > LONGEST:
        raise WireError("length", "frame has %d bytes; the longest has %d" % (len(line), LONGEST))
    return line


def _clean(text: bytes, words: int) -> bool:
    # Printable words with one blank between any two, and neither mark nor star.
    return (
        min(text) >= 0x20
        and max(text) < MARK
        and text.find(b"*") < 0
        and text.count(b" ") == words - 1
        and text.find(b"  ") < 0
        and text[0] != 0x20
        and text[-1] != 0x20
    )


def _check_part(part: str) -> None:
    if not part:
        raise WireError("shape", "empty word in a frame")
    for char in part:
        if not "!" <= char <= "}" or char == "*":
            raise WireError("text", "frames hold printable ASCII but ~ and *; got %r" % part)


def decode(line: bytes) -> Frame:
    # Reads one line, with or without its line end. Whatever stands before the last mark is the
    # rest of a line that was cut; it is dropped, so that one lost newline costs one frame.
    start = line.rfind(b"~")
    if start < 0:
        raise WireError("mark", "no frame mark")
    frame = line[start:].rstrip(b"\r\n")
    star = len(frame) - 9
    if len(frame) + 1 > LONGEST or star < 4 or frame[star] != _STAR:
        raise WireError("shape", "no checksum at the end of %d bytes" % len(frame))
    want = b"%08x" % binascii.crc32(frame[:star])
    if frame[star + 1 :] != want:
        raise WireError("crc", "checksum should be %s" % want.decode())
    body = frame[1:star]
    if min(body) < 0x20 or max(body) > 0x7D or body.find(b"*") >= 0:
        raise WireError("text", "frames hold printable ASCII but ~ and *")
    words = body.decode().split()
    if len(words) < 2 or not words[1].isdigit() or int(words[1]) > LAST_SEQ:
        raise WireError("shape", "frame begins with a verb and a sequence number")
    fields = []
    for word in words[2:]:
        key, equals, value = word.partition("=")
        if not (key and equals and value):
            raise WireError("shape", "field %r is not key=value" % word)
        fields.append((key, value))
    return Frame(words[0], int(words[1]), *fields)


class Lines:
    # Cuts a stream of bytes into lines. Bounded: a line that never ends is thrown away as it
    # comes, and the next newline begins a new one.

    def __init__(self) -> None:
        self._part = bytearray()
        self._spilt = False
        self.spilt = 0  # lines thrown away for their length

    def feed(self, chunk: bytes) -> list[bytes]:
        lines: list[bytes] = []
        chunk = chunk.replace(b"\r", b"")
        while True:
            end = chunk.find(b"\n")
            if end < 0:
                self._take(chunk)
                return lines
            self._take(chunk[:end])
            chunk = chunk[end + 1 :]
            if self._part and not self._spilt:
                lines.append(bytes(self._part))
            self._part = bytearray()
            self._spilt = False

    def _take(self, piece: bytes) -> None:
        while piece:
            if self._spilt:
                # A frame may begin in the middle of noise that had no newline.
                at = piece.find(b"~")
                if at < 0:
                    return
                piece = piece[at:]
                self._spilt = False
            room = 2 * LONGEST + 1 - len(self._part)
            self._part.extend(piece[:room])
            piece = piece[room:]
            if len(self._part) > 2 * LONGEST:
                self._part = bytearray()
                self._spilt = True
                self.spilt += 1
