# SPDX-License-Identifier: Apache-2.0 OR MIT
"""kilosig image sign --state: LMS and HSS signatures of images, by two commands of the tool, and no leaf used twice."""
from __future__ import annotations

from pathlib import Path

import pytest
from linked_code import vector_code
from typer.testing import Result

from kilosig.cli.app import app
from kilosig.errors import UserError
from kilosig.files import images
from support import runner

pytestmark = pytest.mark.library
W4 = "LMS_SHA256_M32_H5/LMOTS_SHA256_N32_W4"


def kilosig(*arguments: object) -> Result:
    done = runner().invoke(app, [str(word) for word in arguments])
    assert "Traceback" not in done.output
    return done


class Place:
    """A folder with a key and code."""

    def __init__(self, folder: Path, scheme: str) -> None:
        self.folder, self.state, self.key = folder, folder / "key.state", folder / "key.pub"
        (folder / "code").write_bytes(vector_code(0x8200, 768))
        done = kilosig("stateful-keygen", "--scheme", scheme, "--set", W4, "--state", self.state, "--public", self.key)
        assert done.exit_code == 0

    def sign(self, name: str, *more: object) -> Result:
        return kilosig("image", "sign", self.folder / "code", self.folder / name, "--version", "1.2.0", "--counter", 5,
                       "--header-size", 512, "--slot-size", 0x8000, "--state", self.state, *more)

    def leaf(self, name: str, kind: int, skip: int) -> int:
        """Of the signature in an image."""
        found = images.parse((self.folder / name).read_bytes(), name)
        value, = [tlv.value for tlv in found.tlvs if tlv.type == kind]
        return int.from_bytes(value[skip:skip + 4], "big")


@pytest.mark.parametrize("scheme, kind, skip", [("lms", images.DIGEST_SIGNATURE, 0),
                                                ("hss", images.OWN_TYPES["hss"], 8 + 4)])
def test_signed_by_two_commands(tmp_path: Path, scheme: str, kind: int, skip: int) -> None:
    place = Place(tmp_path, scheme)
    assert place.sign("one").exit_code == 0 and place.sign("two").exit_code == 0
    assert (place.leaf("one", kind, skip), place.leaf("two", kind, skip)) == (0, 1)
    for name in ("one", "two"):
        assert kilosig("image", "verify", tmp_path / name, "-k", place.key).exit_code == 0
        data = bytearray((tmp_path / name).read_bytes())
        for at in (24, 60, len(data) - 1):
            data[at] ^= 1
            (tmp_path / "bad").write_bytes(data)
            assert kilosig("image", "verify", tmp_path / "bad", "-k", place.key).exit_code != 0
            data[at] ^= 1


def test_with_another_scheme(tmp_path: Path) -> None:
    """Both signatures of policy `hybrid`."""
    place = Place(tmp_path, "lms")
    kilosig("keygen", "--scheme", "ml-dsa-44", "--private", tmp_path / "m.key", "--public", tmp_path / "m.pub")
    assert place.sign("both", "-p", tmp_path / "m.key").exit_code == 0
    assert kilosig("image", "verify", tmp_path / "both", "-k", place.key, "-k", tmp_path / "m.pub").exit_code == 0


def test_what_goes_wrong_uses_no_leaf(tmp_path: Path) -> None:
    """Everything is looked at before the state moves on."""
    place = Place(tmp_path, "lms")
    before = place.state.read_bytes()
    wrong: list[list[object]] = [["-p", tmp_path / "no-such-key"], ["--attach", "no:such"], ["--header-size", 30],
                                 ["--to-sign", place.key]]
    for more in wrong:
        assert place.sign("one", *more).exit_code == 2, more
        assert place.state.read_bytes() == before
    (tmp_path / "one").write_bytes(b"")
    assert place.sign("one").exit_code == 2 and place.state.read_bytes() == before
    done = kilosig("image", "sign", tmp_path / "code", tmp_path / "two", "--version", "1", "--counter", 1,
                   "--header-size", 512, "--slot-size", 0x8000, "--state", tmp_path / "nothing")
    assert done.exit_code == 2


def test_the_state_is_written_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the image cannot be written, its leaf is used up; where the state cannot, there is no image."""
    place = Place(tmp_path, "lms")

    def full(*_: object, **__: object) -> None:
        raise UserError("The disk is full: make room.")

    monkeypatch.setattr("kilosig.cli.image.save", full)
    assert place.sign("one").exit_code != 0
    monkeypatch.undo()
    monkeypatch.setattr("kilosig.schemes.stateful_sign.write_all", full)
    assert place.sign("one").exit_code != 0 and not (tmp_path / "one").exists()
    monkeypatch.undo()
    assert place.sign("one").exit_code == 0
    assert place.leaf("one", images.DIGEST_SIGNATURE, 0) == 1
