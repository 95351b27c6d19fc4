/* Uses the bytes of a certificate that were read: hashes names and keys, copies fields.
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "guard/guard.h"
#include "hash/keccak.h"
#include "util/bytes.h"
#include "util/memory.h"
#include "x509/x509_reader.h"

enum { NAME_BYTES = sizeof((ksig_x509 *)0)->name };

KSIG_ASSERT(sizeof(ksig_x509_room) <= KSIG_IDLE_BYTES, x509_room);
KSIG_ASSERT(sizeof(ksig_anchor) <= KSIG_ANCHOR_STATE_BYTES, x509_name_hash);
KSIG_ASSERT(4 * KSIG_X509_EXTENSIONS <= KSIG_ANCHOR_STATE_BYTES, x509_tags);
KSIG_ASSERT((unsigned)NAME_BYTES == (unsigned)KSIG_ANCHOR_BYTES, x509_name);

/* Only keys of ML-DSA have a digest as their anchor. */
#define HAS_DIGESTS (KSIG_ENABLE_ML_DSA_44 || KSIG_ENABLE_ML_DSA_65 || KSIG_ENABLE_ML_DSA_87)

static ksig_anchor *name_hash(ksig_x509 *c) { return &ksig_x509_room_of(c)->name; }

static const ksig_scheme *subject_scheme(const ksig_x509 *c) {
    return c->args->algorithms[c->reading.algorithm].scheme;
}

/* An event has been processed: adds back what reading subtracted from the trail. */
static void done(ksig_x509 *c, unsigned event) { c->trail += KSIG_TRAIL_STEP * event; }

/* ---- Names ------------------------------------------------------------------------------- */

static void hash_name(ksig_x509 *c, const uint8_t *data, size_t length) {
    c->trail += (uint32_t)ksig_anchor_update(name_hash(c), data, length);
}

/* The caller subtracts NAME_ENDED from the trail: if the call is skipped, the digest is what was on
 * the stack.
 */
#define NAME_ENDED (KSIG_TRAIL_STEP << 8)
static KSIG_NOINLINE void end_name(ksig_x509 *c, uint8_t digest[NAME_BYTES]) {
    c->trail += NAME_ENDED;
#if KSIG_ANCHOR_HASH == KSIG_HASH_SHA256
    ksig_x509_doubt(c, ksig_sha256_final(name_hash(c), digest, NAME_BYTES));
#else
    ksig_keccak *const sponge = &name_hash(c)->u.sponge;
    ksig_x509_doubt(c, ksig_keccak_end(sponge));
    ksig_keccak_squeeze(sponge, digest, NAME_BYTES);
#endif
}

static void keep_name(ksig_x509 *c, const uint8_t digest[NAME_BYTES]) {
    memcpy(c->name, digest, NAME_BYTES);
    ksig_x509_same(c, c->name, digest, NAME_BYTES);
}

/* The head of a name is held: it is part of the hashed name. */
static void begin_name(ksig_x509 *c) {
    const size_t head = c->hold[1] < 0x80 ? 2u : 2u + (c->hold[1] & 0x7fu);
    ksig_anchor_init(name_hash(c));
    hash_name(c, c->hold, head);
    c->trail -= (uint32_t)head;
    done(c, KSIG_X509_NAME_BEGINS);
}

/* 1 if the digest is that of the kept name, else 0. */
static KSIG_NOINLINE uint32_t is_kept_name(const ksig_x509 *c, const uint8_t digest[NAME_BYTES]) {
    const uint32_t other =
        ksig_compare_packed(digest, c->name, NAME_BYTES) ^ KSIG_TALLY_ALL(NAME_BYTES);
    return ((other | (0u - other)) >> 31) ^ 1u;
}

/* The issuer must be the subject of the preceding certificate; the subject is then kept. */
static KSIG_NOINLINE void compare_name(ksig_x509 *c) {
    uint8_t digest[NAME_BYTES];
    const ksig_x509 *again = c;
    end_name(c, digest);
    c->trail -= NAME_ENDED;
    done(c, KSIG_X509_NAME_ENDS);
    if ((c->reading.found & KSIG_X509_IN_SUBJECT) != 0) {
        c->self_issued = (uint8_t)is_kept_name(c, digest);
        ksig_x509_doubt(c, c->self_issued ^ is_kept_name(c, digest));
        keep_name(c, digest);
        KSIG_RELOAD(again); /* an issuer taken for a subject would be compared with nothing */
        ksig_x509_doubt(c, ~(unsigned)again->reading.found & KSIG_X509_IN_SUBJECT);
        return;
    }
    if (ksig_x509_is_first(c) && (c->args->flags & KSIG_X509_ANY_ISSUER) != 0) {
        KSIG_RELOAD(again);
        ksig_x509_doubt(
            c, (((unsigned)again->args->flags & KSIG_X509_ANY_ISSUER) ^ KSIG_X509_ANY_ISSUER) |
                   again->at);
        keep_name(c, digest);
    }
    ksig_x509_same(c, digest, c->name, NAME_BYTES);
    if (ksig_compare_packed(digest, c->name, NAME_BYTES) != KSIG_TALLY_ALL(NAME_BYTES))
        ksig_x509_refuse(c, KSIG_X509_REJECT_NAME);
}

