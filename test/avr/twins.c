/* Calls of src/arch/avr for test_twins.py. SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * In: 'K', 200 bytes of lanes; or 'S', 32 of a chaining value and 64 of a block; then how many
 * times (16 bits, low byte first). Each is done that often on its own result. Out: the 200 or 32
 * bytes, then a byte: 0 if every call left the registers of its caller, the stack pointer and what
 * lies around the arguments alone, and r1 zero. Port A is
 * marked as in verify.c. */
#include <avr/io.h>
#include <string.h>

#include "hash/keccak.h"
#include "hash/sha2.h"

enum { ENDED = 2 }; /* as in simulator.c */
enum { LANES = 200, CHAIN = 32, BLOCK = 64, GUARD = 16, FILL = 0xa5 };

/* What call_with_marks (twins.S) leaves. */
uint8_t call_with_marks(void *first, void *second, void (*function)(void));

static struct {
    uint8_t before[GUARD];
    union {
        uint32_t words[LANES / 4];
        uint8_t bytes[LANES];
    } data;
    uint8_t after[GUARD];
} lanes;

static struct {
    uint8_t before[GUARD];
    uint32_t words[BLOCK / 4];
    uint8_t after[GUARD];
} block;

static uint8_t receive(void) { return GPIOR1; }

static void receive_bytes(void *to, unsigned length) {
    for (uint8_t *byte = to; length > 0; length--)
        *byte++ = receive();
}

static unsigned differs(const uint8_t *guard) {
    unsigned other = 0;
    for (uint8_t i = 0; i < GUARD; i++)
        other |= guard[i] ^ FILL;
    return other;
}

int main(void) {
    for (;;) {
        const uint8_t sha = receive() == 'S';
        const unsigned length = sha ? CHAIN : LANES;
        uint8_t message[BLOCK];
        memset(&lanes, FILL, sizeof lanes);
        memset(&block, FILL, sizeof block);
        receive_bytes(lanes.data.bytes, length);
        if (sha)
            receive_bytes(message, BLOCK);
        unsigned times = receive();
        times |= (unsigned)receive() << 8;
        unsigned wrong = 0; /* bits */
        for (; times > 0; times--) {
            memcpy(block.words, message, BLOCK);
            wrong |=
                sha ? call_with_marks(lanes.data.words, block.words,
                                      (void (*)(void))ksig_sha256_compress)
                    : call_with_marks(lanes.data.words, NULL, (void (*)(void))ksig_keccak_f1600);
            if (times == 1)
                PORTA = ENDED;
        }
        for (unsigned i = 0; i < length; i++)
            GPIOR0 = lanes.data.bytes[i];
        wrong |= differs(lanes.before) | differs(lanes.after) | differs(block.before) |
                 differs(block.after);
        for (unsigned i = length; i < LANES; i++)
            wrong |= lanes.data.bytes[i] ^ FILL;
        GPIOR0 = (uint8_t)(wrong | wrong >> 8);
    }
}
