# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Many signatures by one call of the tool's library (tools/native/batch.h). The calls let other threads run."""
from __future__ import annotations

import secrets
from typing import Any

from kilosig.errors import UserError, remedy
from kilosig.library.binding import Arguments, Library, LibraryScheme, PackedArguments, copy_in, ffi
from kilosig.library.making import DETERMINISTIC, SignatureMaking
from kilosig.library.verdicts import DONE

ffi.cdef(
    """
    size_t ksig_batch_sign(void *state, size_t state_bytes, const ksig_sign_scheme *scheme,
                           const ksig_sign_args *args, const uint8_t *rnd, const uint8_t *messages,
                           size_t message_bytes, size_t count, uint8_t *signatures, ksig_verdict *verdicts);
    size_t ksig_batch_verify(void *state, size_t state_bytes, const ksig_scheme *scheme,
                             const ksig_verify_args *args, const uint8_t *key, const uint8_t *messages,
                             const uint8_t *signatures, const int32_t *offsets, size_t count,
                             ksig_verdict *verdicts);
    """
)


def _function(library: Library, name: str) -> Any:
    try:
        return getattr(library.c, name)
    except AttributeError as error:
        raise UserError(f"The library lacks {name}: {remedy('make tool', 'install kilosig again')}.") from error


def sign_batch(library: Library, run: SignatureMaking, messages: Any, message_bytes: int,
               randomized: bool = False) -> Any:
    """A buffer with the signatures of messages, which follow one another in a buffer of bytes; each signature has
    run.output_bytes. Raises ValueError with the library's sentence if one cannot be signed. run: of the key, not
    opened; randomized: with fresh randomness for each message."""
    data = ffi.from_buffer("uint8_t[]", messages)
    count, size = len(data) // message_bytes, run.output_bytes
    rnd: Any = ffi.NULL
    if randomized:
        if not run.scheme.rnd_bytes:
            raise UserError("This scheme signs without randomness: omit --randomized.")
        rnd = copy_in(secrets.token_bytes(count * run.scheme.rnd_bytes))
        run.args.flags &= ~DETERMINISTIC
    signatures, verdicts = ffi.new("uint8_t[]", max(1, count * size)), ffi.new("ksig_verdict[]", max(1, count))
    done = _function(library, "ksig_batch_sign")(run.state, run.size, run.scheme, run.args, rnd, data, message_bytes,
                                                 count, signatures, verdicts)
    if done != count:
        bad = next(number for number in range(count) if verdicts[number] != DONE)
        raise ValueError(f"message {bad} of {count}: {library.reason_text(verdicts[bad]) or hex(verdicts[bad])}")
    return ffi.buffer(signatures, count * size)


def verify_batch(scheme: LibraryScheme, key: bytes, messages: Any, message_bytes: int, signatures: Any, offsets: Any,
                 count: int) -> tuple[int, Any]:
    """How many signatures are accepted, and all verdicts (a C array of uint32_t). The anchor is that of the key.
    messages, signatures: buffers of bytes; offsets: buffer of count + 1 int32_t, where the signatures begin and end.
    Raises ValueError for offsets beyond the signatures."""
    data, ends = ffi.from_buffer("uint8_t[]", messages), ffi.from_buffer("int32_t[]", offsets)
    signed = ffi.from_buffer("uint8_t[]", signatures)
    if len(data) < count * message_bytes or len(ends) < count + 1 or max(ends[0:count + 1]) > len(signed):
        raise ValueError("the buffers are shorter than the batch")
    arguments = PackedArguments(Arguments(
        anchor=scheme.anchor(key), secret=secrets.token_bytes(scheme.secret_bytes), message_length=message_bytes,
        key_length=len(key)))
    verdicts, state = ffi.new("ksig_verdict[]", max(1, count)), copy_in(b"\xd5" * scheme.state_bytes)
    accepted = _function(scheme.library, "ksig_batch_verify")(
        state, scheme.state_bytes, scheme.pointer, arguments.pointer, copy_in(key), data, signed, ends, count, verdicts)
    return int(accepted), verdicts
