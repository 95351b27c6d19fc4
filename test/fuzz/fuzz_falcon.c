/* libFuzzer target: Falcon's and FN-DSA's verifier as a sender sees it.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * Input: scheme, length of the message, number of chunk sizes, chunk sizes, the signature; then, as
 * far as bytes remain, the key's coefficients. What is not given is made: headers, so that mutation
 * reaches the decoder, and a key of zeros whose digest is the anchor. Checked beyond the
 * sanitizers: wants stay inside their parts; the verdict does not depend on the cutting; nothing is
 * accepted, since nobody can sign under a key that was not made from a secret. */
#include <string.h>

#include "stream.h"

enum { SCHEMES = 6, HEADER = 4 };

static const ksig_scheme *const schemes[SCHEMES] = {
    &ksig_falcon_512_r3,  &ksig_falcon_512_padded_r3,  &ksig_fn_dsa_512,
    &ksig_falcon_1024_r3, &ksig_falcon_1024_padded_r3, &ksig_fn_dsa_1024,
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < HEADER)
        return 0;
    const ksig_scheme *const scheme = schemes[data[0] % SCHEMES];
    const unsigned degree_log = scheme->key_bytes == 897 ? 9 : 10;
    const size_t count = data[2] % 16 < size - HEADER ? data[2] % 16 : size - HEADER;
    const uint8_t *const chunks = data + HEADER, *rest = chunks + count;
    const size_t left = (size_t)(data + size - rest);
    const size_t signature = left < scheme->signature_bytes ? left : scheme->signature_bytes;
    const size_t key =
        left - signature < scheme->key_bytes - 1 ? left - signature : scheme->key_bytes - 1;

    memset(part_data, 0, sizeof part_data);
    part_length[KSIG_PART_KEY] = scheme->key_bytes;
    part_length[KSIG_PART_MESSAGE] = data[1];
    /* Even choices of the last header byte: the longest length, filled up with zeros. */
    part_length[KSIG_PART_SIGNATURE] = data[3] % 2 ? (uint32_t)signature : scheme->signature_bytes;
    memcpy(part_data[KSIG_PART_SIGNATURE], rest, signature);
    memcpy(part_data[KSIG_PART_KEY] + 1, rest + signature, key);
    part_data[KSIG_PART_KEY][0] = (uint8_t)degree_log;
    if (data[3] % 8 != 0)
        part_data[KSIG_PART_SIGNATURE][0] = (uint8_t)(0x30 + degree_log);

    uint8_t anchor[64];
    require(ksig_key_anchor(scheme, part_data[KSIG_PART_KEY], scheme->key_bytes, anchor) ==
            KSIG_DONE);
    ksig_verify_args args;
    memset(&args, 0, sizeof args);
    args.anchor = anchor;
    args.message_length = part_length[KSIG_PART_MESSAGE];
    args.signature_length = part_length[KSIG_PART_SIGNATURE];
    args.key_length = part_length[KSIG_PART_KEY];

    const ksig_verdict whole = run(scheme, &args, NULL, 0);
    require(run(scheme, &args, chunks, count) == whole);
    require(whole != KSIG_ACCEPT);
    int honest;
    const ksig_verdict fickle = run_fickle(scheme, &args, scheme, chunks, count, &honest);
    require(honest ? fickle == whole : fickle != KSIG_ACCEPT);
    return 0;
}
