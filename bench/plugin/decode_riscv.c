/* SPDX-License-Identifier: Apache-2.0 OR MIT
 * RV32IMAC with Zba, Zbb, Zbs and Zbkb, as far as counting, a call stack and the interlocks of a
 * pipeline need it: lengths, branches, calls, loads, stores, products, registers. */
#include "decode.h"

#include <string.h>

#define RA 1
#define X2 2 /* the stack pointer */

/* x1 and x5 are link registers (The RISC-V Instruction Set Manual, table "return-address stack").
 */
static bool links(uint32_t reg) { return reg == RA || reg == 5; }

/* x0 is neither written nor waited for. */
static uint32_t reg(uint32_t number) { return number == 0 ? 0 : reg_bit(number); }

/* The eight registers of a field of three bits. */
static uint32_t small(uint32_t w, unsigned low) { return reg(8 + bits(w, low, 3)); }

/* Quadrants 0 and 2 without jumps: loads, stores and arithmetic on one register. */
static void compressed_memory(struct insn *i, uint32_t w, bool on_stack) {
    bool store = bits(w, 15, 1) != 0;
    i->kind = store ? K_STORE : K_LOAD;
    i->uses = on_stack ? reg(X2) : small(w, 7);
    if (store)
        i->data = on_stack ? reg(bits(w, 2, 5)) : small(w, 2);
    else
        i->writes = on_stack ? reg(bits(w, 7, 5)) : small(w, 2);
}

static void compressed_branch(struct insn *i, uint32_t w, uint32_t funct3) {
    if (funct3 == 6 || funct3 == 7) {
        /* C.BEQZ, C.BNEZ; offset bits 8 4 3 from bit 12, 7 6 2 1 5 from bit 6 */
        i->kind = K_BRANCH_COND;
        i->uses = small(w, 7);
        i->target = i->address + (uint32_t)sign_extend(bits(w, 12, 1) << 8 | bits(w, 10, 2) << 3 |
                                                           bits(w, 5, 2) << 6 | bits(w, 3, 2) << 1 |
                                                           bits(w, 2, 1) << 5,
                                                       9);
        return;
    }
    /* C.JAL, C.J; offset bits 11 4 9 8 10 6 7 3 2 1 5 from bit 12 down */
    i->kind = funct3 == 1 ? K_CALL : K_BRANCH;
    i->writes = funct3 == 1 ? reg(RA) : 0;
    i->target = i->address + (uint32_t)sign_extend(bits(w, 12, 1) << 11 | bits(w, 11, 1) << 4 |
                                                       bits(w, 9, 2) << 8 | bits(w, 8, 1) << 10 |
                                                       bits(w, 7, 1) << 6 | bits(w, 6, 1) << 7 |
                                                       bits(w, 3, 3) << 1 | bits(w, 2, 1) << 5,
                                                   12);
}

/* Quadrant 1: arithmetic on rd. */
static void compressed_alu(struct insn *i, uint32_t w, uint32_t funct3) {
    if (funct3 == 4) {
        i->writes = small(w, 7);
        i->uses = i->writes | (bits(w, 10, 2) == 3 ? small(w, 2) : 0);
        return;
    }
    uint32_t rd = bits(w, 7, 5);
    i->writes = reg(rd);
    if (funct3 == 0 || (funct3 == 3 && rd == X2)) /* C.ADDI, C.ADDI16SP; not C.LI, C.LUI */
        i->uses = reg(rd);
}

/* C.JR, C.MV, C.JALR, C.ADD, C.EBREAK */
static void compressed_register(struct insn *i, uint32_t w) {
    uint32_t rd = bits(w, 7, 5), rs2 = bits(w, 2, 5);
    bool add = bits(w, 12, 1) != 0;
    if (rs2 != 0) {
        i->writes = reg(rd);
        i->uses = reg(rs2) | (add ? reg(rd) : 0);
    } else if (rd != 0) {
        i->kind = add ? K_CALL_REG : K_BRANCH_REG;
        i->uses = reg(rd);
        i->writes = add ? reg(RA) : 0;
    } else {
        i->kind = K_SYSTEM;
    }
}

