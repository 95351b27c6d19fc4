/* Keccak-f[1600] (FIPS 202 section 3) on AVR. SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * Lanes stay in memory, low byte first. Rotations by whole bytes cost nothing: bytes are stored elsewhere. What is left
 * of an offset is at most four bits, to the left or to the right. The round constants are in flash. */
#include "arch/gates.h"

#if KSIG_AVR && KSIG_ASM_KECCAK

#include "arch/avr/function.inc"

/* The columns' parities: C[4], C[0] to C[4], C[0]. */
#define FRAME 56

    .section .progmem.data.ksig_keccak_rounds, "a", @progbits
// Bytes 0, 1, 3 and 7 of each (FIPS 202 Algorithm 5); the others are zero.
rounds:
    .byte 0x01, 0x00, 0x00, 0x00, 0x82, 0x80, 0x00, 0x00, 0x8a, 0x80, 0x00, 0x80, 0x00, 0x80, 0x80, 0x80
    .byte 0x8b, 0x80, 0x00, 0x00, 0x01, 0x00, 0x80, 0x00, 0x81, 0x80, 0x80, 0x80, 0x09, 0x80, 0x00, 0x80
    .byte 0x8a, 0x00, 0x00, 0x00, 0x88, 0x00, 0x00, 0x00, 0x09, 0x80, 0x80, 0x00, 0x0a, 0x00, 0x80, 0x00
    .byte 0x8b, 0x80, 0x80, 0x00, 0x8b, 0x00, 0x00, 0x80, 0x89, 0x80, 0x00, 0x80, 0x03, 0x80, 0x00, 0x80
    .byte 0x02, 0x80, 0x00, 0x80, 0x80, 0x00, 0x00, 0x80, 0x0a, 0x80, 0x00, 0x00, 0x0a, 0x00, 0x80, 0x80
    .byte 0x81, 0x80, 0x80, 0x80, 0x80, 0x80, 0x00, 0x80, 0x01, 0x00, 0x80, 0x00, 0x08, 0x80, 0x80, 0x80
rounds_end:

// Z moves by bytes; displacements end at 63.
.macro move_z bytes
    subi r30, lo8(-(\bytes))
    sbci r31, hi8(-(\bytes))
.endm

// The lane at Z + offset is added to r2 .. r9.
.macro add_lane offset
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7
    ldd r0, Z+(\offset+\i)
    eor 2+\i, r0
    .endr
.endm

// r2 .. r9 is added to the lane at Z + offset.
.macro add_to_lane offset
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7
    ldd r0, Z+(\offset+\i)
    eor r0, 2+\i
    std Z+(\offset+\i), r0
    .endr
.endm

.macro rotate_left
    lsl r2
    .irp n, 3, 4, 5, 6, 7, 8, 9
    rol r\n
    .endr
    adc r2, r1
.endm

.macro rotate_right
    bst r2, 0
    lsr r9
    .irp n, 8, 7, 6, 5, 4, 3, 2
    ror r\n
    .endr
    bld r9, 7
.endm

// rho and pi, one lane: the moving one, in r2 .. r9, goes to lane `to`, rotated left by n, and what was there moves on.
.macro move_lane to, n
    movw r30, r24
    move_z (8*\to)
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7
    ldd 10+\i, Z+\i
    .endr
    .if \n % 8 == 1
    rcall left_1
    .elseif \n % 8 == 2
    rcall left_2
    .elseif \n % 8 == 3
    rcall left_3
    .elseif \n % 8 == 4
    rcall left_4
    .elseif \n % 8 == 5
    rcall right_3
    .elseif \n % 8 == 6
    rcall right_2
    .elseif \n % 8 == 7
    rcall right_1
    .endif
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7
    std Z+((\i+(\n+3)/8)%8), 2+\i
    .endr
    movw r2, r10
    movw r4, r12
    movw r6, r14
    movw r8, r16
.endm

