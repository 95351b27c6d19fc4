# SPDX-License-Identifier: Apache-2.0 OR MIT
"""kilosig authenticate: a tester that proves by certificates who it is, to a device on a CAN bus."""

import time
from pathlib import Path
from typing import Annotated

import typer

from kilosig.cli.bus import CanFdOption, on_bus
from kilosig.cli.common import PassphraseOption, one_stream
from kilosig.cli.output import out
from kilosig.cli.signing import PrivateOption, SignerKeyOption, SignerOption, chosen_signer, signature_by
from kilosig.device import bus_authentication as tester
from kilosig.errors import UserError
from kilosig.files import certificates
from kilosig.files.data import Data, read_file
from kilosig.files.keys import read_public_key
from kilosig.schemes.family import Signature


def authenticate(
        chain: Annotated[list[Path], typer.Argument(help="Certificates in PEM or DER, the tester's first, in one file "
                                                    "or several.")],
        trust: Annotated[Path, typer.Option("--trust", help="Owner's key, or its certificate: what the device was "
                                            "provisioned with.")],
        can: Annotated[str, typer.Option("--can", help="CAN bus of the device: slcan:tcp:HOST:PORT, "
                                         "slcan:/dev/ttyACM0, socketcan:can0.")],
        private: PrivateOption = None, signer: SignerOption = None, key: SignerKeyOption = None,
        deactivate: Annotated[int | None, typer.Option("--deactivate", min=0, max=31,
                                                       help="Feature to switch off after authentication.")] = None,
        tell_time: Annotated[bool, typer.Option("--tell-time", help="Tell an emulated device the time.")] = False,
        can_fd: CanFdOption = False, passphrase_file: PassphraseOption = None) -> None:
    """Authenticate at a device by a chain of certificates (UDS 0x29), while the command runs."""
    one_stream(*chain, trust, private, key)
    who = chosen_signer(private, signer, key, None, passphrase_file)
    root = read_public_key(trust)
    if root.scheme != tester.SCHEME or who.scheme != tester.SCHEME:
        raise UserError(f"A device on a bus authenticates with {tester.SCHEME} alone: give keys of it.")
    found = [one for path in chain for one in certificates.read_chain(read_file(path, "the certificates"), str(path))]
    now = int(time.time())
    stream = tester.certificate(certificates.below(found, root), root.raw, tester.device_of(root.raw, now))

    def sign(message: bytes, context: bytes) -> bytes:
        return signature_by(who, Signature(Data(message), context))

    with on_bus(can, can_fd) as device:
        if tell_time:
            tester.set_time(device, now)
        tester.authenticate(device, stream, sign, who.public)
        if deactivate is not None:
            tester.deactivate(device, deactivate)
        figures = device.figures()
    subject = certificates.subject_of(found[0])
    out().put(authenticated=True, subject=subject, bytes=len(stream), peak=figures.peak, ram=figures.ram)
    out().say(f"{subject} is authenticated; {len(stream):,} bytes of certificates and keys, {figures.peak:,} of "
              f"{figures.ram:,} bytes of RAM")
    if deactivate is not None:
        out().say(f"feature {deactivate} is off")
