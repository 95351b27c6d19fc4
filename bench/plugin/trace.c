/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "trace.h"

#include <stdlib.h>
#include <string.h>

#include "symbols.h"

struct block *all_blocks[BLOCK_BUCKETS];

static struct visit *current;
static uint64_t executions;

/* Where a block ended inside an IT block, and the IT state there. Nothing jumps into an IT block
 * (that would be unpredictable), so the state belongs to the address. */
static struct it_at {
    uint32_t address;
    uint8_t it;
} * its;
static size_t n_its;

static void widen(uint64_t **counters, size_t rows, unsigned old) {
    uint64_t *wider = zeroed(rows * set_capacity, sizeof *wider);
    for (size_t r = 0; r < rows; r++)
        memcpy(&wider[r * set_capacity], &(*counters)[r * old], old * sizeof *wider);
    free(*counters);
    *counters = wider;
}

/* scope_grown. */
static void grow(unsigned old) {
    for (size_t k = 0; k < BLOCK_BUCKETS; k++)
        for (struct block *b = all_blocks[k]; b; b = b->next)
            for (struct visit *v = b->visits; v; v = v->next) {
                widen(&v->count, 1, old);
                widen(&v->conditional_count, b->n_conditionals, old);
                for (struct edge *e = v->edges; e; e = e->next)
                    widen(&e->count, 1, old);
            }
}

void trace_start(enum core which) {
    running_core = which;
    scope_grown = grow;
}

static uint8_t it_entering(uint32_t address) {
    for (size_t k = 0; k < n_its; k++)
        if (its[k].address == address)
            return its[k].it;
    return 0;
}

static void it_leaving(uint32_t address, uint8_t it) {
    if (it == 0 || it_entering(address))
        return;
    struct it_at *more = zeroed(n_its + 1, sizeof *more);
    if (n_its)
        memcpy(more, its, n_its * sizeof *more);
    more[n_its++] = (struct it_at){address, it};
    free(its);
    its = more;
}

static void decode_block(struct block *b, const uint8_t *const *data, const size_t *sizes,
                         const uint32_t *addresses) {
    uint8_t it = it_entering(b->address);
    for (uint32_t k = 0; k < b->n; k++) {
        struct insn *i = &b->insns[k];
        if (core_is_riscv(running_core)) {
            decode_riscv(i, data[k], sizes[k], addresses[k]);
            continue;
        }
        decode_thumb(i, data[k], sizes[k], addresses[k]);
        if (it)
            i->cond = (uint8_t)(0x80 | it >> 4);
        it = i->kind == K_IT ? i->it
             : (it & 7) == 0 ? 0
                             : (uint8_t)((it & 0xe0) | (it << 1 & 0x1f));
        b->n_conditionals += execution_visible(i);
    }
    const struct insn *last = &b->insns[b->n - 1];
    b->end = last->address + last->length;
    it_leaving(b->end, it);
    b->conditionals = zeroed(b->n_conditionals, sizeof *b->conditionals);
    for (uint32_t k = 0, number = 0; k < b->n; k++)
        if (execution_visible(&b->insns[k])) {
            b->conditionals[number] =
                (struct conditional){.block = b, .index = k, .number = number};
            number++;
        }
}

struct block *trace_block(uint32_t address, size_t n, const uint8_t *const *data,
                          const size_t *sizes, const uint32_t *addresses) {
    struct block **bucket = &all_blocks[address / 2 % BLOCK_BUCKETS];
    size_t n_bytes = 0;
    for (size_t k = 0; k < n; k++)
        n_bytes += sizes[k];
    uint8_t *bytes = zeroed(n_bytes, 1), *p = bytes;
    for (size_t k = 0; k < n; p += sizes[k], k++)
        memcpy(p, data[k], sizes[k]);
    for (struct block *b = *bucket; b; b = b->next)
        if (b->address == address && b->n == n && b->n_bytes == n_bytes &&
            memcmp(b->bytes, bytes, n_bytes) == 0) {
            free(bytes);
            return b;
        }
    struct block *b = zeroed(1, sizeof *b);
    b->address = address;
    b->n = (uint32_t)n;
    b->insns = zeroed(n, sizeof *b->insns);
    b->bytes = bytes;
    b->n_bytes = n_bytes;
    decode_block(b, data, sizes, addresses);
    stack_analyse(&b->stack, b->insns, b->n);
    b->function = symbol_at(address);
    b->entry = b->function >= 0 && functions[b->function].address == address;
    b->next = *bucket;
    *bucket = b;
    return b;
}

