/* Keccak-f[1600] and the compressions of SHA-2, run natively where an emulated core calls them:
 * native_hash.py says how. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unicorn/unicorn.h>

enum { BITS = 1600, ARGUMENTS = 1024, BELOW_STACK = 256 };
enum { KEPT, SCHEDULE, SWAPPED, REFUSED }; /* what is in the block afterwards; REFUSED: emulated */
enum {
    HOOK_KECCAK,
    HOOK_SHA256,
    HOOK_SHA512,
    HOOK_SHA256_FROM
}; /* the functions of hash/keccak.h and hash/sha2.h */

typedef struct form {
    uint16_t in[BITS], out[BITS]; /* of each bit in memory, its number in the standard's state */
    bool in_plain[25], out_plain[25]; /* the same, for all of a lane */
} form;

typedef struct native {
    uc_engine *uc;
    int counter, link, stack, argument[3];
    uint32_t link_bit, ram, ram_end;
    bool enabled, refused[ARGUMENTS];
    int unknown; /* an argument of Keccak whose form is to be learned, or -1 */
    form *forms[ARGUMENTS];
    uint64_t constants[80]; /* of SHA-512; their upper halves are those of SHA-256 */
    bool from;              /* SHA-256 takes a third argument */
    bool ends;              /* and stands for ksig_sha256_end if the second one is odd */
    unsigned left[2];       /* KEPT, .., of SHA-256 and SHA-512 */
    uint64_t runs;
} native;

static uint32_t reg(const native *n, int name) {
    uint32_t value = 0;
    uc_reg_read(n->uc, name, &value);
    return value;
}

/* Whether the emulated function could read and write this, too, and what it pushes would not change
 * it. */
static bool is_memory(const native *n, uint32_t address, uint32_t length) {
    const uint32_t stack = reg(n, n->stack);
    const bool in_ram = address >= n->ram && address <= n->ram_end - length && address % 4 == 0;
    return in_ram && (address >= stack || address + length <= stack - BELOW_STACK);
}

static bool meet(uint32_t a, uint32_t a_length, uint32_t b, uint32_t b_length) {
    return a < b + b_length && b < a + a_length;
}

static bool returns(const native *n) { return (reg(n, n->link) & 1) == n->link_bit; }

static void go_back(native *n) {
    uint32_t link = reg(n, n->link);
    n->runs++;
    uc_reg_write(n->uc, n->counter, &link);
}

/* ---- Keccak --------------------------------------------------------------------------------- */

static uint64_t rotated(uint64_t x, unsigned by) { return by ? x << by | x >> (64 - by) : x; }

/* FIPS 202, section 3.3: lane x + 5 y. */
void keccak_f1600(uint64_t a[25]) {
    static uint8_t places[24], rotations[24];
    for (unsigned t = 0, x = 1, y = 0; t < 24 && !places[23]; t++) {
        const unsigned next = (2 * x + 3 * y) % 5;
        x = y;
        y = next;
        places[t] = (uint8_t)(x + 5 * y);
        rotations[t] = (t + 1) * (t + 2) / 2 % 64;
    }
    uint8_t lfsr = 1;
    for (unsigned round = 0; round < 24; round++) {
        uint64_t c[7], b[7];
        for (unsigned x = 0; x < 5; x++)
            c[x + 1] = a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15] ^ a[x + 20];
        c[0] = c[5];
        c[6] = c[1];
        for (unsigned x = 0; x < 5; x++) {
            const uint64_t delta = c[x] ^ rotated(c[x + 2], 1);
            for (unsigned y = 0; y < 25; y += 5)
                a[x + y] ^= delta;
        }
        for (unsigned t = 0; t < 24; t++) {
            const uint64_t moved = t ? c[0] : a[1];
            c[0] = a[places[t]];
            a[places[t]] = rotated(moved, rotations[t]);
        }
        for (unsigned y = 0; y < 25; y += 5) {
            memcpy(b, a + y, 40);
            b[5] = b[0];
            b[6] = b[1];
            for (unsigned x = 0; x < 5; x++)
                a[x + y] = b[x] ^ (~b[x + 1] & b[x + 2]);
        }
        for (unsigned j = 0; j < 7; j++) {
            a[0] ^= (uint64_t)(lfsr & 1) << ((1u << j) - 1);
            lfsr = (uint8_t)(lfsr << 1 ^ (lfsr >> 7) * 0x71);
        }
    }
}

/* Most lanes have the standard's form. */
static void to_state(uint64_t state[25], const uint64_t memory[25], const form *f) {
    memset(state, 0, BITS / 8);
    for (unsigned lane = 0; lane < 25; lane++)
        if (f->in_plain[lane])
            state[lane] |= memory[lane];
        else
            for (unsigned bit = 64 * lane; bit < 64 * lane + 64; bit++)
                state[f->in[bit] / 64] |= (memory[lane] >> bit % 64 & 1) << f->in[bit] % 64;
}

