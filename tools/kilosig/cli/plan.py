# SPDX-License-Identifier: Apache-2.0 OR MIT
"""kilosig plan and schemes: what the library wants, and what it has."""

from collections.abc import Sequence
from typing import Annotated

import typer

from kilosig.cli.common import VariantOption, complete_scheme, completing, warn_if_broken
from kilosig.cli.output import Value, out
from kilosig.cli.tables import Column
from kilosig.cli.verify import library_scheme
from kilosig.device.transfer import NOTE, format_times, times
from kilosig.errors import UserError
from kilosig.library.binding import PART_NAMES, Arguments, LibraryScheme, Want, load, want_order
from kilosig.library.composite import pairs
from kilosig.schemes.registry import example, set_names, signer

LARGEST_MESSAGE = 1 << 26


def plan_wants(scheme: LibraryScheme, message_length: int, context_length: int = 0,
               sets: Sequence[str] = ()) -> list[Want]:
    """The order of wants for these lengths, from the library itself. Bytes that it rejects would end the order early,
    so it gets a genuine signature of a zero message where it looks. The places of a signature's parts may differ from
    one signature to the next by some bytes. Raises UserError."""
    if context_length and not scheme.has_context:
        raise UserError(f"The scheme {scheme.name} has no context: omit --context-length.")
    message, context = bytes(message_length), bytes(context_length)
    material = example(scheme, message, context, sets)
    wants, verdict = want_order(scheme, material.key, message, material.signature, Arguments(context=context))
    if material.accepted and not verdict.accepted:
        raise UserError(f"The library rejected a genuine signature ({verdict.name}): build the library again.")
    return wants


def plan(scheme: Annotated[str, typer.Argument(help="Scheme, as 'kilosig schemes' lists them.",
                                              autocompletion=complete_scheme)],
         message_length: Annotated[int, typer.Option(min=0, max=LARGEST_MESSAGE, help="Bytes of the message.")] = 33,
         context_length: Annotated[int, typer.Option(min=0, max=255, help="Bytes of the context.")] = 0,
         sets: Annotated[list[str] | None, typer.Option(
             "--set", help="Parameter set, for schemes whose key names it; once for each level.",
             autocompletion=completing(set_names()))] = None,
         variant: VariantOption = "default") -> None:
    """Print the order in which a verification wants its bytes."""
    target = library_scheme(scheme, variant)
    warn_if_broken(target.name)
    rows: list[list[Value]] = []
    total = 0
    for number, want in enumerate(plan_wants(target, message_length, context_length, sets or ()), 1):
        total += want.length
        rows.append([number, PART_NAMES[want.part], want.offset, want.length, total])
    out().put(scheme=target.name, variant=variant, bytes=total, milliseconds=times(total))
    out().table("wants", f"{target.name}, variant {variant}, message of {message_length:,} bytes",
                (Column("number", ""), Column("part", "part", left=True), Column("offset", "offset"),
                 Column("length", "length"), Column("sum", "sum")), rows)
    out().say(f"{total:,} bytes: {format_times(total)}.\n{NOTE}", lines=True)


def schemes(variant: VariantOption = "default") -> None:
    """List the schemes of the library with their sizes in bytes."""
    rows: list[list[Value]] = []
    library = load(variant)
    for scheme in (*library.schemes(), *pairs(library).values()):
        standing = ("BROKEN" if scheme.is_broken else "superseded" if scheme.is_superseded else
                    "draft" if scheme.is_draft else "standard")
        rows.append([scheme.name, standing, scheme.key_bytes, scheme.signature_bytes, scheme.anchor_bytes,
                     scheme.secret_bytes, scheme.state_bytes, "yes" if signer(scheme.name) else "no"])
    out().table("schemes", f"Bytes, variant {variant} (the state as on this machine; 32-bit machines need less)",
                (Column("name", "scheme", left=True), Column("standing", "standing", left=True),
                 Column("public_key", "public key"), Column("signature", "signature"),
                 Column("anchor", "anchor", rank=1), Column("secret", "secret", rank=3), Column("state", "state"),
                 Column("signs", "signs here", left=True, rank=2)), rows)
