/* Signing with HAETAE (specification 4): the order of the work.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "arch/compiler.h"
#include "guard/guard.h"
#include "guard/tally.h"
#include "haetae/common/haetae_wipe.h"
#include "haetae/sign/haetae_sign_state.h"
#include "util/bytes.h"
#include "util/memory.h"
#include <stddef.h>

/* The header states this size for level 5: k = 4 rows, and l + k = 11 polynomials. */
#if KSIG_HAETAE_SIGN_VARIANT == KSIG_VARIANT_SMALL
#define STATE_BYTES sizeof(ksig_haetae_sign_state)
#elif KSIG_HAETAE_SIGN_VARIANT == KSIG_VARIANT_FAST
#define STATE_BYTES (offsetof(ksig_haetae_sign_state, rows) + 512 * 4 + 1024 * 11)
#else
#define STATE_BYTES (offsetof(ksig_haetae_sign_state, rows) + 512 * 4)
#endif
KSIG_ASSERT(KSIG_IS_STATED((STATE_BYTES + 7) / 8 * 8, KSIG_HAETAE_5_SIGN_STATE_BYTES),
            state_bytes_agree);

/* Length and context at once: where a fault mistakes one for the other, nothing is signed. The
 * KpqC profile has neither. In place of the attempt's number: how many bytes were taken beside the
 * context, which is checked when the message ends. */
static void absorb_context(ksig_haetae_sign_state *s, const ksig_haetae_scheme *scheme,
                           const ksig_sign_args *args) {
    /* Not where the copy of the sponge is: a fault could absorb the prefix into that copy. */
    uint8_t *const prefix = (uint8_t *)(s->operand + KSIG_HAETAE_N / 2);
    prefix[0] = (uint8_t)args->context_length;
    (void)ksig_copy(prefix + 1, args->context, args->context_length);
    const size_t taken = ksig_keccak_absorb(&s->sponge, prefix, scheme->ksx + args->context_length);
    s->attempt = (uint32_t)taken - prefix[0];
}

ksig_verdict ksig_haetae_sign_open(void *state, const ksig_sign_args *args) {
    ksig_haetae_sign_state *const s = state;
    const ksig_haetae_scheme *const scheme = ksig_haetae_sign_scheme_of(s);
    if (args->mode != KSIG_MODE_PURE)
        return KSIG_REJECT_ARGUMENT;
    if (!scheme->ksx && args->context_length != 0)
        return KSIG_REJECT_CONTEXT;
    if (args->rnd != NULL) /* the ksx profile */
        memcpy(s->seed, args->rnd, KSIG_HAETAE_RND_BYTES);
    /* A whole secret key begins with the public one. */
    s->key = s->head.scheme.sign->secret_key_bytes == KSIG_HAETAE_COMPACT_KEY_BYTES
                 ? args->public_key
                 : s->head.key.secret;
    if (s->key == NULL)
        return KSIG_REJECT_ARGUMENT;
    /* mu = SHAKE256(public key | len(context) | context | message) */
    ksig_shake256_init(&s->sponge);
    ksig_keccak_absorb(&s->sponge, s->key, (size_t)ksig_haetae_key_bytes(scheme->level));
    if (KSIG_ENABLE_SIGN_CHECK &&
        !(args->flags & KSIG_SIGN_UNCHECKED)) { /* a digest of the bytes that go into mu */
        s->checks = 1;
        ksig_copy(s->operand, &s->sponge, sizeof s->sponge);
        ksig_keccak_finish(&s->sponge);
        ksig_keccak_squeeze(&s->sponge, s->key_digest, sizeof s->key_digest);
        ksig_copy(&s->sponge, s->operand, sizeof s->sponge);
    }
    absorb_context(s, scheme, args);
    return KSIG_PENDING;
}

