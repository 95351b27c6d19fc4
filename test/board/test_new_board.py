# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A new board is one board.c and one memory.ld, and no edit elsewhere."""
from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from kilosig.device.emulator import Emulator
from kilosig.device.link import Link
from support import skip_without

pytestmark = pytest.mark.board
ROOT = Path(__file__).resolve().parents[2]
BOARDS = ROOT / "firmware/boards"


def test_new_board(tmp_path: Path) -> None:
    """The demo's board under another name, in a directory outside; without ML-DSA-87 and with less RAM. It answers."""
    skip_without("stm32vldiscovery")
    board = tmp_path / "boards/mine"
    board.mkdir(parents=True)
    source = (BOARDS / "stm32vldiscovery/board.c").read_text()
    (board / "board.c").write_text(source.replace("board: stm32vldiscovery, cortex-m3", "board: my-board, cortex-m3"))
    script = (BOARDS / "stm32vldiscovery/memory.ld").read_text()
    (board / "memory.ld").write_text(script.replace("LENGTH = 8K", "LENGTH = 7K"))
    build = ROOT / "build/consumers/board"
    subprocess.run(["cmake", "-S", ROOT, "-B", build, "-G", "Ninja", "-DKSIG_DEVELOP=ON", "-DKSIG_VARIANTS=default",
                    "-DKSIG_ONLY=ml-dsa-44", f"-DKSIG_BOARDS={board.parent}",
                    f"-DCMAKE_TOOLCHAIN_FILE={ROOT}/cmake/arm-none-eabi.cmake"], check=True)
    subprocess.run(["cmake", "--build", build, "--target", "activation-my-board"], check=True)
    with Emulator("stm32vldiscovery", image=build / "firmware/activation-my-board.elf") as emulator:
        transport = emulator.connect()
        try:
            hello = Link(transport).hello()
        finally:
            transport.close()
    assert hello.board == "my-board"
