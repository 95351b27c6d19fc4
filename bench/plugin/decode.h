/* SPDX-License-Identifier: Apache-2.0 OR MIT
 * What the cycle model and the stack figure need to know of one instruction. */
#ifndef DECODE_H
#define DECODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum kind {
    K_UNKNOWN,
    K_ALU,  /* everything of one cycle that computes; DSP instructions too */
    K_MUL,  /* 32-bit result */
    K_MLA,  /* MLA, MLS */
    K_MULL, /* UMULL, SMULL */
    K_MLAL, /* UMLAL, SMLAL; UMAAL */
    K_DIV,
    K_LOAD, /* one register; STREX is timed like a load */
    K_STORE,
    K_LOAD_MULTI, /* LDM, POP, LDRD, VLDM, VPOP */
    K_STORE_MULTI,
    K_BRANCH,
    K_BRANCH_COND, /* B<cond>, CBZ, CBNZ */
    K_BRANCH_REG,  /* BX, and ALU instructions that write the PC */
    K_CALL,
    K_CALL_REG,
    K_TABLE, /* TBB, TBH */
    K_IT,
    K_SYSTEM, /* hints, barriers, preloads, MSR, MRS, CPS, SVC, BKPT */
    K_FP,
    K_FP_PAIR, /* VMOV of two core registers */
    K_FP_LOAD, /* VLDR */
    K_FP_STORE,
    K_FP_MAC, /* VMLA and its relatives, VFMA too */
    K_FP_DIV, /* VDIV, VSQRT */
    K_COUNT
};
extern const char *const kind_name[K_COUNT];

#define SP 13
#define PC 15

struct insn {
    uint32_t address;
    uint32_t target; /* of a direct branch */
    uint8_t length;  /* 2 or 4 bytes */
    uint8_t kind;    /* enum kind */
    uint8_t words;   /* moved by a multiple or FP load or store */
    uint8_t it;      /* K_IT: the IT state after it */
    uint8_t cond;    /* inside an IT block: 0x80 | condition; else 0 */
    bool sets_pc;    /* a load that branches */
    bool indexed;    /* register offset */
    bool sp_lost;    /* writes SP in a way that the code alone does not tell */
    bool sp_access;  /* reads or writes memory at SP + sp_offset first; SP before the instruction */
    int32_t sp_offset;
    int32_t sp_change; /* what it adds to SP */
    uint32_t writes;   /* core registers, one bit each */
    uint32_t uses;     /* Arm: core registers in the address of a load or store, the PC left out.
                          RISC-V: all that are read, except for `data` */
    uint32_t data;     /* RISC-V: the register that a store writes to memory */
    bool narrow;       /* RISC-V: a load of a byte or of half a word */
};

/* Fills *i from the bytes at `address`; false and K_UNKNOWN if it is not an instruction of ARMv7E-M
 * with FPv4-SP. available: bytes that may be read; i->length never exceeds it except for a
 * truncated instruction, which is unknown. */
bool decode_thumb(struct insn *i, const uint8_t *bytes, size_t available, uint32_t address);

/* The same for RV32IMAC with Zba, Zbb, Zbs and Zbkb: what a call stack and the pipelines'
 * interlocks need; never unknown. */
bool decode_riscv(struct insn *i, const uint8_t *bytes, size_t available, uint32_t address);

/* Internal: the two lengths of decode_thumb. i is zeroed except for address and length. */
void decode_thumb16(struct insn *i, uint32_t op);
void decode_thumb32(struct insn *i, uint32_t a, uint32_t b);
void decode_fp(struct insn *i, uint32_t a, uint32_t b);

static inline uint32_t bits(uint32_t word, unsigned low, unsigned count) {
    return word >> low & ((UINT32_C(1) << count) - 1);
}

static inline uint32_t reg_bit(uint32_t reg) { return UINT32_C(1) << reg; }

static inline int32_t sign_extend(uint32_t value, unsigned width) {
    uint32_t top = UINT32_C(1) << (width - 1);
    return (int32_t)((value ^ top) - top);
}

/* Marks register `d` as written; a write of SP that nobody explained otherwise loses it. */
static inline void write_reg(struct insn *i, uint32_t d) {
    i->writes |= reg_bit(d);
    if (d == SP && i->sp_change == 0)
        i->sp_lost = true;
}

static inline bool is_load(const struct insn *i) {
    return i->kind == K_LOAD || i->kind == K_LOAD_MULTI || i->kind == K_FP_LOAD;
}

static inline bool is_store(const struct insn *i) {
    return i->kind == K_STORE || i->kind == K_STORE_MULTI || i->kind == K_FP_STORE;
}

static inline bool is_branch(const struct insn *i) {
    return (i->kind >= K_BRANCH && i->kind <= K_TABLE) || i->sets_pc;
}

#endif
