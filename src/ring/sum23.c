/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "ring/sum23.h"

#include "arch/gates.h"
#include "kilosig/config.h"
#include "ring/groups23.h"
#include "util/bytes.h"

#if !KSIG_ASM_SUM23 && !KSIG_SHORT_RING

/* Ascending: a group's words are at or below its values, or separate. */
void ksig_sum23_pack(uint32_t words[192], const int32_t values[256]) {
    for (const int32_t *end = values + 256; values < end; values += 4, words += 3) {
        const int32_t value[4] = {ksig_reduce23(values[0]), ksig_reduce23(values[1]),
                                  ksig_reduce23(values[2]), ksig_reduce23(values[3])};
        ksig_store_group23(words, value);
    }
}

#endif

/* Descending, for the same reason. */
void ksig_sum23_unpack(int32_t *values, const uint32_t *words, unsigned groups) {
    while (groups-- > 0)
        ksig_load_group23(values + 4 * groups, words + 3 * groups);
}

#if !KSIG_SHORT_RING

/* MultiplyNTT (FIPS 204 Algorithm 45), negated. */
void ksig_sum23_multiply(uint32_t *words, const int32_t *factors, unsigned groups) {
    for (uint32_t *end = words + 3 * groups; words < end; words += 3, factors += 4) {
        int32_t value[4]; /* without loops: compilers would not unroll them, and keep the values on
                           * the stack */
        ksig_load_group23(value, words);
        value[0] = -ksig_multiply23(value[0], factors[0]);
        value[1] = -ksig_multiply23(value[1], factors[1]);
        value[2] = -ksig_multiply23(value[2], factors[2]);
        value[3] = -ksig_multiply23(value[3], factors[3]);
        ksig_store_group23(words, value);
    }
}

/* MultiplyNTT (FIPS 204 Algorithm 45), negated: within q / 2 + 16^2 q^2 / 2^32, below q. */
void ksig_sum23_multiply_values(uint32_t *words, const int32_t *values, const int32_t *factors,
                                unsigned groups) {
    for (const int32_t *end = values + 4 * groups; values < end;
         values += 4, words += 3, factors += 4) {
        const int32_t value[4] = {
            -ksig_multiply23(values[0], factors[0]), -ksig_multiply23(values[1], factors[1]),
            -ksig_multiply23(values[2], factors[2]), -ksig_multiply23(values[3], factors[3])};
        ksig_store_group23(words, value);
    }
}

/* AddNTT (FIPS 204 Algorithm 44) of a product (MultiplyNTT, Algorithm 45), value by value. A
 * product is at most q in absolute value, so the sum is within 2 q and is brought back within q. */
static inline int32_t add_product(int32_t sum, int32_t a, int32_t b) {
    sum += ksig_multiply23(a, b);
#ifdef __riscv
    /* Also used for secrets (ring/short23.h): compilers turned the version below into a branch. */
    return sum - KSIG_Q23 + (int32_t)(2u * KSIG_Q23 & ksig_sign_mask((uint32_t)sum));
#else
    return sum + (sum < 0 ? KSIG_Q23 : -KSIG_Q23);
#endif
}

#else

/* The same without long products. For |b| <= 0.51 q and a < q the quotient is too low by -75 to
 * 203; so the sum, within 0.7 q, is reduced together with the product and stays within 0.7 q. */
static inline int32_t add_short_product(int32_t sum, int32_t a, int32_t b) {
    const int32_t quotient = (b >> 7) * ((a + (a >> 10) + 128) >> 8) >> 8;
    return ksig_reduce23((int32_t)((uint32_t)sum + (uint32_t)a * (uint32_t)b -
                                   (uint32_t)quotient * (uint32_t)KSIG_Q23));
}

static inline int32_t add_product(int32_t sum, int32_t a, int32_t b) {
    return add_short_product(sum, a, ksig_reduce23(b));
}

#endif

void ksig_sum23_add_product(uint32_t words[3], unsigned n, int32_t factor, int32_t uniform) {
    int32_t value[4];
    ksig_load_group23(value, words);
    value[n] = add_product(value[n], uniform, factor);
    ksig_store_group23(words, value);
}

