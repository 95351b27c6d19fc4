/* T += adj(s) y for HAETAE, twin of ksig_haetae_add_adjoint in src/haetae/adjoint.c. SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * The same in another order: fields are those of s itself, signed, so that no sum of all y has to be added. */
#include "kilosig/config.h"

#if KSIG_ENABLE_ASSEMBLY && !KSIG_COMPACT_RING
#include "function.h"

@ r0 T, r1 y, r2 window: eight fields of 3 bits, r3 below: the eight fields before them. r4..r7 T[n..n+3], r8..r11 y.
@ r12 a field, lr the next group of fields.

@ t += field y. Field j >= 0 is in the window, -j below.
.macro field j
    .if \j >= 0
    sbfx r12, r2, #3 * (\j), #3
    .else
    sbfx r12, r3, #24 + 3 * (\j), #3
    .endif
.endm

@ T[n..n+3] += sum_b y[b] f[b - n], b = first .. first + 3 in r8..r11.
.macro four_by_four first
    field \first - 3
    mla r7, r12, r8, r7
    field \first - 2
    mla r6, r12, r8, r6
    mla r7, r12, r9, r7
    field \first - 1
    mla r5, r12, r8, r5
    mla r6, r12, r9, r6
    mla r7, r12, r10, r7
    field \first
    mla r4, r12, r8, r4
    mla r5, r12, r9, r5
    mla r6, r12, r10, r6
    mla r7, r12, r11, r7
    field \first + 1
    mla r4, r12, r9, r4
    mla r5, r12, r10, r5
    mla r6, r12, r11, r6
    field \first + 2
    mla r4, r12, r10, r4
    mla r5, r12, r11, r5
    field \first + 3
    mla r4, r12, r11, r4
.endm

@ T[0..3], and r0 goes on. y from r1 on, which comes back.
.macro four
    ldm r0, {r4-r7}
    ldm r1!, {r8-r11}
    four_by_four 0
    ldm r1, {r8-r11}
    sub r1, r1, #16
    four_by_four 4
    stm r0!, {r4-r7}
.endm

@ void ksig_haetae_add_fields(uint32_t t[8], const int32_t y[8], uint32_t window, uint32_t below)
@ stack: ksig_haetae_add_fields 36
function ksig_haetae_add_fields
    push {r4-r11, lr}
    four
    lsl r2, r2, #12
    ubfx r12, r3, #12, #12
    orr r2, r2, r12
    lsl r3, r3, #12
    four
    pop {r4-r11, pc}
end_function ksig_haetae_add_fields

#endif
