/* The state of an LMS verification, and what its source files share.
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * One node is kept. At first it is Q, whose digits say where chains begin; the ends of the chains
 * go into a hash that stays open meanwhile; later it is the current node of the tree. Incoming
 * bytes are stored where the chain's hash needs them. */
#ifndef KSIG_LMS_STATE_H
#define KSIG_LMS_STATE_H

#include "hash/keccak.h"
#include "hash/lmots_chain.h"
#include "hash/sha2.h"
#include "kilosig/kilosig.h"
#include "lms/lms_sets.h"

enum { KSIG_LMS_CHECKSUM_BYTES = 2, KSIG_LMS_INPUT_BYTES = 40 };

/* All hashes begin with the prefix, I (16 bytes) | number (4) | tag (2), which they share. */
typedef struct ksig_lms_sha256 {
    ksig_lmots_chain chain;
    ksig_sha256 open;
} ksig_lms_sha256;

typedef struct ksig_lms_shake {
    uint32_t prefix[6];
    uint8_t input[KSIG_LMS_INPUT_BYTES];
    ksig_keccak chain, open;
} ksig_lms_shake;

typedef struct ksig_lms_state {
    ksig_verify_head head;
    uint32_t done, due; /* steps of chains and hashes that were open: done so far, and to be done */
    ksig_lms_set set;
    uint16_t chain; /* the next one */
    uint8_t rank;   /* of the node in its tree */
    uint8_t unused;
    uint8_t node[KSIG_LMS_MAX_N + 4]; /* followed by the checksum while it is Q */
    union {
        uint32_t prefix[6];
        ksig_lms_sha256 sha256;
#if KSIG_ENABLE_LMS_SHAKE
        ksig_lms_shake shake;
#endif
    } hash;
} ksig_lms_state;

/* Bytes of the prefix. */
enum { KSIG_LMS_NUMBER = KSIG_LMS_I_BYTES, KSIG_LMS_TAG = 20, KSIG_LMS_PREFIX_BYTES = 22 };

/* RFC 8554 section 7.1. Not an enumeration: they exceed a 16-bit int. */
#define KSIG_LMS_D_PBLC 0x8080u
#define KSIG_LMS_D_MESG 0x8181u
#define KSIG_LMS_D_LEAF 0x8282u
#define KSIG_LMS_D_INTR 0x8383u

/* Stages of both schemes; HSS has more. */
enum {
    KSIG_LMS_STAGE_BEGIN,   /* q, type, C */
    KSIG_LMS_STAGE_MESSAGE, /* its message: the caller's or, in HSS, the next key */
    KSIG_LMS_STAGE_CHAIN,
    KSIG_LMS_STAGE_TYPE,
    KSIG_LMS_STAGE_PATH,
    KSIG_LMS_STAGE_ROOT, /* the node that must be the root is complete */
    KSIG_LMS_STAGES,
};

/* The checks of a level: the length, both types, q, the checksum and, made by the caller, the root.
 * A number (ksig_lms_expect) is checked twice. */
enum { KSIG_LMS_NUMBER_CHECKS = 2, KSIG_LMS_LEVEL_CHECKS = 4 + 2 * KSIG_LMS_NUMBER_CHECKS };

/* lms_hash.c. The input: where the bytes of a piece are stored. */
uint8_t *ksig_lms_input(ksig_lms_state *v);
/* Sets number and tag of the prefix and opens a hash with it. */
void ksig_lms_open(ksig_lms_state *v, uint32_t number, unsigned tag);
/* Takes bytes; returns how many, as counted by the hash. */
size_t ksig_lms_absorb(ksig_lms_state *v, const uint8_t *data, size_t length);
/* Ends the hash and writes the digest to the node. */
void ksig_lms_end(ksig_lms_state *v);
/* _chains_begin begins all chains of a level; _chain walks one chain, starting with the input, from
 * a digit to the end. */
void ksig_lms_chains_begin(ksig_lms_state *v);
void ksig_lms_chain(ksig_lms_state *v, unsigned digit);

/* lms_level.c. Begins a level: its set is known, its signature begins at `offset`. */
void ksig_lms_level_begin(ksig_lms_state *v, const uint8_t *key, uint32_t offset);
/* Bytes of a piece in a stage of the signature. */
unsigned ksig_lms_piece_bytes(const ksig_lms_state *v);
/* Takes bytes of a piece to the input. */
size_t ksig_lms_take(ksig_lms_state *v, const uint8_t *data, size_t length);
/* Does the work of a stage, except for KSIG_LMS_STAGE_ROOT, which the caller handles. At
 * KSIG_LMS_STAGE_BEGIN the caller must then want the message; at KSIG_LMS_STAGE_MESSAGE the rest of
 * the signature, from `rest` on, is wanted. */
void ksig_lms_level_next(ksig_lms_state *v, uint32_t rest);
/* Checks that a four-byte number is the right one. Must be called KSIG_LMS_NUMBER_CHECKS times,
 * since one skipped instruction could make the number and the expected value look equal. */
void ksig_lms_expect(ksig_lms_state *v, const uint8_t *bytes, uint32_t right, ksig_verdict reason);
/* Compares the node with the root. */
void ksig_lms_compare(ksig_lms_state *v, const uint8_t *root);

#endif
