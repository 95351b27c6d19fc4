/* SPDX-License-Identifier: Apache-2.0 OR MIT
 * The floating-point instructions of FPv4-SP (Armv7-M Architecture Reference Manual, A6): loads and
 * stores of double registers exist, arithmetic is single precision. */
#include "decode.h"

static void load_store(struct insn *i, uint32_t a, uint32_t b) {
    uint32_t n = bits(a, 0, 4), words = bits(b, 0, 8);
    bool pre = bits(a, 8, 1), up = bits(a, 7, 1), writeback = bits(a, 5, 1), load = bits(a, 4, 1);
    int32_t size = (int32_t)(4 * words);
    i->uses = reg_bit(n) & 0x7fff;
    i->sp_access = n == SP;
    if (pre && !writeback) { /* VLDR, VSTR */
        i->kind = load ? K_FP_LOAD : K_FP_STORE;
        i->words = bits(b, 8, 1) ? 2 : 1;
        i->sp_offset = up ? size : -size;
    } else if (pre != up && words != 0) { /* VLDM, VSTM, VPUSH, VPOP */
        i->kind = load ? K_LOAD_MULTI : K_STORE_MULTI;
        i->words = (uint8_t)words;
        i->sp_offset = pre ? -size : 0;
        i->sp_change = n == SP && writeback ? (pre ? -size : size) : 0;
        if (writeback)
            write_reg(i, n);
    }
}

void decode_fp(struct insn *i, uint32_t a, uint32_t b) {
    bool to_core = bits(a, 4, 1);
    if (bits(a, 12, 1) || (bits(b, 8, 4) & 14) != 10) /* a coprocessor other than 10 and 11 */
        return;
    if ((a & 0xffe0) == 0xec40) { /* VMOV of two core registers */
        if ((b & 0x00d0) != 0x0010)
            return;
        i->kind = K_FP_PAIR;
        if (to_core) {
            write_reg(i, bits(b, 12, 4));
            write_reg(i, bits(a, 0, 4));
        }
    } else if (!bits(a, 9, 1)) {
        load_store(i, a, b);
    } else if (bits(a, 8, 1)) { /* Advanced SIMD */
        return;
    } else if (!bits(b, 4, 1)) { /* arithmetic; bit 2 of the first opcode is D, a register bit */
        uint32_t op = bits(a, 7, 1) << 2 | bits(a, 4, 2);
        bool root = (a & 0xffbf) == 0xeeb1 && bits(b, 6, 2) == 3;
        if (bits(b, 8, 1) && op != 7) /* double precision: only conversions name coprocessor 11 */
            return;
        i->kind = op == 4 || root ? K_FP_DIV : op <= 1 || op == 5 || op == 6 ? K_FP_MAC : K_FP;
    } else if ((b & 0x007f) == 0x0010 &&
               ((a & 0xffe0) == 0xee00 || ((a & 0xffc0) == 0xee00 && bits(b, 8, 1)) ||
                (a & 0xffef) == 0xeee1)) {
        /* VMOV of a core register and a single register or half a double register; VMSR, VMRS */
        i->kind = K_FP;
        if (to_core && bits(b, 12, 4) != PC)
            write_reg(i, bits(b, 12, 4));
    }
}
