/* The state of a Falcon verification and what its source files share.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * Two polynomials: h, which becomes s2 h, and s2. The key comes first, then the signature, then the
 * message: so c, the hash of nonce and message, is squeezed once s2 h is ready to be subtracted
 * from it, and never stored; and only one hash is open at a time: the key's, then that for c. Data
 * needed only before s2 arrives, or after its product is formed, are kept in the room of s2. */
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
    ksig_tally tally; /* of the checks of encoded coefficients */
    /* Near enough that one instruction loads each: an offset in a register would serve both. */
    uint32_t window;  /* bits not yet decoded; after s2, what must be 0 */
    uint32_t excess;  /* the same as `window`, a second copy */
    uint16_t missing; /* coefficients of h or s2 still to come */
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

/* What is kept in the room of s2: the context, and after it a piece of the key; later the pre-hash.
 */
enum { KSIG_FALCON_KEY_PIECE = 448, KSIG_FALCON_KEY_ROOM = KSIG_CONTEXT_BYTES };
static inline void *ksig_falcon_room(ksig_falcon_state *v) { return ksig_falcon_s2(v); }

/* falcon_decode.c. Decodes h or s2 as far as the bytes go, and for s2 also what follows it. Rejects
 * a coefficient of s2 that is too large. The tally has two items per coefficient of h, one per
 * coefficient of s2. */
void ksig_falcon_start_decoding(ksig_falcon_state *v);
void ksig_falcon_decode_key(ksig_falcon_state *v, const uint8_t *data, size_t length);
size_t ksig_falcon_decode(ksig_falcon_state *v, const uint8_t *data,
                          size_t length); /* how many bytes were used */
/* Called when s2 is complete, or its bytes were too few. Checks every coefficient as stored, and
 * converts it to its value: two items per coefficient, including those of the tally. */
ksig_tally ksig_falcon_check_s2(ksig_falcon_state *v);

/* falcon_message.c: the input that is hashed after the nonce. `open` checks the arguments and keeps
 * the prefix; `prefix` absorbs it after the nonce; `begin`, when s2 is no longer needed, and `take`
 * absorb the message; `done` makes the sponge ready to squeeze c. */
void ksig_falcon_message_open(ksig_falcon_state *v, const ksig_verify_args *args);
void ksig_falcon_message_prefix(ksig_falcon_state *v);
void ksig_falcon_message_begin(ksig_falcon_state *v);
size_t ksig_falcon_message_take(ksig_falcon_state *v, const uint8_t *data, size_t length);
void ksig_falcon_message_done(ksig_falcon_state *v);

/* falcon_point.c. `form_s1` makes s1 = c - s2 h in place of s2 h, and returns 0 if the sum of its
 * coefficients agrees with those of c and s2 h, each loaded again, and if it made all of them: so
 * a fault in one coefficient shows, and a loop that ends early. `norm` returns |s|^2, at most
 * KSIG_FALCON_NORM_LIMIT, for n a multiple of 4 and |s_i| < 2^13. */
uint32_t ksig_falcon_form_s1(ksig_falcon_state *v);
uint32_t ksig_falcon_norm(const int16_t *s, unsigned n);

#endif
