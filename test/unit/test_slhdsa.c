/* SLH-DSA verification of every enabled set, and its pieces.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * States have exactly their size and are freed, so that sanitizers see what leaves them. Runs in
 * the project's directory. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "kilosig/kilosig.h"
#include "slhdsa/slhdsa_address.h"

enum { MESSAGE_BYTES = 33, LARGEST = 2 * 64 + MESSAGE_BYTES + 49856 };

static uint8_t record[LARGEST]; /* key | key | message | signature */

/* Reads the bench's input of a scheme. */
static int load(const ksig_scheme *scheme) {
    char path[100];
    const size_t length = 2 * scheme->key_bytes + MESSAGE_BYTES + scheme->signature_bytes;
    snprintf(path, sizeof path, "bench/inputs/%s.bin", scheme->name);
    FILE *const file = fopen(path, "rb");
    if (file == NULL)
        return 0;
    const size_t got = fread(record, 1, sizeof record, file);
    fclose(file);
    return got == length;
}

/* Streams the record in chunks; before each of them the state moves to other memory. */
static ksig_verdict stream(const ksig_scheme *scheme, size_t chunk, const uint8_t *context,
                           size_t context_length) {
    const uint8_t *const message = record + 2 * scheme->key_bytes, *const signature =
                                                                       message + MESSAGE_BYTES;
    const ksig_verify_args args = {
        .anchor = record,
        .context = context,
        .context_length = context_length,
        .message_length = MESSAGE_BYTES,
        .signature_length = scheme->signature_bytes,
        .key_length = scheme->key_bytes,
    };
    void *state = malloc(scheme->state_bytes);
    if (state == NULL)
        return KSIG_REJECT_STATE_SIZE;
    ksig_verdict verdict = ksig_verify_open(state, scheme->state_bytes, scheme, &args);
    for (ksig_want want; (want = ksig_verify_want(state)).length != 0;) {
        const size_t n = want.length < chunk ? want.length : chunk;
        void *const moved = malloc(scheme->state_bytes), *const data = malloc(n);
        if (moved == NULL || data == NULL)
            abort();
        memcpy(moved, state, scheme->state_bytes);
        free(state);
        state = moved;
        memcpy(data, (want.part == KSIG_PART_MESSAGE ? message : signature) + want.offset, n);
        verdict = ksig_verify_feed(state, data, n);
        free(data);
    }
    verdict = ksig_verify_close(state);
    free(state);
    return verdict;
}

static void test_scheme(const ksig_scheme *scheme) {
    static const size_t chunks[] = {1, 7, 64, 1000, LARGEST};
    uint8_t context[255] = {0};
    if (!load(scheme)) {
        CHECK(0);
        return;
    }
    for (unsigned i = 0; i < sizeof chunks / sizeof *chunks; i++)
        CHECK(stream(scheme, chunks[i], NULL, 0) == KSIG_ACCEPT);
    const ksig_verdict other = stream(scheme, 400, context, sizeof context);
    CHECK(other == KSIG_REJECT_SIGNATURE ||
          (strncmp(scheme->name, "sphincs", 7) == 0 && other == KSIG_REJECT_CONTEXT));
    const size_t length = 2 * scheme->key_bytes + MESSAGE_BYTES + scheme->signature_bytes;
    const unsigned wrong = check_full() ? 24 : 8;
    for (unsigned i = 0; i < wrong; i++) {
        /* The second copy of the key is not used. */
        const size_t place =
            i == 0   ? 0
            : i == 1 ? scheme->key_bytes - 1
                     : 2 * scheme->key_bytes + check_random() % (length - 2 * scheme->key_bytes);
        record[place] ^= (uint8_t)(1u << i % 8);
        CHECK(stream(scheme, 400, NULL, 0) == KSIG_REJECT_SIGNATURE);
        record[place] ^= (uint8_t)(1u << i % 8);
    }
}

/* FIPS 205 sections 4.3 and 11.2. */
static void test_address(void) {
    struct {
        ksig_slhdsa_state v;
        ksig_sha256_chain chain;
    } state;
    uint32_t *const compressed = ksig_slhdsa_chain_of(&state.v)->prefix,
                    out[KSIG_SLHDSA_ADRS_BYTES / 4];
    memset(&state, 0, sizeof state);
    state.v.layer = 5;
    state.v.tree[0] = 0x89abcdef;
    state.v.tree[1] = 0x01234567;
    state.v.leaf = 0x1ff;
    ksig_slhdsa_address_compressed(&state.v, KSIG_SLHDSA_FORS_TREE, 0xc0d0, 0x01020304);
    ksig_slhdsa_big_endian(compressed, 6);
    CHECK_HEX((const uint8_t *)compressed, KSIG_SLHDSA_ADRSC_BYTES,
              "050123456789abcdef03000001ff0000c0d001020304");
    ksig_slhdsa_address(&state.v, KSIG_SLHDSA_WOTS_HASH, 1, 2, out);
    ksig_slhdsa_big_endian(out, 8);
    CHECK_HEX((const uint8_t *)out, sizeof out,
              "00000005000000000123456789abcdef00000000000001ff0000000100000002");
    ksig_slhdsa_address(&state.v, KSIG_SLHDSA_TREE, 9, 7, out);
    ksig_slhdsa_big_endian(out, 8);
    CHECK_HEX((const uint8_t *)out, sizeof out,
              "00000005000000000123456789abcdef00000002000000000000000900000007");
#if KSIG_SLHDSA_LIMITED
    state.v.leaf = 0x3fedcb; /* 22 bits */
    ksig_slhdsa_address_compressed(&state.v, KSIG_SLHDSA_FORS_TREE, 0xc0d0, 0x17fffffe);
    ksig_slhdsa_big_endian(compressed, 6);
    CHECK_HEX((const uint8_t *)compressed, KSIG_SLHDSA_ADRSC_BYTES,
              "050123456789abcdef03003fedcb0000c0d017fffffe");
#endif
}

/* As after a fault in the load of n, which no register need have: nothing of x stays. */
static void test_chain_without_length(void) {
    ksig_sha256_chain chain;
    uint32_t x[4];
    memset(&chain, 0x3c, sizeof chain);
    memset(x, 0x5a, sizeof x);
    ksig_sha256_chain_begin(&chain);
    ksig_sha256_chain_steps(&chain, (uint8_t *)x, 0, 1);
    for (unsigned i = 0; i < 4; i++)
        CHECK(x[i] != 0x5a5a5a5a);
}

int main(void) {
    unsigned found = 0;
    for (const ksig_scheme *const *scheme = ksig_schemes; *scheme != NULL; scheme++)
        if (strncmp((*scheme)->name, "slh-dsa", 7) == 0 ||
            strncmp((*scheme)->name, "sphincs", 7) == 0) {
            test_scheme(*scheme);
            found++;
        }
    CHECK(found > 0);
    test_address();
    test_chain_without_length();
    return check_end();
}
