/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "report.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "symbols.h"
#include "trace.h"

struct tally {
    uint64_t instructions;
    uint64_t events[EV_COUNT];
};

static FILE *out;
static enum core core;

/* ---- Sums over the graph ----------------------------------------------------------------- */

/* Sum of a counter over the scope sets that contain all scopes of `mask`. */
static uint64_t in_scopes(const uint64_t *count, uint64_t mask) {
    uint64_t sum = 0;
    for (unsigned s = 0; s < n_scope_sets; s++)
        if ((scope_sets[s] & mask) == mask)
            sum += count[s];
    return sum;
}

static void add_events(struct tally *t, const uint16_t events[EV_COUNT], uint64_t times) {
    for (int e = 0; e < EV_COUNT; e++)
        t->events[e] += events[e] * times;
}

/* The tally that an instruction belongs to; code outside of every function comes last. */
static struct tally *owner(struct tally *by_function, uint32_t address) {
    int f = symbol_at(address);
    return &by_function[f < 0 ? n_functions : f];
}

static void sum_visit(struct tally *by_function, const struct visit *v, uint64_t mask) {
    const struct block *b = v->block;
    uint64_t times = in_scopes(v->count, mask);
    uint32_t number = 0;
    for (uint32_t k = 0; times && k < b->n; k++) {
        struct tally *t = owner(by_function, b->insns[k].address);
        uint16_t events[EV_COUNT] = {0};
        t->instructions += times;
        trace_events(v, k, events);
        add_events(t, events, times);
        if (execution_visible(&b->insns[k])) {
            uint16_t own[EV_COUNT] = {0};
            trace_conditional_events(v, k, own);
            add_events(t, own,
                       in_scopes(&v->conditional_count[(size_t)number++ * set_capacity], mask));
        }
    }
    for (const struct edge *e = v->edges; e; e = e->next)
        add_events(owner(by_function, b->insns[b->n - 1].address), e->events,
                   in_scopes(e->count, mask));
}

/* One tally for each function and one for the rest: caller frees. */
static struct tally *sum(uint64_t mask) {
    struct tally *by_function = zeroed((size_t)n_functions + 1, sizeof *by_function);
    for (int k = 0; k < BLOCK_BUCKETS; k++)
        for (const struct block *b = all_blocks[k]; b; b = b->next)
            for (const struct visit *v = b->visits; v; v = v->next)
                sum_visit(by_function, v, mask);
    return by_function;
}

/* All functions that open a scope of `mask`, or all. */
static struct tally total_of(const struct tally *by_function, uint64_t mask) {
    struct tally all = {0};
    for (int f = 0; f <= n_functions; f++) {
        if (mask && (f == n_functions || !(function_scopes[f] & mask)))
            continue;
        all.instructions += by_function[f].instructions;
        for (int e = 0; e < EV_COUNT; e++)
            all.events[e] += by_function[f].events[e];
    }
    return all;
}

/* each: cycles of an uncertain event. */
static uint64_t cycles_of(const struct tally *t, unsigned each) {
    uint64_t cycles = t->instructions;
    for (enum event e = 0; e < EV_COUNT; e++)
        cycles += (event_is_uncertain(core, e) ? each : event_cycles[core][e]) * t->events[e];
    return cycles;
}

/* What shares and the order of the profile are measured in. */
static uint64_t weight_of(const struct tally *t) {
    return core_has_cycles(core) ? cycles_of(t, uncertain[core].cycles) : t->instructions;
}

/* ---- JSON -------------------------------------------------------------------------------- */

static void print_string(const char *s) {
    putc('"', out);
    for (; *s; s++) {
        if (*s == '"' || *s == '\\')
            putc('\\', out);
        putc(*s, out);
    }
    putc('"', out);
}

static void print_cycles(const char *name, uint64_t cycles) {
    if (name == NULL)
        return;
    if (core_has_cycles(core))
        fprintf(out, ", \"%s\": %" PRIu64, name, cycles);
    else
        fprintf(out, ", \"%s\": null", name);
}

static void print_costs(const struct tally *t) {
    fprintf(out, "\"instructions\": %" PRIu64, t->instructions);
    print_cycles("cycles", cycles_of(t, uncertain[core].cycles));
    print_cycles(uncertain[core].name, cycles_of(t, uncertain[core].second));
}

