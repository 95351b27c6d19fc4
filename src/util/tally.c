/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "util/tally.h"

ksig_tally ksig_compare(const uint8_t *a, const uint8_t *b, size_t length) {
    ksig_tally tally = {0, 0};
    for (size_t i = 0; i < length; i++)
        ksig_count(&tally, a[i] != b[i]);
    return tally;
}
