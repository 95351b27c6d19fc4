# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The compiler's run-time functions in images of key generation and signing: none but those known not to take a time
that depends on secrets. Those of AVR are in test_avr_secrets.py."""
from __future__ import annotations

from pathlib import Path

import pytest

import run_time
from secret_sites import FULL, record, run

pytest.importorskip("unicorn", exc_type=ImportError)
import signing_image  # noqa: E402

pytestmark = pytest.mark.board
BUILDS = [(core, opt, variant) for core in signing_image.CORES for opt in ("Os", "O2", "O3")
          for variant in ("default", "fast", "small") if FULL or (core, opt, variant) == ("cortex-m0", "Os", "small")]


@pytest.mark.campaign
@pytest.mark.parametrize("core, opt, variant", BUILDS)
def test_run_time_functions(core: str, opt: str, variant: str) -> None:
    """Each is listed, and as its reason says."""
    if not signing_image.available(core):
        pytest.skip(f"needs {signing_image.CORES[core][0]}")
    image = signing_image.build(signing_image.ROOT / f"build/stack/{core}-{opt}-{variant}", core, opt, variant)
    wrong, count = run_time.unexpected(image, signing_image.CORES[core][0].replace("gcc", "objdump"))
    assert not wrong
    record(f"run-time functions: {core}, {opt}, {variant}: {count} calls of listed ones")


PRODUCTS = """
unsigned long long ksig_product(unsigned long long a, unsigned long long b) { return a * b; }
unsigned ksig_quotient(unsigned a, unsigned b) { return a / b; }
"""


def test_others_are_found(tmp_path: Path) -> None:
    """A product of 64 bits and a quotient on Cortex-M0."""
    if not signing_image.available("cortex-m0"):
        pytest.skip("needs arm-none-eabi-gcc")
    source, image = tmp_path / "products.c", tmp_path / "products.elf"
    source.write_text(PRODUCTS)
    run(*signing_image.CORES["cortex-m0"], "-Os", "-nostartfiles", "-Wl,-e,ksig_product", source, "-o", image)
    wrong, _ = run_time.unexpected(image, "arm-none-eabi-objdump")
    assert {caller for _, caller in wrong} == {"ksig_product", "ksig_quotient"}
