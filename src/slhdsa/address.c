/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "slhdsa/address.h"

/* Big-endian. Returns the end. */
static uint8_t *put(uint8_t *out, uint32_t value, unsigned bytes) {
    for (unsigned i = bytes; i-- > 0; value >>= 8)
        out[i] = (uint8_t)value;
    return out + bytes;
}

void ksig_slhdsa_address(const ksig_slhdsa_state *v, unsigned form, unsigned type, uint32_t w2, uint32_t w3,
                         uint8_t *out) {
    out = put(out, v->layer, form);
    if (form == KSIG_SLHDSA_FULL)
        out = put(out, 0, 4);
    out = put(out, (uint32_t)(v->tree >> 32), 4);
    out = put(out, (uint32_t)v->tree, 4);
    out = put(out, type, form);
    out = put(out, type == KSIG_SLHDSA_TREE ? 0u : v->leaf, 4);
    out = put(out, w2, 4);
    (void)put(out, w3, 4);
}
