/* Comparison of secrets computed twice. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "stream/work.h"

#include "guard/guard.h"
#include "guard/tally.h"
#include "util/bytes.h"

/* Branches deliberately: no data may flow from the compared secrets into the verdict. */
void ksig_work_compare(ksig_work_head *head, const uint8_t *one, const uint8_t *other,
                       size_t length) {
    uint32_t bad = ksig_compare_packed(one, other, length) ^ KSIG_TALLY_ALL((uint32_t)length);
    KSIG_BARRIER(bad);
    /* Public: it is the same both times, unless a fault struck. */
    if (KSIG_DECLASSIFY(bad != 0))
        head->reason = KSIG_REJECT_FAULT;
}

uint32_t ksig_work_tag(const uint8_t *bytes, size_t length) {
    uint32_t tag = 1;
    for (const uint8_t *const end = bytes + length; bytes < end; bytes += 4) {
        tag = (tag ^ ksig_load32(bytes)) * UINT32_C(0x9E3779B1);
        tag ^= tag >> 15;
    }
    return tag;
}
