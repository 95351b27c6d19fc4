/* The cumulative distribution table of HAETAE's sampler, twin of ksig_haetae_count_below in src/haetae/sign/haetae_gauss.c.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "arch/gates.h"

#if KSIG_ASM_GAUSS
#include "arch/armv7m/function.inc"

@ Two entries to a word, 15 bits each below a bit that is set; those from 2^15 on are less by 2^15.
.macro entries low, high
    .word 0x80008000 | ((\low) & 0x7fff) | (((\high) & 0x7fff) << 16)
.endm

@ r0 counts, in each half, the entries in the given registers that are not below that half of u. r12 has the set bits.
.macro count u, words:vararg
    .irp word, \words
    sub \word, \word, \u
    and \word, \word, r12
    add r0, r0, \word, lsr #15
    .endr
.endm

    .section .text.ksig_haetae_count_below, "ax", %progbits
    .balign 4
.Ldistribution:
    entries 3266, 6520
    entries 9748, 12938
    entries 16079, 19159
    entries 22168, 25096
    entries 27934, 30674
    entries 33309, 35833
    entries 38241, 40531
    entries 42698, 44742
    entries 46663, 48460
    entries 50135, 51690
    entries 53128, 54454
    entries 55670, 56781
    entries 57794, 58712
    entries 59541, 60287
    entries 60956, 61554
    entries 62085, 62556
    entries 62972, 63337
    entries 63657, 63936
    entries 64178, 64388
    entries 64569, 64724
    entries 64857, 64970
    entries 65066, 65148
    entries 65216, 65273
    entries 65321, 65361
    entries 65394, 65422
    entries 65444, 65463
    entries 65478, 65490
    entries 65500, 65508
    entries 65514, 65519
    entries 65523, 65527
    entries 65529, 65531
    entries 65533, 65534

@ uint32_t ksig_haetae_count_below(uint32_t u)
@ stack: ksig_haetae_count_below 36
function ksig_haetae_count_below
    push {r4-r11, lr}
    lsr r1, r0, #15
    rsb r1, r1, #0
    orr r2, r0, r1
    and r3, r0, r1
    ubfx r2, r2, #0, #15
    ubfx r3, r3, #0, #15
    orr r2, r2, r2, lsl #16
    orr r3, r3, r3, lsl #16
    mov r12, #0x80008000
    mov r0, #0
    adr.w r1, .Ldistribution
    ldm r1!, {r4-r8}
    count r2, r4, r5, r6, r7, r8
    .rept 3
    ldm r1!, {r2, r4-r11}
    count r3, r2, r4, r5, r6, r7, r8, r9, r10, r11
    .endr
    uxth r1, r0
    add r0, r1, r0, lsr #16
    rsb r0, r0, #64
    pop {r4-r11, pc}
end_function ksig_haetae_count_below

#endif
