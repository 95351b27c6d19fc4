/* libFuzzer target: Rainbow's and GeMSS's verifiers as a sender sees them.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * Input: as zeros.h has it. Checked beyond the sanitizers: what it requires, and that wants stay
 * inside their parts. */
#define FUZZ_LARGEST_PART 352188
#include "zeros.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const uint8_t secret[16] = {1, 2, 3};
    if (size < 2)
        return 0;
    /* GeMSS, which takes long, once in eight. */
    const fuzz_zeros target = {.scheme =
                                   data[0] % 8 == 0 ? &ksig_gemss_128 : &ksig_rainbow_1_classic,
                               .before = &ksig_rainbow_1_classic,
                               .secret = secret,
                               .often = KSIG_PART_KEY,
                               .rarely = KSIG_PART_SIGNATURE,
                               .low = 5};
    fuzz_with_zeros(&target, data, size);
    return 0;
}
