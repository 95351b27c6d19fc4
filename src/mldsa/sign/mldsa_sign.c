/* Signing with ML-DSA (FIPS 204 Algorithm 7): the order of the work.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "mldsa/sign/mldsa_sign.h"

#include "guard/guard.h"
#include "mldsa/mldsa_wipe.h"
#include "util/bytes.h"
#include "util/memory.h"

enum { MOST_ATTEMPTS = 0xff00 / KSIG_MLDSA_MOST_COLUMNS };

static void begin(ksig_mldsa_sign_head *head, unsigned stage) {
    head->stream.work.stage = (uint8_t)stage;
    head->row_index = head->column_index = head->part = 0;
}

/* Makes tr, in mu, from both sponges. Not 0 if they differ: the signature would not verify. */
static KSIG_NOINLINE uint32_t make_tr(ksig_mldsa_sign_head *head, ksig_keccak *one,
                                      ksig_keccak *other) {
    ksig_keccak_finish(one);
    ksig_keccak_squeeze(one, head->mu, KSIG_MLDSA_TR_BYTES);
    /* Public: tr is a hash of the public key. */
    KSIG_DECLASSIFY_BYTES(head->mu, KSIG_MLDSA_TR_BYTES);
    if (!KSIG_WORK_TWICE)
        return 0;
    ksig_keccak_finish(other);
    const ksig_tally tally = ksig_keccak_squeeze_compare(other, head->mu, KSIG_MLDSA_TR_BYTES);
    return tally.bad | (tally.good ^ KSIG_MLDSA_TR_BYTES);
}

static KSIG_NOINLINE void hash_public(const ksig_mldsa_sign_head *head, ksig_keccak *sponge,
                                      const uint8_t *key) {
    const ksig_mldsa_params *const p = ksig_mldsa_sign_params(head);
    ksig_shake256_init(sponge);
    ksig_keccak_absorb(sponge, key, KSIG_MLDSA_RHO_BYTES + KSIG_MLDSA_T1_BYTES * (size_t)p->k);
}

/* tr is SHAKE256 of the public key, 64 bytes; a seed contains neither. */
static ksig_verdict sign_open(void *state, const ksig_sign_args *args) {
    ksig_mldsa_sign_state *s = state;
    const ksig_verdict reason =
        ksig_mldsa_sign_message_open(&s->head, &s->seed, &s->work.row, args);
    if (reason != KSIG_PENDING)
        return reason;
    KSIG_RELOAD(s); /* here and below: addresses that are kept would deepen the message's path */
    if (args->rnd != NULL)
        memcpy(s->head.rho2, args->rnd, KSIG_MLDSA_RND_BYTES);
    s->head.public_key = args->public_key;
    s->head.checks = KSIG_ENABLE_SIGN_CHECK && !(args->flags & KSIG_SIGN_UNCHECKED);
    if (args->mode == KSIG_MODE_EXTERNAL_MU)
        return KSIG_PENDING;
    if (ksig_mldsa_sign_seeded(&s->head)) {
        if (args->public_key == NULL) {
            begin(&s->head, KSIG_MLDSA_PUBLIC);
            s->head.part = 1; /* the seed must be expanded */
            return KSIG_PENDING;
        }
        hash_public(&s->head, &s->transcript, args->public_key);
        if (KSIG_WORK_TWICE)
            hash_public(&s->head, &s->late.tr, args->public_key);
        KSIG_RELOAD(s);
        if (make_tr(&s->head, &s->transcript, &s->late.tr) != 0)
            return KSIG_REJECT_FAULT;
    }
    ksig_mldsa_sign_message_begin(&s->head, &s->seed, &s->work.row, &s->transcript);
    return KSIG_PENDING;
}

