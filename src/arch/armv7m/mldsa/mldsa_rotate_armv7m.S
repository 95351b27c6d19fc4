/* Sums of rotated fields, twin of src/mldsa/mldsa_rotate.c. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "arch/armv7m/gates.h"

#if KSIG_ASM_ROTATE
#include "arch/armv7m/function.inc"

@ r4..r11 sums; r12 signs that are left, under a 1; lr first; r3 positions; r0..r2 temporaries. On the stack sums and
@ fields, and how many were subtracted.
#define SUMS 0
#define FIELDS 4
#define SUBTRACTED 8

@ Words n and n + 1; loads in pairs, for one behind another takes one cycle.
.macro two operation, n, a, b
    ldr r1, [r0, #4 * \n]
    ldr r2, [r0, #4 * \n + 4]
    \operation \a, \a, r1
    \operation \b, \b, r2
.endm

.macro all operation
    two \operation, 0, r4, r5
    two \operation, 2, r6, r7
    two \operation, 4, r8, r9
    two \operation, 6, r10, r11
.endm

@ Fields of 1 << \shift bytes; 32 >> \shift are eight words, and `first` has 3 + \shift bits.
.macro rotation shift
    push {r4-r11, lr}
    sub sp, sp, #12
    strd r0, r1, [sp, #SUMS]
    lsr lr, r3, #29 - \shift
    lsl lr, lr, #5 - \shift
    bfc r3, #29 - \shift, #3 + \shift
    mov r12, r3
    mov r3, r2
    movs r1, #0
    str r1, [sp, #SUBTRACTED]
    ldm r0, {r4-r11}
    cmp r12, #1
    beq 3f
    .balign 4
1:  ldrb r0, [r3], #1
    ldr r1, [sp, #FIELDS]
    subs r0, lr, r0
    sbc r2, r2, r2
    uxtb r0, r0
    eor r2, r2, r12
    add r0, r1, r0, lsl #\shift
    lsls r2, r2, #31
    lsr r12, r12, #1
    bmi 2f
    all add
    cmp r12, #1
    bne 1b
    b 3f
    .balign 4
2:  all sub
    ldr r1, [sp, #SUBTRACTED]
    add r1, r1, #1
    str r1, [sp, #SUBTRACTED]
    cmp r12, #1
    bne 1b
3:  ldr r0, [sp, #SUMS]
    ldr r1, [sp, #SUBTRACTED]
    stm r0, {r4-r11}
    mov r0, r1
    add sp, sp, #12
    pop {r4-r11, pc}
.endm

@ unsigned ksig_mldsa_rotate(uint32_t sums[8], const uint8_t fields[256 + 32], const uint8_t *positions, uint32_t terms)
@ stack: ksig_mldsa_rotate 48
function ksig_mldsa_rotate
    rotation 0
end_function ksig_mldsa_rotate

@ unsigned ksig_mldsa_rotate_wide(uint32_t sums[8], const uint16_t fields[256 + 16], const uint8_t *positions,
@                                 uint32_t terms)
@ stack: ksig_mldsa_rotate_wide 48
function ksig_mldsa_rotate_wide
    rotation 1
end_function ksig_mldsa_rotate_wide

#endif
