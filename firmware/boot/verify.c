/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "verify.h"

#include <string.h>

#if KSIG_BOOT_SHA256
#include "hash/sha2.h"
#endif

#define PIECE_BYTES 64u
#define DIGEST_BYTES 32u
#define ID_BYTES 8u /* of an anchor: its last bytes */
#define PREFIX_BYTES 32u

/* What a rule's signatures sign: a constant where this build knows one way alone. can_follow
 * compares. */
#if !KSIG_BOOT_SHA256
#define SIGNS(rule) KSIG_BOOT_SIGNS_IMAGE
#elif !KSIG_BOOT_IMAGE
#define SIGNS(rule) KSIG_BOOT_SIGNS_DIGEST
#else
#define SIGNS(rule) ((rule)->signs)
#endif

/* What every step of a verification needs. */
struct work {
    const ksig_boot_source *source;
    const ksig_boot_policy *policy;
    ksig_boot_image *image;
    uint32_t counter; /* of device or image, whichever is greater: what decides which anchors are
                         retired */
    void *state;
    uint32_t state_bytes;
#if KSIG_BOOT_SHA256
    uint8_t digest[DIGEST_BYTES];
#endif
};

static int same(const uint8_t *a, const uint8_t *b, uint32_t length) {
    uint32_t difference = 0;
    for (uint32_t i = 0; i < length; i++)
        difference |= (uint32_t)(a[i] ^ b[i]);
    return difference == 0;
}

/* ---- The digest -------------------------------------------------------------------------- */

#if KSIG_BOOT_SHA256
static ksig_boot_reason check_digest(struct work *work) {
    uint8_t piece[PIECE_BYTES];
    ksig_sha256 *const hash = work->state;
    const uint32_t length = work->image->signed_bytes;
    if (work->image->digest_at == 0)
        return KSIG_BOOT_NO_DIGEST;
    if (work->state_bytes < sizeof *hash)
        return KSIG_BOOT_BAD_POLICY;
    ksig_sha256_init(hash, ksig_sha256_initial);
    for (uint32_t at = 0; at < length;) {
        const uint32_t n = length - at < sizeof piece ? length - at : sizeof piece;
        if (ksig_boot_read_at(work->source, at, piece, n) != 0)
            return KSIG_BOOT_BAD_READ;
        if (ksig_sha256_update(hash, piece, n) != n)
            return KSIG_BOOT_FAULT;
        at += n;
    }
    if (ksig_sha256_final(hash, work->digest, sizeof work->digest) != 0)
        return KSIG_BOOT_FAULT;
    if (ksig_boot_read_at(work->source, work->image->digest_at, piece, DIGEST_BYTES) != 0)
        return KSIG_BOOT_BAD_READ;
    return same(piece, work->digest, DIGEST_BYTES) ? KSIG_BOOT_NONE : KSIG_BOOT_BAD_DIGEST;
}

/* Whether the KEYHASH TLV is that of the anchor, which is the key itself. */
static int is_keyhash(const struct work *work, const ksig_boot_tlv *keyhash,
                      const ksig_boot_anchor *anchor) {
    uint8_t told[DIGEST_BYTES], own[DIGEST_BYTES];
    ksig_sha256 *const hash = work->state;
    if (keyhash->type != KSIG_BOOT_TLV_KEYHASH || keyhash->length != sizeof told ||
        ksig_boot_read_at(work->source, keyhash->at, told, sizeof told) != 0)
        return 0;
    ksig_sha256_init(hash, ksig_sha256_initial);
    return ksig_sha256_update(hash, anchor->anchor, anchor->length) == anchor->length &&
           ksig_sha256_final(hash, own, sizeof own) == 0 && same(told, own, sizeof own);
}
#endif

/* ---- One signature ----------------------------------------------------------------------- */

/* Where the parts of a signature TLV are. */
struct parts {
    uint32_t key_at, key_length; /* of what is streamed */
    uint32_t signature_at, signature_length;
    uint32_t classical_at, classical_length;
    const uint8_t *message; /* null: the image */
    uint32_t message_length;
};

