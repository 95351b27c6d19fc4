/* A CWT that names a signing key. SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * Its bytes are copied to c->hold, of which the header is not needed any more, and from there they go to the verification
 * and are read or hashed here: one reading of each. */
#include "cose/cose_reader.h"
#include "hash/keccak.h"
#include "util/compiler.h"
#include "util/memory.h"

enum { ISS = 1, SUB = 2, EXP = 4, NBF = 5, IAT = 6, CTI = 7, CNF = 8 };
enum { COSE_KEY = 1, KEY_MEMBERS = 3, KTY = 1, ALG = 3, PUB = -1 };
enum { STAGE_CLAIMS, STAGE_KEY };
enum { ANCHOR_BYTES = sizeof((ksig_cwt_claims *)0)->anchor };

KSIG_ASSERT(sizeof(ksig_keccak) <= sizeof((ksig_cwt *)0)->key, cwt_sponge);
KSIG_ASSERT(offsetof(ksig_cwt, cose) == 0, cwt_begins_with_cose);

/* What the claims say before they are believed. */
typedef struct claims {
    uint64_t times[3]; /* exp, nbf, iat */
    uint8_t has[3];
} claims;

/* A label that must be `expected`. */
static void read_label(ksig_cbor *r, uint32_t *last, int expected) {
    if (ksig_cbor_label(r, last) != expected)
        ksig_cbor_refuse(r, KSIG_COSE_REJECT_LABEL);
}

/* {1: {1: kty, 3: alg, -1: pub}}, up to the bytes of pub, whose number it returns. */
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

static int is_in_time(const ksig_cwt_args *args, const claims *found) {
    const uint64_t now = args->now;
    if (!found->has[IAT - EXP] || found->times[IAT - EXP] < args->oldest)
        return 0;
    if ((found->has[0] || found->has[NBF - EXP]) && now == 0)
        return 0;
    return !(found->has[0] && now >= found->times[0]) && !(found->has[NBF - EXP] && now < found->times[NBF - EXP]);
}

/* Reads what is held of the claims. Returns how many bytes are missing; 0 if the key follows, or if refused. */
static unsigned read_claims(ksig_cwt *w) {
    ksig_cose *const c = &w->cose;
    ksig_cbor reader = {c->hold, c->held, 0, 0, 0}, *const r = &reader;
    claims found;
    uint64_t key_length = 0;
    uint32_t last = 0;
    memset(&found, 0, sizeof found);
    uint64_t count = ksig_cbor_head(r, KSIG_CBOR_MAP);
    int complete = 0;
    for (; count != 0 && ksig_cbor_reads(r); count--) {
        const int16_t label = ksig_cbor_label(r, &last);
        if (label == ISS || label == SUB)
            ksig_cbor_skip(r, ksig_cbor_head(r, KSIG_CBOR_TEXT));
        else if (label == CTI)
            ksig_cbor_skip(r, ksig_cbor_head(r, KSIG_CBOR_BYTES));
        else if (label >= EXP && label <= IAT) {
            found.times[label - EXP] = ksig_cbor_head(r, KSIG_CBOR_UINT);
            found.has[label - EXP] = 1;
        } else if (label == CNF && count == 1) {
            key_length = read_confirmation(&w->args, r);
            complete = 1;
        } else
            ksig_cbor_refuse(r, KSIG_COSE_REJECT_LABEL);
    }
    if (!complete)
        ksig_cbor_refuse(r, KSIG_COSE_REJECT_STRUCTURE);
    if (ksig_cbor_reads(r) && !is_in_time(&w->args, &found))
        ksig_cbor_refuse(r, KSIG_COSE_REJECT_TIME);
    const ksig_scheme *const scheme = w->args.scheme;
    if (ksig_cbor_reads(r) && (key_length == 0 || key_length > scheme->key_bytes ||
                               (scheme->anchor_hash != 0 && key_length != scheme->key_bytes)))
        ksig_cbor_refuse(r, KSIG_COSE_REJECT_KEY);
    const uint32_t rest = c->payload_length - c->held;
    if (ksig_cbor_reads(r) && key_length != rest)
        ksig_cbor_refuse(r, KSIG_COSE_REJECT_LENGTH);
    if (r->reason != 0) {
        ksig_cose_refuse(c, r->reason);
        return 0;
    }
    if (r->missing > rest)
        ksig_cose_refuse(c, KSIG_COSE_REJECT_LENGTH);
    if (r->missing == 0) {
        w->issued = found.times[IAT - EXP];
        w->expires = found.times[0];
        w->key_length = w->missing = (uint32_t)key_length;
    }
    return r->missing;
}

