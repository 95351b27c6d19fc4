/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "haetae/wipe.h"

#include "kilosig/haetae.h"
#include "util/bytes.h"

/* The public header has the bounds of Cortex-M3; other cores use more or less. ARMv6-M: in two frames, for one of more
 * than 508 bytes is reserved by instructions whose depth the bench does not follow. */
#if defined(__ARM_ARCH) && __ARM_ARCH == 6
#define KEYGEN_MORE 32
#define SIGN_MORE 0
#define SIGN_DEEPER 240
#elif defined(__riscv)
#define KEYGEN_MORE 24
#define SIGN_MORE 16
#define SIGN_DEEPER 0
#else
#define KEYGEN_MORE 0
#define SIGN_MORE 0
#define SIGN_DEEPER 0
#endif

/* Less the frame of ksig_keygen_step or ksig_sign_step, which is in use, and what no call reaches of key generation's
 * bound. */
enum {
    FRAME = 8,
    NOT_REACHED = 8,
    KEYGEN_WORDS = (KSIG_HAETAE_KEYGEN_STACK_BYTES + KEYGEN_MORE - FRAME - NOT_REACHED) / 4,
    SIGN_WORDS = (KSIG_HAETAE_SIGN_STACK_BYTES + SIGN_MORE - FRAME) / 4,
};

KSIG_NOINLINE void ksig_haetae_wipe_keygen_stack(void) {
    volatile uint32_t words[KEYGEN_WORDS];
    for (volatile uint32_t *word = words; word < words + KEYGEN_WORDS; word++)
        *word = 0;
}

#if SIGN_DEEPER
static KSIG_NOINLINE void wipe_deeper(void) {
    volatile uint32_t words[SIGN_DEEPER / 4];
    for (volatile uint32_t *word = words; word < words + SIGN_DEEPER / 4; word++)
        *word = 0;
}
#endif

KSIG_NOINLINE void ksig_haetae_wipe_sign_stack(void) {
    volatile uint32_t words[SIGN_WORDS];
#if SIGN_DEEPER
    wipe_deeper();
#endif
    for (volatile uint32_t *word = words; word < words + SIGN_WORDS; word++)
        *word = 0;
}
