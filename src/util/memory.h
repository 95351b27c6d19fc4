/* The two functions that the library takes from outside. A freestanding compiler need not have string.h, but every one
 * expects them to be linked. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_MEMORY_H
#define KSIG_MEMORY_H

#include <stddef.h>

void *memcpy(void *restrict to, const void *restrict from, size_t length);
void *memset(void *to, int byte, size_t length);

#endif
