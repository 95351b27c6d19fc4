/* SPDX-License-Identifier: Apache-2.0 OR MIT
 * The functions of an ELF32 file. */
#ifndef SYMBOLS_H
#define SYMBOLS_H

#include <stdbool.h>
#include <stdint.h>

struct function {
    const char *name; /* of several at one address: the global function symbol, else the first in
                         the alphabet */
    uint32_t address; /* without the Thumb bit */
    uint32_t end;     /* of the code; never beyond the next function */
};

extern struct function *functions; /* by address, no two alike */
extern int n_functions;

#define ELF_ARM 40
#define ELF_RISCV 243

/* Reads `path`, an executable for `machine`. Null, or why it cannot be. */
const char *symbols_read(const char *path, unsigned machine);

/* The function that holds an address; -1. */
int symbol_at(uint32_t address);

/* The functions that go by a name, aliases included: calls found(data, function) for each; returns
 * their number. */
int symbols_named(const char *name, void (*found)(void *data, int function), void *data);

#endif
