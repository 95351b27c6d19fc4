/* For the transforms in assembly. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef KSIG_BUTTERFLY_H
#define KSIG_BUTTERFLY_H

@ (a, b) = (a + b, a - b).
.macro butterfly a, b
    add \a, \a, \b
    sub \b, \a, \b, lsl #1
.endm

@ (a, b) = (a + b, b - a).
.macro inverse_butterfly a, b
    add \a, \a, \b
    rsb \b, \a, \b, lsl #1
.endm

@ High word of a b. Cortex-M3, which has no instruction for it alone, uses r3, and takes a time that depends on a and b.
.macro high result, a, b
#ifdef __ARM_FEATURE_DSP
    smmul \result, \a, \b
#else
    smull r3, \result, \a, \b
#endif
.endm

#endif
