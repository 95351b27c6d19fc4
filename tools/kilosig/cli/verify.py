# SPDX-License-Identifier: Apache-2.0 OR MIT
"""kilosig verify."""

from kilosig.cli.common import (ChunkOption, ContextOption, DigestOption, KeyOption, MessageOption, MuOption,
                                PrehashOption, Request, SchemeOption, SeedOption, SignatureOption, VariantOption,
                                parse_chunk, print_verdict, read_request, rejected)
from kilosig.cli.output import out
from kilosig.errors import UserError
from kilosig.library.binding import PART_NAMES, Chunk, LibraryScheme, load
from kilosig.library.catalog import scheme_by_name
from kilosig.library.verdicts import Verdict


def library_scheme(name: str, variant: str) -> LibraryScheme:
    """The scheme in the library of a variant. Raises UserError if the library lacks it."""
    known = scheme_by_name(name).name
    scheme = load(variant).scheme(known)
    if scheme is None:
        raise UserError(f"The library has no scheme '{known}': choose one that 'kilosig schemes' lists.")
    return scheme


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


def verify(key: KeyOption, signature: SignatureOption, scheme: SchemeOption = None, message: MessageOption = None,
           context: ContextOption = "", prehash: PrehashOption = None, digest: DigestOption = False,
           external_mu: MuOption = None, chunk: ChunkOption = None, variant: VariantOption = "default",
           seed: SeedOption = 1) -> None:
    """Verify a signature with the library. Exit code 0: accepted, 1: rejected."""
    sizes = parse_chunk(chunk, seed)
    request = read_request(scheme, key, message, signature, context, prehash, digest, external_mu)
    target = library_scheme(request.scheme.name, variant)
    if not print_verdict(streamed(target, request, sizes).code).accepted:
        rejected()
