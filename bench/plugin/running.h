/* SPDX-License-Identifier: Apache-2.0 OR MIT
 * What runs: on which core, and how much of it so far. Below all that counts. */
#ifndef RUNNING_H
#define RUNNING_H

#include <stddef.h>

#include "cost.h"

#define MAX_CALL_DEPTH 4096

struct totals {
    uint64_t instructions, cycles, uncertain;
};

extern struct totals now;
extern enum core running_core;

void *zeroed(size_t count, size_t size); /* calloc that does not return without memory */

#endif
