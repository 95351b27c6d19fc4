/* SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * Each byte of data memory, which the registers are part of, has a mask of its secret bits; C, T
 * and the other flags of SREG together are secret or not. What an instruction writes is secret
 * where it depends on a secret bit; logic and shifts go bit by bit, sums smear upwards, products
 * over everything. Opcodes: AVR Instruction Set Manual (Microchip DS40002198). */
#include "secrets.h"

#include <string.h>

enum { SPL = 0x5d, SREG = 0x5f, X = 26, Y = 28, Z = 30, CALLS = 64, DEPTH = 6, FOUND = 16384 };
enum { FLAG_C = 0, FLAG_T = 6, FLAG_I = 7 };

typedef struct place {
    char kind;
    uint32_t at[DEPTH];
} place;

static uint8_t secret[0x10000], secret_c, secret_t, secret_z; /* z: Z, N, V, S and H */
static uint32_t caller[CALLS];
static uint16_t stack_at[CALLS];
static unsigned calls, overflown;
static place found[FOUND];

static void meet(char kind, uint32_t pc) {
    place here = {.kind = kind, .at = {pc}};
    uint32_t hash = 0;
    for (unsigned i = 1; i < DEPTH && i <= calls && calls <= CALLS; i++)
        here.at[i] = caller[calls - i];
    for (unsigned i = 0; i < DEPTH; i++)
        hash = (hash ^ here.at[i]) * UINT32_C(0x9e3779b1);
    for (unsigned tries = 0; tries < FOUND; tries++) {
        place *const at = &found[(hash + tries) % FOUND];
        if (at->kind == 0)
            *at = here;
        if (memcmp(at, &here, sizeof here) == 0)
            return;
    }
    overflown = 1;
}

void secrets_print(FILE *to) {
    for (unsigned i = 0; i < FOUND; i++) {
        if (found[i].kind == 0)
            continue;
        fputs(found[i].kind == 'b' ? "branch" : found[i].kind == 'a' ? "address" : "public", to);
        for (unsigned n = 0; n < DEPTH && (n == 0 || found[i].at[n] != 0); n++)
            fprintf(to, " %x", (unsigned)found[i].at[n]);
        fputc('\n', to);
    }
    if (overflown)
        fputs("too many\n", to);
}

static uint16_t word_at(const avr_t *avr, unsigned address) {
    return (uint16_t)(avr->data[address] | avr->data[address + 1] << 8);
}

static uint16_t code_at(const avr_t *avr, uint32_t pc) {
    return (uint16_t)(avr->flash[pc] | avr->flash[pc + 1] << 8);
}

/* An address is used, made of `registers` registers from r on. */
static uint16_t address_of(const avr_t *avr, unsigned r, unsigned registers) {
    for (unsigned i = 0; i < registers; i++) {
        if (secret[r + i]) {
            meet('a', avr->pc);
            break;
        }
    }
    return word_at(avr, r);
}

static void store(const avr_t *avr, uint16_t address, uint8_t mask, uint8_t value) {
    if (address == SREG)
        secret_c = secret_t = secret_z = mask != 0;
    else
        secret[address] = mask;
    if (address == MAILBOX_SAYS && value == PUBLIC)
        for (uint16_t i = 0, at = word_at(avr, MAILBOX); i < word_at(avr, MAILBOX + 2); i++)
            if (secret[(uint16_t)(at + i)]) {
                meet('d', avr->pc);
                break;
            }
    if (address == MAILBOX_SAYS)
        memset(secret + word_at(avr, MAILBOX), value == SECRET ? 0xff : 0,
               word_at(avr, MAILBOX + 2));
}

static uint8_t load(uint16_t address) {
    return address == SREG ? (secret_c | secret_t | secret_z ? 0xff : 0) : secret[address];
}

static void flags(uint8_t mask) { secret_c = secret_z = mask != 0; }

static void call(const avr_t *avr) {
    const uint16_t sp = word_at(avr, SPL);
    if (calls < CALLS) {
        caller[calls] = avr->pc;
        stack_at[calls] = sp;
    }
    calls++;
    memset(secret + sp - 2, 0, 3);
}

/* rcall .+0 is not a call, but makes room on the stack: what it pushed is gone when a true call
 * returns. */
static void leave(const avr_t *avr) {
    const uint16_t sp = (uint16_t)(word_at(avr, SPL) + 3);
    while (calls > 0 && (calls > CALLS || stack_at[calls - 1] <= sp))
        calls--;
}

/* Of a sum: a carry goes upwards. */
static uint8_t smeared(uint8_t mask, uint8_t carry) {
    return carry ? 0xff : (uint8_t)(mask | (0u - mask));
}

