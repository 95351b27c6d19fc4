# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Keys that sign at most 2^24 times (SP 800-230): their trees, and the file that counts their signatures. All but the
last tests are of sets with small trees (support/limited_keys.py)."""
from __future__ import annotations

import fcntl
import json
import lzma
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import limited_keys
import pytest

from kilosig.cli.app import app
from kilosig.errors import UserError
from kilosig.files import count, images
from kilosig.files.data import Data
from kilosig.files.keys import read_public_key
from kilosig.library import slh24 as native
from kilosig.library.binding import load
from kilosig.schemes import signer, slh24, slh24_material, slh24_sign, slh24_tree
from kilosig.schemes.family import Signature, Watch
from linked_code import vector_code
from support import runner

pytestmark = pytest.mark.library
ROOT = Path(__file__).resolve().parents[2]
SET = limited_keys.SET
MOST = slh24.MOST_SIGNATURES
KILLS = int(os.environ.get("KSIG_KILLS", "6"))


@contextmanager
def _silent(title: str) -> Iterator[Callable[[int, int], None]]:
    yield lambda done, total: None


QUIET = Watch(_silent, lambda text: None, lambda left: None)


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small sets for the commands of this process."""
    for name in list(slh24.SETS):
        monkeypatch.setitem(slh24.SETS, name, limited_keys.small(name))
    monkeypatch.setattr(signer, "verdict_of", limited_keys.verdict_of)


