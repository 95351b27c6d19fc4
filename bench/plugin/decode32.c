/* SPDX-License-Identifier: Apache-2.0 OR MIT
 * 32-bit Thumb encodings (Armv7-M Architecture Reference Manual, A5.3). `a` is the first halfword,
 * `b` the second. */
#include "decode.h"

/* Data-processing operations that write nothing if Rd is the PC: TST, TEQ, CMN, CMP. */
static bool compares(uint32_t op) { return op == 0 || op == 4 || op == 8 || op == 13; }

/* One bit for each operation number that exists: AND BIC ORR ORN EOR PKH ADD ADC SBC SUB RSB. */
#define SHIFTED_OPS 0x6d5fu
#define IMMEDIATE_OPS 0x6d1fu /* no PKH */

static void data_result(struct insn *i, uint32_t op, bool flags, uint32_t d) {
    i->kind = K_ALU;
    if (d != PC)
        write_reg(i, d);
    else if (!flags || !compares(op))
        i->kind = K_UNKNOWN;
}

/* Branch offset of B.W and BL: I1 and I2 are stored inverted against the sign. */
static uint32_t far_target(const struct insn *i, uint32_t a, uint32_t b) {
    uint32_t s = bits(a, 10, 1);
    uint32_t i1 = bits(b, 13, 1) ^ s ^ 1, i2 = bits(b, 11, 1) ^ s ^ 1;
    uint32_t offset = s << 24 | i1 << 23 | i2 << 22 | bits(a, 0, 10) << 12 | bits(b, 0, 11) << 1;
    return i->address + 4 + (uint32_t)sign_extend(offset, 25);
}

/* 11110, second halfword 1x: branches and miscellaneous control. */
static void branches(struct insn *i, uint32_t a, uint32_t b) {
    if (bits(b, 12, 1)) {
        i->kind = bits(b, 14, 1) ? K_CALL : K_BRANCH;
        i->target = far_target(i, a, b);
    } else if (bits(b, 14, 1)) {
        i->kind = K_UNKNOWN; /* BLX to ARM code; UDF */
    } else if (bits(a, 7, 3) != 7) {
        uint32_t offset = bits(a, 10, 1) << 20 | bits(b, 11, 1) << 19 | bits(b, 13, 1) << 18 |
                          bits(a, 0, 6) << 12 | bits(b, 0, 11) << 1;
        i->kind = K_BRANCH_COND;
        i->target = i->address + 4 + (uint32_t)sign_extend(offset, 21);
    } else if ((a & 0xffe0) == 0xf380 || a == 0xf3af || a == 0xf3bf) { /* MSR, hints, barriers */
        i->kind = K_SYSTEM;
        /* MSP and PSP are system registers 8 and 9. */
        i->sp_lost = (a & 0xfff0) == 0xf380 && (bits(b, 0, 8) == 8 || bits(b, 0, 8) == 9);
    } else if (a == 0xf3ef) { /* MRS */
        i->kind = K_SYSTEM;
        write_reg(i, bits(b, 8, 4));
    }
}

/* ThumbExpandImm without the carry. */
static uint32_t expand_immediate(uint32_t imm12) {
    uint32_t byte = imm12 & 0xff;
    if (imm12 >> 10 == 0) {
        switch (imm12 >> 8) {
        case 0:
            return byte;
        case 1:
            return byte << 16 | byte;
        case 2:
            return byte << 24 | byte << 8;
        default:
            return byte * UINT32_C(0x01010101);
        }
    }
    uint32_t rotation = imm12 >> 7; /* 8..31 */
    byte |= 0x80;
    return byte >> rotation | byte << (32 - rotation);
}

/* 11110, second halfword 0x: data processing with an immediate. */
static void immediates(struct insn *i, uint32_t a, uint32_t b) {
    uint32_t imm12 = bits(a, 10, 1) << 11 | bits(b, 12, 3) << 8 | bits(b, 0, 8);
    uint32_t d = bits(b, 8, 4), n = bits(a, 0, 4);
    if (!bits(a, 9, 1)) {
        uint32_t op = bits(a, 5, 4);
        if (!(IMMEDIATE_OPS >> op & 1))
            return;
        if (d == SP && n == SP && (op == 8 || op == 13)) /* ADD, SUB */
            i->sp_change = (int32_t)(op == 8 ? expand_immediate(imm12) : -expand_immediate(imm12));
        data_result(i, op, bits(a, 4, 1), d);
        return;
    }
    switch (bits(a, 4, 5)) {
    case 0x00: /* ADDW */
    case 0x0a: /* SUBW */
        if (d == SP && n == SP)
            i->sp_change = bits(a, 7, 1) ? -(int32_t)imm12 : (int32_t)imm12;
        break;
    case 0x04: /* MOVW */
    case 0x0c: /* MOVT */
    case 0x10: /* SSAT, USAT, also of 16-bit pairs */
    case 0x12:
    case 0x18:
    case 0x1a:
    case 0x14: /* SBFX, UBFX */
    case 0x1c:
    case 0x16: /* BFI, BFC */
        break;
    default:
        return;
    }
    i->kind = K_ALU;
    write_reg(i, d);
}

