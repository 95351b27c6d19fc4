/* SPDX-License-Identifier: Apache-2.0 OR MIT
 * Follows the stack pointer. Version 1 of the plugin interface cannot read registers, so SP is
 * computed from the decoded instructions and set right by the addresses of loads and stores whose
 * base is SP. */
#ifndef STACK_H
#define STACK_H

#include "decode.h"

/* What a block does to SP, in parts: an instruction that writes SP in a way that the code does not
 * tell (MOV sp, r7) ends one and starts the next, at an unknown value. */
struct stack_part {
    int32_t low; /* lowest SP on the way, relative to the start of the part; at most 0 */
    int32_t end; /* SP at the end, relative to the start */
    /* A load or store that shows SP: its address = start + probe_offset. */
    uint32_t probe; /* index of the instruction in the block; NO_PROBE */
    int32_t probe_offset;
};
#define NO_PROBE UINT32_MAX

struct stack_effect {
    struct stack_part *parts; /* at least one */
    uint32_t n_parts;
    int32_t
        untaken; /* part of the end that a last, conditional POP {pc} adds only if it is executed */
};

void stack_analyse(struct stack_effect *e, const struct insn *insns, uint32_t n);

/* Block by block, in this order: leave the last one (taken: its last branch was taken), enter the
 * next. */
void stack_leave(const struct stack_effect *e, bool taken);
void stack_enter(const struct stack_effect *e);
/* An access by instruction `index` of the block entered last, one that is a probe. */
void stack_probe(uint32_t index, uint64_t address);

/* SP at this instant, between leave and enter. */
struct stack_mark {
    int64_t sp;
    bool known;
};
struct stack_mark stack_mark(void);
/* A function returned that was called with this SP. Tells whether SP is the same again; an unknown
 * SP becomes it. */
bool stack_restored(const struct stack_mark *mark);

/* Measures from here to the matching stack_close. */
struct stack_gauge {
    int64_t entry, outer_low;
    bool pending; /* entered with SP unknown: values are relative until it is known */
};
void stack_open(struct stack_gauge *g);
/* Bytes below SP at stack_open that were in use. Gauges close in reverse order. */
uint64_t stack_close(struct stack_gauge *g);

/* Times SP was not where the code said (another stack, an exception), and times it stayed unknown.
 */
extern uint64_t stack_jumps, stack_unresolved;

#endif
