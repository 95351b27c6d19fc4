/* The singular value figure against its definition: the transform by residues, the largest sums,
 * ties. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <string.h>

#include "check.h"
#include "haetae/common/haetae_pack.h"
#include "haetae/keygen/haetae_fft.h"

enum { N = KSIG_HAETAE_N, POINTS = KSIG_HAETAE_POINTS };

static unsigned reverse8(unsigned x) {
    unsigned r = 0;
    for (unsigned i = 0; i < 8; i++)
        r |= (x >> i & 1) << (7 - i);
    return r;
}

static void pack(uint8_t *packed, unsigned bits, const int s[N]) {
    ksig_haetae_packer to = {packed, 0, 0};
    for (unsigned n = 0; n < N; n++)
        ksig_haetae_put(&to, (uint32_t)((int)bits - 1 - s[n]), bits);
}

/* ---- Roots ------------------------------------------------------------------------------- */

/* cos(x) for sine = 0, else sin(x), by the Taylor series; 0 <= x < pi. */
static double series(double x, int sine) {
    double term = sine ? x : 1, sum = term;
    for (int i = sine ? 2 : 1; i < 60; i += 2) {
        term *= -x * x / (i * (i + 1));
        sum += term;
    }
    return sum;
}

static int32_t nearest(double x) { return x < 0 ? -(int32_t)(0.5 - x) : (int32_t)(x + 0.5); }

static int32_t root_re[N], root_im[N];

static void test_roots(void) {
    for (unsigned n = 0; n < N; n++) {
        const double x = 3.14159265358979323846 * n / 256;
        root_re[n] = nearest(65536 * series(x, 0));
        root_im[n] = -nearest(65536 * series(x, 1));
        const ksig_haetae_complex root = ksig_haetae_root(n);
        CHECK(root.re == root_re[n] && root.im == root_im[n]);
    }
    CHECK(root_re[0] == 65536 && root_re[128] == 0 && root_im[128] == -65536 &&
          root_re[64] == 46341);
}

/* ---- The transform ----------------------------------------------------------------------- */

static int32_t multiply(int32_t x, int32_t y) { return (int32_t)(((int64_t)x * y + 32768) >> 16); }

/* All 256 points at once, layer by layer, as the specification writes it. */
static void plain_transform(int32_t re[N], int32_t im[N], const int s[N]) {
    for (unsigned i = 0; i < N; i++) {
        re[reverse8(i)] = s[i] * root_re[i];
        im[reverse8(i)] = s[i] * root_im[i];
    }
    for (unsigned r = 1; r <= 8; r++) {
        const unsigned half = 1u << (r - 1);
        for (unsigned block = 0; block < N; block += 2 * half) {
            for (unsigned k = 0; k < half; k++) {
                const unsigned e = block + k, o = e + half, w = k << (9 - r);
                const int32_t tr = multiply(root_re[w], re[o]) - multiply(root_im[w], im[o]);
                const int32_t ti = multiply(root_re[w], im[o]) + multiply(root_im[w], re[o]);
                re[o] = re[e] - tr, im[o] = im[e] - ti;
                re[e] += tr, im[e] += ti;
            }
        }
    }
}

static void check_transform(const int s[N], unsigned bits) {
    int32_t re[N], im[N];
    uint8_t packed[96];
    unsigned wrong = 0;
    plain_transform(re, im, s);
    pack(packed, bits, s);
    for (unsigned residue = 0; residue < KSIG_HAETAE_RESIDUES; residue++) {
        ksig_haetae_complex out[POINTS];
        uint32_t sums[POINTS];
        ksig_haetae_transform(out, packed, bits, residue);
        memset(sums, 0, sizeof sums);
        sums[5] = 1000000;
        ksig_haetae_add_squares(sums, out);
        for (unsigned j = 0; j < POINTS; j++) {
            const unsigned k = residue + 4 * j;
            const uint32_t sum = (uint32_t)(((int64_t)re[k] * re[k] + 32768) >> 16) +
                                 (uint32_t)(((int64_t)im[k] * im[k] + 32768) >> 16) +
                                 (j == 5 ? 1000000u : 0u);
            wrong += out[j].re != 4 * re[k] || out[j].im != 4 * im[k] || sums[j] != sum;
        }
    }
    CHECK(wrong == 0);
}