/* ---- Keys -------------------------------------------------------------------------------- */

size_t ksig_x509_anchor_bytes(const ksig_scheme *scheme, uint32_t key_length) {
    return scheme->verify->key_bytes == NULL ? scheme->anchor_bytes : (size_t)key_length;
}

static void begin_key(ksig_x509 *c) {
    memset(c->subject, 0, sizeof c->subject);
#if HAS_DIGESTS
    if (subject_scheme(c)->anchor_hash != 0)
        ksig_shake256_init(&ksig_x509_room_of(c)->key);
#endif
    done(c, KSIG_X509_KEY_BEGINS);
}

/* Returns how many bytes were taken. */
static size_t take_key(ksig_x509 *c, const uint8_t *data, size_t length) {
    const struct ksig_x509_operations *const classical =
        ksig_x509_operations_of(&c->args->algorithms[c->reading.algorithm]);
    if (classical != NULL)
        return classical->take_key(c, data, length);
#if HAS_DIGESTS
    if (subject_scheme(c)->anchor_hash != 0)
        return ksig_keccak_absorb(&ksig_x509_room_of(c)->key, data, length);
#endif
    const uint32_t at = c->reading.key_length - c->reading.run;
    if (at > KSIG_X509_ANCHOR_BYTES - length) /* no such key is longer */
        return 0;
    return ksig_copy(c->subject + at, data, length);
}

#if HAS_DIGESTS
/* Writes the anchor, and compares it with the sponge. */
static KSIG_NOINLINE void squeeze_anchor(ksig_x509 *c, unsigned length) {
    const ksig_x509 *again = c;
    ksig_tally same = {0, 0};
    ksig_keccak_squeeze(&ksig_x509_room_of(c)->key, c->subject, length);
    KSIG_RELOAD(again);
    const ksig_keccak *const sponge = (const void *)((const uint8_t *)again + again->room);
    for (unsigned i = 0; i < length; i++)
        ksig_count(&same, again->subject[i] != ksig_keccak_rate_byte(sponge, i));
    ksig_x509_doubt(c, same.bad | (same.good ^ length));
}
#endif

/* Ends the anchor of the key; its room is then free for the extensions. */
static KSIG_NOINLINE void end_key(ksig_x509 *c) {
    const ksig_scheme *const scheme = subject_scheme(c);
#if HAS_DIGESTS
    if (scheme->anchor_hash != 0) {
        ksig_x509_doubt(c, ksig_keccak_end(&ksig_x509_room_of(c)->key));
        squeeze_anchor(c, scheme->anchor_bytes);
    }
#endif
    if (scheme->verify->key_bytes != NULL &&
        scheme->verify->key_bytes(c->subject, (size_t)c->reading.key_length) !=
            c->reading.key_length)
        ksig_x509_refuse(c, KSIG_X509_REJECT_KEY);
    c->extensions = 0;
    done(c, KSIG_X509_KEY_ENDS);
}

/* ---- Extensions, fields ------------------------------------------------------------------ */

/* No extension may occur twice (RFC 5280 4.2). Tags are volatile, so that each count compares with
 * loads of its own, through an address of its own; the number of tags is loaded again before and
 * after it is used. */