static struct cost cost_of(uint32_t instructions, const uint16_t events[EV_COUNT]) {
    struct cost c = {.instructions = instructions, .cycles = instructions};
    for (enum event e = 0; e < EV_COUNT; e++) {
        if (event_is_uncertain(running_core, e))
            c.uncertain += events[e];
        else
            c.cycles += (uint32_t)event_cycles[running_core][e] * events[e];
    }
    return c;
}

static struct context behind(const struct insn *i, const struct context *c) {
    return core_is_riscv(running_core) ? riscv_behind(running_core, i, c) : context_behind(i, c);
}

/* The context of instruction `index`. */
static struct context context_of(const struct visit *v, uint32_t index) {
    struct context c = v->in;
    for (uint32_t k = 0; k < index; k++)
        c = behind(&v->block->insns[k], &c);
    return c;
}

static void static_events(const struct insn *i, const struct context *c,
                          uint16_t events[EV_COUNT]) {
    if (core_is_riscv(running_core)) {
        charge_riscv(running_core, i, c, events);
        return;
    }
    charge_fetch(i, c, events);
    if (!execution_visible(i) && !(i->cond && is_branch(i)))
        charge_execution(i, c, events);
}

void trace_events(const struct visit *v, uint32_t index, uint16_t events[EV_COUNT]) {
    struct context c = context_of(v, index);
    static_events(&v->block->insns[index], &c, events);
}

void trace_conditional_events(const struct visit *v, uint32_t index, uint16_t events[EV_COUNT]) {
    struct context c = context_of(v, index);
    charge_execution(&v->block->insns[index], &c, events);
}

static bool same_context(const struct context *x, const struct context *y) {
    return x->writes == y->writes && x->before == y->before && x->cond == y->cond &&
           x->run == y->run && memcmp(x->pending, y->pending, sizeof x->pending) == 0 &&
           memcmp(x->wait, y->wait, sizeof x->wait) == 0;
}

static struct visit *visit_of(struct block *b, const struct context *in) {
    for (struct visit *v = b->visits; v; v = v->next)
        if (same_context(&v->in, in))
            return v;
    struct visit *v = zeroed(1, sizeof *v);
    uint16_t events[EV_COUNT] = {0};
    uint32_t number = 0;
    v->block = b;
    v->in = v->out = *in;
    v->count = zeroed(set_capacity, sizeof *v->count);
    v->conditional_cost = zeroed(b->n_conditionals, sizeof *v->conditional_cost);
    v->conditional_count =
        zeroed((size_t)b->n_conditionals * set_capacity, sizeof *v->conditional_count);
    for (uint32_t k = 0; k < b->n; k++) {
        const struct insn *i = &b->insns[k];
        v->before_last = v->out;
        static_events(i, &v->out, events);
        if (execution_visible(i)) {
            uint16_t own[EV_COUNT] = {0};
            charge_execution(i, &v->out, own);
            v->conditional_cost[number++] = cost_of(0, own);
        }
        v->out = behind(i, &v->out);
    }
    v->cost = cost_of(b->n, events);
    v->next = b->visits;
    b->visits = v;
    return v;
}

enum way { WAY_ON, WAY_TAKEN, WAY_EXCEPTION };

/* How the last instruction of a block leads to the next block. */
static enum way way_to(const struct block *from, const struct block *to) {
    const struct insn *last = &from->insns[from->n - 1];
    bool optional = last->kind == K_BRANCH_COND || last->cond;
    bool direct = last->kind == K_BRANCH || last->kind == K_BRANCH_COND || last->kind == K_CALL;
    if (to->address == from->end && (!is_branch(last) || optional))
        return WAY_ON;
    if (is_branch(last) && (!direct || to->address == last->target))
        return WAY_TAKEN;
    return WAY_EXCEPTION;
}

