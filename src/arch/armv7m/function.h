/* For assembly: Thumb-2 for ARMv7-M and ARMv7E-M, assembled by gcc and by clang, whatever -mcpu says.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_FUNCTION_H
#define KSIG_FUNCTION_H

    .syntax unified
    .thumb

@ A global function in a section of its own, so that the linker drops what an image does not use.
.macro function name
    .section .text.\name, "ax", %progbits
    .balign 4
    .global \name
    .type \name, %function
    .thumb_func
\name:
.endm

.macro end_function name
    .size \name, . - \name
.endm

#endif
