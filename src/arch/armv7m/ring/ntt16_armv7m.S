/* The transform modulo 64513, twin of src/ring/ntt16.c: what it leaves is reduced, so the way there may differ.
 * No time depends on the values: MUL and MLS take one and two cycles on Cortex-M3, long multiplications are for
 * Cortex-M4 only. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "arch/gates.h"

#if KSIG_ARMV7M && KSIG_ASM_NTT16
#include "arch/armv7m/butterfly.inc"
#include "arch/armv7m/function.inc"

@ Constants w are in a table as their quotients ceil(w 2^16 / q), less 2^16 if that is from 2^15 on, which is as good
@ for w - q. Between passes values are within q / 2, as numbers of 16 bits with sign.
@
@ r0 the values, by turns; r1 q; r2 temporary; r3 2^32 / q on Cortex-M4, temporary on Cortex-M3; r4..r7 four values;
@ constants and their quotients: upper r8, r9; left r10, r11; right r12, lr.

#define INNER_END 0
#define OUTER_END 4 /* of the values */
#define ZETA 8      /* 2 k for the next upper constant, number k of the table */
#define VALUES 12
#define LOCALS 16

@ x = x w mod q, between -q |x| / 2^16 and q + q |x| / 2^16. On Cortex-M3 for |x| <= q only.
.macro times x, w, quotient
#ifdef __ARM_FEATURE_DSP
    smulwb r2, \x, \quotient
#else
    mul r2, \x, \quotient
    asr r2, r2, #16
#endif
    mul \x, \x, \w
    mls \x, r2, r1, \x
.endm

@ x within 0.55 q: only where the next multiplication would overflow.
.macro shorten x
#ifndef __ARM_FEATURE_DSP
    sxth r2, \x
    sub \x, \x, r2
    add r2, r2, \x, asr #6
    sub \x, r2, \x, asr #16
#endif
.endm

@ x within q / 2, for |x| < 2^24: less q times the rounded quotient.
.macro reduce x
#ifdef __ARM_FEATURE_DSP
    smmulr r2, \x, r3
#else
    add r2, \x, \x, lsl #6
    add r2, r2, #1 << 21
    asr r2, r2, #22
#endif
    mls \x, r2, r1, \x
.endm

@ x in [0, q).
.macro reduce_fully x
    reduce \x
    and r2, r1, \x, asr #31
    add \x, \x, r2
.endm

@ w from its quotient.
.macro constant w, quotient
#ifdef __ARM_FEATURE_DSP
    smulwb \w, r1, \quotient
#else
    mul \w, \quotient, r1
    asr \w, \w, #16
#endif
.endm

.macro two_layers
    times r6, r8, r9
    times r7, r8, r9
    butterfly r4, r6
    butterfly r5, r7
    shorten r5
    shorten r7
    times r5, r10, r11
    times r7, r12, lr
    butterfly r4, r5
    butterfly r6, r7
.endm

.macro two_inverse_layers
    inverse_butterfly r4, r5
    inverse_butterfly r6, r7
    times r5, r10, r11
    times r7, r12, lr
    inverse_butterfly r4, r6
    inverse_butterfly r5, r7
    shorten r6
    shorten r7
    times r6, r8, r9
    times r7, r8, r9
.endm

