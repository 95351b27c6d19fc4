#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Writes falcon-1024.json beside it: what falcon-512.json has, for degree 1024. The same in every run.

Keys and signatures are of py-fn-dsa 0.1.0 (c-fn-dsa in its mode "original Falcon", whose padding is taken off). The two
on the bound are made from a genuine one by adding multiples x^i (g, -f) of the secret key, until the norm is what it
should be: (s1, s2) stays a solution. `valid` follows from how a test was made, and is compared with a strict model of
the verification in plain Python here, and with py-fn-dsa's verifier where its padded form can say it.
"""
import hashlib
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
import py_fn_dsa  # noqa: E402

from kilosig.schemes.vectors import apply_edits  # noqa: E402
from kilosig.schemes import fn_dsa  # noqa: E402

SCHEME, N, Q, BOUND = "falcon-1024-r3", 1024, 12289, 70265242
WIDTH = 48  # bits of a coefficient while polynomials are multiplied as integers


def multiply(a, b):
    """Modulo x^N + 1, in Z."""
    product = sum(v << WIDTH * i for i, v in enumerate(a)) * sum(v << WIDTH * i for i, v in enumerate(b))
    half, digits = 1 << WIDTH - 1, []
    for _ in range(2 * N):
        digit = (product + half) % (1 << WIDTH) - half
        digits.append(digit)
        product = (product - digit) >> WIDTH
    return [low - high for low, high in zip(digits[:N], digits[N:])]


def centred(v):
    return (v + Q // 2) % Q - Q // 2


def encode(s2):
    """Compressed s2."""
    bits = "".join(f"{int(s < 0)}{abs(s) & 127:07b}{'0' * (abs(s) >> 7)}1" for s in s2)
    return pack(bits)


def pack(bits):
    return int(bits.ljust((len(bits) + 7) // 8 * 8, "0"), 2).to_bytes((len(bits) + 7) // 8, "big")


def fields_of(data):
    """The bits of each coefficient of a compressed s2."""
    bits, at, found = "".join(format(byte, "08b") for byte in data), 0, []
    for _ in range(N):
        end = bits.index("1", at + 8) + 1
        found.append(bits[at:end])
        at = end
    return found


def decode(data):
    return [(-1 if f[0] == "1" else 1) * (int(f[1:8], 2) + 128 * (len(f) - 9)) for f in fields_of(data)]


def signed_fields(data, width):
    """A polynomial of a secret key."""
    packed = int.from_bytes(data, "big")
    values = [packed >> width * (N - 1 - i) & ((1 << width) - 1) for i in range(N)]
    return [v - (v >> width - 1 << width) for v in values]


def hash_to_point(data):
    stream, c, at = hashlib.shake_256(data).digest(4 * N), [], 0
    while len(c) < N:
        w = stream[at] << 8 | stream[at + 1]
        at += 2
        if w < 5 * Q:
            c.append(w % Q)
    return c


def solution(key, message, signature):
    """s1 and s2."""
    h = [int.from_bytes(key[1:], "big") >> 14 * (N - 1 - i) & 0x3FFF for i in range(N)]
    s2 = decode(signature[41:])
    c = hash_to_point(signature[1:41] + message)
    return [centred(a - b) for a, b in zip(c, multiply(s2, h))], s2


def accepts(key, message, signature):
    """The strict verdict, without a digest of the key."""
    h = [int.from_bytes(key[1:], "big") >> 14 * (N - 1 - i) & 0x3FFF for i in range(N)]
    if len(key) != 1793 or key[0] != 10 or max(h) >= Q or len(signature) < 42 or signature[0] != 0x3A:
        return False
    try:
        s1, s2 = solution(key, message, signature)
    except ValueError:  # the bits end too early
        return False
    if max(map(abs, s2)) > 2047 or encode(s2) != signature[41:]:
        return False
    return sum(v * v for v in s1 + s2) <= BOUND


def on_norm(pair, signature, message, target):
    """A signature of the same message whose norm is exactly the target."""
    f, g = (signed_fields(pair.secret[1 + 640 * i:641 + 640 * i], 5) for i in (0, 1))
    s1, s2 = solution(pair.public, message, signature)

    def correlate(a, b):
        """<a, x^i b> for all i: a times b reversed."""
        return multiply(a, [b[0]] + [-v for v in b[:0:-1]])

    auto = [a + b for a, b in zip(correlate(g, g), correlate(f, f))]  # <b_i, b_0>, b = (g, -f)
    cross = [a - b for a, b in zip(correlate(s1, g), correlate(s2, f))]  # <s, b_i>
    missing, steps = target - sum(v * v for v in s1 + s2), []

    def between(i, j):
        """<b_i, b_j>."""
        return auto[i - j] if i >= j else -auto[N + i - j]

    def add(i, sign):
        nonlocal missing
        missing -= 2 * sign * cross[i] + auto[0]
        for j in range(N):
            cross[j] += sign * between(j, i)
        steps.append((i, sign))

    def growth(step):
        return 2 * step[1] * cross[step[0]] + auto[0]

    every = [(i, sign) for i in range(N) for sign in (1, -1)]
    while missing > 100000:
        add(*min(every, key=lambda step: abs(growth(step) - 60000)))
    while missing:
        # Two steps at once that do the rest, found by what the second must contribute.
        wanted, places = missing // 2 - auto[0], {}
        for j, sign in every:
            places.setdefault(sign * cross[j], []).append((j, sign))
        found = None
        for i, sign in every:
            for near in range(-60, 61):
                for j, other in places.get(wanted - sign * cross[i] - near, ()):
                    if i != j and sign * other * between(i, j) == near:
                        found = (i, sign), (j, other)
        for step in found or [min(every[len(steps) % 64::64], key=lambda step: abs(missing - growth(step)))]:
            add(*step)
    assert missing == 0
    for i, sign in steps:
        for j in range(N):
            at, turned = (i + j) % N, sign if i + j < N else -sign
            s1[at] += turned * g[j]
            s2[at] -= turned * f[j]
    made = signature[:41] + encode(s2)
    assert solution(pair.public, message, made) == (s1, s2) and sum(v * v for v in s1 + s2) == target
    return made


def main():
    pairs = [fn_dsa.generate(SCHEME, b"kilosig falcon-1024 key %d" % i) for i in range(4)]
    messages = [b"", b"\x5a", bytes(range(33)), bytes(i % 251 for i in range(1000)),
                bytes(i % 241 for i in range(3300))]
    tests, expanded = [], {}

    def add(valid, why, **entry):
        number = len(tests)
        if "base" in entry:
            key, parts = expanded[entry["base"]]
            parts = apply_edits({**parts, **({"sig": bytes.fromhex(entry["sig"])} if "sig" in entry else {})},
                                entry.get("edits", []))
        else:
            key = entry["key"]
            parts = {"pk": pairs[key].public, "msg": bytes.fromhex(entry["msg"]), "sig": bytes.fromhex(entry["sig"])}
        expanded[number] = key, parts
        genuine = parts["pk"] == pairs[key].public
        assert (genuine and accepts(parts["pk"], parts["msg"], parts["sig"])) == valid, why
        padded = parts["sig"].ljust(1280, b"\0")
        if len(padded) == 1280 and len(parts["sig"]) != 1280 and parts["sig"][-1:] != b"\0" and genuine:
            theirs = py_fn_dsa.verify(py_fn_dsa.VerifyKey(10, parts["pk"]), padded, parts["msg"], b"", b"\xff")
            assert theirs == valid, why
        tests.append({"id": number, **entry, "valid": valid, "why": why})
        return number

    def signed(key, message, number):
        return fn_dsa.sign(SCHEME, pairs[key].secret, message, seed=b"kilosig falcon-1024 signature %d" % number)

    genuine = [add(True, "reference signature", key=i % 4, msg=messages[i % 5].hex(),
                   sig=signed(i % 4, messages[i % 5], i).hex()) for i in range(10)]
    for base, position in ((0, 7), (3, 1), (4, 40)):
        add(False, "bit flip in nonce", base=base, edits=[["sig", "xor", position, 32]])
    for base, position in ((1, 41), (2, 700), (5, 1200)):
        add(False, "bit flip in s2", base=base, edits=[["sig", "xor", position, 4]])
    for base, position in ((1, 0), (2, 32), (3, 999), (4, 3299)):
        add(False, "bit flip in message", base=base, edits=[["msg", "xor", position, 1]])
    add(False, "message one byte short", base=2, edits=[["msg", "trunc", 32, 0]])
    add(False, "message one byte (00) longer", base=0, edits=[["msg", "append", 0, "00"]])
    length = len(expanded[1][1]["sig"])
    for why, edit in (("one byte short", ["trunc", length - 1, 0]), ("one byte (00) long", ["append", 0, "00"]),
                      ("8 bytes long", ["append", 0, "a5" * 8]), ("half", ["trunc", length // 2, 0]),
                      ("empty", ["trunc", 0, 0]), ("one byte", ["trunc", 1, 0]), ("all zero", ["fill", 0, 0]),
                      ("all ff", ["fill", 0, 255]), ("too long for any", ["append", 0, "00" * 300])):
        add(False, f"signature {why}", base=1, edits=[["sig", *edit]])
    add(False, "signature of another message (same key)", base=2, sig=signed(2, b"another", 20).hex())
    add(False, "signature made with another key", base=2, sig=signed(3, messages[2], 21).hex())
    for position, bit in ((0, 2), (1, 32), (900, 16), (1792, 1)):
        add(False, f"bit flip in public key at {position}", base=2, edits=[["pk", "xor", position, bit]])
    for header in (0x2A, 0x4A, 0x5A, 0x3B, 0x39, 0x0A, 0xBA):
        add(False, f"signature header byte {header:02x}", base=3, edits=[["sig", "set", 0, header]])
    add(False, "pk header byte 09", base=3, edits=[["pk", "set", 0, 9]])
    add(False, "zero padded to 1280 bytes (padded form)", base=1, edits=[["sig", "append", 0, "00" * (1280 - length)]])
    for base in (0, 4):
        signature = expanded[base][1]["sig"]
        fields = fields_of(signature[41:])
        place = fields.index("000000001")
        wrong = fields[:place] + ["100000001"] + fields[place + 1:]
        add(False, "minus zero coefficient", base=base, sig=(signature[:41] + pack("".join(wrong))).hex())
        wrong = fields[:place] + ["00000000" + "0" * 16 + "1"] + fields[place + 1:]
        add(False, "coefficient out of range (2048: 16 zero bits in unary)", base=base,
            sig=(signature[:41] + pack("".join(wrong))).hex())
    loose = next(i for i in genuine if len("".join(fields_of(expanded[i][1]["sig"][41:]))) % 8)
    add(False, "non-zero unused bit in last byte", base=loose,
        edits=[["sig", "xor", len(expanded[loose][1]["sig"]) - 1, 1]])
    long = expanded[2][1]["sig"][:41] + encode([2047] * 17 + [0] * (N - 17))
    add(False, "|s2| alone over the bound", base=2, sig=long.hex())
    # The sum of f and g at 1 is even, so the parity of the norm stays: a signature of the right one is needed.
    for why, target, valid in ((f"norm^2 exactly {BOUND} (bound)", BOUND, True),
                               (f"norm^2 {BOUND + 1}, one above the bound", BOUND + 1, False)):
        options = (signed(2, messages[2], number) for number in range(30, 60))
        signature = next(o for o in options
                         if sum(v * v for part in solution(pairs[2].public, messages[2], o) for v in part) % 2
                         == target % 2)
        add(valid, why, base=2, sig=on_norm(pairs[2], signature, messages[2], target).hex())
    add(True, "re-encoded identical", base=3, sig=expanded[3][1]["sig"].hex())
    keys = [{"pk": pair.public.hex(), "pk_sha256": hashlib.sha256(pair.public).hexdigest()} for pair in pairs]
    data = {"scheme": "falcon-1024", "format": "streamverify-vectors-1",
            "source": "make_falcon.py with py-fn-dsa 0.1.0", "keys": keys, "tests": tests}
    path = pathlib.Path(__file__).with_name("falcon-1024.json")
    path.write_text(json.dumps(data, indent=0) + "\n")
    print(f"{path.name}: {sum(t['valid'] for t in tests)} valid, {sum(not t['valid'] for t in tests)} invalid")


if __name__ == "__main__":
    main()
