/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "haetae/common/haetae_params.h"

/* check: 1 + 1 + 1 + 5 + 58 + 246 + 398 + 247 + 59 + 5 + 1 + 1 + 1 == 1024 */
/* check: 312 == 1 + 1 + 1 + 5 + 58 + 246 */
/* check: 377 == 4 + 8 + 37 + 112 + 216 */
/* check: 389 == 4 + 2 + 13 + 48 + 118 + 204 */
static const uint16_t hb_frequency_2[] = {1, 1, 1, 5, 58, 246, 398, 247, 59, 5, 1, 1, 1};
static const uint16_t hb_frequency_3[] = {1,   1,   1,  1, 8, 37, 112, 216, 269,
                                          216, 112, 38, 8, 1, 1,  1,   1};
static const uint16_t hb_frequency_5[] = {1,   1,   1,  1,  2, 13, 48, 118, 204, 245,
                                          204, 118, 48, 14, 2, 1,  1,  1,   1};

static const uint16_t hint_frequency_2[] = {382, 246, 65, 7, 1, 1, 1, 1, 1, 1, 7, 65, 246};
static const uint16_t hint_frequency_3[] = {266, 213, 113, 40, 9, 1,  1,   1,  1,
                                            1,   1,   1,   1,  9, 40, 113, 213};
static const uint16_t hint_frequency_5[] = {122, 117, 102, 81, 59, 39, 23, 13, 6,  3,   1,
                                            1,   1,   1,   1,  1,  1,  1,  1,  1,  1,   1,
                                            1,   1,   3,   6,  13, 24, 39, 59, 81, 102, 118};

const ksig_haetae_params ksig_haetae_level_2 = {
    .k = 2,
    .l = 4,
    .tau = 58,
    .sv_count = 5, /* check: 5 == 256 // 58 + 1 */
    .sv_rest = 24, /* check: 24 == 256 % 58 */
    .d = 1,
    .alpha_log = 9,
    .base_hb = 132,
    .base_h = 7,
    .hb_offset = 6,
    .hb_symbols = 13,
    .hb_below = 312,
    .hb_least = 42,
    .hint_symbols = 13,
    .hint_cut = 6,
    .hint_gap = 239,
    .hb_frequency = hb_frequency_2,
    .hint_frequency = hint_frequency_2,
    .b0_squared = 96944109,
    .b1_squared = 96805527,
    .b2_squared = 163265017,
    .sv_limit = 611098,
    .sampler_scale = 80658615,
    .start3 = UINT64_C(0x1162770077e2e41a),
    .start15_low = UINT64_C(0x693861ad937b),
    .start15_high = UINT64_C(0x9caa56),
};

const ksig_haetae_params ksig_haetae_level_3 = {
    .k = 3,
    .l = 6,
    .tau = 80,
    .sv_count = 4, /* check: 4 == 256 // 80 + 1 */
    .sv_rest = 16, /* check: 16 == 256 % 80 */
    .d = 1,
    .alpha_log = 9,
    .base_hb = 376,
    .base_h = 127,
    .hb_offset = 8,
    .hb_symbols = 17,
    .hb_below = 377,
    .hb_least = 60,
    .hint_symbols = 17,
    .hint_cut = 8,
    .hint_gap = 235,
    .hb_frequency = hb_frequency_3,
    .hint_frequency = hint_frequency_3,
    .b0_squared = 335438492,
    .b1_squared = 335171879,
    .b2_squared = 479901314,
    .sv_limit = 852505,
    .sampler_scale = 150036340,
    .start3 = UINT64_C(0x09781a2935cfae68),
    .start15_low = UINT64_C(0x7ad215218533),
    .start15_high = UINT64_C(0x7ff1c9),
};

const ksig_haetae_params ksig_haetae_level_5 = {
    .k = 4,
    .l = 7,
    .tau = 128,
    .sv_count = 3, /* check: 3 == 256 // 128 + 1 */
    .sv_rest = 0,  /* check: 0 == 256 % 128 */
    .d = 0,
    .alpha_log = 8,
    .base_hb = 501,
    .base_h = 358,
    .hb_offset = 9,
    .hb_symbols = 19,
    .hb_below = 389,
    .hb_least = 64,
    .hint_symbols = 33,
    .hint_cut = 16,
    .hint_gap = 471,
    .hb_frequency = hb_frequency_5,
    .hint_frequency = hint_frequency_5,
    .b0_squared = 499239142,
    .b1_squared = 498849991,
    .b2_squared = 597386433,
    .sv_limit = 778065,
    .sampler_scale = 183039289,
    .start3 = UINT64_C(0x0702700ff3e8890d),
    .start15_low = UINT64_C(0x5768588eed31),
    .start15_high = UINT64_C(0x73bd40),
};

const ksig_haetae_scheme ksig_haetae_schemes[6] = {
    {.level = &ksig_haetae_level_2, .ksx = 1}, {.level = &ksig_haetae_level_3, .ksx = 1},
    {.level = &ksig_haetae_level_5, .ksx = 1}, {.level = &ksig_haetae_level_2, .ksx = 0},
    {.level = &ksig_haetae_level_3, .ksx = 0}, {.level = &ksig_haetae_level_5, .ksx = 0},
};