/* Splits the TLV's value. The lengths that remain are the library's to judge. */
static ksig_boot_reason find_parts(struct parts *parts, const ksig_boot_rule *rule,
                                   const ksig_boot_tlv *tlv) {
    const uint32_t id = SIGNS(rule) == KSIG_BOOT_SIGNS_DIGEST ? 0 : ID_BYTES;
    const uint32_t key = id != 0 && rule->scheme->anchor_hash != 0 ? rule->scheme->key_bytes : 0;
    if (tlv->length < id || tlv->length - id < key)
        return KSIG_BOOT_BAD_TLV;
    uint32_t rest = tlv->length - id - key;
    parts->key_at = tlv->at + id;
    parts->key_length = key;
    parts->signature_at = parts->key_at + key;
    if (SIGNS(rule) == KSIG_BOOT_SIGNS_COMPOSITE) {
        if (rest < rule->scheme->signature_bytes ||
            rest - rule->scheme->signature_bytes > KSIG_BOOT_LONGEST_CLASSICAL)
            return KSIG_BOOT_BAD_TLV;
        parts->classical_length = rest - rule->scheme->signature_bytes;
        rest = rule->scheme->signature_bytes;
    }
    parts->signature_length = rest;
    parts->classical_at = parts->signature_at + rest;
    return KSIG_BOOT_NONE;
}

/* Feeds what is wanted. Returns the library's verdict, or KSIG_PENDING if the flash cannot be read.
 */
static ksig_verdict stream(const struct work *work, const struct parts *parts) {
    uint8_t piece[PIECE_BYTES];
    ksig_want want;
    int broken = 0;
    while (!broken && (want = ksig_verify_want(work->state)).length != 0) {
        const uint32_t n = want.length < sizeof piece ? want.length : sizeof piece;
        if (want.part == KSIG_PART_MESSAGE && (!KSIG_BOOT_IMAGE || parts->message != NULL)) {
            ksig_verify_feed(work->state, parts->message + want.offset, n);
            continue;
        }
        const uint32_t at = want.part == KSIG_PART_SIGNATURE || !KSIG_BOOT_IMAGE
                                ? parts->signature_at
                            : want.part == KSIG_PART_KEY ? parts->key_at
                                                         : 0;
        broken = ksig_boot_read_at(work->source, at + want.offset, piece, n);
        if (!broken)
            ksig_verify_feed(work->state, piece, n);
    }
    const ksig_verdict verdict = ksig_verify_close(work->state);
    return broken ? KSIG_PENDING : verdict;
}

#if KSIG_BOOT_COMPOSITE
static const uint8_t composite_prefix[PREFIX_BYTES + 1] = "CompositeAlgorithmSignatures2025";

/* Adds both answers to *found. A library that is not ours is asked twice: a fault inside it can
 * falsify one answer. */
static ksig_boot_reason check_classical(const struct work *work, const ksig_boot_rule *rule,
                                        const ksig_boot_anchor *anchor, const struct parts *parts,
                                        uint32_t *found) {
    uint8_t signature[KSIG_BOOT_LONGEST_CLASSICAL];
    volatile uint32_t answers[2] = {KSIG_PENDING, KSIG_PENDING};
    if (ksig_boot_read_at(work->source, parts->classical_at, signature, parts->classical_length) !=
        0)
        return KSIG_BOOT_BAD_READ;
    for (unsigned i = 0; i < 2; i++)
        answers[i] =
            rule->composite->verify(anchor->classical, parts->message, parts->message_length,
                                    signature, parts->classical_length);
    *found += answers[0] + answers[1];
    return answers[0] == KSIG_ACCEPT && answers[1] == KSIG_ACCEPT ? KSIG_BOOT_NONE
                                                                  : KSIG_BOOT_BAD_CLASSICAL;
}
#endif

/* Verifies the signature of a TLV by an anchor; *found is the library's verdict, and the sum of it
 * and both answers for a composite. */
