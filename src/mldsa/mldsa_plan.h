/* The memory plan: where everything is stored while ML-DSA verifies, makes keys and signs.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * Stage             row                               tail, late, after the row
 * verify  message   pre-hash                          -
 *         z         FAST, SMALL: a polynomial of z    z as the variant keeps it | c~ | hint
 *         t1        sum | half an operand             the same
 * keygen  seed      sponge | rho, rho', K again       -
 *         secrets   sponge | packed s1, s2            tr, where a key is expanded
 *         multiply  factors | sponge, sum             the same
 * sign    message   head, context, pre-hash           tr
 *         PUBLIC    factors | sponge, sum             tr
 *         COMMIT    factors | sponge, sum             slots
 *         LOW       sponge, s2 | slots                c~, c
 *         RANGE     s1, z; with a buffer after y      c~, c
 *         FINISH    factors | sponge, sum; t0         c~, c, hint; t0 of a seed
 */
#ifndef KSIG_MLDSA_PLAN_H
#define KSIG_MLDSA_PLAN_H

#include <stddef.h>

#include "hash/keccak.h"
#include "hash/prehash.h"
#include "kilosig/kilosig.h"
#include "mldsa/alg/mldsa_expand_a.h"
#include "mldsa/alg/mldsa_expand_s.h"
#include "mldsa/alg/mldsa_pack.h"
#include "mldsa/alg/mldsa_sample_in_ball.h"
#include "mldsa/alg/mldsa_times_c.h"
#include "mldsa/mldsa_params.h"
#include "stream/polyhash.h"

/* ---- Verification. */

/* The row being formed. As a polynomial it takes 1024 bytes, but only before and after the products
 * are summed. Meanwhile the sum takes 24 bits a value, and the freed room holds the other operand,
 * half of it at a time. */
#define KSIG_MLDSA_OPERAND (KSIG_ML_DSA_VARIANT == KSIG_VARIANT_SMALL ? 256 : 128)
#if KSIG_COMPACT_RING

/* The sum is at the polynomial's end, as in signing. */
typedef union ksig_mldsa_row {
    struct {
        int32_t operand[KSIG_MLDSA_OPERAND];
        uint32_t words[192];
    } sum;
    struct {
        int32_t unused[KSIG_MLDSA_OPERAND - 64];
        int32_t poly[256];
    } end;
    ksig_prehash prehash; /* while the message arrives */
} ksig_mldsa_row;
#define KSIG_MLDSA_POLY(row) ((row)->end.poly)

#else

typedef union ksig_mldsa_row {
    struct {
        uint32_t words[192];
        int32_t operand[KSIG_MLDSA_OPERAND];
    } sum;
    int32_t poly[256];    /* overlays the words and half of the operand; not in SMALL */
    ksig_prehash prehash; /* while the message arrives */
} ksig_mldsa_row;
#define KSIG_MLDSA_POLY(row) \
    (KSIG_ML_DSA_VARIANT == KSIG_VARIANT_SMALL ? (row)->sum.operand : (row)->poly)

#endif

typedef union ksig_mldsa_xof {
    ksig_keccak sponge; /* expands c~ or a polynomial of A */
    ksig_mldsa_challenge challenge;
    uint8_t bytes[KSIG_MLDSA_MU_BYTES]; /* mu or a digest, briefly */
} ksig_mldsa_xof;

typedef struct ksig_mldsa_state {
    ksig_verify_head head;
    uint8_t row_index;    /* i < k */
    uint8_t column_index; /* j < l, when z arrives one polynomial at a time */
    uint8_t unused[2];
    ksig_mldsa_row row;
    ksig_keccak key;        /* SHAKE256 of the public key */
    ksig_keccak transcript; /* SHAKE256 for mu, then for mu | w1 */
    ksig_mldsa_xof xof;
    uint8_t rho[KSIG_MLDSA_RHO_BYTES];
#if KSIG_ML_DSA_VARIANT == KSIG_VARIANT_SMALL
    ksig_polyhash passes; /* binds the passes over z */
#endif
    uint8_t tail[]; /* z as the variant keeps it | c~ | hint */
} ksig_mldsa_state;

/* Where SampleInBall builds the list of c. */
static inline ksig_mldsa_sampling *ksig_mldsa_sampling_room(ksig_mldsa_row *row) {
    return (ksig_mldsa_sampling *)(void *)(row->sum.operand + KSIG_MLDSA_N / 4);
}

