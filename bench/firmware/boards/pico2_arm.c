/* Start, faults and cycle counter of the RP2350's Cortex-M33, in Secure state. Registers: ARM DDI
 * 0553, RP2350 Datasheet 5.9. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "rp2350.h"

#define VTOR 0xE000ED08u
#define DEMCR REGISTER(0xE000EDFCu)
#define DEMCR_TRCENA (1u << 24)
#define DWT_CTRL REGISTER(0xE0001000u)
#define DWT_CTRL_CYCCNTENA 1u
#define DWT_CYCCNT REGISTER(0xE0001004u)

int main(void);
void reset_handler(void) __attribute__((naked));
void pico2_start(void) __attribute__((noreturn, used));
void pico2_fault(void) __attribute__((naked));

/* No interrupt is enabled: faults are all that can come. At the lowest address, where the boot ROM
 * looks for stack and entry, since the block after has neither. */
extern const struct image image;
const struct image {
    uint32_t *stack;
    void (*handler[15])(void);
    uint32_t definition[5];
} image __attribute__((section(".vectors"), used, aligned(128))) = {
    link_stack_top,
    {reset_handler, pico2_fault, pico2_fault, pico2_fault, pico2_fault, pico2_fault, pico2_fault},
    /* What makes it an image for the boot ROM [5.9.5.1]: executable, Secure, Arm, RP2350; the last
     * item; a loop of this block alone. */
    {0xFFFFDED3u, 0x10210142u, 0x000001FFu, 0u, 0xAB123579u},
};

/* The boot ROM's limit of the stack goes first. */
void reset_handler(void) {
    __asm__ volatile("cpsid i\n\t"
                     "movs r0, #0\n\t"
                     "msr msplim, r0\n\t"
                     "ldr r0, =image\n\t"
                     "ldr r1, =%c0\n\t"
                     "str r0, [r1]\n\t"
                     "ldr r1, [r0]\n\t"
                     "msr msp, r1\n\t"
                     "b pico2_start\n\t"
                     ".ltorg" ::"i"(VTOR));
}

void pico2_start(void) {
    layout_start();
    main();
    for (;;)
        ;
}

/* After a stack overflow SP may be anywhere: take a good stack first. */
void pico2_fault(void) {
    __asm__ volatile("ldr r0, =link_stack_top\n\t"
                     "msr msp, r0\n\t"
                     "b rp2350_tell_fault\n\t"
                     ".ltorg");
}

void bench_init(void) {
    DEMCR |= DEMCR_TRCENA;
    DWT_CTRL |= DWT_CTRL_CYCCNTENA;
    rp2350_init("pico2-arm");
}

void bench_start_cycles(void) { DWT_CYCCNT = 0; }

uint32_t bench_read_cycles(void) { return DWT_CYCCNT; }
