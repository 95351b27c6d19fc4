/* libFuzzer target: UOV's and MAYO's verifiers as a sender sees them.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * Input: as zeros.h has it. Checked beyond the sanitizers: what it requires, and that wants stay
 * inside their parts. */
#define FUZZ_LARGEST_PART 66576
#include "zeros.h"

/* UOV, which takes long, once in eight. */
static const ksig_scheme *scheme_of(unsigned number) {
    switch (number % 16) {
    case 0:
        return &ksig_uov_1p_pkc_r3;
    case 8:
        return &ksig_uov_1s_pkc_r3;
    case 7:
        return &ksig_mayo_3_r3;
    case 15:
        return &ksig_mayo_5_r3;
    default:
        return number % 2 == 0 ? &ksig_mayo_1_r3 : &ksig_mayo_2_r3;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 2)
        return 0;
    const fuzz_zeros target = {.scheme = scheme_of(data[0]),
                               .before = &ksig_mayo_1_r3,
                               .often = KSIG_PART_SIGNATURE,
                               .rarely = KSIG_PART_KEY,
                               .low = 3};
    fuzz_with_zeros(&target, data, size);
    return 0;
}
