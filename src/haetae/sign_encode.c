/* Signing: the two compressed sections of a signature. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <string.h>

#include "haetae/sign_state.h"

/* Both sections are there, one behind the other at the end of the signature: moves them to their place and writes what
 * is left. Returns 1 if their lengths have no code. */
static int finish(ksig_haetae_sign_state *s) {
    const ksig_haetae_params *const p = ksig_haetae_sign_params_of(s);
    uint8_t *const signature = s->head.signature;
    const uint32_t end = s->head.scheme->signature_bytes, start = s->late.end.encoder.limit;
    const uint32_t hb_code = s->late.end.hint_front - s->late.end.encoder.front - p->base_hb,
                   hint_code = end - s->late.end.hint_front - p->base_h;
    if (hb_code > 255 || hint_code > 255)
        return 1;
    memcpy(signature, s->late.end.c, sizeof s->late.end.c);
    signature[start - 2] = (uint8_t)hb_code;
    signature[start - 1] = (uint8_t)hint_code;
    memmove(signature + start, signature + s->late.end.encoder.front, end - s->late.end.encoder.front);
    memset(signature + start + (end - s->late.end.encoder.front), 0, s->late.end.encoder.front - start);
    return 0;
}

ksig_haetae_progress ksig_haetae_sign_encode(ksig_haetae_sign_state *s, const uint8_t symbols[KSIG_HAETAE_N],
                                             uint32_t bad) {
    const ksig_haetae_params *const p = ksig_haetae_sign_params_of(s);
    const unsigned i = s->head.index;
    uint8_t *const signature = s->head.signature;
    if (bad != 0 ||
        ksig_rans_encode(&s->late.end.encoder, signature, i < p->l ? p->hb_frequency : p->hint_frequency, symbols) != 0)
        return KSIG_SIGN_RETRY;
    if ((i == p->l || i == 0) && ksig_rans_finish(&s->late.end.encoder, signature) != 0) /* a section is complete */
        return KSIG_SIGN_RETRY;
    if (i == 0)
        return finish(s) ? KSIG_SIGN_RETRY : KSIG_SIGN_NEXT;
    if (i == p->l) {
        s->late.end.hint_front = s->late.end.encoder.front;
        ksig_rans_start(&s->late.end.encoder, s->late.end.encoder.front, s->late.end.encoder.limit);
    }
    s->head.index--;
    return KSIG_SIGN_MORE;
}
