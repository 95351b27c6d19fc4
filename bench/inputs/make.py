#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Writes bench/inputs/SCHEME.bin, the inputs that the bench verifies, and SCHEME-keys.bin, the secret keys with which
it signs (compact and expanded ones after the public key; in SCHEME-public-keys.bin seeds, too). The same in every run.

Needs dilithium-py, py-fn-dsa and slh-dsa (`make test` installs them) and, for HAETAE, the library (`make tool`); the
bench itself needs only the files. A file is a row of records anchor | key | message | signature; the lengths are the
scheme's, messages have 33 bytes as in ePrint 2021/662. Falcon's compressed signatures are filled up with zeros to the
longest, and their length follows in two bytes, low byte first. Keys that name their set (LMS, HSS, XMSS) are there
once. Every record has a key of its own, since the rejections
while A is expanded depend on the key. Of Rainbow, GeMSS and UOV there is one record, without the key.
"""
import hashlib
import json
import pathlib
import re
import struct
import sys

from dilithium_py.dilithium import Dilithium2
from dilithium_py.ml_dsa import ML_DSA_44, ML_DSA_65, ML_DSA_87

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / folder) for folder in ("tools", "test", "test/support", "test/library")]
from kilosig.schemes.vectors import read_vectors  # noqa: E402
from kilosig.library.binding import Arguments, Verification, load, prepare  # noqa: E402
from kilosig.library.catalog import SCHEMES  # noqa: E402
from kilosig.schemes import fn_dsa, slh24_material, slh_dsa, uov  # noqa: E402
from kilosig.schemes.haetae import LEVELS, KeyGenerator  # noqa: E402
from kilosig.schemes.haetae_sign import sign  # noqa: E402
from kilosig.schemes.ml_dsa import expanded_key, public_key  # noqa: E402
from kilosig.schemes.stateful import LMS_SETS, XMSSMT_SETS, XMSS_SETS  # noqa: E402
from kilosig.schemes.stateful_material import pair_of  # noqa: E402
from support import chains  # noqa: E402
from uov_key import SECRET as UOV_SECRET  # noqa: E402

RECORDS = 8
MESSAGE_BYTES = 33
TRIES, STATEFUL_TRIES = 16, 100
STATEFUL = ("lms-sha256-h10-w8", "lms-sha256-h10-w4", "lms-sha256-192-h10-w8", "lms-shake-h10-w8", "lms-shake-h10-w4",
            "hss-sha256-h10-w8-x2", "hss-sha256-h10-w4-x2", "xmss-sha2-10-256", "xmss-sha2-10-192",
            "xmss-shake256-10-256", "xmssmt-sha2-20-2-256")
SLH_DSA = {"128s": (16, 7, 9, 12, 14), "128f": (16, 22, 3, 6, 33), "192s": (24, 7, 9, 14, 17),
           "192f": (24, 22, 3, 8, 33), "256s": (32, 8, 8, 14, 22), "256f": (32, 17, 4, 9, 35)}  # n, d, h', a, k
CHAINS = {"ml-dsa-44": ["ml-dsa-44"] * 4, "slh-dsa-sha2-128s": ["hss", "slh-dsa-sha2-128s", "slh-dsa-sha2-128s"]}
ML_DSA = {"ml-dsa-44": ML_DSA_44, "ml-dsa-65": ML_DSA_65, "ml-dsa-87": ML_DSA_87}


def ml_dsa(scheme, seed, message):
    key, secret = ML_DSA[scheme].key_derive(seed)
    return hashlib.shake_256(key).digest(64), key, message, ML_DSA[scheme].sign(secret, message, deterministic=True)


def dilithium2(seed, message):
    Dilithium2.random_bytes = lambda length: seed[:length]
    key, secret = Dilithium2.keygen()
    return hashlib.shake_256(key).digest(32), key, message, Dilithium2.sign(secret, message)


def falcon(scheme, seed, message):
    pair = fn_dsa.generate(scheme, seed)
    signature, sizes = fn_dsa.sign(scheme, pair.secret, message, seed=seed), SCHEMES[scheme]
    record = sizes.anchor(pair.public) + pair.public + message + signature.ljust(sizes.signature_bytes, b"\0")
    return record + (len(signature).to_bytes(2, "little") if sizes.signature_least else b"")


def counted_in_state(target, key, message, signature):
    """Calls of a hash chain's function in a verification, as SLH-DSA, LMS and XMSS count them in their states."""
    run = Verification(target, prepare(target, Arguments(), key, message, signature))
    parts = (b"", key, message, signature)
    while True:
        want = run.want()
        if want.length == 0:
            break
        run.feed(parts[want.part][want.offset:want.offset + want.length])
    done, due = struct.unpack_from("<II", run.state_copy(), 48)
    assert run.close().accepted and done == due, (target.name, done, due)
    return done


