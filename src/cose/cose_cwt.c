/* A CWT that names a signing key. SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * Its bytes are copied to c->hold, where the header is no longer needed. From there they are fed to
 * the verification and parsed or hashed here, so each is loaded once. */
#include "cose/cose_reader.h"
#include "guard/guard.h"
#include "hash/keccak.h"
#include "util/bytes.h"
#include "util/memory.h"

enum { ISS = 1, SUB = 2, EXP = 4, NBF = 5, IAT = 6, CTI = 7, CNF = 8 };
enum { COSE_KEY = 1, KEY_MEMBERS = 3, KTY = 1, ALG = 3, PUB = -1 };
enum { STAGE_CLAIMS, STAGE_KEY };
enum {
    ANCHOR_BYTES = sizeof((ksig_cwt_claims *)0)->anchor,
    BEHIND_SCHEME = offsetof(ksig_cwt_args, now),
    TIMES = sizeof((ksig_cwt_found *)0)->times / sizeof(uint64_t)
};

KSIG_ASSERT(sizeof(ksig_keccak) <= sizeof((ksig_cwt *)0)->key, cwt_sponge);
KSIG_ASSERT(offsetof(ksig_cwt, cose) == 0, cwt_begins_with_cose);

/* A label that must be `expected`. */
static void read_label(ksig_cbor *r, uint32_t *last, int expected) {
    if (ksig_cbor_label(r, last) != expected)
        ksig_cbor_refuse(r, KSIG_COSE_REJECT_LABEL);
}

/* Reads {1: {1: kty, 3: alg, -1: pub}} up to the bytes of pub, and returns their number. */
static uint64_t read_confirmation(const ksig_cwt_args *args, ksig_cbor *r) {
    uint32_t last = 0;
    if (ksig_cbor_head(r, KSIG_CBOR_MAP) != 1)
        ksig_cbor_refuse(r, KSIG_COSE_REJECT_STRUCTURE);
    read_label(r, &last, COSE_KEY);
    if (ksig_cbor_head(r, KSIG_CBOR_MAP) != KEY_MEMBERS)
        ksig_cbor_refuse(r, KSIG_COSE_REJECT_STRUCTURE);
    last = 0;
    read_label(r, &last, KTY);
    if (ksig_cbor_small(r, KSIG_COSE_REJECT_KEY) != args->key_type)
        ksig_cbor_refuse(r, KSIG_COSE_REJECT_KEY);
    read_label(r, &last, ALG);
    if (ksig_cbor_small(r, KSIG_COSE_REJECT_KEY) != args->algorithm)
        ksig_cbor_refuse(r, KSIG_COSE_REJECT_KEY);
    read_label(r, &last, PUB);
    return ksig_cbor_head(r, KSIG_CBOR_BYTES);
}

static int is_in_time(const ksig_cwt_args *args, const ksig_cwt_found *found) {
    const uint64_t now = args->now;
    if (!found->has[IAT - EXP] || found->times[IAT - EXP] < args->oldest)
        return 0;
    if ((found->has[0] || found->has[NBF - EXP]) && now == 0)
        return 0;
    return !(found->has[0] && now >= found->times[0]) &&
           !(found->has[NBF - EXP] && now < found->times[NBF - EXP]);
}

/* Reads the held part of the claims. Returns how many bytes are missing; 0 if the key follows, or
 * if rejected. */
