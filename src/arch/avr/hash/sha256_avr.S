/* SHA-256's compression (FIPS 180-4) on AVR. SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * Working variables lie in a window of 32 bytes that goes down by one word a round, so that none of them is moved: the
 * new a goes below it, the new e is where d was. After eight rounds the window goes back to the top. Rotations by whole
 * bytes cost nothing, and what is left is shared: a word is rotated on for the next of its three rotations. Message
 * words stay big-endian. The round constants are in flash. */
#include "arch/gates.h"

#if KSIG_AVR && KSIG_ASM_SHA256

#include "arch/avr/function.inc"

#define WINDOW 32
#define TURN 32 /* bytes that the window goes down */
#define FRAME (WINDOW + TURN)

    .section .progmem.data.ksig_sha256_rounds, "a", @progbits
// First 32 bits of the fractional parts of the cube roots of the first 64 primes.
rounds:
    .long 0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5
    .long 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174
    .long 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da
    .long 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967
    .long 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85
    .long 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070
    .long 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3
    .long 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2
rounds_end:

// Names: sum r2 .. r5, turning r6 .. r9, word r10 .. r13, sigma r14 .. r17; all low byte first.

// The word in r10 .. r13 begins to turn.
.macro turn_word
    movw r6, r10
    movw r8, r12
.endm

.macro turn_left
    lsl r6
    rol r7
    rol r8
    rol r9
    adc r6, r1
.endm

.macro turn_right
    bst r6, 0
    lsr r9
    ror r8
    ror r7
    ror r6
    bld r9, 7
.endm

// sigma: what turns, rotated right by whole bytes, moved or added.
.macro to_sigma instruction, bytes
    .irp i, 0, 1, 2, 3
    \instruction 14+\i, 6+(\i+\bytes)%4
    .endr
.endm

// Four bytes of another word, from register `from`, to the sum.
.macro add_word from
    add r2, \from
    adc r3, \from+1
    adc r4, \from+2
    adc r5, \from+3
.endm

.macro load_word from, at
    .irp i, 0, 1, 2, 3
    ldd \from+\i, Y+(\at+\i)
    .endr
.endm

.macro store_word from, at
    .irp i, 0, 1, 2, 3
    std Y+(\at+\i), \from+\i
    .endr
.endm

// ksig_sha256_compress(chain: r24, block: r22). r20: of the round constants; r18: rounds or words that are left; r19: of
// the block, which has 64 bytes.
function ksig_sha256_compress
    enter FRAME
    adiw r28, TURN
    movw r30, r24
    ldi r18, WINDOW
1:  ld r0, Z+
    st Y+, r0
    dec r18
    brne 1b
    sbiw r28, WINDOW
    ldi r20, lo8(rounds)
    ldi r21, hi8(rounds)
    movw r26, r22

turn:
    ldi r18, 8
round:
    load_word 2, 28 // h
    .irp i, 9, 8, 7, 6
    ld r\i, X+
    .endr
    add_word 6
    movw r30, r20
    .irp i, 6, 7, 8, 9
    lpm r\i, Z+
    .endr
    movw r20, r30
    add_word 6
    load_word 10, 16 // e: rotated by 25, 11, 6
    turn_word
    turn_right
    to_sigma mov, 3
    turn_right
    turn_right
    to_sigma eor, 1
    turn_word
    turn_left
    turn_left
    to_sigma eor, 1
    add_word 14
    .irp i, 0, 1, 2, 3 // Ch
    ldd r6, Y+(24+\i)
    ldd r0, Y+(20+\i)
    eor r0, r6
    and r0, 10+\i
    mov 14+\i, r0
    eor 14+\i, r6
    .endr
    add_word 14
    load_word 10, 12 // d
    add r10, r2
    adc r11, r3
    adc r12, r4
    adc r13, r5
    store_word 10, 12
    load_word 10, 0 // a: rotated by 22, 13, 2
    turn_word
    turn_left
    turn_left
    to_sigma mov, 3
    turn_left
    to_sigma eor, 2
    turn_word
    turn_right
    turn_right
    to_sigma eor, 0
    add_word 14
    .irp i, 0, 1, 2, 3 // Maj
    ldd r6, Y+(4+\i)
    ldd r7, Y+(8+\i)
    eor r7, r6
    mov r0, 10+\i
    eor r0, r6
    and r0, r7
    eor r0, r6
    mov 14+\i, r0
    .endr
    add_word 14
    sbiw r28, 4
    store_word 2, 0
    dec r18
    breq 1f
    rjmp round

1:  adiw r28, WINDOW // the window goes back to the top
    movw r30, r28
    adiw r30, TURN
    ldi r18, WINDOW
1:  ld r0, -Y
    st -Z, r0
    dec r18
    brne 1b
    movw r28, r30

    cpi r20, lo8(rounds_end)
    brne 1f
    cpi r21, hi8(rounds_end)
    brne 1f
    rjmp end
1:  mov r0, r26
    sub r0, r22
    ldi r19, 64
    cp r0, r19
    breq 1f
    rjmp turn

    // The next 16 message words, in place.
1:  clr r19
word:
    ldi r18, 4*1 // rotated by 7 and 18, shifted by 3
    rcall load
    turn_word
    turn_left
    to_sigma mov, 1
    turn_word
    turn_right
    turn_right
    to_sigma eor, 2
    ldi r18, 3
1:  lsr r13
    ror r12
    ror r11
    ror r10
    dec r18
    brne 1b
    movw r2, r14
    movw r4, r16
    .irp i, 0, 1, 2, 3
    eor 2+\i, 10+\i
    .endr
    ldi r18, 4*14 // rotated by 17 and 19, shifted by 10
    rcall load
    turn_word
    turn_right
    to_sigma mov, 2
    turn_right
    turn_right
    to_sigma eor, 2
    ldi r18, 2
1:  lsr r13
    ror r12
    ror r11
    dec r18
    brne 1b
    eor r14, r11
    eor r15, r12
    eor r16, r13
    add_word 14
    ldi r18, 4*9
    rcall load
    add_word 10
    clr r18
    rcall load
    add_word 10
    sbiw r30, 4 // after the word
    .irp i, 5, 4, 3, 2
    st Z+, r\i
    .endr
    subi r19, -4
    cpi r19, 64
    breq 1f
    rjmp word
1:  movw r26, r22
    rjmp turn

// The message word at r19 + r18, modulo 64. Z: after it.
load:
    add r18, r19
    andi r18, 63
    movw r30, r22
    add r30, r18
    adc r31, r1
    .irp i, 13, 12, 11, 10
    ld r\i, Z+
    .endr
    ret

end:
    movw r30, r24
    ldi r18, 8
1:  .irp i, 2, 3, 4, 5
    ld r\i, Y+
    .endr
    .irp i, 0, 1, 2, 3
    ldd 6+\i, Z+\i
    .endr
    add_word 6
    .irp i, 2, 3, 4, 5
    st Z+, r\i
    .endr
    dec r18
    brne 1b
    leave FRAME
end_function ksig_sha256_compress

#endif
