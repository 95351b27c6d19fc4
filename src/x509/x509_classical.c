/* Keeps the classical halves of keys. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "x509/x509_classical.h"

#include "guard/guard.h"
#include "util/bytes.h"
#include "util/memory.h"

KSIG_ASSERT(KSIG_X509_CLASSICAL_BYTES == KSIG_X509_KEY_BYTES, x509_classical_room);

size_t ksig_x509_keep_key(ksig_x509 *c, uint32_t at, const uint8_t *data, size_t length) {
    uint8_t *const key = ksig_x509_kept_key(c);
    /* Within the key's room, and never inside a verification. */
    if (length > KSIG_X509_KEY_MOST || at > KSIG_X509_KEY_MOST - length ||
        c->verification < KSIG_X509_ROUNDED + KSIG_X509_KEY_MOST)
        return 0;
    const size_t taken = ksig_copy(key + at, data, length);
    ksig_x509_same(c, key + at, data, length);
    return taken;
}

/* Writes the anchor of the end key, and compares it with its source. */
static KSIG_NOINLINE void write_anchor(ksig_x509 *c, uint8_t *anchor) {
    const ksig_x509_algorithm *const algorithm = &c->args->algorithms[c->reading.algorithm];
    const ksig_scheme *const scheme = algorithm->scheme;
    const uint8_t *const key = ksig_x509_kept_key(c);
    if (algorithm->classical != NULL && scheme->anchor_hash == 0) { /* the anchor is the key */
        memcpy(anchor, key, (size_t)scheme->key_bytes);
        ksig_x509_same(c, anchor, key, (size_t)scheme->key_bytes);
        return;
    }
    memcpy(anchor, c->subject, sizeof c->subject);
    if (algorithm->classical != NULL) {
        const ksig_composite_scheme *const pair = scheme->params;
        const size_t bytes = (size_t)pair->anchor_bytes - KSIG_X509_TR_BYTES;
        memcpy(anchor + KSIG_X509_TR_BYTES, key, bytes);
        ksig_x509_same(c, anchor + KSIG_X509_TR_BYTES, key, bytes);
    }
    ksig_x509_same(c, anchor, c->subject, KSIG_X509_TR_BYTES);
}

ksig_verdict ksig_x509_close_classical(void *state, ksig_x509_end *end,
                                       uint8_t anchor[KSIG_COMPOSITE_ANCHOR_BYTES]) {
    ksig_x509 *const c = state;
    volatile ksig_verdict verdict = KSIG_REJECT_FAULT;
    memset(anchor, 0, KSIG_COMPOSITE_ANCHOR_BYTES);
    if (c->args != NULL && c->stage == KSIG_X509_STAGE_BODY)
        write_anchor(c, anchor);
    verdict = ksig_x509_close(state, end);
    if (verdict != KSIG_ACCEPT || verdict != KSIG_ACCEPT)
        memset(anchor, 0, KSIG_COMPOSITE_ANCHOR_BYTES);
    return verdict;
}
