/* The rANS encoder of HAETAE's signatures. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <string.h>

#include "check.h"
#include "haetae/common/haetae_params.h"
#include "haetae/sign/haetae_rans_encode.h"

static uint8_t symbol_of(const uint16_t *frequency, unsigned slot) {
    uint8_t symbol = 0;
    for (; slot >= frequency[symbol]; symbol++)
        slot -= frequency[symbol];
    return symbol;
}

/* Whether the section decodes to these symbols and is used up (specification 4.7). */
static int decodes(const uint8_t *section, size_t length, const uint16_t *frequency,
                   const uint8_t *symbols, size_t count) {
    if (length < 4)
        return 0;
    uint32_t x = section[0] | (uint32_t)section[1] << 8 | (uint32_t)section[2] << 16 |
                 (uint32_t)section[3] << 24;
    size_t used = 4;
    if (x < 1u << 23 || x >= 1u << 31)
        return 0;
    for (size_t i = 0; i < count; i++) {
        const uint8_t symbol = symbol_of(frequency, x & 1023);
        uint32_t cumulated = 0;
        for (unsigned s = 0; s < symbol; s++)
            cumulated += frequency[s];
        if (symbol != symbols[i])
            return 0;
        x = frequency[symbol] * (x >> 10) + (x & 1023) - cumulated;
        while (x < 1u << 23 && used < length)
            x = x << 8 | section[used++];
    }
    return x == 1u << 23 && used == length;
}

static uint32_t encode(uint8_t *bytes, uint32_t end, uint32_t limit, const uint16_t *frequency,
                       const uint8_t *symbols, unsigned polynomials) {
    ksig_rans_encoder e;
    ksig_rans_start(&e, end, limit);
    for (unsigned i = polynomials; i-- > 0;)
        if (ksig_rans_encode(&e, bytes, frequency, symbols + 256 * i))
            return end + 1;
    return ksig_rans_finish(&e, bytes) ? end + 1 : e.front;
}

static void test_alphabet(const uint16_t *frequency, unsigned size, unsigned polynomials) {
    static uint8_t symbols[7 * 256], bytes[3000];
    const uint32_t end = 2500;
    for (unsigned round = 0; round < 24; round++) {
        /* As frequent as they should be; all equal; as frequent as each other. */
        for (unsigned i = 0; i < 256 * polynomials; i++)
            symbols[i] = (uint8_t)(round < 8        ? symbol_of(frequency, check_random() % 1024)
                                   : round < 8 + 13 ? round - 8
                                                    : check_random() % size);
        memset(bytes, 0xa7, sizeof bytes);
        const uint32_t front = encode(bytes, end, 0, frequency, symbols, polynomials);
        CHECK(front < end &&
              decodes(bytes + front, end - front, frequency, symbols, 256 * (size_t)polynomials));
        CHECK(front == 0 || bytes[front - 1] == 0xa7);
        CHECK(bytes[end] == 0xa7);
        /* It fits exactly, and by no byte less. */
        CHECK(encode(bytes, end, front, frequency, symbols, polynomials) == front);
        for (unsigned missing = 1; missing < 12 && front + missing <= end; missing++) {
            memset(bytes, 0xa7, sizeof bytes);
            CHECK(encode(bytes, end, front + missing, frequency, symbols, polynomials) == end + 1);
            CHECK(bytes[front + missing - 1] == 0xa7);
        }
        CHECK(encode(bytes, end, end, frequency, symbols, polynomials) == end + 1);
    }
}

static void test_encoder(void) {
    static const ksig_haetae_params *const levels[] = {&ksig_haetae_level_2, &ksig_haetae_level_3,
                                                       &ksig_haetae_level_5};
    for (unsigned i = 0; i < 3; i++) {
        test_alphabet(levels[i]->hb_frequency, levels[i]->hb_symbols, levels[i]->l);
        test_alphabet(levels[i]->hint_frequency, levels[i]->hint_symbols, levels[i]->k);
    }
}

int main(void) {
    test_encoder();
    return check_end();
}
