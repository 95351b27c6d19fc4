/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "stack.h"

#include "running.h"

uint64_t stack_jumps, stack_unresolved;

/* While `known`, values are addresses. While not, they are relative to an unknown base, and so are
 * the gauges opened meanwhile (pending); `low_before` keeps the low mark of the gauge that was
 * innermost when SP was lost. */
static bool known;
static int64_t sp, low = INT64_MAX, low_before = INT64_MAX;
static struct stack_gauge *gauges[MAX_CALL_DEPTH];
static unsigned n_gauges;

static const struct stack_effect *here; /* the block that runs; null between blocks */
static uint32_t part;                   /* of that block; sp is SP at its start */
static uint32_t unprobed;               /* parts from here on have not been probed */

static bool ends_part(const struct insn *i) {
    return i->sp_lost || (i->cond && i->sp_change != 0 && !is_branch(i));
}

void stack_analyse(struct stack_effect *e, const struct insn *insns, uint32_t n) {
    uint32_t n_parts = 1;
    for (uint32_t k = 0; k < n; k++)
        n_parts += ends_part(&insns[k]);
    *e = (struct stack_effect){.parts = zeroed(n_parts, sizeof *e->parts), .n_parts = n_parts};
    for (uint32_t k = 0; k < n_parts; k++)
        e->parts[k].probe = NO_PROBE;
    struct stack_part *p = e->parts;
    for (uint32_t k = 0; k < n; k++) {
        const struct insn *i = &insns[k];
        if (i->sp_access && !i->cond && p->probe == NO_PROBE) {
            p->probe = k;
            p->probe_offset = p->end + i->sp_offset;
        }
        if (ends_part(i)) {
            p++;
            continue;
        }
        p->end += i->sp_change;
        if (p->end < p->low)
            p->low = p->end;
        e->untaken = i->cond && is_branch(i) ? i->sp_change : 0;
    }
}

static void note(int64_t value) {
    if (value < low)
        low = value;
}

/* SP turns out to be `actual`: everything since it was lost becomes absolute. */
static void resolve(int64_t actual) {
    int64_t shift = actual - sp;
    bool outermost = true;
    known = true;
    sp = actual;
    if (low != INT64_MAX)
        low += shift;
    for (unsigned k = 0; k < n_gauges; k++) {
        struct stack_gauge *g = gauges[k];
        if (!g->pending)
            continue;
        g->pending = false;
        g->entry += shift;
        if (g->outer_low != INT64_MAX)
            g->outer_low += shift;
        if (outermost && low_before < g->outer_low)
            g->outer_low = low_before;
        outermost = false;
    }
    if (outermost)
        note(low_before);
    low_before = INT64_MAX;
}

static void lose(void) {
    if (!known) { /* lost twice: take it that the first loss changed nothing */
        stack_unresolved += n_gauges != 0;
        return;
    }
    known = false;
    low_before = low;
    low = sp = 0;
}

/* Up to the start of a later part. */
static void advance(uint32_t to) {
    while (part < to) {
        sp += here->parts[part++].end;
        lose();
        note(sp + here->parts[part].low);
    }
}

void stack_leave(const struct stack_effect *e, bool taken) {
    advance(e->n_parts - 1);
    sp += e->parts[part].end - (taken ? 0 : e->untaken);
    here = NULL;
}

void stack_enter(const struct stack_effect *e) {
    here = e;
    part = unprobed = 0;
    note(sp + e->parts[0].low);
}

void stack_probe(uint32_t index, uint64_t address) {
    uint32_t k = unprobed;
    while (here && k < here->n_parts && here->parts[k].probe != index)
        k++;
    /* A multiple access comes word by word, the lowest address first: only the first one counts. */
    if (!here || k == here->n_parts)
        return;
    unprobed = k + 1;
    advance(k);
    int64_t actual = (int64_t)address - here->parts[k].probe_offset;
    if (!known) {
        resolve(actual);
    } else if (actual != sp) {
        stack_jumps++;
        sp = actual;
        note(sp + here->parts[k].low);
    }
}

struct stack_mark stack_mark(void) {
    return (struct stack_mark){sp, known};
}

bool stack_restored(const struct stack_mark *mark) {
    if (!mark->known)
        return true;
    if (!known)
        resolve(mark->sp);
    return sp == mark->sp;
}

void stack_open(struct stack_gauge *g) {
    if (n_gauges < MAX_CALL_DEPTH)
        gauges[n_gauges] = g;
    n_gauges++;
    *g = (struct stack_gauge){.entry = sp, .outer_low = low, .pending = !known};
    low = sp;
}

uint64_t stack_close(struct stack_gauge *g) {
    n_gauges--;
    /* Lost inside and not found again: what was seen before counts. */
    int64_t *last_low = known || g->pending ? &low : &low_before, inner = *last_low;
    if (g->outer_low < inner)
        *last_low = g->outer_low;
    return inner < g->entry ? (uint64_t)(g->entry - inner) : 0;
}