static void print_events(const struct tally *t) {
    fputs(",\n   \"events\": {", out);
    for (int e = 0; e < EV_COUNT; e++)
        fprintf(out, "%s\"%s\": %" PRIu64, e ? ", " : "", event_name[e], t->events[e]);
    fputs("}", out);
}

static const struct tally *profiled; /* for the comparison only */

static int by_weight(const void *x, const void *y) {
    int f = *(const int *)x, g = *(const int *)y;
    uint64_t a = weight_of(&profiled[f]), b = weight_of(&profiled[g]);
    return a != b ? (a < b ? 1 : -1) : f - g;
}

static uint64_t calls_of(int f, uint64_t mask) {
    return f == n_functions ? 0 : in_scopes(&function_calls[(size_t)f * set_capacity], mask);
}

static void print_profile(const struct tally *by_function, uint64_t mask) {
    int *order = zeroed((size_t)n_functions + 1, sizeof *order), n = 0;
    for (int f = 0; f <= n_functions; f++)
        if (by_function[f].instructions)
            order[n++] = f;
    profiled = by_function;
    qsort(order, (size_t)n, sizeof *order, by_weight);
    fputs(",\n   \"profile\": [", out);
    for (int k = 0; k < n; k++) {
        int f = order[k];
        fputs(k ? ",\n    {\"function\": " : "\n    {\"function\": ", out);
        print_string(f == n_functions ? "?" : functions[f].name);
        fprintf(out, ", \"calls\": %" PRIu64 ", ", calls_of(f, mask));
        print_costs(&by_function[f]);
        putc('}', out);
    }
    fputs("]", out);
    free(order);
}

/* Shares of the groups in what `mask` selects. */
static void print_groups(const struct tally *by_function, uint64_t mask) {
    struct tally all = total_of(by_function, 0);
    bool first = true;
    fputs(",\n   \"groups\": [", out);
    for (unsigned s = 0; s < n_scopes; s++) {
        uint64_t bit = UINT64_C(1) << s;
        if (!scopes[s].group)
            continue;
        struct tally *inside = sum(mask | bit);
        struct tally inclusive = total_of(inside, 0), self = total_of(by_function, bit);
        fputs(first ? "\n    {\"name\": " : ",\n    {\"name\": ", out);
        first = false;
        print_string(scopes[s].name);
        fprintf(out, ", \"calls\": %" PRIu64 ", \"share\": %.4f, ",
                in_scopes(&scope_calls[(size_t)s * set_capacity], mask),
                weight_of(&all) ? (double)weight_of(&inclusive) / (double)weight_of(&all) : 0.0);
        print_costs(&inclusive);
        fputs(", \"self\": {", out);
        print_costs(&self);
        fputs("}, \"missing\": [", out);
        for (unsigned k = 0; k < scopes[s].n_missing && k < MAX_MISSING; k++) {
            fputs(k ? ", " : "", out);
            print_string(scopes[s].missing[k]);
        }
        fputs("]}", out);
        free(inside);
    }
    fputs("]", out);
}

/* A part of the run: all of it, or what happened inside a region. */
static void print_part(uint64_t mask) {
    struct tally *by_function = sum(mask), all = total_of(by_function, 0);
    fputs("\"sum\": {", out);
    print_costs(&all);
    putc('}', out);
    print_events(&all);
    print_groups(by_function, mask);
    print_profile(by_function, mask);
    free(by_function);
}

static void print_spread(const char *name, const struct spread *s, uint64_t calls, bool known) {
    if (!known || calls == 0)
        fprintf(out, ",\n   \"%s\": null", name);
    else
        fprintf(out,
                ",\n   \"%s\": {\"total\": %" PRIu64 ", \"min\": %" PRIu64
                ", \"mean\": %.1f, \"max\": %" PRIu64 "}",
                name, s->total, s->min, (double)s->total / (double)calls, s->max);
}

static void print_region(unsigned number) {
    const struct scope *s = &scopes[number];
    fputs("{\"name\": ", out);
    print_string(s->name);
    fprintf(out,
            ", \"calls\": %" PRIu64 ", \"recursive_calls\": %" PRIu64
            ", \"open_calls\": %u, \"stack\": ",
            s->calls, s->recursive_calls, s->active);
    if (core_is_riscv(core) || s->calls == 0)
        fputs("null", out);
    else
        fprintf(out, "%" PRIu64, s->stack);
    print_spread("instructions", &s->instructions, s->calls, true);
    print_spread("cycles", &s->cycles, s->calls, core_has_cycles(core));
    if (uncertain[core].name != NULL)
        print_spread(uncertain[core].name, &s->second, s->calls, core_has_cycles(core));
    fputs(",\n   ", out);
    print_part(UINT64_C(1) << number);
    putc('}', out);
}

