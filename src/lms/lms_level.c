/* One level: from q to the root (RFC 8554 Algorithms 4b and 6a).
 * SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "guard/guard.h"
#include "lms/lms_state.h"
#include "stream/operations.h"
#include "stream/verdict.h"
#include "util/bytes.h"

enum { LEAF_HASHES = 3 }; /* Q, K, and the leaf's hash */

static uint8_t *prefix(ksig_lms_state *v) { return (uint8_t *)v->hash.prefix; }

void ksig_lms_level_begin(ksig_lms_state *v, const uint8_t *key, uint32_t offset) {
    ksig_taken(&v->head, ksig_copy(prefix(v), key + KSIG_LMS_I, KSIG_LMS_I_BYTES),
               KSIG_LMS_I_BYTES);
    ksig_want_part(&v->head, KSIG_PART_SIGNATURE, offset, ksig_lms_begin_bytes(&v->set));
    ksig_want_piece(&v->head, KSIG_LMS_STAGE_BEGIN, ksig_lms_begin_bytes(&v->set));
}

unsigned ksig_lms_piece_bytes(const ksig_lms_state *v) {
    switch (v->head.stage) {
    case KSIG_LMS_STAGE_BEGIN:
        return (unsigned)ksig_lms_begin_bytes(&v->set);
    case KSIG_LMS_STAGE_TYPE:
        return 4;
    default:
        return ksig_lms_n(&v->set);
    }
}

size_t ksig_lms_take(ksig_lms_state *v, const uint8_t *data, size_t length) {
    const uint32_t taken = ksig_lms_piece_bytes(v) - v->head.piece;
    return ksig_copy(ksig_lms_input(v) + taken, data, length) + ksig_is_message(&v->head);
}

/* Absorbs all `length` bytes. */
static void absorb(ksig_lms_state *v, const uint8_t *data, size_t length) {
    ksig_taken(&v->head, ksig_lms_absorb(v, data, length), length);
}

/* Digit i of Q and its checksum, high bits first. */
static unsigned digit(const ksig_lms_state *v, unsigned i) {
    const unsigned bit = i << ksig_lms_width_log(&v->set),
                   width = 1u << ksig_lms_width_log(&v->set);
    return (unsigned)v->node[bit / 8] >> (8 - width - bit % 8) & ((1u << width) - 1u);
}

/* Checksum (RFC 8554 Algorithm 2) before its shift: the sum of 2^w - 1 minus each digit, over
 * `count` digits from `first` on. */
static KSIG_NOINLINE unsigned steps(const ksig_lms_state *v, unsigned first, unsigned count) {
    const unsigned most = (1u << (1u << ksig_lms_width_log(&v->set))) - 1u;
    unsigned sum = 0;
    for (unsigned i = first; i < first + count; i++)
        sum += most - digit(v, i);
    return sum;
}

static unsigned message_digits(const ksig_lms_state *v) {
    return 8u * ksig_lms_n(&v->set) >> ksig_lms_width_log(&v->set);
}

/* Appends the checksum to Q. */
static void append_checksum(ksig_lms_state *v) {
    const unsigned sum = steps(v, 0, message_digits(v)) << v->set.shift;
    v->node[ksig_lms_n(&v->set)] = (uint8_t)(sum >> 8);
    v->node[ksig_lms_n(&v->set) + 1] = (uint8_t)sum;
}

static uint32_t number(ksig_lms_state *v) {
    return ksig_load32_big_endian(prefix(v) + KSIG_LMS_NUMBER);
}

KSIG_NOINLINE void ksig_lms_expect(ksig_lms_state *v, const uint8_t *bytes, uint32_t right,
                                   ksig_verdict reason) {
    ksig_checked(&v->head, ksig_load32_big_endian(bytes) ^ right, reason);
}

/* The set; its address is formed twice (guard/guard.h). */
static inline const ksig_lms_set *set_again(const ksig_lms_state *v) {
    KSIG_RELOAD(v);
    const ksig_lms_set *set = &v->set;
    KSIG_RELOAD(set);
    return set;
}

/* q, LM-OTS type, C. */
static KSIG_NOINLINE void begin(ksig_lms_state *v) {
    const uint8_t *const input = ksig_lms_input(v);
    const uint32_t q = ksig_load32_big_endian(input);
    ksig_lms_expect(v, input + 4, v->set.ots, KSIG_REJECT_TYPE);
    ksig_lms_expect(v, input + 4, set_again(v)->ots, KSIG_REJECT_TYPE);
    ksig_checked(&v->head, q >> v->set.height, KSIG_REJECT_INDEX);
    ksig_lms_open(v, q, KSIG_LMS_D_MESG);
    absorb(v, input + 8, ksig_lms_n(&v->set));
}