#if (!KSIG_ASM_SUM23 || !KSIG_ASM_SUM23_PACKED) && !KSIG_ASM_SHORT23 && !KSIG_RV32_RING

/* Four bytes of a sponge's output. */
static inline uint32_t stream_word(const uint8_t *p) {
#if KSIG_FAST_UNALIGNED
    return ksig_load32(p);
#else
    uint32_t word = 0;
    for (unsigned i = 4;
         i-- > 0;) /* lanes are words, so an address gives a byte's position in its word */
        word = word << 8 | *(const uint8_t *)KSIG_LE_INDEX((uintptr_t)(p + i));
    return word;
#endif
}

/* CoeffFromThreeBytes (FIPS 204 Algorithm 14), four times. Reads the next four numbers; returns
 * nonzero if one of them must be rejected. */
static inline uint32_t next_numbers(int32_t number[4], const uint8_t *stream) {
    const uint32_t w0 = stream_word(stream), w1 = stream_word(stream + 4),
                   w2 = stream_word(stream + 8);
    const uint32_t a0 = w0 & 0x7fffff, a1 = (w0 >> 24 | w1 << 8) & 0x7fffff;
    const uint32_t a2 = (w1 >> 16 | w2 << 16) & 0x7fffff, a3 = w2 >> 8 & 0x7fffff;
    number[0] = (int32_t)a0;
    number[1] = (int32_t)a1;
    number[2] = (int32_t)a2;
    number[3] = (int32_t)a3;
    return a0 >= KSIG_Q23 || a1 >= KSIG_Q23 || a2 >= KSIG_Q23 || a3 >= KSIG_Q23;
}

#endif

#if !KSIG_ASM_SUM23_ADD && !KSIG_ASM_SHORT23

static inline void add_group(uint32_t *words, const int32_t *factors, const int32_t number[4]) {
    int32_t value[4];
    ksig_load_group23(value, words);
    value[0] = add_product(value[0], number[0], factors[0]);
    value[1] = add_product(value[1], number[1], factors[1]);
    value[2] = add_product(value[2], number[2], factors[2]);
    value[3] = add_product(value[3], number[3], factors[3]);
    ksig_store_group23(words, value);
}

/* RejNTTPoly (FIPS 204 Algorithm 30) up to a rejection; each number is multiplied as it is read. */
unsigned ksig_sum23_add_products(uint32_t *words, const int32_t *factors, const uint8_t *stream,
                                 unsigned groups) {
    unsigned done = 0;
    int32_t number[4];
    for (; done < groups && next_numbers(number, stream) == 0;
         done++, stream += 12, words += 3, factors += 4)
        add_group(words, factors, number);
    return done;
}

#endif

#if !KSIG_ASM_SUM23_PACKED

void ksig_ntt23_pack(uint32_t words[192], int32_t values[256]) {
    ksig_ntt23(values);
    ksig_sum23_pack(words, values);
}

#endif

#if !KSIG_ASM_SUM23_PACKED && !KSIG_ASM_SHORT23 && !KSIG_RV32_RING

static inline int32_t add_packed_product(int32_t sum, int32_t number, int32_t factor) {
#if KSIG_SHORT_RING
    return add_short_product(sum, number, factor);
#elif defined(__riscv)
    return add_product(sum, number, factor); /* as in the assembly */
#else
    return ksig_multiply_add23(number, factor, sum);
#endif
}

/* RejNTTPoly (FIPS 204 Algorithm 30) up to a rejection, likewise. */
unsigned ksig_sum23_add_packed_products(uint32_t *words, const uint32_t *factors,
                                        const uint8_t *stream, unsigned groups) {
    unsigned done = 0;
    int32_t number[4], factor[4];
    for (; done < groups && next_numbers(number, stream) == 0;
         done++, stream += 12, words += 3, factors += 3) {
        int32_t value[4];
        ksig_load_group23(factor, factors);
        ksig_load_group23(value, words);
        value[0] = add_packed_product(value[0], number[0], factor[0]);
        value[1] = add_packed_product(value[1], number[1], factor[1]);
        value[2] = add_packed_product(value[2], number[2], factor[2]);
        value[3] = add_packed_product(value[3], number[3], factor[3]);
        ksig_store_group23(words, value);
    }
    return done;
}

#endif
