# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The programs of examples/, built as a stranger would and run with genuine, forged and broken transfers."""
from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from kilosig.library.binding import load, want_order
from kilosig.library.hashes import HASHES, MODE_PREHASH
from kilosig.schemes.ml_dsa import sign as sign_ml_dsa
from kilosig.schemes.stateful_material import pair_of
from support import STATEFUL_SETS, chains, flipped, private_key, public_key, random_bytes, stateful_example

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"
BUILD = ROOT / "build/examples"
EMULATED = ROOT / "test/consumers/emulated"
BOARD = ROOT / "build/examples-board"
MESSAGE = bytes(range(33))
BYTES = 33 + 2420 + 1312
ACCEPTED, REJECTED, GAVE_UP = 0, 1, 2
NAMES = sorted(path.stem for path in EXAMPLES.glob("*.c") if path.name != "host.c")
Files = dict[str, bytes]


@pytest.fixture(scope="module")
def programs() -> Path:
    """The commands of examples/README.md. Here with -Werror."""
    subprocess.run(["cmake", "-S", EXAMPLES, "-B", BUILD, "-G", "Ninja", "-DCMAKE_C_FLAGS=-Werror"], check=True)
    subprocess.run(["cmake", "--build", BUILD], check=True)
    return BUILD


@pytest.fixture(scope="module")
def genuine() -> Files:
    """Flash of a product with two keys: an image by the first, a transfer by the second."""
    first, second = private_key("ml-dsa-44", 1), private_key("ml-dsa-44", 2)
    keys = public_key("ml-dsa-44", 1), public_key("ml-dsa-44", 2)
    anchors = [hashlib.shake_256(key).digest(64) for key in keys]
    root, sign = pair_of("lms", STATEFUL_SETS["lms"], b"root", 5)
    chain = chains.usual(*(chains.key("ml-dsa-44", number) for number in (1, 3, 4)))
    return {"message": MESSAGE, "key": keys[0], "signature": first.sign(MESSAGE), "anchor-1": anchors[0],
            "anchor-2": anchors[1], "root-key": root, "delegation": anchors[0],
            "delegation-signature": sign(anchors[0]), "second-key": keys[1], "second-signature": second.sign(MESSAGE),
            "chain": chains.joined(chain), "root-name": chains.distinguished("level 0"),
            "end-signature": chains.key("ml-dsa-44", 4).sign(MESSAGE)}


def stream(key: bytes, message: bytes, signature: bytes) -> bytes:
    """The bytes in the order in which they are wanted."""
    scheme = load().scheme("ml-dsa-44")
    assert scheme is not None
    order, _ = want_order(scheme, key, message, signature)
    parts = (b"", key, message, signature)
    sent = b"".join(parts[want.part][want.offset:want.offset + want.length] for want in order)
    assert len(sent) == BYTES
    return sent


def run(program: Path, flash: Path, files: Files, *options: object) -> tuple[int, str]:
    for name, data in files.items():
        (flash / name).write_bytes(data)
    done = subprocess.run([program, flash, *map(str, options)], stdout=subprocess.PIPE, timeout=60, check=False,
                          text=True)
    return done.returncode, done.stdout


def test_all_are_built_and_described(programs: Path) -> None:
    text = (EXAMPLES / "README.md").read_text()
    assert len(NAMES) == 11
    for name in NAMES:
        assert (programs / name).is_file()
        assert f"## {name}.c" in text


@pytest.mark.parametrize("name", ["verify_flash", "verify_key", "verify_uart", "checkpoint", "two_in_a_row"])
def test_parts(programs: Path, genuine: Files, name: str, tmp_path: Path) -> None:
    """Accepted; and not with one bit of anything changed."""
    status, output = run(programs / name, tmp_path, genuine)
    assert (status, "the signature is valid" in output) == (ACCEPTED, True)
    for part in ("message", "signature", "key"):
        status, _ = run(programs / name, tmp_path, {**genuine, part: flipped(genuine[part], 100)})
        assert status == REJECTED, part