/* Makes the public key, for tr: first rho, then the rows, which FINISH makes again. */
static KSIG_NOINLINE void step_public(ksig_mldsa_sign_state *s) {
    const ksig_mldsa_params *const p = ksig_mldsa_sign_params(&s->head);
    if (s->head.part != 0) {
        ksig_mldsa_expand_seed(p, &s->work.row.draw.sponge, s->head.stream.work.key.secret,
                               s->seed.rho, s->seed.sigma, NULL);
        ksig_mldsa_begin_h(&s->transcript, s->seed.rho, KSIG_MLDSA_RHO_BYTES);
        if (KSIG_WORK_TWICE)
            ksig_mldsa_begin_h(&s->late.tr, s->seed.rho, KSIG_MLDSA_RHO_BYTES);
        s->head.part = 0;
        return;
    }
    if (!ksig_mldsa_step_t(&s->head, &s->seed, &s->work.row))
        return;
    uint8_t *const t1 = (uint8_t *)s->work.row.end.row;
    ksig_mldsa_pack_t1(s->work.row.end.row, t1);
    ksig_mldsa_absorb(&s->transcript, t1, KSIG_MLDSA_T1_BYTES);
    if (KSIG_WORK_TWICE) {
        ksig_mldsa_tag_t1(&s->seed.t_tag, t1);
        ksig_mldsa_absorb(&s->late.tr, t1, KSIG_MLDSA_T1_BYTES);
    }
    if (++s->head.row_index < p->k)
        return;
    /* Public: it is the same both times, unless a fault struck. */
    if (KSIG_DECLASSIFY(make_tr(&s->head, &s->transcript, &s->late.tr) != 0))
        s->head.stream.work.reason = KSIG_REJECT_FAULT;
    ksig_wipe(&s->work.row, sizeof s->work.row);
    if (KSIG_MLDSA_KEEPS_SECRETS && s->head.stream.work.output != NULL)
        ksig_wipe(s->head.stream.work.output,
                  (size_t)s->head.stream.work.scheme.sign->signature_bytes);
    ksig_mldsa_sign_message_begin(&s->head, &s->seed, &s->work.row, &s->transcript);
    begin(&s->head, KSIG_WORK_FEED);
}

static void begin_attempt(ksig_mldsa_sign_head *head, ksig_keccak *transcript) {
    ksig_mldsa_begin_h(transcript, head->mu, sizeof head->mu);
    head->overflows = 0;
    begin(head, KSIG_MLDSA_COMMIT);
}

/* Their room holds nothing yet, or what FINISH left. */
static void forget_s2(const ksig_mldsa_sign_head *head, ksig_mldsa_expanded_seed *seed) {
    if (ksig_mldsa_sign_seeded(head))
        seed->late.kept.rows = 0;
}

/* A nonce has 16 bits: enough for more attempts than any signature takes. */
static void retry(ksig_mldsa_sign_state *s) {
    const unsigned before = s->head.attempt;
    if (s->head.stream.work.stage == KSIG_MLDSA_FINISH)
        forget_s2(&s->head, &s->seed);
    KSIG_RELOAD(s); /* if a load was skipped, the register does not hold the attempt number */
    s->head.attempt++;
    KSIG_RELOAD(s);
    if (s->head.attempt - 1u != before || s->head.attempt > MOST_ATTEMPTS)
        s->head.stream.work.reason = KSIG_REJECT_FAULT;
    begin_attempt(&s->head, &s->transcript);
}

static KSIG_NOINLINE void derive(ksig_mldsa_sign_state *s) {
    s->head.stream.work.reason =
        ksig_mldsa_sign_message_done(&s->head, &s->work.row, &s->transcript);
    /* Public: it is the same both times, unless a fault struck. A branch: no data may flow
     * from the compared secrets into the verdict. */
    if (KSIG_DECLASSIFY(ksig_mldsa_derive(s) != 0)) {
        KSIG_RELOAD(s); /* keeps this a branch */
        s->head.stream.work.reason = KSIG_REJECT_FAULT;
    }
    forget_s2(&s->head, &s->seed);
    begin_attempt(&s->head, &s->transcript);
}

static KSIG_NOINLINE void step_commit(ksig_mldsa_sign_state *s) {
    const ksig_mldsa_params *const p = ksig_mldsa_sign_params(&s->head);
    if (!ksig_mldsa_step_w(s))
        return;
    ksig_mldsa_note_critical(&s->head, s->work.row.end.row, s->late.slots);
    ksig_mldsa_absorb_high(p, s->work.row.end.row, &s->transcript);
    if (++s->head.row_index < p->k)
        return;
    (void)ksig_copy(s->work.low.slots, s->late.slots, sizeof s->late.slots);
    ksig_keccak_finish(&s->transcript);
    ksig_keccak_squeeze(&s->transcript, s->late.signature.challenge, p->challenge_bytes);
    /* Public: c, also that of a rejected attempt. */
    KSIG_DECLASSIFY_BYTES(s->late.signature.challenge, p->challenge_bytes);
    ksig_mldsa_sample(p, &s->work.row.sample.sponge, s->late.signature.challenge,
                      &s->work.row.sample.sampling);
    s->late.signature.c = s->work.row.sample.sampling.c;
    begin(&s->head, KSIG_MLDSA_LOW);
}

static KSIG_NOINLINE void begin_finish(ksig_mldsa_sign_state *s) {
    begin(&s->head, KSIG_MLDSA_FINISH);
    if (ksig_mldsa_begin_finish(&s->head, &s->seed, s->late.signature.hint, &s->transcript) !=
        KSIG_MLDSA_NEXT)
        s->head.stream.work.reason = KSIG_REJECT_FAULT;
}