size_t ksig_haetae_sign_take(void *state, const uint8_t *message, size_t length) {
    ksig_haetae_sign_state *s = state;
#if KSIG_LEAST_FLASH /* 14 bytes less: all operations fit into 16 kB of flash */
    return ksig_keccak_absorb(&s->sponge, message, length);
#else
    const size_t shown = ksig_keccak_take(&s->sponge, message, length);
    KSIG_RELOAD(s);
    return ksig_keccak_taken(&s->sponge, shown);
#endif
}

static void begin(ksig_haetae_sign_state *s, unsigned stage) {
    s->head.stage = (uint8_t)stage;
    s->index = 0;
    s->part = 0;
}

static KSIG_NOINLINE void begin_attempt(ksig_haetae_sign_state *s) {
    ksig_wipe(&s->length, sizeof s->length);
    s->runs.count = s->runs.open = 0;
    begin(s, KSIG_SIGN_NORM);
}

/* After a rejected attempt. */
static KSIG_NOINLINE void begin_next_attempt(ksig_haetae_sign_state *s) {
    const uint32_t before = s->attempt;
    KSIG_RELOAD(s); /* if a load was skipped, the register does not hold the attempt number */
    s->attempt++;
    KSIG_RELOAD(s);
    if (s->attempt - 1 != before)
        s->head.reason = KSIG_REJECT_FAULT;
    begin_attempt(s);
}

static const ksig_haetae_key_form *form_of(const ksig_haetae_sign_state *s) {
    return (const ksig_haetae_key_form *)(const void *)s->head.scheme.sign->operations;
}

ksig_haetae_secret ksig_haetae_sign_secret(ksig_haetae_sign_state *s, unsigned p) {
    return form_of(s)->secret(s, p);
}

/* SHAKE256(key | rnd | mu), without rnd in the KpqC profile. */
static KSIG_NOINLINE void make_seed(ksig_haetae_sign_state *s, const uint8_t *key,
                                    const uint8_t *mu, uint8_t *out) {
    ksig_shake256_init(&s->sponge);
    ksig_keccak_absorb_seed(&s->sponge, key, KSIG_HAETAE_KEY_BYTES);
    if (ksig_haetae_sign_scheme_of(s)->ksx)
        ksig_keccak_absorb_seed(&s->sponge, s->seed, KSIG_HAETAE_RND_BYTES);
    ksig_keccak_absorb_seed(&s->sponge, mu, KSIG_HAETAE_MU_BYTES);
    ksig_keccak_finish(&s->sponge);
    ksig_keccak_squeeze(&s->sponge, out, KSIG_HAETAE_SIGN_SEED_BYTES);
}

/* Makes the seed of all polynomials. If a fault skips the key, anyone can compute the seed; if it
 * skips mu, two messages share one: either reveals the key. So if the build checks signatures,
 * everything up to the seed is made twice and compared. */
