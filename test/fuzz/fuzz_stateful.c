/* libFuzzer target: the verifiers of LMS, HSS, XMSS and XMSS^MT as a sender sees them.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * Input: scheme, flags, length of the message, number of chunk sizes, chunk sizes; 12 bytes of the
 * key; the signature, as far as bytes remain, and zeros. With flags the key is one of a small set,
 * and the signature's type codes and its length are made to fit, so that mutation reaches what
 * follows them. Keys are anchors, whose bytes are not the sender's, but a set may be any. Checked
 * beyond the sanitizers: wants stay inside their parts; no byte of the signature is wanted twice;
 * the verdict does not depend on the cutting; nothing is accepted. */
#define FUZZ_LARGEST_PART 110000
#include "stream.h"

enum { SCHEMES = 4, HEADER = 4, CODES = 12, ANCHOR_BYTES = 132 };

static const ksig_scheme *const schemes[SCHEMES] = {&ksig_lms, &ksig_hss, &ksig_xmss, &ksig_xmssmt};

static void put(uint8_t *p, uint32_t x) {
    for (unsigned i = 0; i < 4; i++)
        p[i] = (uint8_t)(x >> (24 - 8 * i));
}

/* LMS with h = 5 and n = 24, w = 4 or 8: p + 1 chains and C. */
static const struct { uint8_t ots, nodes; } kinds[2] = {{7, 52}, {8, 27}};

enum { N = 24, LMS_KEY = 24 + N };

/* Type codes at their places. Returns the signature's length. */
static uint32_t fit_lms(uint8_t *key, uint8_t *signature, unsigned kind) {
    put(key, 0x0a);
    put(key + 4, kinds[kind].ots);
    put(signature, signature[3] & 31u);
    put(signature + 4, kinds[kind].ots);
    put(signature + 8 + N * kinds[kind].nodes, 0x0a);
    return 12u + N * (kinds[kind].nodes + 5u);
}

static uint32_t fit(unsigned number, uint8_t *anchor, uint8_t *signature, unsigned flags) {
    const unsigned kind = flags >> 4 & 1u, levels = 1 + (flags >> 5);
    uint32_t length = 4;
    switch (number) {
    case 0:
        return fit_lms(anchor, signature, kind);
    case 1:
        put(anchor, levels);
        put(signature, levels - 1);
        for (unsigned level = 0; level < levels; level++) {
            uint8_t *const key = level == 0 ? anchor + 4 : signature + length - LMS_KEY;
            length += fit_lms(key, signature + length, kind) + LMS_KEY;
        }
        return length - LMS_KEY;
    case 2:
        put(anchor, 0x0d); /* XMSS-SHA2_10_192 */
        put(signature, (uint32_t)(signature[2] & 3) << 8 | signature[3]);
        return 1492;
    default:
        put(anchor, 0x22); /* XMSSMT-SHA2_20/4_192 */
        signature[0] &= 15;
        return 5403;
    }
}

static uint32_t key_length(unsigned number, const uint8_t *anchor) {
    uint8_t copy[ANCHOR_BYTES];
    for (uint32_t length = 48; length <= schemes[number]->key_bytes; length += 4)
        if (ksig_key_anchor(schemes[number], anchor, length, copy) == KSIG_DONE)
            return length;
    return 56;
}

/* As run(), but each byte of the signature at most once. */
static void require_once(const ksig_scheme *scheme, const ksig_verify_args *args) {
    static uint8_t seen[FUZZ_LARGEST_PART];
    memset(seen, 0, sizeof seen);
    void *const state = malloc(scheme->state_bytes);
    ksig_verdict verdict = ksig_verify_open(state, scheme->state_bytes, scheme, args);
    for (ksig_want want; (want = ksig_verify_want(state)).length != 0;) {
        require(want.part != KSIG_PART_KEY);
        for (uint32_t i = 0; want.part == KSIG_PART_SIGNATURE && i < want.length; i++)
            require(seen[want.offset + i]++ == 0);
        verdict = ksig_verify_feed(state, part_data[want.part] + want.offset, want.length);
    }
    require(verdict != KSIG_ACCEPT && ksig_verify_close(state) != KSIG_PENDING);
    free(state);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < HEADER + CODES)
        return 0;
    const unsigned number = data[0] % SCHEMES, flags = data[1];
    const ksig_scheme *const scheme = schemes[number];
    const size_t count =
        data[3] % 16 < size - HEADER - CODES ? data[3] % 16 : size - HEADER - CODES;
    const uint8_t *const chunks = data + HEADER, *const rest = chunks + count + CODES;
    const size_t left = (size_t)(data + size - rest);
    const size_t signature = left < scheme->signature_bytes ? left : scheme->signature_bytes;
    uint8_t *const anchor = malloc(scheme->anchor_bytes);

    memset(part_data[KSIG_PART_SIGNATURE], 0, sizeof part_data[KSIG_PART_SIGNATURE]);
    memset(part_data[KSIG_PART_MESSAGE], 0, 256);
    memcpy(part_data[KSIG_PART_SIGNATURE], rest, signature);
    memset(anchor, 0x5a, scheme->anchor_bytes);
    memcpy(anchor, chunks + count, CODES);
    part_length[KSIG_PART_MESSAGE] = data[2];
    part_length[KSIG_PART_SIGNATURE] = (uint32_t)signature;
    if (flags & 1)
        part_length[KSIG_PART_SIGNATURE] =
            fit(number, anchor, part_data[KSIG_PART_SIGNATURE], flags);
    part_length[KSIG_PART_KEY] = key_length(number, anchor);
    /* Just as long as it says. */
    uint8_t *const exact = malloc(part_length[KSIG_PART_KEY]);
    memcpy(exact, anchor, part_length[KSIG_PART_KEY]);
    free(anchor);

    ksig_verify_args args;
    memset(&args, 0, sizeof args);
    args.anchor = exact;
    args.message_length = part_length[KSIG_PART_MESSAGE];
    args.signature_length = part_length[KSIG_PART_SIGNATURE];
    args.key_length = part_length[KSIG_PART_KEY];

    const ksig_verdict whole = run(scheme, &args, NULL, 0);
    require(run(scheme, &args, chunks, count) == whole);
    require(whole != KSIG_ACCEPT && whole != KSIG_REJECT_FAULT);
    require_once(scheme, &args);
    int honest;
    const ksig_verdict fickle = run_fickle(scheme, &args, scheme, chunks, count, &honest);
    require(honest ? fickle == whole : fickle != KSIG_ACCEPT);
    free(exact);
    return 0;
}
