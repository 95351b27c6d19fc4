/* Runs an image for an ATmega2560 in libsimavr. SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * usage: simulator IMAGE.elf [secrets | cycles]
 * The image writes a byte to standard output by storing it in GPIOR0, reads one from standard input
 * by loading GPIOR1, and ends by storing its exit status in GPIOR2. Data memory goes up to 0xffff,
 * as with external memory at the chip's bus. The exit status is the image's; 120 if the simulated
 * core crashes, 121 at the end of the input. With `secrets`, what depends on them is printed before
 * the end: secrets.h. With `cycles`, the image says at port A when the library works, and a line on
 * standard error at each session's end has its cycles, those of its longest call, and its deepest
 * stack in bytes. */
#include <simavr/sim_avr.h>
#include <simavr/sim_elf.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "secrets.h"

/* Data addresses of the registers. */
enum { PORTA = 0x22, GPIOR0 = 0x3e, GPIOR1 = 0x4a, GPIOR2 = 0x4b };
enum { OUTSIDE, INSIDE, ENDED }; /* as in verify.c */
static int follows;
static struct {
    int on, inside;
    avr_cycle_count_t began, all, longest;
    unsigned top, deepest;
} count;

static unsigned stack_pointer(const struct avr_t *avr) {
    return avr->data[R_SPL] | (unsigned)avr->data[R_SPH] << 8;
}

/* What the image says: the library works from here on, or no longer. */
static void mark(struct avr_t *avr, avr_io_addr_t address, uint8_t value, void *unused) {
    (void)address;
    (void)unused;
    if (value == INSIDE) {
        count.began = avr->cycle;
        count.top = stack_pointer(avr);
    } else if (count.inside) {
        const avr_cycle_count_t call = avr->cycle - count.began;
        count.all += call;
        if (call > count.longest)
            count.longest = call;
    }
    count.inside = value == INSIDE;
    if (value == ENDED) {
        fprintf(stderr, "%llu %llu %u\n", (unsigned long long)count.all,
                (unsigned long long)count.longest, count.deepest);
        fflush(stderr);
        count.all = count.longest = count.deepest = 0;
    }
}

static void write_byte(struct avr_t *avr, avr_io_addr_t address, uint8_t value, void *unused) {
    (void)avr;
    (void)address;
    (void)unused;
    putchar(value);
}

static uint8_t read_byte(struct avr_t *avr, avr_io_addr_t address, void *unused) {
    (void)avr;
    (void)address;
    (void)unused;
    fflush(stdout);
    const int byte = getchar();
    if (byte == EOF)
        exit(121);
    return (uint8_t)byte;
}

static void end(struct avr_t *avr, avr_io_addr_t address, uint8_t value, void *unused) {
    (void)avr;
    (void)address;
    (void)unused;
    if (follows)
        secrets_print(stdout);
    fflush(stdout);
    exit(value);
}

/* Standard output is the image's. */
static void log_errors(struct avr_t *avr, const int level, const char *format, va_list arguments) {
    (void)avr;
    if (level <= LOG_ERROR)
        vfprintf(stderr, format, arguments);
}

int main(int argc, char **argv) {
    static elf_firmware_t firmware;
    avr_global_logger_set(log_errors);
    avr_t *const avr = avr_make_mcu_by_name("atmega2560");
    if (argc < 2 || argc > 3 || avr == NULL || elf_read_firmware(argv[1], &firmware) != 0) {
        fprintf(stderr, "usage: simulator IMAGE.elf [secrets | cycles]\n");
        return 122;
    }
    avr->ramend = 0xffff;
    avr_init(avr);
    firmware.frequency = 16000000;
    avr_load_firmware(avr, &firmware);
    avr_register_io_write(avr, GPIOR0, write_byte, NULL);
    avr_register_io_read(avr, GPIOR1, read_byte, NULL);
    avr_register_io_write(avr, GPIOR2, end, NULL);
    follows = argc == 3 && strcmp(argv[2], "secrets") == 0;
    count.on = argc == 3 && strcmp(argv[2], "cycles") == 0;
    if (count.on)
        avr_register_io_write(avr, PORTA, mark, NULL);
    for (;;) {
        if (count.on) {
            avr->run_cycle_count = 0; /* one instruction */
            const unsigned deep = count.top - stack_pointer(avr);
            if (count.inside && deep < 0x8000 && deep > count.deepest)
                count.deepest = deep;
        }
        if (follows) {
            secrets_follow(avr);
            avr->run_cycle_count = 0; /* one instruction */
        }
        const int state = avr_run(avr);
        if (state == cpu_Done || state == cpu_Crashed) {
            fprintf(stderr, "the core stopped at 0x%x\n", (unsigned)avr->pc);
            return 120;
        }
    }
}
