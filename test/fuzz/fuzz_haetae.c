/* libFuzzer target: HAETAE's verifier as a sender sees it.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * Input: scheme and number of chunk sizes, chunk sizes, then edits of four bytes. The stream is a
 * genuine signature, made once for each scheme, with the edits applied, so that mutation reaches
 * the compressed sections. Checked beyond the sanitizers: wants stay inside their parts; the
 * verdict does not depend on the cutting; nothing but the genuine signature is accepted. */
#include <string.h>

#include "stream.h"

enum {
    SCHEMES = 6,
    MESSAGE_BYTES = 33,
    MOST_KEY = 2080,
    MOST_SECRET = 2752,
    MOST_SIGNATURE = 2948
};

static const ksig_scheme *const schemes[SCHEMES] = {
    &ksig_haetae_2,      &ksig_haetae_3,      &ksig_haetae_5,
    &ksig_haetae_2_kpqc, &ksig_haetae_3_kpqc, &ksig_haetae_5_kpqc,
};
static const ksig_sign_scheme *const signers[SCHEMES] = {
    &ksig_haetae_2_sign,      &ksig_haetae_3_sign,      &ksig_haetae_5_sign,
    &ksig_haetae_2_kpqc_sign, &ksig_haetae_3_kpqc_sign, &ksig_haetae_5_kpqc_sign,
};
static const ksig_keygen_scheme *const generators[3] = {
    &ksig_haetae_2_keygen, &ksig_haetae_3_keygen, &ksig_haetae_5_keygen};

static struct {
    uint8_t anchor[32], key[MOST_KEY], message[MESSAGE_BYTES], signature[MOST_SIGNATURE];
} genuine[SCHEMES];

static void make_genuine(void) {
    static uint64_t state[1024];
    static uint8_t secret_key[MOST_SECRET];
    for (unsigned i = 0; i < SCHEMES; i++) {
        const uint8_t seed[32] = {(uint8_t)i};
        ksig_sign_args args;
        memset(&args, 0, sizeof args);
        args.secret_key = secret_key;
        args.flags = KSIG_SIGN_DETERMINISTIC;
        require(ksig_keygen(state, sizeof state, generators[i % 3], seed, secret_key) == KSIG_DONE);
        require(ksig_sign(state, sizeof state, signers[i], &args, genuine[i].message, MESSAGE_BYTES,
                          genuine[i].signature) == KSIG_DONE);
        memcpy(genuine[i].key, secret_key, schemes[i]->key_bytes);
        require(ksig_key_anchor(schemes[i], genuine[i].key, schemes[i]->key_bytes,
                                genuine[i].anchor) == KSIG_DONE);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (genuine[0].signature[0] == 0 && genuine[0].signature[1] == 0)
        make_genuine();
    if (size < 2)
        return 0;
    const unsigned s = data[0] % SCHEMES;
    part_length[KSIG_PART_KEY] = schemes[s]->key_bytes;
    part_length[KSIG_PART_MESSAGE] = MESSAGE_BYTES;
    part_length[KSIG_PART_SIGNATURE] = schemes[s]->signature_bytes;
    memcpy(part_data[KSIG_PART_KEY], genuine[s].key, part_length[KSIG_PART_KEY]);
    memcpy(part_data[KSIG_PART_MESSAGE], genuine[s].message, MESSAGE_BYTES);
    memcpy(part_data[KSIG_PART_SIGNATURE], genuine[s].signature, part_length[KSIG_PART_SIGNATURE]);

    ksig_verify_args args;
    memset(&args, 0, sizeof args);
    args.anchor = genuine[s].anchor;
    args.message_length = MESSAGE_BYTES;
    args.signature_length = part_length[KSIG_PART_SIGNATURE];
    args.key_length = part_length[KSIG_PART_KEY];

    const size_t count = data[1] % 16 < size - 2 ? data[1] % 16 : size - 2;
    const uint8_t *chunks = data + 2, *edit = chunks + count;
    /* Three of four hit the signature; or there are none, and the bytes are only the fickle
     * sender's script. */
    for (; (data[1] & 16) == 0 && data + size - edit >= 4; edit += 4) {
        const unsigned part = edit[0] % 4 == 0 ? KSIG_PART_KEY : KSIG_PART_SIGNATURE;
        const uint32_t at = ((uint32_t)edit[0] / 4 << 8 | edit[1]) + edit[2] % 2u;
        if (at < part_length[part])
            part_data[part][at] ^= edit[3];
    }
    const int same =
        memcmp(part_data[KSIG_PART_KEY], genuine[s].key, part_length[KSIG_PART_KEY]) == 0 &&
        memcmp(part_data[KSIG_PART_SIGNATURE], genuine[s].signature,
               part_length[KSIG_PART_SIGNATURE]) == 0;
    const ksig_verdict whole = run(schemes[s], &args, NULL, 0);
    require(run(schemes[s], &args, chunks, count) == whole);
    require((whole == KSIG_ACCEPT) == same);
    int honest; /* else he may have changed bytes that are not used, or undone an edit */
    const ksig_scheme *const before = schemes[data[0] / SCHEMES % SCHEMES];
    const ksig_verdict fickle = run_fickle(schemes[s], &args, before, data + 2, size - 2, &honest);
    require(!honest || fickle == whole);
    return 0;
}
