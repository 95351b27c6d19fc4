/* XMSS and XMSS^MT verification (RFC 8391 Algorithms 14 and 17, NIST SP 800-208).
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * The stream is the index and R, then the message, then the rest of the signature, node by node.
 * The key is the anchor. */
#include "kilosig/config.h"

#if KSIG_ENABLE_XMSS || KSIG_ENABLE_XMSSMT

#include "stream/operations.h"

#include "stream/message.h"
#include "stream/verdict.h"
#include "util/bytes.h"
#include "util/memory.h"
#include "xmss/xmss_state.h"

enum { STAGE_BEGIN, STAGE_MESSAGE, STAGE_CHAIN, STAGE_PATH, STAGE_ROOT };

enum { W = KSIG_XMSS_W, CHECKSUM_DIGITS = KSIG_XMSS_CHECKSUM_DIGITS, INDEX_BYTES = 8 };

KSIG_ASSERT(KSIG_IS_STATED(sizeof(ksig_xmss_state), KSIG_XMSS_STATE), state_bytes_agree);

static uint32_t key_bytes(const uint8_t *key, size_t readable, unsigned multi) {
    ksig_xmss_set set;
    if (readable < KSIG_XMSS_OID_BYTES || ksig_xmss_set_of(key, multi, &set) != KSIG_PENDING)
        return 0;
    return ksig_xmss_key_bytes(&set);
}

static void open(ksig_xmss_state *v, const ksig_verify_args *args, unsigned multi) {
    const ksig_verdict reason = ksig_xmss_set_of(args->anchor, multi, &v->set);
    if (reason != KSIG_PENDING)
        ksig_reject(&v->head, reason);
    else if (args->key_length != ksig_xmss_key_bytes(&v->set))
        ksig_reject(&v->head, KSIG_REJECT_KEY_LENGTH);
    if (v->head.reason != KSIG_PENDING)
        return; /* the anchor need not be longer than its OID */
    ksig_message_open_unframed(&v->head, args, NULL);
    const uint32_t begin = ksig_xmss_begin_bytes(&v->set),
                   right = begin + ksig_xmss_rest_bytes(&v->set);
    const volatile uint32_t *const length = &args->signature_length;
    ksig_judge(&v->head, *length ^ right, *length ^ right, KSIG_REJECT_SIG_LENGTH);
    ksig_want_part(&v->head, KSIG_PART_SIGNATURE, 0, begin);
    ksig_want_piece(&v->head, STAGE_BEGIN, begin);
}

static size_t take(void *state, const uint8_t *data, size_t length) {
    ksig_xmss_state *const v = state;
    const uint32_t missing = v->head.piece;
    uint8_t *place;
    switch (v->head.stage) {
    case STAGE_MESSAGE:
        return ksig_xmss_absorb(v, data, length);
    case STAGE_BEGIN:
        place = (uint8_t *)v->waiting + ksig_xmss_begin_bytes(&v->set) - missing;
        break;
    default:
        place = (uint8_t *)v->input + v->set.n - missing;
        break;
    }
    return ksig_copy(place, data, length) + ksig_is_message(&v->head);
}

static void absorb(ksig_xmss_state *v, const uint8_t *data, size_t length) {
    ksig_taken(&v->head, ksig_xmss_absorb(v, data, length), length);
}

/* Returns the bits of the index that are beyond the tree. Heights are 10 .. 20, 40 and 60. */
static uint32_t beyond(const ksig_xmss_state *v) {
    const unsigned height = v->set.height;
    return height < 32 ? v->tree[1] | v->tree[0] >> height : v->tree[1] >> (height - 32);
}

/* H_msg up to the message: R | root | toByte(index, n). */
static KSIG_NOINLINE void begin(ksig_xmss_state *v) {
    const uint8_t *const input = (const uint8_t *)v->waiting;
    const unsigned n = v->set.n, bytes = v->set.index_bytes;
    uint8_t index[INDEX_BYTES] = {0};
    ksig_taken(&v->head, ksig_copy(index + INDEX_BYTES - bytes, input, bytes), bytes);
    v->tree[1] = ksig_load32_big_endian(index);
    v->tree[0] = ksig_load32_big_endian(index + 4);
    ksig_checked(&v->head, beyond(v), KSIG_REJECT_INDEX);
    ksig_xmss_open(v, KSIG_XMSS_MESSAGE);
    absorb(v, input + bytes, n);
    absorb(v, ksig_xmss_root(v), n);
    memset(v->node, 0, n);
    absorb(v, (const uint8_t *)v->node, n - INDEX_BYTES);
    absorb(v, index, INDEX_BYTES);
}