static void add_extension(ksig_x509 *c) {
    volatile uint32_t *const tags = ksig_x509_room_of(c)->tags;
    const volatile uint32_t *const tag = &c->reading.tag;
    const unsigned before = c->extensions;
    ksig_x509 *again = c;
    ksig_tally tally = {0, 0};
    KSIG_RELOAD(again);
    const volatile uint32_t *const formed_again = ksig_x509_room_of(again)->tags;
    ksig_x509_doubt(c, again->extensions ^ before);
    if (before >= KSIG_X509_EXTENSIONS) {
        ksig_x509_refuse(c, KSIG_X509_REJECT_LIMIT);
        return;
    }
    for (unsigned i = 0; i < before; i++) {
        tally.bad += tags[i] == *tag;
        tally.good += formed_again[i] != *tag;
    }
    KSIG_BARRIER(tally.good); /* or the branch past the loop passes the check, too */
    ksig_x509_doubt(c, tally.bad | (tally.good ^ before));
    if (tally.bad != 0)
        ksig_x509_refuse(c, KSIG_X509_REJECT_EXTENSION);
    tags[before] = *tag;
    c->extensions = (uint8_t)(before + 1);
    KSIG_RELOAD(again);
    ksig_x509_doubt(c, (tags[before] ^ *tag) | ((again->extensions - before) ^ 1u));
    done(c, KSIG_X509_NEW_EXTENSION);
}

/* Copies the next bytes of a field. */
static KSIG_NOINLINE void copy_field(ksig_x509 *c, const uint8_t *data, size_t length) {
    ksig_x509_field *const field = &c->args->fields[c->reading.field - 1];
    const uint32_t at = field->length;
    const size_t rest = at < field->room ? (size_t)(field->room - at) : 0;
    const size_t n = length < rest ? length : rest;
    if (n != 0) {
        const ksig_x509_field *again = field;
        ksig_x509_doubt(c, (uint32_t)(ksig_copy(field->out + at, data, n) ^ n));
        KSIG_RELOAD(again);
        ksig_x509_same(c, again->out + at, data, n);
    }
    field->length = at + (uint32_t)length;
    c->trail += field->length - at;
}

void ksig_x509_use(ksig_x509 *c, const uint8_t *data, size_t length) {
    const ksig_x509 *again = c;
    if ((c->reading.found & KSIG_X509_IN_NAME) != 0)
        hash_name(c, data, length);
    if ((c->reading.found & KSIG_X509_IN_KEY) != 0)
        c->trail += (uint32_t)take_key(c, data, length);
    if (c->reading.field != 0)
        copy_field(c, data, length);
    /* Each must have taken all bytes. */
    KSIG_RELOAD(again);
    c->trail -= (uint32_t)length * ((uint32_t)((again->reading.found & KSIG_X509_IN_NAME) != 0) +
                                    (uint32_t)((again->reading.found & KSIG_X509_IN_KEY) != 0) +
                                    (uint32_t)(again->reading.field != 0));
}

void ksig_x509_act(ksig_x509 *c) {
    const unsigned events = c->reading.events;
    if ((events & KSIG_X509_NAME_BEGINS) != 0)
        begin_name(c);
    if ((events & KSIG_X509_NAME_ENDS) != 0)
        compare_name(c);
    if ((events & KSIG_X509_KEY_BEGINS) != 0)
        begin_key(c);
    if ((events & KSIG_X509_KEY_ENDS) != 0)
        end_key(c);
    if ((events & KSIG_X509_NEW_EXTENSION) != 0)
        add_extension(c);
    if ((events & KSIG_X509_TBS_ENDS) != 0) {
        ksig_x509_leave_room(c);
        done(c, KSIG_X509_TBS_ENDS);
    }
}

void ksig_x509_leave_room(ksig_x509 *c) {
    const ksig_x509 *again = c;
    const uint32_t cleared = ksig_clear(ksig_x509_room_of(c), ksig_x509_room_bytes(c->args));
    KSIG_RELOAD(again);
    ksig_x509_doubt(c, cleared ^ ksig_x509_room_bytes(again->args));
}

void ksig_x509_trust(ksig_x509 *c) {
    const ksig_x509_args *const args = c->args;
    const size_t bytes = ksig_x509_anchor_bytes(args->algorithms[0].scheme, args->key_length);
    uint8_t digest[NAME_BYTES];
    memcpy(c->anchor, args->anchor, bytes);
    ksig_x509_same(c, c->anchor, args->anchor, bytes);
    if (args->algorithms[0].classical != NULL)
        ksig_x509_operations_of(&args->algorithms[0])->trust(c);
    const ksig_x509_args *again = args;
    const uint8_t *issuers = &args->issuers;
    KSIG_BARRIER(issuers);
    c->key_length = args->key_length;
    c->path = *issuers;
    KSIG_RELOAD(again);
    ksig_x509_doubt(c, (c->key_length ^ again->key_length) | (uint32_t)(c->path ^ again->issuers));
    ksig_anchor_init(name_hash(c));
    hash_name(c, args->name, args->name_length);
    c->trail -= args->name_length;
    end_name(c, digest);
    c->trail -= NAME_ENDED;
    keep_name(c, digest);
}
