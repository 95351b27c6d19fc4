/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "util/multiply.h"

#if KSIG_SHORT_PRODUCTS
uint64_t ksig_multiply(uint32_t a, uint32_t b) { return ksig_short_multiply(a, b); }

int64_t ksig_multiply_signed(int32_t a, int32_t b) { return ksig_short_multiply_signed(a, b); }
#else
typedef int ksig_products_are_long; /* ISO C forbids an empty file. */
#endif
