/* Signing with SLH-DSA: what its source files share. SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * Until the digest is made, most of the state holds what it needs:
 *     v.node                  R
 *     after R                 rnd, n bytes
 *     after that              PRF_msg, or the pre-hash and, in it, its digest
 *     the open hash           H_msg; with a pre-hash, PRF_msg before it
 *     the nodes               the context */
#ifndef KSIG_SLHDSA_SIGN_H
#define KSIG_SLHDSA_SIGN_H

#include "slhdsa/slhdsa_work.h"
#include "stream/sign_operations.h"

/* The hash functions that a family of sets gives the steps. PRF_msg is HMAC if `block_bytes` is not
 * 0, else the hash of key and message. `hash`: as large as the state's open hash. */
typedef struct ksig_slhdsa_sign_operations {
    struct ksig_sign_operations sign;
    void (*init)(void *hash);
    /* Returns the number of bytes, and the address of the hash: as ksig_sha256_take. */
    size_t (*absorb)(void *hash, const uint8_t *data, size_t length);
    /* Returns 0, or nonzero if the hash does not show that it has ended. */
    uint32_t (*final)(void *hash, uint8_t *out, size_t length);
    /* Wipes the stack that sign_open and sign_take used; they call it. */
    void (*wipe)(void);
    /* HMAC: takes the `block_bytes` of the block, which is at `block_at`. */
    void (*take_block)(void *hash);
    uint8_t block_bytes, block_at;
} ksig_slhdsa_sign_operations;

/* Stages of the message after KSIG_WORK_FEED. */
enum { KSIG_SLHDSA_PREHASHED = KSIG_WORK_FEED + 1, KSIG_SLHDSA_AGAIN, KSIG_SLHDSA_DIGEST };

extern const ksig_slhdsa_sign_operations ksig_slhdsa_sign_sha256, ksig_slhdsa_sign_sha512,
    ksig_slhdsa_sign_shake;

static inline const ksig_slhdsa_sign_operations *
ksig_slhdsa_sign_operations_of(const ksig_slhdsa_work *w) {
    return (const ksig_slhdsa_sign_operations *)(const void *)w->head.work.scheme.sign->operations;
}

/* struct ksig_sign_operations: open, take and step. */
ksig_verdict ksig_slhdsa_sign_open(void *state, const ksig_sign_args *args);
size_t ksig_slhdsa_sign_take(void *state, const uint8_t *message, size_t length);
void ksig_slhdsa_sign_step(void *state);

/* slhdsa_sign_message.c. `open` keeps the arguments, or returns the reason to reject them. `begin`
 * begins the first pass over the message. `step`, after a pass, returns 1 when the digest is made;
 * a reason to fail is in the head. */
ksig_verdict ksig_slhdsa_sign_message_open(ksig_slhdsa_work *w, const ksig_sign_args *args);
void ksig_slhdsa_sign_message_begin(ksig_slhdsa_work *w);
void ksig_slhdsa_sign_message_take(ksig_slhdsa_work *w, const uint8_t *message, size_t length);
size_t ksig_slhdsa_sign_prehash_take(ksig_slhdsa_work *w, const uint8_t *message, size_t length);
int ksig_slhdsa_sign_message_step(ksig_slhdsa_work *w);

#endif
