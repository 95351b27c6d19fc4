/* Blocks of SHA-2 as they come to where they are worked on, twin of src/hash/copy_64.c.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "kilosig/config.h"

#if KSIG_ENABLE_ASSEMBLY && !KSIG_COMPACT_HASH
#include "function.h"

@ Loads and stores in groups of three, for which no register has to be saved. Single ones, because the data has any
@ alignment; a load never comes directly behind a store.
@ void ksig_copy_64(uint8_t *to, const uint8_t *from)
@ stack: ksig_copy_64 0
function ksig_copy_64
    .irp at, 0, 12, 24, 36, 48
    ldr r2, [r1, #\at]
    ldr r3, [r1, #\at + 4]
    ldr r12, [r1, #\at + 8]
    str r2, [r0, #\at]
    str r3, [r0, #\at + 4]
    str r12, [r0, #\at + 8]
    nop
    .endr
    ldr r2, [r1, #60]
    str r2, [r0, #60]
    bx lr
end_function ksig_copy_64

#endif
