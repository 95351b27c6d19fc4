/* The first two layers of z's transform, twin of src/mldsa/alg/mldsa_row.c. For public data only: see ntt23_armv7m.S.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "arch/gates.h"

#if KSIG_ARMV7M && KSIG_ASM_Z_LAYERS
#include "arch/armv7m/butterfly.inc"
#include "arch/armv7m/function.inc"

@ r0 values, r1 packed, r2 r3 temporaries, r4..r7 coefficients n, n + 64, .., r8 r9 first constant and its quotient,
@ r10 r11 the second, r12 q, lr value n + 63, which is stored after the next loads: a load after a store would wait.
@ The end of the values is on the stack.

@ x = a + x w mod q.
.macro add_times a, x, w, quotient
    high r2, \x, \quotient
    mla \x, \x, \w, \a
    mls \x, r2, r12, \x
.endm

@ Values n and n + 64: fields of `bits` bits from `shift` on in the words at `byte`.
.macro slot bits, byte, shift
    ldr r6, [r1, #\byte + 16 * \bits]
    ldr r7, [r1, #\byte + 24 * \bits]
    ldr r4, [r1, #\byte]
    ldr r5, [r1, #\byte + 8 * \bits]
    str lr, [r0, #252]
    ubfx r6, r6, #\shift, #\bits
    ubfx r7, r7, #\shift, #\bits
    ubfx r4, r4, #\shift, #\bits
    ubfx r5, r5, #\shift, #\bits
    rsb r6, r6, #1 << (\bits - 1)
    rsb r7, r7, #1 << (\bits - 1)
    rsb r4, r4, #1 << (\bits - 1)
    rsb r5, r5, #1 << (\bits - 1)
    add_times r4, r6, r8, r9
    add_times r5, r7, r8, r9
    add_times r6, r7, r10, r11
    str r7, [r0], #4
    rsb lr, r7, r6, lsl #1
.endm

.macro end_loop
    ldr r2, [sp]
    cmp r0, r2
    bne.w 1b
    str lr, [r0, #252]
    pop {r3-r11, pc}
.endm

@ void ksig_mldsa_first_layers(int32_t values[128], const uint8_t *packed, unsigned bits, unsigned half)
@ stack: ksig_mldsa_first_layers 40
function ksig_mldsa_first_layers
    push {r3-r11, lr}
    add r4, r0, #256
    str r4, [sp]
    movw r12, #8380417 & 0xffff
    movt r12, #8380417 >> 16
    ldr r4, .Ltable
    ldr r9, [r4, #4]
    add r4, r4, r3, lsl #2
    ldr r11, [r4, #8]
    cbz r3, 1f
    rsb r9, r9, #1
1:  high r8, r9, r12
    high r10, r11, r12
    cmp r2, #18
    bne.w .Lbits_20
    @ What the first of these stores at value 63 is overwritten by the last.
    .balign 4
1:  slot 18, 0, 0
    slot 18, 2, 2
    slot 18, 4, 4
    slot 18, 5, 14
    add r1, r1, #9
    end_loop
    .balign 4
.Lbits_20:
1:  slot 20, 0, 0
    slot 20, 1, 12
    add r1, r1, #5
    end_loop
    .balign 4
.Ltable:
    .word ksig_zetas23
end_function ksig_mldsa_first_layers

#endif
