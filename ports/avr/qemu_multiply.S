/* SPDX-License-Identifier: Apache-2.0 OR MIT
 * __usmulhisi3 of libgcc, for images that run in QEMU. libgcc's ends with `sbrs r27, 7` and `ret`, and QEMU 7.2 hangs where
 * a `ret` is skipped. A chip does not need this file.
 *
 * r25:r22 = signed r27:r26 * unsigned r19:r18. */
    .text
    .global __usmulhisi3, __usmulhisi3_tail
__usmulhisi3:
    call __umulhisi3
__usmulhisi3_tail:
    tst r27
    brpl 1f
    sub r24, r18
    sbc r25, r19
1:  ret
