/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "cost.h"

const char *const event_name[EV_COUNT] = {
    [EV_LOAD] = "load",
    [EV_LOAD_PIPELINED] = "load_pipelined",
    [EV_ADDRESS] = "address",
    [EV_ADDRESS_MULTI] = "address_multi",
    [EV_LDRST] = "ldrst",
    [EV_LDRST_MULTI] = "ldrst_multi",
    [EV_STORE] = "store",
    [EV_STORE_INDEXED] = "store_indexed",
    [EV_STORE_PIPELINED] = "store_pipelined",
    [EV_WORD] = "word",
    [EV_FP_WORD] = "fp_word",
    [EV_COND_TAKEN] = "cond_taken",
    [EV_COND_NOT_TAKEN] = "cond_not_taken",
    [EV_BRANCH] = "branch",
    [EV_CALL] = "call",
    [EV_BRANCH_REG] = "branch_reg",
    [EV_LOAD_PC] = "load_pc",
    [EV_TABLE_BRANCH] = "table_branch",
    [EV_UNALIGNED_TARGET] = "unaligned_target",
    [EV_UNALIGNED_RUN] = "unaligned_run",
    [EV_MUL] = "mul",
    [EV_MLA] = "mla",
    [EV_MULL] = "mull",
    [EV_MLAL] = "mlal",
    [EV_DIV] = "div",
    [EV_SYSTEM_WIDE] = "system_wide",
    [EV_FP_PAIR] = "fp_pair",
    [EV_FP_MAC] = "fp_mac",
    [EV_FP_DIV] = "fp_div",
    [EV_MISPREDICTED] = "mispredicted",
    [EV_LOAD_USE] = "load_use",
    [EV_MUL_USE] = "mul_use",
    [EV_IT_ASSUMED] = "it_assumed",
};

const char *const core_name[CORE_COUNT] = {"m0", "m0plus", "m3",  "m4",     "m33",
                                           "m7", "riscv",  "e31", "hazard3"};

/* Sources: the Technical Reference Manuals (instruction set summary, load and store timings). The
 * refill of a taken branch on Armv7-M, 2 of the documented 1..3, and the 3 of a load after a store
 * are fitted on published Cortex-M4 figures. Armv6-M: ARM DDI 0432C and DDI 0484C, table 3-1. */
#define COMMON                                                                                  \
    [EV_LOAD] = 1, [EV_ADDRESS] = 1, [EV_ADDRESS_MULTI] = 1, [EV_STORE_INDEXED] = 1,            \
    [EV_WORD] = 1, [EV_COND_TAKEN] = 2, [EV_BRANCH] = 1, [EV_CALL] = 1, [EV_BRANCH_REG] = 2,    \
    [EV_LOAD_PC] = 3, [EV_TABLE_BRANCH] = 5, [EV_UNALIGNED_TARGET] = 1, [EV_UNALIGNED_RUN] = 1, \
    [EV_DIV] = 6

#define M4_FP [EV_FP_WORD] = 1, [EV_FP_PAIR] = 1, [EV_FP_MAC] = 2, [EV_FP_DIV] = 13

/* Loads and stores take 2 cycles whatever is around them; refill: of the pipeline, 2 or 1. */
#define COMMON_M0(refill)                                                                        \
    [EV_LOAD] = 1, [EV_LOAD_PIPELINED] = 1, [EV_STORE] = 1, [EV_STORE_INDEXED] = 1,              \
    [EV_STORE_PIPELINED] = 1, [EV_WORD] = 1, [EV_COND_TAKEN] = (refill), [EV_BRANCH] = (refill), \
    [EV_CALL] = (refill) + 1, [EV_BRANCH_REG] = (refill), [EV_LOAD_PC] = (refill) + 1,           \
    [EV_SYSTEM_WIDE] = (refill) + 1

const uint8_t event_cycles[CORE_COUNT][EV_COUNT] = {
    [CORE_M0] = {COMMON_M0(2)},
    [CORE_M0PLUS] = {COMMON_M0(1)},
    [CORE_M3] = {COMMON, [EV_MLA] = 1, [EV_MULL] = 3, [EV_MLAL] = 5},
    [CORE_M4] = {COMMON, M4_FP},
    [CORE_M33] = {COMMON, M4_FP}, /* an estimate: Arm publishes no timings of it */
    /* riscv.c counts what these are */
    [CORE_E31] = {[EV_MISPREDICTED] = 3, [EV_LOAD_USE] = 1, [EV_MUL_USE] = 1},
    [CORE_HAZARD3] = {[EV_MISPREDICTED] = 1,
                      [EV_LOAD_USE] = 1,
                      [EV_BRANCH] = 1,
                      [EV_CALL] = 1,
                      [EV_BRANCH_REG] = 1,
                      [EV_UNALIGNED_TARGET] = 1,
                      [EV_DIV] = 17},
};

