/* SPDX-License-Identifier: Apache-2.0 OR MIT
 * Decodes instructions for the tests. Input lines: address and bytes in hex, in the order of
 * memory. Output lines: length, kind, target in hex (0 if none), change of SP, words, registers
 * written, and those used for addresses (RISC-V: all that are read), in hex. */
#include <stdio.h>
#include <string.h>

#include "../../../bench/plugin/decode.h"

int main(int argc, char **argv) {
    bool riscv = argc > 1 && strcmp(argv[1], "riscv") == 0;
    char text[16];
    unsigned address;
    while (scanf("%x %15s", &address, text) == 2) {
        uint8_t bytes[8] = {0};
        size_t n = 0;
        unsigned value;
        while (n < 4 && sscanf(text + 2 * n, "%2x", &value) == 1)
            bytes[n++] = (uint8_t)value;
        struct insn i;
        (riscv ? decode_riscv : decode_thumb)(&i, bytes, n, address);
        bool target = i.kind == K_BRANCH || i.kind == K_BRANCH_COND || i.kind == K_CALL;
        printf("%d %s %x %s%d %d %x %x\n", i.length, kind_name[i.kind], target ? i.target : 0,
               i.sp_lost ? "?" : "", (int)i.sp_change, i.words, (unsigned)i.writes,
               (unsigned)(i.uses | i.data));
    }
    return 0;
}
