/* SPDX-License-Identifier: Apache-2.0 OR MIT
 * The pipelines of two RISC-V cores: what waits for results, and what their branch predictors
 * foresee.
 *
 * E31 of SiFive's FE310-G000 (FE310-G000 Manual, 3.2 and 3.3): one issue, in order; LW has a result
 * after 2 cycles, other loads after 3, products after 5; an instruction waits for registers that it
 * reads or writes. The unit of products takes one at a time. A branch target buffer of 40 entries,
 * a history of 128, a stack of 2 return addresses; what they foresee costs nothing, anything else 3
 * cycles. How they are indexed and replaced the manual does not say: here two bits of history for
 * an address, and the oldest entry goes.
 *
 * Hazard3 as the RP2350 configures it (RP2350 Datasheet, 3.8.7 and 3.8.8): a load has its result a
 * cycle late, but not for what a store writes. It foresees one branch: the last one that was taken
 * backward. A jump takes 2 cycles, as a branch that was not foreseen, and one more if it leads to
 * an instruction of 32 bits that is not aligned. */
#include <string.h>

#include "cost.h"

enum { LOAD_A, LOAD_B, UNIT, PENDING };

static bool uses_unit(const struct insn *i) {
    return i->kind == K_MUL || i->kind == K_MULL || i->kind == K_DIV;
}

/* Cycles that *i waits; *why: the event. */
static unsigned stall(enum core core, const struct insn *i, const struct context *c,
                      enum event *why) {
    uint32_t needs = i->uses | (core == CORE_E31 ? i->data | i->writes : 0);
    unsigned most = 0;
    *why = EV_LOAD_USE;
    for (unsigned k = 0; k < PENDING; k++) {
        bool needed = (needs & reg_bit(c->pending[k])) != 0 || (k == UNIT && uses_unit(i));
        if (c->wait[k] > most && needed) {
            most = c->wait[k];
            *why = k == UNIT ? EV_MUL_USE : EV_LOAD_USE;
        }
    }
    return most;
}

void charge_riscv(enum core core, const struct insn *i, const struct context *c,
                  uint16_t events[EV_COUNT]) {
    static const uint8_t of_kind[K_COUNT] = {[K_STORE] = EV_STORE,
                                             [K_MUL] = EV_MUL,
                                             [K_MULL] = EV_MULL,
                                             [K_DIV] = EV_DIV,
                                             [K_SYSTEM] = EV_SYSTEM_WIDE};
    enum event why;
    unsigned cycles = stall(core, i, c, &why);
    events[why] = (uint16_t)(events[why] + cycles);
    if (i->kind == K_LOAD)
        events[EV_LOAD]++;
    else if (of_kind[i->kind])
        events[of_kind[i->kind]]++;
}

static struct context older(const struct context *c, unsigned cycles) {
    struct context aged = *c;
    for (unsigned k = 0; k < PENDING; k++) {
        aged.wait[k] = (uint8_t)(aged.wait[k] > cycles ? aged.wait[k] - cycles : 0);
        if (aged.wait[k] == 0)
            aged.pending[k] = 0;
    }
    return aged;
}

/* Cycles that an instruction directly after *i waits for its result. */
static unsigned late(enum core core, const struct insn *i) {
    if (i->kind == K_LOAD)
        return core == CORE_E31 && i->narrow ? 2 : 1;
    if (core != CORE_E31 || !uses_unit(i))
        return 0;
    return i->kind == K_DIV ? 32 : 4;
}

static uint8_t number_of(uint32_t mask) {
    uint8_t number = 0;
    while (mask > 1) {
        mask >>= 1;
        number++;
    }
    return number;
}

struct context riscv_behind(enum core core, const struct insn *i, const struct context *c) {
    enum event why;
    struct context behind = older(c, 1 + stall(core, i, c, &why));
    unsigned wait = late(core, i);
    if (wait == 0)
        return behind;
    unsigned k = i->kind != K_LOAD ? UNIT : behind.wait[LOAD_A] == 0 ? LOAD_A : LOAD_B;
    behind.pending[k] = number_of(i->writes);
    behind.wait[k] = (uint8_t)wait;
    return behind;
}

struct context riscv_across(enum core core, const struct context *c, bool missed) {
    return missed ? older(c, event_cycles[core][EV_MISPREDICTED]) : *c;
}

/* ---- Prediction --------------------------------------------------------------------------- */

static bool hazard3_missed(const struct insn *i, bool taken) {
    static uint32_t branch = 1; /* the one that is foreseen; no instruction is at 1 */
    if (i->kind != K_BRANCH_COND)
        return false; /* the weight of a jump */
    bool foreseen = branch == i->address;
    if (foreseen && !taken)
        branch = 1;
    else if (!foreseen && taken && i->target < i->address)
        branch = i->address;
    return foreseen != taken;
}

enum { TARGETS = 40, HISTORY = 128, RETURNS = 2 };

static struct target { uint32_t from, to; } targets[TARGETS];

static struct target *target_of(uint32_t address) {
    for (unsigned k = 0; k < TARGETS; k++)
        if (targets[k].from == address && targets[k].to != 0)
            return &targets[k];
    return NULL;
}

static void remember(uint32_t from, uint32_t to) {
    static unsigned oldest;
    struct target *known = target_of(from);
    if (!known) {
        known = &targets[oldest];
        oldest = (oldest + 1) % TARGETS;
    }
    *known = (struct target){from, to};
}

static bool e31_missed(const struct insn *i, bool taken, uint32_t to) {
    static uint8_t history[HISTORY]; /* 0 .. 3; from 2 on: taken */
    static uint32_t returns[RETURNS];
    const struct target *known = target_of(i->address);
    uint32_t foreseen = known ? known->to : 0;
    if (i->kind == K_BRANCH_COND) {
        uint8_t *own = &history[i->address / 2 % HISTORY];
        if (*own < 2)
            foreseen = 0;
        if (taken && *own < 3)
            ++*own;
        else if (!taken && *own > 0)
            --*own;
    } else if (i->kind == K_BRANCH_REG && (i->uses & reg_bit(1)) != 0) {
        foreseen = known ? returns[0] : 0;
        memmove(returns, returns + 1, sizeof returns - sizeof *returns);
    } else if (i->kind == K_CALL || i->kind == K_CALL_REG) {
        memmove(returns + 1, returns, sizeof returns - sizeof *returns);
        returns[0] = i->address + i->length;
    }
    if (taken)
        remember(i->address, to);
    return foreseen != (taken ? to : 0);
}

bool riscv_missed(enum core core, const struct insn *i, bool taken, uint32_t target) {
    if (core == CORE_E31)
        return e31_missed(i, taken, target);
    return core == CORE_HAZARD3 && hazard3_missed(i, taken);
}
