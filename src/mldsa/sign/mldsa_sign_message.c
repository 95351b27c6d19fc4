/* Signing: mu = SHAKE256(tr | M', 64) (FIPS 204 Algorithms 2, 4, 7).
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * The code that frames M' for verification frames it here too. Its verification head is in the row,
 * which is unused until then. The hashes' counts are compared at the end: a message is not signed
 * if a part was skipped. */
#include "mldsa/sign/mldsa_sign.h"
#include "stream/message.h"
#include "util/bytes.h"
#include "util/memory.h"

static ksig_verify_head *begin_head(ksig_verify_head *head, const ksig_work_head *work) {
    memset(head, 0, sizeof *head);
    head->mode = work->mode;
    head->hash = work->hash;
    return head;
}

static uint8_t *context_of(const ksig_mldsa_sign_head *head, ksig_mldsa_secret_row *row,
                           ksig_mldsa_expanded_seed *seed) {
    return ksig_mldsa_sign_seeded(head) ? seed->late.t0 : row->message.context;
}

/* ML-DSA.Sign and HashML-DSA.Sign (FIPS 204 Algorithms 2 and 4): the frame of M'. */
ksig_verdict ksig_mldsa_sign_message_open(const ksig_mldsa_sign_head *head,
                                          ksig_mldsa_expanded_seed *seed,
                                          ksig_mldsa_secret_row *row, const ksig_sign_args *args) {
    ksig_verify_args as_verified;
    ksig_message_as_verified(&as_verified, args);
    if (args->mode == KSIG_MODE_EXTERNAL_MU) /* mu already includes the context */
        return args->context_length != 0 ? KSIG_REJECT_CONTEXT : KSIG_PENDING;
    ksig_verify_head *const verify = begin_head(&row->message.head, &head->stream.work);
    ksig_framing_fips.open_frame(verify, &as_verified, context_of(head, row, seed));
    return verify->reason;
}

void ksig_mldsa_sign_message_begin(const ksig_mldsa_sign_head *head, ksig_mldsa_expanded_seed *seed,
                                   ksig_mldsa_secret_row *row, ksig_keccak *sponge) {
    const uint8_t *const tr =
        ksig_mldsa_sign_seeded(head) ? head->mu : head->stream.work.key.secret + 64;
    ksig_verify_head *const verify = begin_head(&row->message.head, &head->stream.work);
    const uint8_t *context = context_of(head, row, seed);
    ksig_shake256_init(sponge);
    ksig_taken(verify, ksig_keccak_absorb(sponge, tr, KSIG_MLDSA_TR_BYTES), KSIG_MLDSA_TR_BYTES);
    const size_t length =
        ksig_framing_fips.absorb_frame(verify, ksig_message_absorb_keccak, sponge, context);
    KSIG_RELOAD(context);
    ksig_taken(verify, length, context[0]);
    ksig_message_begin(verify, &row->message.prehash);
}

size_t ksig_mldsa_sign_take(void *state, const uint8_t *message, size_t length) {
    ksig_mldsa_sign_state *const s = state;
    const ksig_mldsa_sign_state *again = s;
    ksig_verify_head *const head = &s->work.row.message.head;
    size_t taken = length;
    if (s->head.stream.work.mode == KSIG_MODE_EXTERNAL_MU) {
        if (length > KSIG_MLDSA_MU_BYTES - s->head.fed)
            s->head.stream.work.reason = KSIG_REJECT_MSG_LENGTH;
        else
            taken = ksig_copy(s->head.mu + s->head.fed, message, length);
        /* Or a fault could divert a piece of the message to where mu belongs. */
        KSIG_RELOAD(again);
        taken -= again->head.stream.work.mode != KSIG_MODE_EXTERNAL_MU;
    } else if (ksig_message_prehashed(head)) {
        taken = ksig_message_take(head, &s->work.row.message.prehash, message, length);
    } else {
        const size_t shown = ksig_keccak_take(&s->transcript, message, length);
        KSIG_RELOAD(again);
        taken = ksig_keccak_taken(&again->transcript, shown);
    }
    ksig_taken(head, taken, length);
    s->head.fed += (uint32_t)length;
    return taken;
}

ksig_verdict ksig_mldsa_sign_message_done(ksig_mldsa_sign_head *head, ksig_mldsa_secret_row *row,
                                          ksig_keccak *sponge) {
    ksig_verify_head *const verify = &row->message.head;
    if (head->stream.work.mode == KSIG_MODE_EXTERNAL_MU)
        return head->fed == KSIG_MLDSA_MU_BYTES ? KSIG_PENDING : KSIG_REJECT_MSG_LENGTH;
    if (verify->mode == KSIG_MODE_DIGEST && head->fed != ksig_prehash_bytes(verify->hash))
        return KSIG_REJECT_MSG_LENGTH;
    /* A pre-hash counts down from the stated length, which is 0 here. */
    ksig_taken(verify, verify->mode == KSIG_MODE_PREHASH ? head->fed : 0, 0);
    ksig_message_end(verify, &row->message.prehash);
    ksig_message_digest(verify, &row->message.prehash, ksig_message_absorb_keccak, sponge);
    ksig_taken(verify, ksig_keccak_end(sponge), 0);
    ksig_keccak_squeeze(sponge, head->mu, sizeof head->mu);
    sponge->position = 0; /* the same bytes again */
    const ksig_tally tally = ksig_keccak_squeeze_compare(sponge, head->mu, sizeof head->mu);
    ksig_taken(verify, tally.good ^ tally.bad, sizeof head->mu);
    return ksig_trail_is(verify, KSIG_TRAIL_STEP) ? KSIG_PENDING
                                                  : KSIG_REJECT_FAULT; /* the frame's trail */
}
