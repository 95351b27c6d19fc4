/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "haetae/sign/haetae_rans_encode.h"

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

/* floor(x / f) for x < f 2^21. The time reveals nothing: see docs/schemes/haetae.md, what may
 * depend on secrets. */
static uint32_t quotient(uint32_t x, uint32_t f) {
#if (defined(__arm__) && !defined(__ARM_FEATURE_IDIV)) || \
    (defined(__riscv) && !defined(__riscv_div))
    /* A core without the instruction would call a run-time function. */
    uint32_t result = 0;
    for (uint32_t part = f << 20; part >= f; part >>= 1) {
        const uint32_t fits = ~((x - part) >> 31) & 1u; /* both are below 2^31 */
        x -= part & (0u - fits);
        result = result << 1 | fits;
    }
    return result;
#else
    return x / f;
#endif
}

int ksig_rans_encode(ksig_rans_encoder *e, uint8_t *bytes, const uint16_t *frequency,
                     const uint8_t symbols[256]) {
    for (unsigned i = 256; i-- > 0;) {
        const uint32_t f = frequency[symbols[i]];
        uint32_t cumulated = 0;
        for (unsigned s = 0; s < symbols[i]; s++)
            cumulated += frequency[s];
        for (; e->x >= f << 21; e->x >>= 8)
            if (emit(e, bytes, e->x & 0xff))
                return 1;
        /* 1024 q + (x - q f) + cumulated for q = x / f */
        e->x += quotient(e->x, f) * (1024 - f) + cumulated;
    }
    return 0;
}

int ksig_rans_finish(ksig_rans_encoder *e, uint8_t *bytes) {
    for (unsigned shift = 32; shift > 0; shift -= 8)
        if (emit(e, bytes, e->x >> (shift - 8) & 0xff))
            return 1;
    return 0;
}
