/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "jump.h"

#include "armv7m.h"

/* ARMv6-M: reserved on the Cortex-M0, which keeps the boot loader's table */
#define SCB_VTOR REGISTER(0xE000ED08u)
#define MPU_CTRL REGISTER(0xE000ED94u)
#define MPU_RBAR REGISTER(0xE000ED9Cu)
#define MPU_RASR REGISTER(0xE000EDA0u)
#define RBAR_REGION(i) (0x10u | (i)) /* VALID: for this region */
/* full access; normal memory, not shared */
#define RASR_NORMAL ((3u << 24) | (1u << 19) | (1u << 17))
#define RASR_NEVER_EXECUTE (1u << 28)
#define RASR_1_GB (29u << 1)
#define RASR_ENABLE 1u
#define CTRL_ENABLE 5u /* with the default map where no region is */
#define SUBREGIONS 8u
#define NVIC_ICER(i) REGISTER(0xE000E180u + 4u * (i))
#define NVIC_ICPR_WORD(i) REGISTER(0xE000E280u + 4u * (i))
#if __ARM_ARCH >= 7
#define NVIC_WORDS 8u
#else
#define NVIC_WORDS 1u /* ARMv6-M has 32 interrupts */
#endif

/* Code and RAM are the first gigabyte; after it are peripherals, whose default is to execute
 * nothing. A chip without MPU ignores all of this. */
#if __ARM_ARCH >= 7
void board_guard(uint32_t begin, uint32_t end) {
    uint32_t size = 7, disabled = 0; /* 2^(size + 1) bytes; 256 is the least that has subregions */
    while ((begin + (2u << size)) < end)
        size++;
    for (uint32_t i = 0; i < SUBREGIONS; i++)
        if (begin + (i << (size - 2)) >= end)
            disabled |= 1u << (SUBREGIONS + i);
    MPU_RBAR = RBAR_REGION(0);
    MPU_RASR = RASR_NORMAL | RASR_NEVER_EXECUTE | RASR_1_GB | RASR_ENABLE;
    MPU_RBAR = begin | RBAR_REGION(1); /* goes before region 0 */
    MPU_RASR = RASR_NORMAL | disabled | size << 1 | RASR_ENABLE;
    MPU_CTRL = CTRL_ENABLE;
    __asm__ volatile("dsb\n\tisb" ::: "memory");
}
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
    MPU_CTRL = 0;
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