/* The checksum of the signed node: the sum of W - 1 minus each digit. */
static KSIG_NOINLINE unsigned checksum(const ksig_xmss_state *v) {
    const uint8_t *const node = (const uint8_t *)v->node;
    unsigned sum = 2u * v->set.n * (W - 1);
    for (unsigned i = 0; i < v->set.n; i++)
        sum -= (node[i] >> 4) + (node[i] & 15u);
    return sum;
}

/* base_w (RFC 8391 Algorithm 1). The digit for the next chain: from the node, high halves of bytes
 * first, or from its checksum. */
static unsigned wots_digit(const ksig_xmss_state *v) {
    const unsigned digits = 2u * v->set.n;
    unsigned place = digits + CHECKSUM_DIGITS - 1 - v->chain, value = v->checksum;
    if (place >= CHECKSUM_DIGITS) {
        value = ((const uint8_t *)v->node)[v->chain / 2];
        place = ~(unsigned)v->chain & 1u;
    }
    return value >> 4 * place & 15u;
}

/* The node is what the next layer signs. The index may have more than 32 bits. */
static KSIG_NOINLINE void begin_layer(ksig_xmss_state *v) {
    const unsigned height = v->set.layer_height;
    const uint32_t low = v->tree[0], shifted = low >> height;
    v->leaf = low - (shifted << height);
    v->tree[0] = shifted | v->tree[1] << (32 - height);
    v->tree[1] >>= height;
    v->checksum = (uint16_t)checksum(v);
    v->chain = v->nodes = 0;
    ksig_want_piece(&v->head, STAGE_CHAIN, v->set.n);
}

/* Joins the last waiting node, which has height `height`, with the input. */
static KSIG_NOINLINE void join(ksig_xmss_state *v, unsigned height, unsigned parent) {
    v->nodes--;
    ksig_xmss_address(v, KSIG_XMSS_L_TREE, v->leaf, height, parent);
    ksig_xmss_h(v, v->waiting + v->nodes * (v->set.n / 4u), v->input, v->input);
}

/* ltree (RFC 8391 Algorithm 8), as leaves arrive. The input is leaf `leaf` of the L-tree. It is
 * joined with the complete subtrees on its left, one for each trailing 1 bit of its number. After
 * the last leaf, which has an even number, a node without a neighbour moves up unchanged. */
static KSIG_NOINLINE void ltree(ksig_xmss_state *v, unsigned leaf) {
    const unsigned chains = ksig_xmss_chains(&v->set);
    for (unsigned height = 0; (leaf >> height & 1u) != 0; height++)
        join(v, height, leaf >> (height + 1));
    if (leaf + 1 < chains) {
        ksig_taken(&v->head, ksig_copy(v->waiting + v->nodes * (v->set.n / 4u), v->input, v->set.n),
                   v->set.n);
        v->nodes++;
        return;
    }
    for (unsigned height = 1; chains >> height != 0; height++)
        if ((chains >> height & 1u) != 0)
            join(v, height, ((chains >> height) - 1) >> 1);
}

/* WOTS_pkFromSig (RFC 8391 Algorithm 6), one chain: the input is where a chain begins for the
 * signer's digit. */
static KSIG_NOINLINE void chain(ksig_xmss_state *v) {
    const unsigned n = v->set.n, index = v->chain;
    v->head.piece = n;
    ksig_xmss_chain(v, wots_digit(v));
    ltree(v, index);
    v->chain = (uint8_t)(index + 1);
    if (index + 1 < ksig_xmss_chains(&v->set))
        return;
    /* Recomputed: with too low a checksum, a different node could be signed by walking further. */
    const unsigned sum = checksum(v);
    ksig_checked(&v->head, sum ^ v->checksum, KSIG_REJECT_FAULT);
    v->due += sum + CHECKSUM_DIGITS * (W - 1) - (sum & 15u) - (sum >> 4 & 15u) - (sum >> 8) +
              index + v->set.layer_height;
    ksig_taken(&v->head, ksig_copy(v->node, v->input, n), n);
    v->rank = 0;
    v->head.stage = STAGE_PATH;
}