def test_chain(programs: Path, genuine: Files, tmp_path: Path) -> None:
    """The key at the end of a chain, and no other."""
    assert run(programs / "verify_chain", tmp_path, genuine)[0] == ACCEPTED
    for part in ("message", "end-signature", "chain", "key", "root-name", "anchor-1"):
        assert run(programs / "verify_chain", tmp_path, {**genuine, part: flipped(genuine[part], 100)})[0] == REJECTED
    assert run(programs / "verify_chain", tmp_path, {**genuine, "end-signature": genuine["signature"]})[0] == REJECTED
    long = chains.usual(*(chains.key("ml-dsa-44", number) for number in (1, 3, 5, 6, 4)))
    assert run(programs / "verify_chain", tmp_path, {**genuine, "chain": chains.joined(long)})[0] == REJECTED


def over_uart(genuine: Files, *numbers: int) -> Files:
    """The token is signed by the end key of a chain of these keys."""
    chain = chains.joined(chains.usual(*(chains.key("ml-dsa-44", number) for number in numbers)))
    return {**genuine, "chain": chain, "chain-length": len(chain).to_bytes(4, "little"),
            "signature": genuine["end-signature"]}


def test_chain_over_uart(programs: Path, genuine: Files, tmp_path: Path) -> None:
    """A chain of one to three; not with a bit changed, of another length, or when the bus is dead."""
    program, files = programs / "verify_chain_uart", over_uart(genuine, 1, 3, 4)
    for numbers in ((1, 4), (1, 3, 4), (1, 3, 5, 4)):
        status, output = run(program, tmp_path, over_uart(genuine, *numbers))
        assert (status, output.count("the signature is valid")) == (ACCEPTED, 2), output
    for part in ("message", "signature", "chain", "key", "root-name", "anchor-1"):
        assert run(program, tmp_path, {**files, part: flipped(files[part], 100)})[0] == REJECTED, part
    chain = files["chain"]
    for place in (500, 2000, 3000, 3912, 4500, 6000, len(chain) - 1):
        assert run(program, tmp_path, {**files, "chain": flipped(chain, 8 * place)})[0] == REJECTED, place
    for length in (len(chain) - 1, len(chain) + 1, len(chain) // 2, 1, 65536):
        assert run(program, tmp_path, {**files, "chain-length": length.to_bytes(4, "little")})[0] == REJECTED, length
    assert run(program, tmp_path, {**files, "chain-length": bytes(4)})[0] == GAVE_UP
    assert run(program, tmp_path, {**files, "signature": genuine["signature"]})[0] == REJECTED
    assert run(program, tmp_path, over_uart(genuine, 1, 3, 5, 6, 4))[0] == REJECTED  # more issuers than it allows
    for dead_after in (0, 3, 4, 1000, 5000, 10495, 12000, 14000):
        status, output = run(program, tmp_path, files, "--dead-after", dead_after)
        assert (status, output.count("is valid") > 1) == (GAVE_UP, False), dead_after


@pytest.mark.parametrize("length", [0, 1, 55, 56, 63, 64, 119, 120, 128, 1000])
def test_digest(programs: Path, genuine: Files, length: int, tmp_path: Path) -> None:
    """HashML-DSA: the device hashes images of all lengths around those of blocks."""
    message, seed = random_bytes(length, length), private_key("ml-dsa-44", 1).private_bytes_raw()
    signature = sign_ml_dsa(load(), "ml-dsa-44", seed, message, rnd=bytes(32), mode=MODE_PREHASH,
                            hash_=HASHES["sha256"][0])
    files = {**genuine, "message": message, "signature": signature}
    assert run(programs / "verify_digest", tmp_path, files)[0] == ACCEPTED
    for forged in ({"message": message + b"\0"}, {"signature": flipped(signature, 5000)},
                   {"signature": genuine["signature"]}, {"message": hashlib.sha256(message).digest()}):
        assert run(programs / "verify_digest", tmp_path, {**files, **forged})[0] == REJECTED


def test_foreign_key(programs: Path, genuine: Files, tmp_path: Path) -> None:
    """A genuine signature of another key than the one that is trusted."""
    foreign = {**genuine, "key": genuine["second-key"], "signature": genuine["second-signature"]}
    for name in ("verify_flash", "verify_uart", "two_in_a_row"):
        assert run(programs / name, tmp_path, foreign)[0] == REJECTED
    # The boot loader that trusts the key itself has that one now.
    assert run(programs / "verify_key", tmp_path, foreign)[0] == ACCEPTED
    # A key of a wrong length has no anchor.
    assert run(programs / "verify_key", tmp_path, {**genuine, "key": genuine["key"][:-1]})[0] == REJECTED


def test_delegation(programs: Path, genuine: Files, tmp_path: Path) -> None:
    """Nobody else names the key that signs images."""
    forged = {**genuine, "key": genuine["second-key"], "signature": genuine["second-signature"],
              "delegation": genuine["anchor-2"]}
    for changed in (forged, {**genuine, "delegation-signature": flipped(genuine["delegation-signature"], 999)},
                    {**genuine, "delegation": b""}, {**genuine, "root-key": flipped(genuine["root-key"], 300)}):
        status, output = run(programs / "two_in_a_row", tmp_path, changed)
        assert (status, "is valid" in output) == (REJECTED, False)


@pytest.mark.parametrize("name", ["verify_push", "key_rotation"])
def test_pushed(programs: Path, genuine: Files, name: str, tmp_path: Path) -> None:
    ahead = b"\x01" if name == "key_rotation" else b""
    sent = ahead + stream(genuine["key"], MESSAGE, genuine["signature"])
    assert run(programs / name, tmp_path, {**genuine, "stream": sent})[0] == ACCEPTED
    for bit in (8 * len(ahead) + 3, 8 * 1000, 8 * len(sent) - 9):
        assert run(programs / name, tmp_path, {**genuine, "stream": flipped(sent, bit)})[0] == REJECTED


@pytest.mark.parametrize("dead_after", [0, 1, 40, 2000, BYTES - 1])
@pytest.mark.parametrize("name", ["verify_uart", "verify_push", "checkpoint", "key_rotation"])
def test_dead_bus(programs: Path, genuine: Files, name: str, dead_after: int, tmp_path: Path) -> None:
    """It gives up: no hang, no acceptance."""
    ahead = b"\x01" if name == "key_rotation" else b""
    files = {**genuine, "stream": ahead + stream(genuine["key"], MESSAGE, genuine["signature"])}
    assert run(programs / name, tmp_path, files, "--dead-after", dead_after)[0] == GAVE_UP
    assert run(programs / name, tmp_path, {**files, "stream": files["stream"][:dead_after]})[0] == (
        GAVE_UP if name in ("verify_push", "key_rotation") else ACCEPTED)


def test_rotation(programs: Path, genuine: Files, tmp_path: Path) -> None:
    program = programs / "key_rotation"
    old = b"\x01" + stream(genuine["key"], MESSAGE, genuine["signature"])
    new = b"\x02" + stream(genuine["second-key"], MESSAGE, genuine["second-signature"])
    assert run(program, tmp_path, {**genuine, "stream": old}, "--oldest", 1)[0] == ACCEPTED
    assert run(program, tmp_path, {**genuine, "stream": new}, "--oldest", 2)[0] == ACCEPTED
    for wrong, oldest in ((old, 2), (b"\x02" + old[1:], 1), (b"\x01" + new[1:], 1), (b"\x07" + new[1:], 1)):
        status, output = run(program, tmp_path, {**genuine, "stream": wrong}, "--oldest", oldest)
        assert status == REJECTED
        assert ("not trusted" in output) == (oldest == 2 or wrong[0] == 7)


@pytest.mark.parametrize("reset_after", [1, 513, 1024, 2500, BYTES - 100])
def test_checkpoint(programs: Path, genuine: Files, reset_after: int, tmp_path: Path) -> None:
    """After a reset no more than the bytes since the last checkpoint come again."""
    status, output = run(programs / "checkpoint", tmp_path, genuine, "--reset-after", reset_after)
    count = re.search(r"(\d+) bytes on the bus", output)
    assert count is not None
    again = int(count[1]) - BYTES
    assert status == ACCEPTED
    assert again <= 512 + 64
    assert ("resumed" in output) == (reset_after > 1)


def test_damaged_checkpoint(programs: Path, genuine: Files, tmp_path: Path) -> None:
    """RAM that lost its contents is no checkpoint: the transfer begins again."""
    run(programs / "checkpoint", tmp_path, genuine, "--reset-after", 2000)
    retained = tmp_path / "retained"
    for bit in (5, 8 * 200, 8 * (retained.stat().st_size - 8)):
        retained.write_bytes(flipped(retained.read_bytes(), bit))
        status, output = run(programs / "checkpoint", tmp_path, genuine, "--after-reset", 2000)
        assert (status, "resumed" in output) == (ACCEPTED, False)
        retained.write_bytes(flipped(retained.read_bytes(), bit))
    status, output = run(programs / "checkpoint", tmp_path, genuine, "--after-reset", 2000)
    assert (status, "resumed" in output) == (ACCEPTED, True)


def test_hardware_hash(programs: Path, tmp_path: Path) -> None:
    """The engine does the work: a library without the hook would not link, one that ignored it has no other hash."""
    vector = stateful_example("lms")
    files = {"message": vector.message, "key": vector.key, "signature": vector.signature}
    status, output = run(programs / "hardware_hash", tmp_path, files)
    assert status == ACCEPTED
    assert int(re.search(r"(\d+) compressions by the engine", output)[1]) > 500
    for part in ("message", "signature"):
        assert run(programs / "hardware_hash", tmp_path, {**files, part: flipped(files[part], 100)})[0] == REJECTED


@pytest.fixture(scope="module")
def images() -> Path:
    """The same programs for a Cortex-M3."""
    for program in ("arm-none-eabi-gcc", "qemu-system-arm"):
        if shutil.which(program) is None:
            pytest.skip(f"{program} is not installed")
    BOARD.mkdir(parents=True, exist_ok=True)
    subprocess.run(["arm-none-eabi-gcc", "-mcpu=cortex-m3", "-mthumb", "--specs=picolibc.specs", "-O1", "-Wall",
                    "-Werror", "-c", EMULATED / "reset.c", "-o", BOARD / "reset.o"], check=True)
    subprocess.run(["cmake", "-S", EXAMPLES, "-B", BOARD, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=MinSizeRel",
                    f"-DCMAKE_TOOLCHAIN_FILE={EMULATED}/toolchain.cmake"], check=True)
    subprocess.run(["cmake", "--build", BOARD], check=True)
    return BOARD


def emulate(image: Path, flash: Path, files: Files, *options: object) -> tuple[int, str]:
    """As run(), on QEMU's mps2-an385: files, output and exit status by semihosting. A reset starts it again."""
    for name, data in files.items():
        (flash / name).write_bytes(data)
    words = [flash, *map(str, options)]  # picolibc adds a name of the program
    done = subprocess.run(["qemu-system-arm", "-M", "mps2-an385", "-nographic", "-monitor", "none", "-serial", "none",
                           "-semihosting-config", ",".join(["enable=on,target=native",
                                                            *(f"arg={word}" for word in words)]),
                           "-kernel", image], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=120, check=False, text=True)
    again = re.search(r"^reset: (\S+) (\S+) (\d+)$", done.stdout, re.MULTILINE)
    if again is None:
        return done.returncode, done.stdout
    assert done.returncode == 4 and again[1] == str(flash)
    return emulate(image, flash, {}, again[2], again[3])


@pytest.mark.parametrize("name", NAMES)
def test_on_a_board(images: Path, genuine: Files, name: str, tmp_path: Path) -> None:
    """Every example on an emulated Cortex-M3: what is genuine is accepted, and nothing else."""
    files, options, forged = genuine, [], "message"
    if name == "hardware_hash":
        vector = stateful_example("lms")
        files = {"message": vector.message, "key": vector.key, "signature": vector.signature}
    elif name == "verify_digest":
        seed = private_key("ml-dsa-44", 1).private_bytes_raw()
        signature = sign_ml_dsa(load(), "ml-dsa-44", seed, MESSAGE, rnd=bytes(32), mode=MODE_PREHASH,
                                hash_=HASHES["sha256"][0])
        files = {**genuine, "signature": signature}
    elif name in ("verify_push", "key_rotation"):
        ahead = b"\x01" if name == "key_rotation" else b""
        files = {**genuine, "stream": ahead + stream(genuine["key"], MESSAGE, genuine["signature"])}
        forged = "stream"
    elif name == "verify_chain_uart":
        files = over_uart(genuine, 1, 3, 4)
    elif name == "checkpoint":
        options = ["--reset-after", 2000]
    status, output = emulate(images / name, tmp_path, files, *options)
    assert (status, "bytes on the bus" in output) == (ACCEPTED, True), output
    assert ("resumed" in output) == (name == "checkpoint")
    status, output = emulate(images / name, tmp_path, {**files, forged: flipped(files[forged], 100)})
    assert (status, "bytes on the bus" in output) == (REJECTED, True), output
    if name in ("verify_uart", "verify_push", "key_rotation", "verify_chain_uart"):
        assert emulate(images / name, tmp_path, files, "--dead-after", 40)[0] == GAVE_UP