static KSIG_NOINLINE ksig_verdict derive_seed(ksig_haetae_sign_state *s) {
    uint8_t *const mu = (uint8_t *)s->operand, *const key_room = mu + KSIG_HAETAE_MU_BYTES,
                   *const first = key_room + KSIG_HAETAE_KEY_BYTES;
    s->attempt -= ksig_haetae_sign_scheme_of(s)->ksx; /* 0, unless a fault struck */
    uint32_t doubt = ksig_keccak_end(&s->sponge) | s->attempt;
    ksig_keccak_squeeze(&s->sponge, mu, KSIG_HAETAE_MU_BYTES);
#if KSIG_ENABLE_SIGN_CHECK
    s->sponge.position = 0; /* the same bytes again */
    doubt |= ksig_keccak_squeeze_compare_packed(&s->sponge, mu, KSIG_HAETAE_MU_BYTES) ^
             KSIG_TALLY_ALL(KSIG_HAETAE_MU_BYTES);
#endif
    const uint8_t *const key = form_of(s)->start(s, key_room);
    if (key == NULL)
        return KSIG_REJECT_KEY;
    make_seed(s, key, mu, first);
#if KSIG_ENABLE_SIGN_CHECK
    uint8_t *const second = first + sizeof s->seed;
    const uint8_t *const again = form_of(s)->start(s, key_room);
    if (again == NULL)
        return KSIG_REJECT_FAULT;
    make_seed(s, again, mu, second);
    (void)ksig_copy(s->seed, second, sizeof s->seed);
    (void)ksig_copy(s->mu, mu, sizeof s->mu);
    KSIG_RELOAD(s);
    doubt |= ksig_compare_packed(s->seed, first, sizeof s->seed) ^ KSIG_TALLY_ALL(sizeof s->seed);
    doubt |= ksig_compare_packed(s->mu, mu, sizeof s->mu) ^ KSIG_TALLY_ALL(sizeof s->mu);
#else
    (void)ksig_copy(s->seed, first, sizeof s->seed);
    (void)ksig_copy(s->mu, mu, sizeof s->mu);
#endif
    ksig_wipe(mu, KSIG_HAETAE_MU_BYTES + KSIG_HAETAE_KEY_BYTES + 2 * sizeof s->seed);
    /* Public: it is the same both times, unless a fault struck. A branch: nothing that follows
     * depends on the compared secrets. */
    if (KSIG_DECLASSIFY(doubt != 0))
        return KSIG_REJECT_FAULT;
    return KSIG_PENDING;
}

/* Adds the length of one polynomial, and after the last one makes the scale. */
static KSIG_NOINLINE ksig_haetae_progress norm(ksig_haetae_sign_state *s) {
    const ksig_haetae_params *const p = ksig_haetae_sign_params_of(s);
    const unsigned i = s->index++;
    if (i == 0) { /* with the length of the previous attempt left in, y would be nearly that of a
                     correct run */
        uint32_t left = (uint32_t)s->runs.count | s->runs.open;
        for (unsigned n = 0; n < 3; n++)
            left |= s->length.norm.word[n];
        if (left != 0)
            s->head.reason = KSIG_REJECT_FAULT;
    }
    /* Two more samples make the vector uniform in the ball. */
    ksig_haetae_whole whole = {NULL, KSIG_HAETAE_N};
    uint32_t *kept = NULL;
#if KSIG_HAETAE_SIGN_VARIANT == KSIG_VARIANT_FAST
    kept = (uint32_t *)ksig_haetae_sign_kept(s) + KSIG_HAETAE_N * i;
#elif KSIG_HAETAE_SIGN_VARIANT == KSIG_VARIANT_DEFAULT
    whole = ksig_haetae_sign_whole(s, i);
#endif
    ksig_haetae_add_norm(&s->sponge, s->seed, ksig_haetae_sign_nonce(s, i), KSIG_HAETAE_N + (i < 2),
                         &s->length.norm, &s->runs, kept, &whole);
    if (s->index < ksig_haetae_sign_polynomials(p))
        return KSIG_SIGN_MORE;
    s->length.norm = ksig_haetae_scale_of(p, s->length.norm);
    return KSIG_SIGN_NEXT;
}

/* Two bits of the random byte, which has the first nonce of the next attempt. */
static KSIG_NOINLINE uint32_t draw_sign(ksig_haetae_sign_state *s) {
    uint8_t drawn;
    ksig_haetae_start_stream(
        &s->sponge, s->seed,
        ksig_haetae_sign_nonce(s, ksig_haetae_sign_polynomials(ksig_haetae_sign_params_of(s))));
    ksig_keccak_squeeze(&s->sponge, &drawn, 1);
    return drawn & 3u;
}

/* c is made: prepares what else the last two stages need. */
static KSIG_NOINLINE void begin_decide(ksig_haetae_sign_state *s) {
    s->sign = (uint8_t)draw_sign(s);
    begin(s, KSIG_SIGN_DECIDE);
}