// ksig_keccak_f1600(lanes: r24, rate: r22, which does not matter)
function ksig_keccak_f1600
    enter FRAME
    ldi r20, lo8(rounds)
    ldi r21, hi8(rounds)

round:
    // theta: the parities of the columns
    movw r30, r24
    adiw r28, 8
    ldi r22, 5
parity:
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7
    ldd 2+\i, Z+\i
    .endr
    add_lane 40
    move_z 80
    add_lane 0
    add_lane 40
    move_z 80
    add_lane 0
    move_z (8-160)
    .irp i, 2, 3, 4, 5, 6, 7, 8, 9
    st Y+, r\i
    .endr
    dec r22
    breq 1f
    rjmp parity
1:  sbiw r28, 48
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7
    std Y+\i, 2+\i // C[4] before C[0]
    ldd r0, Y+(8+\i)
    std Y+(48+\i), r0 // C[0] after C[4]
    .endr

    // theta: D[x] = C[x - 1] + C[x + 1] rotated by 1 to the column
    movw r30, r24
    ldi r22, 5
column:
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7
    ldd 2+\i, Y+(16+\i)
    .endr
    rotate_left
    .irp i, 2, 3, 4, 5, 6, 7, 8, 9
    ld r0, Y+
    eor r\i, r0
    .endr
    add_to_lane 0
    add_to_lane 40
    move_z 80
    add_to_lane 0
    add_to_lane 40
    move_z 80
    add_to_lane 0
    move_z (8-160)
    dec r22
    breq 1f
    rjmp column
1:  sbiw r28, 40

    // rho and pi, as one walk
    movw r30, r24
    .irp i, 0, 1, 2, 3, 4, 5, 6, 7
    ldd 2+\i, Z+(8+\i)
    .endr
    move_lane 10, 1
    move_lane 7, 3
    move_lane 11, 6
    move_lane 17, 10
    move_lane 18, 15
    move_lane 3, 21
    move_lane 5, 28
    move_lane 16, 36
    move_lane 8, 45
    move_lane 21, 55
    move_lane 24, 2
    move_lane 4, 14
    rjmp 1f

left_4:
    rotate_left
left_3:
    rotate_left
left_2:
    rotate_left
left_1:
    rotate_left
    ret
right_3:
    rotate_right
right_2:
    rotate_right
right_1:
    rotate_right
    ret

1:  move_lane 15, 27
    move_lane 23, 41
    move_lane 19, 56
    move_lane 13, 8
    move_lane 12, 25
    move_lane 2, 43
    move_lane 20, 62
    move_lane 14, 18
    move_lane 22, 39
    move_lane 9, 61
    move_lane 6, 20
    move_lane 1, 44

    // chi, byte by byte of the five lanes of a row
    movw r30, r24
    ldi r22, 5
row:
    ldi r23, 8
1:  ldd r2, Z+0
    ldd r3, Z+8
    ldd r4, Z+16
    ldd r5, Z+24
    ldd r6, Z+32
    .irp x, 0, 1, 2, 3, 4
    mov r0, 2+(\x+1)%5
    com r0
    and r0, 2+(\x+2)%5
    eor r0, 2+\x
    std Z+(8*\x), r0
    .endr
    adiw r30, 1
    dec r23
    brne 1b
    adiw r30, 32
    dec r22
    brne row

    // iota
    movw r30, r20
    lpm r2, Z+
    lpm r3, Z+
    lpm r4, Z+
    lpm r5, Z+
    movw r20, r30
    movw r30, r24
    ldd r0, Z+0
    eor r0, r2
    std Z+0, r0
    ldd r0, Z+1
    eor r0, r3
    std Z+1, r0
    ldd r0, Z+3
    eor r0, r4
    std Z+3, r0
    ldd r0, Z+7
    eor r0, r5
    std Z+7, r0
    cpi r20, lo8(rounds_end) // the table is shorter than 256 bytes
    breq 1f
    rjmp round
1:  leave FRAME
end_function ksig_keccak_f1600

#endif
