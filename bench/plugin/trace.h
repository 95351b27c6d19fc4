/* SPDX-License-Identifier: Apache-2.0 OR MIT
 * Execution as a graph. A block is a translated run of instructions; a visit is a block after a
 * given context (its first instructions cost more or less after what came before); an edge leads
 * from one visit to the next. Costs are computed once for each visit and edge; running adds them up
 * and counts, for each context of regions. */
#ifndef TRACE_H
#define TRACE_H

#include "running.h"
#include "scope.h"
#include "stack.h"

struct cost {
    uint32_t instructions;
    uint32_t cycles;    /* without the uncertain events */
    uint32_t uncertain; /* number of these */
};

/* A conditional load or store: its events count when its memory access is seen. */
struct conditional {
    struct block *block;
    uint32_t index;  /* of the instruction in the block */
    uint32_t number; /* of this in the block */
    uint64_t seen;   /* the execution of the block that counted it last */
};

struct edge {
    struct edge *next;
    struct visit *to;
    struct cost cost;
    uint16_t events[EV_COUNT];
    uint8_t moves; /* MOVES_ flags; 0: nothing for regions and functions to see */
    bool taken, missed;
    uint64_t *count; /* for each scope set, left when the edge was followed */
};
#define MOVES_CALL 1
#define MOVES_RETURN 2 /* may return: jumps to an address in a register */
#define MOVES_ENTRY 4  /* reaches the first instruction of a function from outside it */
#define MOVES_EXCEPTION 8

struct visit {
    struct visit *next; /* of the same block */
    struct block *block;
    struct context in, before_last, out;
    struct cost cost;
    struct edge *edges; /* the last one followed comes first */
    uint64_t *count;    /* for each scope set */
    struct cost *conditional_cost;
    uint64_t *conditional_count; /* [conditional of the block * set_capacity + set] */
};

struct block {
    struct block *next; /* in the hash table */
    uint32_t address, end;
    uint32_t n;
    struct insn *insns;
    uint8_t *bytes;
    size_t n_bytes;
    struct visit *visits;
    struct conditional *conditionals;
    uint32_t n_conditionals;
    struct stack_effect stack;
    int function; /* that holds the first instruction; -1 */
    bool entry;   /* the first instruction is the first of that function */
};

extern struct block *all_blocks[];
#define BLOCK_BUCKETS 4096

/* Called once, before anything else. */
void trace_start(enum core core);
/* The block of these instructions, made if it is new. sizes: bytes of each, as translated. */
struct block *trace_block(uint32_t address, size_t n, const uint8_t *const *data,
                          const size_t *sizes, const uint32_t *addresses);
/* `b` is about to be executed. */
void trace_enter(struct block *b);
/* The memory access of a conditional load or store. */
void trace_conditional(struct conditional *c);

/* Adds the events that instruction `index` of a visit always causes; those of a conditional load or
 * store are the events of trace_conditional_events, once for each count. */
void trace_events(const struct visit *v, uint32_t index, uint16_t events[EV_COUNT]);
void trace_conditional_events(const struct visit *v, uint32_t index, uint16_t events[EV_COUNT]);

#endif
