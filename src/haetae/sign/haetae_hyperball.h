/* Uniform vectors in a hyperball (specification 4.1, 4.2).
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * A Gaussian vector is scaled by a factor F that depends on its length. A first pass draws every
 * polynomial for the length alone; from seed, nonce and F any polynomial is then drawn again,
 * coefficient by coefficient, as often as it is needed. So a vector of 11 polynomials takes 12
 * bytes. */
#ifndef KSIG_HAETAE_HYPERBALL_H
#define KSIG_HAETAE_HYPERBALL_H

#include "haetae/sign/haetae_gauss.h"
#include "kilosig/config.h"

/* Numbers of 96 bits with 76 fractional bits, lowest word first. */
typedef struct ksig_haetae_fixed {
    uint32_t word[3];
} ksig_haetae_fixed;

/* Records which candidates of a vector's streams were rejected, so that they need not be judged
 * again: runs[i] accepted ones, then a rejected one, and so on; after a run of the longest length
 * there is no rejected one. Candidates beyond the last run are not recorded. For 1,536 to 2,818
 * samples, 35 to 63 candidates are rejected on average. */
enum { KSIG_HAETAE_RUNS = 74, KSIG_HAETAE_LONGEST_RUN = 255 };
typedef struct ksig_haetae_runs {
    uint8_t count, open; /* accepted ones of the next run so far */
    uint8_t runs[KSIG_HAETAE_RUNS];
} ksig_haetae_runs;

/* Where samples are kept whole, from number `from` on: 8 bytes each, the value's 63 bits lowest
 * first, then the sign. Only in variant DEFAULT, and not where flash counts more than time. */
enum {
    KSIG_HAETAE_SAMPLE_BYTES = 8,
    KSIG_HAETAE_KEEPS_WHOLE =
        KSIG_HAETAE_SIGN_VARIANT == KSIG_VARIANT_DEFAULT && !KSIG_COMPACT_RING,
};
typedef struct ksig_haetae_whole {
    uint8_t *samples;
    unsigned from; /* up to 256 */
} ksig_haetae_whole;

/* Draws `count` samples of polynomial `nonce`, adds their squares, and notes the runs. Unless
 * `kept` is null, keeps of the first 256 the sign in bit 31 and below it the 31 leading bits of the
 * value's 63; and whole samples as `whole` says. */
void ksig_haetae_add_norm(ksig_keccak *sponge, const uint8_t seed[KSIG_HAETAE_SIGN_SEED_BYTES],
                          uint32_t nonce, unsigned count, ksig_haetae_fixed *norm,
                          ksig_haetae_runs *runs, uint32_t *kept, const ksig_haetae_whole *whole);

/* The factor F for a sum of squares. */
ksig_haetae_fixed ksig_haetae_scale_of(const ksig_haetae_params *p, ksig_haetae_fixed norm);

/* A polynomial being drawn again. */
typedef struct ksig_haetae_y {
    ksig_keccak *sponge;
    const ksig_haetae_fixed *scale;
    const ksig_haetae_runs *runs;
    uint8_t run, left; /* accepted ones left in it */
    uint16_t next;     /* coefficient */
    uint8_t signs[KSIG_HAETAE_SIGNS_BYTES];
} ksig_haetae_y;

/* `before`: how many samples precede the polynomial in the runs, including those that only the norm
 * uses. */
void ksig_haetae_start_y(ksig_haetae_y *y, ksig_keccak *sponge,
                         const uint8_t seed[KSIG_HAETAE_SIGN_SEED_BYTES], uint32_t nonce,
                         const ksig_haetae_fixed *scale, const ksig_haetae_runs *runs,
                         unsigned before);

/* The next coefficient of 256: 13 fractional bits, below 2^25 in absolute value. */
int32_t ksig_haetae_next_y(ksig_haetae_y *y);

#if KSIG_ENABLE_SIGN_CHECK
/* Judges the next sample as ksig_haetae_add_norm does, ignoring the runs: adds its square and
 * returns its value. */
uint64_t ksig_haetae_judge_again(ksig_keccak *sponge, ksig_haetae_fixed *norm);

/* The next coefficient, from a sample judged in this way. */
int32_t ksig_haetae_next_judged_y(ksig_haetae_y *y, ksig_haetae_fixed *norm);
#endif

/* The coefficient of a sample that was kept whole. */
int32_t ksig_haetae_scale_whole(const uint8_t sample[KSIG_HAETAE_SAMPLE_BYTES],
                                const ksig_haetae_fixed *scale);

/* Turns the kept parts of samples into the 256 coefficients, in place, rounded down in absolute
 * value: *uncertain of them may be one larger. Returns 1 if this may also change what one is
 * rounded to. */
uint32_t ksig_haetae_scale_kept(uint32_t kept[KSIG_HAETAE_N], const ksig_haetae_fixed *scale,
                                uint32_t *uncertain);

/* Rounds to an integer, without fractional bits. */
static inline int32_t ksig_haetae_round(int32_t x) { return (x + 4096) >> KSIG_HAETAE_LN; }

#endif
