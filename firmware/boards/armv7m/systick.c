/* Time and sleep from SysTick, whose interrupt only ends sleeps. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "armv7m.h"
#include "board.h"

static uint32_t ticks_per_ms, period, last, ticks, now_ms;

void systick_start(uint32_t hz) {
    ticks_per_ms = hz / 1000;
    period = hz / 10;
    SYST_RVR = period - 1;
    SYST_CVR = 0;
    SYST_CSR = SYST_ENABLE | SYST_INTERRUPT | SYST_CORE_CLOCK;
    last = 0;
}

uint32_t millis(void) {
    uint32_t counter = SYST_CVR;
    /* It counts down, and from 0 to period - 1. */
    ticks += last >= counter ? last - counter : last + period - counter;
    last = counter;
    now_ms += ticks / ticks_per_ms;
    ticks %= ticks_per_ms;
    return now_ms;
}

void wakeup_enable(unsigned irq) { NVIC_ISER(irq) = NVIC_BIT(irq); }

void wakeup_wait(unsigned irq) {
    __asm__ volatile("dsb\n\twfi" ::: "memory");
    SCB_ICSR = ICSR_CLEAR_SYSTICK;
    /* Stays pending while the device asks for it. */
    NVIC_ICPR(irq) = NVIC_BIT(irq);
}