static ksig_boot_reason check_signature(const struct work *work, const ksig_boot_rule *rule,
                                        const ksig_boot_anchor *anchor, const ksig_boot_tlv *tlv,
                                        uint32_t *found) {
    struct parts parts = {0};
    ksig_boot_reason reason = find_parts(&parts, rule, tlv);
    if (reason != KSIG_BOOT_NONE)
        return reason;
    ksig_verify_args args = {.anchor = anchor->anchor,
                             .message_length = work->image->signed_bytes,
                             .signature_length = parts.signature_length,
                             .key_length =
                                 parts.key_length != 0 ? parts.key_length : anchor->length,
                             .mode = KSIG_MODE_PURE};
#if KSIG_BOOT_SHA256
    if (SIGNS(rule) == KSIG_BOOT_SIGNS_DIGEST) {
        parts.message = work->digest;
        parts.message_length = args.message_length = sizeof work->digest;
    }
#endif
#if KSIG_BOOT_COMPOSITE
    /* Zeroed, and then written: what another image left here is not taken for the digest, whichever
     * of the two is skipped. */
    uint8_t composite[PREFIX_BYTES + KSIG_BOOT_LONGEST_LABEL + 1 + DIGEST_BYTES] = {0};
    if (SIGNS(rule) == KSIG_BOOT_SIGNS_COMPOSITE) {
        const size_t label = strlen(rule->composite->label);
        if (label > KSIG_BOOT_LONGEST_LABEL || anchor->classical == NULL)
            return KSIG_BOOT_BAD_POLICY;
        memcpy(composite, composite_prefix, PREFIX_BYTES);
        memcpy(composite + PREFIX_BYTES, rule->composite->label, label);
        composite[PREFIX_BYTES + label] = 0; /* no context of the application */
        memcpy(composite + PREFIX_BYTES + label + 1, work->digest, DIGEST_BYTES);
        parts.message = composite;
        parts.message_length = args.message_length =
            (uint32_t)(PREFIX_BYTES + label + 1 + DIGEST_BYTES);
        args.context = (const uint8_t *)rule->composite->label;
        args.context_length = label;
    }
#endif
    /* Volatile: the sum must have what the library said, not what the branch below lets the
     * compiler conclude. Written first, as the rule before has left its own verdict in this place
     * of the stack. */
    volatile ksig_verdict verdict = KSIG_PENDING;
    ksig_verdict reached = ksig_verify_open(work->state, work->state_bytes, rule->scheme, &args);
    if (reached == KSIG_PENDING)
        reached = stream(work, &parts);
    verdict = reached;
    *found = verdict;
    if (verdict != KSIG_ACCEPT)
        return verdict == KSIG_PENDING ? KSIG_BOOT_BAD_READ : KSIG_BOOT_BAD_SIGNATURE + verdict;
#if KSIG_BOOT_COMPOSITE
    if (SIGNS(rule) == KSIG_BOOT_SIGNS_COMPOSITE)
        return check_classical(work, rule, anchor, &parts, found);
#endif
    return KSIG_BOOT_NONE;
}

/* ---- The policy -------------------------------------------------------------------------- */

static int is_by(const struct work *work, const ksig_boot_rule *rule,
                 const ksig_boot_anchor *anchor, const ksig_boot_tlv *tlv,
                 const ksig_boot_tlv *before) {
    uint8_t id[ID_BYTES];
#if KSIG_BOOT_SHA256
    if (SIGNS(rule) == KSIG_BOOT_SIGNS_DIGEST)
        return is_keyhash(work, before, anchor);
#else
    (void)before;
#endif
    (void)rule; /* SIGNS may be a constant */
    return tlv->length >= sizeof id &&
           ksig_boot_read_at(work->source, tlv->at, id, sizeof id) == 0 &&
           same(id, anchor->anchor + anchor->length - sizeof id, sizeof id);
}

static int can_follow(const ksig_boot_rule *rule) {
    for (unsigned i = 0; i < rule->anchor_count; i++)
        if (rule->anchors[i].length < ID_BYTES ||
            rule->anchors[i].length > rule->scheme->anchor_bytes)
            return 0;
    if (rule->signs != SIGNS(rule))
        return 0;
    if (SIGNS(rule) == KSIG_BOOT_SIGNS_DIGEST)
        return rule->scheme->anchor_hash == 0;
    if (SIGNS(rule) == KSIG_BOOT_SIGNS_COMPOSITE)
        return KSIG_BOOT_COMPOSITE && rule->composite != NULL;
    return SIGNS(rule) == KSIG_BOOT_SIGNS_IMAGE;
}

