# SPDX-License-Identifier: Apache-2.0 OR MIT
"""ports/sender: the order that a sender in C knows is the one that the library wants."""
import json
import random
import subprocess

import cffi
import pytest
from support import VECTORS, runner

from kilosig.cli import plan as plan_command
from kilosig.cli.app import app
from kilosig.library.binding import PART_NAMES, Arguments, load, want_order
from kilosig.schemes.registry import example
from kilosig.schemes.stateful import LMS_SETS, SETS

VARIANTS = {"default": 0, "fast": 1, "small": 2}
NO_ORDER, KEY_LENGTH, SIGNATURE_LENGTH, KEY_SET, INPUT_MISSING = 2, 3, 4, 5, 6
SOURCES = VECTORS.parents[1] / "ports/sender"
DECLARATIONS = """
typedef struct { const char *name; uint32_t key_bytes, signature_least, signature_bytes; uint8_t order, needs;
                 uint16_t a, b, c, d; } ksig_plan_scheme;
typedef struct { const uint8_t *key, *signature; uint32_t message_length, signature_length, key_length; }
    ksig_plan_inputs;
typedef struct { uint32_t offset, length; uint8_t part; } ksig_plan_step;
typedef struct { const ksig_plan_scheme *scheme; ksig_plan_inputs inputs; uint32_t number, begin;
                 uint8_t variant, level; } ksig_plan;
const ksig_plan_scheme *ksig_plan_scheme_by_name(const char *name);
extern const ksig_plan_scheme ksig_plan_schemes[];
int ksig_plan_open(ksig_plan *plan, const ksig_plan_scheme *scheme, uint8_t variant, const ksig_plan_inputs *inputs);
int ksig_plan_next(ksig_plan *plan, ksig_plan_step *step);
uint64_t ksig_plan_bytes(const ksig_plan *plan);
"""


class Planner:
    """The sender's C file as a shared library."""

    def __init__(self, folder):
        library = folder / "plan.so"
        subprocess.run(["gcc", "-std=c99", "-O1", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow",
                        "-Werror", "-fsanitize=undefined", "-fno-sanitize-recover=all", "-shared", "-fPIC",
                        f"-I{SOURCES / 'include'}", str(SOURCES / "ksig_plan.c"), "-o", str(library)], check=True)
        self.ffi = cffi.FFI()
        self.ffi.cdef(DECLARATIONS)
        self.c = self.ffi.dlopen(str(library))

    def scheme(self, name):
        return self.c.ksig_plan_scheme_by_name(name.encode())

    def plan(self, name, variant, key, message_length, signature, missing=False):
        """The answer of open, and the steps as (part, offset, length)."""
        plan, step = self.ffi.new("ksig_plan *"), self.ffi.new("ksig_plan_step *")
        buffers = [self.ffi.from_buffer("uint8_t[]", data) for data in (key, signature)]
        null = self.ffi.NULL
        inputs = self.ffi.new("ksig_plan_inputs *", {
            "key": null if missing else buffers[0], "signature": null if missing else buffers[1],
            "message_length": message_length, "signature_length": len(signature), "key_length": len(key)})
        answer = self.c.ksig_plan_open(plan, self.scheme(name), variant, inputs)
        total, steps = self.c.ksig_plan_bytes(plan), []
        while self.c.ksig_plan_next(plan, step):
            steps.append((step.part, step.offset, step.length))
        assert total == sum(length for _, _, length in steps)
        assert not self.c.ksig_plan_next(plan, step)  # the last one stays the last
        return answer, steps


@pytest.fixture(scope="module")
def planner(tmp_path_factory):
    return Planner(tmp_path_factory.mktemp("plan"))


def wanted(scheme, message, key, signature):
    """What the library wants, whether or not it accepts."""
    wants, _ = want_order(scheme, key, message, signature, Arguments())
    return [(want.part, want.offset, want.length) for want in wants]


def printed(name, variant, length):
    """What `kilosig plan` prints."""
    done = runner().invoke(app, ["plan", name, "--message-length", str(length), "--variant", variant, "--json"])
    assert done.exit_code == 0, done.output
    return [(PART_NAMES.index(row["part"]), row["offset"], row["length"]) for row in json.loads(done.stdout)["wants"]]


def test_every_scheme_is_known(planner):
    for scheme in load("default").schemes():
        ours = planner.scheme(scheme.name)
        assert ours != planner.ffi.NULL, scheme.name
        assert (ours.key_bytes, ours.signature_least, ours.signature_bytes) == \
            (scheme.key_bytes, scheme.signature_least, scheme.signature_bytes), scheme.name
    assert planner.scheme("no-such-scheme") == planner.ffi.NULL


