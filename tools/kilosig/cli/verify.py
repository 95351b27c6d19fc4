# SPDX-License-Identifier: Apache-2.0 OR MIT
"""kilosig verify."""

from dataclasses import replace
from pathlib import Path

from kilosig.cli.common import (ChunkOption, ContextOption, DigestOption, KeyOption, MessageOption, MuOption,
                                PrehashOption, Request, SchemeOption, SeedOption, SignatureOption, VariantOption,
                                parse_chunk, print_verdict, read_request, rejected)
from kilosig.cli.output import out
from kilosig.device.link import Inputs
from kilosig.files.data import Data
from kilosig.files.signature_file import key_id
from kilosig.library import catalog
from kilosig.library.binding import PART_NAMES, Chunk, LibraryScheme
from kilosig.library.verdicts import SIG_LENGTH, Verdict


def library_scheme(name: str, variant: str) -> LibraryScheme:
    """The scheme in the library of a variant. Raises UserError if the library lacks it."""
    return catalog.library_scheme(catalog.scheme_by_name(name).name, variant)


def streamed(target: LibraryScheme, request: Request, chunk: Chunk) -> Verdict:
    """Verifies with files that are read as the library wants them."""
    inputs = request.inputs
    with out().progress("verifying", inputs.length) as hook:
        def bring(part: int, offset: int, length: int) -> bytes:
            data = inputs.read(part, offset, length)
            hook(PART_NAMES[part], len(data))
            return data

        return target.library.verify(target, inputs.key, inputs.message, inputs.signature, request.arguments, chunk,
                                     source=bring)


def of_file(request: Request, key: Path) -> Request:
    """The request with what a signature file signs in place of the message. Ends the command with exit code 1 if the
    file names another key."""
    said, inputs, message = request.said, request.inputs, request.inputs.message
    assert said is not None and isinstance(message, Data)
    given = key_id(inputs.key)
    if (said.key_id, said.scheme) != (given, request.scheme.name):
        name = f' "{said.key_name}"' if said.key_name else ""
        text = (f"signed, as it says, by the key{name} {said.key_id} of {said.scheme}, not by {key}, which is {given} "
                f"of {request.scheme.name}")
        out().put(accepted=False, text=text)
        out().say(f"rejected: {text}", style="red")
        rejected()
    with out().progress("hashing", inputs.length) as message.watch:
        content = said.signed_text(message)
    return replace(request, inputs=Inputs(inputs.key, Data(content), inputs.signature))


def verify(key: KeyOption, signature: SignatureOption, scheme: SchemeOption = None, message: MessageOption = None,
           context: ContextOption = "", prehash: PrehashOption = None, digest: DigestOption = False,
           external_mu: MuOption = None, chunk: ChunkOption = None, variant: VariantOption = "default",
           seed: SeedOption = 1) -> None:
    """Verify a signature with the library. Exit code 0: accepted, 1: rejected."""
    sizes = parse_chunk(chunk, seed)
    request = read_request(scheme, key, message, signature, context, prehash, digest, external_mu,
                           signature_files=True)
    said = request.said
    if said is not None:
        request = of_file(request, key)
    target = library_scheme(request.scheme.name, variant)
    verdict = print_verdict(streamed(target, request, sizes).code)
    if verdict.code == SIG_LENGTH and not request.scheme.key_varies:
        length, known = len(request.inputs.signature), request.scheme
        least = known.signature_least or known.signature_bytes
        out().say(f"found {length:,} bytes, expected {f'{least:,} to ' if least < known.signature_bytes else ''}"
                  f"{known.signature_bytes:,}")
    if not verdict.accepted:
        rejected()
    if said is not None:
        out().put(key_id=said.key_id, key_name=said.key_name, comment=said.comment)
        out().say(f"signed by: {said.key_name or 'a key without a name'} ({said.key_id})")
        if said.comment:
            out().say(f"comment: {said.comment}")
