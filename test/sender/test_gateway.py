# SPDX-License-Identifier: Apache-2.0 OR MIT
"""ports/sender/gateway.c brings tokens to the emulated control unit, in the order that ksig_plan knows."""
from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pytest

from kilosig.device.bus import BusDevice, open_bus
from kilosig.device.emulator import Emulator, free_port, image_path
from kilosig.device.frames import token
from kilosig.library.binding import load
from kilosig.schemes.registry import example
from support import VECTORS, skip_without

pytest.importorskip("can")
pytestmark = pytest.mark.board
ROOT = VECTORS.parents[1]
DEVICE = b"test-device!"


@pytest.fixture(scope="module")
def gateway(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("gateway")
    subprocess.run(["cmake", "-S", str(ROOT / "ports/sender"), "-B", str(folder), "-DCMAKE_C_FLAGS=-Werror"],
                   check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["cmake", "--build", str(folder)], check=True, stdout=subprocess.DEVNULL)
    return folder / "gateway"


@pytest.mark.parametrize("scheme, variant, modes", [
    ("ml-dsa-44", "default", (["fd"], [])), ("ml-dsa-44", "small", (["fd"],)), ("haetae-2", "default", (["fd"],)),
    ("lms", "default", (["fd"],)), ("fn-dsa-512", "default", (["fd"],))])
def test_gateway(gateway: Path, tmp_path: Path, scheme: str, variant: str, modes: Any) -> None:
    skip_without("stm32vldiscovery")
    port, target = free_port(), load(variant).scheme(scheme)
    assert target is not None
    image = image_path("stm32vldiscovery", variant, "can")

    def run(counter: int, options: list[str], forge: int = -1) -> int:
        message = token(DEVICE, 3, counter)
        material = example(target, message, b"", ())
        signature = bytearray(material.signature)
        if forge >= 0:
            signature[forge] ^= 1
        paths = []
        for name, data in (("key", material.key), ("token", message), ("signature", bytes(signature))):
            (tmp_path / name).write_bytes(data)
            paths.append(str(tmp_path / name))
        done = subprocess.run([str(gateway), "127.0.0.1", str(port), scheme, *paths, variant, *options],
                              stdout=subprocess.PIPE, timeout=600)
        print(done.stdout.decode())
        assert done.stdout.startswith(b"activated" if done.returncode == 0 else b"refused")
        return done.returncode

    with Emulator("stm32vldiscovery", image=image, listen=("127.0.0.1", port)):
        with BusDevice(open_bus(f"slcan:tcp:127.0.0.1:{port}")) as device:
            device.session()
            key = example(target, token(DEVICE, 3, 1), b"", ()).key
            device.provision(scheme, DEVICE, 0, bytes(16), target.anchor(key))
        for number, options in enumerate(modes, 1):
            assert run(number, options) == 0
            assert run(number, options) == 1  # the counter was used
            assert run(number + 1, options, forge=40) == 1
        with BusDevice(open_bus(f"slcan:tcp:127.0.0.1:{port}")) as device:
            device.session()
            assert device.reason().counter == len(modes) and device.reason().features == 8
