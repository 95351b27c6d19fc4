# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A table of devices as CSV, and the tokens of single devices out of a folder."""
from __future__ import annotations

import csv
from pathlib import Path

import pytest

pytest.importorskip("pyarrow")

from support import runner  # noqa: E402

from kilosig.cli.app import app  # noqa: E402
from kilosig.fleet.devices import Devices  # noqa: E402
from kilosig.fleet.tokens import ACTIVATION, REASONS, Template  # noqa: E402

HEAD = "device,feature,counter,expiry,note\n"
# A row and what becomes of it.
ROWS = (("KILOSIG-0001,3,7,,a car", ""),
        ("0x4b494c4f5349472d30303032,31,18446744073709551615,2027-01-31T12:00:00Z,", ""),
        ("KILOSIG-1,3,7,,", "device-id"), (",3,7,,", "device-id"), ("KILOSIG-0001,3,7,,again", "device-twice"),
        ("KILOSIG-0004,3,18446744073709551616,,", "counter"), ("KILOSIG-0004,3,0,,", "counter"),
        ("KILOSIG-0004,3,1.0,,", "counter"), ("KILOSIG-0005,32,1,,", "feature"), ("KILOSIG-0006,9,1,soon,", "expiry"),
        ("KILOSIG-0006,9,1,-1,", "expiry"), ('"KILOSIG,0007", 9 , 1 ,5,', ""), ("KILOSIG-0008,9,007,2027-01-31,", ""))


def kilosig(*words: object, code: int = 0) -> str:
    done = runner().invoke(app, [str(word) for word in words])
    assert done.exit_code == code, done.output
    return str(done.output)


def test_issue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every row has its token or its reason; `kilosig token` takes one out, as `kilosig token` would make it."""
    monkeypatch.chdir(tmp_path)
    Path("devices.csv").write_text(HEAD + "".join(line + "\n" for line, _ in ROWS))
    kilosig("keygen", "-s", "ml-dsa-44", "-p", "key", "--public", "pub")
    kilosig("issue", "--private", "key", "--devices", "devices.csv", "--out", "t", "--workers", 1, code=1)
    with open("t/_refused.csv", encoding="utf-8") as file:
        refused = [(int(row["row"]), row["device"], row["refused"]) for row in csv.DictReader(file)]
    assert refused == [(number, line.split(",")[0], why) for number, (line, why) in enumerate(ROWS) if why]
    kilosig("audit", "t", "--devices", "devices.csv", "--workers", 1)

    kilosig("token", "--from", "t", "--device-id", "KILOSIG-0002", "--output", "token", "--signature", "sig")
    kilosig("verify", "--key", "pub", "--message", "token", "--signature", "sig")
    kilosig("token", "--device-id", "KILOSIG-0002", "--feature", 31, "--counter", (1 << 64) - 1, "--parameter",
            (1801396800).to_bytes(8, "little").hex(), "--output", "again")
    assert Path("token").read_bytes() == Path("again").read_bytes()
    assert "refused: feature" in kilosig("token", "--from", "t", "--device-id", "KILOSIG-0005", code=2)
    assert "did not name it" in kilosig("token", "--from", "t", "--device-id", "KILOSIG-9999", code=2)
    kilosig("token", "--from", "t", "--device-id", "KILOSIG-0002", "--counter", 1, code=2)
    assert "--counter" in kilosig("token", "--device-id", "KILOSIG-0002", "--feature", 1, code=2)


def test_large(tmp_path: Path) -> None:
    """More than a block is read; every piece has its rows."""
    count = 70_000
    path = tmp_path / "d.csv"
    path.write_text("counter,device,feature\r\n" + "".join(f"{n + 1},D{n:011d},{n % 32}\r\n" for n in range(count)))
    devices = Devices(str(path), ACTIVATION)
    pieces = list(devices.pieces(10_000))
    assert devices.rows == count and [len(piece) for piece in pieces] == [10_000] * 7
    assert not any(piece.reasons.any() for piece in pieces)
    assert pieces[6].device_at(9_999) == "D00000069999" and int(pieces[6].tokens["counter"][9_999]) == count


def test_names_of_features(tmp_path: Path) -> None:
    (tmp_path / "d.csv").write_text(HEAD + "KILOSIG-0001,seat-heating,1,,\nKILOSIG-0002,3,1,,\n")
    rows = next(Devices(str(tmp_path / "d.csv"), Template("activation", {"seat-heating": 3})).pieces(10))
    assert [REASONS[code][0] for code in rows.reasons] == ["", "feature"] and rows.tokens["feature"][0] == 3


@pytest.mark.parametrize("text", ["", "device,feature\nKILOSIG-0001,3\n", HEAD, HEAD + "KILOSIG-0001,3\n"])
def test_no_table(tmp_path: Path, text: str) -> None:
    (tmp_path / "d.csv").write_text(text)
    kilosig("issue", "--private", tmp_path / "k", "--devices", tmp_path / "d.csv", "--out", tmp_path / "t", code=2)