@ Loads and stores of values h apart; the end of the inner loop is loaded before the stores, for a load after a store
@ would wait. `load` is ldrh for values in [0, q), ldrsh between passes.
.macro load_values load, h
    \load r4, [r0]
    \load r5, [r0, #2 * \h]
    \load r6, [r0, #4 * \h]
    \load r7, [r0, #6 * \h]
.endm

.macro store_values h
    strh r5, [r0, #2 * \h]
    strh r6, [r0, #4 * \h]
    strh r7, [r0, #6 * \h]
    strh r4, [r0], #2
.endm

.macro reduce_values how
    \how r4
    \how r5
    \how r6
    \how r7
.endm

.macro begin_inner h
    add r2, r0, #2 * \h
    str r2, [sp, #INNER_END]
    .balign 4
.endm

.macro end_inner h, loop
    ldr r2, [sp, #INNER_END]
    store_values \h
    cmp r0, r2
    bne.w \loop
.endm

@ A block's constants, upwards or downwards in the table; which are left and right then is the caller's matter.
.macro block_constants step, left, right
    ldr r2, [sp, #ZETA]
    ldr r11, =quotients
    ldrsh r9, [r11, r2]
    add r11, r11, r2, lsl #1
    ldrsh lr, [r11, #\right]
    ldrsh r11, [r11, #\left]
    add r2, r2, #\step
    constant r8, r9
    str r2, [sp, #ZETA]
    constant r10, r11
    constant r12, lr
.endm

.macro end_block h, block
    add r0, r0, #6 * \h
    ldr r2, [sp, #OUTER_END]
    cmp r0, r2
    bne.w \block
.endm

@ A pass of two layers: a block of 4 h values after the other.
.macro pass h, load
    ldr r0, [sp, #VALUES]
2:  block_constants 2, 0, 2
    begin_inner \h
1:  load_values \load, \h
    two_layers
    reduce_values reduce
    end_inner \h, 1b
    end_block \h, 2b
.endm

.macro inverse_pass h
    ldr r0, [sp, #VALUES]
2:  block_constants -2, 2, 0
    begin_inner \h
1:  load_values ldrsh, \h
    two_inverse_layers
    reduce_values reduce
    end_inner \h, 1b
    end_block \h, 2b
.endm

.macro begin
    push {r0, r4-r11, lr}
    sub sp, sp, #LOCALS
    str r0, [sp, #VALUES]
    add r2, r0, #512
    str r2, [sp, #OUTER_END]
    movw r1, #64513
#ifdef __ARM_FEATURE_DSP
    movw r3, #66575 & 0xffff
    movt r3, #66575 >> 16
#endif
.endm

.macro first_zeta k
    mov r2, #2 * \k
    str r2, [sp, #ZETA]
.endm

@ void ksig_ntt16(uint16_t a[256])
@ stack: ksig_ntt16 56
function ksig_ntt16
    begin
    first_zeta 1
    pass 64, ldrh
    first_zeta 4
    pass 16, ldrsh
    first_zeta 16
    pass 4, ldrsh
    first_zeta 64
    ldr r0, [sp, #VALUES]
    .balign 4
3:  block_constants 2, 0, 2
    load_values ldrsh, 1
    two_layers
    reduce_values reduce_fully
    ldr r2, [sp, #OUTER_END]
    store_values 1
    add r0, r0, #6
    cmp r0, r2
    bne.w 3b
    add sp, sp, #LOCALS
    pop {r0, r4-r11, pc}
    .ltorg
end_function ksig_ntt16

@ void ksig_inverse_ntt16(uint16_t a[256])
@ stack: ksig_inverse_ntt16 56
function ksig_inverse_ntt16
    begin
    first_zeta 127
    .balign 4
3:  block_constants -2, 2, 0
    load_values ldrh, 1
    two_inverse_layers
    reduce_values reduce
    ldr r2, [sp, #OUTER_END]
    store_values 1
    add r0, r0, #6
    cmp r0, r2
    bne.w 3b
    first_zeta 31
    inverse_pass 4
    first_zeta 7
    inverse_pass 16
    @ The last two layers, with the factor 2^16 / 256; zeta^128 2^8 has the quotient 28231.
    first_zeta 1
    ldr r0, [sp, #VALUES]
    block_constants -2, 2, 0
    movw r9, #28231
    constant r8, r9
    begin_inner 64
1:  load_values ldrsh, 64
    two_inverse_layers
    reduce r4
    reduce r5
    lsl r4, r4, #8
    lsl r5, r5, #8
    reduce_values reduce_fully
    end_inner 64, 1b
    add sp, sp, #LOCALS
    pop {r0, r4-r11, pc}
    .ltorg
end_function ksig_inverse_ntt16

    .section .rodata.ksig_ntt16, "a", %progbits
    .balign 2
quotients:
    .short 2, 29295, 16410, 20522, 17562, 13479, 25038, 5911, -20239, 4460, 23350, 12072
    .short 8858, 23002, 6226, 12220, 13508, -19995, 23024, -19743, 5506, -18751, 5201, 11032
    .short 25867, -10600, -31541, 16167, 6788, -11679, 4162, 22234, -25761, -22986, -31379, 20901
    .short -15438, -28359, -21667, 2610, -13307, 23800, -1686, -786, -19372, -12980, 12054, -26358
    .short 11000, 4182, 10099, -27585, 31922, -4619, -12764, -32402, -5688, -11337, -9725, 30681
    .short 27239, 18465, -30367, -1762, -12254, -6740, -24765, -19364, -27494, 4947, 24032, 7731
    .short -32737, 8740, 8959, 3309, -21441, 17876, 9990, -16345, -22748, 28637, 10425, 4230
    .short -30263, -28402, -11739, -31214, -13994, 12741, -18682, 20425, -28676, -14871, -5234, -23996
    .short -15267, 7173, -1034, -2693, -12669, 4989, 14104, -23981, -32050, 19799, 25956, -17902
    .short -12137, 19766, 27278, -18707, 20989, 24078, 11565, -26665, 23100, 14640, 31043, 18265
    .short 7811, -3543, 13097, -22160, 23328, 22958, -28861, 27523, 433, 27522, -22057, 25800
    .short 9936, -25372, -16250, 27402, 28538, -748, -14593, 30623, -27895, -31956, 30484, 28269
    .short -12822, 1760, -22436, -21989, -13762, 7164, -12950, -19303, 9198, 6184, -1736, 5587
    .short 8087, 5350, 3527, -31439, -29727, -27520, 1536, -9390, -23413, -22602, 10341, -2363
    .short 32539, -19491, 2523, -7272, 4895, -24721, 22833, -22043, -32718, 11749, -23356, -20523
    .short 32515, -1657, 1919, 24504, 1403, 19684, -14430, 28409, 3594, 1439, -25759, -29934
    .short 22555, 12254, 1158, 8357, 18425, 9934, 13641, 16468, 13200, -12559, 15381, -32308
    .short -24659, 12585, -4125, -16215, 8641, 9241, -15514, 32088, 18382, 24758, -20183, 6540
    .short 2141, -11872, -28944, -15312, -26550, 21889, -1763, 1073, -15813, -24507, 18208, 32414
    .short -23370, 28109, -21371, 7565, -21938, -20177, -18688, -24268, 6785, 31510, 20471, 26206
    .short 28260, -31988, 11286, -21663, 10021, 10516, -14138, -18278, -14881, -2122, 8520, -3370
    .short -24114, 14971, 25761, -6307

#endif
