/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "mldsa/alg/mldsa_expand_a.h"

#include "arch/gates.h"
#include "ring/groups23.h"
#include "ring/short23.h"

enum { N = KSIG_MLDSA_N, BLOCK_GROUPS = KSIG_SHAKE128_RATE / 12 };

/* The form of a sponge's lanes: of the standard; the same, but only the seed's lanes are not zero;
 * as the permutation leaves them. */
enum { STANDARD, SEED, OWN };

/* ExpandA (FIPS 204 Algorithm 32). */
void ksig_mldsa_begin_a(ksig_keccak *sponge, const uint8_t rho[KSIG_MLDSA_RHO_BYTES],
                        unsigned index) {
    const uint8_t bytes[2] = {(uint8_t)index, (uint8_t)(index >> 8)};
    ksig_keccak_init_seed(sponge, KSIG_SHAKE128_RATE);
    ksig_keccak_absorb_seed(sponge, rho, KSIG_MLDSA_RHO_BYTES);
    ksig_keccak_absorb_seed(sponge, bytes, sizeof bytes);
    (void)ksig_keccak_finish(sponge);
    if (KSIG_ASM_SUM23_PLAIN_LANES)
        sponge->own = SEED; /* else STANDARD, 0 */
}

/* Where coefficients go, from number n on. groups_sink: groups of four, three bytes a coefficient,
 * up to a group with a number to be rejected; returns how many groups it took. sink: one
 * coefficient. */
typedef unsigned (*groups_sink)(void *to, const void *factors, unsigned n, const uint8_t *stream,
                                unsigned groups);
typedef void (*sink)(void *to, const void *factors, unsigned n, uint32_t coefficient);

/* Groups in so many bytes of a rate. Division by 12 as a multiplication, for up to 511: a core
 * without the instruction calls none; check: (171 * 12 - 2**11) * 511 // 2**11 == 0 */
static inline unsigned groups_of(unsigned bytes) { return bytes * 171u >> 11; }

/* Name: RejNTTPoly with CoeffFromThreeBytes (FIPS 204 Algorithms 30 and 14)
 * Coefficients n .. count - 1; `groups` may be null. The rate, 168 bytes, holds 56 numbers of 23
 * bits; those from q on, one in 1024, are rejected. Four are taken at a time; one at a time after a
 * rejection, until the next group of the sum begins, and at the end of such a block. All are
 * public. */
static KSIG_INLINE void rej_ntt_poly(ksig_keccak *sponge, unsigned n, unsigned count,
                                     groups_sink groups, sink one, void *to, const void *factors) {
    unsigned position = sponge->position;
    while (n < count) {
        if (position == KSIG_SHAKE128_RATE) {
            ksig_keccak_permute(sponge);
            position = 0;
        }
        const unsigned left = groups_of(KSIG_SHAKE128_RATE - position), wanted = (count - n) / 4;
        if (groups != NULL && n % 4 == 0 && left > 0) {
            const unsigned done = groups(to, factors, n, (const uint8_t *)sponge->lanes + position,
                                         left < wanted ? left : wanted);
            n += 4 * done;
            position += 12 * done;
            if (done > 0)
                continue;
        }
        const uint32_t number = ksig_keccak_rate_bytes3(sponge, position) & 0x7fffff;
        position += 3;
        if (number < KSIG_Q23)
            one(to, factors, n++, number);
    }
    sponge->position = (uint8_t)position;
}

#if KSIG_COMPACT_RING

static inline void add_one(void *to, const void *factors, unsigned n, uint32_t coefficient) {
    ksig_compact_add_product((uint8_t *)to + 3 * n, (const uint8_t *)factors + 3 * n, coefficient);
}

/* RejNTTPoly (FIPS 204 Algorithm 30). */
void ksig_mldsa_add_a(ksig_keccak *sponge, uint32_t *words, const void *factors, unsigned count) {
    rej_ntt_poly(sponge, 0, count, NULL, add_one, words, factors);
}

/* RejNTTPoly (FIPS 204 Algorithm 30). */
void ksig_mldsa_add_a_secret(ksig_keccak *sponge, uint32_t words[192],
                             const uint32_t factors[192]) {
    ksig_mldsa_add_a(sponge, words, factors, N);
}