def mean_calls(scheme):
    """Half of the steps of 2 n chains, all for those of the checksum but what it takes on average, and the trees."""
    n, d, height, a, k = SLH_DSA[scheme.split("-")[-1]]
    weights = [1]
    for _ in range(2 * n):
        weights = [sum(weights[max(0, s - 15):s + 1]) for s in range(len(weights) + 15)]
    steps = sum(w * (s + 45 - (s & 15) - (s >> 4 & 15) - (s >> 8)) for s, w in enumerate(weights)) / 16**(2 * n)
    return k * (1 + a) + d * (steps + height)


def slh_dsa_record(library, scheme):
    """One record, since a signature is long: that of some messages whose work is nearest to the mean."""
    pair = slh_dsa.generate(scheme, hashlib.sha256(scheme.encode()).digest())
    mean = mean_calls(scheme)
    tried = []
    for number in range(TRIES):
        message = b"kilosig bench message number %04d" % number
        signature = slh_dsa.sign(scheme, pair.secret, message)
        calls = counted_in_state(library.scheme(scheme), pair.public, message, signature)
        tried.append((abs(calls - mean), calls, message, signature))
    _, calls, message, signature = min(tried)
    print(f"{scheme}: {calls} calls of F and H, mean {mean:.1f}")
    return pair.public + pair.public + message + signature


def limited_mean(one):
    """The like for w = 2^lg_w and one layer."""
    w, weights = 1 << one.lg_w, [1]
    for _ in range(one.digits):
        weights = [sum(weights[max(0, s - w + 1):s + 1]) for s in range(len(weights) + w - 1)]
    steps = sum(ways * (s + sum(w - 1 - (s >> one.lg_w * i & w - 1) for i in range(one.sum_digits)))
                for s, ways in enumerate(weights)) / w**one.digits
    return one.k * (1 + one.a) + steps + one.h


def limited_record(scheme):
    """The same for the sets of SP 800-230, by a key of which few leaves are real."""
    one = slh24_material.SETS[scheme]
    pair, mean, tried = slh24_material.Pair(one, b"bench"), limited_mean(one), []
    for number in range(TRIES):
        message = b"kilosig bench message number %04d" % number
        signature = pair.sign(message)
        functions = slh24_material.Functions(one, pair.key[:one.n])
        assert slh24_material.verified(one, pair.key, slh24_material.frame(message), signature, functions=functions)
        tried.append((abs(functions.calls - mean), functions.calls, message, signature))
    _, calls, message, signature = min(tried)
    print(f"{scheme}: {calls} calls of F and H, mean {mean:.1f}")
    return pair.key + pair.key + message + signature


def sphincs_record(scheme, vectors):
    """The vector with a message of that length."""
    path = ROOT / "test/vectors" / f"{vectors}.json.xz"
    vector = next(v for v in read_vectors(path) if v.valid and len(v.message) == MESSAGE_BYTES)
    return vector.key + vector.key + vector.message + vector.signature


def stateful_record(name):
    """key | message | signature of the set that a row is named after, by the bench's own key: of some messages the one
    whose chains are nearest to the mean."""
    scheme, sets = stateful_sets(name)
    key, sign = pair_of(scheme, sets, b"bench", 777)
    tried = []
    for number in range(STATEFUL_TRIES):
        message = b"kilosig bench message number %04d" % number
        signature = sign(message)
        tried.append((counted_in_state(load().scheme(scheme), key, message, signature), message, signature))
    mean = sum(steps for steps, _, _ in tried) / len(tried)
    steps, message, signature = min(tried, key=lambda one: abs(one[0] - mean))
    print(f"{name}: {steps} steps of chains, mean of {len(tried)} {mean:.1f}")
    return key + message + signature


def stateful_sets(name):
    """lms-sha256-h10-w8, hss-sha256-h10-w8-x2, xmss-sha2-10-256, xmssmt-sha2-20-2-256."""
    scheme, _, rest = name.partition("-")
    if scheme.startswith("xmss"):
        words = rest.split("-")
        full = f"{scheme.upper()}-{words[0].upper()}_{'/'.join(words[1:-1])}_{words[-1]}"
        return scheme, [{**XMSS_SETS, **XMSSMT_SETS}[full]]
    found = re.fullmatch(r"(sha256|shake)(-192)?-h(\d+)-w(\d)(?:-x(\d))?", rest)
    kind, bytes_ = found[1].upper(), 24 if found[2] else 32
    one = LMS_SETS[f"LMS_{kind}_M{bytes_}_H{found[3]}/LMOTS_{kind}_N{bytes_}_W{found[4]}"]
    return scheme, [one] * int(found[5] or 1)


