/* What an application may expect of a board. SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * A new board is a directory beside this file, or in KSIG_BOARDS, with two files:
 *
 *   board.c     defines what is declared here. A line "board: NAME, CORE" in its first comment
 *               names the KSIG_CPU for which images are made. Cortex-M boards take millis() from
 *               armv7m/systick.c unless they define it.
 *   memory.ld   MEMORY, with RAM's LENGTH in K; stack_bytes; INCLUDE sections.ld
 *
 * CMake finds it without another change. */
#ifndef BOARD_H
#define BOARD_H

#include <stddef.h>
#include <stdint.h>

/* Clocks and UART; called once, before anything else of this header. */
void board_init(void);

/* The next received byte, or -1. Never blocks. */
int uart_read(void);

/* Sends everything; returns when the last byte is in the transmitter. */
void uart_write(const uint8_t *data, size_t length);

/* Sleeps until a byte has come, at most 200 ms. May return early. */
void board_wait(void);

/* Milliseconds since board_init, wrapping. Call it at least every 200 ms; longer pauses only make
 * time run late. */
uint32_t millis(void);

extern const char board_name[];    /* BOARD_NAME, NAME from above: at most 23 characters */
extern const uint32_t board_ram;   /* bytes of RAM that the board has for data and stack */
extern const uint16_t board_chunk; /* most bytes taken in one DATA frame */

/* Non-zero if the last reset was made by the fault handler (startup.c of the core). */
extern uint32_t board_fault;

#endif