static KSIG_NOINLINE void begin_emit(ksig_haetae_sign_state *s) {
    const ksig_haetae_params *const p = ksig_haetae_sign_params_of(s);
    /* Drawn again: y + c s and y - c s, both valid signatures, would reveal the key. */
    /* Public: it is the same both times, unless a fault struck. */
    if (KSIG_DECLASSIFY(s->sign != (draw_sign(s) | KSIG_HAETAE_ACCEPTED))) {
        KSIG_RELOAD(s); /* keeps this a branch */
        s->head.reason = KSIG_REJECT_FAULT;
    }
    begin(s, KSIG_SIGN_EMIT);
    s->index = (uint8_t)(ksig_haetae_sign_polynomials(p) - 1);
    ksig_rans_start(&s->late.end.encoder, s->head.scheme.sign->signature_bytes,
                    KSIG_HAETAE_C_BYTES + UINT32_C(256) * p->l + 2);
}

#if KSIG_ENABLE_SIGN_CHECK
/* Checks that the length that EMIT added up gives the scale that y was made with. */
static KSIG_NOINLINE void begin_check(ksig_haetae_sign_state *s) {
    const ksig_haetae_fixed scale =
        ksig_haetae_scale_of(ksig_haetae_sign_params_of(s), s->length.again);
    /* Public: it is the same both times, unless a fault struck. */
    if (KSIG_DECLASSIFY(ksig_compare_packed((const uint8_t *)&scale,
                                            (const uint8_t *)&s->length.norm,
                                            sizeof scale) != KSIG_TALLY_ALL(sizeof scale)))
        s->head.reason = KSIG_REJECT_FAULT;
    /* Public: the attempt is accepted. The output is the signature; after a fault it is never
     * shown. */
    KSIG_DECLASSIFY_BYTES(s->head.output, s->head.scheme.sign->signature_bytes);
    /* Public: w - 2 z2 follows from the signature, unless a fault struck. */
    KSIG_DECLASSIFY_BYTES(&s->sums.emit.rows, sizeof s->sums.emit.rows);
    begin(s, KSIG_SIGN_CHECK);
}
#endif

void ksig_haetae_sign_step(void *state) {
    ksig_haetae_sign_state *const s = state;
    ksig_haetae_progress progress;
    switch (s->head.stage) {
    case KSIG_WORK_FEED:
        s->head.reason = derive_seed(s);
        begin(s, KSIG_SIGN_EXPAND);
        return;
    case KSIG_SIGN_EXPAND:
        progress = form_of(s)->expand(s);
        if (progress == KSIG_SIGN_RETRY)
            s->head.reason = KSIG_REJECT_KEY;
        else if (progress == KSIG_SIGN_NEXT)
            begin_attempt(s);
        return;
    case KSIG_SIGN_NORM:
        if ((progress = norm(s)) == KSIG_SIGN_NEXT)
            begin(s, KSIG_SIGN_COMMIT);
        break;
    case KSIG_SIGN_COMMIT:
        if ((progress = ksig_haetae_sign_commit(s)) == KSIG_SIGN_NEXT)
            begin_decide(s);
        break;
    case KSIG_SIGN_DECIDE:
        if ((progress = ksig_haetae_sign_decide(s)) == KSIG_SIGN_NEXT)
            begin_emit(s);
        break;
    case KSIG_SIGN_EMIT:
        if ((progress = ksig_haetae_sign_emit(s)) != KSIG_SIGN_NEXT)
            break;
        s->head.stage = KSIG_WORK_DONE;
#if KSIG_ENABLE_SIGN_CHECK
        if (s->checks)
            begin_check(s);
#endif
        return;
#if KSIG_ENABLE_SIGN_CHECK
    case KSIG_SIGN_CHECK:
        progress = ksig_haetae_sign_check(s);
        if (progress == KSIG_SIGN_RETRY)
            s->head.reason = KSIG_REJECT_FAULT;
        else if (progress == KSIG_SIGN_NEXT)
            s->head.stage = KSIG_WORK_DONE;
        return;
#endif
    default:
        s->head.reason = KSIG_REJECT_FAULT;
        return;
    }
    if (progress == KSIG_SIGN_RETRY)
        begin_next_attempt(s);
}

