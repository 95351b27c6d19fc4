/* The file of inputs as it is, in a section that no figure counts.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "bench.h"

__asm__(".section .bench_inputs, \"a\"\n"
        ".global bench_inputs, bench_inputs_end\n"
        ".balign 4\n"
        "bench_inputs: .incbin \"" BENCH_INPUTS "\"\n"
        "bench_inputs_end:\n"
#ifdef BENCH_KEY
        ".global bench_key\n"
        "bench_key: .incbin \"" BENCH_KEY "\"\n"
#endif
        ".previous\n");
