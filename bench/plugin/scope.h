/* SPDX-License-Identifier: Apache-2.0 OR MIT
 * Regions and groups: intervals of execution from the call of a function to its return. A call
 * stack of return addresses tells the return. The set of scopes that are open at an instant is
 * numbered, so that everything counts once for each such set, and a region's share is a sum over
 * the sets that contain it. */
#ifndef SCOPE_H
#define SCOPE_H

#include <stdbool.h>
#include <stdint.h>

#define MAX_SCOPES 64
#define MAX_MISSING 64

struct spread {
    uint64_t total, min, max;
};

struct scope {
    const char *name;
    bool group; /* a group is open while any of its functions runs; its calls are not measured one
                   by one */
    unsigned active; /* calls that are open */
    uint64_t calls;  /* outermost, returned */
    uint64_t recursive_calls;
    struct spread instructions, cycles, second; /* of cycles; cost.h: struct uncertain */
    uint64_t stack;                             /* most bytes in any call */
    const char *missing[MAX_MISSING]; /* functions of a group that the linker left out, or that
                                         never were */
    unsigned n_missing;
};

extern struct scope scopes[MAX_SCOPES];
extern unsigned n_scopes;

/* Scope sets: bit s is set while scopes[s] is open. Set 0 is empty. */
extern uint64_t *scope_sets;
extern unsigned n_scope_sets, current_set;
extern unsigned set_capacity; /* counters are arrays of this many */
/* Calls of functions[f] while set s was open, itself included: function_calls[f * set_capacity +
 * s]. */
extern uint64_t *function_calls;
/* Outermost calls of scopes[k] while set s was open, itself included: scope_calls[k * set_capacity
 * + s]. */
extern uint64_t *scope_calls;
/* The scopes that functions[f] opens, one bit each. */
extern uint64_t *function_scopes;
/* Calls beyond MAX_CALL_DEPTH, and returns with another stack pointer than the call had. */
extern uint64_t calls_too_deep, sp_not_restored;

void scope_start(void);
/* Who else has counters for each set; called when set_capacity was `old` and has grown. */
extern void (*scope_grown)(unsigned old);

/* Adds a region ("name") or a group ("name:symbol+symbol"); null, or why it cannot be. Symbols are
 * read before. A region needs its function; of a group any may be missing, so that one list serves
 * all images. */
const char *scope_add(const char *argument, bool group);

/* Control moves, in this order: returns, then calls, then entry. */
void scope_return(
    uint32_t to); /* a jump to an address from a register; closes scopes if it is a return */
void scope_call(uint32_t return_address);
void scope_entry(int function);

#endif
