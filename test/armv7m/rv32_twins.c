/* Assembly and C twins (whose names begin with c_) side by side, for an emulator that runs Linux
 * programs. Prints "right", or the function that differs or changes registers.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stddef.h>
#include <stdint.h>

enum { TIMES = 3000, WORDS = 1024 };

typedef void function(void *, uintptr_t, uintptr_t);
function ksig_keccak_f1600, c_ksig_keccak_f1600, ksig_sha256_compress, c_ksig_sha256_compress;
void checked(function *f, void *first, uintptr_t second, uintptr_t third);
void _start(void);

/* s0 to s11 are one more from register to register, and have to be when f returns. */
uint32_t wrong;
__asm__("checked:\n"
        "    addi sp, sp, -64\n"
        "    sw ra, 0(sp)\n    sw s0, 4(sp)\n    sw s1, 8(sp)\n    sw s2, 12(sp)\n"
        "    sw s3, 16(sp)\n    sw s4, 20(sp)\n    sw s5, 24(sp)\n    sw s6, 28(sp)\n"
        "    sw s7, 32(sp)\n    sw s8, 36(sp)\n    sw s9, 40(sp)\n    sw s10, 44(sp)\n"
        "    sw s11, 48(sp)\n    sw gp, 52(sp)\n    sw tp, 56(sp)\n    sw sp, stack, t0\n"
        "    li s0, 1000\n    addi s1, s0, 1\n    addi s2, s0, 2\n    addi s3, s0, 3\n"
        "    addi s4, s0, 4\n    addi s5, s0, 5\n    addi s6, s0, 6\n    addi s7, s0, 7\n"
        "    addi s8, s0, 8\n    addi s9, s0, 9\n    addi s10, s0, 10\n    addi s11, s0, 11\n"
        "    mv t0, a0\n    mv a0, a1\n    mv a1, a2\n    mv a2, a3\n    jalr t0\n"
        "    li t0, 1000\n    li t1, 0\n"
        "    xor t2, s0, t0\n    or t1, t1, t2\n    addi t0, t0, 1\n"
        "    xor t2, s1, t0\n    or t1, t1, t2\n    addi t0, t0, 1\n"
        "    xor t2, s2, t0\n    or t1, t1, t2\n    addi t0, t0, 1\n"
        "    xor t2, s3, t0\n    or t1, t1, t2\n    addi t0, t0, 1\n"
        "    xor t2, s4, t0\n    or t1, t1, t2\n    addi t0, t0, 1\n"
        "    xor t2, s5, t0\n    or t1, t1, t2\n    addi t0, t0, 1\n"
        "    xor t2, s6, t0\n    or t1, t1, t2\n    addi t0, t0, 1\n"
        "    xor t2, s7, t0\n    or t1, t1, t2\n    addi t0, t0, 1\n"
        "    xor t2, s8, t0\n    or t1, t1, t2\n    addi t0, t0, 1\n"
        "    xor t2, s9, t0\n    or t1, t1, t2\n    addi t0, t0, 1\n"
        "    xor t2, s10, t0\n    or t1, t1, t2\n    addi t0, t0, 1\n"
        "    xor t2, s11, t0\n    or t1, t1, t2\n"
        "    lw t0, stack\n    xor t2, t0, sp\n    or t1, t1, t2\n    mv sp, t0\n"
        "    lw t2, 52(sp)\n    xor t2, t2, gp\n    or t1, t1, t2\n"
        "    lw t2, 56(sp)\n    xor t2, t2, tp\n    or t1, t1, t2\n"
        "    lw t0, wrong\n    or t1, t1, t0\n    sw t1, wrong, t0\n"
        "    lw ra, 0(sp)\n    lw s0, 4(sp)\n    lw s1, 8(sp)\n    lw s2, 12(sp)\n"
        "    lw s3, 16(sp)\n    lw s4, 20(sp)\n    lw s5, 24(sp)\n    lw s6, 28(sp)\n"
        "    lw s7, 32(sp)\n    lw s8, 36(sp)\n    lw s9, 40(sp)\n    lw s10, 44(sp)\n"
        "    lw s11, 48(sp)\n    addi sp, sp, 64\n    ret\n"
        "    .local stack\n    .comm stack, 4, 4\n");

static uint32_t numbers[4] = {1, 2, 3, 4};

/* xoshiro128++ */
static uint32_t next(void) {
    uint32_t *const s = numbers, t = s[1] << 9, sum = s[0] + s[3];
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = s[3] << 11 | s[3] >> 21;
    return (sum << 7 | sum >> 25) + s[0];
}

static void say(const char *text, size_t length, int code) {
    register uintptr_t a0 __asm__("a0") = 1, a1 __asm__("a1") = (uintptr_t)text,
                          a2 __asm__("a2") = length, a7 __asm__("a7") = 64;
    __asm__ volatile("ecall" : "+r"(a0) : "r"(a1), "r"(a2), "r"(a7) : "memory");
    a0 = (uintptr_t)code;
    a7 = 93;
    __asm__ volatile("ecall" : : "r"(a0), "r"(a7));
}
#define SAY(text, code) say(text "\n", sizeof text, code)

static uint32_t mine[WORDS], its[WORDS];

/* What two functions make of `count` words, the second argument `behind` words after the first if
 * that is not 0. All values are within `bound` if that is not 0. */
static int same(function *f, function *twin, unsigned count, unsigned behind, uintptr_t second,
                uint32_t bound, unsigned times) {
    for (unsigned n = 0; n < times; n++) {
        for (unsigned i = 0; i < count; i++) {
            mine[i] = n == 0 ? 0 : n == 1 ? UINT32_MAX : next();
            if (bound)
                mine[i] = n == 0 ? bound : n == 1 ? -bound : mine[i] % (2 * bound + 1) - bound;
            its[i] = mine[i];
        }
        checked(f, mine, behind ? (uintptr_t)(mine + behind) : second, 0);
        twin(its, behind ? (uintptr_t)(its + behind) : second, 0);
        for (unsigned i = 0; i < count; i++)
            if (mine[i] != its[i] && (behind == 0 || i < behind))
                return 0;
    }
    return !wrong;
}

void _start(void) {
    if (!same(ksig_keccak_f1600, c_ksig_keccak_f1600, 50, 0, 200, 0, TIMES))
        SAY("ksig_keccak_f1600", 1);
    if (!same(ksig_sha256_compress, c_ksig_sha256_compress, 24, 8, 0, 0, TIMES))
        SAY("ksig_sha256_compress", 1);
    SAY("right", 0);
}
