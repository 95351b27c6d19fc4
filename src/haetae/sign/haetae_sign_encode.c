/* Signing: the two compressed sections of a signature.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "guard/guard.h"
#include "haetae/sign/haetae_sign_state.h"
#include "util/memory.h"

/* Both sections are complete, one after the other at the end of the signature: moves them to their
 * place and writes the rest. Returns 1 if their lengths have no code, or if the padding is not
 * zero: samples of y may have been there. */
static int finish(ksig_haetae_sign_state *s) {
    const ksig_haetae_params *const p = ksig_haetae_sign_params_of(s);
    uint8_t *signature = s->head.output;
    const uint32_t end = s->head.scheme.sign->signature_bytes, start = s->late.end.encoder.limit;
    uint8_t padding = 0;
    const uint32_t hb_code = s->late.end.hint_front - s->late.end.encoder.front - p->base_hb,
                   hint_code = end - s->late.end.hint_front - p->base_h;
    if (hb_code > 255 || hint_code > 255)
        return 1;
    memcpy(signature, s->late.end.c, sizeof s->late.end.c);
    signature[start - 2] = (uint8_t)hb_code;
    signature[start - 1] = (uint8_t)hint_code;
    (void)ksig_copy(signature + start, signature + s->late.end.encoder.front,
                    (size_t)(end - s->late.end.encoder.front));
    memset(signature + start + (end - s->late.end.encoder.front), 0,
           (size_t)(s->late.end.encoder.front - start));
    KSIG_RELOAD(signature);
    for (uint32_t i = start + (end - s->late.end.encoder.front); i < end; i++)
        padding |= signature[i];
    return padding != 0;
}

#if KSIG_ENABLE_SIGN_CHECK
/* |z|^2 <= B1^2, and rounding changes that by a sum of errors whose standard deviation is 2 B1 /
 * sqrt(12). Eight standard deviations are below a third of B0^2 - B1^2. */
/* check: 64 * 96805527 // (3 * ((96944109 - 96805527) * 43 // 128)**2) == 0 */
/* check: 64 * 335171879 // (3 * ((335438492 - 335171879) * 43 // 128)**2) == 0 */
/* check: 64 * 498849991 // (3 * ((499239142 - 498849991) * 43 // 128)**2) == 0 */
static uint32_t longest(const ksig_haetae_params *p) {
    return p->b1_squared + ((p->b0_squared - p->b1_squared) * 43 >> 7);
}
#endif

ksig_haetae_progress ksig_haetae_sign_encode(ksig_haetae_sign_state *s,
                                             const uint8_t symbols[KSIG_HAETAE_N], uint32_t bad,
                                             uint32_t norm) {
    const ksig_haetae_params *const p = ksig_haetae_sign_params_of(s);
    const unsigned i = s->index;
    uint8_t *const signature = s->head.output;
#if KSIG_ENABLE_SIGN_CHECK
    if (i + 1 == ksig_haetae_sign_polynomials(p))
        s->sums.y_norm = 0; /* both sums of EMIT */
    s->sums.emit.z_norm += norm;
#else
    (void)norm;
#endif
    /* Public: the attempt has passed all rejections except that for length. c and z are distributed
     * as if there were no key. */
    KSIG_DECLASSIFY_BYTES(symbols, KSIG_HAETAE_N);
    /* Public: the specification rejects an attempt that cannot be encoded. */
    if (KSIG_DECLASSIFY(bad != 0) ||
        ksig_rans_encode(&s->late.end.encoder, signature,
                         i < p->l ? p->hb_frequency : p->hint_frequency, symbols) != 0)
        return KSIG_SIGN_RETRY;
    if ((i == p->l || i == 0) &&
        ksig_rans_finish(&s->late.end.encoder, signature) != 0) /* a section is complete */
        return KSIG_SIGN_RETRY;
#if KSIG_ENABLE_SIGN_CHECK
    /* Public: no z that passed is that long, unless a fault struck. */
    if (i == 0 && KSIG_DECLASSIFY(s->sums.emit.z_norm > longest(p))) {
        s->head.reason = KSIG_REJECT_FAULT;
        return KSIG_SIGN_MORE;
    }
#endif
    if (i == 0)
        return finish(s) ? KSIG_SIGN_RETRY : KSIG_SIGN_NEXT;
    if (i == p->l) {
        s->late.end.hint_front = s->late.end.encoder.front;
        ksig_rans_start(&s->late.end.encoder, s->late.end.encoder.front, s->late.end.encoder.limit);
    }
    s->index--;
    return KSIG_SIGN_MORE;
}
