/* SPDX-License-Identifier: Apache-2.0 OR MIT
 * The cycle model: which events an instruction causes after the one before it, and what an event
 * costs on a core. */
#ifndef COST_H
#define COST_H

#include "decode.h"

enum event {
    EV_LOAD,             /* single load */
    EV_LOAD_PIPELINED,   /* single load directly after an independent single load */
    EV_ADDRESS,          /* single load whose address register the instruction before wrote */
    EV_ADDRESS_MULTI,    /* the same, LDM, POP, LDRD, VLDR */
    EV_LDRST,            /* single load directly after a single store */
    EV_LDRST_MULTI,      /* load directly after a store, one of them of several words or FP */
    EV_STORE,            /* single store, immediate offset */
    EV_STORE_INDEXED,    /* single store, register offset */
    EV_STORE_PIPELINED,  /* single store, register offset, directly after an independent single load
                          */
    EV_WORD,             /* word of LDM, STM, PUSH, POP, LDRD, STRD, VLDM, VPUSH .. */
    EV_FP_WORD,          /* word of VLDR, VSTR */
    EV_COND_TAKEN,       /* taken conditional branch */
    EV_COND_NOT_TAKEN,   /* conditional branch not taken; branches skipped inside IT are not counted
                            here */
    EV_BRANCH,           /* B */
    EV_CALL,             /* BL */
    EV_BRANCH_REG,       /* BX, BLX, MOV and ADD to the PC */
    EV_LOAD_PC,          /* LDR, LDM or POP that loads the PC */
    EV_TABLE_BRANCH,     /* TBB, TBH */
    EV_UNALIGNED_TARGET, /* taken branch to a 32-bit instruction that is not word aligned */
    EV_UNALIGNED_RUN,    /* third of a run of such instructions */
    EV_MUL,
    EV_MLA,
    EV_MULL,
    EV_MLAL,
    EV_DIV,
    EV_SYSTEM_WIDE, /* 32-bit one: MSR, MRS, barriers; on Armv7-M preloads too */
    EV_FP_PAIR,     /* VMOV of two core registers */
    EV_FP_MAC,
    EV_FP_DIV,
    EV_MISPREDICTED, /* RISC-V: a branch, or a jump, that was not foreseen */
    EV_LOAD_USE,     /* RISC-V: cycle that an instruction waits for a load */
    EV_MUL_USE,      /* RISC-V: cycle that one waits for a product or quotient, or their unit */
    EV_IT_ASSUMED,   /* multiplication, division or FP event charged inside IT, though it may have
                        been skipped */
    EV_COUNT
};
extern const char *const event_name[EV_COUNT];

enum core {
    CORE_M0,
    CORE_M0PLUS,
    CORE_M3,
    CORE_M4,
    CORE_M33,
    CORE_M7,    /* instructions only */
    CORE_RISCV, /* instructions only */
    CORE_E31,
    CORE_HAZARD3,
    CORE_COUNT
};
extern const char *const core_name[CORE_COUNT];
/* Cycles of an event beyond the one of its instruction, except for the uncertain ones. */
extern const uint8_t event_cycles[CORE_COUNT][EV_COUNT];
/* What differs between chips with one core is counted in two ways. Armv7-M: EV_LDRST and
 * EV_LDRST_MULTI. Armv6-M: EV_MUL, whose multiplier of one cycle or of 32 is the chip maker's
 * choice. */
struct uncertain {
    const char *name; /* of the second figure in the report; null: none */
    uint8_t cycles;   /* of such an event, beyond one, in `cycles` */
    uint8_t second;   /* in the second figure */
};
extern const struct uncertain uncertain[CORE_COUNT];
bool event_is_uncertain(enum core core, enum event e);
/* False for cores without weights: instructions only. */
bool core_has_cycles(enum core core);
static inline bool core_is_riscv(enum core core) { return core >= CORE_RISCV; }

/* What the next instruction must know of those before it. All zero after a taken branch. */
struct context {
    uint32_t writes; /* registers the last instruction wrote */
    uint8_t before;  /* enum before */
    uint8_t cond;    /* struct insn.cond of the last instruction */
    uint8_t run;     /* 32-bit instructions in a row that were not word aligned, at most 3 */
    /* RISC-V: results that are not there yet: register, and cycles that an instruction which needs
     * it now would wait. The last is that of the unit that multiplies and divides. */
    uint8_t pending[3], wait[3];
};
enum before { BEFORE_OTHER, BEFORE_LOAD, BEFORE_STORE, BEFORE_STORE_MULTI };

/* Adds the events of *i that do not depend on its execution or on where a branch goes, and moves *c
 * after it. */
void charge_fetch(const struct insn *i, const struct context *c, uint16_t events[EV_COUNT]);
/* Adds the events of *i as an instruction that is executed, branches left out. */
void charge_execution(const struct insn *i, const struct context *c, uint16_t events[EV_COUNT]);
struct context context_behind(const struct insn *i, const struct context *c);

/* The same of a RISC-V core. */
void charge_riscv(enum core core, const struct insn *i, const struct context *c,
                  uint16_t events[EV_COUNT]);
struct context riscv_behind(enum core core, const struct insn *i, const struct context *c);
/* The context behind a taken branch. */
struct context riscv_across(enum core core, const struct context *c, bool missed);
/* Tells the core's branch predictor how a branch or jump ended; true if it had not foreseen it. */
bool riscv_missed(enum core core, const struct insn *i, bool taken, uint32_t target);

/* The event of a branch that is taken. */
enum event taken_event(const struct insn *i);
bool unaligned_wide(const struct insn *i);
/* True if a memory access tells whether the instruction was executed: a conditional load or store.
 */
bool execution_visible(const struct insn *i);

#endif