void ksig_mldsa_add_kept_a(uint32_t words[192], const uint32_t factors[192],
                           const uint8_t kept[KSIG_MLDSA_UNIFORM_BYTES]) {
    for (unsigned n = 0; n < N; n++)
        add_one(words, factors, n,
                (uint32_t)ksig_compact_load(kept + 3 * n)); /* 23 bits: no sign */
}

#else

static inline unsigned add_groups(void *to, const void *factors, unsigned n, const uint8_t *stream,
                                  unsigned groups) {
    return ksig_sum23_add_products((uint32_t *)to + n / 4 * 3, (const int32_t *)factors + n, stream,
                                   groups);
}

static inline void add_one(void *to, const void *factors, unsigned n, uint32_t coefficient) {
    ksig_sum23_add_product((uint32_t *)to + n / 4 * 3, n % 4, ((const int32_t *)factors)[n],
                           (int32_t)coefficient);
}

#if KSIG_ASM_SUM23_PLAIN_LANES

/* RejNTTPoly (FIPS 204 Algorithm 30): blocks whose lanes stay in the permutation's form, until a
 * number is rejected (four of five polynomials have none): from there on the lanes are in the
 * standard form. Returns how many values are done. */
static unsigned add_plain_lanes(ksig_keccak *sponge, uint32_t *words, const int32_t *factors,
                                unsigned groups) {
    unsigned group = 0, first = groups_of(sponge->position);
    while (sponge->own != STANDARD && group < groups) {
        if (first == BLOCK_GROUPS) {
            ksig_keccak_f1600(sponge->lanes,
                              sponge->own == OWN
                                  ? KSIG_KECCAK_IS_OWN + KSIG_KECCAK_STAYS_OWN
                                  : KSIG_MLDSA_RHO_BYTES + 2 + 1 + KSIG_KECCAK_STAYS_OWN);
            sponge->own = OWN;
            first = 0;
        }
        const unsigned left = groups - group, in_block = BLOCK_GROUPS - first,
                       wanted = left < in_block ? left : in_block;
        const unsigned done = ksig_sum23_add_products(words + 3 * group, factors + 4 * group,
                                                      (const uint8_t *)sponge->lanes,
                                                      KSIG_SUM23_OF_LANES(first, wanted));
        group += done;
        first += done;
        if (done != wanted) {
            ksig_keccak_separate(sponge->lanes, sponge->lanes, KSIG_SHAKE128_RATE / 8);
            sponge->own = STANDARD;
        }
    }
    sponge->position = (uint8_t)(12 * first);
    return 4 * group;
}

#endif

/* RejNTTPoly (FIPS 204 Algorithm 30). */
void ksig_mldsa_add_a(ksig_keccak *sponge, uint32_t *words, const void *factors, unsigned count) {
    unsigned n = 0;
#if KSIG_ASM_SUM23_PLAIN_LANES
    if (sponge->own != STANDARD)
        n = add_plain_lanes(sponge, words, factors, count / 4);
#endif
    rej_ntt_poly(sponge, n, count, add_groups, add_one, words, factors);
}

#if KSIG_SUM23_SHORT

static inline unsigned add_secret_groups(void *to, const void *factors, unsigned n,
                                         const uint8_t *stream, unsigned groups) {
    return ksig_sum23_add_packed_products((uint32_t *)to + n / 4 * 3,
                                          (const uint32_t *)factors + n / 4 * 3, stream, groups);
}

static KSIG_NOINLINE void add_one_secret(void *to, const void *factors, unsigned n,
                                         uint32_t coefficient) {
    int32_t factor[4];
    ksig_load_group23(factor, (const uint32_t *)factors + n / 4 * 3);
    ksig_sum23_add_product((uint32_t *)to + n / 4 * 3, n % 4, factor[n % 4], (int32_t)coefficient);
}

/* RejNTTPoly (FIPS 204 Algorithm 30): blocks whose lanes stay in the permutation's form, until a
 * number is rejected (four of five polynomials have none). Returns how many values are done; if not
 * all, the block with the rejection is in the standard form. */
