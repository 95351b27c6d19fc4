/* Signing: the expanded seed, and rho'' = SHAKE256(K | rnd | mu) (FIPS 204 Algorithms 6 and 7).
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * If a fault skips K, anyone can compute rho''; if it skips mu, two messages share one rho''; if it
 * changes s1, the signatures are those of another key. Each time valid signatures leak the key. So
 * everything is derived twice and compared. */
#include "guard/guard.h"
#include "guard/tally.h"
#include "mldsa/sign/mldsa_sign.h"
#include "util/bytes.h"

enum { RHO2_BYTES = 64, EXPANDED_BYTES = KSIG_MLDSA_RHO_BYTES + KSIG_MLDSA_SIGMA_BYTES };
/* In the row, free once the message is hashed: K, and the results of both computations. */
enum {
    KEY = 0,
    FIRST = KEY + KSIG_MLDSA_KEY_BYTES,
    SECOND = FIRST + RHO2_BYTES,
    EXPANDED = SECOND + RHO2_BYTES
};

/* ML-DSA.Sign_internal (FIPS 204 Algorithm 7): rho''. */
static KSIG_NOINLINE void derive_to(const ksig_mldsa_sign_head *head,
                                    ksig_mldsa_expanded_seed *seed, ksig_mldsa_secret_row *row,
                                    uint8_t *out) {
    ksig_keccak *const sponge = &row->multiply.sponge;
    const uint8_t *key = row->bytes + KEY;
    if (ksig_mldsa_sign_seeded(head))
        ksig_mldsa_expand_seed(ksig_mldsa_sign_params(head), sponge, head->stream.work.key.secret,
                               seed->rho, seed->sigma, row->bytes + KEY);
    else
        key = head->stream.work.key.secret + 32;
    ksig_mldsa_begin_h(sponge, key, KSIG_MLDSA_KEY_BYTES);
    ksig_keccak_absorb_seed(sponge, head->rho2, KSIG_MLDSA_RND_BYTES);
    ksig_mldsa_absorb(sponge, head->mu, sizeof head->mu);
    ksig_keccak_finish(sponge);
    ksig_keccak_squeeze(sponge, out, RHO2_BYTES);
}

static uint32_t differs(const uint8_t *a, const uint8_t *b, unsigned bytes) {
    const ksig_tally tally = ksig_compare(a, b, bytes);
    return tally.bad | (tally.good ^ bytes);
}

uint32_t ksig_mldsa_derive(ksig_mldsa_sign_state *s) {
    uint8_t *const room = s->work.row.bytes;
    uint32_t bad = 0;
    derive_to(&s->head, &s->seed, &s->work.row, room + FIRST);
    if (ksig_mldsa_sign_seeded(&s->head))
        (void)ksig_copy(room + EXPANDED, &s->seed, EXPANDED_BYTES);
    KSIG_RELOAD(s); /* the parts are located again */
    derive_to(&s->head, &s->seed, &s->work.row, room + SECOND);
    if (ksig_mldsa_sign_seeded(&s->head))
        bad = differs(room + EXPANDED, s->seed.rho, EXPANDED_BYTES);
    (void)ksig_copy(s->head.rho2, room + SECOND, RHO2_BYTES);
    bad |= differs(s->head.rho2, room + FIRST, RHO2_BYTES);
    ksig_wipe(room, EXPANDED + EXPANDED_BYTES);
    return bad;
}
