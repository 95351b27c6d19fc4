/* The state of a Falcon verification and what its source files share.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * Two polynomials: h, which becomes s2 h, and s2. The key comes first, then the signature, then the
 * message: so c, the hash of nonce and message, is squeezed when s2 h is there to be subtracted
 * from it, and never stored; and one hash at a time is open: that of the key, then c's. What is
 * needed only before s2 comes or after its product is formed lies where s2 is. */
#ifndef KSIG_FALCON_STATE_H
#define KSIG_FALCON_STATE_H

#include "falcon/falcon_params.h"
#include "guard/tally.h"
#include "hash/keccak.h"
#include "hash/prehash.h"
#include "kilosig/kilosig.h"
#include "ring/ntt14.h"
#include "stream/anchor.h"
#include "stream/message.h"

typedef struct ksig_falcon_state {
    ksig_verify_head head;
    uint32_t norm_s2; /* |s2|^2, up to KSIG_FALCON_NORM_LIMIT */
    ksig_tally tally; /* of the coefficients as they are encoded */
    /* So near that one instruction loads each: an offset in a register would serve for both. */
    uint32_t window;  /* bits that are not decoded; after s2 what must be 0 */
    uint32_t excess;  /* what must be 0 after s2, once more */
    uint16_t missing; /* coefficients of h or s2 */
    uint16_t signature_bytes;
    uint8_t available; /* bits in the window */
    uint8_t header;    /* of key or signature */
    uint16_t unused;
    union {
        ksig_keccak sponge; /* SHAKE256 of an FN-DSA key; then for c */
        ksig_anchor digest; /* of a Falcon key */
    } hash;
    int16_t poly[]; /* h, then s2 */
} ksig_falcon_state;

extern const struct ksig_verify_operations ksig_falcon_verify;

static inline const ksig_falcon_params *ksig_falcon_params_of(const ksig_falcon_state *v) {
    return v->head.scheme->params;
}

static inline int16_t *ksig_falcon_s2(ksig_falcon_state *v) {
    return v->poly + ksig_falcon_params_of(v)->n;
}

/* For what is kept where s2 is: the context, and after it a piece of the key; later the pre-hash.
 */
enum { KSIG_FALCON_KEY_PIECE = 448, KSIG_FALCON_KEY_ROOM = KSIG_CONTEXT_BYTES };
static inline void *ksig_falcon_room(ksig_falcon_state *v) { return ksig_falcon_s2(v); }

/* falcon_decode.c. The coefficients of h, and of s2, as far as the bytes go; of s2 what is after
 * them, too. Rejects a coefficient of s2 that is too large. The tally has two items for each
 * coefficient of h, one for each of s2. */
void ksig_falcon_start_decoding(ksig_falcon_state *v);
void ksig_falcon_decode_key(ksig_falcon_state *v, const uint8_t *data, size_t length);
size_t ksig_falcon_decode(ksig_falcon_state *v, const uint8_t *data,
                          size_t length); /* how many bytes were used */
/* s2 is complete, or the bytes were too few. Makes it what it is, and checks every coefficient as
 * it is kept: two items for each coefficient, those of the tally included. */
ksig_tally ksig_falcon_check_s2(ksig_falcon_state *v);

/* falcon_message.c: what is hashed with the nonce. `open` checks the arguments and keeps the
 * prefix; `prefix` absorbs it after the nonce; `begin`, when s2 is no longer needed, and `take`
 * absorb the message; `done` makes the sponge ready to squeeze c. */
void ksig_falcon_message_open(ksig_falcon_state *v, const ksig_verify_args *args);
void ksig_falcon_message_prefix(ksig_falcon_state *v);
void ksig_falcon_message_begin(ksig_falcon_state *v);
size_t ksig_falcon_message_take(ksig_falcon_state *v, const uint8_t *data, size_t length);
void ksig_falcon_message_done(ksig_falcon_state *v);

/* falcon_point.c: s1 = c - s2 h in place of s2 h; returns 0 if the sum of its coefficients is what
 * those of c and s2 h, each taken once more, say: so a fault in one coefficient shows. And |s|^2 or
 * KSIG_FALCON_NORM_LIMIT, for n a multiple of 4 and |s_i| < 2^13. */
uint32_t ksig_falcon_form_s1(ksig_falcon_state *v);
uint32_t ksig_falcon_norm(const int16_t *s, unsigned n);

#endif
