/* SPDX-License-Identifier: Apache-2.0 OR MIT
 * Entry of the Thumb decoder, and the 16-bit encodings (Armv7-M Architecture Reference Manual,
 * A5.2). */
#include "decode.h"

#include <string.h>

const char *const kind_name[K_COUNT] = {
    "unknown", "alu",    "mul",    "mla",    "mull",    "mlal",  "div",     "load",  "store",
    "loadm",   "storem", "branch", "bcc",    "bx",      "call",  "callreg", "table", "it",
    "system",  "fp",     "fppair", "fpload", "fpstore", "fpmac", "fpdiv",
};

/* PUSH, POP, LDM and STM of core registers share the effect on SP: `words` words move, downward if
 * change is negative. */
static void stack_multiple(struct insn *i, uint32_t list, bool load) {
    i->kind = load ? K_LOAD_MULTI : K_STORE_MULTI;
    i->words = (uint8_t)__builtin_popcount(list);
    i->sp_change = load ? 4 * i->words : -4 * i->words;
    i->sp_access = true;
    i->sp_offset = load ? 0 : i->sp_change;
    i->uses = reg_bit(SP);
    i->writes = reg_bit(SP) | (load ? list & ~(1u << PC) : 0);
    i->sets_pc = load && bits(list, PC, 1);
    if (list == 0)
        i->kind = K_UNKNOWN;
}

/* 010000 and 010001: data processing on registers, branches to a register. */
static void data_registers(struct insn *i, uint32_t op) {
    if (!bits(op, 10, 1)) {
        uint32_t which = bits(op, 6, 4);
        i->kind = which == 13 ? K_MUL : K_ALU;
        if (which != 8 && which != 10 && which != 11) /* TST, CMP, CMN */
            write_reg(i, bits(op, 0, 3));
        return;
    }
    uint32_t d = bits(op, 7, 1) << 3 | bits(op, 0, 3);
    switch (bits(op, 8, 2)) {
    case 1: /* CMP */
        i->kind = K_ALU;
        break;
    case 3:
        i->kind = bits(op, 0, 3) ? K_UNKNOWN : bits(op, 7, 1) ? K_CALL_REG : K_BRANCH_REG;
        break;
    default: /* ADD, MOV */
        i->kind = d == PC ? K_BRANCH_REG : K_ALU;
        if (d != PC)
            write_reg(i, d);
    }
}

/* 0101 to 1001: loads and stores of one register. */
static void load_store(struct insn *i, uint32_t op) {
    bool load;
    uint32_t t = bits(op, 0, 3);
    i->uses = reg_bit(bits(op, 3, 3));
    if (op >> 12 == 5) {
        load = bits(op, 9, 3) >= 3;
        i->indexed = true;
        i->uses |= reg_bit(bits(op, 6, 3));
    } else {
        load = bits(op, 11, 1);
    }
    if (op >> 12 == 9) { /* SP and 8-bit offset */
        t = bits(op, 8, 3);
        i->uses = reg_bit(SP);
        i->sp_access = true;
        i->sp_offset = (int32_t)(4 * bits(op, 0, 8));
    }
    i->kind = load ? K_LOAD : K_STORE;
    if (load)
        write_reg(i, t);
}