static KSIG_NOINLINE unsigned read_claims(const ksig_cwt *w, ksig_cwt_found *found) {
    const ksig_cose *const c = &w->cose;
    ksig_cbor reader = {c->hold, c->held, 0, 0, 0}, *const r = &reader;
    uint64_t key_length = 0;
    uint32_t last = 0;
    memset(found, 0, sizeof *found);
    uint64_t count = ksig_cbor_head(r, KSIG_CBOR_MAP);
    int complete = 0;
    for (; count != 0 && ksig_cbor_reads(r); count--) {
        const int16_t label = ksig_cbor_label(r, &last);
        if (label == ISS || label == SUB)
            ksig_cbor_skip(r, ksig_cbor_head(r, KSIG_CBOR_TEXT));
        else if (label == CTI)
            ksig_cbor_skip(r, ksig_cbor_head(r, KSIG_CBOR_BYTES));
        else if (label >= EXP && label <= IAT) {
            unsigned at = (unsigned)label - EXP;
            KSIG_BARRIER(at);
            if (at >= TIMES) /* a fault: what the sender chose would be written beyond the array */
                at = 0;
            found->times[at] = ksig_cbor_head(r, KSIG_CBOR_UINT);
            found->has[at] = 1;
        } else if (label == CNF && count == 1) {
            key_length = read_confirmation(&w->args, r);
            complete = 1;
        } else
            ksig_cbor_refuse(r, KSIG_COSE_REJECT_LABEL);
    }
    if (!complete)
        ksig_cbor_refuse(r, KSIG_COSE_REJECT_STRUCTURE);
    if (ksig_cbor_reads(r) && !is_in_time(&w->args, found))
        ksig_cbor_refuse(r, KSIG_COSE_REJECT_TIME);
    const ksig_scheme *const scheme = w->args.scheme;
    if (ksig_cbor_reads(r) && (key_length == 0 || key_length > scheme->key_bytes ||
                               (scheme->anchor_hash != 0 && key_length != scheme->key_bytes)))
        ksig_cbor_refuse(r, KSIG_COSE_REJECT_KEY);
    const uint32_t rest = c->layout.payload_length - c->held;
    if ((ksig_cbor_reads(r) && key_length != rest) || (r->reason == 0 && r->missing > rest))
        r->reason = (uint8_t)KSIG_COSE_REJECT_LENGTH;
    found->key_length = (uint32_t)key_length;
    found->reason = r->reason;
    if (r->reason == 0 && r->missing != 0)
        found->reason = (uint8_t)KSIG_REJECT_INCOMPLETE;
    return r->reason != 0 ? 0 : r->missing;
}

/* The held claims are complete. They are read a second time: both readings make every check, and
 * the results kept in the state must equal those of the second. The key follows. */
static KSIG_NOINLINE void believe(ksig_cwt *w) {
    ksig_cose *const c = &w->cose;
    ksig_cwt_found again;
    (void)read_claims(w, &again);
    ksig_cose_same(c, &w->found, &again, sizeof again);
    ksig_cose_doubt(c, ksig_cose_verification(c)->offset - c->before - c->held);
    ksig_cose_doubt(c, w->found.reason);
    if ((w->found.reason | again.reason) != 0) {
        ksig_cose_refuse(c, w->found.reason | again.reason);
        return;
    }
    w->missing = w->found.key_length;
    w->stage = STAGE_KEY;
    memset(w->key, 0, sizeof w->key);
    if (w->args.scheme->anchor_hash != 0)
        ksig_shake256_init((ksig_keccak *)w->key);
}

/* Takes bytes of the key, in c->hold. */
static void take_key(ksig_cwt *w, size_t length) {
    const uint8_t *const data = w->cose.hold;
    if (w->args.scheme->anchor_hash == 0)
        memcpy((uint8_t *)w->key + (w->found.key_length - w->missing), data, length);
    else if (ksig_keccak_absorb((ksig_keccak *)w->key, data, length) != length)
        ksig_cose_refuse(&w->cose, KSIG_REJECT_FAULT);
    w->missing -= (uint32_t)length;
}

/* Where the next bytes will be held. */
static inline uint8_t *room(ksig_cwt *w) {
    return w->cose.hold + (w->stage == STAGE_CLAIMS ? w->cose.held : 0);
}

static void take(ksig_cose *c, const uint8_t *data, size_t length) {
    ksig_cwt *const w = (ksig_cwt *)c, *again = w;
    if (ksig_cose_verification(c)->offset == c->before) {
        c->held = 0; /* the first byte: the header has been fed, hold is free */
        w->missing = 1;
        w->stage = STAGE_CLAIMS;
    }
    while (length != 0 && c->reason == KSIG_PENDING) {
        size_t n = length < KSIG_COSE_HEAD_BYTES ? length : KSIG_COSE_HEAD_BYTES;
        if (n > w->missing) /* for the claims: as many as are known to be missing, which fit */
            n = (size_t)w->missing;
        if (n == 0) {
            ksig_cose_refuse(c, KSIG_REJECT_FAULT);
            return;
        }
        memcpy(room(w), data, n);
        KSIG_RELOAD(again);
        c->trail += ksig_word(room(again) + n);
        ksig_cose_give(c, room(w), n);
        if (w->stage == STAGE_KEY)
            take_key(w, n);
        else {
            c->held = (uint8_t)(c->held + n);
            w->missing = read_claims(w, &w->found);
            if (w->missing == 0)
                believe(w);
        }
        data += n;
        length -= n;
        KSIG_BARRIER(data);
        KSIG_BARRIER(length);
    }
    c->trail -= ksig_word(data);
}