/* For LOW and RANGE: complete when all rows or polynomials have passed. */
static ksig_mldsa_progress judge(ksig_mldsa_sign_head *head, uint32_t rejected, unsigned all) {
    KSIG_BARRIER(rejected);
    /* Public: which row or polynomial rejects the attempt. */
    if (KSIG_DECLASSIFY(rejected != 0))
        return KSIG_MLDSA_REJECTED;
    head->column_index++;
    /* Public: which row or polynomial rejects the attempt. */
    return KSIG_DECLASSIFY(rejected == 0) && head->column_index == all ? KSIG_MLDSA_COMPLETE
                                                                       : KSIG_MLDSA_NEXT;
}

static KSIG_NOINLINE void step_low(ksig_mldsa_sign_state *s) {
    const ksig_mldsa_progress progress = judge(
        &s->head, ksig_mldsa_low_too_large(&s->head, &s->seed, &s->late.signature.c, &s->work),
        ksig_mldsa_sign_params(&s->head)->k);
    if (progress == KSIG_MLDSA_REJECTED)
        retry(s);
    else if (progress != KSIG_MLDSA_COMPLETE)
        return;
    else if (ksig_mldsa_ranges_in_finish(&s->head))
        begin_finish(s);
    else
        begin(&s->head, KSIG_MLDSA_RANGE);
}

/* z_j is formed again, as a rejected one must not get into the buffer. y_j is drawn again: w and
 * RANGE's z come from the transform in the buffer. If a fault has made that a different y (zero, or
 * one of another signature), the signature does not verify, and FINISH finds that. The range is
 * checked again too. z_j overwrites the transforms of y_j: it ends where they do, or before; the
 * bytes before the first z_j and after the last are wiped. */
static KSIG_NOINLINE void step_write(ksig_mldsa_sign_state *s) {
    const ksig_mldsa_params *const p = ksig_mldsa_sign_params(&s->head);
    /* Public: z has passed, so its range is right again, unless a fault struck. */
    if (KSIG_DECLASSIFY(ksig_mldsa_form_z(s, s->head.column_index) != 0))
        s->head.stream.work.reason = KSIG_REJECT_FAULT;
    (void)ksig_copy(ksig_mldsa_sign_buffer(&s->head, s->head.column_index),
                    ksig_mldsa_packed_z(&s->head, &s->work.row), (size_t)ksig_mldsa_z_packed(p));
    if (++s->head.column_index < p->l)
        return;
    ksig_wipe(s->head.stream.work.output, p->challenge_bytes);
    ksig_wipe(ksig_mldsa_sign_buffer(&s->head, p->l), (size_t)ksig_mldsa_hint_bytes(p));
    if (ksig_mldsa_sign_checks(&s->head))
        begin_finish(s);
    else
        begin(&s->head, KSIG_MLDSA_GIVE);
}

/* z is written before FINISH, which verifies it in the buffer; without the check, FINISH still
 * needs y. */
static KSIG_NOINLINE void step_range(ksig_mldsa_sign_state *s) {
    const ksig_mldsa_progress progress = judge(&s->head, ksig_mldsa_form_z(s, s->head.column_index),
                                               ksig_mldsa_sign_params(&s->head)->l);
    if (progress == KSIG_MLDSA_REJECTED)
        retry(s);
    else if (progress != KSIG_MLDSA_COMPLETE)
        return;
    else if (ksig_mldsa_sign_checks(&s->head) && s->head.stream.work.output != NULL)
        begin(&s->head, KSIG_MLDSA_WRITE);
    else
        begin_finish(s);
}

/* Checks that all rows were made: a fault that gets here from a rejected attempt finds fewer, or,
 * after `retry`, none. */
static KSIG_NOINLINE void end_finish(ksig_mldsa_sign_head *head,
                                     const ksig_mldsa_expanded_seed *seed) {
    /* Public: it is the same both times, unless a fault struck. */
    const int other = ksig_mldsa_sign_checks(head) && ksig_mldsa_sign_seeded(head) &&
                      KSIG_DECLASSIFY(seed->t_again != seed->t_tag);
    if (head->row_index != ksig_mldsa_sign_params(head)->k || other)
        head->stream.work.reason = KSIG_REJECT_FAULT;
    begin(head, ksig_mldsa_sign_checks(head) || head->stream.work.output == NULL
                    ? KSIG_MLDSA_GIVE
                    : KSIG_MLDSA_WRITE);
}