static inline unsigned add_lanes(ksig_keccak *sponge, uint32_t *words, const uint32_t *factors) {
    uint32_t *const lanes = sponge->lanes;
    unsigned form = KSIG_MLDSA_RHO_BYTES + 2 + 1 + KSIG_KECCAK_STAYS_OWN;
    if (!KSIG_ASM_SUM23_LANES && !KSIG_ASM_SUM23_BOTH_LANES)
        return 0;
    for (unsigned group = 0;;) {
        const unsigned left = N / 4 - group, wanted = left < BLOCK_GROUPS ? left : BLOCK_GROUPS;
        ksig_keccak_f1600(lanes, form);
        const unsigned done =
            KSIG_ASM_SUM23_LANES
                ? ksig_sum23_add_lanes_products(words + 3 * group, factors + 3 * group, lanes,
                                                wanted)
                : ksig_sum23_add_packed_products(words + 3 * group, factors + 3 * group,
                                                 (const uint8_t *)lanes,
                                                 KSIG_SUM23_OF_LANES(0u, wanted));
        group += done;
        if (done != wanted)
            ksig_keccak_separate(lanes, lanes, KSIG_SHAKE128_RATE / 8);
        if (done != wanted || group == N / 4)
            return 4 * group;
        form = KSIG_KECCAK_IS_OWN + KSIG_KECCAK_STAYS_OWN;
    }
}

/* RejNTTPoly (FIPS 204 Algorithm 30). */
KSIG_NOINLINE void ksig_mldsa_add_a_secret(ksig_keccak *sponge, uint32_t words[192],
                                           const uint32_t factors[192]) {
    const unsigned n = add_lanes(sponge, words, factors);
    if (KSIG_ASM_SUM23_LANES || KSIG_ASM_SUM23_BOTH_LANES)
        sponge->position = (uint8_t)(n % (4 * BLOCK_GROUPS) * 3);
    rej_ntt_poly(sponge, n, N, add_secret_groups, add_one_secret, words, factors);
}

void ksig_mldsa_add_kept_a(uint32_t words[192], const uint32_t factors[192],
                           const uint8_t kept[KSIG_MLDSA_UNIFORM_BYTES]) {
    (void)ksig_sum23_add_packed_products(words, factors, kept, N / 4);
}

#else

static inline void store_one(void *to, const void *factors, unsigned n, uint32_t coefficient) {
    (void)factors;
    ((uint32_t *)to)[n] = coefficient;
}

/* RejNTTPoly (FIPS 204 Algorithm 30). */
KSIG_NOINLINE void ksig_mldsa_add_a_secret(ksig_keccak *sponge, uint32_t words[192],
                                           const uint32_t factors[192]) {
    for (unsigned n = 0; n < N; n += 4) {
        uint32_t uniform[4];
        rej_ntt_poly(sponge, 0, 4, NULL, store_one, uniform, NULL);
        ksig_short_add_products(words + n / 4 * 3, factors + n / 4 * 3, uniform);
    }
}

void ksig_mldsa_add_kept_a(uint32_t words[192], const uint32_t factors[192],
                           const uint8_t kept[KSIG_MLDSA_UNIFORM_BYTES]) {
    for (unsigned n = 0; n < N; n += 4) {
        uint32_t uniform[4];
        for (unsigned m = 0; m < 4; m++)
            uniform[m] = kept[KSIG_LE_INDEX(3 * (n + m))] |
                         (uint32_t)kept[KSIG_LE_INDEX(3 * (n + m) + 1)] << 8 |
                         (uint32_t)kept[KSIG_LE_INDEX(3 * (n + m) + 2)] << 16;
        ksig_short_add_products(words + n / 4 * 3, factors + n / 4 * 3, uniform);
    }
}

#endif

#endif

/* In the sponge's byte order: by words on a big-endian machine, but not with the compact ring. */
static inline void keep_one(void *to, const void *factors, unsigned n, uint32_t coefficient) {
    uint8_t *const kept = to;
    (void)factors;
    for (unsigned i = 0; i < 3; i++) {
        const unsigned place = 3 * n + i;
        kept[KSIG_COMPACT_RING ? place : KSIG_LE_INDEX(place)] = (uint8_t)(coefficient >> 8 * i);
    }
}

/* RejNTTPoly (FIPS 204 Algorithm 30). */
KSIG_NOINLINE void ksig_mldsa_keep_a(ksig_keccak *sponge, uint8_t kept[KSIG_MLDSA_UNIFORM_BYTES]) {
    rej_ntt_poly(sponge, 0, N, NULL, keep_one, kept, NULL);
}