static void compressed(struct insn *i, uint32_t w) {
    uint32_t funct3 = w >> 13, quadrant = w & 3;
    if (quadrant == 1) {
        if (funct3 == 1 || funct3 >= 5)
            compressed_branch(i, w, funct3);
        else
            compressed_alu(i, w, funct3);
    } else if (funct3 == 2 || funct3 == 6) {
        compressed_memory(i, w, quadrant == 2);
    } else if (quadrant == 0) { /* C.ADDI4SPN */
        i->writes = small(w, 2);
        i->uses = reg(X2);
    } else if (funct3 == 0) { /* C.SLLI */
        i->writes = i->uses = reg(bits(w, 7, 5));
    } else if (funct3 == 4) {
        compressed_register(i, w);
    }
}

/* Jumps and branches. */
static void transfer(struct insn *i, uint32_t w) {
    uint32_t rd = bits(w, 7, 5);
    switch (w & 0x7f) {
    case 0x6f: /* JAL */
        i->kind = links(rd) ? K_CALL : K_BRANCH;
        i->writes = reg(rd);
        i->target =
            i->address + (uint32_t)sign_extend(bits(w, 31, 1) << 20 | bits(w, 12, 8) << 12 |
                                                   bits(w, 20, 1) << 11 | bits(w, 21, 10) << 1,
                                               21);
        break;
    case 0x67: /* JALR */
        i->kind = links(rd) ? K_CALL_REG : K_BRANCH_REG;
        i->writes = reg(rd);
        i->uses = reg(bits(w, 15, 5));
        break;
    default:
        i->kind = K_BRANCH_COND;
        i->uses = reg(bits(w, 15, 5)) | reg(bits(w, 20, 5));
        i->target = i->address + (uint32_t)sign_extend(bits(w, 31, 1) << 12 | bits(w, 7, 1) << 11 |
                                                           bits(w, 25, 6) << 5 | bits(w, 8, 4) << 1,
                                                       13);
    }
}

static void whole(struct insn *i, uint32_t w) {
    uint32_t funct3 = bits(w, 12, 3), rd = reg(bits(w, 7, 5)), rs1 = reg(bits(w, 15, 5)),
             rs2 = reg(bits(w, 20, 5));
    switch (w & 0x7f) {
    case 0x6f:
    case 0x67:
    case 0x63:
        transfer(i, w);
        return;
    case 0x03: /* LB, LH, LW, LBU, LHU */
        i->kind = K_LOAD;
        i->narrow = funct3 != 2;
        i->uses = rs1;
        break;
    case 0x23: /* SB, SH, SW */
        i->kind = K_STORE;
        i->uses = rs1;
        i->data = rs2;
        return;
    case 0x2f: /* LR, SC, AMO */
        i->kind = K_LOAD;
        i->uses = rs1 | rs2;
        break;
    case 0x13: /* with an immediate */
        i->uses = rs1;
        break;
    case 0x33:
        if (bits(w, 25, 7) == 1)
            i->kind = funct3 == 0 ? K_MUL : funct3 < 4 ? K_MULL : K_DIV;
        i->uses = rs1 | rs2;
        break;
    case 0x0f: /* FENCE */
        i->kind = K_SYSTEM;
        return;
    case 0x73: /* CSR instructions, ECALL, EBREAK, WFI, MRET */
        i->kind = K_SYSTEM;
        i->uses = funct3 != 0 && funct3 < 4 ? rs1 : 0;
        break;
    }
    i->writes = rd; /* LUI and AUIPC too */
}

bool decode_riscv(struct insn *i, const uint8_t *bytes, size_t available, uint32_t address) {
    memset(i, 0, sizeof *i);
    i->address = address;
    i->kind = K_ALU;
    i->length = available >= 2 && (bytes[0] & 3) != 3 ? 2 : 4;
    if (available < i->length)
        return true;
    if (i->length == 2)
        compressed(i, bytes[0] | (uint32_t)bytes[1] << 8);
    else
        whole(i, bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
                     (uint32_t)bytes[3] << 24);
    return true;
}
