/* libFuzzer target: the reader of certificate chains as a sender sees it.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * Input: flags, sizes of pieces, then the chain. It is signed by nobody, so that nothing may be
 * accepted; what is signed and changed is in test/library/test_x509.py. So that more than the first
 * certificate is read, the verification that stands in answers as the flags say: a scheme of one
 * byte of key and three of signature, which accepts if they are right; and ECDSA and Ed25519 by a
 * function that takes what ends with the first byte of the digest. Checked beyond the sanitizers:
 * wants lie in their parts; the verdict does not depend on the cutting or on where the state lies,
 * which has exactly the stated size; what was refused stays so; nothing is left of what was copied;
 * and what is accepted ends with a key of the chain. */
#include <stdlib.h>
#include <string.h>

#include "hash/keccak.h"
#include "kilosig/x509_classical.h"
#include "stream/operations.h"
#include "stream/verdict.h"
#include "util/bytes.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(int condition) {
    if (!condition)
        abort();
}

/* ---- A scheme that anybody can sign with: message, signature, key, as ML-DSA ---------------- */

enum { KEY_BYTES = 2, SIGNATURE_BYTES = 3, STAGE_MESSAGE = 0, STAGE_SIGNATURE, STAGE_KEY };

typedef struct toy {
    ksig_verify_head head;
    uint8_t signature[SIGNATURE_BYTES], taken;
    /* What the reader borrows while the message comes: at KSIG_ML_DSA_IDLE_AT. */
    uint64_t idle[KSIG_IDLE_BYTES / 8];
    ksig_keccak key;
} toy;

KSIG_ASSERT(offsetof(toy, idle) == KSIG_ML_DSA_IDLE_AT, toy_is_idle_where_ml_dsa_is);

static void toy_open(void *state, const ksig_verify_args *args) {
    toy *const t = state;
    ksig_shake256_init(&t->key);
    if (args->signature_length != SIGNATURE_BYTES)
        ksig_reject(&t->head, KSIG_REJECT_SIG_LENGTH);
    else
        ksig_want_message(&t->head, STAGE_MESSAGE);
}

static size_t toy_take(void *state, const uint8_t *data, size_t length) {
    toy *const t = state;
    if (t->head.stage == STAGE_SIGNATURE) {
        memcpy(t->signature + t->taken, data, length);
        t->taken = (uint8_t)(t->taken + length);
    } else if (t->head.stage == STAGE_KEY) {
        return ksig_keccak_absorb(&t->key, data, length);
    }
    return length;
}

static void toy_next(void *state) {
    toy *const t = state;
    ksig_verify_head *const head = &t->head;
    if (head->stage == STAGE_MESSAGE) {
        for (unsigned i = 0; i < KSIG_IDLE_BYTES / 8; i++)
            require(t->idle[i] == 0);
        ksig_want_part(head, KSIG_PART_SIGNATURE, 0, SIGNATURE_BYTES);
        ksig_want_piece(head, STAGE_SIGNATURE, SIGNATURE_BYTES);
    } else if (head->stage == STAGE_SIGNATURE) {
        ksig_want_part(head, KSIG_PART_KEY, 0, KEY_BYTES);
        ksig_want_piece(head, STAGE_KEY, KEY_BYTES);
    } else {
        (void)ksig_keccak_end(&t->key);
        ksig_counted(head, ksig_keccak_squeeze_compare(&t->key, head->anchor, 64), 64,
                     KSIG_REJECT_KEY);
        ksig_want_part(head, KSIG_PART_NONE, 0, 0);
        ksig_want_piece(head, KSIG_STAGE_DONE, 0);
    }
}

static ksig_verdict toy_close(void *state) {
    toy *const t = state;
    ksig_checked(&t->head, memcmp(t->signature, "sig", 3) != 0, KSIG_REJECT_SIGNATURE);
    return ksig_conclude(&t->head, 2 * KSIG_TRAIL_STEP);
}

static const struct ksig_verify_operations toy_operations = {
    .open = toy_open, .take = toy_take, .next = toy_next, .close = toy_close};
static const ksig_scheme toy_scheme = {.name = "toy",
                                       .anchor_bytes = 64,
                                       .state_bytes = sizeof(toy),
                                       .key_bytes = KEY_BYTES,
                                       .signature_bytes = SIGNATURE_BYTES,
                                       .signature_least = SIGNATURE_BYTES,
                                       .anchor_hash = KSIG_HASH_SHAKE256,
                                       .verify = &toy_operations};

static ksig_verdict sloppy(const ksig_classical_input *input) {
    return input->signature[63] == input->message[0] ? KSIG_ACCEPT : KSIG_REJECT_SIGNATURE;
}

/* ---- Reading ------------------------------------------------------------------------------- */

typedef struct input {
    const uint8_t *chain, *pieces;
    size_t length, piece_count;
    unsigned flags;
    uint32_t announced;
} input;

static const uint8_t common_name[] = {0x55, 4, 3}, subject_key[] = {0x55, 0x1d, 14},
                     client[] = {0x2b, 6, 1, 5, 5, 7, 3, 2};
static const uint8_t root_key[60] = {'k'};