static KSIG_NOINLINE void step_finish(ksig_mldsa_sign_state *s) {
    const ksig_mldsa_progress progress = ksig_mldsa_step_finish(s);
    if (progress == KSIG_MLDSA_FAULT)
        s->head.stream.work.reason =
            s->head.stream.work.reason == KSIG_REJECT_KEY ? KSIG_REJECT_KEY : KSIG_REJECT_FAULT;
    else if (progress == KSIG_MLDSA_REJECTED)
        retry(s);
    else if (progress == KSIG_MLDSA_COMPLETE)
        end_finish(&s->head, &s->seed);
}

static KSIG_NOINLINE void step_give(ksig_mldsa_sign_state *s) {
    const ksig_mldsa_params *const p = ksig_mldsa_sign_params(&s->head);
    const unsigned index = s->head.column_index++;
    uint32_t bad = 0, formed = 0;
    if (index == 1 && s->head.stream.work.output != NULL) { /* z is in the buffer already */
        KSIG_RELOAD(s);
        if (s->head.stream.work.output == NULL)
            s->head.stream.work.reason = KSIG_REJECT_FAULT;
        s->head.stream.given += ksig_mldsa_z_packed(p) * p->l;
        s->head.column_index = (uint8_t)(p->l + 1);
        return;
    }
    if (index != 0 && index <= p->l) {
        bad = ksig_mldsa_form_z(s, index - 1);
        KSIG_RELOAD(s);
        if (s->head.checks)
            bad |= ksig_mldsa_compare_tag(&s->head, &s->work.row, s->head.column_index - 2u);
        formed = 1;
    }
    bad |= ksig_mldsa_give(&s->head, index, formed);
    /* Public: the attempt is accepted, and z is the one that passed, unless a fault struck. */
    if (KSIG_DECLASSIFY(bad != 0))
        s->head.stream.work.reason = KSIG_REJECT_FAULT;
    if (index > p->l)
        s->head.stream.work.stage = KSIG_WORK_DONE;
}

/* ML-DSA.Sign_internal (FIPS 204 Algorithm 7), a step. */
static void sign_step(void *state) {
    ksig_mldsa_sign_state *const s = state;
    switch (s->head.stream.work.stage) {
    case KSIG_WORK_FEED:
        derive(s);
        break;
    case KSIG_MLDSA_PUBLIC:
        step_public(s);
        break;
    case KSIG_MLDSA_COMMIT:
        step_commit(s);
        break;
    case KSIG_MLDSA_LOW:
        step_low(s);
        break;
    case KSIG_MLDSA_RANGE:
        step_range(s);
        break;
    case KSIG_MLDSA_WRITE:
        step_write(s);
        break;
    case KSIG_MLDSA_FINISH:
        step_finish(s);
        break;
    case KSIG_MLDSA_GIVE:
        step_give(s);
        break;
    default:
        s->head.stream.work.reason = KSIG_REJECT_FAULT;
        break;
    }
}

const struct ksig_sign_operations ksig_mldsa_sign_steps = {
    .work = {.step = sign_step, .wipe_stack = ksig_mldsa_wipe_sign_stack},
    .open = sign_open,
    .take = ksig_mldsa_sign_take};

/* The header states these sizes, with one row. */
KSIG_ASSERT(KSIG_IS_STATED((offsetof(ksig_mldsa_sign_state, seed) + 7) / 8 * 8,
                           KSIG_ML_DSA_EXPANDED_SIGN_BYTES(1)),
            mldsa_expanded_bytes_agree);
KSIG_ASSERT(KSIG_IS_STATED((sizeof(ksig_mldsa_sign_state) + 7) / 8 * 8, KSIG_ML_DSA_SIGN_BYTES(1)),
            mldsa_seed_bytes_agree);

#define DESCRIPTOR(made, set, spelled, state, secret, signature) \
    const ksig_sign_scheme ksig_##made = {                       \
        .name = spelled,                                         \
        .state_bytes = state,                                    \
        .rnd_bytes = KSIG_MLDSA_RND_BYTES,                       \
        .secret_key_bytes = secret,                              \
        .signature_bytes = signature,                            \
        .streams = 1,                                            \
        .operations = &ksig_mldsa_sign_steps,                    \
        .params = &ksig_mldsa_params_##set,                      \
    };
/* For both forms of the secret key. */
#define KSIG_SCHEME_MLDSA(ID, id, spelled, anchor, hash, key, least, signature, ...)        \
    DESCRIPTOR(id##_sign, id, spelled, KSIG_##ID##_SIGN_STATE_BYTES, KSIG_MLDSA_SEED_BYTES, \
               signature)                                                                   \
    DESCRIPTOR(id##_expanded_sign, id, spelled, KSIG_##ID##_EXPANDED_SIGN_STATE_BYTES,      \
               KSIG_##ID##_EXPANDED_BYTES, signature)
#include "kilosig/schemes.def"
