/* The independent watchdog of the STM32F1 (ST RM0041, section 17), and one of the tick interrupt
 * for emulators, which do not model it. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef WATCHDOG_H
#define WATCHDOG_H

/* A reset comes after this time without watchdog_serve. */
#ifndef WATCHDOG_MS
#define WATCHDOG_MS 100
#endif

void watchdog_start(void);
void watchdog_serve(void);
void watchdog_tick(void); /* every millisecond */

#endif