static void to_memory(uint64_t memory[25], const uint64_t state[25], const form *f) {
    memset(memory, 0, BITS / 8);
    for (unsigned lane = 0; lane < 25; lane++)
        if (f->out_plain[lane])
            memory[lane] = state[lane];
        else
            for (unsigned bit = 64 * lane; bit < 64 * lane + 64; bit++)
                memory[lane] |= (state[f->out[bit] / 64] >> f->out[bit] % 64 & 1) << bit % 64;
}

static void on_keccak(uc_engine *uc, uint64_t address, uint32_t size, void *user) {
    native *n = user;
    (void)address, (void)size;
    if (!n->enabled || !returns(n))
        return;
    const uint32_t at = reg(n, n->argument[0]), argument = reg(n, n->argument[1]);
    if (argument >= ARGUMENTS || n->refused[argument] || !is_memory(n, at, BITS / 8))
        return;
    const form *f = n->forms[argument];
    if (!f) {
        n->unknown = (int)argument;
        return;
    }
    uint64_t memory[25], state[25];
    uc_mem_read(uc, at, memory, sizeof memory);
    to_state(state, memory, f);
    keccak_f1600(state);
    to_memory(memory, state, f);
    uc_mem_write(uc, at, memory, sizeof memory);
    go_back(n);
}

/* ---- SHA-2 ---------------------------------------------------------------------------------- */

#define WORD uint32_t
#define BYTES_SWAPPED __builtin_bswap32
#define SHA2(name) sha256_##name
#define ROUNDS 64
#define SUMS 2, 13, 22, 6, 11, 25
#define SIGMAS 7, 18, 3, 17, 19, 10
#include "native_sha2.h"

#define WORD uint64_t
#define BYTES_SWAPPED __builtin_bswap64
#define SHA2(name) sha512_##name
#define ROUNDS 80
#define SUMS 28, 34, 39, 14, 18, 41
#define SIGMAS 1, 8, 7, 19, 61, 6
#include "native_sha2.h"

/* ---- For native_hash.py --------------------------------------------------------------------- */

/* registers: counter, link, stack and three arguments. */
native *native_new(uc_engine *uc, const int registers[6], uint32_t link_bit, uint32_t ram,
                   uint32_t ram_bytes, const uint64_t constants[80]) {
    native *n = calloc(1, sizeof *n);
    if (!n)
        abort();
    n->uc = uc;
    n->counter = registers[0];
    n->link = registers[1];
    n->stack = registers[2];
    memcpy(n->argument, registers + 3, sizeof n->argument);
    n->link_bit = link_bit;
    n->ram = ram;
    n->ram_end = ram + ram_bytes;
    n->unknown = -1;
    memcpy(n->constants, constants, sizeof n->constants);
    return n;
}

void native_free(native *n) {
    for (unsigned i = 0; i < ARGUMENTS; i++)
        free(n->forms[i]);
    free(n);
}

/* Before the function at `address`. which: HOOK_KECCAK, .. */
int native_hook(native *n, unsigned which, uint64_t address) {
    void *const hooks[] = {(void *)on_keccak, (void *)sha256_hook, (void *)sha512_hook,
                           (void *)sha256_hook};
    uc_hook made;
    n->from |= which == HOOK_SHA256_FROM;
    return uc_hook_add(n->uc, &made, UC_HOOK_CODE, hooks[which], n, address, address);
}

void native_enable(native *n, bool enabled) { n->enabled = enabled; }

/* left: KEPT, .., as `which` leaves its block. */
void native_sha2(native *n, unsigned which, unsigned left, bool ends) {
    n->left[which == HOOK_SHA512] = left;
    if (which == HOOK_SHA256_FROM)
        n->ends = ends;
}

/* An argument of Keccak that was met since and is not known yet, or -1. */
int native_unknown(native *n) {
    const int unknown = n->unknown;
    n->unknown = -1;
    return unknown;
}

/* Without forms: Keccak with this argument is emulated. */
void native_learn(native *n, unsigned argument, const uint16_t *in, const uint16_t *out) {
    form *f = n->forms[argument];
    n->refused[argument] = !in;
    if (!in)
        return;
    if (!f && !(f = malloc(sizeof *f)))
        abort();
    memcpy(f->in, in, sizeof f->in);
    memcpy(f->out, out, sizeof f->out);
    for (unsigned lane = 0; lane < 25; lane++) {
        f->in_plain[lane] = f->out_plain[lane] = true;
        for (unsigned bit = 64 * lane; bit < 64 * lane + 64; bit++) {
            f->in_plain[lane] &= in[bit] == bit;
            f->out_plain[lane] &= out[bit] == bit;
        }
    }
    n->forms[argument] = f;
}

/* How often a function ran natively. */
uint64_t native_runs(const native *n) { return n->runs; }
