/* What a page calls of the library: numbers instead of structures.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * One verification at a time, in static buffers whose addresses the page asks for once. Every
 * verdict is the library's: this file only passes values on. A COSE_Sign1 object goes through the
 * device's own reader, kilosig/cose.h: `cose` is 1 for a state that it began. */
#include "hash/sha2.h"
#include "kilosig/cose.h"
#include "kilosig/kilosig.h"

#define PAGE(name) __attribute__((export_name(#name)))

enum { PAGE_STATE_BYTES = 16384, PAGE_CHUNK_BYTES = 4096, PAGE_SMALL_BYTES = 256 };

static uint64_t state[PAGE_STATE_BYTES / 8];
static uint8_t chunk[PAGE_CHUNK_BYTES];
static uint8_t anchor[PAGE_SMALL_BYTES], context[PAGE_SMALL_BYTES], secret[PAGE_SMALL_BYTES];
static ksig_sha256 digest;

/* The buffers: 0 state, 1 chunk, 2 anchor, 3 context, 4 secret. Null beyond. */
PAGE(page_buffer) void *page_buffer(uint32_t which) {
    void *const buffers[] = {state, chunk, anchor, context, secret};
    return which < sizeof buffers / sizeof buffers[0] ? buffers[which] : 0;
}

/* The bytes of those buffers. */
PAGE(page_buffer_bytes) uint32_t page_buffer_bytes(uint32_t which) {
    return which == 0   ? PAGE_STATE_BYTES
           : which == 1 ? PAGE_CHUNK_BYTES
           : which < 5  ? PAGE_SMALL_BYTES
                        : 0;
}

PAGE(page_scheme) const ksig_scheme *page_scheme(uint32_t index) {
    for (uint32_t i = 0; i < index; i++) {
        if (ksig_schemes[i] == 0)
            return 0;
    }
    return ksig_schemes[index];
}

/* A member of a descriptor, in the order of ksig_scheme, from the name (its address) on. */
PAGE(page_scheme_member) uint32_t page_scheme_member(const ksig_scheme *scheme, uint32_t member) {
    switch (member) {
    case 0:
        return (uint32_t)(uintptr_t)scheme->name;
    case 1:
        return scheme->anchor_bytes;
    case 2:
        return scheme->state_bytes;
    case 3:
        return scheme->key_bytes;
    case 4:
        return scheme->signature_bytes;
    case 5:
        return scheme->signature_least;
    case 6:
        return scheme->secret_bytes;
    case 7:
        return scheme->flags;
    case 8:
        return scheme->anchor_hash;
    default:
        return 0;
    }
}

/* The anchor of a key that lies anywhere in memory, to its buffer. */
PAGE(page_anchor)
uint32_t page_anchor(const ksig_scheme *scheme, const uint8_t *key, uint32_t key_length) {
    return scheme->anchor_bytes > sizeof anchor ? KSIG_REJECT_ARGUMENT
                                                : ksig_key_anchor(scheme, key, key_length, anchor);
}

/* Begins a verification with the anchor, context and secret in their buffers. */
PAGE(page_open)
uint32_t page_open(const ksig_scheme *scheme, uint32_t state_bytes, uint32_t mode, uint32_t hash,
                   uint32_t context_length, uint32_t message_length, uint32_t signature_length,
                   uint32_t key_length) {
    const ksig_verify_args args = {.anchor = anchor,
                                   .context = context_length == 0 ? 0 : context,
                                   .secret = scheme->secret_bytes == 0 ? 0 : secret,
                                   .context_length = context_length,
                                   .message_length = message_length,
                                   .signature_length = signature_length,
                                   .key_length = key_length,
                                   .mode = (uint8_t)mode,
                                   .hash = (uint8_t)hash};
    return ksig_verify_open(state, state_bytes <= sizeof state ? state_bytes : 0, scheme, &args);
}

/* The same for an object of `object_length` bytes. detached: its payload is the message. */
PAGE(page_cose_open)
uint32_t page_cose_open(const ksig_scheme *scheme, uint32_t state_bytes, int32_t algorithm,
                        uint32_t detached, uint32_t object_length, uint32_t payload_length,
                        uint32_t key_length) {
    const ksig_cose_args args = {.anchor = anchor,
                                 .secret = scheme->secret_bytes == 0 ? 0 : secret,
                                 .object_length = object_length,
                                 .key_length = key_length,
                                 .payload_length = payload_length,
                                 .algorithm = (int16_t)algorithm,
                                 .detached = (uint8_t)detached};
    return ksig_cose_open(state, state_bytes <= sizeof state ? state_bytes : 0, scheme, &args);
}

/* How many bytes of its state lie before the verification's. */
PAGE(page_cose_bytes) uint32_t page_cose_bytes(void) { return KSIG_COSE_ROUNDED(ksig_cose); }

/* Where an object has its payload, how long it is, and where its signature begins: member 0, 1, 2.
 * All are 0 until its beginning was read. */
PAGE(page_cose_place) uint32_t page_cose_place(uint32_t member) {
    const ksig_cose *const c = (const ksig_cose *)state;
    const ksig_cose_layout *const at = &c->layout;
    if (member == 2)
        return at->signature_length == 0 ? 0 : c->args.object_length - at->signature_length;
    return member == 0 ? at->payload_at : at->payload_length;
}

/* Part, offset or length of what is wanted: member 0, 1, 2. */
PAGE(page_want) uint32_t page_want(uint32_t cose, uint32_t member) {
    const ksig_want want = cose ? ksig_cose_want(state) : ksig_verify_want(state);
    return member == 0 ? want.part : member == 1 ? want.offset : want.length;
}

PAGE(page_feed) uint32_t page_feed(uint32_t cose, uint32_t length) {
    const size_t most = length <= sizeof chunk ? length : sizeof chunk;
    return cose ? ksig_cose_feed(state, chunk, most) : ksig_verify_feed(state, chunk, most);
}

PAGE(page_close) uint32_t page_close(uint32_t cose) {
    return cose ? ksig_cose_close(state) : ksig_verify_close(state);
}

PAGE(page_reason) const char *page_reason(uint32_t verdict) {
    return ksig_cose_reason_text(verdict);
}

/* SHA-256, by which the page names what a verdict is of: begins, takes bytes of the chunk, ends in
 * the chunk. */
PAGE(page_digest_begin) void page_digest_begin(void) {
    ksig_sha256_init(&digest, ksig_sha256_initial);
}

PAGE(page_digest_take) void page_digest_take(uint32_t length) {
    (void)ksig_sha256_update(&digest, chunk, length <= sizeof chunk ? length : sizeof chunk);
}

PAGE(page_digest_end) void page_digest_end(void) { (void)ksig_sha256_final(&digest, chunk, 32); }

PAGE(page_version) uint32_t page_version(void) { return ksig_version(); }