static void two_registers(const avr_t *avr, uint16_t op) {
    const unsigned d = op >> 4 & 31, r = (op & 15) | (op >> 5 & 16);
    const uint8_t a = avr->data[d], b = avr->data[r], either = secret[d] | secret[r],
                  differs = d == r ? 0 : either;
    switch (op >> 10) {
    case 1: /* CPC */
        secret_c |= differs != 0;
        secret_z |= secret_c;
        break;
    case 2: /* SBC */
        secret[d] = smeared(differs, secret_c);
        secret_c = secret[d] != 0;
        secret_z |= secret_c;
        break;
    case 3: /* ADD */
        flags(secret[d] = smeared(either, 0));
        break;
    case 5: /* CP */
        flags(differs);
        break;
    case 6: /* SUB */
        flags(secret[d] = smeared(differs, 0));
        break;
    case 7: /* ADC */
        flags(secret[d] = smeared(either, secret_c));
        break;
    case 8: /* AND: nothing of it is where the other bit is known to be 0 */
        secret_z = (secret[d] = either & (secret[d] | a) & (secret[r] | b)) != 0;
        break;
    case 9: /* EOR */
        secret_z = (secret[d] = differs) != 0;
        break;
    case 10: /* OR */
        secret_z = (secret[d] = (uint8_t)(either & (secret[d] | ~a) & (secret[r] | ~b))) != 0;
        break;
    default: /* MOV */
        secret[d] = secret[r];
    }
}

static void with_constant(uint16_t op) {
    const unsigned d = 16 + (op >> 4 & 15);
    const uint8_t k = (uint8_t)((op & 15) | (op >> 4 & 0xf0));
    switch (op >> 12) {
    case 3: /* CPI */
        flags(secret[d]);
        break;
    case 4: /* SBCI */
        secret[d] = smeared(secret[d], secret_c);
        secret_c = secret[d] != 0;
        secret_z |= secret_c;
        break;
    case 5: /* SUBI */
        flags(secret[d] = smeared(secret[d], 0));
        break;
    case 14: /* LDI */
        secret[d] = 0;
        break;
    default: /* ORI, ANDI */
        secret[d] &= (uint8_t)(op >> 12 == 6 ? ~k : k);
        secret_z = secret[d] != 0;
    }
}

static void load_or_store(const avr_t *avr, uint16_t op) {
    const unsigned d = op >> 4 & 31, stores = op >> 9 & 1;
    uint16_t address;
    switch (op & 15) {
    case 0: /* LDS, STS */
        address = code_at(avr, avr->pc + 2);
        break;
    case 1:
        address = address_of(avr, Z, 2);
        break;
    case 2:
        address = (uint16_t)(address_of(avr, Z, 2) - 1);
        break;
    case 9:
        address = address_of(avr, Y, 2);
        break;
    case 10:
        address = (uint16_t)(address_of(avr, Y, 2) - 1);
        break;
    case 12:
    case 13:
        address = address_of(avr, X, 2);
        break;
    case 14:
        address = (uint16_t)(address_of(avr, X, 2) - 1);
        break;
    case 15: /* POP, PUSH */
        address = (uint16_t)(word_at(avr, SPL) + !stores);
        break;
    default: /* LPM and ELPM: flash has no secrets */
        (void)address_of(avr, Z, 2);
        secret[d] = 0;
        return;
    }
    if (stores)
        store(avr, address, secret[d], avr->data[d]);
    else
        secret[d] = load(address);
}

/* 1001 010d dddd xxxx */
static void one_register(const avr_t *avr, uint16_t op) {
    const unsigned d = op >> 4 & 31;
    switch (op & 15) {
    case 0: /* COM */
        secret_z = secret[d] != 0;
        secret_c = 0;
        break;
    case 1: /* NEG */
        flags(secret[d] = smeared(secret[d], 0));
        break;
    case 2: /* SWAP */
        secret[d] = (uint8_t)(secret[d] << 4 | secret[d] >> 4);
        break;
    case 3:  /* INC */
    case 10: /* DEC */
        secret_z = (secret[d] = smeared(secret[d], 0)) != 0;
        break;
    case 5:   /* ASR */
    case 6:   /* LSR */
    case 7: { /* ROR */
        const uint8_t low = secret[d] & 1, top = (op & 15) == 5               ? secret[d] & 0x80
                                                 : (op & 15) == 7 && secret_c ? 0x80
                                                                              : 0;
        secret[d] = (uint8_t)(secret[d] >> 1 | top);
        secret_c = low;
        secret_z = secret[d] != 0 || low != 0;
        break;
    }
    case 8:
        if (op == 0x9508 || op == 0x9518) /* RET, RETI */
            leave(avr);
        else if ((op & 0xff0f) == 0x9408) { /* BSET, BCLR */
            const unsigned flag = op >> 4 & 7;
            if (flag == FLAG_C)
                secret_c = 0;
            else if (flag == FLAG_T)
                secret_t = 0;
        } else if (op == 0x95c8 || op == 0x95d8) { /* LPM, ELPM */
            (void)address_of(avr, Z, 2);
            secret[0] = 0;
        }
        break;
    case 9: /* IJMP, ICALL, with E too */
        (void)address_of(avr, Z, 2);
        if (op >> 8 == 0x95)
            call(avr);
        break;
    case 14: /* CALL */
    case 15:
        call(avr);
        break;
    default: /* JMP */
        break;
    }
}