static ksig_verdict stream(const input *in) {
    /* HSS reads the beginning of the signature first, and has keys that are anchors. */
    static const ksig_x509_algorithm algorithms[] = {
        {&toy_scheme, KSIG_X509_ML_DSA_44, NULL},
        {&ksig_hss, KSIG_X509_HSS, NULL},
        {&ksig_slh_dsa_sha2_128f, KSIG_X509_SLH_DSA_SHA2_128F, NULL},
        {&ksig_x509_ecdsa_p256, KSIG_X509_ECDSA_P256, sloppy},
        {&ksig_x509_ml_dsa_44_ecdsa_p256, KSIG_X509_ML_DSA_44_ECDSA_P256, sloppy},
        {&ksig_x509_ed25519, KSIG_X509_ED25519, sloppy}};
    uint8_t anchor[64], copied[3][9];
    /* A sponge after the state of HSS: as beside ML-DSA, whose state is larger than both. */
    const size_t bytes =
        in->flags & 16
            ? KSIG_X509_COMPOSITE_STATE_BYTES(KSIG_ML_DSA_44_STATE_BYTES)
            : KSIG_X509_STATE_BYTES((KSIG_HSS_STATE_BYTES + 7) / 8 * 8 + KSIG_IDLE_BYTES);
    uint8_t *state = malloc(bytes);
    ksig_x509_field fields[] = {{NULL, copied[0], 9, 0, KSIG_X509_FIELD_SERIAL, 7},
                                {common_name, copied[1], 9, 3, KSIG_X509_FIELD_SUBJECT, 7},
                                {subject_key, copied[2], 9, 3, KSIG_X509_FIELD_EXTENSION, 7}};
    memset(state, 0xaa, bytes);
    require(ksig_key_anchor(&toy_scheme, root_key, KEY_BYTES, anchor) == KSIG_DONE);
    const ksig_x509_args args = {.algorithms = algorithms,
                                 .algorithm_count = in->flags & 16 ? 6 : 3,
                                 .anchor = anchor,
                                 .fields = fields,
                                 .field_count = 3,
                                 .purpose = client,
                                 .purpose_length = in->flags & 2 ? sizeof client : 0,
                                 .now = in->flags & 4 ? 0 : 1780000000,
                                 .chain_length = in->announced,
                                 .key_length = KEY_BYTES,
                                 .issuers = 2,
                                 .flags = (uint8_t)(KSIG_X509_ANY_ISSUER | (in->flags >> 2 & 1))};
    ksig_verdict verdict = ksig_x509_open(state, bytes, &args);
    for (size_t i = 0;; i++) {
        const ksig_want w = ksig_x509_want(state);
        if (w.length == 0)
            break;
        require(verdict == KSIG_PENDING);
        const uint8_t *const from = w.part == KSIG_PART_KEY ? root_key : in->chain;
        const size_t there = w.part == KSIG_PART_KEY ? KEY_BYTES : in->length;
        require(w.part == KSIG_PART_KEY || w.part == KSIG_PART_X509);
        require(w.offset + (uint64_t)w.length <=
                (w.part == KSIG_PART_KEY ? KEY_BYTES : in->announced));
        if (w.offset >= there)
            break;
        size_t n = in->piece_count ? 1u + in->pieces[i % in->piece_count] : w.length;
        n = n < w.length ? n : w.length;
        n = n < there - w.offset ? n : there - w.offset;
        uint8_t *const piece = malloc(n); /* exactly as long */
        memcpy(piece, from + w.offset, n);
        verdict = ksig_x509_feed(state, piece, n);
        free(piece);
        if (in->flags & 1) {
            uint8_t *const moved = malloc(bytes);
            memcpy(moved, state, bytes);
            memset(state, 0x55, bytes);
            free(state);
            state = moved;
        }
        require(verdict == ksig_x509_feed(state, NULL, 0));
    }
    ksig_x509_end end;
    static const ksig_x509_end nothing;
    const ksig_verdict last = ksig_x509_close(state, &end);
    require(last != KSIG_PENDING && last != KSIG_REJECT_FAULT &&
            (verdict == KSIG_PENDING || last == verdict));
    if (last == KSIG_ACCEPT)
        require(end.scheme != NULL && end.key_length <= in->length &&
                end.key_at <= in->length - end.key_length && end.scheme->state_bytes <= bytes);
    else
        require(memcmp(end.anchor, nothing.anchor, sizeof end.anchor) == 0 && end.scheme == NULL &&
                end.key_length == 0 && fields[0].length == 0 && copied[1][0] == 0 &&
                copied[2][8] == 0);
    require(ksig_x509_want(state).length == 0 &&
            ksig_x509_feed(state, root_key, 1) == KSIG_REJECT_ARGUMENT);
    require(ksig_x509_reason_text(last)[0] != 0);
    free(state);
    return last;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 6)
        return 0;
    input in;
    in.piece_count = 4;
    in.pieces = data + 1;
    in.chain = data + 5;
    in.length = size - 5;
    in.flags = data[0];
    in.announced = (uint32_t)in.length;
    if (data[0] & 8)
        in.announced = UINT32_MAX - data[1];
    const ksig_verdict cut = stream(&in);
    in.piece_count = 0;
    require(stream(&in) == cut);
    return 0;
}
