/* An AES engine under the hook: it makes what the library's own AES makes, for streams with and
 * without an iv and from any block, and a MAYO-2 signature verifies with it, not without.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <stdio.h>
#include <string.h>

#include "aes/aes_ctr.h"
#include "check.h"
#include "kilosig/kilosig.h"

enum { BYTES = 16, MESSAGE = 33, ANCHOR = 32, MOST = 8192 };

static unsigned calls, broken;

static uint8_t twice(uint8_t x) { return (uint8_t)(x << 1 ^ (x >> 7) * 0x1b); }

static uint8_t times(uint8_t a, uint8_t b) {
    uint8_t sum = 0;
    for (; b != 0; b >>= 1, a = twice(a))
        sum ^= (uint8_t)((b & 1) * a);
    return sum;
}

/* FIPS 197 section 5.1.1: x^254, then the affine map. */
static uint8_t s_box(uint8_t x) {
    uint8_t inverse = 1;
    for (unsigned i = 0; i < 254; i++)
        inverse = times(inverse, x);
    uint8_t y = 0x63;
    for (unsigned i = 0; i < 5; i++)
        y ^= (uint8_t)(inverse << i | inverse >> (8 - i));
    return y;
}

static uint8_t box[256];

static void mix(uint8_t block[BYTES]) {
    for (unsigned c = 0; c < BYTES; c += 4) {
        uint8_t column[4];
        memcpy(column, block + c, 4);
        for (unsigned r = 0; r < 4; r++)
            block[c + r] =
                (uint8_t)(twice(column[r]) ^ twice(column[(r + 1) % 4]) ^ column[(r + 1) % 4] ^
                          column[(r + 2) % 4] ^ column[(r + 3) % 4]);
    }
}

void ksig_aes128_block(const uint8_t key[BYTES], const uint8_t in[BYTES], uint8_t out[BYTES]) {
    uint8_t round[BYTES], block[BYTES], constant = 1;
    calls++;
    memcpy(round, key, BYTES);
    for (unsigned i = 0; i < BYTES; i++)
        block[i] = in[i] ^ key[i];
    for (unsigned r = 1; r <= 10; r++, constant = twice(constant)) {
        uint8_t shifted[BYTES];
        for (unsigned i = 0; i < BYTES; i++)
            shifted[i] = box[block[(i + 4 * (i % 4)) % BYTES]];
        memcpy(block, shifted, BYTES);
        if (r < 10)
            mix(block);
        for (unsigned i = 0; i < 4; i++)
            round[i] ^= (uint8_t)(box[round[12 + (i + 1) % 4]] ^ (i == 0 ? constant : 0));
        for (unsigned i = 4; i < BYTES; i++)
            round[i] ^= round[i - 4];
        for (unsigned i = 0; i < BYTES; i++)
            block[i] ^= round[i];
    }
    block[0] ^= (uint8_t)broken;
    memcpy(out, block, BYTES);
}

/* SP 800-38A F.5.1, whose counter carries into no other byte, and a place far into it. */
static void test_stream(void) {
    static const uint8_t key[BYTES] = {0x2b, 0x7e, 0x15, 0x16, 0x28, 0xae, 0xd2, 0xa6,
                                       0xab, 0xf7, 0x15, 0x88, 0x09, 0xcf, 0x4f, 0x3c};
    static const uint8_t iv[BYTES] = {0xf0, 0xf1, 0xf2, 0xf3, 0xf4, 0xf5, 0xf6, 0xf7,
                                      0xf8, 0xf9, 0xfa, 0xfb, 0xfc, 0xfd, 0xfe, 0xff};
    ksig_aes_ctr stream;
    uint32_t out[2 * BYTES / 4], again[BYTES / 4];
    ksig_aes_ctr_init(&stream, key, iv);
    ksig_aes_ctr_blocks(&stream, (uint8_t *)out, 1);
    CHECK_HEX((const uint8_t *)out, BYTES, "ec8cdf7398607cb0f2d21675ea9ea1e4");
    static const uint8_t vector_key[BYTES] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    static const uint8_t vector_in[BYTES] = {0x00, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77,
                                             0x88, 0x99, 0xaa, 0xbb, 0xcc, 0xdd, 0xee, 0xff};
    ksig_aes128_block(vector_key, vector_in, (uint8_t *)again); /* FIPS 197 appendix C.1 */
    CHECK_HEX((const uint8_t *)again, BYTES, "69c4e0d86a7b0430d8cdb78070b4c55a");
    const uint8_t counter[BYTES] = {[12] = 0x01, [13] = 0x02, [14] = 0x03, [15] = 0xff};
    ksig_aes_ctr_init(&stream, key, NULL);
    ksig_aes_ctr_seek(&stream, 0x010203ff);
    ksig_aes_ctr_blocks(&stream, (uint8_t *)out, 2);
    ksig_aes128_block(key, counter, (uint8_t *)again);
    CHECK(memcmp(out, again, BYTES) == 0);
    const uint8_t next[BYTES] = {[12] = 0x01, [13] = 0x02, [14] = 0x04, [15] = 0x00};
    ksig_aes128_block(key, next, (uint8_t *)again);
    CHECK(memcmp(out + BYTES / 4, again, BYTES) == 0);
}

static ksig_verdict verify(const uint8_t *record) {
    static uint64_t state[2048 / 8];
    const ksig_scheme *const scheme = &ksig_mayo_2_r3;
    const uint8_t *const key = record + ANCHOR, *const message = key + scheme->key_bytes;
    const ksig_verify_args args = {.anchor = record,
                                   .message_length = MESSAGE,
                                   .signature_length = scheme->signature_bytes,
                                   .key_length = scheme->key_bytes};
    return ksig_verify(state, scheme->state_bytes, scheme, &args, key, message, message + MESSAGE);
}

int main(void) {
    for (unsigned i = 0; i < 256; i++)
        box[i] = s_box((uint8_t)i);
    test_stream();

    static uint8_t record[MOST];
    FILE *const file = fopen("bench/inputs/mayo-2-r3.bin", "rb");
    const size_t wanted =
        ANCHOR + ksig_mayo_2_r3.key_bytes + MESSAGE + ksig_mayo_2_r3.signature_bytes;
    CHECK(file != NULL && wanted <= MOST && fread(record, 1, wanted, file) == wanted);
    calls = 0;
    CHECK(verify(record) == KSIG_ACCEPT);
    CHECK(calls >= 7472 && calls <= 8000); /* blocks of P1, P2 and the message */
    broken = 1;
    CHECK(verify(record) == KSIG_REJECT_SIGNATURE);
    return file != NULL && fclose(file) == 0 ? check_end() : 1;
}
