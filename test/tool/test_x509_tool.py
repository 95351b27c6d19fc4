# SPDX-License-Identifier: Apache-2.0 OR MIT
"""kilosig cert --stream: a chain as a device takes it."""
from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from command_line import run, told
from support import chains, public_key
from support.chains import distinguished, key, usual

from kilosig.files import pkcs8
from kilosig.library import x509 as device
from kilosig.library.verdicts import ACCEPT

pytestmark = pytest.mark.library
NAMES = ("ml-dsa-65", "ml-dsa-44", "slh-dsa-sha2-128f")
WHEN = ("--time", "2026-06-01")


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("names", [NAMES, ("ml-dsa-44-ecdsa-p256", "ml-dsa-65-ed25519", "ml-dsa-44"),
                                   ("hss", "ml-dsa-44-ed25519", "ml-dsa-44-ed25519")], ids="-".join)
def test_a_chain_is_reordered_and_stripped(names: tuple[str, ...]) -> None:
    keys = [key(name, number) for number, name in enumerate(names)]
    chain = usual(*keys)
    root = chains.Certificate(keys[0], keys[0], distinguished("level 0"), distinguished("level 0"),
                              chains.CA_EXTENSIONS)
    for number, one in enumerate([*chain[::-1], root]):
        Path(f"{number}.der").write_bytes(one.encoded())
    Path("root.pub").write_bytes(pkcs8.public_file(names[0], keys[0].raw))
    expected = chains.joined(chain)
    for files, trust in ((("0.der", "1.der"), "2.der"), (("0.der", "1.der", "2.der"), "2.der"),
                         (("0.der", "1.der", "2.der"), "root.pub"), (("0.der", "1.der"), "root.pub")):
        answer = told("cert", *files, "--trust", trust, *WHEN, "--stream", "chain.bin", "--force")
        assert Path("chain.bin").read_bytes() == expected and answer["anchor"] == keys[-1].anchor.hex()
    state = chains.trusting(keys[0], *names)
    assert device.verify(state, Path("chain.bin").read_bytes(), keys[0].raw)[0] == ACCEPT


def test_what_a_device_refuses_is_not_written() -> None:
    chain = usual(key("ml-dsa-44"), key("ml-dsa-44", 1))
    one, other = (chains.tlv(0x30, chains.tlv(6, oid), chains.tlv(12, b"x")) for oid in (b"\x55\4\3", b"\x55\4\x0a"))
    chain[0] = replace(chain[0], subject_name=chains.tlv(0x30, chains.tlv(0x31, one, other)))
    Path("0.der").write_bytes(chain[0].encoded())
    Path("root.pub").write_bytes(pkcs8.public_file("ml-dsa-44", public_key("ml-dsa-44")))
    run("cert", "0.der", "--trust", "root.pub", *WHEN)
    answer = told("cert", "0.der", "--trust", "root.pub", *WHEN, "--stream", "chain.bin", code=1)
    assert "device" in answer["text"] and not Path("chain.bin").exists()


@pytest.mark.parametrize("name", ["ecdsa-p256", "ecdsa-p384", "ed25519"])
def test_a_classical_root(name: str) -> None:
    """Whose certificate is trusted; the end key is one of the tool's."""
    keys = [key(name), key("ml-dsa-44-ed25519", 1), key("ml-dsa-44", 2)]
    chain = usual(*keys)
    root = chains.Certificate(keys[0], keys[0], distinguished("level 0"), distinguished("level 0"),
                              chains.CA_EXTENSIONS)
    for number, one in enumerate([*chain[::-1], root]):
        Path(f"{number}.der").write_bytes(one.encoded())
    answer = told("cert", "0.der", "1.der", "--trust", "2.der", *WHEN, "--stream", "chain.bin")
    assert Path("chain.bin").read_bytes() == chains.joined(chain) and answer["anchor"] == keys[-1].anchor.hex()
    state = chains.trusting(keys[0], *(one.scheme for one in keys))
    assert device.verify(state, Path("chain.bin").read_bytes(), keys[0].raw)[0] == ACCEPT
