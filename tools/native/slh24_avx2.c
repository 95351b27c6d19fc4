/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "slh24.h"
#if KSIG_SLH24_X86
#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#pragma GCC target("avx2")
#endif
#define LANES 8
#define ENGINE ksig_slh24_avx2
#define ENGINE_NAME "AVX2"
#include "slh24_lanes.h"
#ifdef __clang__
#pragma clang attribute pop
#endif
#endif
