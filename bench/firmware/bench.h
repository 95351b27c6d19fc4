/* The parts of a bench image. SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * measure.c does all runs of an operation; it and the operation (verify.c, keygen.c, sign.c) know
 * nothing of the machine, boards/ know nothing of the operation. The build gives BENCH_SCHEME,
 * BENCH_STATE_BYTES, BENCH_RUNS, BENCH_NAME and BENCH_INPUTS. */
#ifndef BENCH_H
#define BENCH_H

#include <stdint.h>

/* ---- The operation ----------------------------------------------------------------------- */

extern const char bench_operation_name[];
uint32_t
bench_resident_bytes(void);        /* RAM that key, message and signature take besides the state */
uint32_t bench_state_bytes(void);  /* RAM that the caller gives to the library */
uint32_t bench_runs(void);         /* how often the operation is measured */
uint32_t bench_painted_runs(void); /* and how often with the stack painted */

/* The measured region: the operation on the inputs of one run, 0 .. bench_runs() - 1. Returns 1 if
 * the result is right. */
int bench_operation(uint32_t run);

/* The same with the stack painted before each call of the library; raises the peaks. */
int bench_painted(uint32_t run);

/* Deepest stack below a call of the library, in bytes, by call; a null name ends the list. */
typedef struct bench_peak {
    const char *name;
    uint32_t bytes;
} bench_peak;
extern bench_peak bench_peaks[];

/* ---- The inputs (inputs.c): whole records ------------------------------------------------ */

extern const uint8_t bench_inputs[], bench_inputs_end[];

/* With BENCH_KEY, the file of a large public key: one for all records, which then have none. */
extern const uint8_t bench_key[];

/* ---- The board --------------------------------------------------------------------------- */

/* Clock, output and cycle counter. */
void bench_init(void);

void bench_start_cycles(void);
/* Cycles of the core since bench_start_cycles; 0 = this board has no such counter. */
uint32_t bench_read_cycles(void);

void bench_print(const char *text);

/* The end: status 0 or 1. */
void bench_exit(int status) __attribute__((noreturn));

#endif
