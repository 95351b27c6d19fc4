/* SPDX-License-Identifier: Apache-2.0 OR MIT
 * For Cortex-M0: a loop, and a frame that Armv6-M can make by a register only. */
#include "routine.h"
    .text

routine sum
    movs r0, #0
    movs r1, #10
1:  adds r0, r1
    subs r1, #1
    bne 1b
    bx lr
ends sum

/* 8 + 2000 */
routine deep
    push {r4, lr}
    ldr r4, =-2000
    add sp, r4
    str r0, [sp, #4]
    ldr r4, =2000
    add sp, r4
    pop {r4, pc}
    .pool
ends deep

routine main
    push {r4, lr}
    bl sum
    bl deep
    pop {r4, pc}
ends main
