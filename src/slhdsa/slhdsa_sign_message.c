/* Signing: R = PRF_msg(SK.prf, rnd, M') and H_msg(R, PK, M') (FIPS 205 Algorithms 19, 22 and 23).
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * The digest needs R first, so the message is streamed twice. If the passes were not bound, the
 * sender could choose the second message knowing R: without rnd, R is the same whenever the first
 * message is. Trying messages until their digests meet in one FORS key pair and cover it takes 2^70
 * hashes instead of 2^128. So PRF_msg runs in the second pass too and must give R again: only a
 * message with its own R is signed.
 *
 * The code that frames M' for verification frames it here too. The hashes' counts are compared at
 * the end. PRF_msg takes each byte of the message twice, H_msg once: `unhashed` adds them up, and
 * is 0 in the end. */

#include "guard/guard.h"
#include "slhdsa/slhdsa_sign.h"
#include "stream/message.h"
#include "util/bytes.h"

enum { FRAMES = 3, INNER_PAD = 0x36, OUTER_PAD = 0x5c };

static unsigned node_bytes(const ksig_slhdsa_work *w) { return ksig_slhdsa_params_of(&w->v)->n; }

static uint8_t *rnd_of(ksig_slhdsa_work *w) { return w->v.node + node_bytes(w); }

/* Room for the pre-hash, or for PRF_msg next to H_msg. */
static ksig_prehash *beside(ksig_slhdsa_work *w) {
    return (ksig_prehash *)(void *)(rnd_of(w) + node_bytes(w));
}

/* The room after that, up to the open hash, for bytes to be hashed again or compared. */
static uint8_t *spare_of(ksig_slhdsa_work *w) { return (uint8_t *)(beside(w) + 1); }

static void *open_of(ksig_slhdsa_work *w) {
    return ksig_slhdsa_nodes(w) - ksig_slhdsa_params_of(&w->v)->hash->open_bytes;
}

static int is_pure(const ksig_slhdsa_work *w) { return w->head.work.mode == KSIG_MODE_PURE; }

static void *prf_of(ksig_slhdsa_work *w) { return is_pure(w) ? (void *)beside(w) : open_of(w); }

/* Absorbs into PRF_msg, or into H_msg: a ksig_absorb. */
static size_t to_prf(void *work, const uint8_t *data, size_t length) {
    ksig_slhdsa_work *w = work;
    const size_t shown = ksig_slhdsa_sign_operations_of(w)->absorb(prf_of(w), data, length);
    KSIG_RELOAD(w);
    return shown - (size_t)(uintptr_t)prf_of(w);
}

static size_t to_digest(void *work, const uint8_t *data, size_t length) {
    ksig_slhdsa_work *w = work;
    const size_t shown = ksig_slhdsa_sign_operations_of(w)->absorb(open_of(w), data, length);
    KSIG_RELOAD(w);
    return shown - (size_t)(uintptr_t)open_of(w);
}

static void take_bytes(ksig_slhdsa_work *w, ksig_absorb absorb, const uint8_t *data,
                       size_t length) {
    ksig_taken(&w->v.head, absorb(w, data, length), length);
}

static void take_frame(ksig_slhdsa_work *w, ksig_absorb absorb) {
    const size_t length =
        ksig_framing_fips.absorb_frame(&w->v.head, absorb, w, ksig_slhdsa_nodes(w));
    KSIG_RELOAD(w);
    ksig_taken(&w->v.head, length, ksig_slhdsa_nodes(w)[0]);
}

/* Bytes of the message, or its digest. */
static void prf_takes(ksig_slhdsa_work *w, const uint8_t *data, size_t length) {
    take_bytes(w, to_prf, data, length);
    w->v.head.unhashed += (uint32_t)length;
}

static void digest_takes(ksig_slhdsa_work *w, const uint8_t *data, size_t length) {
    take_bytes(w, to_digest, data, length);
    w->v.head.unhashed -= 2u * (uint32_t)length;
}

/* HMAC (FIPS 198-1): the first block is the key, padded with zeros, xor `pad`. */
static void take_key(ksig_slhdsa_work *w, void *hash, unsigned pad) {
    const ksig_slhdsa_sign_operations *const o = ksig_slhdsa_sign_operations_of(w);
    const unsigned n = node_bytes(w);
    const uint8_t *const key = w->head.work.key.secret + n;
    uint8_t *const block = (uint8_t *)hash + o->block_at;
    o->init(hash);
    if (o->block_bytes == 0) {
        take_bytes(w, to_prf, key, n);
        return;
    }
    for (unsigned i = 0; i < o->block_bytes; i++)
        block[i] = (uint8_t)((i < n ? key[i] : 0u) ^ pad);
    o->take_block(hash);
}