/* The first signature of the rule's type by a live anchor decides. */
static ksig_boot_reason check_rule(const struct work *work, const ksig_boot_rule *rule,
                                   uint32_t *found) {
    ksig_boot_tlv tlv = {0, 0, 0}, before = {0, 0, 0};
    ksig_boot_reason reason = KSIG_BOOT_NO_SIGNATURE;
    if (!can_follow(rule))
        return KSIG_BOOT_BAD_POLICY;
    for (; ksig_boot_tlv_next(&tlv, work->image, work->source); before = tlv) {
        if (tlv.type != rule->tlv)
            continue;
        if (reason == KSIG_BOOT_NO_SIGNATURE)
            reason = KSIG_BOOT_NO_ANCHOR;
        for (unsigned i = 0; i < rule->anchor_count; i++) {
            if (!is_by(work, rule, &rule->anchors[i], &tlv, &before))
                continue;
            if (rule->anchors[i].retired_from == KSIG_BOOT_NEVER ||
                work->counter < rule->anchors[i].retired_from)
                return check_signature(work, rule, &rule->anchors[i], &tlv, found);
            reason = KSIG_BOOT_RETIRED_ANCHOR;
        }
    }
    return reason;
}

static ksig_boot_reason check_image(struct work *work, uint32_t counter, uint32_t *sum) {
    const ksig_boot_policy *const policy = work->policy;
    if (policy->rule_count == 0)
        return KSIG_BOOT_BAD_POLICY;
    ksig_boot_reason reason =
        ksig_boot_image_read(work->image, work->source, policy->ram_begin, policy->ram_end);
    if (reason != KSIG_BOOT_NONE)
        return reason;
    if (work->image->counter < counter)
        return KSIG_BOOT_OLD_COUNTER;
    if (work->image->product != policy->product)
        return KSIG_BOOT_BAD_PRODUCT;
    work->counter = work->image->counter;
#if KSIG_BOOT_SHA256
    reason = check_digest(work);
    if (reason != KSIG_BOOT_NONE)
        return reason;
#endif
    for (uint32_t i = 0; i < policy->rule_count; i++) {
        uint32_t found = KSIG_PENDING;
        reason = check_rule(work, &policy->rules[i], &found);
        if (reason != KSIG_BOOT_NONE)
            return reason;
        *sum += found;
    }
    return KSIG_BOOT_NONE;
}

/* How many times KSIG_ACCEPT must be found: once for each rule, and for both answers of a classical
 * half. */
static uint32_t verdicts_of(const ksig_boot_policy *policy) {
    uint32_t count = policy->rule_count;
#if KSIG_BOOT_COMPOSITE
    for (uint32_t i = 0; i < policy->rule_count; i++)
        if (policy->rules[i].signs == KSIG_BOOT_SIGNS_COMPOSITE)
            count += 2;
#endif
    return count;
}

void ksig_boot_verify(ksig_boot_result *result, const ksig_boot_source *source,
                      const ksig_boot_policy *policy, uint32_t counter, void *state,
                      uint32_t state_bytes) {
    struct work work = {.source = source,
                        .policy = policy,
                        .image = &result->image,
                        .state = state,
                        .state_bytes = state_bytes};
    const volatile uint32_t verdicts =
        verdicts_of(policy); /* before anything else is written: the policy may be in RAM */
    uint32_t sum = 0;
    result->verdict = 0;
    result->again = 0;
    result->reason = KSIG_BOOT_FAULT;
    result->base = source->base;
    const ksig_boot_reason reason = check_image(&work, counter, &sum);
    /* No branch leads here past a rule or a half that was skipped: the sum then lacks its
     * KSIG_ACCEPT. */
    result->again = KSIG_BOOT_ACCEPT_AGAIN + sum - verdicts * KSIG_ACCEPT;
    result->reason = reason;
    if (reason == KSIG_BOOT_NONE)
        result->verdict = KSIG_BOOT_ACCEPT;
}

int ksig_boot_accepted(const ksig_boot_result *result) {
    return result->verdict == KSIG_BOOT_ACCEPT && result->again == KSIG_BOOT_ACCEPT_AGAIN;
}