static const struct ksig_cose_payload along = {.take = take,
                                               .state_bytes = KSIG_COSE_ROUNDED(ksig_cwt)};

ksig_verdict ksig_cwt_open(void *state, size_t state_bytes, const ksig_scheme *root,
                           const ksig_cose_args *cose, const ksig_cwt_args *volatile args) {
    ksig_cwt *const w = state;
    if (ksig_arguments_given(state, state_bytes, root, cose) != ksig_open_word(state, root, cose))
        return KSIG_REJECT_FAULT;
    if (!ksig_cose_fits(state, state_bytes, KSIG_COSE_ROUNDED(ksig_cwt), root))
        return KSIG_REJECT_STATE_SIZE;
    ksig_cose_begin(state, &along, root, cose);
    w->cose.trail -= ksig_cose_word(state, &along, root, cose);
    (void)ksig_copy(&w->args, args, sizeof w->args);
    ksig_cose_doubt(&w->cose, ksig_word(w->args.scheme) ^ ksig_word(args->scheme));
    ksig_cose_same(&w->cose, &w->args.now, &args->now,
                   offsetof(ksig_cwt_args, key_type) + 1 - BEHIND_SCHEME);
    const ksig_scheme *const scheme = w->args.scheme;
    if (scheme->anchor_bytes > ANCHOR_BYTES || scheme->key_bytes < scheme->anchor_bytes ||
        (scheme->anchor_hash != 0 && scheme->anchor_hash != KSIG_HASH_SHAKE256))
        ksig_cose_refuse(&w->cose, KSIG_REJECT_ARGUMENT);
    return w->cose.reason;
}

/* Makes the anchor of the named key. */
static ksig_verdict make_anchor(ksig_cwt *w, ksig_cwt_claims *out) {
    const ksig_scheme *const scheme = w->args.scheme;
    if (w->stage != STAGE_KEY || w->missing != 0)
        return KSIG_REJECT_FAULT;
    if (scheme->anchor_hash == 0) {
        if (ksig_key_anchor(scheme, (const uint8_t *)w->key, (size_t)w->found.key_length,
                            out->anchor) != KSIG_DONE)
            return KSIG_COSE_REJECT_KEY;
    } else {
        ksig_keccak *const sponge = (ksig_keccak *)w->key;
        if (ksig_keccak_finish(sponge) != 0)
            return KSIG_REJECT_FAULT;
        ksig_keccak_squeeze(sponge, out->anchor, scheme->anchor_bytes);
    }
    out->issued = w->found.times[IAT - EXP];
    out->expires = w->found.times[0];
    out->key_length = w->found.key_length;
    return KSIG_ACCEPT;
}

ksig_verdict ksig_cwt_close(void *state, ksig_cwt_claims *claims_out) {
    ksig_cwt *const w = state;
    memset(claims_out, 0, sizeof *claims_out);
    if (w->cose.scheme == NULL ||
        w->cose.payload != &along) /* closed before, or opened as an object */
        return KSIG_REJECT_ARGUMENT;
    ksig_cose_doubt(&w->cose, !is_in_time(&w->args, &w->found));
    volatile ksig_verdict verdict = KSIG_REJECT_FAULT;
    verdict = ksig_cose_end(&w->cose);
    if (verdict == KSIG_ACCEPT && verdict == KSIG_ACCEPT) {
        const ksig_verdict made = make_anchor(w, claims_out);
        if (made != KSIG_ACCEPT) {
            memset(claims_out, 0, sizeof *claims_out);
            verdict = made;
        }
    }
    ksig_wipe(w, sizeof *w);
    w->cose.reason = KSIG_REJECT_ARGUMENT;
    return verdict;
}
