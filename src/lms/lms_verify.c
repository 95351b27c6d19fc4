/* LMS verification (RFC 8554 section 5.4.2, NIST SP 800-208).
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * The stream is q, LM-OTS type and C, then the message, then the chains, the LMS type and the path.
 * The key is the anchor. */
#include "kilosig/config.h"

#if KSIG_ENABLE_LMS

#include "stream/operations.h"

#include "lms/lms_state.h"
#include "stream/message.h"
#include "stream/verdict.h"

KSIG_ASSERT(KSIG_IS_STATED(sizeof(ksig_lms_state), KSIG_LMS_STATE), state_bytes_agree);

static uint32_t key_bytes(const uint8_t *key, size_t readable) {
    ksig_lms_set set;
    if (readable < KSIG_LMS_TYPES_BYTES)
        return 0;
    return ksig_lms_set_of(key, &set) == KSIG_REJECT_SET ? 0 : ksig_lms_key_bytes(&set);
}

static void open(void *state, const ksig_verify_args *args) {
    ksig_lms_state *const v = state;
    const ksig_verdict reason = ksig_lms_set_of(args->anchor, &v->set);
    if (reason != KSIG_PENDING)
        ksig_reject(&v->head, reason);
    else if (args->key_length != ksig_lms_key_bytes(&v->set))
        ksig_reject(&v->head, KSIG_REJECT_KEY_LENGTH);
    if (v->head.reason != KSIG_PENDING)
        return; /* the anchor need not be longer than its type codes */
    ksig_message_open_unframed(&v->head, args, NULL);
    const volatile uint32_t *const length = &args->signature_length;
    const uint32_t right = ksig_lms_signature_bytes(&v->set);
    ksig_judge(&v->head, *length ^ right, *length ^ right, KSIG_REJECT_SIG_LENGTH);
    ksig_lms_level_begin(v, args->anchor, 0);
}

static size_t take(void *state, const uint8_t *data, size_t length) {
    ksig_lms_state *const v = state;
    if (v->head.stage == KSIG_LMS_STAGE_MESSAGE)
        return ksig_lms_absorb(v, data, length);
    return ksig_lms_take(v, data, length);
}

static void next(void *state) {
    ksig_lms_state *const v = state;
    const unsigned stage = v->head.stage;
    if (stage == KSIG_LMS_STAGE_ROOT) {
        ksig_want_piece(&v->head, KSIG_STAGE_DONE, 0);
        return;
    }
    ksig_lms_level_next(v, ksig_lms_begin_bytes(&v->set));
    if (stage == KSIG_LMS_STAGE_BEGIN) {
        ksig_want_message(&v->head, KSIG_LMS_STAGE_MESSAGE);
    }
}

/* LMS signature verification (RFC 8554 Algorithm 6): the comparison with T[1]. */
static ksig_verdict close(void *state) {
    ksig_lms_state *const v = state;
    ksig_checked(&v->head, v->done ^ v->due, KSIG_REJECT_FAULT);
    ksig_lms_compare(v, v->head.anchor + KSIG_LMS_ROOT);
    return ksig_conclude(&v->head,
                         KSIG_TRAIL_STEP * (KSIG_LMS_LEVEL_CHECKS + KSIG_MESSAGE_CHECKS + 1u));
}

static const struct ksig_verify_operations lms_verify = {
    .open = open, .take = take, .next = next, .close = close, .key_bytes = key_bytes};

#define KSIG_SCHEME_LMS(ID, id, ...) KSIG_DESCRIPTOR(&lms_verify, NULL, 0, ID, id, __VA_ARGS__)
#include "kilosig/schemes.def"

#else
typedef int ksig_lms_is_left_out; /* ISO C forbids an empty file. */
#endif