/* LDM, STM and their stack forms. */
static void multiple(struct insn *i, uint32_t a, uint32_t b) {
    uint32_t n = bits(a, 0, 4), mode = bits(a, 7, 2); /* 1: increment after, 2: decrement before */
    bool load = bits(a, 4, 1), writeback = bits(a, 5, 1);
    int32_t size = 4 * __builtin_popcount(b);
    if ((mode != 1 && mode != 2) || b == 0 || bits(b, SP, 1) || n == PC ||
        (!load && bits(b, PC, 1)))
        return;
    i->kind = load ? K_LOAD_MULTI : K_STORE_MULTI;
    i->words = (uint8_t)(size / 4);
    i->uses = reg_bit(n);
    i->writes = load ? b & ~(1u << PC) : 0;
    i->sets_pc = load && bits(b, PC, 1);
    if (n == SP) {
        i->sp_access = true;
        i->sp_offset = mode == 2 ? -size : 0;
        i->sp_change = !writeback ? 0 : mode == 2 ? -size : size;
    }
    if (writeback)
        write_reg(i, n);
}

/* Exclusive accesses and table branches: the dual space without indexing. */
static void exclusive(struct insn *i, uint32_t a, uint32_t b) {
    uint32_t n = bits(a, 0, 4), op = bits(b, 4, 4);
    bool load = bits(a, 4, 1);
    i->uses = reg_bit(n) & 0x7fff;
    if (!bits(a, 7, 1)) { /* LDREX, STREX: word with an offset */
        i->kind = K_LOAD;
        write_reg(i, load ? bits(b, 12, 4) : bits(b, 8, 4));
    } else if (op == 4 || op == 5) { /* byte, halfword */
        i->kind = K_LOAD;
        write_reg(i, load ? bits(b, 12, 4) : bits(b, 0, 4));
    } else if (load && op <= 1) {
        i->kind = K_TABLE;
    }
}

/* LDRD, STRD. */
static void dual(struct insn *i, uint32_t a, uint32_t b) {
    uint32_t n = bits(a, 0, 4);
    bool load = bits(a, 4, 1), pre = bits(a, 8, 1), up = bits(a, 7, 1), writeback = bits(a, 5, 1);
    int32_t offset = (int32_t)(4 * bits(b, 0, 8)) * (up ? 1 : -1);
    if (!pre && !writeback) {
        exclusive(i, a, b);
        return;
    }
    i->kind = load ? K_LOAD_MULTI : K_STORE_MULTI;
    i->words = 2;
    i->uses = reg_bit(n) & 0x7fff;
    if (n == SP) {
        i->sp_access = true;
        i->sp_offset = pre ? offset : 0;
        i->sp_change = writeback ? offset : 0;
    }
    if (load) {
        write_reg(i, bits(b, 12, 4));
        write_reg(i, bits(b, 8, 4));
    }
    if (writeback)
        write_reg(i, n);
}

/* 1111100: load and store of one register, preloads. */
static void single(struct insn *i, uint32_t a, uint32_t b) {
    uint32_t n = bits(a, 0, 4), t = bits(b, 12, 4), size = bits(a, 5, 2);
    bool load = bits(a, 4, 1), is_signed = bits(a, 8, 1), writeback = false;
    int32_t offset = 0, access = 0;
    if (size == 3 || (is_signed && (!load || size == 2)) || (!load && (n == PC || t == PC)))
        return;
    if (n == PC || bits(a, 7, 1)) { /* literal, or 12-bit offset */
        access = (int32_t)bits(b, 0, 12);
    } else if (bits(b, 11, 1)) { /* 8-bit offset: P, U, W; unprivileged is P and U without negative
                                    offset */
        bool pre = bits(b, 10, 1);
        writeback = bits(b, 8, 1);
        offset = (int32_t)bits(b, 0, 8) * (bits(b, 9, 1) ? 1 : -1);
        access = pre ? offset : 0;
        if (!pre && !writeback)
            return;
    } else if ((b & 0x0fc0) == 0) {
        i->indexed = true;
        i->uses = reg_bit(bits(b, 0, 4));
    } else {
        return;
    }
    if (t == PC && size != 2) { /* PLD, PLI and unallocated hints read nothing */
        i->kind = K_SYSTEM;
        i->uses = 0;
        return;
    }
    i->kind = load ? K_LOAD : K_STORE;
    i->sets_pc = load && t == PC;
    i->uses |= reg_bit(n) & 0x7fff;
    if (n == SP && !i->indexed) {
        i->sp_access = true;
        i->sp_offset = access;
        i->sp_change = writeback ? offset : 0;
    }
    if (writeback)
        write_reg(i, n);
    if (load && t == SP) {
        i->sp_change = 0;
        i->sp_lost = true;
    }
    if (load && t != PC)
        i->writes |= reg_bit(t);
}