static void branch(const avr_t *avr, uint8_t is_secret) {
    if (is_secret)
        meet('b', avr->pc);
}

/* What takes one word and one cycle, and neither jumps nor has an address. Skipping it takes as
 * long as executing it: avr-gcc's conditional moves are made of it. */
static int is_short(uint16_t op) {
    switch (op >> 12) {
    case 0: /* but MULS and MULSU */
        return op >> 8 < 2 || op >> 8 > 3;
    case 1: /* but CPSE */
        return op >> 10 != 4;
    case 9: /* COM to DEC, SWAP, BSET, BCLR */
        return op >> 9 == 0x4a && ((op & 15) < 8 || (op & 15) == 10 || (op & 0xff0f) == 0x9408);
    case 15: /* BLD, BST */
        return op >> 10 == 0x3e;
    default:
        return (op >> 12 >= 2 && op >> 12 <= 7) || op >> 12 == 14;
    }
}

static void skip(const avr_t *avr, uint8_t is_secret) {
    if (is_secret && !is_short(code_at(avr, avr->pc + 2)))
        meet('b', avr->pc);
}

static void product(unsigned a, unsigned b) {
    flags(secret[0] = secret[1] = secret[a] | secret[b] ? 0xff : 0);
}

void secrets_follow(const avr_t *avr) {
    const uint16_t op = code_at(avr, avr->pc);
    const unsigned d = op >> 4 & 31;
    switch (op >> 12) {
    case 0:
        if (op >> 8 == 1) /* MOVW */
            memcpy(secret + (op >> 3 & 30),
                   (uint8_t[]){secret[op << 1 & 30], secret[(op << 1 & 30) + 1]}, 2);
        else if (op >> 8 == 2) /* MULS */
            product(16 + (op >> 4 & 15), 16 + (op & 15));
        else if (op >> 8 == 3) /* MULSU, FMUL */
            product(16 + (op >> 4 & 7), 16 + (op & 7));
        else if (op >> 8 > 3)
            two_registers(avr, op);
        break;
    case 1:
        if (op >> 10 == 4) /* CPSE */
            skip(avr, secret[d] | secret[(op & 15) | (op >> 5 & 16)]);
        else
            two_registers(avr, op);
        break;
    case 2:
        two_registers(avr, op);
        break;
    case 3:
    case 4:
    case 5:
    case 6:
    case 7:
    case 14:
        with_constant(op);
        break;
    case 8:
    case 10: { /* LDD, STD */
        const uint16_t q = (op & 7) | (op >> 7 & 0x18) | (op >> 8 & 0x20);
        const uint16_t address = (uint16_t)(address_of(avr, op & 8 ? Y : Z, 2) + q);
        if (op >> 9 & 1)
            store(avr, address, secret[d], avr->data[d]);
        else
            secret[d] = load(address);
        break;
    }
    case 9:
        if (op >> 10 == 0x24) { /* 1001 00 */
            load_or_store(avr, op);
        } else if (op >> 9 == 0x4a) { /* 1001 010 */
            one_register(avr, op);
        } else if (op >> 9 == 0x4b) { /* ADIW, SBIW */
            const unsigned pair = 24 + (op >> 3 & 6);
            secret[pair + 1] = smeared(secret[pair + 1], secret[pair]);
            secret[pair] = smeared(secret[pair], 0);
            flags(secret[pair] | secret[pair + 1]);
        } else if (op >> 8 == 0x99 || op >> 8 == 0x9b) { /* SBIC, SBIS */
            skip(avr, load((uint16_t)(0x20 + (op >> 3 & 31))) >> (op & 7) & 1);
        } else if (op >> 10 == 0x27) { /* MUL */
            product(d, (op & 15) | (op >> 5 & 16));
        }
        break;
    case 11: { /* IN, OUT */
        const uint16_t address = (uint16_t)(0x20 + ((op & 15) | (op >> 5 & 0x30)));
        if (op >> 11 & 1)
            store(avr, address, secret[d], avr->data[d]);
        else
            secret[d] = load(address);
        break;
    }
    case 13: /* RCALL */
        call(avr);
        break;
    case 15: {
        const unsigned flag = op & 7;
        if (op >> 11 == 0x1e) /* BRBS, BRBC */
            branch(avr, flag == FLAG_C   ? secret_c
                        : flag == FLAG_T ? secret_t
                        : flag == FLAG_I ? 0
                                         : secret_z);
        else if (op >> 9 == 0x7c) /* BLD */
            secret[d] = (uint8_t)((secret[d] & ~(1u << flag)) | (unsigned)secret_t << flag);
        else if (op >> 9 == 0x7d) /* BST */
            secret_t = secret[d] >> flag & 1;
        else /* SBRC, SBRS */
            skip(avr, secret[d] >> flag & 1);
        break;
    }
    default: /* RJMP */
        break;
    }
}
