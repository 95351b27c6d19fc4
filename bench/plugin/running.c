/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "running.h"

#include <stdio.h>
#include <stdlib.h>

struct totals now;
enum core running_core;

void *zeroed(size_t count, size_t size) {
    void *memory = calloc(count ? count : 1, size);
    if (!memory) {
        fputs("bench plugin: out of memory\n", stderr);
        exit(1);
    }
    return memory;
}
