# SPDX-License-Identifier: Apache-2.0 OR MIT
"""kilosig plan and schemes: what the library wants, and what it has."""
# No deferred annotations here: before Python 3.10 they would hide the options from typer.

from typing import Annotated, List

import typer
from rich.table import Table

from kilosig import fn_dsa, haetae_sign, signing
from kilosig.binding import PART_NAMES, Arguments, LibraryScheme, Want, load, want_order
from kilosig.cli_common import VariantOption, console, warn_if_broken
from kilosig.cli_verify import library_scheme
from kilosig.errors import UserError
from kilosig.haetae import KeyGenerator
from kilosig.schemes import SCHEMES, is_broken
from kilosig.transfer import NOTE, format_times

LARGEST_MESSAGE = 1 << 26


def plan_wants(scheme: LibraryScheme, message_length: int, context_length: int = 0) -> List[Want]:
    """The order of wants for these lengths, from the library itself. Bytes that it rejects would end the order early,
    so it gets a genuine signature of a zero message. dilithium2-r3 gets one of ml-dsa-44: the encodings are the same,
    and only the last check, after the last want, tells them apart. In HAETAE the places of the signature's last parts
    differ from one signature to the next by some bytes. Raises UserError."""
    if scheme.name.startswith("haetae-"):
        return haetae_wants(scheme, message_length, context_length)
    if scheme.name in fn_dsa.LOG_N:
        return falcon_wants(scheme, message_length, context_length)
    if is_broken(scheme.name):
        return key_of_zeros_wants(scheme, message_length, context_length)
    if SCHEMES[scheme.name].key_anchor:
        return slh_dsa_wants(scheme, message_length, context_length)
    if scheme.name not in (*signing.PRIVATE_KEYS, "dilithium2-r3"):
        raise UserError(f"The tool cannot sign with {scheme.name}: docs/streaming.md says in which order it is verified.")
    if context_length and scheme.name == "dilithium2-r3":
        raise UserError("The scheme dilithium2-r3 has no context: leave --context-length out.")
    key = signing.generate("ml-dsa-44" if scheme.name == "dilithium2-r3" else scheme.name)
    message, context = bytes(message_length), bytes(context_length)
    wants, verdict = want_order(scheme, signing.public_raw(key), message, key.sign(message, context),
                                Arguments(context=context))
    if not verdict.accepted and not (scheme.name == "dilithium2-r3" and verdict.name == "signature"):
        raise UserError(f"The library rejected a genuine signature ({verdict.name}): build the library again.")
    return wants


def falcon_wants(scheme: LibraryScheme, message_length: int, context_length: int) -> List[Want]:
    """The same for Falcon and FN-DSA. The lengths of Falcon's compressed signatures differ by some bytes. Raises
    UserError."""
    if context_length and scheme.name.startswith("falcon"):
        raise UserError(f"The scheme {scheme.name} has no context: leave --context-length out.")
    pair, message, context = fn_dsa.generate(scheme.name, b"plan"), bytes(message_length), bytes(context_length)
    signature = fn_dsa.sign(scheme.name, pair.secret, message, context, seed=b"plan")
    wants, verdict = want_order(scheme, pair.public, message, signature, Arguments(context=context))
    if not verdict.accepted:
        raise UserError(f"The library rejected a genuine signature ({verdict.name}): build the library again.")
    return wants


def slh_dsa_wants(scheme: LibraryScheme, message_length: int, context_length: int) -> List[Want]:
    """The same for SLH-DSA and SPHINCS+, which take any bytes to the end. Raises UserError."""
    if context_length and not SCHEMES[scheme.name].has_context:
        raise UserError(f"The scheme {scheme.name} has no context: leave --context-length out.")
    wants, _ = want_order(scheme, bytes(scheme.key_bytes), bytes(message_length), bytes(scheme.signature_bytes),
                          Arguments(context=bytes(context_length)))
    return wants


def haetae_wants(scheme: LibraryScheme, message_length: int, context_length: int) -> List[Want]:
    """The same for HAETAE, whose signatures the library makes itself. Raises UserError."""
    if context_length and scheme.name.endswith("-kpqc"):
        raise UserError(f"The scheme {scheme.name} has no context: leave --context-length out.")
    library = load()
    generator = KeyGenerator(library, int(scheme.name.split("-")[1]))
    pair, message, context = generator.generate(bytes(generator.seed_bytes)), bytes(message_length), bytes(context_length)
    signature = haetae_sign.sign(library, scheme.name, pair.secret, message, context)
    wants, verdict = want_order(scheme, pair.public, message, signature, Arguments(context=context))
    if not verdict.accepted:
        raise UserError(f"The library rejected a genuine signature ({verdict.name}): build the library again.")
    return wants


def key_of_zeros_wants(scheme: LibraryScheme, message_length: int, context_length: int) -> List[Want]:
    """The same for Rainbow and GeMSS, which decide at the end. What variant fast of gemss-128 leaves out depends on
    message, signature and key: an example. Raises UserError."""
    if context_length:
        raise UserError(f"The scheme {scheme.name} has no context: leave --context-length out.")
    wants, _ = want_order(scheme, bytes(scheme.key_bytes), bytes(message_length), bytes(scheme.signature_bytes))
    return wants


def plan(scheme: Annotated[str, typer.Argument(help="Scheme, as 'kilosig schemes' lists them.")],
         message_length: Annotated[int, typer.Option(min=0, max=LARGEST_MESSAGE, help="Bytes of the message.")] = 33,
         context_length: Annotated[int, typer.Option(min=0, max=255, help="Bytes of the context.")] = 0,
         variant: VariantOption = "default") -> None:
    """Print the order in which a verification wants its bytes."""
    target = library_scheme(scheme, variant)
    warn_if_broken(scheme)
    wants = plan_wants(target, message_length, context_length)
    table = Table(title=f"{scheme}, variant {variant}, message of {message_length:,} bytes", title_justify="left")
    for column in ("", "part", "offset", "length", "sum"):
        table.add_column(column, justify="left" if column == "part" else "right")
    total = 0
    for number, want in enumerate(wants, 1):
        total += want.length
        table.add_row(str(number), PART_NAMES[want.part], f"{want.offset:,}", f"{want.length:,}", f"{total:,}")
    out = console()
    out.print(table)
    out.print(f"{total:,} bytes: {format_times(total)}. {NOTE}")


def schemes(variant: VariantOption = "default") -> None:
    """List the schemes of the library with their sizes in bytes."""
    table = Table(title=f"Bytes, variant {variant} (the state as on this machine; 32-bit machines need less)",
                  title_justify="left")
    for column in ("scheme", "public key", "signature", "anchor", "secret", "state"):
        table.add_column(column, justify="left" if column == "scheme" else "right")
    for scheme in load(variant).schemes():
        mark = " (BROKEN)" if is_broken(scheme.name) else ""
        table.add_row(scheme.name + mark, f"{scheme.key_bytes:,}", f"{scheme.signature_bytes:,}", str(scheme.anchor_bytes),
                      str(scheme.secret_bytes), f"{scheme.state_bytes:,}")
    console().print(table)
