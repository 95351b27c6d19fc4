/* libFuzzer target: the verifiers of SLH-DSA and SPHINCS+ as a sender sees them.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * Input: scheme, flags, mode, hash, length of the context, length of the message, number of chunk
 * sizes, chunk sizes; then the context, the message and the signature, as far as bytes remain, and
 * zeros. With flags the signature's length fits, so that mutation reaches what follows it. The key
 * is the anchor, whose bytes are not the sender's. Checked beyond the sanitizers: wants stay inside
 * their parts; the verdict does not depend on the cutting; nothing is accepted. */
#define FUZZ_LARGEST_PART 60000
#include "stream.h"

enum { HEADER = 7, CONTEXT_ROOM = 300 };

static const ksig_scheme *const schemes[] = {
    &ksig_slh_dsa_sha2_128s,
    &ksig_slh_dsa_sha2_128f,
    &ksig_slh_dsa_sha2_192s,
    &ksig_slh_dsa_sha2_192f,
    &ksig_slh_dsa_sha2_256s,
    &ksig_slh_dsa_sha2_256f,
    &ksig_slh_dsa_shake_128s,
    &ksig_slh_dsa_shake_128f,
    &ksig_slh_dsa_shake_192s,
    &ksig_slh_dsa_shake_192f,
    &ksig_slh_dsa_shake_256s,
    &ksig_slh_dsa_shake_256f,
    &ksig_sphincs_sha256_128s_simple_r3,
    &ksig_sphincs_sha256_128f_simple_r3,
    &ksig_slh_dsa_sha2_128_24,
    &ksig_slh_dsa_sha2_192_24,
    &ksig_slh_dsa_sha2_256_24,
    &ksig_slh_dsa_shake_128_24,
    &ksig_slh_dsa_shake_192_24,
    &ksig_slh_dsa_shake_256_24,
};

/* The next bytes of the input, and zeros after them. */
static size_t take(uint8_t *to, size_t length, const uint8_t **from, const uint8_t *end) {
    const size_t left = (size_t)(end - *from), n = left < length ? left : length;
    memset(to, 0, length);
    memcpy(to, *from, n);
    *from += n;
    return n;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < HEADER)
        return 0;
    const ksig_scheme *const scheme = schemes[data[0] % (sizeof schemes / sizeof schemes[0])];
    const unsigned flags = data[1];
    const size_t count = data[6] % 16 < size - HEADER ? data[6] % 16 : size - HEADER;
    const uint8_t *const chunks = data + HEADER, *rest = chunks + count, *const end = data + size;
    const size_t context_length =
        data[4] + (flags & 2 ? 40u : 0u); /* up to beyond what is allowed */
    uint8_t *const context = malloc(CONTEXT_ROOM), *const anchor = malloc(scheme->anchor_bytes);

    (void)take(context, context_length, &rest, end);
    (void)take(part_data[KSIG_PART_MESSAGE], data[5], &rest, end);
    const size_t signature =
        take(part_data[KSIG_PART_SIGNATURE], scheme->signature_bytes, &rest, end);
    memset(anchor, 0x5a, scheme->anchor_bytes);
    part_length[KSIG_PART_KEY] = scheme->key_bytes;
    part_length[KSIG_PART_MESSAGE] = data[5];
    part_length[KSIG_PART_SIGNATURE] = flags & 1 ? scheme->signature_bytes : (uint32_t)signature;

    ksig_verify_args args;
    memset(&args, 0, sizeof args);
    args.anchor = anchor;
    args.context = context;
    args.context_length = context_length;
    args.mode = flags & 4 ? data[2] % 5 : KSIG_MODE_PURE;
    args.hash = data[3] % 16;
    args.message_length = part_length[KSIG_PART_MESSAGE];
    args.signature_length = part_length[KSIG_PART_SIGNATURE];
    args.key_length = part_length[KSIG_PART_KEY];

    const ksig_verdict whole = run(scheme, &args, NULL, 0);
    require(run(scheme, &args, chunks, count) == whole);
    require(whole != KSIG_ACCEPT && whole != KSIG_REJECT_FAULT);
    int honest;
    const ksig_verdict fickle = run_fickle(scheme, &args, scheme, chunks, count, &honest);
    require(honest ? fickle == whole : fickle != KSIG_ACCEPT);
    free(context);
    free(anchor);
    return 0;
}
