/* What the fuzz targets of long keys share: one scheme, fed with zeros that the input edits.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef FUZZ_ZEROS_H
#define FUZZ_ZEROS_H

#include "stream.h"

enum { FUZZ_MESSAGE_BYTES = 33 };

typedef struct fuzz_zeros {
    const ksig_scheme *scheme, *before; /* before: see run_fickle */
    const uint8_t *secret;              /* of the runs after the first one; may be null */
    unsigned often, rarely;             /* KSIG_PART_*: gets half and a quarter of the edits */
    unsigned low; /* bits of an edit's third byte that are part of its place */
} fuzz_zeros;

/* Input: a byte for the scheme, which has been chosen, and for a wrong anchor; the number of chunk
 * sizes, chunk sizes, then edits of four bytes to a key, a message and a signature of zeros. The
 * verdict does not depend on the cutting, nor on the secret, and nothing is accepted. size: 2 or
 * more. */
static void fuzz_with_zeros(const fuzz_zeros *target, const uint8_t *data, size_t size) {
    const ksig_scheme *const scheme = target->scheme;
    part_length[KSIG_PART_KEY] = scheme->key_bytes;
    part_length[KSIG_PART_MESSAGE] = FUZZ_MESSAGE_BYTES;
    part_length[KSIG_PART_SIGNATURE] = scheme->signature_bytes;
    memset(part_data, 0, sizeof part_data);

    const size_t count = data[1] % 16 < size - 2 ? data[1] % 16 : size - 2;
    const uint8_t *chunks = data + 2, *edit = chunks + count;
    for (; data + size - edit >= 4; edit += 4) {
        const unsigned part = edit[0] % 4 == 0   ? target->rarely
                              : edit[0] % 4 == 1 ? KSIG_PART_MESSAGE
                                                 : target->often;
        const uint32_t at = (uint32_t)edit[0] / 4 << (8 + target->low) |
                            (uint32_t)edit[1] << target->low |
                            (edit[2] & ((1u << target->low) - 1));
        part_data[part][at % part_length[part]] ^= edit[3];
    }

    uint8_t anchor[32];
    ksig_verify_args args;
    memset(&args, 0, sizeof args);
    require(ksig_key_anchor(scheme, part_data[KSIG_PART_KEY], scheme->key_bytes, anchor) ==
            KSIG_DONE);
    anchor[0] ^= data[0] >> 7;
    args.anchor = anchor;
    args.message_length = FUZZ_MESSAGE_BYTES;
    args.signature_length = part_length[KSIG_PART_SIGNATURE];
    args.key_length = part_length[KSIG_PART_KEY];
    const ksig_verdict whole = run(scheme, &args, NULL, 0);
    args.secret = target->secret;
    require(run(scheme, &args, chunks, count) == whole);
    require(whole != KSIG_ACCEPT);
    int honest;
    const ksig_verdict fickle =
        run_fickle(scheme, &args, target->before, data + 2, size - 2, &honest);
    require(honest ? fickle == whole : fickle != KSIG_ACCEPT);
}

#endif