/* Variant FAST: transforms of z, packed like sums, at the beginning of the tail. */
typedef struct ksig_mldsa_cached {
    uint32_t words[192];
} ksig_mldsa_cached;
static inline ksig_mldsa_cached *ksig_mldsa_cache(uint8_t *tail) {
    /* aligned: the fields before it take a multiple of 4 bytes */
    return (ksig_mldsa_cached *)(void *)tail;
}

/* ---- Rows of secrets, in key generation and signing. A row is summed on 24 bits a value. Before
 * the sum is one polynomial to be multiplied: it is transformed, and then takes 24 bits a value
 * too. A complete row takes the room of the sum and the sponge, so the last factors remain. */

enum { KSIG_MLDSA_KEY_BYTES = 32, KSIG_MLDSA_TR_BYTES = 64 };

/* Where z_j is formed: y and then z are packed at the end, s1 before them. */
typedef union ksig_mldsa_forming_z {
    ksig_keccak sponge;   /* of y */
    ksig_mldsa_factor s1; /* folded to half bytes while y is drawn */
    struct {              /* with a seed, s1 is sampled before y */
        uint32_t unused[KSIG_MLDSA_N / 2];
        ksig_keccak sponge;
    } sample;
    uint32_t words[KSIG_MLDSA_N];
    uint8_t bytes[4 * KSIG_MLDSA_N];
} ksig_mldsa_forming_z;

/* A polynomial of s2, and the sponge that samples it. */
typedef struct ksig_mldsa_drawn_s2 {
    ksig_keccak sponge;
    ksig_mldsa_factor s2;
} ksig_mldsa_drawn_s2;

typedef union ksig_mldsa_secret_row {
    struct {
        int32_t operand[KSIG_MLDSA_N]; /* to be transformed */
        uint32_t words[192];
    } sum;
    struct { /* the sponge expands A */
        uint32_t factors[192];
        ksig_keccak sponge;
        uint8_t unused[1024 - 768 - sizeof(ksig_keccak)];
        uint32_t words[192];
    } multiply;
    struct { /* a complete row */
        uint32_t factors[192];
        int32_t row[KSIG_MLDSA_N];
    } end;
    struct { /* before the operand: its packed fields go to its end */
        ksig_keccak sponge;
    } draw;
    ksig_mldsa_drawn_s2 with; /* next to a complete row */
    struct {                  /* next to factors, without a row */
        uint32_t factors[192];
        ksig_mldsa_drawn_s2 drawn;
    } look;
    ksig_mldsa_t0_factor low; /* next to a complete row: t0, and the row's hint */
    struct {                  /* while the message arrives */
        ksig_verify_head head;
        uint8_t context[1 + 255];
        ksig_prehash prehash;
    } message;
    ksig_mldsa_forming_z z; /* in the operand's place */
    struct {                /* z next to factors */
        uint32_t factors[192];
        ksig_mldsa_forming_z z;
    } kept;
    struct { /* SampleInBall next to factors */
        uint32_t factors[192];
        ksig_keccak sponge;
        ksig_mldsa_sampling sampling;
    } sample;
    uint8_t bytes[768 + 1024];
} ksig_mldsa_secret_row;

/* ---- Key generation. */

/* What key is made, and how far the work is. */
typedef struct ksig_mldsa_keygen_head {
    ksig_stream_head stream;
    uint8_t row_index, column_index; /* row_index also counts s1 and s2 */
    uint8_t second;                  /* 1: the pass that outputs the rows */
    uint8_t unused;
    uint8_t rho[KSIG_MLDSA_RHO_BYTES];
    uint8_t sigma[KSIG_MLDSA_SIGMA_BYTES];
    uint8_t seed[KSIG_MLDSA_SEED_BYTES];
    uint32_t tags[8];   /* of the rows in the first pass */
    uint32_t ready_tag; /* of the ready piece, when it was made first */
} ksig_mldsa_keygen_head;

typedef struct ksig_mldsa_keygen_state {
    ksig_mldsa_keygen_head head;
    ksig_mldsa_secret_row row; /* includes a sponge */
    ksig_keccak tr;            /* for expanded keys: SHAKE256 of the public key */
    uint32_t tr_tag;           /* of the tr made in the first pass */
} ksig_mldsa_keygen_state;

/* ---- Signing. */

