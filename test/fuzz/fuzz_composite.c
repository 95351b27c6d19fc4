/* libFuzzer target: Composite ML-DSA as a sender sees it.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * Input: flags, sizes of pieces, then what the sender gives for signature and key, over and over.
 * Nobody has signed it, so nothing may be accepted, though the classical half here says yes to
 * everything that it is asked. Checked beyond the sanitizers: wants lie in their parts, the
 * classical half is asked twice or, where its encoding is not DER, never; the verdict does not
 * depend on the cutting or on where the state lies, which has exactly the stated size; and what was
 * refused stays so. */
#include <stdlib.h>
#include <string.h>

#include "kilosig/composite.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { PIECES = 4, MOST = 700 };

static const uint8_t anchor[KSIG_COMPOSITE_ANCHOR_BYTES] = {1}, context[255] = {2};
static unsigned calls;
static uint8_t sum; /* of what was read: all of it must be there */

static void require(int condition) {
    if (!condition)
        abort();
}

static ksig_verdict classical(const ksig_classical_input *input) {
    static const uint8_t keys[] = {0, 32, 65, 97}, signatures[] = {0, 64, 64, 96};
    require(input->algorithm >= 1 && input->algorithm <= 3);
    require((input->challenge != NULL) == (input->algorithm == KSIG_CLASSICAL_ED25519));
    for (size_t i = 0; i < keys[input->algorithm]; i++)
        sum ^= input->key[i];
    for (size_t i = 0; i < signatures[input->algorithm]; i++)
        sum ^= input->signature[i];
    for (size_t i = 0; i < input->message_length; i++)
        sum ^= input->message[i];
    calls++;
    return KSIG_ACCEPT;
}

typedef struct input {
    const ksig_composite_scheme *scheme;
    const uint8_t *bytes, *pieces;
    size_t length, piece_count;
    uint32_t message_length, signature_length;
    size_t context_length;
    int moves, gives_up;
} input;

static uint32_t length_of(const input *in, unsigned part) {
    return part == KSIG_PART_KEY       ? in->scheme->ml_dsa->key_bytes
           : part == KSIG_PART_MESSAGE ? in->message_length
                                       : in->signature_length;
}

static ksig_verdict stream(const input *in) {
    const size_t bytes = in->scheme->state_bytes;
    uint8_t *state = malloc(bytes);
    memset(state, 0xaa, bytes);
    const ksig_composite_args args = {.anchor = anchor,
                                      .context = context,
                                      .secret = anchor,
                                      .classical = classical,
                                      .context_length = in->context_length,
                                      .message_length = in->message_length,
                                      .signature_length = in->signature_length,
                                      .key_length = in->scheme->key_bytes};
    calls = 0;
    ksig_verdict verdict = ksig_composite_open(state, bytes, in->scheme, &args);
    for (size_t i = 0;; i++) {
        const ksig_want w = ksig_composite_want(state);
        if (w.length == 0 || (in->gives_up && w.part == KSIG_PART_KEY))
            break;
        require(verdict == KSIG_PENDING && w.offset + (uint64_t)w.length <= length_of(in, w.part));
        size_t n = in->piece_count ? 1u + 3u * in->pieces[i % in->piece_count] : w.length;
        n = n < w.length ? n : w.length;
        n = n < MOST ? n : MOST;
        uint8_t *const piece = malloc(n); /* exactly as long */
        /* The classical signature is the input itself, from its beginning. */
        const uint32_t split = in->scheme->ml_dsa->signature_bytes;
        const uint32_t from = w.part == KSIG_PART_SIGNATURE && w.offset >= split ? split : 0;
        for (size_t at = 0; at < n; at++)
            piece[at] = in->bytes[(w.offset - from + at) % in->length];
        verdict = ksig_composite_feed(state, piece, n);
        free(piece);
        if (in->moves) {
            uint8_t *const moved = malloc(bytes);
            memcpy(moved, state, bytes);
            memset(state, 0x55, bytes);
            free(state);
            state = moved;
        }
        require(verdict == ksig_composite_feed(state, NULL, 0));
    }
    const ksig_verdict end = ksig_composite_close(state);
    require(end != KSIG_ACCEPT && end != KSIG_PENDING && end < KSIG_REASON_COUNT &&
            (verdict == KSIG_PENDING || end == verdict));
    require(calls == 0 || calls == 2);
    require(ksig_composite_want(state).length == 0 &&
            ksig_composite_feed(state, anchor, 1) == KSIG_REJECT_ARGUMENT);
    free(state);
    return end;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const ksig_composite_scheme *const schemes[] = {
        &ksig_composite_ml_dsa_44_ed25519, &ksig_composite_ml_dsa_44_ecdsa_p256,
        &ksig_composite_ml_dsa_65_ecdsa_p384, &ksig_composite_ml_dsa_44_ecdsa_p256};
    if (size < 4 + PIECES)
        return 0;
    input in;
    in.scheme = schemes[data[0] & 3];
    in.moves = data[0] >> 2 & 1;
    in.gives_up = data[0] >> 3 & 1;
    in.context_length = data[0] & 16 ? data[1] : 0;
    in.message_length = data[0] & 32 ? data[1] : 3u;
    in.signature_length = in.scheme->ml_dsa->signature_bytes + data[2] % 108u;
    in.pieces = data + 3;
    in.piece_count = PIECES;
    in.bytes = data + 3 + PIECES;
    in.length = size - 3 - PIECES;
    const ksig_verdict cut = stream(&in);
    in.piece_count = 0;
    require(stream(&in) == cut);
    return 0;
}
