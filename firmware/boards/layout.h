/* What sections.ld lays out, and the start that all cores share.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef LAYOUT_H
#define LAYOUT_H

#include <stdint.h>

#define REGISTER(address) (*(volatile uint32_t *)(address))

/* Untouched stack holds this; an RTOS may have a filling of its own. */
#ifndef STACK_PAINT
#define STACK_PAINT 0xC5A7D31Eu
#endif

/* From the linker script; only the addresses mean something. */
extern uint32_t link_stack_limit[], link_stack_top[];
extern uint32_t link_static_start[], link_static_end[];
extern uint32_t link_data_load[], link_data_start[], link_data_end[];
extern uint32_t link_bss_start[], link_bss_end[];

#define LAYOUT_INLINE static inline __attribute__((always_inline))

LAYOUT_INLINE volatile uint32_t *layout_stack_pointer(void) {
    volatile uint32_t *sp;
#if defined(__riscv)
    __asm__ volatile("mv %0, sp" : "=r"(sp)::"memory");
#else
    __asm__ volatile("mov %0, sp" : "=r"(sp)::"memory");
#endif
    return sp;
}

/* Paints the stack below the caller and gives the static data its first values. Volatile keeps the
 * compiler from making calls of these loops, whose frames would land in the paint. */
LAYOUT_INLINE void layout_start(void) {
    for (volatile uint32_t *word = link_stack_limit, *const sp = layout_stack_pointer(); word < sp;)
        *word++ = STACK_PAINT;
    for (volatile uint32_t *word = link_bss_start; word < link_bss_end;)
        *word++ = 0;
    const volatile uint32_t *load = link_data_load;
    for (volatile uint32_t *data = link_data_start; data < link_data_end;)
        *data++ = *load++;
}

#endif