/* PRF_msg up to the message. */
static KSIG_NOINLINE void begin_prf(ksig_slhdsa_work *w) {
    take_key(w, prf_of(w), INNER_PAD);
    take_bytes(w, to_prf, rnd_of(w), node_bytes(w));
    take_frame(w, to_prf);
}

/* With HMAC, the outer hash is made in the same place. */
static KSIG_NOINLINE void end_prf(ksig_slhdsa_work *w, uint8_t *out) {
    const ksig_slhdsa_sign_operations *const o = ksig_slhdsa_sign_operations_of(w);
    uint8_t *const inner = spare_of(w);
    const unsigned inner_bytes = o->block_bytes / 2u;
    void *const hash = prf_of(w);
    if (o->block_bytes != 0) {
        ksig_taken(&w->v.head, o->final(hash, inner, inner_bytes), 0);
        take_key(w, hash, OUTER_PAD);
        take_bytes(w, to_prf, inner, inner_bytes);
    }
    ksig_taken(&w->v.head, o->final(hash, out, node_bytes(w)), 0);
}

/* H_msg up to the message. */
static KSIG_NOINLINE void begin_digest(ksig_slhdsa_work *w) {
    const unsigned n = node_bytes(w);
    ksig_slhdsa_sign_operations_of(w)->init(open_of(w));
    take_bytes(w, to_digest, w->v.node, n);
    take_bytes(w, to_digest, w->v.head.anchor, 2 * n);
    take_frame(w, to_digest);
}

/* Ends PRF_msg again: 0 if it gives the same R. */
static KSIG_NOINLINE uint32_t compare_again(ksig_slhdsa_work *w) {
    uint8_t *const again = spare_of(w);
    const unsigned n = node_bytes(w);
    ksig_wipe(again, n);
    end_prf(w, again);
    const ksig_tally tally = ksig_compare(again, w->v.node, n);
    return tally.bad | (tally.good ^ n);
}

static KSIG_NOINLINE void end_digest(ksig_slhdsa_work *w) {
    const ksig_slhdsa_params *const p = ksig_slhdsa_params_of(&w->v);
    uint8_t *const from = rnd_of(w);
    ksig_wipe(from, (size_t)((uint8_t *)open_of(w) - from));
    ksig_wipe(ksig_slhdsa_nodes(w), KSIG_CONTEXT_BYTES);
    p->hash->end_message(&w->v);
    /* Public: R and the digest: the signature reveals them. */
    KSIG_DECLASSIFY_BYTES(w->v.digest, sizeof w->v.digest);
    ksig_taken(&w->v.head, w->v.head.unhashed, 0);
    /* Public: what the hashes counted, unless a fault struck: the arguments, and each frame. */
    if (KSIG_DECLASSIFY(!ksig_trail_is(&w->v.head, KSIG_TRAIL_STEP * (1 + FRAMES))))
        w->head.work.reason = KSIG_REJECT_FAULT;
}

/* slh_sign and hash_slh_sign (FIPS 205 Algorithms 22 and 23): the frame of M'. */
ksig_verdict ksig_slhdsa_sign_message_open(ksig_slhdsa_work *w, const ksig_sign_args *args) {
    ksig_verify_head *const head = &w->v.head;
    ksig_verify_args as_verified;
    ksig_message_as_verified(&as_verified, args);
    as_verified.anchor = head->anchor;
    head->mode = args->mode;
    head->hash = args->hash;
    ksig_framing_fips.open_frame(head, &as_verified, ksig_slhdsa_nodes(w));
    if (head->reason != KSIG_PENDING)
        return head->reason;
    /* Without rnd, PK.seed takes its place. */
    (void)ksig_copy(rnd_of(w), args->rnd != NULL ? args->rnd : head->anchor, node_bytes(w));
    return KSIG_PENDING;
}

void ksig_slhdsa_sign_message_begin(ksig_slhdsa_work *w) {
    if (is_pure(w))
        begin_prf(w);
    else
        ksig_message_begin(&w->v.head, beside(w));
}

