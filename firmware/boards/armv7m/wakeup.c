/* Sleep until an interrupt is pending, which is never taken.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "armv7m.h"

void wakeup_enable(unsigned irq) { NVIC_ISER(irq) = NVIC_BIT(irq); }

void wakeup_wait(unsigned irq) {
    __asm__ volatile("dsb\n\twfi" ::: "memory");
    /* Stays pending while the device asks for it. Others are cleared by whoever enabled them. */
    NVIC_ICPR(irq) = NVIC_BIT(irq);
}
