/* uint8_t call_with_marks(void *first, void *second, void (*function)(void)): calls function(first, second) with marks in
 * the registers that are its caller's. Returns 0 if they, the stack pointer and r1 are as they were.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#define SP_LOW 0x3d
#define SP_HIGH 0x3e
#define PORTA 0x02 /* says when the function works, as in simulator.c */

    .text
    .global call_with_marks
    .type call_with_marks, @function
call_with_marks:
    .irp n, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 28, 29
    push r\n
    .endr
    movw r30, r20
    .irp n, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17
    ldi r26, 0xb0 + \n
    mov r\n, r26
    .endr
    in r28, SP_LOW
    in r29, SP_HIGH
    ldi r26, 1
    out PORTA, r26
    icall
    ldi r26, 0
    out PORTA, r26
    mov r24, r1
    clr r1
    .irp n, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17
    ldi r26, 0xb0 + \n
    eor r26, r\n
    or r24, r26
    .endr
    in r26, SP_LOW
    eor r26, r28
    or r24, r26
    in r26, SP_HIGH
    eor r26, r29
    or r24, r26
    clr r25
    .irp n, 29, 28, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2
    pop r\n
    .endr
    ret
    .size call_with_marks, . - call_with_marks
