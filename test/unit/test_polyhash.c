/* The universal hash over passes against its definition in plain arithmetic, and the bounds of its
 * limbs. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <string.h>

#include "check.h"
#include "stream/polyhash.h"

enum { LEAST = 1 << 27, MASK = 0x3ffffff, MOST_BLOCKS = 280 };

/* A number modulo p = 2^130 - 5: its 26-bit digits. */
typedef struct number {
    uint32_t digit[5];
} number;

/* Limbs of any size as the one number below p. */
static number normal(const uint32_t limb[5]) {
    number x, y;
    memcpy(x.digit, limb, sizeof x.digit);
    uint64_t carry = 0;
    for (unsigned round = 0; round < 3; round++) {
        for (unsigned i = 0; i < 5; i++) {
            carry += x.digit[i];
            x.digit[i] = (uint32_t)carry & MASK;
            carry >>= 26;
        }
        carry *= 5;
    }
    carry = 5; /* x + 5 reaches 2^130: x - p is what is left */
    for (unsigned i = 0; i < 5; i++) {
        carry += x.digit[i];
        y.digit[i] = (uint32_t)carry & MASK;
        carry >>= 26;
    }
    return carry ? y : x;
}

static number sum(number a, number b) {
    for (unsigned i = 0; i < 5; i++)
        a.digit[i] += b.digit[i];
    return normal(a.digit);
}

/* Bit by bit. */
static number product(number a, number b) {
    number result = {{0}};
    for (unsigned n = 0; n < 130; n++) {
        if (b.digit[n / 26] >> n % 26 & 1)
            result = sum(result, a);
        a = sum(a, a);
    }
    return result;
}

static number from_bytes(const uint8_t bytes[16]) {
    number x = {{0}};
    for (unsigned n = 0; n < 128; n++)
        x.digit[n / 26] |= (uint32_t)(bytes[n / 8] >> n % 8 & 1) << n % 26;
    return x;
}

static int same(number a, number b) { return memcmp(&a, &b, sizeof a) == 0; }

static number constant(void) {
    static const uint32_t e[5] = {LEAST, LEAST, LEAST, LEAST, LEAST};
    return normal(e);
}

/* What src/stream/polyhash.h says. */
static number expected(const uint8_t point[16], const uint8_t *data, unsigned blocks) {
    const number e = constant(), x = sum(from_bytes(point), e);
    number value = e;
    for (unsigned i = 0; i < blocks; i++)
        value = sum(product(sum(value, from_bytes(data + 16 * i)), x), e);
    return value;
}

/* No factor is small, and the sums of products stay below 2^60. */
static void check_limbs(const ksig_polyhash *h) {
    for (unsigned i = 0; i < 5; i++) {
        CHECK(h->point[i] >= LEAST && h->point[i] <= LEAST + MASK);
        CHECK(h->value[i] >= LEAST && h->value[i] <= LEAST + MASK + (i == 1 ? 512 : 0));
    }
}

/* Ends a pass; 1 if it was that of the first. */
static int agrees(ksig_polyhash *h) {
    const ksig_tally tally = ksig_polyhash_compare(h);
    CHECK((tally.bad == 0) == (tally.good == KSIG_POLYHASH_ITEMS));
    return tally.bad == 0;
}

static void test_passes(const uint8_t point[16], uint8_t *data, unsigned blocks) {
    ksig_polyhash h;
    ksig_polyhash_init(&h, point);
    CHECK(same(normal(h.value), constant()));
    ksig_polyhash_update(&h, data, 16 * blocks);
    CHECK(same(normal(h.value), expected(point, data, blocks)));
    check_limbs(&h);

    /* The first pass is kept; equal bytes in other parts agree with it; one changed bit anywhere
     * does not. */
    ksig_polyhash_keep(&h);
    for (unsigned i = 0; i < blocks; i++) {
        ksig_polyhash_update(&h, data + 16 * i, 16);
        check_limbs(&h);
    }
    CHECK(agrees(&h));
    for (unsigned bit = 0; bit < 128 * blocks; bit += 37) {
        data[bit / 8] ^= (uint8_t)(1 << bit % 8);
        ksig_polyhash_update(&h, data, 16 * blocks);
        CHECK(!agrees(&h));
        data[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
    /* A missing pass over the data is noticed as well. */
    CHECK(!agrees(&h));
    /* Cleared memory agrees with nothing, itself neither. */
    memset(&h, 0, sizeof h);
    CHECK(!agrees(&h));
}

/* Random bytes, or some that make small or large limbs. */
static void choose(uint8_t *out, size_t length, unsigned kind) {
    check_random_bytes(out, length);
    for (size_t i = 0; i < length; i++) {
        if (kind == 1)
            out[i] = 0;
        else if (kind == 2)
            out[i] = 0xff;
        else if (kind == 3) /* runs of zeros and ones */
            out[i] = (uint8_t)(out[i / 5 * 5] & 1 ? 0xff : 0);
        else if (kind == 4) /* one bit in a block */
            out[i] = (uint8_t)(out[i / 16 * 16] % 16 == i % 16 ? 1 << out[i] % 8 : 0);
    }
}

int main(void) {
    static uint8_t data[16 * MOST_BLOCKS];
    uint8_t point[16];
    for (unsigned kind = 0; kind < 25; kind++) {
        choose(point, sizeof point, kind / 5);
        choose(data, sizeof data, kind % 5);
        test_passes(point, data, 1 + kind % 3);
        test_passes(point, data, 40);
    }
    for (unsigned kind = 0; kind < 3; kind++) {
        choose(point, sizeof point, kind);
        choose(data, sizeof data, kind);
        test_passes(point, data, MOST_BLOCKS);
    }
    return check_end();
}
