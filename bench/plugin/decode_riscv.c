/* SPDX-License-Identifier: Apache-2.0 OR MIT
 * RV32C, as far as counting and a call stack need it: lengths, branches, calls. */
#include "decode.h"

#include <string.h>

/* x1 and x5 are link registers (The RISC-V Instruction Set Manual, table "return-address stack").
 */
static bool links(uint32_t reg) { return reg == 1 || reg == 5; }

static void compressed(struct insn *i, uint32_t w) {
    uint32_t quadrant_op = w >> 13 << 2 | (w & 3);
    switch (quadrant_op) {
    case 1 << 2 | 1: /* C.JAL */
    case 5 << 2 | 1: /* C.J; offset bits 11 4 9 8 10 6 7 3 2 1 5 from bit 12 down */
        i->kind = quadrant_op >> 2 == 1 ? K_CALL : K_BRANCH;
        i->target =
            i->address + (uint32_t)sign_extend(bits(w, 12, 1) << 11 | bits(w, 11, 1) << 4 |
                                                   bits(w, 9, 2) << 8 | bits(w, 8, 1) << 10 |
                                                   bits(w, 7, 1) << 6 | bits(w, 6, 1) << 7 |
                                                   bits(w, 3, 3) << 1 | bits(w, 2, 1) << 5,
                                               12);
        break;
    case 6 << 2 | 1: /* C.BEQZ */
    case 7 << 2 | 1: /* C.BNEZ; offset bits 8 4 3 from bit 12, 7 6 2 1 5 from bit 6 */
        i->kind = K_BRANCH_COND;
        i->target = i->address + (uint32_t)sign_extend(bits(w, 12, 1) << 8 | bits(w, 10, 2) << 3 |
                                                           bits(w, 5, 2) << 6 | bits(w, 3, 2) << 1 |
                                                           bits(w, 2, 1) << 5,
                                                       9);
        break;
    case 4 << 2 | 2: /* C.JR, C.JALR */
        if (bits(w, 2, 5) == 0 && bits(w, 7, 5) != 0)
            i->kind = bits(w, 12, 1) ? K_CALL_REG : K_BRANCH_REG;
        break;
    }
}

bool decode_riscv(struct insn *i, const uint8_t *bytes, size_t available, uint32_t address) {
    memset(i, 0, sizeof *i);
    i->address = address;
    i->kind = K_ALU;
    i->length = available >= 2 && (bytes[0] & 3) != 3 ? 2 : 4;
    if (available < i->length)
        return true;
    if (i->length == 2) {
        compressed(i, bytes[0] | (uint32_t)bytes[1] << 8);
        return true;
    }
    uint32_t w =
        bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
    switch (w & 0x7f) {
    case 0x6f: /* JAL */
        i->kind = links(bits(w, 7, 5)) ? K_CALL : K_BRANCH;
        i->target = address + (uint32_t)sign_extend(bits(w, 31, 1) << 20 | bits(w, 12, 8) << 12 |
                                                        bits(w, 20, 1) << 11 | bits(w, 21, 10) << 1,
                                                    21);
        break;
    case 0x67: /* JALR */
        i->kind = links(bits(w, 7, 5)) ? K_CALL_REG : K_BRANCH_REG;
        break;
    case 0x63:
        i->kind = K_BRANCH_COND;
        i->target = address + (uint32_t)sign_extend(bits(w, 31, 1) << 12 | bits(w, 7, 1) << 11 |
                                                        bits(w, 25, 6) << 5 | bits(w, 8, 4) << 1,
                                                    13);
        break;
    }
    return true;
}
