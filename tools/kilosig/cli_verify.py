# SPDX-License-Identifier: Apache-2.0 OR MIT
"""kilosig verify."""
# No deferred annotations here: before Python 3.10 they would hide the options from typer.

import typer

from kilosig.binding import LibraryScheme, load
from kilosig.cli_common import (EXIT_REJECTED, ChunkOption, ContextOption, DigestOption, KeyOption, MessageOption,
                                MuOption, PrehashOption, SchemeOption, SeedOption, SignatureOption, VariantOption,
                                console, parse_chunk, read_request)
from kilosig.errors import UserError


def library_scheme(name: str, variant: str) -> LibraryScheme:
    """The scheme in the library of a variant. Raises UserError if the library lacks it."""
    scheme = load(variant).scheme(name)
    if scheme is None:
        raise UserError(f"The library has no scheme '{name}': choose one that 'kilosig schemes' lists.")
    return scheme


def verify(scheme: SchemeOption, key: KeyOption, signature: SignatureOption, message: MessageOption = None,
           context: ContextOption = "", prehash: PrehashOption = None, digest: DigestOption = False,
           external_mu: MuOption = None, chunk: ChunkOption = None, variant: VariantOption = "default",
           seed: SeedOption = 1) -> None:
    """Verify a signature with the library. Exit code 0: accepted, 1: rejected."""
    request = read_request(scheme, key, message, signature, context, prehash, digest, external_mu)
    target = library_scheme(request.scheme.name, variant)
    inputs = request.inputs
    verdict = target.library.verify(target, inputs.key, inputs.message, inputs.signature, request.arguments,
                                    parse_chunk(chunk, seed))
    console().print(str(verdict), style="green" if verdict.accepted else "red")
    if not verdict.accepted:
        raise typer.Exit(EXIT_REJECTED)
