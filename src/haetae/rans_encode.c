/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "haetae/rans_encode.h"

#define LOWEST_STATE (UINT32_C(1) << 23)

void ksig_rans_start(ksig_rans_encoder *e, uint32_t end, uint32_t limit) {
    e->x = LOWEST_STATE;
    e->front = end;
    e->limit = limit;
}

static int emit(ksig_rans_encoder *e, uint8_t *bytes, uint32_t byte) {
    if (e->front == e->limit)
        return 1;
    bytes[--e->front] = (uint8_t)byte;
    return 0;
}

int ksig_rans_encode(ksig_rans_encoder *e, uint8_t *bytes, const uint16_t *frequency, const uint8_t symbols[256]) {
    for (unsigned i = 256; i-- > 0;) {
        const uint32_t f = frequency[symbols[i]];
        uint32_t cumulated = 0;
        for (unsigned s = 0; s < symbols[i]; s++)
            cumulated += frequency[s];
        for (; e->x >= f << 21; e->x >>= 8)
            if (emit(e, bytes, e->x & 0xff))
                return 1;
        e->x = (e->x / f << 10) + e->x % f + cumulated;
    }
    return 0;
}

int ksig_rans_finish(ksig_rans_encoder *e, uint8_t *bytes) {
    for (unsigned shift = 32; shift > 0; shift -= 8)
        if (emit(e, bytes, e->x >> (shift - 8) & 0xff))
            return 1;
    return 0;
}