/* XMSS_rootFromSig (RFC 8391 Algorithm 13), one level: the input is the neighbour of the node on
 * the path to the root. */
static KSIG_NOINLINE void path(ksig_xmss_state *v) {
    const unsigned rank = v->rank, right = v->leaf >> rank & 1u;
    v->head.piece = v->set.n;
    ksig_xmss_address(v, KSIG_XMSS_TREE, 0, rank, v->leaf >> (rank + 1));
    ksig_xmss_h(v, right ? v->input : v->node, right ? v->node : v->input, v->node);
    v->rank = (uint8_t)(rank + 1);
    if (rank + 1 == v->set.layer_height)
        ksig_want_piece(&v->head, STAGE_ROOT, 0);
}

/* XMSS_verify and XMSSMT_verify (RFC 8391 Algorithms 14 and 17): the work after each piece. */
static void next(void *state) {
    ksig_xmss_state *const v = state;
    switch (v->head.stage) {
    case STAGE_BEGIN:
        begin(v);
        ksig_want_message(&v->head, STAGE_MESSAGE);
        break;
    case STAGE_MESSAGE:
        ksig_xmss_end(v, v->node);
        ksig_want_part(&v->head, KSIG_PART_SIGNATURE, ksig_xmss_begin_bytes(&v->set),
                       ksig_xmss_rest_bytes(&v->set));
        ksig_xmss_functions_begin(v);
        begin_layer(v);
        break;
    case STAGE_CHAIN:
        chain(v);
        break;
    case STAGE_PATH:
        path(v);
        break;
    case STAGE_ROOT:
        v->layer++;
        if (v->layer < v->set.layers)
            begin_layer(v);
        else
            ksig_want_piece(&v->head, KSIG_STAGE_DONE, 0);
        break;
    default:
        ksig_reject(&v->head, KSIG_REJECT_FAULT);
        break;
    }
}

/* The checks: the length, the message's arguments, the index, each layer's checksum, the calls of F
 * and H, the root, and once more the index, of which no bit may be left above the highest tree. */
static ksig_verdict close(void *state) {
    ksig_xmss_state *const v = state;
    ksig_checked(&v->head, v->done ^ v->due, KSIG_REJECT_FAULT);
    ksig_checked(&v->head, v->tree[0] | v->tree[1], KSIG_REJECT_INDEX);
    /* n is loaded for the comparison and reloaded for the count. */
    ksig_counted(&v->head, ksig_compare((const uint8_t *)v->node, ksig_xmss_root(v), v->set.n),
                 v->set.n, KSIG_REJECT_SIGNATURE);
    /* A fault may have stored a different n in the set, but that does not match the streamed
     * length. */
    ksig_taken(&v->head, v->head.offset,
               ksig_xmss_begin_bytes(&v->set) + ksig_xmss_rest_bytes(&v->set));
    return ksig_conclude(&v->head, KSIG_TRAIL_STEP * (5u + KSIG_MESSAGE_CHECKS + v->set.layers));
}

#if KSIG_ENABLE_XMSS
static uint32_t xmss_key_bytes(const uint8_t *key, size_t readable) {
    return key_bytes(key, readable, 0);
}

static void xmss_open(void *state, const ksig_verify_args *args) { open(state, args, 0); }

static const struct ksig_verify_operations xmss_verify = {
    .open = xmss_open, .take = take, .next = next, .close = close, .key_bytes = xmss_key_bytes};

#define KSIG_SCHEME_XMSS(ID, id, ...) KSIG_DESCRIPTOR(&xmss_verify, NULL, 0, ID, id, __VA_ARGS__)
#include "kilosig/schemes.def"
#endif

#if KSIG_ENABLE_XMSSMT
static uint32_t xmssmt_key_bytes(const uint8_t *key, size_t readable) {
    return key_bytes(key, readable, 1);
}

static void xmssmt_open(void *state, const ksig_verify_args *args) { open(state, args, 1); }

static const struct ksig_verify_operations xmssmt_verify = {
    .open = xmssmt_open, .take = take, .next = next, .close = close, .key_bytes = xmssmt_key_bytes};

#define KSIG_SCHEME_XMSSMT(ID, id, ...) \
    KSIG_DESCRIPTOR(&xmssmt_verify, NULL, 0, ID, id, __VA_ARGS__)
#include "kilosig/schemes.def"
#endif

#else
typedef int ksig_xmss_is_left_out; /* ISO C forbids an empty file. */
#endif