/* 11111010: shifts by register, extension, parallel arithmetic, byte reversal. All of one cycle. */
static void data_registers(struct insn *i, uint32_t a, uint32_t b) {
    uint32_t op = bits(a, 4, 4), sub = bits(b, 4, 4);
    bool known;
    if ((b & 0xf000) != 0xf000)
        return;
    if (op < 8)
        known = sub == 0 ||
                (sub >= 8 && op < 6 && !(sub & 4)); /* shift; extend with rotation, bit 6 clear */
    else if (sub < 8)
        known = (sub & 3) != 3 && op != 11 && op != 15; /* parallel: S, Q, SH, U, UQ, UH */
    else
        known = sub < 12 && (op <= 9 || (op <= 11 && sub == 8)); /* QADD.., REV.., SEL, CLZ */
    if (known) {
        i->kind = K_ALU;
        write_reg(i, bits(b, 8, 4));
    }
}

/* 11111011: multiplication and division. */
static void multiplication(struct insn *i, uint32_t a, uint32_t b) {
    uint32_t op = bits(a, 4, 3), sub = bits(b, 4, 4);
    bool accumulates = bits(b, 12, 4) != PC;
    if (!bits(a, 7, 1)) {
        /* Largest second opcode of each operation; SMLAxy uses all four, USADA8 one, the others X
         * or R. */
        static const uint8_t last[8] = {1, 3, 1, 1, 1, 1, 1, 0};
        if (sub > last[op] || (op == 6 && !accumulates))
            return;
        i->kind = op != 0 ? K_ALU : sub == 1 || accumulates ? K_MLA : K_MUL;
        write_reg(i, bits(b, 8, 4));
        return;
    }
    switch (op << 4 | sub) {
    case 0x00: /* SMULL */
    case 0x20: /* UMULL */
        i->kind = K_MULL;
        break;
    case 0x40: /* SMLAL */
    case 0x60: /* UMLAL */
    case 0x66: /* UMAAL */
        i->kind = K_MLAL;
        break;
    case 0x1f: /* SDIV */
    case 0x3f: /* UDIV */
        i->kind = K_DIV;
        write_reg(i, bits(b, 8, 4));
        return;
    default:
        if (!(op == 4 && sub >= 8 && sub <= 13) &&
            !(op == 5 && (sub == 12 || sub == 13))) /* SMLALxy, SMLALD, SMLSLD */
            return;
        i->kind = K_ALU;
    }
    write_reg(i, bits(b, 12, 4));
    write_reg(i, bits(b, 8, 4));
}

void decode_thumb32(struct insn *i, uint32_t a, uint32_t b) {
    i->kind = K_UNKNOWN;
    if (a >> 11 == 0x1e) {
        if (bits(b, 15, 1))
            branches(i, a, b);
        else
            immediates(i, a, b);
    } else if ((a & 0xfe40) == 0xe800) {
        multiple(i, a, b);
    } else if ((a & 0xfe40) == 0xe840) {
        dual(i, a, b);
    } else if ((a & 0xfe00) == 0xea00) {
        if (!bits(b, 15, 1) && (SHIFTED_OPS >> bits(a, 5, 4) & 1))
            data_result(i, bits(a, 5, 4), bits(a, 4, 1), bits(b, 8, 4));
    } else if ((a & 0xfc00) == 0xec00) {
        decode_fp(i, a, b);
    } else if ((a & 0xfe00) == 0xf800) {
        single(i, a, b);
    } else if ((a & 0xff00) == 0xfa00) {
        data_registers(i, a, b);
    } else if ((a & 0xff00) == 0xfb00) {
        multiplication(i, a, b);
    }
}