void ksig_slhdsa_sign_message_take(ksig_slhdsa_work *w, const uint8_t *message, size_t length) {
    while (length > 0) {
        const uint8_t *from = message;
        size_t bytes = length;
        if (w->second) { /* a copy, so that both hashes take the same bytes even if the message
                          * changes meanwhile */
            uint8_t *const copy = spare_of(w);
            bytes = length < node_bytes(w) ? length : node_bytes(w);
            from = copy;
            (void)ksig_copy(copy, message, bytes);
            digest_takes(w, from, bytes);
        }
        prf_takes(w, from, bytes);
        message += bytes;
        length -= bytes;
    }
}

/* Not inlined, and called last: a pre-hash determines the stack. */
static KSIG_NOINLINE size_t prehash_bytes(ksig_slhdsa_work *w, const uint8_t *message,
                                          size_t length) {
    ksig_verify_head *const head = &w->v.head;
    head->unhashed += (uint32_t)length; /* bytes that the pre-hash should count */
    ksig_taken(head, ksig_message_take(head, beside(w), message, length), length);
    return length;
}

/* Takes no secrets. Returns `length`; the hashes' counts are checked later. */
size_t ksig_slhdsa_sign_prehash_take(ksig_slhdsa_work *w, const uint8_t *message, size_t length) {
    const unsigned hash = w->v.head.hash;
    if (ksig_message_prehashed(&w->v.head))
        return prehash_bytes(w, message, length);
    if (length > ksig_prehash_bytes(hash) - w->fed) {
        w->head.work.reason = KSIG_REJECT_MSG_LENGTH;
    } else {
        (void)ksig_copy(ksig_prehash_digest(beside(w), hash) + w->fed, message, length);
        w->fed = (uint16_t)(w->fed + length);
    }
    return length;
}

/* Absorbs the digest of the message. Last calls of a stage have nothing after them, to save
 * stack. */
static KSIG_NOINLINE void
absorb_digest(ksig_slhdsa_work *w, void (*takes)(ksig_slhdsa_work *, const uint8_t *, size_t)) {
    const unsigned prehash = w->v.head.hash;
    takes(w, ksig_prehash_digest(beside(w), prehash), ksig_prehash_bytes(prehash));
}

static void stage(ksig_slhdsa_work *w, unsigned stage) { w->head.work.stage = (uint8_t)stage; }

static KSIG_NOINLINE void end_prehash(ksig_slhdsa_work *w) {
    ksig_verify_head *const head = &w->v.head;
    stage(w, KSIG_SLHDSA_PREHASHED);
    if (head->mode == KSIG_MODE_DIGEST && w->fed != ksig_prehash_bytes(head->hash))
        w->head.work.reason = KSIG_REJECT_MSG_LENGTH;
    /* A pre-hash counts down from the stated length, which is 0 here. */
    ksig_taken(head, head->mode == KSIG_MODE_PREHASH ? head->unhashed : 0, 0);
    head->unhashed = 0;
    ksig_message_end(head, beside(w));
}

int ksig_slhdsa_sign_message_step(ksig_slhdsa_work *w) {
    switch (w->head.work.stage) {
    case KSIG_WORK_FEED:
        if (!is_pure(w)) {
            end_prehash(w);
            return 0;
        }
        if (w->second)
            break;
        end_prf(w, w->v.node);
        begin_prf(w);
        begin_digest(w);
        w->second = 1;
        return 0;
    case KSIG_SLHDSA_PREHASHED:
        begin_prf(w);
        absorb_digest(w, prf_takes);
        end_prf(w, w->v.node);
        stage(w, KSIG_SLHDSA_AGAIN);
        return 0;
    case KSIG_SLHDSA_AGAIN:
        begin_prf(w);
        absorb_digest(w, prf_takes);
        /* Public: it is the same both times, unless a fault struck. */
        if (KSIG_DECLASSIFY(compare_again(w) != 0))
            w->head.work.reason = KSIG_REJECT_FAULT;
        stage(w, KSIG_SLHDSA_DIGEST);
        return 0;
    default:
        begin_digest(w);
        absorb_digest(w, digest_takes);
        end_digest(w);
        return 1;
    }
    /* Public: whether the message is the same in both passes. */
    if (KSIG_DECLASSIFY(compare_again(w) != 0))
        w->head.work.reason = KSIG_REJECT_RESTREAM;
    else
        end_digest(w);
    return 1;
}
