/* libFuzzer target: the readers of COSE_Sign1 and CWT as a sender sees them.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * Input: flags, sizes of pieces, then the object. It is signed by nobody, so that nothing may be
 * accepted; what is signed and changed is in test/library/test_cose.py. Checked beyond the
 * sanitizers: wants lie in their parts and go on; the verdict does not depend on the cutting or on
 * where the state lies, which has exactly the stated size; what was refused stays so; and an object
 * that begins a verification is the only encoding of what it says. */
#include <stdlib.h>
#include <string.h>

#include "kilosig/cose.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const uint8_t anchor[64] = {1};
static const uint8_t aad[4] = "aad";
static uint8_t key[1312];

static void require(int condition) {
    if (!condition)
        abort();
}

typedef struct input {
    const uint8_t *object, *pieces;
    size_t length, piece_count;
    int is_cwt, detached, moves;
    uint32_t announced;
} input;

static ksig_verdict stream(const input *in) {
    const ksig_scheme *const scheme = &ksig_ml_dsa_44;
    const size_t bytes = in->is_cwt ? KSIG_CWT_STATE_BYTES(scheme->state_bytes)
                                    : KSIG_COSE_STATE_BYTES(scheme->state_bytes);
    uint8_t *state = malloc(bytes);
    memset(state, 0xaa, bytes);
    const ksig_cose_args args = {.anchor = anchor,
                                 .external_aad = aad,
                                 .external_aad_length = in->moves ? 0 : sizeof aad,
                                 .object_length = in->announced,
                                 .key_length = sizeof key,
                                 .payload_length = 40,
                                 .algorithm = KSIG_COSE_ML_DSA_44,
                                 .detached = (uint8_t)in->detached};
    const ksig_cwt_args cwt = {.scheme = &ksig_ml_dsa_44,
                               .now = 50,
                               .oldest = 10,
                               .algorithm = KSIG_COSE_ML_DSA_44,
                               .key_type = KSIG_COSE_KEY_AKP};
    ksig_verdict verdict = in->is_cwt ? ksig_cwt_open(state, bytes, scheme, &args, &cwt)
                                      : ksig_cose_open(state, bytes, scheme, &args);
    uint32_t last = 0;
    for (size_t i = 0;; i++) {
        const ksig_want w = ksig_cose_want(state);
        if (w.length == 0)
            break;
        require(verdict == KSIG_PENDING);
        const uint8_t *from = w.part == KSIG_PART_KEY       ? key
                              : w.part == KSIG_PART_MESSAGE ? key
                                                            : in->object;
        const size_t there = w.part == KSIG_PART_COSE ? in->length : sizeof key;
        require(w.part != KSIG_PART_COSE ||
                (w.offset >= last && w.offset + (uint64_t)w.length <= in->announced));
        require(w.part != KSIG_PART_MESSAGE || (in->detached && w.offset + w.length <= 40));
        if (w.part == KSIG_PART_COSE)
            last = w.offset;
        if (w.offset >= there)
            break;
        size_t n = in->piece_count ? 1u + in->pieces[i % in->piece_count] : w.length;
        n = n < w.length ? n : w.length;
        n = n < there - w.offset ? n : there - w.offset;
        uint8_t *const piece = malloc(n); /* exactly as long */
        memcpy(piece, from + w.offset, n);
        verdict = ksig_cose_feed(state, piece, n);
        free(piece);
        if (in->moves) {
            uint8_t *const moved = malloc(bytes);
            memcpy(moved, state, bytes);
            memset(state, 0x55, bytes);
            free(state);
            state = moved;
        }
        require(verdict == ksig_cose_feed(state, NULL, 0));
    }
    ksig_cwt_claims claims;
    const ksig_verdict end = in->is_cwt ? ksig_cwt_close(state, &claims) : ksig_cose_close(state);
    require(end != KSIG_ACCEPT && end != KSIG_PENDING &&
            (verdict == KSIG_PENDING || end == verdict));
    if (in->is_cwt) {
        static const ksig_cwt_claims nothing;
        require(memcmp(claims.anchor, nothing.anchor, sizeof claims.anchor) == 0 &&
                claims.key_length == 0);
    }
    require(ksig_cose_want(state).length == 0 &&
            ksig_cose_feed(state, key, 1) == KSIG_REJECT_ARGUMENT);
    require(ksig_cose_reason_text(end)[0] != 0);
    free(state);
    return end;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 6)
        return 0;
    input in;
    in.piece_count = 4;
    in.pieces = data + 1;
    in.object = data + 5;
    in.length = size - 5;
    in.is_cwt = data[0] & 1;
    in.detached = data[0] >> 1 & 1;
    in.moves = data[0] >> 2 & 1;
    /* Behind a short object there are zeros to come, as for ML-DSA's signature; or far more than
     * ever comes. */
    in.announced = (uint32_t)in.length + (data[0] & 8 ? 2420u : 0u);
    if (data[0] & 16)
        in.announced = UINT32_MAX - data[1];
    const ksig_verdict cut = stream(&in);
    in.piece_count = 0;
    require(stream(&in) == cut);
    return 0;
}
