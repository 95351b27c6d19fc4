/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "scope.h"

#include <stdlib.h>
#include <string.h>

#include "running.h"
#include "stack.h"
#include "symbols.h"

struct scope scopes[MAX_SCOPES];
unsigned n_scopes;
uint64_t *scope_sets;
unsigned n_scope_sets, current_set, set_capacity;
uint64_t *function_calls, *scope_calls, *function_scopes;
uint64_t calls_too_deep, sp_not_restored;
void (*scope_grown)(unsigned old);

static struct call {
    uint32_t return_address;
    struct stack_mark mark;
} calls[MAX_CALL_DEPTH];
static unsigned n_calls;

/* An open scope; it closes when the call stack is shorter than `depth`. */
static struct interval {
    unsigned scope, depth;
    struct totals at;
    struct stack_gauge gauge;
} intervals[MAX_CALL_DEPTH];
static unsigned n_intervals;

void scope_start(void) {
    set_capacity = 8;
    scope_sets = zeroed(set_capacity, sizeof *scope_sets);
    n_scope_sets = 1;
    function_calls = zeroed((size_t)n_functions * set_capacity, sizeof *function_calls);
    scope_calls = zeroed((size_t)MAX_SCOPES * set_capacity, sizeof *scope_calls);
    function_scopes = zeroed((size_t)n_functions, sizeof *function_scopes);
}

static void opens(void *scope, int function) {
    function_scopes[function] |= UINT64_C(1) << ((struct scope *)scope - scopes);
}

const char *scope_add(const char *argument, bool group) {
    if (n_scopes == MAX_SCOPES)
        return "more than 64 regions and groups";
    struct scope *s = &scopes[n_scopes];
    char *name = strcpy(zeroed(strlen(argument) + 1, 1), argument), *rest = name;
    if (group) {
        rest = strchr(name, ':');
        if (!rest)
            return "a group is NAME:SYMBOL+SYMBOL";
        *rest++ = '\0';
    }
    s->name = name;
    s->group = group;
    while (rest) {
        char *symbol = rest;
        if ((rest = group ? strpbrk(rest, "+,:") : NULL))
            *rest++ = '\0';
        if (symbols_named(symbol, opens, s) == 0) {
            if (!group)
                return "the ELF file has no such function";
            s->missing[s->n_missing++ % MAX_MISSING] = symbol;
        }
    }
    n_scopes++;
    return NULL;
}

/* `rows` counters, wider than `old`. */
static uint64_t *widened(uint64_t *counters, size_t rows, unsigned old) {
    uint64_t *wider = zeroed(rows * set_capacity, sizeof *wider);
    for (size_t r = 0; r < rows; r++)
        memcpy(&wider[r * set_capacity], &counters[r * old], old * sizeof *wider);
    free(counters);
    return wider;
}

static void grow(void) {
    unsigned old = set_capacity;
    set_capacity *= 2;
    uint64_t *sets = zeroed(set_capacity, sizeof *sets);
    memcpy(sets, scope_sets, old * sizeof *sets);
    free(scope_sets);
    scope_sets = sets;
    function_calls = widened(function_calls, (size_t)n_functions, old);
    scope_calls = widened(scope_calls, MAX_SCOPES, old);
    if (scope_grown)
        scope_grown(old);
}

static void change_set(unsigned scope) {
    uint64_t set = scope_sets[current_set] ^ UINT64_C(1) << scope;
    for (current_set = 0; current_set < n_scope_sets; current_set++)
        if (scope_sets[current_set] == set)
            return;
    if (n_scope_sets == set_capacity)
        grow();
    scope_sets[n_scope_sets++] = set;
}

static void add(struct spread *s, bool first, uint64_t value) {
    s->total += value;
    s->min = first || value < s->min ? value : s->min;
    s->max = value > s->max ? value : s->max;
}

static void close_innermost(void) {
    struct interval *v = &intervals[--n_intervals];
    struct scope *s = &scopes[v->scope];
    uint64_t bytes = stack_close(&v->gauge);
    if (--s->active != 0)
        return;
    bool first = s->calls++ == 0;
    uint64_t cycles = now.cycles - v->at.cycles;
    add(&s->instructions, first, now.instructions - v->at.instructions);
    uint64_t events = now.uncertain - v->at.uncertain;
    add(&s->cycles, first, cycles + uncertain[running_core].cycles * events);
    add(&s->second, first, cycles + uncertain[running_core].second * events);
    s->stack = bytes > s->stack ? bytes : s->stack;
    change_set(v->scope);
}

/* The innermost call that returns to this address: an earlier one than the last if functions were
 * left by longjmp. A jump to an address that no call returns to is a tail call or a switch. */
void scope_return(uint32_t to) {
    unsigned k = n_calls;
    while (k && calls[k - 1].return_address != to)
        k--;
    if (k == 0)
        return;
    n_calls = k - 1;
    sp_not_restored += !stack_restored(&calls[n_calls].mark);
    while (n_intervals && intervals[n_intervals - 1].depth > n_calls)
        close_innermost();
}

void scope_call(uint32_t return_address) {
    if (n_calls == MAX_CALL_DEPTH) {
        calls_too_deep++;
        return;
    }
    calls[n_calls++] = (struct call){return_address, stack_mark()};
}

void scope_entry(int function) {
    uint64_t outermost = 0;
    for (unsigned k = 0; k < n_scopes; k++) {
        struct scope *s = &scopes[k];
        if (!(function_scopes[function] >> k & 1))
            continue;
        if (n_intervals == MAX_CALL_DEPTH) {
            calls_too_deep++;
            continue;
        }
        struct interval *v = &intervals[n_intervals++];
        *v = (struct interval){.scope = k, .depth = n_calls, .at = now};
        stack_open(&v->gauge);
        if (s->active++) {
            s->recursive_calls++;
        } else {
            outermost |= UINT64_C(1) << k;
            change_set(k);
        }
    }
    for (unsigned k = 0; outermost; k++, outermost >>= 1)
        scope_calls[(size_t)k * set_capacity + current_set] += outermost & 1;
    function_calls[(size_t)function * set_capacity + current_set]++;
}