/* After a taken branch there is nothing on Arm. */
static struct context across(const struct visit *v, enum way way, bool missed) {
    static const struct context fresh = {0};
    if (way == WAY_ON)
        return missed ? riscv_across(running_core, &v->out, true) : v->out;
    return way == WAY_TAKEN && core_is_riscv(running_core)
               ? riscv_across(running_core, &v->out, missed)
               : fresh;
}

/* missed: the core had not foreseen this way. */
static struct edge *make_edge(struct visit *v, struct block *to, bool missed) {
    const struct block *from = v->block;
    const struct insn *last = &from->insns[from->n - 1];
    enum way way = way_to(from, to);
    struct edge *e = zeroed(1, sizeof *e);
    e->taken = way == WAY_TAKEN;
    e->count = zeroed(set_capacity, sizeof *e->count);
    e->missed = missed;
    struct context in = across(v, way, missed);
    e->to = visit_of(to, &in);
    e->events[EV_MISPREDICTED] += missed;
    if (e->taken) {
        /* RISC-V: a foreseen branch has its target fetched already. */
        bool fetched = core_is_riscv(running_core) && last->kind == K_BRANCH_COND && !missed;
        e->events[taken_event(last)]++;
        e->events[EV_UNALIGNED_TARGET] += !fetched && unaligned_wide(&to->insns[0]);
        if (last->cond && last->sets_pc)
            charge_execution(last, &v->before_last, e->events);
        if (last->kind == K_CALL || last->kind == K_CALL_REG)
            e->moves |= MOVES_CALL;
        else if (last->kind == K_BRANCH_REG || last->sets_pc)
            e->moves |= MOVES_RETURN;
    } else if (way == WAY_ON && last->kind == K_BRANCH_COND) {
        e->events[EV_COND_NOT_TAKEN]++;
    }
    if (way == WAY_EXCEPTION)
        e->moves |= MOVES_EXCEPTION;
    if (to->entry && (e->moves & MOVES_CALL || symbol_at(last->address) != to->function))
        e->moves |= MOVES_ENTRY;
    e->cost = cost_of(0, e->events);
    e->next = v->edges;
    v->edges = e;
    return e;
}

/* The edge to a block, moved to the front. */
static struct edge *edge_to(struct visit *v, struct block *to, bool missed) {
    for (struct edge **link = &v->edges; *link; link = &(*link)->next)
        if ((*link)->to->block == to && (*link)->missed == missed) {
            struct edge *e = *link;
            *link = e->next;
            e->next = v->edges;
            v->edges = e;
            return e;
        }
    return make_edge(v, to, missed);
}

static void add_cost(const struct cost *c) {
    now.instructions += c->instructions;
    now.cycles += c->cycles;
    now.uncertain += c->uncertain;
}

/* Whether the core had not foreseen that b follows, where it foresees anything. */
static bool missed_on_the_way(const struct block *from, const struct block *to) {
    const struct insn *last = &from->insns[from->n - 1];
    enum way way = way_to(from, to);
    return core_is_riscv(running_core) && is_branch(last) && way != WAY_EXCEPTION &&
           riscv_missed(running_core, last, way == WAY_TAKEN, to->address);
}

void trace_enter(struct block *b) {
    static const struct context fresh = {0};
    if (current) {
        struct edge *e = current->edges;
        bool missed = missed_on_the_way(current->block, b);
        if (!e || e->to->block != b || e->missed != missed)
            e = edge_to(current, b, missed);
        add_cost(&e->cost);
        e->count[current_set]++;
        stack_leave(&current->block->stack, e->taken);
        if (e->moves & MOVES_RETURN)
            scope_return(b->address);
        if (e->moves & MOVES_CALL)
            scope_call(current->block->end);
        if (e->moves & MOVES_ENTRY)
            scope_entry(b->function);
        current = e->to;
    } else {
        current = visit_of(b, &fresh);
        if (b->entry)
            scope_entry(b->function);
    }
    executions++;
    current->count[current_set]++;
    add_cost(&current->cost);
    stack_enter(&b->stack);
}

void trace_conditional(struct conditional *c) {
    if (!current || current->block != c->block || c->seen == executions)
        return; /* a further word of the same access */
    c->seen = executions;
    current->conditional_count[(size_t)c->number * set_capacity + current_set]++;
    add_cost(&current->conditional_cost[c->number]);
}
