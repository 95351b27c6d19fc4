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

/* Of bytes that begin `at` bytes into the output. Any change of one byte changes it. */
static KSIG_NOINLINE uintptr_t sum_of(const uint8_t *bytes, uintptr_t at, size_t length) {
    uintptr_t sum = 0;
    for (const uint8_t *const end = bytes + length; bytes < end; bytes++, at++) {
        uint32_t x = ((uint32_t)at << 8 | *bytes) * UINT32_C(0x9E3779B1);
        x = (x ^ x >> 15) * UINT32_C(0x9E3779B1);
        sum += (uintptr_t)(x ^ x >> 16);
    }
    return sum;
}

void ksig_work_confirm(ksig_work_head *head, const uint8_t *again, const uint8_t *made,
                       size_t length) {
    head->key.sum += sum_of(again, (uintptr_t)(made - head->output), length);
}

ksig_verdict ksig_work_check_output(const ksig_work_head *head, size_t output_bytes) {
    uintptr_t bad = head->key.sum ^ sum_of(head->output, 0, output_bytes);
    KSIG_BARRIER(bad);
    /* Public: it is the same both times, unless a fault struck. */
    return KSIG_DECLASSIFY(bad != 0) ? KSIG_REJECT_FAULT : KSIG_DONE;
}

uint32_t ksig_work_tag(const uint8_t *bytes, size_t length) {
    uint32_t tag = 1;
    for (const uint8_t *const end = bytes + length; bytes < end; bytes += 4) {
        tag = (tag ^ ksig_load32(bytes)) * UINT32_C(0x9E3779B1);
        tag ^= tag >> 15;
    }
    return tag;
}
