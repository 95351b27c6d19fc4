# SPDX-License-Identifier: Apache-2.0 OR MIT
"""kilosig with --can: the commands of docs/bus.md against the emulated control unit, and their errors."""
from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from kilosig.cli.app import app
from kilosig.device.emulator import Emulator, free_port, image_path
from support import runner, skip_without

pytest.importorskip("can")
pytestmark = pytest.mark.board


def kilosig(*arguments: str, status: int = 0) -> str:
    """What the command prints."""
    result = runner().invoke(app, list(arguments))
    assert result.exit_code == status, result.output
    assert "Traceback" not in result.output
    return result.stdout if status == 0 else result.output


@pytest.fixture(scope="module")
def bus() -> Iterator[str]:
    skip_without("stm32vldiscovery")
    port = free_port()
    with Emulator("stm32vldiscovery", image=image_path("stm32vldiscovery", application="can"),
                  listen=("127.0.0.1", port)):
        yield f"slcan:tcp:127.0.0.1:{port}"


def test_life_of_a_device(bus: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    can = ["--can", bus]
    kilosig("keygen", "--scheme", "ml-dsa-44", "--private", "private.pem", "--public", "public.pem")
    kilosig("token", "--device-id", "KILOSIG-0001", "--feature", "3", "--counter", "7", "--output", "token.bin")
    kilosig("sign", "--private", "private.pem", "--message", "token.bin", "--signature", "token.sig")
    files = ["--key", "public.pem", "--message", "token.bin", "--signature", "token.sig"]
    refused = kilosig("activate", *can, *files, status=2)  # not provisioned
    assert "ConditionsNotCorrect" in refused
    provisioning = ["provision", *can, "--key", "public.pem", "--device-id", "KILOSIG-0001", "--counter", "6"]
    kilosig(*provisioning, "--secret", "00" * 16)
    assert json.loads(kilosig("activate", *can, "--can-fd", *files, "--json"))["features"] == 8
    again = json.loads(runner().invoke(app, ["activate", *can, "--can-fd", *files, "--json"]).stdout)
    assert again["accepted"] and not again["activated"]  # the counter was used
    assert json.loads(kilosig("send", *can, "--can-fd", *files, "--json"))["accepted"]
    Path("token.bin").write_bytes(Path("token.bin").read_bytes()[:-1] + b"\1")
    assert '"verdict": "signature"' in kilosig("send", *can, "--can-fd", *files, "--json", status=1)
    other = ["keygen", "--scheme", "ml-dsa-44", "--private", "other.pem", "--public", "other-public.pem"]
    kilosig(*other)
    kilosig(*[("other-public.pem" if word == "public.pem" else word) for word in provisioning], status=2)


@pytest.mark.parametrize("can, says", [
    ("slcan", "not a CAN bus"), ("", "not a CAN bus"), ("slcan:tcp:nowhere", "incomplete"),
    ("nonsense:x", "cannot be opened"), ("slcan:/dev/no-such-adapter", "cannot be opened"),
    ("socketcan:no-such-interface", "cannot be opened")])
def test_a_bus_that_is_not_there(can: str, says: str, tmp_path: Path) -> None:
    files: list[str] = []
    for name, data in (("key", bytes(1312)), ("message", b"m"), ("signature", bytes(2420))):
        (tmp_path / name).write_bytes(data)
        files += [f"--{name}", str(tmp_path / name)]
    message = kilosig("send", "--scheme", "ml-dsa-44", *files, "--can", can, status=2)
    assert says in " ".join(message.split())
    message = kilosig("send", "--scheme", "ml-dsa-44", *files, "--can", "slcan:x", "--board", "microbit", status=2)
    assert "one of --board, --port and --can" in " ".join(message.split())


def test_without_the_packages(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "can", None)
    (tmp_path / "key").write_bytes(bytes(1312))
    message = kilosig("send", "--scheme", "ml-dsa-44", "--key", str(tmp_path / "key"), "--message",
                      str(tmp_path / "key"), "--signature", str(tmp_path / "key"), "--can", "slcan:x", status=2)
    assert "pip install 'kilosig[can]'" in " ".join(message.split())


def test_bus_table(tmp_path: Path) -> None:
    """kilosig bus: what a transfer takes is more than its payload alone, and fits the number of frames."""
    document = tmp_path / "table.md"
    document.write_text("<!-- bus table: begin -->\n<!-- bus table: end -->\n")
    found = json.loads(kilosig("bus", "--scheme", "fn-dsa-512", "--update", str(document), "--json"))["transfers"]
    row, = found
    assert row["payload"] == 897 + 666
    assert row["payload_500k"] == pytest.approx(8 * row["payload"] / 500, abs=0.01)
    assert row["frames"] > row["payload"] / 7 and row["fd_frames"] > row["payload"] / 63
    assert 60 * row["frames"] < row["bits"] < 135 * row["frames"]
    assert row["can_500k"] == pytest.approx(row["bits"] / 500, abs=0.01)
    assert row["payload_500k"] < row["can_500k"] and row["fd_2m"] < row["can_500k"]
    assert row["payload_20m"] < row["doip_20m"]
    assert f"| fn-dsa-512 | {row['payload']:,} |" in document.read_text()
