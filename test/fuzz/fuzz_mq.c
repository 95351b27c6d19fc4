/* libFuzzer target: Rainbow's and GeMSS's verifiers as a sender sees them.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * Input: scheme and number of chunk sizes, chunk sizes, then edits of four bytes to a key, a
 * message and a signature of zeros. Checked beyond the sanitizers: wants stay inside their parts;
 * the verdict does not depend on the cutting, nor on whether GeMSS has a secret; nothing is
 * accepted. */
#define FUZZ_LARGEST_PART 352188
#include <string.h>

#include "stream.h"

enum { MESSAGE_BYTES = 33 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const uint8_t secret[16] = {1, 2, 3};
    if (size < 2)
        return 0;
    /* GeMSS, which takes long, once in eight. */
    const ksig_scheme *const scheme = data[0] % 8 == 0 ? &ksig_gemss_128 : &ksig_rainbow_1_classic;
    part_length[KSIG_PART_KEY] = scheme->key_bytes;
    part_length[KSIG_PART_MESSAGE] = MESSAGE_BYTES;
    part_length[KSIG_PART_SIGNATURE] = scheme->signature_bytes;
    memset(part_data, 0, sizeof part_data);

    const size_t count = data[1] % 16 < size - 2 ? data[1] % 16 : size - 2;
    const uint8_t *chunks = data + 2, *edit = chunks + count;
    for (; data + size - edit >= 4; edit += 4) {
        const unsigned part = edit[0] % 4 == 0   ? KSIG_PART_SIGNATURE
                              : edit[0] % 4 == 1 ? KSIG_PART_MESSAGE
                                                 : KSIG_PART_KEY;
        const uint32_t at = (uint32_t)edit[0] / 4 << 13 | (uint32_t)edit[1] << 5 | (edit[2] & 31u);
        part_data[part][at % part_length[part]] ^= edit[3];
    }

    uint8_t anchor[32];
    ksig_verify_args args;
    memset(&args, 0, sizeof args);
    require(ksig_key_anchor(scheme, part_data[KSIG_PART_KEY], scheme->key_bytes, anchor) ==
            KSIG_DONE);
    anchor[0] ^= data[0] >> 7;
    args.anchor = anchor;
    args.message_length = MESSAGE_BYTES;
    args.signature_length = part_length[KSIG_PART_SIGNATURE];
    args.key_length = part_length[KSIG_PART_KEY];
    const ksig_verdict whole = run(scheme, &args, NULL, 0);
    args.secret = secret;
    require(run(scheme, &args, chunks, count) == whole);
    require(whole != KSIG_ACCEPT);
    int honest;
    const ksig_verdict fickle =
        run_fickle(scheme, &args, &ksig_rainbow_1_classic, data + 2, size - 2, &honest);
    require(honest ? fickle == whole : fickle != KSIG_ACCEPT);
    return 0;
}
