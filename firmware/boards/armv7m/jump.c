/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "jump.h"

#include "armv7m.h"

#define SCB_VTOR REGISTER(0xE000ED08u) /* ARMv6-M: reserved on the Cortex-M0, which keeps the boot loader's table */
#define NVIC_ICER(i) REGISTER(0xE000E180u + 4u * (i))
#define NVIC_ICPR_WORD(i) REGISTER(0xE000E280u + 4u * (i))
#if __ARM_ARCH >= 7
#define NVIC_WORDS 8u
#else
#define NVIC_WORDS 1u /* ARMv6-M has 32 interrupts */
#endif

void board_start(uint32_t address) {
    const uint32_t stack = REGISTER(address), entry = REGISTER(address + 4);
    SYST_CSR = 0;
    SCB_ICSR = ICSR_CLEAR_SYSTICK;
    for (unsigned i = 0; i < NVIC_WORDS; i++) {
        NVIC_ICER(i) = 0xFFFFFFFFu;
        NVIC_ICPR_WORD(i) = 0xFFFFFFFFu;
    }
#if __ARM_ARCH >= 7
    SCB_VTOR = address;
#endif
    __asm__ volatile("dsb\n\t"
                     "msr msp, %0\n\t"
                     "isb\n\t"
                     "cpsie i\n\t"
                     "bx %1" ::"r"(stack),
                     "r"(entry)
                     : "memory");
    __builtin_unreachable();
}

void board_reset(uint32_t boot) {
    (void)boot;
    __asm__ volatile("dsb" ::: "memory");
    SCB_AIRCR = AIRCR_SYSRESETREQ;
    for (;;)
        ;
}
