/* The singular value figure of a secret, which decides whether a key generation attempt is
 * accepted.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * Fixed point, 16 fractional bits, every product rounded: the figure is part of the specification,
 * because it decides which key a seed gives. The 256-point transform of s_n exp(-pi i n / 256) is
 * done four times for 64 outputs each: those with k = residue mod 4 need one of four outputs of the
 * first two layers, which do not round, and then six layers of a 64-point transform (decimation in
 * time). So the rounding is that of the whole transform, in a quarter of its memory. No branch or
 * address depends on the secret. */
#ifndef KSIG_HAETAE_FFT_H
#define KSIG_HAETAE_FFT_H

#include "haetae/common/haetae_params.h"
#include "kilosig/config.h"

enum { KSIG_HAETAE_RESIDUES = 4, KSIG_HAETAE_POINTS = 64, KSIG_HAETAE_LARGEST = 5 };

typedef struct ksig_haetae_complex {
    int32_t re, im;
} ksig_haetae_complex;

/* round(65536 sin(pi n / 256)), n = 0 .. 128. With the compact ring it is stored modulo 2^16: for n
 * = 128 it is 65536. */
#if KSIG_COMPACT_RING
typedef uint16_t ksig_haetae_sine;
#else
typedef uint32_t ksig_haetae_sine;
#endif
extern const ksig_haetae_sine ksig_haetae_sines[129];

/* exp(-pi i n / 256) on 16 fractional bits, n = 0 .. 255. */
ksig_haetae_complex ksig_haetae_root(unsigned n);

/* Outputs residue + 4 j, j = 0 .. 63, each times 4, of a polynomial packed as bits - 1 - s on
 * `bits` = 2 or 3 bits. |4 output| <= 4 * 2 * 256 * 65536 = 2^27, except for roundings. */
void ksig_haetae_transform(ksig_haetae_complex out[KSIG_HAETAE_POINTS], const uint8_t *packed,
                           unsigned bits, unsigned residue);

/* Adds the squares of the absolute values. A sum over all polynomials (at most 11) is 65536 times a
 * number with mean 256 * 2 / 3 for each of them and an exponential tail: it is below 2^31, as later
 * steps require, except with probability < 2^-200. */
void ksig_haetae_add_squares(uint32_t sums[KSIG_HAETAE_POINTS],
                             const ksig_haetae_complex out[KSIG_HAETAE_POINTS]);

/* Keeps the `count` largest of the values in `largest` and the sums, descending. Begin with
 * zeros. */
void ksig_haetae_keep_largest(uint32_t *largest, unsigned count,
                              const uint32_t sums[KSIG_HAETAE_POINTS]);

/* The figure, from the p->sv_count largest sums. */
uint32_t ksig_haetae_singular_value(const ksig_haetae_params *p, const uint32_t *largest);

#endif