@pytest.fixture(scope="module")
def ready(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a small key."""
    folder = tmp_path_factory.mktemp("limited")
    done = child(folder, "keygen", "--scheme", SET, "--private", "key", "--public", "public").wait()
    assert done == 0
    return folder


@pytest.fixture
def key(ready: Path, tmp_path: Path, small: None) -> Path:
    """A copy of it that is the only one."""
    for path in ready.iterdir():
        shutil.copy(path, tmp_path)
    (tmp_path / "message").write_bytes(b"message")
    return tmp_path / "key"


def child(folder: Path, *words: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, ROOT / "test/support/limited_keys.py", *words], cwd=folder,
                            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)


def kilosig(*words: object, code: int = 0) -> str:
    """What it says."""
    done = runner().invoke(app, [str(word) for word in words])
    assert done.exit_code == code and "Traceback" not in done.output, done.output
    return str(done.output)


def sign(key: Path, *more: object, code: int = 0) -> str:
    return kilosig("sign", "-p", key, "-m", key.with_name("message"), "-o", key.with_name("signature"), "--force",
                   *more, code=code)


def made(key: Path) -> int:
    return int(re.findall(r"(\d+) signatures made", kilosig("count", key).replace(",", ""))[0])


# ---- Trees ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", slh24.SETS)
def test_engines(name: str) -> None:
    """All that this machine has form the nodes that plain Python does; the signature is by the same digits."""
    one = slh24.SETS[name]
    pair = slh24_material.Pair(one, b"engines")
    public, first = pair.key[:one.n], pair.subtree << slh24_material.REAL_HEIGHT
    functions = slh24_material.Functions(one, public)
    names = native.engines(one.shake)
    assert names[-1] == "plain C"
    for engine in range(len(names)):
        trees = native.Trees(slh24_tree.shape_of(one), public, pair._secret[:one.n], engine)
        assert trees.leaves(first, 4) == b"".join(pair._levels[4])
        assert trees.join(native.TREE, 0, 5, first >> 5, b"".join(pair._levels[4])) == b"".join(pair._levels[5])
        leaves = [functions.call(3, (first, 0, 5 + i), pair._prf(6, first, 0, 5 + i)) for i in range(16)]
        assert trees.fors(first, 5, 0) == b"".join(leaves)
        assert trees.secret(first, 77) == pair._prf(6, first, 0, 77)
        assert trees.roots(first, b"".join(leaves)) == functions.call(4, (first, 0, 0), b"".join(leaves))
        digits = [i % (1 << one.lg_w) for i in range(one.chains)]
        chains = [functions.chain(first, i, 0, digit, pair._prf(5, first, i, 0)) for i, digit in enumerate(digits)]
        assert trees.wots(first, bytes(digits)) == b"".join(chains)


@pytest.mark.parametrize("name", slh24.SETS)
def test_small_keys(name: str, tmp_path: Path) -> None:
    """The whole way, with several shares of the tree, all hash functions, contexts and pre-hash."""
    one = limited_keys.small(name, 13, 17 if name == SET else 12)
    seeds = bytes(range(3 * one.n))
    trees = slh24_tree.trees_of(one, seeds)
    nodes = slh24_tree.formed(one, trees, seeds[2 * one.n:], tmp_path / "key", QUIET)
    secret = seeds + slh24_tree.root_above(one, trees, nodes)
    for context in (b"", b"context"):
        made = slh24_sign.signature_of(one, secret, nodes, Signature(Data(b"message"), context), QUIET)
        assert len(made) == one.signature_bytes
        assert slh24_material.verified(one, secret[2 * one.n:], slh24_material.frame(b"message", context), made)


def test_fors_is_formed_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """One node of the second tree comes out differently the second time: there is no signature."""
    one, real, seen, lock = limited_keys.small(SET), native.Trees.fors, [], threading.Lock()

    def wrong(self: native.Trees, leaf: int, first: int, height: int) -> bytes:
        found = real(self, leaf, first, height)
        with lock:  # shares are formed on all cores at once
            seen.extend([first] if first == 1 << one.a and height else [])
            if first == 1 << one.a and height and len(seen) == 2:
                return bytes([found[0] ^ 1]) + found[1:]
        return found

    monkeypatch.setattr(native.Trees, "fors", wrong)
    with pytest.raises(UserError, match="two different FORS keys"):
        slh24_tree.fors(one, slh24_tree.trees_of(one, bytes(64)), 1, bytes(one.md_bytes), QUIET)
    assert len(seen) == 2


def test_the_tree_is_formed_again(key: Path) -> None:
    """Missing, short, or with one bit wrong; a key with another root is none."""
    tree, message = key.with_name("key.tree"), "formed again"
    right = tree.read_bytes()
    assert message not in sign(key)
    for wrong in (None, right[:-1], bytes([right[0] ^ 1]) + right[1:]):
        tree.unlink() if wrong is None else tree.write_bytes(wrong)
        assert message in sign(key) and tree.read_bytes() == right
    before = made(key)
    raw = slh24_sign.armour.unwrap(key.read_bytes(), "key").raw
    other = raw[:-1] + bytes([raw[-1] ^ 1])
    (key.with_name("other.hex")).write_text(other.hex())
    kilosig("import", key.with_name("other.hex"), "--scheme", SET, "--made", 0, "-p", key.with_name("other"))
    assert "another root" in sign(key.with_name("other"), code=2)
    assert made(key) == before and not key.with_name("key.tree.part").exists()


# ---- Counting -------------------------------------------------------------------------------------------------------


def test_every_signature_counts(key: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also one that fails, and one that could not be written."""
    assert made(key) == 0 and key.with_name("key.count").stat().st_mode & 0o777 == 0o600
    assert json.loads(sign(key, "--json"))["signatures_left"] == MOST - 1
    kilosig("sign", "-p", key, "-m", key.with_name("message"), "-o", key.with_name("no") / "signature", code=2)
    assert made(key) == 1  # a mistake in the command costs nothing
    with monkeypatch.context() as patched:
        def broken(*_: object) -> None:
            assert made_quietly(key) == 2  # on the disk by now
            raise UserError("Broken: mend it.")

        patched.setattr(slh24_sign, "fors", broken)
        sign(key, code=2)
    assert made(key) == 2
    sign(key, "--deterministic")
    sign(key, "--rnd", "07" * 16, "--context", "c")
    assert made(key) == 4


def made_quietly(key: Path) -> int:
    return int(re.findall(rb"(\d{8}) of", count.place(key).read_bytes())[-1])


@pytest.mark.parametrize("share", [MOST, 1000])
def test_the_limit(key: Path, share: int) -> None:
    """Nine tenths warn, the end refuses."""
    public = slh24_sign.armour.unwrap(key.read_bytes(), "key").raw[32:]
    place = count.place(key)

    def at(number: int) -> None:
        now = count.new(SET, public, MOST - share, MOST)
        place.write_bytes(now.head() + count.replace(now, made=number).record())

    at(MOST - share // 10 - 2)
    assert "make its successor" not in sign(key) and "make its successor" in sign(key)
    at(MOST - 1)
    assert "0 signatures left" in sign(key)
    for _ in range(2):
        assert "are made" in sign(key, code=2)


def test_no_count_no_signature(key: Path, tmp_path: Path) -> None:
    """Missing, empty, damaged, another key's, going backward: it never begins at 0 again."""
    for _ in range(3):
        sign(key)
    place = count.place(key)
    right = place.read_bytes()
    head, one = len(right) - 4 * count.RECORD_BYTES, count.RECORD_BYTES
    other = count.new(SET, b"another key", 0, MOST).file()
    for wrong in (b"", right[:head], right[:40], b"k" + right[:-1], right + right[head:head + one],
                  right + right[-one:], other, right[:head].replace(b"Key: ", b"Key: 0")[:-1], bytes(len(right)),
                  right + bytes(2 * count.TAIL_BYTES)):
        place.write_bytes(wrong)
        sign(key, code=2)
        assert not key.with_name("signature-2").exists()
    place.unlink()
    assert "nobody knows" in sign(key, code=2)
    shutil.copy(key, tmp_path / "copy")
    assert "does not exist" in sign(tmp_path / "copy", code=2)
    kilosig("pubkey", tmp_path / "copy", "--public", tmp_path / "public2")


def test_a_record_that_was_broken_off(key: Path) -> None:
    """Wherever it ended: it counts, since its signature may have been made."""
    sign(key)
    before = count.place(key).read_bytes()
    sign(key)
    record = count.place(key).read_bytes()[len(before):]
    for tail in (record[:1], record[:20], record[:-1], bytes(30), b"\xff" * 10):
        count.place(key).write_bytes(before + tail)
        sign(key)
        assert made(key) == 3
    count.place(key).write_bytes(before + bytes(100))  # three of them
    sign(key)
    assert made(key) == 5


def test_locked_as_a_state_is(key: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By every name, one process at a time; hard links and a count that is replaced meanwhile are refused."""
    place = count.place(key)
    (tmp_path / "link").symlink_to("key")
    with open(place, "rb") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        for name in ("key", "link"):
            assert "signing elsewhere" in sign(tmp_path / name, code=2)
    sign(tmp_path / "link")
    assert made(key) == 1 and not (tmp_path / "link.count").exists()
    os.link(place, tmp_path / "hard")
    assert "hard links" in sign(key, code=2)
    (tmp_path / "hard").unlink()
    real = slh24_sign.fors

    def replaced(*words: object) -> object:
        os.rename(place, tmp_path / "moved")
        shutil.copy(tmp_path / "moved", place)
        return real(*words)

    monkeypatch.setattr(slh24_sign, "fors", replaced)
    key.with_name("signature").unlink()
    assert "was moved or replaced" in sign(key, code=2) and not key.with_name("signature").exists()


def test_shares(key: Path, tmp_path: Path) -> None:
    """They add up to the limit, and are of different signatures; a copy's copy too."""
    for _ in range(2):
        sign(key)
    kilosig("share", key, "--signatures", 1000, "-p", tmp_path / "one")
    kilosig("share", tmp_path / "one", "--signatures", 400, "-p", tmp_path / "two")
    shares = []
    for name in ("key", "one", "two"):
        found = json.loads(kilosig("count", tmp_path / name, "--json"))
        shares.append((found["first"] + found["made"], found["signatures_left"]))
    assert shares == [(2, MOST - 1002), (MOST - 1000, 600), (MOST - 400, 400)]
    sign(tmp_path / "two")
    assert made(tmp_path / "two") == 1 and made(key) == 2
    for wrong in (MOST, 0):
        kilosig("share", key, "--signatures", wrong, "-p", tmp_path / "three", code=2)
    kilosig("share", key, "--signatures", 1, "-p", tmp_path / "one", code=2)
    assert json.loads(kilosig("count", key, "--json"))["signatures_left"] == MOST - 1002


def test_import_asks(key: Path, tmp_path: Path) -> None:
    """How many there were; a count that is there is never lowered."""
    new = tmp_path / "new"
    assert "How many signatures" in kilosig("import", key, "-p", new, code=2) and not new.exists()
    kilosig("import", key, "-p", new, "--made", MOST, code=2)
    kilosig("import", key, "-p", new, "--made", 70000, "--public", tmp_path / "p2")
    assert (tmp_path / "p2").read_bytes() == (tmp_path / "public").read_bytes()
    sign(new)
    assert json.loads(kilosig("count", new, "--json"))["signatures_left"] == MOST - 70001
    for _ in range(2):
        assert "may still sign" in kilosig("import", key, "-p", new, "--made", 0, "--force", code=2)
    kilosig("keygen", "--scheme", "ml-dsa-44", "--private", tmp_path / "m", "--public", tmp_path / "mp")
    assert "count nothing" in kilosig("import", tmp_path / "m", "-p", tmp_path / "m2", "--made", 0, code=2)


def test_keys_are_made_once(key: Path, tmp_path: Path) -> None:
    """No seed, no stream, and never over a key that may sign."""
    common = ("keygen", "--scheme", SET, "--public", tmp_path / "p")
    assert "omit --seed" in kilosig(*common, "--private", tmp_path / "k", "--seed", "00" * 32, code=2)
    for more in (("--compact",), ("--form", "seed"), ("--der",)):
        kilosig(*common, "--private", tmp_path / "k", *more, code=2)
    kilosig(*common, "--private", "-", code=2)
    kilosig("sign", "-p", "-", "-m", tmp_path / "message", "-o", tmp_path / "s", code=2)
    assert "may still sign" in kilosig(*common, "--private", key, "--force", code=2)
    (tmp_path / "word").write_text("word\n")
    kilosig(*common, "--private", tmp_path / "k", "--encrypt", "--passphrase-file", tmp_path / "word")
    sign(tmp_path / "k", "--passphrase-file", tmp_path / "word")
    kilosig("issue", "-k", key, "--devices", tmp_path / "d", "--out", tmp_path / "o", code=2)


def test_no_identifiers_yet(key: Path, tmp_path: Path) -> None:
    """Certificates, CMS and COSE refuse with one sentence, and nothing is counted."""
    message, output = tmp_path / "message", tmp_path / "output"
    for words in (("cose", "sign", "-p", key, "-m", message, "-o", output),
                  ("cose", "key", tmp_path / "public", "-o", output),
                  ("cose", "delegate", tmp_path / "public", "-p", key, "-o", output),
                  ("cms", "sign", "-p", key, "-m", message, "-o", output),
                  ("cert", message, "--trust", tmp_path / "public")):
        said = " ".join(kilosig(*words, code=2).split())
        assert f"have no identifier of {SET} while NIST SP 800-230 is a draft" in said, said
    assert made(key) == 0 and not output.exists()


def test_images(key: Path, tmp_path: Path) -> None:
    """`image sign` counts, too, and the TLV is the set's own."""
    (tmp_path / "code").write_bytes(vector_code(0x8200, 768))
    kilosig("image", "sign", tmp_path / "code", tmp_path / "image", "--version", "1.2.0", "--counter", 5,
            "--board", "microbit", "-p", key)
    assert made(key) == 1
    found = images.parse((tmp_path / "image").read_bytes(), "image")
    raw = read_public_key(tmp_path / "public").raw
    value, = [tlv.value for tlv in found.tlvs if tlv.type == 0x4BD8]
    assert value[:8] == raw[-8:] and slh24_material.verified(
        slh24.SETS[SET], raw, slh24_material.frame(found.to_sign()), value[8:])


# ---- Kills ----------------------------------------------------------------------------------------------------------


def test_killed_while_it_signs(ready: Path, tmp_path: Path) -> None:
    """At random, again and again: no signature is there that was not counted before. KSIG_KILLS: how often."""
    for path in ready.iterdir():
        shutil.copy(path, tmp_path)
    chance, counted, files = random.Random(1), 0, 0
    for _ in range(KILLS):
        process = child(tmp_path, "loop", str(tmp_path))
        assert process.stdout is not None and process.stdout.readline() == b"begun\n"
        time.sleep(chance.random() * 1.5)
        process.send_signal(signal.SIGKILL)
        process.wait()
        process.stdout.close()
        now, found = made_quietly(tmp_path / "key"), len(list(tmp_path.glob("signature-*")))
        assert counted <= now and found - files <= now - counted <= found - files + 1
        counted, files = now, found
    assert files >= KILLS / 4
    (tmp_path / "kills.txt").write_text(f"{KILLS} kills, {files} signatures, {counted} counted\n")
    print(f"{KILLS} kills, {files} signatures, {counted} counted")


def test_killed_while_it_makes_a_key(tmp_path: Path) -> None:
    """It goes on with the same seeds, and leaves nothing but the key's four files."""
    words = ("keygen", "--scheme", SET, "--private", "key", "--public", "public", "--force")
    chance, seeds = random.Random(2), set()
    for _ in range(max(3, KILLS // 4)):
        process = child(tmp_path, *words)
        for _ in range(2000):
            if (tmp_path / "key.making").exists() or process.poll() is not None:
                break
            time.sleep(0.005)
        time.sleep(chance.random() * 0.2)
        process.send_signal(signal.SIGKILL)
        process.wait()
        if (tmp_path / "key.making").exists():
            seeds.add((tmp_path / "key.making").read_bytes())
    if not (tmp_path / "key.count").exists():
        assert child(tmp_path, *words).wait() == 0
        assert len(seeds) == 1 and sorted(path.name for path in tmp_path.iterdir()) == [
            "key", "key.count", "key.tree", "public"]


def test_a_part_that_is_damaged(tmp_path: Path) -> None:
    """Shares of the tree whose check is wrong are formed again, as are those of another key."""
    one = limited_keys.small(SET)
    trees, place = slh24_tree.trees_of(one, bytes(64)), tmp_path / "key.tree.part"
    right = slh24_tree.formed(one, trees, bytes(16), tmp_path / "key", QUIET)
    data = place.read_bytes()
    assert len(data) == (1 << 14 - 12) * (4 + 16 * 16 + 8)
    for wrong in (data[:-1], bytes([data[0] ^ 1]) + data[1:], data[:9] + bytes([data[9] ^ 1]) + data[10:], b"x"):
        place.write_bytes(wrong)
        assert slh24_tree.formed(one, trees, bytes(16), tmp_path / "key", QUIET) == right
        assert sorted(place.read_bytes()) == sorted(data)
    other = slh24_tree.trees_of(one, bytes(47) + b"\1")
    assert slh24_tree.formed(one, other, bytes(15) + b"\1", tmp_path / "key", QUIET) != right


# ---- Whole trees ----------------------------------------------------------------------------------------------------


@pytest.mark.full
@pytest.mark.parametrize("name", [SET])
def test_a_whole_key(name: str, tmp_path: Path) -> None:
    """Of the reference's seeds: its root, and its signature byte for byte; some 20 s and 10 s on two cores."""
    one = slh24.SETS[name]
    data = json.loads(lzma.open(ROOT / f"test/vectors/{name}.json.xz").read())
    secret = bytes.fromhex(data["keys"][0]["sk"])
    trees = slh24_tree.trees_of(one, secret)
    nodes = slh24_tree.formed(one, trees, secret[2 * one.n:3 * one.n], tmp_path / "key", QUIET)
    assert slh24_tree.root_above(one, trees, nodes) == secret[3 * one.n:]
    test = next(test for test in data["tests"] if test["key"] == 0 and test["valid"] and not test.get("prehash"))
    message, context = bytes.fromhex(test["msg"]), bytes.fromhex(test.get("ctx", ""))
    wanted = Signature(Data(message), context, rnd=bytes.fromhex(test["rnd"]))
    made = slh24_sign.signature_of(one, secret, nodes, wanted, QUIET)
    assert made.hex() == test["sig"]
    assert slh24_material.verified(one, secret[2 * one.n:], slh24_material.frame(message, context), made)
    target = load().scheme(name)
    assert target is not None and load().verify_at_once(target, secret[2 * one.n:], message, made).accepted == (
        not context)