@pytest.mark.parametrize("variant", VARIANTS)
def test_steps_are_those_of_the_tool(planner, variant, monkeypatch):
    compared = 0
    for scheme in load(variant).schemes():
        for length in (0, 33) if variant == "default" and scheme.key_bytes < 10000 else (33,):
            material = example(scheme, bytes(length), b"", ())
            answer, steps = planner.plan(scheme.name, VARIANTS[variant], material.key, length, material.signature)
            if scheme.name == "gemss-128" and variant == "fast":
                assert answer == NO_ORDER and not steps
                continue
            assert answer == 0
            assert steps == wanted(scheme, bytes(length), material.key, material.signature), (scheme.name, length)
            # `kilosig plan` would sign anew, and the sizes within HAETAE's signatures differ.
            monkeypatch.setattr(plan_command, "example", lambda *_, material=material: material)
            assert steps == printed(scheme.name, variant, length), (scheme.name, length)
            compared += 1
    assert compared >= 33


@pytest.mark.parametrize("name", ["lms", "hss", "xmss", "xmssmt"])
def test_every_set_that_a_key_may_name(planner, name):
    scheme, compared = load("default").scheme(name), 0
    for number in list(SETS[name])[::1 if name == "lms" else 3]:
        material = example(scheme, bytes(33), b"", (number,))
        order = wanted(scheme, bytes(33), material.key, material.signature)
        if not order:
            continue  # the configuration leaves the set out
        assert planner.plan(name, 0, material.key, 33, material.signature) == (0, order), number
        compared += 1
    assert compared >= 3


def test_levels_of_hss(planner):
    scheme, draw = load("default").scheme("hss"), random.Random(1)
    for levels in range(1, 9):
        sets = [s for s in LMS_SETS.values() if s.height <= 10]
        first = draw.choice(sets)
        names = [first.name] + [draw.choice([s for s in sets if s.family == first.family]).name
                                for _ in range(levels - 1)]
        material = example(scheme, bytes(33), b"", names)
        order = wanted(scheme, bytes(33), material.key, material.signature)
        assert len(order) == 3 * levels
        assert planner.plan("hss", 0, material.key, 33, material.signature) == (0, order), names


def test_a_contradicting_signature_ends_where_the_device_rejects(planner):
    """Type codes within the signature, and sizes that are too large: no step leads out of the signature."""
    draw, scheme = random.Random(2), load("default").scheme("hss")
    names = ["LMS_SHA256_M32_H5/LMOTS_SHA256_N32_W8"] * 3
    material = example(scheme, bytes(33), b"", names)
    begin = 4 + 1292
    for place in [0, 3, *range(begin, begin + 8)]:
        forged = bytearray(material.signature)
        for value in {draw.randrange(256) for _ in range(20)}:
            forged[place] = value
            answer, steps = planner.plan("hss", 0, material.key, 33, bytes(forged))
            assert answer == 0
            check_within(steps, forged, material.key, 33)
            expected = wanted(scheme, bytes(33), material.key, bytes(forged))
            # The library stops at once, the plan at the end of the step.
            assert steps[:len(expected)] == expected and len(steps) <= len(material.signature)
    scheme = load("default").scheme("haetae-2")
    material = example(scheme, bytes(33), b"", ())
    for sizes in range(0, 65536, 251):
        forged = bytearray(material.signature)
        forged[1056:1058] = sizes.to_bytes(2, "little")
        answer, steps = planner.plan("haetae-2", 0, material.key, 33, bytes(forged))
        assert answer == 0
        check_within(steps, forged, material.key, 33)


def check_within(steps, signature, key, message_length):
    limits = {1: len(key), 2: message_length, 3: len(signature)}
    assert all(length > 0 and offset + length <= limits[part] for part, offset, length in steps)


def test_lengths_and_inputs_are_checked(planner):
    def answer(name, key, signature, **options):
        return planner.plan(name, 0, key, 33, signature, **options)[0]

    assert answer("ml-dsa-44", bytes(1312), bytes(2420), missing=True) == 0
    assert answer("ml-dsa-44", bytes(1311), bytes(2420)) == KEY_LENGTH
    assert answer("ml-dsa-44", bytes(1312), bytes(2421)) == SIGNATURE_LENGTH
    assert answer("fn-dsa-512", bytes(897), bytes(665)) == SIGNATURE_LENGTH
    assert answer("haetae-2", bytes(992), bytes(1474), missing=True) == INPUT_MISSING
    assert answer("lms", bytes(56), bytes(2508)) == KEY_SET
    assert answer("lms", bytes(56), bytes(2508), missing=True) == KEY_SET
    key = b"\0\0\0\6\0\0\0\3" + bytes(48)  # H10, W4, 32 bytes
    assert answer("lms", key, bytes(2508)) == 0
    assert answer("lms", key, bytes(2509)) == SIGNATURE_LENGTH
    assert answer("lms", key + b"\0", bytes(2508)) == KEY_LENGTH
    assert answer("lms", key[:7], bytes(2508)) == KEY_SET
    for levels in (0, 9, 0x80000000, 0xFFFFFFFF):
        assert answer("hss", levels.to_bytes(4, "big") + key, bytes(5000)) == KEY_SET
