/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "slh24.h"
#if KSIG_SLH24_X86
#include <immintrin.h>
#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx512f"))), apply_to = function)
#else
#pragma GCC target("avx512f")
#endif
#define LANES 16
#define ENGINE ksig_slh24_avx512
#define ENGINE_NAME "AVX-512"
/* One instruction each, of which the compiler finds only some. The last number is the table of the
 * function of three bits. */
#define THREE_32(x, y, z, table) \
    ((words)_mm512_ternarylogic_epi32((__m512i)(x), (__m512i)(y), (__m512i)(z), (table)))
#define THREE_64(x, y, z, table) \
    ((longs)_mm512_ternarylogic_epi64((__m512i)(x), (__m512i)(y), (__m512i)(z), (table)))
#define ROTATE_32(x, n) ((words)_mm512_ror_epi32((__m512i)(x), n))
#define ROTATE_64(x, n) ((longs)_mm512_ror_epi64((__m512i)(x), n))
#define XOR_32(x, y, z) THREE_32(x, y, z, 0x96)
#define XOR_64(x, y, z) THREE_64(x, y, z, 0x96)
#define CHOOSE_32(x, y, z) THREE_32(x, y, z, 0xCA)
#define CHOOSE_64(x, y, z) THREE_64(x, y, z, 0xCA)
#define MAJORITY_32(x, y, z) THREE_32(x, y, z, 0xE8)
#define MAJORITY_64(x, y, z) THREE_64(x, y, z, 0xE8)
#define CHI(x, y, z) THREE_64(x, y, z, 0xD2)
#include "slh24_lanes.h"
#ifdef __clang__
#pragma clang attribute pop
#endif
#endif
