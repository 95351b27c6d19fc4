/* The two external functions that the library uses. A freestanding compiler need not have string.h,
 * but each expects these functions to be linked. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_MEMORY_H
#define KSIG_MEMORY_H

#include "arch/compiler.h"

#include <stddef.h>

void *memcpy(void *restrict to, const void *restrict from, size_t length);
void *memset(void *to, int byte, size_t length);

/* memcpy and memset of a small constant number of bytes: loads and stores. The library is
 * freestanding, where a plain memcpy would be a call. */
#if KSIG_GNU_C
#define KSIG_COPY_FEW(to, from, length) (void)__builtin_memcpy(to, from, length)
#define KSIG_ZERO_FEW(to, length) (void)__builtin_memset(to, 0, length)
#else
#define KSIG_COPY_FEW(to, from, length) (void)memcpy(to, from, length)
#define KSIG_ZERO_FEW(to, length) (void)memset(to, 0, length)
#endif

#endif
