/* Sums of rotated fields, twin of src/mldsa/alg/mldsa_times_c.c. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "arch/gates.h"

#if KSIG_ASM_ROTATE
#include "arch/armv7m/function.inc"

@ r4..r11 sums; r12 signs that are left, under a 1; lr first in its top byte, and below how many were subtracted; r3
@ positions; r0..r2 temporaries. On the stack sums and fields.
#define SUMS 0
#define FIELDS 4

@ Words n and n + 1; loads in pairs, for one after another takes one cycle.
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

@ Fields of 1 << \shift bytes; 32 >> \shift are eight words, and `first` has 3 + \shift bits. A term's sign is turned
@ where its position is above `first`: the borrow, for what counts below the top byte is never less than 0.
.macro rotation shift
    push {r4-r11, lr}
    sub sp, sp, #12
    strd r0, r1, [sp, #SUMS]
    lsr lr, r3, #29 - \shift
    lsl lr, lr, #29 - \shift
    bfc r3, #29 - \shift, #3 + \shift
    ldm r0, {r4-r11}
    lsrs r12, r3, #1
    mov r3, r2
    beq.w 3f
    .balign 4
1:  sbc r2, r2, r2
    ldrb r0, [r3], #1
    ldr.w r1, [sp, #FIELDS]
    subs r0, lr, r0, lsl #24
    add r0, r1, r0, lsr #24 - \shift
    sbc r1, r1, r1
    eors r2, r2, r1
    bpl 2f
    all add
    lsrs r12, r12, #1
    bne.w 1b
    b 3f
    .balign 4
2:  all sub
    add lr, lr, #1
    lsrs r12, r12, #1
    bne.w 1b
3:  ldr r0, [sp, #SUMS]
    stm r0, {r4-r11}
    bfc lr, #24, #8
    mov r0, lr
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