const struct uncertain uncertain[CORE_COUNT] = {
    [CORE_M0] = {"cycles_mul32", 0, 31},    [CORE_M0PLUS] = {"cycles_mul32", 0, 31},
    [CORE_M3] = {"cycles_ldrst0", 3, 0},    [CORE_M4] = {"cycles_ldrst0", 3, 0},
    [CORE_M33] = {"cycles_ldrst0", 3, 0},   [CORE_M7] = {"cycles_ldrst0", 0, 0},
    [CORE_RISCV] = {"cycles_ldrst0", 0, 0}, [CORE_E31] = {NULL, 0, 0},
    [CORE_HAZARD3] = {NULL, 0, 0},
};

bool event_is_uncertain(enum core core, enum event e) {
    if (core == CORE_M0 || core == CORE_M0PLUS)
        return e == EV_MUL;
    return !core_is_riscv(core) && (e == EV_LDRST || e == EV_LDRST_MULTI);
}

bool core_has_cycles(enum core core) { return core < CORE_M7 || core > CORE_RISCV; }

bool unaligned_wide(const struct insn *i) { return i->length == 4 && (i->address & 2) != 0; }

bool execution_visible(const struct insn *i) {
    return i->cond && (is_load(i) || is_store(i)) && !is_branch(i);
}

/* Two instructions of one IT block under opposite conditions are never both executed. */
static struct context seen_by(const struct insn *i, const struct context *c) {
    struct context seen = *c;
    if (i->cond && c->cond && i->cond != c->cond) {
        seen.before = BEFORE_OTHER;
        seen.writes = 0;
    }
    return seen;
}

void charge_fetch(const struct insn *i, const struct context *c, uint16_t events[EV_COUNT]) {
    if (unaligned_wide(i) && c->run == 2)
        events[EV_UNALIGNED_RUN]++;
}

static void charge_load(const struct insn *i, const struct context *c, uint16_t events[EV_COUNT]) {
    bool dependent = (c->writes & i->uses) != 0, single = i->kind == K_LOAD;
    if (single)
        events[c->before == BEFORE_LOAD && !dependent ? EV_LOAD_PIPELINED : EV_LOAD]++;
    else
        events[i->kind == K_FP_LOAD ? EV_FP_WORD : EV_WORD] += i->words;
    if (dependent)
        events[single ? EV_ADDRESS : EV_ADDRESS_MULTI]++;
    if (c->before == BEFORE_STORE || c->before == BEFORE_STORE_MULTI)
        events[single && c->before == BEFORE_STORE ? EV_LDRST : EV_LDRST_MULTI]++;
}

static void charge_store(const struct insn *i, const struct context *c, uint16_t events[EV_COUNT]) {
    bool dependent = (c->writes & i->uses) != 0;
    if (i->kind != K_STORE)
        events[i->kind == K_FP_STORE ? EV_FP_WORD : EV_WORD] += i->words;
    else if (!i->indexed)
        events[EV_STORE]++;
    else
        events[c->before == BEFORE_LOAD && !dependent ? EV_STORE_PIPELINED : EV_STORE_INDEXED]++;
}

void charge_execution(const struct insn *i, const struct context *c, uint16_t events[EV_COUNT]) {
    static const uint8_t of_kind[K_COUNT] = {
        [K_MUL] = EV_MUL, [K_MLA] = EV_MLA,         [K_MULL] = EV_MULL,     [K_MLAL] = EV_MLAL,
        [K_DIV] = EV_DIV, [K_FP_PAIR] = EV_FP_PAIR, [K_FP_MAC] = EV_FP_MAC, [K_FP_DIV] = EV_FP_DIV,
    };
    struct context seen = seen_by(i, c);
    if (is_load(i)) {
        charge_load(i, &seen, events);
    } else if (is_store(i)) {
        charge_store(i, &seen, events);
    } else if (of_kind[i->kind]) {
        events[of_kind[i->kind]]++;
        if (i->cond)
            events[EV_IT_ASSUMED]++;
    } else if (i->kind == K_SYSTEM && i->length == 4) {
        events[EV_SYSTEM_WIDE]++;
    }
}

struct context context_behind(const struct insn *i, const struct context *c) {
    bool skipped = i->cond && is_branch(i); /* or else nothing would be directly after it */
    struct context behind = {.writes = skipped ? 0 : i->writes, .cond = i->cond};
    if (skipped)
        behind.before = BEFORE_OTHER;
    else if (i->kind == K_LOAD)
        behind.before = BEFORE_LOAD;
    else if (i->kind == K_STORE)
        behind.before = BEFORE_STORE;
    else if (is_store(i))
        behind.before = BEFORE_STORE_MULTI;
    if (unaligned_wide(i))
        behind.run = (uint8_t)(c->run < 3 ? c->run + 1 : 3);
    return behind;
}

enum event taken_event(const struct insn *i) {
    switch (i->kind) {
    case K_BRANCH_COND:
        return EV_COND_TAKEN;
    case K_BRANCH:
        return i->cond ? EV_COND_TAKEN : EV_BRANCH;
    case K_CALL:
        return EV_CALL;
    case K_TABLE:
        return EV_TABLE_BRANCH;
    case K_BRANCH_REG:
    case K_CALL_REG:
        return EV_BRANCH_REG;
    default:
        return EV_LOAD_PC;
    }
}