/* The message is complete. */
static KSIG_NOINLINE void end_message(ksig_lms_state *v) {
    ksig_lms_end(v);
    append_checksum(v);
    ksig_lms_chains_begin(v);
    ksig_lms_open(v, number(v), KSIG_LMS_D_PBLC);
    v->chain = 0;
}

/* LM-OTS public key candidate (RFC 8554 Algorithm 4b), one chain: the input is where a chain begins
 * for the signer's digit. */
static KSIG_NOINLINE void chain(ksig_lms_state *v) {
    v->head.piece = ksig_lms_n(&v->set);
    ksig_lms_chain(v, digit(v, v->chain));
    absorb(v, ksig_lms_input(v), ksig_lms_n(&v->set));
    const unsigned next = v->chain + 1u;
    v->chain = (uint16_t)next;
    if (next < v->set.chains)
        return;
    /* Recomputed: with too low a checksum, a different message could be signed by walking on. */
    const unsigned digits = message_digits(v), sum = steps(v, 0, digits),
                   shifted = sum << v->set.shift;
    ksig_checked(&v->head,
                 ((shifted >> 8 & 255u) ^ v->node[ksig_lms_n(&v->set)]) |
                     ((shifted & 255u) ^ v->node[ksig_lms_n(&v->set) + 1]),
                 KSIG_REJECT_FAULT);
    v->due += sum + steps(v, digits, v->set.chains - digits) + LEAF_HASHES + v->set.height;
    ksig_want_piece(&v->head, KSIG_LMS_STAGE_TYPE, 4);
}

/* LMS public key candidate (RFC 8554 Algorithm 6a), the leaf. The LMS type has arrived, and K is
 * complete: hashes the leaf. Leaves are numbered from 2^h on. */
static KSIG_NOINLINE void leaf(ksig_lms_state *v) {
    ksig_lms_expect(v, ksig_lms_input(v), v->set.lms, KSIG_REJECT_TYPE);
    ksig_lms_expect(v, ksig_lms_input(v), set_again(v)->lms, KSIG_REJECT_TYPE);
    ksig_lms_end(v);
    ksig_lms_open(v, number(v) + (UINT32_C(1) << v->set.height), KSIG_LMS_D_LEAF);
    absorb(v, v->node, ksig_lms_n(&v->set));
    ksig_lms_end(v);
    v->rank = 0;
    ksig_want_piece(&v->head, KSIG_LMS_STAGE_PATH, ksig_lms_n(&v->set));
}

/* LMS public key candidate (RFC 8554 Algorithm 6a), one level: the input is the node's neighbour.
 */
static KSIG_NOINLINE void path(ksig_lms_state *v) {
    const uint32_t child = number(v);
    const unsigned n = ksig_lms_n(&v->set), right = child & 1u;
    ksig_lms_open(v, child >> 1, KSIG_LMS_D_INTR);
    absorb(v, right ? ksig_lms_input(v) : v->node, n);
    absorb(v, right ? v->node : ksig_lms_input(v), n);
    ksig_lms_end(v);
    const unsigned rank = v->rank + 1u;
    v->rank = (uint8_t)rank;
    if (rank < v->set.height)
        v->head.piece = n;
    else
        ksig_want_piece(&v->head, KSIG_LMS_STAGE_ROOT, 0);
}

void ksig_lms_level_next(ksig_lms_state *v, uint32_t rest) {
    switch (v->head.stage) {
    case KSIG_LMS_STAGE_BEGIN:
        begin(v);
        break;
    case KSIG_LMS_STAGE_MESSAGE:
        end_message(v);
        ksig_want_part(&v->head, KSIG_PART_SIGNATURE, rest, ksig_lms_rest_bytes(&v->set));
        ksig_want_piece(&v->head, KSIG_LMS_STAGE_CHAIN, ksig_lms_n(&v->set));
        break;
    case KSIG_LMS_STAGE_CHAIN:
        chain(v);
        break;
    case KSIG_LMS_STAGE_TYPE:
        leaf(v);
        break;
    case KSIG_LMS_STAGE_PATH:
        path(v);
        break;
    default:
        ksig_reject(&v->head, KSIG_REJECT_FAULT);
        break;
    }
}

void ksig_lms_compare(ksig_lms_state *v, const uint8_t *root) {
    /* Checks q once more: if q is beyond the tree, the path does not end at node 1. In the high
     * half, as in ksig_judge, so that what `begin` adds for such a q cannot compensate. */
    v->head.trail += (number(v) ^ 1u) << 16;
    const ksig_tally tally = ksig_compare(v->node, root, ksig_lms_n(&v->set));
    KSIG_RELOAD(v); /* else both lengths would come from one register */
    ksig_counted(&v->head, tally, ksig_lms_n(&v->set), KSIG_REJECT_SIGNATURE);
}
