/* What the fuzz targets share: inputs in memory, and a verification that streams them in any
 * chunks. SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef FUZZ_STREAM_H
#define FUZZ_STREAM_H

#include <stdlib.h>
#include <string.h>

#include "kilosig/kilosig.h"

/* By KSIG_PART_*; larger than any part of any scheme here, unless the target says otherwise. */
#ifndef FUZZ_LARGEST_PART
#define FUZZ_LARGEST_PART 5000
#endif
static uint8_t part_data[4][FUZZ_LARGEST_PART];
static uint32_t part_length[4];

static void require(int condition) {
    if (!condition)
        abort();
}

static ksig_verdict run(const ksig_scheme *scheme, const ksig_verify_args *args,
                        const uint8_t *chunks, size_t count) {
    /* Exactly as large as declared, so that the address sanitizer sees one byte too many. */
    void *state = malloc(scheme->state_bytes);
    ksig_verdict verdict = ksig_verify_open(state, scheme->state_bytes, scheme, args);
    for (size_t i = 0;; i++) {
        const ksig_want want = ksig_verify_want(state);
        if (want.length == 0)
            break;
        require(want.part >= KSIG_PART_KEY && want.part <= KSIG_PART_SIGNATURE);
        require(want.offset + want.length <= part_length[want.part]);
        size_t n = count ? 1u + chunks[i % count] * 3u : want.length;
        if (n > want.length)
            n = want.length;
        verdict = ksig_verify_feed(state, part_data[want.part] + want.offset, n);
        require(verdict < KSIG_REASON_COUNT);
    }
    verdict = ksig_verify_close(state);
    free(state);
    return verdict;
}

/* A closed state answers no to everything, and nothing is left in it. */
static void require_closed(void *state, size_t bytes) {
    const uint8_t byte = 0;
    size_t others = 0;
    require(ksig_verify_want(state).length == 0);
    require(ksig_verify_feed(state, &byte, 1) == KSIG_REJECT_ARGUMENT);
    require(ksig_verify_close(state) == KSIG_REJECT_ARGUMENT);
    for (size_t i = 0; i < bytes; i++)
        others += ((const uint8_t *)state)[i] != 0;
    require(others == 0);
}

/* A sender who changes his mind, and an application that goes back to checkpoints, moves the state
 * and feeds nothing or too much, as the script says; behind it all goes on as in run(). The state
 * lies where a verification of `before`, if it fits, was given up. *honest: whether all bytes on
 * the way to the verdict were those of part_data. */
static ksig_verdict run_fickle(const ksig_scheme *scheme, const ksig_verify_args *args,
                               const ksig_scheme *before, const uint8_t *script, size_t count,
                               int *honest) {
    const size_t bytes = scheme->state_bytes;
    uint8_t *state = malloc(bytes), *checkpoint = malloc(bytes);
    int saved = 0, honest_then = 1;
    *honest = 1;
    memset(state, 0xaa, bytes);
    if (before->state_bytes <= bytes) {
        ksig_verify_args others = *args;
        others.signature_length = before->signature_bytes;
        others.key_length = before->key_bytes;
        others.mode = KSIG_MODE_PURE;
        (void)ksig_verify_open(state, bytes, before, &others);
        const ksig_want want = ksig_verify_want(state);
        (void)ksig_verify_feed(state, part_data[want.part],
                               want.length < 1000 ? want.length : 1000);
    }
    ksig_verdict standing = ksig_verify_open(state, bytes, scheme, args);
    for (size_t i = 0;; i++) {
        const uint8_t step = i < count ? script[i] : 0;
        const ksig_want want = ksig_verify_want(state);
        if (step % 8 == 7 && saved) {
            memcpy(state, checkpoint, bytes);
            *honest = honest_then;
            standing = ksig_verify_feed(state, NULL, 0);
            require(standing == KSIG_PENDING);
            continue;
        }
        if (want.length == 0 && (standing == KSIG_PENDING || i >= count))
            break;
        require(ksig_verify_feed(state, NULL, 0) == standing);
        if (want.length == 0)
            continue;
        if (step % 8 == 6) {
            memcpy(checkpoint, state, bytes);
            saved = 1;
            honest_then = *honest;
        } else if (step % 8 == 5) {
            uint8_t *const moved = malloc(bytes);
            memcpy(moved, state, bytes);
            memset(state, 0x55, bytes);
            free(state);
            state = moved;
        } else if (step == 3) {
            uint8_t *const data = calloc((size_t)want.length + 1, 1);
            standing = ksig_verify_feed(state, data, (size_t)want.length + 1);
            free(data);
            require(standing == KSIG_REJECT_OVERFEED);
            *honest = 0;
        } else {
            size_t n = i < count ? 1u + step / 8u * 29u : want.length;
            n = n < want.length ? n : want.length;
            uint8_t *const data = malloc(n); /* exactly as long */
            memcpy(data, part_data[want.part] + want.offset, n);
            if (step % 8 == 4) {
                data[step / 8 % n] ^= (uint8_t)(1 << (step / 8 & 7));
                *honest = 0;
            }
            standing = ksig_verify_feed(state, data, n);
            free(data);
            require(standing < KSIG_REASON_COUNT);
        }
    }
    const ksig_verdict verdict = ksig_verify_close(state);
    require(standing == KSIG_PENDING || verdict == standing);
    require_closed(state, bytes);
    free(state);
    free(checkpoint);
    return verdict;
}

/* libFuzzer has no header for it. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif
