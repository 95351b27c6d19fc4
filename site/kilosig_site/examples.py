# SPDX-License-Identifier: Apache-2.0 OR MIT
"""An example of every scheme: the key that the device trusts, a signed token of 33 bytes, and another key of the
scheme. From the tool's signers, or from the repository's vectors where the tool does not sign."""
from __future__ import annotations

import base64
import hashlib
from dataclasses import dataclass

from kilosig_site import ROOT

from kilosig.files.bench_rows import Row, scheme_of
from kilosig.files.data import Data
from kilosig.schemes.vectors import read_vectors
from kilosig.library.binding import Arguments, LibraryScheme, load
from kilosig.library.catalog import SCHEMES
from kilosig.schemes.family import SEED_BYTES, Signature
from kilosig.schemes.registry import signer
from kilosig.schemes.stateful import SETS
from kilosig.schemes.stateful_material import pair_of

TOKEN = b"\x01KILOSIG-0001" + bytes([3, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0]) + b"unlocked"
VECTORS = ROOT / "test" / "vectors"
# Schemes that are in vectors only, or whose signer is slow: what holds a genuine signature of theirs.
FILES = {"dilithium2-r3": "dilithium2.json", "falcon-512-r3": "falcon-512.json", "falcon-1024-r3": "falcon-1024.json",
         "gemss-128": "gemss-128.json", "rainbow-1-classic": "rainbowI-classic.json",
         "sphincs-sha256-128s-simple-r3": "sphincs-sha256-128s-simple.json.xz",
         "sphincs-sha256-128f-simple-r3": "sphincs-sha256-128f-simple.json.xz",
         **{f"mayo-{number}-r3": f"mayo-{number}.json.xz" for number in (1, 2, 3, 5)},
         **{f"uov-{name}{form}-r3": f"uov-{file}{form or '-classic'}.json.xz" for form in ("", "-pkc")
            for name, file in (("1p", "Ip"), ("1s", "Is"), ("3", "III"), ("5", "V"))}}


@dataclass(frozen=True)
class Example:
    """name: of the example, and of the row of the bench that it belongs to. other: another key, if there is one."""

    name: str
    scheme: str
    key: bytes
    message: bytes
    signature: bytes
    other: bytes | None = None
    context: bytes = b""

    def packed(self) -> dict[str, str]:
        """For a script of the site."""
        def text(data: bytes | None) -> str:
            return base64.b64encode(data or b"").decode()

        return {"name": self.name, "scheme": self.scheme, "key": text(self.key), "message": text(self.message),
                "signature": text(self.signature), "other": text(self.other), "context": text(self.context)}


def from_vectors(name: str) -> Example:
    """The first valid vector with a short message; another key is another vector's."""
    vectors = [v for v in read_vectors(VECTORS / FILES[name]) if v.valid and v.key]
    first = min(vectors, key=lambda v: (abs(len(v.message) - len(TOKEN)), v.id))
    others = [v.key for v in vectors if v.key != first.key]
    return Example(name, name, first.key or b"", first.message, first.signature,
                   others[0] if others and len(first.key or b"") < 10000 else None, first.context)


def from_signer(scheme: LibraryScheme) -> Example:
    """Keys of two seeds, and the signature of one."""
    family = signer(scheme.name)
    assert family is not None
    pair, other = (family.generate(scheme.name, seed.ljust(SEED_BYTES, b"\0")) for seed in (b"site", b"other"))
    signature = family.sign(scheme.name, pair.secret, Signature(Data(TOKEN), deterministic=True))
    return Example(scheme.name, scheme.name, pair.public, TOKEN, signature, other.public)


def from_bench(name: str) -> Example:
    """The first record that the bench verifies: anchor | key | message | signature. There is no signer, or it would
    take a minute. Any bytes can be a key of SLH-DSA, so the other key is some."""
    scheme = SCHEMES[name]
    key_bytes = scheme.key_bytes
    data = (ROOT / "bench" / "inputs" / f"{name}.bin").read_bytes()[scheme.anchor_bytes:]
    key, message = data[:key_bytes], data[key_bytes:key_bytes + 33]
    signature = data[key_bytes + 33:key_bytes + 33 + scheme.signature_bytes]
    return Example(name, name, key, message, signature, hashlib.shake_256(b"other" + key).digest(key_bytes))


def stateful(row: Row) -> Example:
    """Of the parameter sets that a row of the bench is about."""
    scheme, sets = scheme_of(row)
    parameters = [SETS[scheme.name][name] for name in sets]
    (key, sign), (other, _) = (pair_of(scheme.name, parameters, seed) for seed in (b"site", b"other"))
    return Example(row.scheme, scheme.name, key, TOKEN, sign(TOKEN), other)


def examples(rows: list[Row]) -> list[Example]:
    """At least one for every scheme, in the library's order. Each is verified by the native library."""
    found, library = [], load()
    names: dict[str, list[Row]] = {}
    for row in rows:
        if row.op == "verify":
            names.setdefault(scheme_of(row)[0].name, []).append(row)
    for name, entry in SCHEMES.items():
        scheme = library.scheme(name)
        assert scheme is not None
        if entry.key_varies:
            found += [stateful(row) for row in {row.scheme: row for row in names[name]}.values()]
        else:
            by_bench = name.startswith("slh-dsa") or signer(name) is None
            make = from_vectors if name in FILES else from_bench if by_bench else None
            found.append(make(name) if make else from_signer(scheme))
    for one in found:
        target = library.scheme(one.scheme)
        assert target is not None
        verdict = library.verify(target, one.key, one.message, one.signature, Arguments(context=one.context))
        assert verdict.accepted, (one.name, verdict)
    return found


def measured_as(example: Example, measured: tuple[str, ...]) -> str | None:
    """The scheme of the bench whose code, lengths and work are this example's; None if there is none."""
    for name in (example.name, example.scheme.replace("-kpqc", ""), example.scheme.replace("-padded", "")):
        if name in measured:
            return name
    return None