/* ---- Whole secret keys: public key | s1 | s2 | key. */

static const uint8_t *whole_start(ksig_haetae_sign_state *s, uint8_t room[KSIG_HAETAE_KEY_BYTES]) {
    (void)room;
    return s->head.key.secret + s->head.scheme.sign->secret_key_bytes - KSIG_HAETAE_KEY_BYTES;
}

static ksig_haetae_progress whole_expand(ksig_haetae_sign_state *s) {
    (void)s;
    return KSIG_SIGN_NEXT;
}

static ksig_haetae_secret whole_secret(ksig_haetae_sign_state *s, unsigned p) {
    return ksig_haetae_secret_in(ksig_haetae_sign_params_of(s), s->head.key.secret, p);
}

const ksig_haetae_key_form ksig_haetae_whole_keys = {
    .operations = {.work = {.step = ksig_haetae_sign_step,
                            .wipe_stack = ksig_haetae_wipe_sign_stack},
                   .open = ksig_haetae_sign_open,
                   .take = ksig_haetae_sign_take},
    .start = whole_start,
    .expand = whole_expand,
    .secret = whole_secret};

/* check: 992 + 3 * 64 + 2 * 96 + 32 == 1408 */
/* check: 1472 + 5 * 64 + 3 * 96 + 32 == 2112 */
/* check: 2080 + 6 * 64 + 4 * 64 + 32 == 2752 */
#define SIGN_SCHEME(id, form, spelled, state, rnd, secret, signature, scheme)                    \
    const ksig_sign_scheme ksig_haetae_##id##_sign = {.name = spelled,                           \
                                                      .state_bytes = state,                      \
                                                      .rnd_bytes = rnd,                          \
                                                      .secret_key_bytes = secret,                \
                                                      .signature_bytes = signature,              \
                                                      .operations =                              \
                                                          &ksig_haetae_##form##_keys.operations, \
                                                      .params = &ksig_haetae_schemes[scheme]}
/* A profile, with both forms of secret keys. */
#define SIGN_SCHEMES(level, id, spelled, rnd, secret, signature, scheme)                        \
    SIGN_SCHEME(id, whole, spelled, KSIG_HAETAE_##level##_SIGN_STATE_BYTES, rnd, secret,        \
                signature, scheme);                                                             \
    SIGN_SCHEME(id##_compact, compact, spelled, KSIG_HAETAE_##level##_COMPACT_SIGN_STATE_BYTES, \
                rnd, KSIG_HAETAE_COMPACT_KEY_BYTES, signature, scheme)

#if KSIG_ENABLE_HAETAE_2
SIGN_SCHEMES(2, 2, "haetae-2", KSIG_HAETAE_RND_BYTES, 1408, 1474, 0);
SIGN_SCHEMES(2, 2_kpqc, "haetae-2-kpqc", 0, 1408, 1474, 3);
#endif
#if KSIG_ENABLE_HAETAE_3
SIGN_SCHEMES(3, 3, "haetae-3", KSIG_HAETAE_RND_BYTES, 2112, 2349, 1);
SIGN_SCHEMES(3, 3_kpqc, "haetae-3-kpqc", 0, 2112, 2349, 4);
#endif
#if KSIG_ENABLE_HAETAE_5
SIGN_SCHEMES(5, 5, "haetae-5", KSIG_HAETAE_RND_BYTES, 2752, 2948, 2);
SIGN_SCHEMES(5, 5_kpqc, "haetae-5-kpqc", 0, 2752, 2948, 5);
#endif