/* 1011: miscellaneous. */
static void miscellaneous(struct insn *i, uint32_t op) {
    i->kind = K_UNKNOWN;
    if ((op & 0xff00) == 0xb000) { /* ADD, SUB of an immediate to SP */
        int32_t bytes = (int32_t)(4 * bits(op, 0, 7));
        i->kind = K_ALU;
        i->sp_change = bits(op, 7, 1) ? -bytes : bytes;
        i->writes = reg_bit(SP);
    } else if ((op & 0xf500) == 0xb100) { /* CBZ, CBNZ */
        i->kind = K_BRANCH_COND;
        i->target = i->address + 4 + (bits(op, 9, 1) << 6 | bits(op, 3, 5) << 1);
    } else if ((op & 0xff00) == 0xb200 ||
               ((op & 0xff00) == 0xba00 && bits(op, 6, 2) != 2)) { /* extend, REV */
        i->kind = K_ALU;
        write_reg(i, bits(op, 0, 3));
    } else if ((op & 0xfe00) == 0xb400) {
        stack_multiple(i, bits(op, 8, 1) << 14 | bits(op, 0, 8), false);
    } else if ((op & 0xfe00) == 0xbc00) {
        stack_multiple(i, bits(op, 8, 1) << PC | bits(op, 0, 8), true);
    } else if ((op & 0xffe8) == 0xb660 || (op & 0xff00) == 0xbe00 ||
               (op & 0xff0f) == 0xbf00) { /* CPS, BKPT, hints */
        i->kind = K_SYSTEM;
    } else if ((op & 0xff00) == 0xbf00) {
        i->kind = K_IT;
        i->it = (uint8_t)op;
    }
}

/* 1100: STM and LDM of low registers; STM always writes the base back, LDM unless it loads it. */
static void multiple(struct insn *i, uint32_t op) {
    uint32_t n = bits(op, 8, 3), list = bits(op, 0, 8);
    bool load = bits(op, 11, 1);
    i->kind = list == 0 ? K_UNKNOWN : load ? K_LOAD_MULTI : K_STORE_MULTI;
    i->words = (uint8_t)__builtin_popcount(list);
    i->uses = reg_bit(n);
    i->writes = reg_bit(n) | (load ? list : 0);
}

void decode_thumb16(struct insn *i, uint32_t op) {
    i->kind = K_ALU;
    switch (op >> 12) {
    case 0: /* shift by immediate, ADD, SUB */
    case 1:
        write_reg(i, bits(op, 0, 3));
        break;
    case 2: /* MOV, CMP, ADD, SUB of an immediate */
    case 3:
        if (bits(op, 11, 2) != 1)
            write_reg(i, bits(op, 8, 3));
        break;
    case 4:
        if (!bits(op, 11, 1)) {
            data_registers(i, op);
        } else { /* LDR literal */
            i->kind = K_LOAD;
            write_reg(i, bits(op, 8, 3));
        }
        break;
    case 5:
    case 6:
    case 7:
    case 8:
    case 9:
        load_store(i, op);
        break;
    case 10: /* ADR, ADD of SP and an immediate */
        write_reg(i, bits(op, 8, 3));
        break;
    case 11:
        miscellaneous(i, op);
        break;
    case 12:
        multiple(i, op);
        break;
    case 13:
        if (bits(op, 8, 4) == 14) {
            i->kind = K_UNKNOWN; /* UDF */
        } else if (bits(op, 8, 4) == 15) {
            i->kind = K_SYSTEM; /* SVC */
        } else {
            i->kind = K_BRANCH_COND;
            i->target = i->address + 4 + (uint32_t)sign_extend(bits(op, 0, 8) << 1, 9);
        }
        break;
    default: /* 14; 15 and the upper half of 14 are 32-bit */
        i->kind = K_BRANCH;
        i->target = i->address + 4 + (uint32_t)sign_extend(bits(op, 0, 11) << 1, 12);
    }
}

bool decode_thumb(struct insn *i, const uint8_t *bytes, size_t available, uint32_t address) {
    memset(i, 0, sizeof *i);
    i->address = address;
    i->length = 2;
    if (available < 2)
        return false;
    uint32_t a = bytes[0] | (uint32_t)bytes[1] << 8;
    if (a < 0xe800) {
        decode_thumb16(i, a);
    } else {
        i->length = 4;
        if (available < 4)
            return false;
        decode_thumb32(i, a, bytes[2] | (uint32_t)bytes[3] << 8);
    }
    return i->kind != K_UNKNOWN;
}