/* ---- What the model does not cover ------------------------------------------------------- */

struct unknown {
    const struct insn *insn;
    const uint8_t *bytes;
    uint64_t executions;
};

static int by_address(const void *x, const void *y) {
    uint32_t a = ((const struct unknown *)x)->insn->address,
             b = ((const struct unknown *)y)->insn->address;
    return a < b ? -1 : a > b;
}

/* Executed instructions that the decoder does not know, by address; one that is in several blocks
 * comes once. */
static unsigned print_unknown(void) {
    struct unknown *list = zeroed(1, sizeof *list);
    size_t n = 0;
    for (int k = 0; k < BLOCK_BUCKETS; k++)
        for (const struct block *b = all_blocks[k]; b; b = b->next) {
            uint64_t times = 0;
            for (const struct visit *v = b->visits; v; v = v->next)
                times += in_scopes(v->count, 0);
            for (uint32_t i = 0; times && i < b->n; i++) {
                if (b->insns[i].kind != K_UNKNOWN)
                    continue;
                list = realloc(list, (n + 1) * sizeof *list);
                if (!list)
                    abort();
                list[n++] = (struct unknown){&b->insns[i],
                                             b->bytes + (b->insns[i].address - b->address), times};
            }
        }
    qsort(list, n, sizeof *list, by_address);
    unsigned distinct = 0;
    for (size_t k = 0; k < n; k++) {
        if (distinct && list[distinct - 1].insn->address == list[k].insn->address)
            list[distinct - 1].executions += list[k].executions;
        else
            list[distinct++] = list[k];
    }
    fprintf(out, " \"unknown\": %u,\n \"unknown_instructions\": [", distinct);
    for (unsigned k = 0; k < distinct; k++) {
        fprintf(out, "%s\n  {\"address\": \"0x%08" PRIx32 "\", \"bytes\": \"", k ? "," : "",
                list[k].insn->address);
        for (unsigned j = 0; j < list[k].insn->length; j++)
            fprintf(out, "%02x", list[k].bytes[j]);
        fprintf(out, "\", \"executions\": %" PRIu64 "}", list[k].executions);
    }
    fputs("],\n", out);
    free(list);
    return distinct;
}

static uint64_t count_exceptions(void) {
    uint64_t n = 0;
    for (int k = 0; k < BLOCK_BUCKETS; k++)
        for (const struct block *b = all_blocks[k]; b; b = b->next)
            for (const struct visit *v = b->visits; v; v = v->next)
                for (const struct edge *e = v->edges; e; e = e->next)
                    n += e->moves & MOVES_EXCEPTION ? in_scopes(e->count, 0) : 0;
    return n;
}

static void print_weights(void) {
    fputs(" \"weights\": ", out);
    if (!core_has_cycles(core)) {
        fputs("null,\n", out);
        return;
    }
    for (enum event e = 0; e < EV_COUNT; e++)
        fprintf(out, "%s\"%s\": %d", e ? ", " : "{", event_name[e],
                event_is_uncertain(core, e) ? uncertain[core].cycles : event_cycles[core][e]);
    fputs("},\n", out);
}

unsigned report_write(FILE *file, enum core which) {
    out = file;
    core = which;
    fprintf(out, "{\"format\": 1, \"core\": \"%s\",\n", core_name[core]);
    print_weights();
    unsigned unknown = print_unknown();
    fprintf(out,
            " \"diagnostics\": {\"exceptions\": %" PRIu64 ", \"sp_jumps\": %" PRIu64
            ", \"sp_unresolved\": %" PRIu64 ", \"sp_not_restored\": %" PRIu64
            ", \"calls_too_deep\": %" PRIu64 "},\n",
            count_exceptions(), stack_jumps, stack_unresolved, sp_not_restored, calls_too_deep);
    fputs(" \"total\": {", out);
    print_part(0);
    fputs("},\n \"regions\": [", out);
    bool first = true;
    for (unsigned s = 0; s < n_scopes; s++) {
        if (scopes[s].group)
            continue;
        fputs(first ? "\n  " : ",\n  ", out);
        first = false;
        print_region(s);
    }
    fputs("]}\n", out);
    return unknown;
}