def seeds(scheme):
    """(seed, message) of each record."""
    for number in range(RECORDS):
        message = b"kilosig bench message number %04d" % number
        yield hashlib.sha256(scheme.encode() + message).digest(), message


def write(name, records):
    path = pathlib.Path(__file__).with_name(name)
    path.write_bytes(b"".join(records))
    print(f"{path.name}: {len(records)} records, {path.stat().st_size} bytes")


def published(scheme, name):
    """anchor | message | signature from a vector file; the key is the file beside it (BENCH_KEY in
    ../CMakeLists.txt)."""
    vectors = ROOT / "test/vectors"
    key = (vectors / f"{name}.pk0.bin").read_bytes()
    tests = json.loads((vectors / f"{name}.json").read_text())["tests"]
    test = next(test for test in tests if test["valid"] and test["key"] == 0 and len(test["msg"]) == 2 * 33)
    write(f"{scheme}.bin", [hashlib.sha256(key).digest() + bytes.fromhex(test["msg"] + test["sig"])])


def candidates():
    """UOV: the key is made by uov_key.py (BENCH_KEY). MAYO: keys and signatures of the vectors."""
    for scheme in (name for name in uov.Uov.names if name not in ("uov-3-r3", "uov-5-r3")):
        key, message = uov.public_key(scheme, UOV_SECRET), next(seeds(scheme))[1]
        write(f"{scheme}.bin", [hashlib.sha256(key).digest() + message + uov.sign(scheme, UOV_SECRET, message, True)])
    for level in (1, 2, 3, 5):
        vectors = read_vectors(ROOT / f"test/vectors/mayo-{level}.json.xz")
        write(f"mayo-{level}-r3.bin", [hashlib.sha256(vector.key).digest() + vector.key + vector.message +
                                       vector.signature for vector in vectors
                                       if vector.valid and len(vector.message) == MESSAGE_BYTES])


def main():
    candidates()
    published("rainbow-1-classic", "rainbowI-classic")
    published("gemss-128", "gemss-128")
    for scheme in [*ML_DSA, "dilithium2-r3"]:
        write(f"{scheme}.bin", [b"".join(ml_dsa(scheme, *inputs) if scheme in ML_DSA else dilithium2(*inputs))
                                for inputs in seeds(scheme)])
    for scheme in ("falcon-512-r3", "falcon-1024-r3", "fn-dsa-512", "fn-dsa-1024"):
        write(f"{scheme}.bin", [falcon(scheme, *inputs) for inputs in seeds(scheme)])
    for scheme, names in CHAINS.items():
        keys = [chains.key(name, number) for number, name in enumerate(names)]
        write(f"chain-{scheme}.bin", [keys[0].anchor + keys[0].raw + chains.joined(chains.usual(*keys))])
    library = load()
    for scheme in ML_DSA:
        write(f"{scheme}-keys.bin", [seed for seed, _ in seeds(scheme)])
        write(f"{scheme}-public-keys.bin", [public_key(library, scheme, seed) + seed for seed, _ in seeds(scheme)])
        write(f"{scheme}-expanded-keys.bin", [public_key(library, scheme, seed) + expanded_key(library, scheme, seed)
                                              for seed, _ in seeds(scheme)])
    for level in LEVELS:
        scheme = f"haetae-{level}"
        pairs = [(KeyGenerator(library, level).generate(seed), message) for seed, message in seeds(scheme)]
        write(f"{scheme}-keys.bin", [pair.secret for pair, _ in pairs])
        compact = KeyGenerator(library, level, compact=True)
        write(f"{scheme}-compact-keys.bin", [compact.generate(seed).secret for seed, _ in seeds(scheme)])
        write(f"{scheme}.bin", [hashlib.sha256(pair.public).digest() + pair.public + message +
                                sign(library, scheme, pair.secret, message) for pair, message in pairs])
    for scheme in slh_dsa.SETS:
        write(f"{scheme}.bin", [slh_dsa_record(library, scheme)])
    for scheme in slh24_material.SETS:
        write(f"{scheme}.bin", [limited_record(scheme)])
    for scheme in ("slh-dsa-sha2-128f", "slh-dsa-sha2-192f", "slh-dsa-shake-128f"):
        write(f"{scheme}-keys.bin", [slh_dsa.generate(scheme, hashlib.sha256(scheme.encode()).digest()).secret])
    for name in STATEFUL:
        write(f"{name}.bin", [stateful_record(name)])
    for size in ("128s", "128f"):
        write(f"sphincs-sha256-{size}-simple-r3.bin",
              [sphincs_record(f"sphincs-sha256-{size}-simple-r3", f"sphincs-sha256-{size}-simple")])


if __name__ == "__main__":
    main()
