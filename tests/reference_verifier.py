"""Checks the dice of exported matches. Written from firmware/PROTOCOL.md alone, in plain Python.

    python tests/reference_verifier.py match.jsonl

It imports nothing of dicetower, so that a mistake there cannot hide itself here.
"""

import json
import sys
from hashlib import sha256
from pathlib import Path


def fair_bytes(seed):
    block = 0
    while True:
        yield from sha256(seed + str(block).encode()).digest()
        block += 1


def below(n, stream):
    fair = 256 - 256 % n
    while (byte := next(stream)) >= fair:
        pass
    return byte % n


def values(dice, seed):
    stream, drawn = fair_bytes(seed), []
    for item in dice.split("."):
        if item.startswith("s"):
            order = list(range(int(item[1:])))
            for place in range(len(order) - 1, 0, -1):
                other = below(place + 1, stream)
                order[place], order[other] = order[other], order[place]
            drawn += order
        else:
            count, _, faces = item.rpartition("x")
            drawn += [1 + below(int(faces), stream) for _ in range(int(count or 1))]
    return drawn


def why_wrong(committed, rolled, mixed):
    if committed is None:
        return "opened without a commitment"
    if mixed & {committed["commitment"], committed["nonce"]}:
        return "a commitment with two nonces, or a nonce with two commitments"
    roll = f"{rolled['id']} {committed['dice']} ".encode()
    noise, nonce = bytes.fromhex(rolled["noise"]), bytes.fromhex(committed["nonce"])
    told = sha256(b"dicetower commitment 1 " + roll + noise).hexdigest()
    if told != committed["commitment"]:
        return f"the commitment was {committed['commitment']}; the noise opened gives {told}"
    event = rolled["event"]
    played = event.get("faces", []) + [card for order in event.get("orders", []) for card in order]
    expected = values(
        committed["dice"], sha256(b"dicetower faces 1 " + roll + noise + nonce).digest()
    )
    return "" if played == expected else f"expected {expected}, played {played}"


def verify(lines):
    """Check whole matches; return how many rolls fit, could not be checked, and what is wrong."""
    fit = unchecked = 0
    wrong, waiting, abandoned, match, last = [], {}, set(), None, ""
    for number, line in enumerate(lines, 1):
        entry = json.loads(line)
        body, kind = entry["body"], entry["kind"]
        if entry["match"] != match:
            match, last, waiting, pairs, mixed = entry["match"], "0" * 64, {}, {}, set()
        text = line[line.index('"body":') + 7 : line.rindex(',"hash":')]
        parts = (last, match, str(entry["seq"]), entry["at"], kind, text)
        last = sha256("\n".join(parts).encode()).hexdigest()
        if last != entry["hash"]:
            wrong.append(f"line {number}: was changed, or follows another line")
            last = entry["hash"]
        if kind == "committed":
            both = body["commitment"], body["nonce"]
            for one, other in (both, both[::-1]):
                if pairs.setdefault(one, other) != other:
                    mixed.update(both)
            abandoned.add((match, body["commitment"]))
            waiting[body["id"]] = body
        elif kind == "rolled":
            if not body.get("noise"):
                unchecked += 1
            elif why := why_wrong(committed := waiting.pop(body["id"], None), body, mixed):
                wrong.append(f"line {number}: roll {body['id']}: {why}")
            else:
                fit += 1
                abandoned.discard((match, committed["commitment"]))
    return fit, unchecked, len(abandoned), wrong


if __name__ == "__main__":
    text = Path(sys.argv[1]).read_bytes().decode()
    fit, unchecked, abandoned, wrong = verify(text.strip("\n").split("\n"))
    print(*wrong, sep="\n", end="\n" if wrong else "")
    print(f"{fit} rolls fit, {unchecked} cannot be checked, {len(wrong)} things are wrong;")
    print(f"{abandoned} commitments were never opened")
    sys.exit(1 if wrong else 0)