static void test_transform(void) {
    int s[N];
    for (unsigned bits = 2; bits <= 3; bits++) {
        const int top = (int)bits - 1;
        for (unsigned round = 0; round < 200; round++) {
            for (unsigned n = 0; n < N; n++)
                s[n] = (int)(check_random() % (unsigned)(2 * top + 1)) - top;
            check_transform(s, bits);
        }
        /* The largest values: s in phase with an output. */
        for (unsigned k = 0; k < N; k++) {
            for (unsigned n = 0; n < N; n++) {
                const unsigned angle = (2 * k + 1) * n % 512; /* times pi / 256 */
                s[n] = angle < 128 || angle > 384 ? top : -top;
            }
            check_transform(s, bits);
        }
        for (int value = -top; value <= top; value++) {
            for (unsigned n = 0; n < N; n++)
                s[n] = value;
            check_transform(s, bits);
        }
        for (unsigned at = 0; at < N; at++) {
            memset(s, 0, sizeof s);
            s[at] = at % 2 ? top : -top;
            check_transform(s, bits);
        }
    }
}

/* ---- The figure -------------------------------------------------------------------------- */

/* The rule as the specification writes it, on all 256 sums. */
static uint32_t plain_figure(const ksig_haetae_params *p, const uint32_t sums[N]) {
    const unsigned count = 256u / p->tau + 1;
    uint32_t sorted[N], sum = 0;
    memcpy(sorted, sums, sizeof sorted);
    for (unsigned i = 0; i < count; i++) {
        for (unsigned j = i + 1; j < N; j++) {
            if (sorted[j] > sorted[i]) {
                const uint32_t t = sorted[i];
                sorted[i] = sorted[j], sorted[j] = t;
            }
        }
    }
    for (unsigned i = 0; i < count; i++)
        sum += ((sorted[i] + 0x10200) >> 10) *
               (sorted[i] > sorted[count - 1] ? p->tau : 256u % p->tau);
    return (sum + 32) >> 6;
}

/* The same by residues. */
static uint32_t figure(const ksig_haetae_params *p, const uint32_t sums[N]) {
    uint32_t largest[KSIG_HAETAE_LARGEST] = {0};
    for (unsigned residue = 0; residue < KSIG_HAETAE_RESIDUES; residue++) {
        uint32_t part[POINTS];
        for (unsigned j = 0; j < POINTS; j++)
            part[j] = sums[residue + 4 * j];
        ksig_haetae_keep_largest(largest, p->sv_count, part);
    }
    return ksig_haetae_singular_value(p, largest);
}

static void test_figure(void) {
    static const ksig_haetae_params *const levels[3] = {&ksig_haetae_level_2, &ksig_haetae_level_3,
                                                        &ksig_haetae_level_5};
    for (unsigned level = 0; level < 3; level++) {
        const ksig_haetae_params *const p = levels[level];
        CHECK(p->sv_count == 5 - level);
        for (unsigned round = 0; round < 400; round++) {
            uint32_t sums[N];
            /* From no ties to hundreds of them, within a residue and across residues, at the bottom
             * and above it. */
            const uint32_t steps = round % 8 == 0 ? 2 : round % 8 < 4 ? 1 + round : 1u << 29;
            for (unsigned k = 0; k < N; k++)
                sums[k] = check_random() % steps * (round % 8 < 4 ? UINT32_C(1000003) : 1);
            CHECK(figure(p, sums) == plain_figure(p, sums));
            for (unsigned i = 0; i < 7; i++)
                sums[check_random() % N] = UINT32_C(0x7fffffff) - i / 2 * 70000;
            CHECK(figure(p, sums) == plain_figure(p, sums));
        }
        const uint32_t none[N] = {0};
        CHECK(figure(p, none) == plain_figure(p, none));
    }
    /* By hand, level 2 (tau 58, rest 24): three above, two tied for the last of five places, and
     * one more of those. */
    uint32_t sums[N] = {0};
    sums[0] = sums[1] = sums[255] = 10240000;
    sums[7] = sums[8] = sums[100] = 1024000;
    const uint32_t expected =
        (3 * ((10240000 + 0x10200) >> 10) * 58 + 2 * ((1024000 + 0x10200) >> 10) * 24 + 32) >> 6;
    CHECK(figure(&ksig_haetae_level_2, sums) == expected);
    CHECK(figure(&ksig_haetae_level_5, sums) ==
          32 >> 6); /* all three are the smallest, with a factor of 0 */
}

int main(void) {
    test_roots();
    test_transform();
    test_figure();
    return check_end();
}