enum {
    KSIG_MLDSA_RND_BYTES = 32,
    KSIG_MLDSA_HINT_BYTES = 84,
    KSIG_MLDSA_MOST_ROWS = 8,
    KSIG_MLDSA_MOST_COLUMNS = 7,
    KSIG_MLDSA_SLOTS = 6, /* per row; see mldsa_sign_low.c */
    KSIG_MLDSA_ALL_SLOTS = KSIG_MLDSA_MOST_ROWS * KSIG_MLDSA_SLOTS,
};

/* 1: with a buffer, PUBLIC keeps the transforms of a seed's s1 there; and the first polynomials of
 * s2 are kept between attempts. Not where flash counts more than time. */
enum { KSIG_MLDSA_KEEPS_SECRETS = !KSIG_LEAST_FLASH };
enum { KSIG_MLDSA_KEPT_S2_BYTES = 384 }; /* four with eta 2, three with eta 4; t0 takes 416 */

/* Only where the secret key is a seed. */
typedef struct ksig_mldsa_expanded_seed {
    uint8_t rho[KSIG_MLDSA_RHO_BYTES];
    uint8_t sigma[KSIG_MLDSA_SIGMA_BYTES];
    union {
        uint8_t t0[KSIG_MLDSA_T0_BYTES]; /* in FINISH: of the current row, packed */
        struct {                         /* before: the first polynomials of s2, packed, for LOW */
            uint8_t s2[KSIG_MLDSA_KEPT_S2_BYTES];
            uint8_t rows;
        } kept;
    } late;
    uint32_t t_tag, t_again; /* of the rows of t1 for tr, and of those in FINISH */
} ksig_mldsa_expanded_seed;

/* What is signed, and how far the work is. */
typedef struct ksig_mldsa_sign_head {
    ksig_stream_head stream;
    const uint8_t *public_key; /* null: made from the secret key when needed */
    uint32_t fed;              /* message bytes taken */
    uint16_t attempt;          /* how many were rejected before */
    uint8_t row_index, column_index, part;
    uint8_t checks;    /* 1: the signature is verified */
    uint8_t overflows; /* 1: a row had more critical coefficients than slots */
    uint8_t hints;     /* listed so far */
    uint8_t mu[KSIG_MLDSA_MU_BYTES];
    uint8_t rho2[64];                       /* rho''; rnd until it is derived */
    uint32_t tags[KSIG_MLDSA_MOST_COLUMNS]; /* of the polynomials of z that FINISH verified */
} ksig_mldsa_sign_head;

typedef struct ksig_mldsa_signature {
    uint8_t challenge[64]; /* c~ */
    ksig_mldsa_challenge c;
    uint8_t hint[KSIG_MLDSA_HINT_BYTES];
} ksig_mldsa_signature; /* but z */

typedef union ksig_mldsa_sign_work {
    ksig_mldsa_secret_row row;
    struct { /* in LOW: next to the row being checked */
        uint8_t row[sizeof(ksig_mldsa_secret_row) - sizeof(uint32_t[KSIG_MLDSA_ALL_SLOTS])];
        uint32_t slots[KSIG_MLDSA_ALL_SLOTS];
    } low;
} ksig_mldsa_sign_work;

typedef struct ksig_mldsa_sign_state {
    ksig_mldsa_sign_head head;
    union {
        ksig_keccak tr; /* before the message: tr is made twice and compared */
        uint32_t slots[KSIG_MLDSA_ALL_SLOTS]; /* in COMMIT: critical coefficients */
        ksig_mldsa_signature signature;
    } late;
    ksig_keccak transcript; /* for tr | M', then for mu | w1 */
    ksig_mldsa_sign_work work;
    ksig_mldsa_expanded_seed seed; /* absent if the secret key is expanded */
} ksig_mldsa_sign_state;

/* Variant FAST: the kept polynomials of A, after the state that this form of the key needs. */
static inline uint8_t *ksig_mldsa_kept_a(ksig_mldsa_sign_state *s, int seeded) {
    const size_t before =
        seeded ? sizeof(ksig_mldsa_sign_state) : offsetof(ksig_mldsa_sign_state, seed);
    return (uint8_t *)s + before;
}

/* With a buffer for the signature, the transform of y_j is kept there, from a four-byte boundary
 * on, until WRITE overwrites it: see `step_write`. */
static inline uint32_t *ksig_mldsa_buffered_factors(uint8_t *output, unsigned j) {
    return (uint32_t *)(void *)(output + (0u - (uintptr_t)output) % 4) + 192 * (size_t)j;
}

#endif