/* The claims that are held are complete: what follows is the key. */
static void begin_key(ksig_cwt *w) {
    w->stage = STAGE_KEY;
    memset(w->key, 0, sizeof w->key);
    if (w->args.scheme->anchor_hash != 0)
        ksig_shake256_init((ksig_keccak *)w->key);
}

/* Bytes of the key, in c->hold. */
static void take_key(ksig_cwt *w, size_t length) {
    const uint8_t *const data = w->cose.hold;
    if (w->args.scheme->anchor_hash == 0)
        memcpy((uint8_t *)w->key + (w->key_length - w->missing), data, length);
    else if (ksig_keccak_absorb((ksig_keccak *)w->key, data, length) != length)
        ksig_cose_refuse(&w->cose, KSIG_REJECT_FAULT);
    w->missing -= (uint32_t)length;
}

static void take(ksig_cose *c, const uint8_t *data, size_t length) {
    ksig_cwt *const w = (ksig_cwt *)c;
    if (ksig_verify_want(ksig_cose_verification(c)).offset == c->before) {
        c->held = 0; /* the first byte: the header has been fed, hold is free */
        w->missing = 1;
        w->stage = STAGE_CLAIMS;
    }
    while (length != 0 && c->reason == KSIG_PENDING) {
        uint8_t *const to = c->hold + (w->stage == STAGE_CLAIMS ? c->held : 0);
        size_t n = length < KSIG_COSE_HEAD_BYTES ? length : KSIG_COSE_HEAD_BYTES;
        if (n > w->missing) /* of the claims: what is known to be missing, and fits */
            n = (size_t)w->missing;
        if (n == 0) {
            ksig_cose_refuse(c, KSIG_REJECT_FAULT);
            return;
        }
        memcpy(to, data, n);
        (void)ksig_verify_feed(ksig_cose_verification(c), to, n);
        if (w->stage == STAGE_KEY)
            take_key(w, n);
        else {
            c->held = (uint8_t)(c->held + n);
            w->missing = 0;
            const unsigned missing = read_claims(w);
            if (missing != 0)
                w->missing = missing;
            else if (c->reason == KSIG_PENDING)
                begin_key(w);
        }
        data += n;
        length -= n;
    }
}

static const struct ksig_cose_payload along = {take};

ksig_verdict ksig_cwt_open(void *state, size_t state_bytes, const ksig_scheme *root, const ksig_cose_args *cose,
                           const ksig_cwt_args *args) {
    ksig_cwt *const w = state;
    const ksig_verdict opened = ksig_cose_begin(state, state_bytes, KSIG_COSE_ROUNDED(ksig_cwt), root, cose, &along);
    if (opened == KSIG_REJECT_STATE_SIZE)
        return opened;
    w->args = *args;
    const ksig_scheme *const scheme = args->scheme;
    if (scheme->anchor_bytes > ANCHOR_BYTES || scheme->key_bytes < scheme->anchor_bytes ||
        (scheme->anchor_hash != 0 && scheme->anchor_hash != KSIG_HASH_SHAKE256))
        ksig_cose_refuse(&w->cose, KSIG_REJECT_ARGUMENT);
    return w->cose.reason;
}

/* The anchor of the key that was named. */
static ksig_verdict make_anchor(ksig_cwt *w, ksig_cwt_claims *out) {
    const ksig_scheme *const scheme = w->args.scheme;
    if (w->cose.payload_length == 0)
        return KSIG_COSE_REJECT_STRUCTURE; /* nothing was read along */
    if (w->stage != STAGE_KEY || w->missing != 0)
        return KSIG_REJECT_FAULT;
    if (scheme->anchor_hash == 0) {
        if (ksig_key_anchor(scheme, (const uint8_t *)w->key, (size_t)w->key_length, out->anchor) != KSIG_DONE)
            return KSIG_COSE_REJECT_KEY;
    } else {
        ksig_keccak *const sponge = (ksig_keccak *)w->key;
        if (ksig_keccak_finish(sponge) != 0)
            return KSIG_REJECT_FAULT;
        ksig_keccak_squeeze(sponge, out->anchor, scheme->anchor_bytes);
    }
    out->issued = w->issued;
    out->expires = w->expires;
    out->key_length = w->key_length;
    return KSIG_ACCEPT;
}

ksig_verdict ksig_cwt_close(void *state, ksig_cwt_claims *claims_out) {
    ksig_cwt *const w = state;
    memset(claims_out, 0, sizeof *claims_out);
    if (w->cose.scheme == NULL || w->cose.payload != &along) /* closed before, or opened as an object */
        return KSIG_REJECT_ARGUMENT;
    volatile ksig_verdict verdict = ksig_cose_end(&w->cose);
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
