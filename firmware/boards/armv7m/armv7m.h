/* System registers of ARMv7-M (ARM DDI 0403E, B3.2), of which ARMv6-M has all but CFSR, and what
 * startup.c leaves for the board and the application. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef ARMV7M_H
#define ARMV7M_H

#include "layout.h"

#define SYST_CSR REGISTER(0xE000E010u)
#define SYST_RVR REGISTER(0xE000E014u)
#define SYST_CVR REGISTER(0xE000E018u)
#define NVIC_ISER(irq) REGISTER(0xE000E100u + (irq) / 32u * 4u)
#define NVIC_ICPR(irq) REGISTER(0xE000E280u + (irq) / 32u * 4u)
#define NVIC_BIT(irq) (1u << ((irq) % 32u))
#define SCB_ICSR REGISTER(0xE000ED04u)
#define SCB_AIRCR REGISTER(0xE000ED0Cu)
#define SCB_CFSR REGISTER(0xE000ED28u)

#define SYST_ENABLE 1u
#define SYST_INTERRUPT 2u
#define SYST_CORE_CLOCK 4u
#define ICSR_CLEAR_SYSTICK 0x02000000u
#define ICSR_SYSTICK 0x04000000u
#define AIRCR_SYSRESETREQ 0x05FA0004u

/* Starts millis(); hz: clock of the core. */
void systick_start(uint32_t hz);

/* Interrupts stay masked (PRIMASK): they end a sleep and are never taken, so the vector table needs
 * no entry for them and no frame of theirs appears in a measured stack. */
void wakeup_enable(unsigned irq);
void wakeup_wait(
    unsigned irq); /* until the irq, or another enabled one, is pending; drops the irq */

/* The last fault, kept over the reset that follows it. */
struct fault_record {
    uint32_t magic;     /* FAULT_MAGIC: the other members are valid */
    uint32_t exception; /* IPSR: 2 NMI, 3 HardFault, ... */
    uint32_t cfsr; /* configurable fault status: which bus, memory or usage fault; 0 on ARMv6-M */
};
#define FAULT_MAGIC 0xFA017EC0u
extern struct fault_record fault_record;

#endif
